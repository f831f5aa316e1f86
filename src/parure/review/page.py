"""A review as one page that needs nothing else: to keep, to send, to put on a web site."""

from collections.abc import Sequence
from typing import cast

from markupsafe import Markup

from parure.components import card_of
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.i18n import language, ngettext
from parure.render.cards import card_svg
from parure.render.draw import Sheet, standalone
from parure.render.gems import gem, shield
from parure.render.palette import DAY, NIGHT, PAGE, SANS, SERIF, css_variables
from parure.render.svg import table_svg
from parure.review.chart import Frame, chart
from parure.review.judgement import Decision, decisions_of
from parure.review.sentences import (
    GRADE_SIGNS,
    Show,
    grade_words,
    percent_words,
    point_words,
    points_words,
    sums_words,
    tile_words,
)
from parure.review.values import GRADES, Review, TurningPoint
from parure.words.games import rules_words, won
from parure.words.piece_words import card_name, gem_name

__all__ = ["gap_words", "review_page"]

_STYLE = f"""
:root{{{css_variables(DAY)}color-scheme:light}}
@media(prefers-color-scheme:dark){{:root{{{css_variables(NIGHT)}color-scheme:dark}}}}
*{{box-sizing:border-box}}
html{{background:var(--parure-bench);color:var(--parure-ink);font:400 14px/1.5 {SANS};
font-variant-numeric:lining-nums tabular-nums}}
body{{max-width:1040px;margin:0 auto;padding:14px}}
h1{{font:700 30px/1.15 {SERIF};margin:14px 0 2px}}h2{{font:600 15px/1.3 {SANS};margin:0 0 10px}}
p{{margin:0}}.about{{color:var(--parure-ink2);margin-bottom:14px}}
section{{background:var(--parure-panel);border:1px solid var(--parure-line);border-radius:10px;
padding:14px;margin-bottom:14px}}
.chart{{display:block;width:100%;height:auto}}.narrow{{display:none}}
.keys{{display:flex;flex-wrap:wrap;gap:4px 16px;margin-bottom:6px;color:var(--parure-ink2)}}
table{{border-collapse:collapse;width:100%;max-width:640px}}
th,td{{text-align:right;padding:3px 10px;font-weight:400}}th:first-child{{text-align:left}}
thead th{{font-weight:600}}.accuracy td{{font:700 22px/1.3 {SERIF}}}
.luck th,.luck td{{border-top:1px solid var(--parure-line)}}.zero{{color:var(--parure-ink3)}}
.sums{{color:var(--parure-ink2);max-width:640px;margin-top:8px}}
ol{{list-style:none;margin:0;padding:0}}
li{{display:grid;grid-template-columns:26px 1fr auto;gap:4px 12px;padding:12px 0;
border-top:1px solid var(--parure-line)}}li:first-child{{border-top:0}}
.number{{width:24px;height:24px;border:1.5px solid var(--parure-ink);border-radius:12px;
text-align:center;font-weight:700;line-height:21px}}.number.luck{{border-radius:4px}}
.swing{{text-align:right;white-space:nowrap}}.swing small{{display:block;color:var(--parure-ink2);
font-size:12px}}
svg{{vertical-align:-4px}}.who svg{{margin-right:4px;vertical-align:-2px}}
.thumb svg{{vertical-align:-9px}}
details,.lead{{grid-column:2/4}}summary{{cursor:pointer;color:var(--parure-ink2)}}
details svg{{display:block;width:100%;height:auto;border-radius:8px;margin-top:8px}}
.lead{{justify-self:start;padding:6px 12px;border:1.5px solid var(--parure-line2);border-radius:8px;
background:var(--parure-stock);color:inherit;font:inherit;cursor:pointer}}
.lead:hover{{border-color:var(--parure-ink)}}
iframe{{display:block;width:min(100vw - 28px,1440px);height:min(96vh,900px);border:0;border-radius:10px;
position:relative;left:50%;transform:translateX(-50%);margin-bottom:14px}}
@media(max-width:560px){{.wide{{display:none}}.narrow{{display:block}}th,td{{padding:3px 4px}}
table,.swing{{font-size:12px}}thead th{{font-size:12px;overflow-wrap:anywhere}}
li{{grid-template-columns:26px 1fr}}.swing,details,.lead{{grid-column:2;
text-align:left}}}}
"""

