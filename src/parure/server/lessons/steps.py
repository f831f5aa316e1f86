"""The steps of each lesson: what is learnt, why, and when the table shows that it was done."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from parure.game import lacking
from parure.i18n import gettext as _
from parure.server.tables.view import TableView

__all__ = ["Learner", "Step", "steps_of"]


class Learner:
    """The learner's possessions and past moves."""

    def __init__(self, view: TableView, begin: int) -> None:
        """Look at the moves since the lesson began, after so many turns."""
        assert view.seat is not None
        self.known, self.seat = view.playing, view.seat
        self.view: Mapping[str, Any] = self.known.view
        self.own: Mapping[str, Any] = self.known.own
        own = [one for one in view.log if one["seat"] == view.seat and one["turn"] >= begin]
        self.made = [one["move"] for one in own]
        """The moves that the learner has made since the lesson began."""
        now = int(self.known.state["turns"].item())
        self.turns = len({one["turn"] for one in own if one["turn"] < now})
        """The turns the learner has finished since then."""

    def lack(self, id: str) -> lacking.CardLack:
        """What the learner lacks for a card."""
        return lacking.for_card(self.known, self.seat, id)

    def cards(self) -> dict[str, str]:
        """The cards of the market and of the hand, by the thing to tap."""
        things = {f"place-{place}": id for place, id in self.view["rows"].items() if id}
        return things | {f"hand-{n}": id for n, id in enumerate(self.own["hand"], 1)}

    def nearest_goal(self) -> tuple[str, ...]:
        """The noble or city that the learner lacks least for, reserved nobles first."""
        return _nearest(lacking.for_goals(self.known, self.seat))

    def did(self, beginning: str) -> int:
        """Return how many of the learner's moves begin with a text."""
        return sum(move.startswith(beginning) for move in self.made)


def _nearest(lacks: Mapping[str, lacking.TileLack]) -> tuple[str, ...]:
    """Return the tile that lacks least: cards first, then prestige."""

    def distance(id: str) -> tuple[int, int]:
        lack = lacks[id]
        return sum(lack.colours.values()) + lack.any_colour + lack.prestige // 3, lack.prestige

    return (min(lacks, key=distance),) if lacks else ()


class Step(NamedTuple):
    """One thing to learn."""

    title: str
    why: str
    is_over: Callable[[Learner], bool]
    tiles: Callable[[Learner], tuple[str, ...]] = lambda _learner: ()
    """The nobles, cities and posts concerned, highlighted too."""
    todo: str = ""
    """What to do in this step once the learner has left the lesson; empty to return to it."""


def steps_of(lesson: str) -> list[Step]:
    """Return the steps of a lesson, in order."""
    return _LESSONS[lesson]()


def _first() -> list[Step]:
    return [
        Step(
            _("Take tokens"),
            _(
                "Gem tokens buy cards. On your turn, take three of different colours, or "
                "two of one colour if at least four are left."
            ),
            lambda learner: bool(learner.did("take") or learner.own["cards"]),
        ),
        Step(
            _("Buy your first card"),
            _(
                "The gems at the foot of a card are its price. A ring means you can afford "
                "it; a dashed ring, with the help of gold."
            ),
            lambda learner: bool(learner.own["cards"]),
        ),
        Step(
            _("Your cards help you pay"),
            _(
                "The gem at its top right is a bonus: one token of that colour off every "
                "purchase. Tokens are spent; bonuses stay."
            ),
            lambda learner: len(learner.own["cards"]) >= 2,
        ),
        Step(
            _("Reserve what you need"),
            _(
                "A reserved card waits in your hand, for you alone, and brings a gold "
                "token: a joker for any colour. But it costs a turn."
            ),
            lambda learner: learner.did("reserve") > 0,
        ),
        Step(
            _("Save up for it"),
            _(
                "Reserving took one turn; collecting what you lack takes one or more. "
                "Meanwhile the card is safe in your hand."
            ),
            lambda learner: bool(learner.did("buy hand") or _can_pay_from_hand(learner)),
        ),
        Step(
            _("Pay with gold"),
            _(
                "The gold that came with the card is a joker: it stands for any token you "
                "lack, then goes back to the bank."
            ),
            lambda learner: learner.did("pay gold") > 0,
        ),
        Step(
            _("Earn prestige"),
            _(
                "The number at the top left is prestige. When someone reaches 15, the last "
                "round begins, and the most prestige wins."
            ),
            lambda learner: learner.own["prestige"] >= 5,
        ),
        Step(
            _("Ten tokens at most"),
            _(
                "You may end your turn with ten tokens at most, gold included. If you have "
                "more, choose which to give back."
            ),
            lambda learner: bool(learner.did("return") or learner.own["nobles"]),
        ),
        Step(
            _("A noble’s visit"),
            _(
                "A noble visits you for free once you have the cards it wants: 3 prestige. "
                "Nobles often share colours, so plan for two."
            ),
            lambda learner: bool(learner.own["nobles"]),
            tiles=Learner.nearest_goal,
        ),
        Step(
            _("Now you know the game"),
            _(
                "Pick a big card or a noble, and let every turn bring you closer. And watch "
                "the others: what are they saving up for?"
            ),
            _never,
            todo=_(
                "Play on and win: the coach has nothing left to teach. Hints and rules are "
                "still in the bar."
            ),
        ),
    ]


