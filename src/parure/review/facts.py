"""Facts about a turning point, each checked by the engine from what the seat could know.

The best move and the move played are each made in one deal of what was hidden, and the turn is ended: as
the bot expected after the best move, as it happened after the move played. What differs then is what is
told. Only that a rival really bought a card comes from the rest of the game.
"""

from collections.abc import Iterable, Sequence

from parure.bots import Bot, ask, make
from parure.components import card_of
from parure.game import lacking
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.review.moments import Moment, deed_of
from parure.review.values import Choice, Fact
from parure.types import View

__all__ = ["of_decision", "of_luck"]

MOST = 3
"""So many facts are told of one turning point."""

DEALS = 100
OFTEN = 20
"""In so many of the deals a rival must buy a card for it to be told."""

_QUICK = "guild"
"""Who ends a turn that nobody has ended, and plays for rivals in imagined deals."""


class _End:
    """A turn that began with a move, at its end, in one deal."""

    def __init__(self, moment: Moment, move: Move, guide: Sequence[Move]) -> None:
        self.game = _turn_with(moment, move, guide, make(_QUICK, 0), seed=moment.number)
        self.known = self.game.knowledge(moment.seat)
        self.view = self.known.view
        self.own = self.view["seats"][moment.seat]

    def has(self, card: str) -> bool:
        """Tell whether the seat has a card, bought or in its hand."""
        return card in self.own["cards"] or card in self.own["hand"]


def of_decision(
    moments: Sequence[Moment], choice: Choice, *, thorough: bool = False
) -> tuple[Fact, ...]:
    """Return what the best move would have brought, and what the move played allowed, the weightiest first.

    :param thorough: where a rival did not take what was left, also imagine how often they would.
    """
    moment = moments[choice.number]
    line = [Move.of(notation) for notation in choice.line]
    best = _End(moment, line[0], line[1:])
    played = _End(moment, moment.played, moment.later)
    found: list[Fact] = []
    for look in (_endings, _tiles, _conquests, _scores):
        found += look(moment, best, played)
    found += _left_to_rivals(moments, moment, best, played, thorough=thorough)
    for look in (_held, _within_reach, _gold_kept):
        found += look(moment, best, played)
    return tuple(found[:MOST])


def of_luck(choice: Choice, later: Moment | None) -> tuple[Fact, ...]:
    """Return which card turned up, and what it is to whoever gained by it."""
    assert choice.luck is not None
    gainer = choice.luck.index(max(choice.luck))
    card = max(choice.revealed, key=_worth)
    found = [Fact("turned_up", gainer, card)]
    if later is not None:
        lack = lacking.for_card(later.known, gainer, card)
        if lack.is_nothing:
            found.append(Fact("can_pay", gainer, card))
        elif not lack.discards and not lack.bonus:
            found.append(Fact("short", gainer, card, lack.gold - lack.has_gold))
    return tuple(found)


def _turn_with(moment: Moment, move: Move, guide: Sequence[Move], bot: Bot, *, seed: int) -> Game:
    """Make a move in one deal, and end the turn by the moves of a guide as far as they are legal."""
    game = Game.from_knowledge(moment.known, seed=seed)
    game.push(move)
    _end_turn(game, moment.turn, guide, bot)
    return game


def _end_turn(game: Game, turn: int, guide: Iterable[Move], bot: Bot) -> None:
    """Answer all that is asked in a turn."""
    coming = iter(guide)
    while not game.is_over and game.turns == turn:
        move = next(coming, None)
        if move is None or not game.is_legal(move):
            coming = iter(())
            move = ask(bot, game.knowledge(game.to_play), game.legal_moves)
        game.push(move)