_NARROW = Frame(width=380, height=120, row=12)
"""The chart of a phone."""

_PAGE = Markup("""<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head><body>
<h1>{title}</h1><p class="about">{about}</p>
<section><h2>{chart_title}</h2><p class="keys">{keys}</p>{chart}</section>
<section>{sides}</section>
<section><h2>{points_title}</h2>{points}</section>{table}
<p class="about">{notes}</p></body></html>
""")


class Pictures(Show):
    """Cards, gems and shields as pictures that stand on their own."""

    def fill(self, words: str, /, **parts: str) -> str:
        """Put parts into the words of a sentence, each once escaped."""
        return Markup.escape(words).format(**parts)

    def name(self, seat: int) -> str:
        """The shield and the name of a seat."""
        sheet = Sheet(PAGE)
        drawn = standalone(sheet, shield(sheet, seat, 0, 0, 20), (20, 22), 13, "")
        return Markup('<b class="who">{}{}</b>').format(Markup(drawn), self._names[seat])

    def card(self, id: str) -> str:
        """The thumb of a card."""
        drawn = Markup(card_svg(id, 20, palette=PAGE))
        words = card_name(card_of(id))
        return cast(str, Markup('<span class="thumb" title="{}">{}</span>').format(words, drawn))

    def tokens(self, colours: Sequence[str]) -> str:
        """Gems and gold."""
        return Markup("").join(self._gem(colour) for colour in colours)

    def _gem(self, colour: str) -> Markup:
        sheet = Sheet(PAGE)
        drawn = gem(sheet, colour, 0, 0, 24)
        return Markup(standalone(sheet, drawn, (24, 24), 15, gem_name(colour)))

    def tile(self, id: str) -> str:
        """A tile, in words."""
        return Markup.escape(tile_words(id))


def review_page(
    review: Review, game: Game, names: Sequence[str], table: Markup | None = None
) -> str:
    """Return the page of a review, in the language in use.

    :param table: what shows the whole game, in place of a picture for each turning point. It hears when
        something with `data-move` is tapped: the number of the move before which the table is wanted.
    """
    show = Pictures(names)
    title = won([names[seat] for seat in review.winners]) if review.winners else _("Review")
    keys = Markup(" ").join(
        Markup("<span>{}</span>").format(_key(show, seat, review)) for seat in range(len(names))
    )
    count = len(review.choices)
    moves = ngettext("{n} move", "{n} moves", count).format(n=count)
    judged = _("judged by {bot}").format(bot=review.bot)
    about = f"{rules_words(game.rules)} · {moves} · {judged}"
    return str(
        _PAGE.format(
            lang=language(),
            style=Markup(_STYLE.replace("\n", "")),
            title=title,
            about=about,
            chart_title=_("Chance of winning"),
            keys=keys,
            chart=Markup(f'<div class="wide">{chart(review)}</div>')
            + Markup(f'<div class="narrow">{chart(review, _NARROW)}</div>'),
            sides=_sides(review, show),
            points_title=_("Turning points"),
            points=_points(review, decisions_of(game), names, show, has_table=table is not None),
            table=table or "",
            notes=_notes(review),
        )
    )


def _key(show: Pictures, seat: int, review: Review) -> str:
    if review.players != 2:
        return show.name(seat)
    words = _("{name} above the line") if seat else _("{name} below the line")
    return show.fill(words, name=show.name(seat))