def _cities() -> list[Step]:
    return [
        Step(
            _("Cities instead of nobles"),
            _(
                "No nobles here, and 15 prestige isn’t enough: end a turn with a city’s "
                "prestige and cards, and the last round begins."
            ),
            lambda learner: learner.turns >= 1,
            tiles=Learner.nearest_goal,
        ),
        Step(
            _("Aim for one of them"),
            _(
                "Each city shows what you still lack. Prestige alone won’t do: pick the "
                "nearest city and collect the cards it asks for."
            ),
            lambda learner: learner.turns >= 3,
            tiles=Learner.nearest_goal,
        ),
        Step(
            _("Reach the city"),
            _(
                "This purchase gives you all the city asks for. Others may still reach one "
                "this round; then the most prestige wins."
            ),
            _never,
            tiles=Learner.nearest_goal,
        ),
    ]


def _trading_posts() -> list[Step]:
    return [
        Step(
            _("Win a post"),
            _(
                "End a turn with the cards a trading post asks for, and it’s yours for "
                "good: one per turn. Others can win it, too."
            ),
            lambda learner: len(learner.own["posts"]) >= 1,
        ),
        Step(
            _("A third token"),
            _(
                "Each post is a power. With this one, whenever you take two tokens of one "
                "colour, you also take one of another colour."
            ),
            lambda learner: learner.did("gain") >= 1,
        ),
        Step(
            _("Another post"),
            _(
                "Powers add up. Three red cards and a white one win the post that gives a gem after each "
                "purchase."
            ),
            lambda learner: len(learner.own["posts"]) >= 2,
        ),
        Step(
            _("A purchase that pays back"),
            _(
                "From your next turn on, you take a gem token after each purchase, even one "
                "you have just spent."
            ),
            lambda learner: learner.did("gain") >= 2,
        ),
        _last(
            _("You know the trading posts"),
            _(
                "Three are left: gold worth two tokens, a choice of two cards when you "
                "reserve from a deck, and prestige for each post."
            ),
        ),
    ]


def _orient() -> list[Step]:
    return [
        Step(
            _("Pair a card"),
            _(
                "Orient cards have cut corners. If one shows two cards at the top right, "
                "pair it for good with one of your colours."
            ),
            lambda learner: learner.did("pair") >= 1,
        ),
        Step(
            _("Take a gift"),
            _(
                "Some cards bring another one for free, from the level below. Its effect "
                "counts, too: a gift may bring a gift."
            ),
            lambda learner: learner.did("gift") >= 1,
        ),
        Step(
            _("Use a joker card"),
            _(
                "A card with two coins gives no bonus. When you buy another card you may "
                "discard it, and it counts as two gold."
            ),
            lambda learner: learner.did("pay joker") >= 1,
        ),
        Step(
            _("Pay with cards"),
            _(
                "This card costs two cards of one colour. You discard them with their "
                "bonuses and prestige; paired cards go first."
            ),
            _never,
        ),
    ]


def _orient17() -> list[Step]:
    return [
        Step(
            _("Reserve a noble"),
            _(
                "In the 2017 edition, a level-2 card reserves a noble. It stays in front of "
                "you and can’t visit anyone else."
            ),
            lambda learner: learner.did("claim") >= 1,
        ),
        Step(
            _("It waits for you"),
            _(
                "You still need the cards the noble asks for, but nobody can get there "
                "before you now. Take your time."
            ),
            lambda learner: bool(learner.own["nobles"]),
            tiles=Learner.nearest_goal,
        ),
        _last(
            _("The noble is here"),
            _("A reserved noble visits like any other: one per turn, for 3 prestige."),
        ),
    ]


def _strongholds() -> list[Step]:
    return [
        Step(
            _("Place a stronghold"),
            _(
                "Every purchase lets you use a stronghold. Place one on a card, and only "
                "you can buy or reserve it."
            ),
            lambda learner: learner.did("place") >= 1,
        ),
        Step(
            _("Move one"),
            _(
                "Instead of placing one, you can move one of yours, or send a rival’s "
                "stronghold home if it stands alone."
            ),
            lambda learner: learner.did("move") >= 1,
        ),
        Step(
            _("Conquer a card"),
            _(
                "With all three strongholds on one card, you may buy it after your action, "
                "even if that was buying another card."
            ),
            lambda learner: learner.did("conquer") >= 1,
        ),
        _last(
            _("You know the strongholds"),
            _(
                "Hold what you are saving up for, and watch your rival’s strongholds: any "
                "that stands alone can be sent home."
            ),
        ),
    ]


def _never(_learner: Learner) -> bool:
    return False


def _last(title: str, why: str) -> Step:
    return Step(
        title,
        why,
        _never,
        todo=_("That was the lesson. Play on if you like, or try another one."),
    )


def _can_pay_from_hand(learner: Learner) -> bool:
    return any(learner.lack(id).is_nothing for id in learner.own["hand"])


_LESSONS: dict[str, Callable[[], list[Step]]] = {
    "first": _first,
    "cities": _cities,
    "trading_posts": _trading_posts,
    "orient": _orient,
    "orient17": _orient17,
    "strongholds": _strongholds,
}
