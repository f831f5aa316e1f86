"""The turning points of a game, with facts that the engine has checked from what the seat could know.

A turning point is a decision that cost much, or luck that changed who leads. For its facts the best move and
the move played are each made in one deal of what was hidden, and the turn is ended: as the bot expected after
the best move, as it happened after the move played. What differs then is what is told. Only that a rival
really bought a card comes from the rest of the game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from parure.bots import Bot, ask, make
from parure.components import card_of
from parure.game import lacking
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.review.judgement import Decision, deed_of
from parure.review.values import Chances, Choice, Fact, TurningPoint
from parure.types import View

__all__ = ["TurningPoints", "decision_facts", "luck_facts"]

MOST = 5
LEAST_LOSS = 0.04
LEAST_LUCK = 0.10
"""Below these nothing has turned."""

IN_A_ROW = 2
"""How many turning points of one seat may follow each other."""

MOST_FACTS = 3
"""At most this many facts are told of one turning point."""

DEALS = 100
OFTEN = 20
"""In how many of the deals a rival must buy a card for it to be told."""

_QUICK = "guild"
"""Who ends a turn that nobody has ended, and plays for rivals in imagined deals."""


class TurningPoints:
    """Finds the turning points of a game, and remembers their facts while its review goes on."""

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self._decisions = decisions
        self._facts: dict[object, tuple[Fact, ...]] = {}

    def find(
        self, choices: Sequence[Choice], result: Chances, *, thorough: bool
    ) -> tuple[TurningPoint, ...]:
        """Return the turning points with their facts.

        :param thorough: also imagine what a rival would do in many deals.
        """
        found = []
        for point in _chosen(_candidates(choices, result)):
            choice = choices[point.number]
            key = point.kind, point.number, choice.best, thorough
            if key not in self._facts:
                self._facts[key] = self._facts_of(point, choice, thorough=thorough)
            found.append(replace(point, facts=self._facts[key]))
        return tuple(found)

    def _facts_of(self, point: TurningPoint, choice: Choice, *, thorough: bool) -> tuple[Fact, ...]:
        later = self._decisions[point.number + 1 :]
        if point.kind == "luck":
            return luck_facts(choice, later[0] if later else None)
        return decision_facts(self._decisions[point.number], choice.line, later, thorough=thorough)


def _candidates(choices: Sequence[Choice], result: Chances) -> list[TurningPoint]:
    """Return everything that may be a turning point."""
    found = []
    for place, choice in enumerate(choices):
        if choice.chances is None or choice.after is None:
            continue
        seat = choice.seat
        if choice.loss >= LEAST_LOSS:
            chances = choice.chances[seat], choice.after[seat]
            found.append(TurningPoint("decision", choice.number, seat, *chances))
        follows = choices[place + 1].chances if place + 1 < len(choices) else result
        if choice.luck is None or follows is None or not choice.revealed:
            continue
        changed = max(choice.luck, key=abs)
        touched = choice.luck.index(changed)
        if abs(changed) >= LEAST_LUCK and _leader(choice.after) != _leader(follows):
            chances = choice.after[touched], follows[touched]
            found.append(TurningPoint("luck", choice.number, touched, *chances))
    return found


def _leader(chances: Chances) -> int:
    return chances.index(max(chances))


def _chosen(candidates: Sequence[TurningPoint]) -> list[TurningPoint]:
    """Return the weightiest in the order of the game, with not too many of one seat in a row."""
    kept: list[TurningPoint] = []
    left = sorted(candidates, key=lambda point: (-abs(point.after - point.before), point.number))
    while len(kept) < MOST:
        fitting = next(
            (point for point in left if _longest_row(_in_order(kept, point)) <= IN_A_ROW), None
        )
        if fitting is None:
            break
        left.remove(fitting)
        kept = _in_order(kept, fitting)
    return kept


def _in_order(points: Sequence[TurningPoint], more: TurningPoint) -> list[TurningPoint]:
    return sorted([*points, more], key=lambda point: (point.number, point.kind))


def _longest_row(points: Sequence[TurningPoint]) -> int:
    return max(len(list(row)) for _seat, row in groupby(points, key=lambda point: point.seat))


class _End:
    """A turn that began with a move, at its end, in one deal."""

    def __init__(self, decision: Decision, move: Move, guide: Sequence[Move]) -> None:
        self.game = _turn_with(decision, move, guide, make(_QUICK, 0), seed=decision.number)
        self.known = self.game.knowledge(decision.seat)
        self.view = self.known.view
        self.own = self.view["seats"][decision.seat]

    def has(self, card: str) -> bool:
        """Tell whether the seat has a card, bought or in its hand."""
        return card in self.own["cards"] or card in self.own["hand"]


def decision_facts(
    decision: Decision,
    line: Sequence[str],
    later: Sequence[Decision] = (),
    *,
    thorough: bool = False,
) -> tuple[Fact, ...]:
    """Return what the best move would have brought, and what the move played allowed, the weightiest first.

    :param line: the expected line, beginning with the best move.
    :param later: the decisions after this one.
    :param thorough: where a rival did not take what was left, also imagine how often they would.
    """
    moves = [Move.of(notation) for notation in line]
    best = _End(decision, moves[0], moves[1:])
    played = _End(decision, decision.played, decision.later)
    found: list[Fact] = []
    for look in (_endings, _tiles, _conquests, _scores):
        found += look(decision, best, played)
    found += _left_to_rivals(decision, best, played, later, thorough=thorough)
    for look in (_held, _within_reach, _gold_kept):
        found += look(decision, best, played)
    return tuple(found[:MOST_FACTS])


def luck_facts(choice: Choice, later: Decision | None) -> tuple[Fact, ...]:
    """Return the card that turned up, and its value to the seat that gained by it."""
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


def _turn_with(
    decision: Decision, move: Move, guide: Sequence[Move], bot: Bot, *, seed: int
) -> Game:
    """Make a move in one deal, and end the turn by the moves of a guide as far as they are legal."""
    game = Game.from_knowledge(decision.known, seed=seed)
    game.push(move)
    _end_turn(game, decision.turn, guide, bot)
    return game


def _end_turn(game: Game, turn: int, guide: Iterable[Move], bot: Bot) -> None:
    """Answer all decisions of a turn."""
    guided = iter(guide)
    while not game.is_over and game.turns == turn:
        move = next(guided, None)
        if move is None or not game.is_legal(move):
            guided = iter(())
            move = ask(bot, game.knowledge(game.to_play), game.legal_moves)
        game.push(move)


def _endings(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """Whether the best move wins at once, or begins the last round."""
    seat = decision.seat
    if seat in best.game.winners and seat not in played.game.winners:
        return [Fact("wins", seat)]
    if best.game.is_last_round and not played.game.is_last_round:
        found = [Fact("city", seat, city) for city in best.game.cities_of(seat)]
        return found[:1] or [Fact("ends", seat, number=best.own["prestige"])]
    return []


def _tiles(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """Which noble or post the best move brings, and who else was about to get that noble."""
    found = []
    for noble in _more(best.own["nobles"], played.own["nobles"]):
        found.append(Fact("noble", decision.seat, noble))
        if noble not in decision.known.view["nobles"]:
            continue
        for rival in _rivals(decision):
            if sum(lacking.for_noble(decision.known, rival, noble).colours.values()) <= 1:
                found.append(Fact("noble_race", rival, noble))
    found += [
        Fact("post", decision.seat, post) for post in _more(best.own["posts"], played.own["posts"])
    ]
    return found


def _conquests(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """Which card the best move conquers."""
    rows = decision.known.view["rows"]
    conquered, also = (
        {rows.get(ply.move.what[0]) for ply in end.game.plies if ply.move.verb == "conquer"}
        for end in (best, played)
    )
    return [Fact("conquers", decision.seat, card) for card in conquered - also if card]


def _scores(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """How much more prestige the best move brings at once."""
    more = best.own["prestige"] - played.own["prestige"]
    return [Fact("scores", decision.seat, number=more)] if more > 0 else []


def _left_to_rivals(
    decision: Decision, best: _End, played: _End, later: Sequence[Decision], *, thorough: bool
) -> list[Fact]:
    """Which card, that a rival could pay for, the best move takes and the move played leaves."""
    left = [
        (_worth(card), card, rival)
        for card, rival in _payable_by_rivals(decision)
        if best.has(card) and not played.has(card)
    ]
    if not left:
        return []
    _weight, card, rival = max(left)
    found = [Fact("denies", rival, card)]
    if _bought_next(later, rival) == card:
        found.append(Fact("bought", rival, card))
    elif thorough and (often := _deals_with(decision, rival, card)) >= OFTEN:
        found.append(Fact("deals", rival, card, often, DEALS))
    return found


def _held(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """Which card, that a rival could pay for, the best move keeps from them by a stronghold."""
    rows = decision.known.view["rows"]
    for card, rival in _payable_by_rivals(decision):
        place = next(place for place, there in rows.items() if there == card)
        holds, held = (
            end.view["rows"].get(place) == card and _holder(end.view, place) == decision.seat
            for end in (best, played)
        )
        if holds and not held:
            return [Fact("holds", rival, card)]
    return []


def _within_reach(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """Which card the seat can pay for after the best move, and not after the move played."""
    view, seat = decision.known.view, decision.seat
    cards = [card for card in view["rows"].values() if card] + view["seats"][seat]["hand"]
    reached = [
        card
        for card in cards
        if not best.has(card) or card in best.own["hand"]
        if card in [*best.view["rows"].values(), *best.own["hand"]]
        if _can_pay(best.known, seat, card) and not played.own["cards"].count(card)
        if not _can_pay(played.known, seat, card) and not _can_pay(decision.known, seat, card)
    ]
    return [Fact("affords", seat, max(reached, key=_worth))] if reached else []


def _gold_kept(decision: Decision, best: _End, played: _End) -> list[Fact]:
    """How much gold the best payment keeps."""
    kept = best.own["tokens"]["gold"] - played.own["tokens"]["gold"]
    is_about_it = decision.asked in ("payment", "return")
    return [Fact("keeps", decision.seat, number=kept)] if is_about_it and kept > 0 else []


def _payable_by_rivals(decision: Decision) -> list[tuple[str, int]]:
    """Return the cards of the market that rivals can pay for and may buy, with the rival."""
    view = decision.known.view
    return [
        (card, rival)
        for place, card in view["rows"].items()
        for rival in _rivals(decision)
        if card and _holder(view, place) in (None, rival) and _can_pay(decision.known, rival, card)
    ]


def _bought_next(later: Sequence[Decision], rival: int) -> str:
    """Return the card that a rival bought in their next turn, if they did."""
    following = next((each for each in later if each.seat == rival), None)
    if following is None or following.played.verb != "buy":
        return ""
    return deed_of(following.played, following.known.view, rival).card


def _deals_with(decision: Decision, rival: int, card: str) -> int:
    """Return in how many imagined deals a rival buys a card in their next turn, after the move played."""
    bot, count = make(_QUICK, 0), 0
    for deal in range(DEALS):
        game = _turn_with(decision, decision.played, decision.later, bot, seed=deal)
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


def _rivals(decision: Decision) -> list[int]:
    return [seat for seat in range(len(decision.known.view["seats"])) if seat != decision.seat]


def _more(these: Sequence[str], those: Sequence[str]) -> list[str]:
    return [one for one in these if one not in those]


def _worth(card: str) -> tuple[int, int, str]:
    """Return what makes a card weigh more than another."""
    found = card_of(card)
    return found.prestige, found.level, card
