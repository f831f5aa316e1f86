"""What is sent of a table: patches lead to what a fresh look gives, and all of it has the promised shape."""

import json
import random
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest
from pydantic_core import to_json

from kit.diary import PEOPLE, Diary
from kit.documents import patched
from kit.policy import Chance, choose
from parure import Rules, all_rules
from parure.server.lessons.coach import coach_for
from parure.server.tables import events as happened
from parure.server.tables.document import document_of
from parure.server.tables.json_patch import patch
from parure.server.tables.lesson_games import lessons
from parure.server.tables.options import Clock
from parure.server.tables.table import Table
from parure.server.tables.transitions import after
from parure.server.tables.view import look

SCHEMA = Path(__file__).parents[3] / "docs" / "formats" / "document.schema.json"
RULES = [all_rules(2 + number % 3)[number] for number in range(len(all_rules(2)))]
SOME_DAILY = [
    rules if number % 4 == 0 else pytest.param(rules, marks=pytest.mark.verify)
    for number, rules in enumerate(RULES)
]
WANTED = {"choices", "lacks", "coach"}
"""What is left out for those who do not ask for choices."""


@pytest.fixture(scope="module")
def shape():
    """The schema of documents, which here lets nothing stand that it does not name."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for part in (schema, *schema["$defs"].values()):
        part["additionalProperties"] = False
    return jsonschema_rs.validator_for(schema)


class Watching:
    """A program or a page that looks at a table now and then, and is sent what is new since."""

    def __init__(self, person, *, choices=True):
        self.person, self.choices = person, choices
        self.document = None

    def look(self, table, shape):
        """Look again; return the document."""
        view = look(table, self.person, present=frozenset(PEOPLE[:2]), hints=True)
        made = document_of(view, choices=self.choices, coach=coach_for(view))
        fresh = json.loads(to_json(made))
        assert fresh == made
        shape.validate(fresh)
        if self.document is None:
            self.document = fresh
        else:
            changes = json.loads(to_json(patch(self.document, made)))
            self.document = patched(self.document, changes)
        assert self.document == fresh
        return fresh


def watchers(rules: Rules) -> list[Watching]:
    """Return a page and a program for each seat, and for somebody who has none."""
    people = (*PEOPLE[: rules.players], None)
    return [Watching(person, choices=choices) for person in people for choices in (True, False)]


def something_happens(diary: Diary, chance: random.Random, moves: Chance) -> None:
    """Let the seat to play move; now and then, let something else happen."""
    table = diary.table
    seat = chance.randrange(len(table.seats))
    returns = table.may_return(PEOPLE[seat], seat)
    what = chance.random()
    if what < 0.02 and table.seats[seat].bot is None:
        diary.add(happened.Replaced, seat=seat, bot="random")
    elif what < 0.3 and returns:
        diary.add(happened.Sat, seat=seat, person=PEOPLE[seat], name=PEOPLE[seat])
    elif what < 0.15 and table.undoes(seat):
        diary.take_back(seat)
    elif what < 0.17:
        diary.add(happened.Paced, seat=seat, pace=chance.choice(["calm", "instant"]))
    elif what < 0.19:
        diary.add(happened.Declined if table.offers else happened.Offered, seat=seat)
    else:
        diary.move(choose(table.playing, moves), spent=round(chance.random() * 5, 3))


@pytest.mark.parametrize("rules", SOME_DAILY, ids=str)
def test_patches_lead_to_what_a_fresh_look_gives(rules, shape):
    seed = RULES.index(rules)
    chance, moves = random.Random(seed), Chance(seed)
    diary = Diary(rules, clock=Clock(minutes=10, seconds=5) if seed % 2 else None, seed=seed)
    watching = watchers(rules)
    while diary.table.status == "playing":
        something_happens(diary, chance, moves)
        if chance.random() < 0.5:
            chance.choice(watching).look(diary.table, shape)
    for each in watching:
        last = each.look(diary.table, shape)
        assert last["game"]["view"]["to_play"] is None
        assert last["game"]["result"]["prestige"] == list(diary.table.playing.prestige)


@pytest.mark.parametrize("rules", RULES[::10], ids=str)
def test_every_viewer_has_the_newest_after_every_event(rules, shape):
    chance, moves, diary, watching = random.Random(1), Chance(1), Diary(rules), watchers(rules)
    for _event in range(25):
        something_happens(diary, chance, moves)
        for page, program in zip(watching[::2], watching[1::2], strict=True):
            whole, part = (each.look(diary.table, shape) for each in (page, program))
            you = {name: value for name, value in whole["you"].items() if name not in WANTED}
            assert {**whole, "you": you} == part


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_gives_up_is_told_to_all(players, shape):
    diary = Diary(Rules(players))
    watching = watchers(diary.table.playing.rules)
    for seat in range(players - 1):
        for each in watching:
            each.look(diary.table, shape)
        diary.move("take W U G")
        diary.add(happened.Resigned, seat=seat, bot="random")
    for each in watching:
        last = each.look(diary.table, shape)
        assert [one["resigned"] for one in last["table"]["seats"]] == [True] * (players - 1) + [
            False
        ]
        assert (last["game"]["result"]["winners"], last["you"]["moves"]) == ([players - 1], [])


def test_a_table_before_its_game_has_none(shape):
    table = after(Table("t"), Diary().events[0])
    for person in ("Ann", None):
        waiting = Watching(person).look(table, shape)
        assert (waiting["game"], waiting["you"]["moves"]) == (None, [])


def test_a_coach_speaks_to_whoever_wants_choices(shape):
    seed = lessons()["first"].seed
    table = Diary(bots=1, guided=True, seed=seed).table
    table = replace(table, options=table.options.model_copy(update={"seed": seed}))
    assert Watching("Ann").look(table, shape)["you"]["coach"]["number"] == 1
    assert "coach" not in Watching("Ann", choices=False).look(table, shape)["you"]
    assert "coach" not in Watching(None).look(table, shape)["you"]
