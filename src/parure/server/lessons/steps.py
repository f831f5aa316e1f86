"""The steps of each lesson: what is learnt, why, and when the table shows that it was done."""

from collections.abc import Callable
from typing import NamedTuple

from parure.i18n import gettext as _
from parure.server.lessons.learner import (
    Advice,
    Learner,
    something_to_reserve,
    towards_a_card,
    towards_a_first_card,
    towards_a_noble,
    towards_prestige,
    towards_the_hand,
)

__all__ = ["Step", "steps_of"]


class Step(NamedTuple):
    """One thing to learn."""

    title: str
    why: str
    is_over: Callable[[Learner], bool]
    advise: Callable[[Learner], Advice]
    """What to do for it where the lesson suggests nothing."""
    tiles: Callable[[Learner], tuple[str, ...]] = lambda _learner: ()
    """The nobles, cities and posts that it is about, to be lit too."""


def steps_of(lesson: str) -> list[Step]:
    """Return the steps of a lesson, in their order."""
    return _LESSONS[lesson]()


def _first() -> list[Step]:
    return [
        Step(
            _("Take tokens"),
            _(
                "Everything begins with gem tokens: they buy cards. In a turn you take three of "
                "different colours, or two of one colour where four or more lie."
            ),
            lambda learner: bool(learner.did("take") or learner.own["cards"]),
            towards_a_first_card,
        ),
        Step(
            _("Buy your first card"),
            _(
                "The gems at the foot of a card are its price. A ring around a card says that you "
                "can pay for it; a dashed ring, that gold is needed."
            ),
            lambda learner: bool(learner.own["cards"]),
            towards_a_first_card,
        ),
        Step(
            _("Your cards pay with you"),
            _(
                "The gem at the top right of your card is a bonus: from now on everything costs one "
                "token of that colour less, in every purchase. Tokens are spent, bonuses stay: the "
                "small cards of today buy the big ones of tomorrow."
            ),
            lambda learner: len(learner.own["cards"]) >= 2,
            towards_a_card,
        ),
        Step(
            _("Reserve what you need"),
            _(
                "Another player may take the card you save for. Reserving puts it into your hand, "
                "where only you can buy it, and brings a gold token: a joker for any colour. "
                "It costs a turn, so reserve what is worth it."
            ),
            lambda learner: learner.did("reserve") > 0,
            something_to_reserve,
        ),
        Step(
            _("Save for it"),
            _(
                "A card is reserved when it can’t be paid for yet. One turn goes into reserving it, "
                "one or more into what is still lacking: so it is often bought two turns later. "
                "It waits in your hand, where nobody takes it."
            ),
            lambda learner: bool(learner.did("buy hand") or _can_pay_from_hand(learner)),
            towards_the_hand,
        ),
        Step(
            _("Pay with gold"),
            _(
                "The gold that came with the card is a joker: it stands for one token of any colour "
                "that you lack, and goes back to the bank like the others."
            ),
            lambda learner: learner.did("pay gold") > 0,
            towards_the_hand,
        ),
        Step(
            _("Win prestige"),
            _(
                "The number at the top left of a card is prestige: 15 of it bring the last round, and "
                "the most wins. Small cards give bonuses, big ones prestige: you need both."
            ),
            lambda learner: learner.own["prestige"] >= 5,
            towards_prestige,
        ),
        Step(
            _("Ten tokens at most"),
            _(
                "At the end of a turn nobody keeps more than ten tokens, gold included. Whoever has "
                "more gives some back, of their own choice. Tokens are there to be spent."
            ),
            lambda learner: bool(learner.did("return") or learner.own["nobles"]),
            towards_prestige,
        ),
        Step(
            _("A noble’s visit"),
            _(
                "A noble comes by itself to whoever has the cards it asks for, at no cost, and is worth "
                "3 prestige. Two nobles often ask for the same colours: look before you choose."
            ),
            lambda learner: bool(learner.own["nobles"]),
            towards_a_noble,
            Learner.nearest_goal,
        ),
        Step(
            _("You know the game"),
            _(
                "Choose a big card or a noble, see which colours lead there, and let every turn bring "
                "you nearer. And watch the others: what do they save for?"
            ),
            _never,
            lambda _learner: Advice(
                _(
                    "Play on and win: the coach has nothing more to teach. Hints and rules stay in the bar."
                )
            ),
        ),
    ]


def _cities() -> list[Step]:
    return [
        Step(
            _("Cities, and no nobles"),
            _(
                "With The Cities no noble comes, and 15 prestige end nothing. A city does: it asks for "
                "prestige and for cards of some colours. Who has both at the end of a turn brings the "
                "last round."
            ),
            lambda learner: learner.turns >= 1,
            _another_way,
            Learner.nearest_goal,
        ),
        Step(
            _("Work for one of them"),
            _(
                "Each city shows what you still lack. Prestige alone does not help: choose the nearest "
                "city, and the cards that count for it."
            ),
            lambda learner: learner.turns >= 3,
            _another_way,
            Learner.nearest_goal,
        ),
        Step(
            _("Fulfil the city"),
            _(
                "This purchase brings you all that a city asks for. You take no tile: another player may "
                "fulfil a city in the same round, and then the most prestige wins."
            ),
            _never,
            _another_way,
            Learner.nearest_goal,
        ),
    ]