def _sides(review: Review, show: Pictures) -> Markup:
    """The table of accuracy, grades, luck and skill."""
    rows = [_row("", [show.name(side.seat) for side in review.sides], "th")]
    accuracy = ["–" if s.accuracy is None else f"{s.accuracy:.0f}" for s in review.sides]
    rows.append(_row(_("accuracy"), accuracy, kind="accuracy"))
    for grade in GRADES:
        counts = [str(side.counts[grade]) for side in review.sides]
        rows.append(_row(f"{GRADE_SIGNS[grade]} {grade_words(grade)}", counts))
    if review.is_complete:
        sides = review.sides
        figures = {
            _("starting chance"): [percent_words(side.start) for side in sides],
            _("luck"): [points_words(side.luck) for side in sides],
            _("skill"): [points_words(side.skill) for side in sides],
            _("unexplained"): [points_words(side.unexplained) for side in sides],
            _("result"): [percent_words(side.result) for side in sides],
        }
        for place, (words, values) in enumerate(figures.items()):
            rows.append(_row(words, values, kind="" if place else "luck"))
    words = sums_words(review.sides) if review.is_complete else ""
    note = Markup('<p class="sums">{}</p>').format(words) if words else ""
    return Markup("<table>{}</table>{}").format(Markup("").join(rows), note)


def _row(title: str, values: Sequence[str], cell: str = "td", kind: str = "") -> Markup:
    cells = Markup("").join(
        Markup("<{0}{2}>{1}</{0}>").format(
            cell, value, Markup(' class="zero"') if value == "0" else ""
        )
        for value in values
    )
    row = Markup('<tr class="{}"><th>{}</th>{}</tr>').format(kind, title, cells)
    return Markup("<thead>{}</thead>").format(row) if cell == "th" else row


def _points(
    review: Review,
    decisions: Sequence[Decision],
    names: Sequence[str],
    show: Pictures,
    *,
    has_table: bool,
) -> Markup:
    if not review.turning_points:
        return Markup("<p>{}</p>").format(
            _("No turning points: no single moment decided this game.")
        )
    items = [
        _point(review, point, count, decisions[point.number], names, show, has_table=has_table)
        for count, point in enumerate(review.turning_points, start=1)
    ]
    return Markup("<ol>{}</ol>").format(Markup("").join(items))


def _point(
    review: Review,
    point: TurningPoint,
    count: int,
    decision: Decision,
    names: Sequence[str],
    show: Pictures,
    *,
    has_table: bool,
) -> Markup:
    choice = review.choices[point.number]
    sentences = Markup(" ").join(point_words(point, choice, show))
    grade = choice.grade
    if point.kind == "luck":
        note = _("for {name}").format(name=names[point.seat])
    else:
        note = f"{GRADE_SIGNS[grade]} {grade_words(grade)}" if grade else ""
    words = _("The table before move {n}").format(n=point.number + 1)
    if has_table:
        before = Markup('<button type="button" class="lead" data-move="{}">{}</button>').format(
            point.number, words
        )
    else:
        picture = Markup(table_svg(decision.known.view, names=names))
        before = Markup("<details><summary>{}</summary>{}</details>").format(words, picture)
    return Markup(
        '<li><span class="number {}">{}</span><p>{}</p><p class="swing">{} → {}<small>{}</small></p>'
        "{}</li>"
    ).format(
        point.kind,
        count,
        sentences,
        percent_words(point.before),
        percent_words(point.after),
        note,
        before,
    )


def _notes(review: Review) -> str:
    """What has to be said about the figures."""
    words = _("Each move is judged only on what the player could know; hidden cards are ignored.")
    return f"{words} {gap_words(review)}" if review.gaps else words


def gap_words(review: Review) -> str:
    """Say which decisions are missing, and why."""
    count = len(review.gaps)
    first = review.choices[review.gaps[0]]
    words = ngettext(
        "{n} move could not be judged (move {first}: {problem}).",
        "{n} moves could not be judged (from move {first} on: {problem}).",
        count,
    )
    return words.format(n=count, first=first.number + 1, problem=first.problem.rstrip("."))