def _endings(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """Whether the best move wins at once, or begins the last round."""
    seat = moment.seat
    if seat in best.game.winners and seat not in played.game.winners:
        return [Fact("wins", seat)]
    if best.game.is_last_round and not played.game.is_last_round:
        found = [Fact("city", seat, city) for city in best.game.cities_of(seat)]
        return found[:1] or [Fact("ends", seat, number=best.own["prestige"])]
    return []


def _tiles(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """Which noble or post the best move brings, and who else was about to get that noble."""
    found = []
    for noble in _more(best.own["nobles"], played.own["nobles"]):
        found.append(Fact("noble", moment.seat, noble))
        if noble not in moment.known.view["nobles"]:
            continue
        for rival in _rivals(moment):
            if sum(lacking.for_noble(moment.known, rival, noble).colours.values()) <= 1:
                found.append(Fact("noble_race", rival, noble))
    found += [
        Fact("post", moment.seat, post) for post in _more(best.own["posts"], played.own["posts"])
    ]
    return found


def _conquests(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """Which card the best move conquers."""
    rows = moment.known.view["rows"]
    conquered, also = (
        {rows.get(ply.move.what[0]) for ply in end.game.plies if ply.move.verb == "conquer"}
        for end in (best, played)
    )
    return [Fact("conquers", moment.seat, card) for card in conquered - also if card]


def _scores(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """How much more prestige the best move brings at once."""
    more = best.own["prestige"] - played.own["prestige"]
    return [Fact("scores", moment.seat, number=more)] if more > 0 else []


def _left_to_rivals(
    moments: Sequence[Moment], moment: Moment, best: _End, played: _End, *, thorough: bool
) -> list[Fact]:
    """Which card, that a rival could pay for, the best move takes and the move played leaves."""
    left = [
        (_worth(card), card, rival)
        for card, rival in _payable_by_rivals(moment)
        if best.has(card) and not played.has(card)
    ]
    if not left:
        return []
    _weight, card, rival = max(left)
    found = [Fact("denies", rival, card)]
    if _bought_next(moments, moment, rival) == card:
        found.append(Fact("bought", rival, card))
    elif thorough and (often := _deals_with(moment, rival, card)) >= OFTEN:
        found.append(Fact("deals", rival, card, often, DEALS))
    return found


def _held(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """Which card, that a rival could pay for, the best move keeps from them by a stronghold."""
    rows = moment.known.view["rows"]
    for card, rival in _payable_by_rivals(moment):
        place = next(place for place, there in rows.items() if there == card)
        holds, held = (
            end.view["rows"].get(place) == card and _holder(end.view, place) == moment.seat
            for end in (best, played)
        )
        if holds and not held:
            return [Fact("holds", rival, card)]
    return []


def _within_reach(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """Which card the seat can pay for after the best move, and not after the move played."""
    view, seat = moment.known.view, moment.seat
    cards = [card for card in view["rows"].values() if card] + view["seats"][seat]["hand"]
    reached = [
        card
        for card in cards
        if not best.has(card) or card in best.own["hand"]
        if card in [*best.view["rows"].values(), *best.own["hand"]]
        if _can_pay(best.known, seat, card) and not played.own["cards"].count(card)
        if not _can_pay(played.known, seat, card) and not _can_pay(moment.known, seat, card)
    ]
    return [Fact("affords", seat, max(reached, key=_worth))] if reached else []


def _gold_kept(moment: Moment, best: _End, played: _End) -> list[Fact]:
    """How much gold the best payment keeps."""
    kept = best.own["tokens"]["gold"] - played.own["tokens"]["gold"]
    is_about_it = moment.asked in ("payment", "return")
    return [Fact("keeps", moment.seat, number=kept)] if is_about_it and kept > 0 else []


def _payable_by_rivals(moment: Moment) -> list[tuple[str, int]]:
    """Return the cards of the market that rivals can pay for and may buy, with the rival."""
    view = moment.known.view
    return [
        (card, rival)
        for place, card in view["rows"].items()
        for rival in _rivals(moment)
        if card and _holder(view, place) in (None, rival) and _can_pay(moment.known, rival, card)
    ]


def _bought_next(moments: Sequence[Moment], moment: Moment, rival: int) -> str:
    """Return the card that a rival bought in their next turn, if they did."""
    later = [each for each in moments[moment.number + 1 :] if each.seat == rival]
    if not later or later[0].played.verb != "buy":
        return ""
    return deed_of(later[0].played, later[0].known.view, rival).card


def _deals_with(moment: Moment, rival: int, card: str) -> int:
    """Return in how many imagined deals a rival buys a card in their next turn, after the move played."""
    bot, count = make(_QUICK, 0), 0
    for deal in range(DEALS):
        game = _turn_with(moment, moment.played, moment.later, bot, seed=deal)
        while not game.is_over and game.to_play != rival:
            _end_turn(game, game.turns, (), bot)
        if not game.is_over:
            _end_turn(game, game.turns, (), bot)
        count += card in game.view(rival)["seats"][rival]["cards"]
    return count


def _can_pay(known: Knowledge, seat: int, card: str) -> bool:
    return lacking.for_card(known, seat, card).is_nothing


def _holder(view: View, place: str) -> int | None:
    """Return whose strongholds stand on a place."""
    return view["strongholds"][place][0] if place in view["strongholds"] else None


def _rivals(moment: Moment) -> list[int]:
    return [seat for seat in range(len(moment.known.view["seats"])) if seat != moment.seat]


def _more(these: Sequence[str], those: Sequence[str]) -> list[str]:
    return [one for one in these if one not in those]


def _worth(card: str) -> tuple[int, int, str]:
    """Return what makes a card weigh more than another."""
    found = card_of(card)
    return found.prestige, found.level, card
