"""The chart of a review as a picture: everybody's chance over the decisions, and each seat's errors below.

Two seats share one line between two tints; more have a line each, told apart by dashes too.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from parure.i18n import gettext as _
from parure.render.draw import Sheet, number, path, rect, text, text_width
from parure.render.gems import shield
from parure.render.palette import PAGE
from parure.review.values import Chances, Grade, Review

__all__ = ["DASHES", "Frame", "chart"]

DASHES = ("", "9 5", "9 4 2 4", "2 4")
"""How the lines of the seats are broken."""

ERRORS: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
"""What is marked below the chart."""


class Frame(NamedTuple):
    """How large a chart is, and where its parts are, in its own units."""

    width: float = 960
    height: float = 92
    """Of the plot alone."""
    left: float = 34
    right: float = 14
    top: float = 14
    row: float = 12
    """Of the errors of one seat; 0 leaves them out."""

    @property
    def span(self) -> float:
        """How wide the plot is."""
        return self.width - self.left - self.right

    @property
    def bottom(self) -> float:
        """Where the plot ends."""
        return self.top + self.height

    def whole(self, seats: int) -> float:
        """How high the picture is."""
        return self.bottom + 20 + self.row * seats + (6 if self.row else 0)

    def x(self, place: float, last: int) -> float:
        """The horizontal position of a decision."""
        return self.left + self.span * place / max(1, last)

    def y(self, chance: float) -> float:
        """Where a chance is."""
        return self.bottom - self.height * chance


def chart(
    review: Review, frame: Frame | None = None, prestige: Sequence[Sequence[int]] = ()
) -> str:
    """Draw the chart, with css variables for colours: `render.palette.css_variables` declares them.

    :param prestige: that of each seat at every decision and at the end, as thin lines of their own.
    """
    at = frame or Frame()
    sheet = Sheet(PAGE)
    parts = [_scale(at), *_rounds(review, at)]
    if review.players == 2:
        parts += _two_sides(review, at)
    else:
        parts += [_line(review, seat, at) for seat in range(review.players)]
    if at.row:
        parts += _errors(review, sheet, at)
    if prestige:
        parts.append(_prestige(prestige, at))
    parts += _points(review, at)
    size = f"0 0 {number(at.width)} {number(at.whole(review.players))}"
    label = quoteattr(_("Chance of winning"))
    places = (
        f'data-left="{number(at.left)}" data-span="{number(at.span)}"'
        f' data-last="{len(review.choices)}"'
    )
    return (
        f'<svg class="chart" viewBox="{size}" {places} role="img" aria-label={label}>'
        f"{''.join(parts)}</svg>"
    )


def _scale(at: Frame) -> str:
    """The lines for 0, 50 and 100 %."""
    drawn = ""
    for chance in (0.0, 0.5, 1.0):
        y, dash = number(at.y(chance)), ' stroke-dasharray="2 4"' if chance == 0.5 else ""
        drawn += (
            f'<path d="M{number(at.left)} {y}H{number(at.width - at.right)}" fill="none" '
            f'stroke="{PAGE.line}"{dash}/>'
        )
        drawn += text(at.left - 7, at.y(chance) + 4, int(100 * chance), 12, PAGE.ink2, anchor="end")
    return drawn


def _rounds(review: Review, at: Frame) -> list[str]:
    """The numbers of some rounds, where they begin."""
    begins: dict[int, int] = {}
    for choice in review.choices:
        begins.setdefault(choice.turn // review.players + 1, choice.number)
    last = len(review.choices)
    drawn = []
    for round_, place in begins.items():
        if round_ % 5 == 0:
            x, words, anchor = at.x(place, last), str(round_), "middle"
            if round_ == 5:
                # The word comes before its place, where there is room: in some languages it is long.
                words, anchor = _("round {n}").format(n=round_), "end"
                x = max(x + 4, text_width(words, 12))
            drawn.append(text(x, at.bottom + 15, words, 12, PAGE.ink2, anchor=anchor))
    return drawn


def _stretches(review: Review) -> list[list[tuple[int, Chances]]]:
    """The chart in pieces without gaps."""
    pieces: list[list[tuple[int, Chances]]] = [[]]
    for place, chances in enumerate(review.chances):
        if chances is None:
            pieces.append([])
        else:
            pieces[-1].append((place, chances))
    return [piece for piece in pieces if piece]


def _points_of(piece: Sequence[tuple[int, Chances]], seat: int, last: int, at: Frame) -> str:
    return "L".join(
        f"{number(at.x(place, last))} {number(at.y(chances[seat]))}" for place, chances in piece
    )


def _two_sides(review: Review, at: Frame) -> list[str]:
    """The chance of the first seat below the line, that of the second above."""
    last, drawn = len(review.choices), []
    for piece in _stretches(review):
        first, end = (number(at.x(place, last)) for place in (piece[0][0], piece[-1][0]))
        edge = _points_of(piece, 0, last, at)
        for seat, border in ((0, at.bottom), (1, at.top)):
            shape = f"M{first} {number(border)}L{edge}L{end} {number(border)}Z"
            drawn.append(path(shape, PAGE.seat(seat), fill_opacity=".15"))
        drawn.append(
            path(
                f"M{edge}",
                stroke=PAGE.seat(0),
                stroke_width="3",
                stroke_linejoin="round",
                stroke_linecap="round",
            )
        )
    return drawn


def _line(review: Review, seat: int, at: Frame) -> str:
    last = len(review.choices)
    shape = "".join(f"M{_points_of(piece, seat, last, at)}" for piece in _stretches(review))
    dashes = {"stroke_dasharray": DASHES[seat]} if DASHES[seat] else {}
    width = "3" if seat == 0 else "2.2"
    return path(
        shape, stroke=PAGE.seat(seat), stroke_width=width, stroke_linejoin="round", **dashes
    )


def _errors(review: Review, sheet: Sheet, at: Frame) -> list[str]:
    """A row for each seat with a sign for each error."""
    drawn = []
    for seat in range(review.players):
        y = at.bottom + 20 + at.row * (seat + 0.5)
        drawn.append(path(f"M{number(at.left)} {number(y)}h{number(at.span)}", stroke=PAGE.line))
        drawn.append(shield(sheet, seat, at.left - 20, y - 5, 9))
        for choice in review.choices:
            if choice.seat == seat and choice.grade in ERRORS:
                x = at.x(choice.number, len(review.choices))
                drawn.append(sign(choice.grade, x, y))
    return drawn


def sign(grade: Grade, x: float, y: float) -> str:
    """The sign of an error, drawn around a place: no font need have it."""
    a, size = number, 4.2
    if grade == "blunder":
        shape = f"M{a(x - size)} {a(y - size)}L{a(x + size)} {a(y + size)}"
        shape += f"M{a(x + size)} {a(y - size)}L{a(x - size)} {a(y + size)}"
        return path(shape, stroke=PAGE.ink, stroke_width="2.2", stroke_linecap="round")
    shape = f"M{a(x)} {a(y - size)}L{a(x + size)} {a(y + 0.8 * size)}H{a(x - size)}Z"
    fill = PAGE.ink if grade == "mistake" else PAGE.panel
    return path(shape, fill, stroke=PAGE.ink, stroke_width="1.2")


def _prestige(prestige: Sequence[Sequence[int]], at: Frame) -> str:
    """The prestige of the seats, on a scale of its own: 20 is the top, or whatever is more."""
    top, last = max(20, *(max(row) for row in prestige)), len(prestige) - 1
    drawn = ""
    for seat in range(len(prestige[0])):
        shape = "L".join(
            f"{number(at.x(place, last))} {number(at.y(row[seat] / top))}"
            for place, row in enumerate(prestige)
        )
        drawn += path(f"M{shape}", stroke=PAGE.seat(seat), stroke_width="1.2")
    return f'<g class="chart-prestige">{drawn}</g>'


def _points(review: Review, at: Frame) -> list[str]:
    """The turning points by their numbers: circles for decisions, squares for luck."""
    drawn = []
    for count, point in enumerate(review.turning_points, start=1):
        place = point.number + (point.kind == "luck")
        x = at.x(place, len(review.choices))
        seat = 0 if review.players == 2 else point.seat
        chances = review.chances[place]
        y = at.y(chances[seat] if chances else 0.5)
        y = min(max(y, at.top + 6), at.bottom - 6)
        round_ = 9 if point.kind == "decision" else 3
        box = rect(x - 9, y - 9, 18, 18, PAGE.stock, rx=round_, stroke=PAGE.ink, stroke_width="1.4")
        numeral = text(x, y + 4, count, 11.5, PAGE.ink, weight=700, anchor="middle")
        drawn.append(f'<g class="chart-point" data-point="{point.number}">{box}{numeral}</g>')
    return drawn
