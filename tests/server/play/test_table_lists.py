"""The lists of tables, which are read when a server starts."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.diary import Diary
from kit.server import done
from parure.server.play.table_lists import Lists
from parure.server.tables.listing import Listing

pytestmark = pytest.mark.verify

WORDS = st.text(max_size=8) | st.sampled_from(
    ['"', "\\", "]", "}", '","status":"over",', '"daily":null,"rated":true,"created":1,', "null"]
)


@cache
def _listing():
    return Listing.of(Diary().table, None)


@st.composite
def listings(draw):
    """Return the listing of a table with strange names and people."""
    return replace(
        _listing(),
        key=draw(st.none() | WORDS),
        table=draw(WORDS.filter(bool)),
        status=draw(st.sampled_from(["over", "playing", "closed"])),
        names=(draw(WORDS), draw(st.none() | WORDS)),
        owners=(draw(WORDS), draw(st.none() | WORDS)),
        maker=draw(WORDS),
        daily=draw(st.none() | WORDS),
        rated=draw(st.booleans()),
    )


def _made_by(listing):
    return listing.maker, listing.key


@settings(suppress_health_check=[HealthCheck.too_slow])  # The first listing plays a game.
@given(st.lists(listings(), unique_by=(lambda listing: listing.table, _made_by), max_size=4))
def test_lists_are_the_same_after_a_start(all):
    first, second, third = (Lists(lambda _table, text: Listing.from_text(text)) for _ in range(3))
    for listing in all:
        first.put(listing)
    second.fill({listing.table: listing.to_text() for listing in all})
    third.fill({listing.table: listing.to_text() for listing in all})
    done(third.sort())
    for listing in all:
        for lists in (first, second, third):
            assert lists.get(listing.table) == listing
        for ask in (
            lambda lists, one=listing: sorted(lists.every(one.maker), key=str),
            lambda lists, one=listing: sorted(lists.of_person(one.owners[0]), key=str),
            lambda lists, one=listing: sorted(lists.of_day(one.daily, None), key=str),
            lambda lists, one=listing: lists.made_by(one.maker, one.key),
            lambda lists, _one=None: lists.rated(),
            lambda lists, _one=None: lists.running,
        ):
            assert ask(first) == ask(second) == ask(third)


def test_a_game_that_goes_on_is_on_the_lists_of_those_that_run():
    lists = Lists(lambda _table, text: Listing.from_text(text))
    listing = Listing.of(Diary().table, None)
    for status, running in (("playing", 1), ("over", 0), ("playing", 1)):
        lists.put(replace(listing, status=status))
        assert (lists.running, lists.get("t").status) == (running, status)


def test_a_finished_game_that_is_kept_otherwise_is_found_as_it_is_by_then():
    lists = Lists(lambda _table, text: Listing.from_text(text))
    listing = replace(Listing.of(Diary().table, None), status="over", maker="Ann", owners=("Ann",))
    lists.fill({listing.table: listing.to_text()})
    changed = replace(listing, maker="nobody", owners=("nobody",))
    lists.put(changed)
    done(lists.sort())
    assert (lists.every("Ann"), lists.every("nobody")) == ([], [changed])