def _trading_posts() -> list[Step]:
    return [
        Step(
            _("Win a post"),
            _(
                "A trading post asks for cards of some colours. Who has them at the end of a turn wins it, "
                "at no cost and for good; one post a turn. There is a tile for every player."
            ),
            lambda learner: len(learner.own["posts"]) >= 1,
            _another_way,
        ),
        Step(
            _("A third token"),
            _(
                "Your post is a power. This one works whenever you take two tokens of one colour: you take "
                "a third one of another colour as well."
            ),
            lambda learner: learner.did("gain") >= 1,
            _another_way,
        ),
        Step(
            _("Another post"),
            _(
                "Powers add up. Three red cards and a white one win the post that gives a gem after each "
                "purchase."
            ),
            lambda learner: len(learner.own["posts"]) >= 2,
            _another_way,
        ),
        Step(
            _("A purchase that pays back"),
            _(
                "After each purchase you take a gem token now, also one that you have just spent. "
                "Not yet in the turn in which the post is won."
            ),
            lambda learner: learner.did("gain") >= 2,
            _another_way,
        ),
        _last(
            _("You know the trading posts"),
            _(
                "Three more wait: one makes gold worth two tokens, one shows two cards when you reserve from "
                "a deck, and one is worth prestige for each post that you have."
            ),
        ),
    ]


def _orient() -> list[Step]:
    return [
        Step(
            _("Pair a card"),
            _(
                "The cards with cut corners are those of The Orient. One with two cards at its top right has "
                "no colour of its own: you pair it with a colour that you have, and it stays so."
            ),
            lambda learner: learner.did("pair") >= 1,
            _another_way,
        ),
        Step(
            _("Take a gift"),
            _(
                "Some cards bring another card for free, of the level below. Its effect counts too: a gift "
                "may bring a gift."
            ),
            lambda learner: learner.did("gift") >= 1,
            _another_way,
        ),
        Step(
            _("Use a joker card"),
            _(
                "A card with two coins gives no bonus. When you buy another card you may discard it, and it "
                "pays like two gold."
            ),
            lambda learner: learner.did("pay joker") >= 1,
            _another_way,
        ),
        Step(
            _("Pay with cards"),
            _(
                "This card costs no tokens, but two cards of a colour: you discard them, and their bonuses "
                "and prestige go with them. Paired cards go first."
            ),
            _never,
            _another_way,
        ),
    ]


def _orient17() -> list[Step]:
    return [
        Step(
            _("Reserve a noble"),
            _(
                "In the edition of 2017 a card of level 2 reserves a noble. It stays before you, and can "
                "visit nobody else."
            ),
            lambda learner: learner.did("claim") >= 1,
            _another_way,
        ),
        Step(
            _("It waits for you"),
            _(
                "You still need the cards that the noble asks for. But nobody can be quicker now, so there "
                "is time to find them."
            ),
            lambda learner: bool(learner.own["nobles"]),
            _another_way,
            Learner.nearest_goal,
        ),
        _last(
            _("The noble has come"),
            _("A reserved noble comes like any other: one a turn, for 3 prestige."),
        ),
    ]


def _strongholds() -> list[Step]:
    return [
        Step(
            _("Place a stronghold"),
            _(
                "With each purchase you do something with a stronghold. Put one on a card, and only you can "
                "buy or reserve it."
            ),
            lambda learner: learner.did("place") >= 1,
            _another_way,
        ),
        Step(
            _("Move one"),
            _(
                "Instead of placing one you may move one of yours to another card, or send one of your "
                "rival home where it stands alone."
            ),
            lambda learner: learner.did("move") >= 1,
            _another_way,
        ),
        Step(
            _("Conquer a card"),
            _(
                "With all three of your strongholds on one card you may buy it after your action, whatever "
                "that was: two purchases in one turn. The third may have come with the first purchase."
            ),
            lambda learner: learner.did("conquer") >= 1,
            _another_way,
        ),
        _last(
            _("You know the strongholds"),
            _(
                "Hold what you save for, and look where your rival gathers towers: what stands there alone "
                "can be sent home."
            ),
        ),
    ]


def _never(_learner: Learner) -> bool:
    return False


def _another_way(_learner: Learner) -> Advice:
    return Advice(
        _(
            "You have gone another way than this lesson: take your move back and do what is lit, or play on "
            "as you like."
        )
    )


def _last(title: str, why: str) -> Step:
    return Step(
        title,
        why,
        _never,
        lambda _learner: Advice(_("That was the lesson. Play on if you like, or try another one.")),
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
