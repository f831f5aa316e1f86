"""Who plays whom in a tournament, and who is ahead."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parure.server.tournaments.pairing import everybody, swiss
from parure.server.tournaments.tournament import Score, standings


def by_trying(players: tuple[int, ...], allowed: set[frozenset[int]]) -> int:
    """Return how many pairs can be made, by trying them all."""
    if len(players) < 2:
        return 0
    first, rest = players[0], players[1:]
    best = by_trying(rest, allowed)
    for other in rest:
        if frozenset((first, other)) in allowed:
            left = tuple(one for one in rest if one != other)
            best = max(best, 1 + by_trying(left, allowed))
    return best


@st.composite
def graphs(draw):
    """Some of the pairs of a few players."""
    players = draw(st.integers(1, 8))
    pairs = list(combinations(range(players), 2))
    chosen = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return players, {frozenset(p) for p, is_in in zip(pairs, chosen, strict=True) if is_in}


@pytest.mark.parametrize("players", range(2, 12))
def test_everybody_plays_everybody_once_and_rests_at_most_once(players: int) -> None:
    rounds = everybody(players)
    assert len(rounds) == players - 1 + players % 2
    pairs = Counter(frozenset(pair) for one in rounds for pair in one.pairs)
    assert pairs == Counter(map(frozenset, combinations(range(players), 2)))
    for one in rounds:
        busy = [*(player for pair in one.pairs for player in pair), one.bye]
        assert sorted(p for p in busy if p is not None) == list(range(players))
    assert Counter(one.bye for one in rounds if players % 2) == Counter(
        range(players) if players % 2 else ()
    )


@given(graphs(), st.data())
def test_nobody_meets_somebody_again_while_it_can_be_avoided(graph, data) -> None:
    players, met = graph
    byes = data.draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    order = data.draw(st.permutations(range(players)))
    found = swiss(order, lambda one, other: frozenset((one, other)) in met, byes.__getitem__)
    busy = [player for pair in found.pairs for player in pair]
    assert sorted([*busy, *([] if found.bye is None else [found.bye])]) == list(range(players))
    assert (found.bye is None) == (players % 2 == 0)
    assert found.bye is None or byes[found.bye] == min(byes)
    fresh = {frozenset(pair) for pair in combinations(range(players), 2)} - met

    def repeated(resting: int | None) -> int:
        rest = tuple(one for one in range(players) if one != resting)
        return len(rest) // 2 - by_trying(rest, fresh)

    resting = [one for one in range(players) if byes[one] == min(byes)]
    fewest = min(map(repeated, resting if players % 2 else [None]))
    assert sum(frozenset(pair) in met for pair in found.pairs) == fewest


@given(st.integers(2, 12), st.integers(0, 10_000))
def test_in_a_whole_swiss_tournament_nobody_meets_twice_until_all_have_met(players, luck) -> None:
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(players // 2):
        # Whoever is ahead changes from round to round.
        order = sorted(range(players), key=lambda player: hash((player, number, luck)))
        found = swiss(order, lambda one, other: met[frozenset((one, other))], byes.__getitem__)
        met.update(map(frozenset, found.pairs))
        if found.bye is not None:
            byes[found.bye] += 1
    assert not met or max(met.values()) == 1
    assert not byes or max(byes.values()) == 1


def test_who_stand_next_to_each_other_are_paired() -> None:
    found = swiss([4, 0, 2, 1, 3], lambda _one, _other: 0, lambda _one: 0)
    assert found == (((4, 0), (2, 1)), 3)


def test_many_players_are_paired() -> None:
    met: Counter[frozenset[int]] = Counter()
    for number in range(7):
        order = sorted(range(64), key=lambda player: hash((player, number)))
        found = swiss(order, lambda one, other: met[frozenset((one, other))], lambda _one: 0)
        met.update(map(frozenset, found.pairs))
    assert max(met.values()) == 1


GAMES = st.lists(
    st.tuples(st.permutations(range(6)), st.sampled_from([0.0, 0.5, 1.0])), max_size=30
)


@given(GAMES)
def test_points_add_up(games) -> None:
    scores = []
    for (one, other, *_rest), won in games:
        scores += [Score(one, won, other), Score(other, 1 - won, one)]
    lines = standings(6, scores)
    assert sum(line.points for line in lines) == len(games)
    assert sum(line.played for line in lines) == 2 * len(games)
    assert sorted(line.player for line in lines) == list(range(6))
    assert [line.points for line in lines] == sorted((ln.points for ln in lines), reverse=True)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    # Whatever an opponent has counts once for each game against them.
    total = sum(line.points * line.played for line in lines)
    assert sum(line.buchholz for line in lines) == pytest.approx(total)


def test_stronger_opponents_decide_between_equal_points() -> None:
    """0 has beaten 2, who has beaten 4; 1 has beaten 3, who has lost to all."""
    won = [(0, 2), (1, 3), (2, 4)]
    scores = [score for one, other in won for score in (Score(one, 1, other), Score(other, 0, one))]
    first, *_rest = lines = standings(5, scores)
    assert (first.player, first.points, first.buchholz, first.sonneborn) == (0, 1, 1, 1)
    assert [line.player for line in lines] == [0, 2, 1, 3, 4]
    assert [line.place for line in lines] == [1, 2, 3, 4, 4]


def test_those_whom_nothing_tells_apart_share_a_place() -> None:
    scores = [Score(0, 0.5, 1), Score(1, 0.5, 0)]
    assert [line.place for line in standings(3, scores)] == [1, 1, 3]
