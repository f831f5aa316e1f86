"""Every sentence of a review, as people read it."""

from typing import get_args

import pytest

from parure.i18n import LANGUAGES, use_language
from parure.review import sentences
from parure.review.values import GRADES, Choice, Deed, Fact, FactKind, TurningPoint
from parure.words.move_words import KINDS

PLAIN = sentences.Plain(["Ann", "Bo"])

FACTS = {
    Fact("wins", 0): "It wins the game.",
    Fact("ends", 0, number=16): "It starts the last round, with 16 prestige.",
    Fact("city", 0, "city24-6a"): "It reaches Seoul.",
    Fact("noble", 0, "noble-05"): "It attracts the noble for 4 white, 4 black.",
    Fact("noble_race", 1, "noble-05"): "Bo was at most one card away from that noble.",
    Fact("post", 0, "tp24-2"): "It wins the post for 2 white.",
    Fact("conquers", 0, "base-2b6"): "It conquers a level-2 blue card as well.",
    Fact("scores", 0, number=3): "It scores 3 more prestige.",
    Fact("denies", 1, "base-2b6"): "Bo could already afford a level-2 blue card.",
    Fact("bought", 1, "base-2b6"): "Bo bought a level-2 blue card next.",
    Fact(
        "deals", 1, "base-2b6", 62, 100
    ): "In 62 of 100 simulated deals, Bo buys a level-2 blue card next.",
    Fact(
        "holds", 1, "base-2b6"
    ): "Its stronghold keeps a level-2 blue card from Bo, who could afford it.",
    Fact("affords", 0, "base-2b6"): "Ann could then afford a level-2 blue card.",
    Fact("keeps", 0, number=1): "It saves 1 gold.",
    Fact("turned_up", 1, "base-2b6"): "A level-2 blue card turned up.",
    Fact("can_pay", 1, "base-2b6"): "Bo can afford it.",
    Fact("short", 1, "base-2b6", 1): "Bo is 1 token short of it.",
    Fact("short", 1, "base-2b6", 2): "Bo is 2 tokens short of it.",
}

OF_IT = {
    Fact("denies", 1, "base-2b6"): "Bo could already afford it.",
    Fact("bought", 1, "base-2b6"): "Bo bought it next.",
    Fact("deals", 1, "base-2b6", 62, 100): "In 62 of 100 simulated deals, Bo buys it next.",
    Fact("affords", 0, "base-2b6"): FACTS[Fact("affords", 0, "base-2b6")],
}

MOVES = {
    Deed("take W U G"): "take white, blue, green",
    Deed("reserve 2a", "base-2b6"): "reserve a level-2 blue card",
    Deed("reserve deck 1o"): "reserve from a deck (Orient, level 1, face down)",
    Deed("buy 2a", "base-2b6"): "buy a level-2 blue card",
    Deed("buy hand 1", "base-2b6"): "buy a level-2 blue card",
    Deed("pass"): "pass",
    Deed("pay"): "pay without any more gold",
    Deed("pay joker"): "pay with a joker card",
    Deed("pay gold R"): "use gold as red",
    Deed("discard base-2b6", "base-2b6"): "discard a level-2 blue card",
    Deed("pair R"): "pair it with red",
    Deed("claim noble-05"): "reserve the noble for 4 white, 4 black",
    Deed("gift 2a", "base-2b6"): "take a level-2 blue card for free",
    Deed("gain W"): "take white",
    Deed("place 2a", "base-2b6"): "place a stronghold on a level-2 blue card",
    Deed(
        "move 1a 2a", "base-2b6", "base-1w1"
    ): "move a stronghold from a level-1 white card to a level-2 blue card",
    Deed("remove 2a", "base-2b6", owner=1): "remove the stronghold from a level-2 blue card",
    Deed("conquer 2a", "base-2b6"): "conquer a level-2 blue card",
    Deed("decline"): "decline the conquest",
    Deed("keep base-2b6", "base-2b6"): "keep a level-2 blue card",
    Deed("return W"): "give back white",
    Deed("noble noble-05"): "receive the noble for 4 white, 4 black",
    Deed("post tp24-2"): "win the post for 2 white",
    Deed("city city24-6a"): "take Seoul",
}

PLAYED = {
    Deed("buy 2a", "base-2b6"): "bought a level-2 blue card",
    Deed("keep base-2b6", "base-2b6"): "kept a level-2 blue card",
    Deed("discard base-2b6", "base-2b6"): "discarded a level-2 blue card",
    Deed("gift 2a", "base-2b6"): "received a level-2 blue card",
    Deed("pay"): "paid without any more gold",
    Deed("take W W"): "took white, white",
    Deed(
        "remove 2a", "base-2b6", owner=1
    ): "removed a stronghold belonging to Bo from a level-2 blue card",
}


CHOICE = Choice(4, 4, 4, 0, "action", Deed("take W U G"), best=Deed("buy 2a", "base-2b6"))
DECISION = TurningPoint("decision", 4, 0, 0.65, 0.45, (Fact("scores", 0, number=3),))
LUCK = TurningPoint(
    "luck", 4, 0, 0.8, 0.3, (Fact("turned_up", 1, "base-2b6"), Fact("short", 1, "base-2b6", 2))
)


def told_about(point: TurningPoint) -> str:
    return " ".join(sentences.point_words(point, CHOICE, PLAIN))


@pytest.mark.usefixtures("english")
def test_every_sentence_reads_well():
    assert {fact.kind for fact in FACTS} == set(get_args(FactKind))
    for fact, words in FACTS.items():
        assert sentences.fact_words(fact, PLAIN) == words
    for fact, words in OF_IT.items():
        assert sentences.fact_words(fact, PLAIN, Deed("reserve 2a", "base-2b6")) == words
    assert {sentences.kind_of(deed.move) for deed in MOVES} == set(KINDS)
    for deed, words in MOVES.items():
        assert sentences.best_words(deed, PLAIN) == words
    for deed, words in PLAYED.items():
        assert sentences.played_words(deed, PLAIN) == words
    best = "Best: buy a level-2 blue card. It scores 3 more prestige."
    assert told_about(DECISION) == f"Ann took white, blue, green. {best}"
    luck = "Luck: A level-2 blue card turned up. Bo is 2 tokens short of it."
    assert told_about(LUCK) == luck
    words = ["best", "good", "inaccuracy", "mistake", "blunder"]
    assert [sentences.grade_words(grade) for grade in GRADES] == words
    assert sentences.percent_words(0.456) == "46%"
    assert sentences.points_words(0.314) == "+31"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_fills_its_sentences(code):
    """What they say is the catalogues' own: here they are whole, and in French once word for word."""
    use_language(code)
    told = [sentences.fact_words(fact, PLAIN) for fact in FACTS]
    for deed in MOVES:
        told += [sentences.best_words(deed, PLAIN), sentences.played_words(deed, PLAIN)]
    told += [told_about(DECISION), told_about(LUCK)]
    assert all(words and "{" not in words for words in told)
    if code == "fr":
        assert told_about(LUCK) == (
            "Hasard\u202f: Une carte bleue de niveau 2 est apparue. À Bo il manque 2 jetons pour elle."
        )
        assert sentences.percent_words(0.456) == "46\u202f%"
