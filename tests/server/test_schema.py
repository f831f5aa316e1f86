"""The API does what its schema says, whatever it is sent."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from server.kit import running

EXAMPLES = 8


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    """Somebody at a server of their own, with a table."""
    with running(tmp_path_factory.mktemp("schema")) as server:
        person = server.person()
        person.create({"name": "Ann"}, {"bot": "random"}, public=True)
        yield person


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
def test_every_answer_is_as_described(person, mode):
    schema = schemathesis.openapi.from_url(f"{person.http.base_url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case):
            case.call_and_validate(headers={"Authorization": f"Bearer {person.token}"})

        check()
