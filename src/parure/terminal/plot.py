"""The chart of a review in letters: everybody's chance over the decisions."""

from collections.abc import Sequence

from parure.i18n import gettext as _
from parure.review import Review
from parure.terminal.screen import Screen

__all__ = ["plot"]

HEIGHT = 10
_BLOCKS = " ▁▂▃▄▅▆▇█"
_MARKS = "●▲■◆"
_COLOURS = (35, 33, 36, 31)
"""The codes of the seats' colours in a terminal."""
_LEFT = 6


def plot(found: Review, names: Sequence[str], screen: Screen, width: int) -> list[str]:
    """Return the lines of the chart: for two, one's share as an area; for more, a mark for each."""
    columns = max(10, min(width - _LEFT - 2, 100))
    lines = _area(found, columns, screen) if found.players == 2 else _marks(found, columns, screen)
    scale = {0: "100", HEIGHT // 2: "50", HEIGHT - 1: "0"}
    drawn = [
        f"{scale.get(row, ''):>{_LEFT - 2}} {_edge(screen)}{line}" for row, line in enumerate(lines)
    ]
    below = " " * _LEFT + _numbers(found, columns)
    return [_title(names, found.players, screen), *drawn, *([below] if below.strip() else [])]


def _edge(screen: Screen) -> str:
    return "|" if screen.ascii else "│"


def _title(names: Sequence[str], players: int, screen: Screen) -> str:
    if players == 2:
        return _("Chance of winning: {first} below, {second} above").format(
            first=names[0], second=names[1]
        )
    keys = (f"{_mark(seat, screen)} {name}" for seat, name in enumerate(names))
    return f"{_('Chance of winning')}: {'   '.join(keys)}"


def _at(found: Review, column: int, columns: int) -> tuple[float, ...] | None:
    """Return the chances at a column: of the decision that is nearest to it."""
    last = len(found.choices)
    return found.chances[round(column * last / max(1, columns - 1))]


def _area(found: Review, columns: int, screen: Screen) -> list[str]:
    rows = []
    for row in range(HEIGHT):
        base = HEIGHT - 1 - row
        line = ""
        for column in range(columns):
            chances = _at(found, column, columns)
            filled = 0.0 if chances is None else min(1.0, max(0.0, chances[0] * HEIGHT - base))
            line += "#" if screen.ascii and filled >= 0.5 else _block(filled, screen)
        rows.append(_coloured(line.rstrip(), 0, screen))
    return rows


def _block(filled: float, screen: Screen) -> str:
    return " " if screen.ascii else _BLOCKS[round(filled * (len(_BLOCKS) - 1))]


def _marks(found: Review, columns: int, screen: Screen) -> list[str]:
    rows = [[" "] * columns for _row in range(HEIGHT)]
    for column in range(columns):
        chances = _at(found, column, columns)
        for seat in reversed(range(found.players if chances else 0)):
            assert chances is not None
            row = HEIGHT - 1 - min(HEIGHT - 1, int(chances[seat] * HEIGHT))
            rows[row][column] = _mark(seat, screen)
    return ["".join(row).rstrip() for row in rows]


def _mark(seat: int, screen: Screen) -> str:
    return _coloured(str(seat) if screen.ascii else _MARKS[seat], seat, screen)


def _coloured(text: str, seat: int, screen: Screen) -> str:
    return f"\x1b[{_COLOURS[seat]}m{text}\x1b[0m" if screen.colour and text else text


def _numbers(found: Review, columns: int) -> str:
    """The numbers of the turning points, below where they are."""
    line = [" "] * columns
    last = max(1, len(found.choices))
    for count, point in enumerate(found.turning_points, start=1):
        place = round((point.number + (point.kind == "luck")) * (columns - 1) / last)
        line[min(columns - 1, place)] = str(count)
    return "".join(line).rstrip()
