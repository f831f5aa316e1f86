"""Playthroughs: games in words, so that a reader can follow the rules and a change of them shows.

    python tests/playthroughs/write.py

writes every file of this folder again. A file tells one game of the policy: its first and last turns
decision by decision, with all legal moves, what was chosen and what was forced; those between in short.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kit.policy import Chance, choose, deal, name_of, play
from parure import Game, Move, Rules
from parure.i18n import use_language
from parure.render.text import table_text
from parure.rules import all_rules

__all__ = ["HERE", "RULES", "name_of", "playthrough"]

HERE = Path(__file__).resolve().parent

_OF_PLAYERS = {players: all_rules(players) for players in (2, 3, 4)}
RULES = [_OF_PLAYERS[2 + number % 3][number] for number in range(len(_OF_PLAYERS[2]))]
"""Every edition and set of modules, with two, three and four players in turn."""

SEED = 20
FIRST_TURNS = 14
LAST_TURNS = 8
TABLE_EVERY = 7
WIDTH = 100


def playthrough(rules: Rules) -> str:
    """Return the text of a file."""
    use_language("en")
    return "\n".join([*_tell(rules), ""])


def _tell(rules: Rules) -> Iterator[str]:
    whole = deal(rules, SEED)
    play(whole, Chance(SEED), sys.maxsize)
    first_of_the_last = max(FIRST_TURNS, whole.turns - LAST_TURNS)
    game, chance = deal(rules, SEED), Chance(SEED)
    yield f"edition: {rules.edition}"
    yield f"modules: {', '.join(rules.modules) or 'none'}"
    yield f"players: {rules.players}"
    yield f"seed: {SEED}"
    shown = -1
    while not game.is_over:
        turn = game.turns
        if FIRST_TURNS <= turn < first_of_the_last:
            yield from _tell_turn_in_short(game, chance)
            continue
        if turn != shown and (turn % TABLE_EVERY == 0 or turn == first_of_the_last):
            yield from _tell_table(game)
            shown = turn
        yield from _tell_decision(game, chance)
    yield from _tell_table(game)
    yield f"winners: {', '.join(f'seat {seat}' for seat in game.winners)}"


def _tell_table(game: Game) -> Iterator[str]:
    yield ""
    text = table_text(game.view(None), colour=False, ascii=True)
    yield from (line.rstrip() for line in text.splitlines())


def _tell_turn_in_short(game: Game, chance: Chance) -> Iterator[str]:
    """Make the moves of one turn, and tell them in a line; so too what is forced after it."""
    turn, made = game.turns, len(game.plies)
    while game.turns == turn:
        game.push(choose(game, chance))
    if turn == FIRST_TURNS:
        yield from ["", "In short, with forced moves in brackets:"]
    for (number, seat), plies in groupby(game.plies[made:], key=lambda ply: (ply.turn, ply.seat)):
        moves = (f"({ply.move})" if ply.forced else str(ply.move) for ply in plies)
        yield f"Turn {number + 1}, seat {seat}: {', '.join(moves)}"


def _tell_decision(game: Game, chance: Chance) -> Iterator[str]:
    """Make one choice, and tell what was asked, what was legal and what followed."""
    turn, seat, made = game.turns, game.to_play, len(game.plies)
    assert seat is not None
    yield ""
    yield f"Turn {turn + 1}, seat {seat}: {game.decision}"
    yield from _list(game.legal_moves)
    game.push(choose(game, chance))
    for ply in game.plies[made:]:
        by = "" if ply.seat == seat else f", seat {ply.seat}"
        yield f"  => {ply.move}" + (f"   (forced{by})" if ply.forced else "")
    if game.turns > turn:
        yield f"  seat {seat} has {_standing(game, seat)}"


def _list(moves: list[Move]) -> Iterator[str]:
    """List the moves, those with the same verb together, in lines of one width."""
    kinds: dict[tuple[str, bool], list[str]] = {}
    for move in moves:
        kinds.setdefault((move.verb, bool(move.what)), []).append(" ".join(move.what))
    for (verb, _), things in kinds.items():
        line = f"  {verb:<10}{things[0]}".rstrip()
        for thing in things[1:]:
            if len(line) + len(f" | {thing}") > WIDTH:
                yield f"{line} |"
                line = f"{'':<12}{thing}"
            else:
                line += f" | {thing}"
        yield line


def _standing(game: Game, number: int) -> str:
    seat = game.view(None)["seats"][number]
    tokens = " ".join(name for name, count in seat["tokens"].items() for _ in range(count))
    bonuses = " ".join(name for name, count in seat["bonuses"].items() for _ in range(count))
    things = [
        f"prestige {seat['prestige']}",
        f"tokens {tokens or 'none'}",
        f"bonuses {bonuses or 'none'}",
        f"hand {' '.join(seat['hand']) or 'empty'}",
    ]
    return "; ".join(things)


def main() -> None:
    """Write every file."""
    for rules in RULES:
        (HERE / f"{name_of(rules)}.txt").write_text(playthrough(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
