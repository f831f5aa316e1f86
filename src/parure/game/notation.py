"""Reading moves as people type them.

The canonical notation is what `str(move)` gives. Read as well are lower case, extra spaces and commas,
colours in any order or in one word, the verb shortened or left out where the decision makes it plain:

>>> [str(move) for move in candidates("take w,u,g", "action")]
['take W U G']
>>> [str(move) for move in candidates(" T gwu", "action")]
['take W U G']
>>> [str(move) for move in candidates("gold r", "payment")]
['pay gold R']
>>> split("buy 3a, joker, gold R")
['buy 3a', 'joker', 'gold R']
"""

from parure.components import COLOURS
from parure.errors import IllegalMove
from parure.game.moves import BY_NOTATION, MOVES, Move
from parure.i18n import gettext as _
from parure.types import Decision

__all__ = ["candidates", "split"]

_VERBS = {
    decision: tuple(dict.fromkeys(m.verb for m in MOVES if m.decision == decision))
    for decision in dict.fromkeys(m.decision for m in MOVES)
}
_ALL_VERBS = tuple(dict.fromkeys(move.verb for move in MOVES))
_LONGEST_LINE = 500


def split(line: str) -> list[str]:
    """Split a line into moves at its commas; the commas of a take belong to it."""
    if len(line) > _LONGEST_LINE:
        raise IllegalMove(_("That line is too long to be a move."))
    parts = [part.strip() for part in line.split(",")]
    first = parts[0].lower().split()
    if first and len(first) > 1 and "take".startswith(first[0]):
        return [" ".join(parts)]
    if len(parts) > 1 and not all(parts):
        raise IllegalMove(_("There is nothing between two commas."))
    return parts


def candidates(text: str, decision: Decision | None) -> list[Move]:
    """Return the moves that a text may mean while `decision` is asked; none where it is no move.

    Moves of other decisions are found as well, so that the caller can say why they are not legal.
    """
    words = text.lower().replace(",", " ").split()
    if not words:
        raise IllegalMove(_("There is no move in an empty line."))
    readings = [_spell(verb, words[1:]) for verb in _verbs(words[0], decision)]
    if decision is not None:
        readings += [_spell(verb, words) for verb in _VERBS[decision] if verb != "take"]
    found = {BY_NOTATION[text] for text in readings if text in BY_NOTATION}
    return sorted(found)


def _verbs(word: str, decision: Decision | None) -> list[str]:
    """Return the verbs a word may stand for: the whole word, or its beginning in this decision."""
    if word in _ALL_VERBS:
        return [word]
    verbs = () if decision is None else _VERBS[decision]
    return [verb for verb in verbs if verb.startswith(word)]


def _spell(verb: str, words: list[str]) -> str:
    """Return the canonical notation of a verb and the words after it."""
    if verb == "take":
        colours = [letter for letter in "".join(words).upper() if letter in COLOURS]
        if len(colours) != len("".join(words)):
            return ""
        return " ".join(["take", *sorted(colours, key=COLOURS.index)])
    return " ".join([verb, *(word.upper() if word in "wugrk" else word for word in words)])
