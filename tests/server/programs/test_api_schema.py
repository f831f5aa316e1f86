"""The API does what its schema says, whatever it is sent."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from kit.server import running

pytestmark = pytest.mark.verify

EXAMPLES = 8


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    """Somebody at a server of their own, with a table."""
    with running(tmp_path_factory.mktemp("schema")) as server:
        person = server.person()
        person.table = person.create({"name": "Ann"}, {"bot": "random"}, public=True)
        yield person


@pytest.mark.verify
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
def test_every_answer_is_as_described(person, mode):
    schema = schemathesis.openapi.from_url(f"{person.http.base_url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        takes_nothing = not operation.body and not list(operation.iter_parameters())
        if mode is GenerationMode.NEGATIVE and takes_nothing:
            continue

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case):
            if mode is GenerationMode.POSITIVE and "id" in case.path_parameters:
                case.path_parameters["id"] = person.table
            case.call_and_validate(
                headers={"Authorization": f"Bearer {person.token}"},
                # What a schema can't say, such as that names differ, is refused all the same.
                excluded_checks=[positive_data_acceptance],
            )

        check()


def test_the_page_for_programmers_needs_nothing_from_elsewhere(person):
    page = person.http.get("/api/docs", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "/api/tables/{id}/moves" in page.text
    assert "/api/tables/{id}/watch" in page.text
    host = str(person.http.base_url)
    assert "//" not in page.text.replace(host, "").replace(host.replace("http", "ws"), "")


def test_who_watches_without_a_socket_is_told_to_use_one(person):
    answer = person.http.get(f"/api/tables/{person.table}/watch")
    assert (answer.status_code, answer.headers["Upgrade"]) == (426, "websocket")
    assert answer.json()["error"]["code"] == "upgrade"


def test_the_schema_describes_requests_and_what_is_sent(person):
    schema = person.get("/api/openapi.json")
    shapes = schema["components"]["schemas"]
    assert shapes["NewTable"]["properties"]["serious"]["description"].startswith(
        "Whether hints are off"
    )
    assert shapes["Listed"]["description"]
    assert schema["paths"]["/api/tables/{id}/moves"]["post"]["description"].startswith(
        "Make a move"
    )
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
