"""A tournament as a value: from its first player to the last, whoever leaves meanwhile."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parure.server.errors import Busy, Conflict, Invalid
from parure.server.tables.events import Later
from parure.server.tournaments.tournament import (
    MOST,
    Entrant,
    Game,
    Plan,
    Tournament,
    from_text,
    to_text,
)


def entrants(n: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(person=f"p{i}", name=f"Player {i}") for i in range(n))


def made(players: int, **plan) -> Tournament:
    chosen = Plan(name="Cup", **plan).checked()
    return Tournament(id="t", plan=chosen, organiser="p0", created=1.0, players=entrants(players))


def started(players: int, **plan) -> Tournament:
    return made(players, **plan).started(range(players), 2.0)


def won_by(game: Game, *winners: int) -> Game:
    """Return a game that was played, with its winners."""
    shares = tuple((player in winners) / len(winners) for player in game.players)
    return replace(game, shares=shares, prestige=(15,) * len(game.players), turns=50)


def play_round(tournament: Tournament, choose=min) -> Tournament:
    """Let the better player, by default the one with the smaller number, win every game of a round."""
    last = tournament.rounds[-1]
    results = {
        n: won_by(g, choose(g.players)) for n, g in enumerate(last.games) if g.shares is None
    }
    return tournament.decided(len(tournament.rounds) - 1, results, 3.0)


@pytest.mark.parametrize(("kind", "players", "rounds"), [("everybody", 5, 5), ("swiss", 8, 3)])
def test_from_the_start_to_the_end_the_best_is_first(kind, players, rounds) -> None:
    tournament = started(players, kind=kind, rounds=3)
    for number in range(rounds):
        assert (tournament.state, len(tournament.rounds)) == ("running", number + 1)
        tournament = play_round(tournament)
    assert (tournament.state, tournament.finished) == ("over", 3.0)
    assert tournament.standings[0].player == 0
    assert tournament.standings[-1].points == 0
    assert from_text(to_text(tournament)) == tournament


def test_who_has_nobody_to_play_gets_a_point_in_a_swiss_tournament_alone() -> None:
    swiss = play_round(started(3, kind="swiss", rounds=1))
    assert sorted(line.points for line in swiss.standings) == [0, 1, 1]
    everybody = play_round(started(3, kind="everybody"))
    assert sum(line.points for line in everybody.standings) == 1


def test_the_next_round_waits_for_the_last_game() -> None:
    tournament = started(4, kind="swiss", rounds=2)
    first, second = tournament.rounds[0].games
    tournament = tournament.decided(0, {1: won_by(second, *second.players)}, 3.0)
    assert len(tournament.rounds) == 1
    tournament = tournament.decided(0, {0: won_by(first, 0)}, 4.0)
    assert len(tournament.rounds) == 2
    assert tournament.rounds[1].began == 4.0
    # A result that comes again, or late, changes nothing.
    assert tournament.decided(0, {0: won_by(first, 1)}, 5.0) == tournament


def test_whoever_leaves_is_paired_no_more_and_the_others_go_on() -> None:
    tournament = started(4, kind="swiss", rounds=3).without(0)
    tournament = play_round(tournament, max)
    assert all(0 not in game.players for game in tournament.rounds[1].games)
    assert tournament.rounds[1].bye is not None


def test_who_leaves_where_everybody_plays_everybody_loses_what_is_left() -> None:
    tournament = started(4, kind="everybody").without(3)
    while tournament.state == "running":
        tournament = play_round(tournament, max)
    lines = {line.player: line for line in tournament.standings}
    assert lines[3].points == 1  # The game that they were at.
    walked_over = [game for one in tournament.rounds[1:] for game in one.games if 3 in game.players]
    assert len(walked_over) == 2
    assert not any(game.was_played for game in walked_over)
    assert sum(line.points for line in lines.values()) == 6


def test_it_ends_when_nobody_is_left_to_play() -> None:
    tournament = started(3, kind="swiss", rounds=3)
    tournament = play_round(tournament.without(0).without(1))
    assert tournament.state == "over"
    tournament = started(4, kind="everybody")
    nobody = {
        n: replace(game, shares=(0.0, 0.0)) for n, game in enumerate(tournament.rounds[0].games)
    }
    tournament = tournament.decided(0, nobody, 3.0)
    assert tournament.state == "over"
    assert [line.points for line in tournament.standings] == [0] * 4


def test_nobody_plays_somebody_again_because_there_are_too_many_rounds() -> None:
    assert started(4, kind="swiss", rounds=9).all_rounds == 3
    assert started(5, kind="swiss", rounds=9).all_rounds == 5


def test_before_the_start_whoever_leaves_leaves_no_trace() -> None:
    tournament = made(3).without(1)
    assert [player.person for player in tournament.players] == ["p0", "p2"]
    assert tournament.joined(Entrant(person="p0", name="Other")) == tournament
    assert made(1).joined(Entrant(bot="guild", name="Guild")).players[1].bot == "guild"


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(Conflict, match="has that name"):
        made(1).joined(Entrant(person="x", name="PLAYER 0"))
    with pytest.raises(Conflict, match="has already begun"):
        started(2).joined(Entrant(person="x", name="Late"))
    with pytest.raises(Conflict, match="two players"):
        made(1).started([0], 1.0)
    with pytest.raises(Conflict, match="over"):
        started(2).ended(3.0).without(0)
    with pytest.raises(Busy):
        made(MOST["everybody"], kind="everybody").joined(Entrant(person="x", name="Late"))
    with pytest.raises(Invalid, match="name"):
        Plan(name="\u200b").checked()
    with pytest.raises(Later):
        from_text('{"format":99}')
    with pytest.raises(ValueError, match="object"):
        from_text("[]")


@st.composite
def histories(draw):
    """A tournament in which people leave, come not, win and share as they like."""
    kind = draw(st.sampled_from(["swiss", "everybody"]))
    tournament = started(draw(st.integers(2, 7)), kind=kind, rounds=draw(st.integers(1, 6)))
    while tournament.state == "running":
        if draw(st.integers(0, 4)) == 0 and tournament.present:
            tournament = tournament.without(draw(st.sampled_from(tournament.present)))
        number, results = len(tournament.rounds) - 1, {}
        for place, game in enumerate(tournament.rounds[-1].games):
            if game.shares is None:
                results[place] = draw(
                    st.sampled_from(
                        [
                            won_by(game, game.players[0]),
                            won_by(game, game.players[1]),
                            won_by(game, *game.players),
                            replace(game, shares=(0.0, 1.0)),
                            replace(game, shares=(0.0, 0.0)),
                        ]
                    )
                )
        tournament = tournament.decided(number, results, float(number + 3))
    return tournament


@given(histories())
def test_every_tournament_ends_and_its_points_add_up(tournament) -> None:
    assert len(tournament.rounds) <= tournament.all_rounds
    games = [game for one in tournament.rounds for game in one.games]
    assert all(game.shares is not None for game in games)
    byes = [one.bye for one in tournament.rounds if one.bye is not None]
    free = len(byes) if tournament.plan.kind == "swiss" else 0
    points = sum(sum(game.shares) for game in games) + free
    assert sum(line.points for line in tournament.standings) == points
    for one in tournament.rounds:
        busy = [*(player for game in one.games for player in game.players), one.bye]
        known = [player for player in busy if player is not None]
        assert len(known) == len(set(known))
    assert from_text(to_text(tournament)) == tournament
    if tournament.plan.kind == "everybody":
        assert len({frozenset(game.players) for game in games}) == len(games)
