"""The ways out of a game, and what else its players may change or say, as the menu shows them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from parure.i18n import gettext as _
from parure.i18n import remembered
from parure.review.sentences import percent_words
from parure.server.tables.options import Warned, house_bot
from parure.server.tables.sight import Sight
from parure.words.bots import bot_title
from parure.words.phrases import phrase_words
from parure.words.results import listed

__all__ = ["Way", "Ways", "pace_words", "warning_words", "ways_of"]


class Way(NamedTuple):
    """A way out: what it is called, and what comes of it."""

    code: str
    title: str
    words: str
    seat: int | None = None


class Ways(NamedTuple):
    """What the menu of a table offers to one viewer."""

    out: tuple[Way, ...] = ()
    paces: tuple[tuple[str, str], ...] = ()
    phrases: tuple[tuple[str, str], ...] = ()
    warnings: tuple[tuple[Warned, str], ...] = ()
    """From which losses on one can be warned; none where there are no warnings."""
    offer: str = ""
    """Who offers to end the game."""
    may_agree: bool = False


def pace_words() -> tuple[tuple[str, str], ...]:
    """Return the paces of the bots with their names."""
    return (("instant", _("At once")), ("quick", _("Quickly")), ("calm", _("Calmly")))


def warning_words() -> tuple[tuple[Warned, str], ...]:
    """Return from which losses on somebody can be warned, with their names."""
    losses: tuple[Warned, ...] = get_args(Warned)
    return tuple((loss, percent_words(loss / 100) if loss else _("Never")) for loss in losses)


def ways_of(sight: Sight, names: Sequence[str], *, read_only: bool = False) -> Ways:
    """Return what the menu offers."""
    if read_only or not sight.mine or sight.status != "playing":
        return Ways()
    offering = [names[seat] for seat in sight.offers]
    return Ways(
        out=tuple(_out(sight, names)),
        paces=pace_words() if any(sight.kinds) else (),
        phrases=_phrases() if _others(sight) else (),
        warnings=() if sight.warned is None else warning_words(),
        offer=_("{names} would end the game here, without a winner.").format(names=listed(offering))
        if offering
        else "",
        may_agree=not set(sight.mine) & set(sight.offers),
    )


@remembered
def _phrases() -> tuple[tuple[str, str], ...]:
    return phrase_words()


def _others(sight: Sight) -> list[int]:
    """Return the seats of other people who play."""
    return [seat for seat, bot in enumerate(sight.kinds) if bot is None and seat not in sight.mine]


def _out(sight: Sight, names: Sequence[str]) -> Iterator[Way]:
    seat = sight.seat if sight.seat is not None else sight.mine[0]
    if _others(sight):
        words = _("The others are asked; when all agree, the game is over and nobody has won.")
        yield Way("end", _("Offer to end the game"), words)
        if not (sight.options.rated or sight.tournament):
            words = _("{bot} plays for {name}, who may come back at any time.").format(
                bot=bot_title(house_bot()), name=names[seat]
            )
            yield Way("bot", _("Let a bot play for me"), words, seat)
    yield Way("resign", _("Resign"), _resigning(sight, names, seat), seat)
    if sight.may_abandon:
        words = _("The game is not counted and leaves all lists. This can’t be taken back.")
        yield Way("abandon", _("Give the game up and delete it"), words)


def _resigning(sight: Sight, names: Sequence[str], seat: int) -> str:
    """Say what comes of resigning."""
    rest = [n for n in range(len(names)) if n != seat and n not in sight.resigned]
    if len(rest) == 1:
        return _("{name} gives up, and {winner} wins. This can’t be taken back.").format(
            name=names[seat], winner=names[rest[0]]
        )
    if any(sight.kinds[n] is None or sight.away[n] for n in rest):
        return _("{name} gives up, and a bot plays on. This can’t be taken back.").format(
            name=names[seat]
        )
    return _("{name} gives up, and the game is over. This can’t be taken back.").format(
        name=names[seat]
    )
