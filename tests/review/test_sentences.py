"""Every sentence of a review, in two languages, as people read it."""

from typing import get_args

import pytest

from parure.i18n import use_language
from parure.review import sentences
from parure.review.values import GRADES, Choice, Deed, Fact, FactKind, TurningPoint
from parure.words.move_words import KINDS

PLAIN = sentences.Plain(["Ann", "Bo"])

FACTS = {
    Fact("wins", 0): ("It wins the game.", "Ce coup gagne la partie."),
    Fact("ends", 0, number=16): (
        "It starts the last round, with 16 prestige.",
        "Ce coup ouvre le dernier tour de table, avec 16 de prestige.",
    ),
    Fact("city", 0, "city24-6a"): ("It reaches Seoul.", "Ce coup atteint Séoul."),
    Fact("noble", 0, "noble-05"): (
        "It attracts the noble for 4 white, 4 black.",
        "Ce coup attire le noble pour 4 blancs, 4 noirs.",
    ),
    Fact("noble_race", 1, "noble-05"): (
        "Bo was at most one card away from that noble.",
        "À Bo il manquait au plus une carte pour ce noble.",
    ),
    Fact("post", 0, "tp24-2"): (
        "It wins the post for 2 white.",
        "Ce coup gagne le comptoir pour 2 blancs.",
    ),
    Fact("conquers", 0, "base-2b6"): (
        "It conquers a level-2 blue card as well.",
        "Ce coup conquiert aussi une carte bleue de niveau 2.",
    ),
    Fact("scores", 0, number=3): (
        "It scores 3 more prestige.",
        "Ce coup rapporte 3 de prestige de plus.",
    ),
    Fact("denies", 1, "base-2b6"): (
        "Bo could already afford a level-2 blue card.",
        "Bo pouvait déjà payer une carte bleue de niveau 2.",
    ),
    Fact("bought", 1, "base-2b6"): (
        "Bo bought a level-2 blue card next.",
        "Bo a ensuite acheté une carte bleue de niveau 2.",
    ),
    Fact("deals", 1, "base-2b6", 62, 100): (
        "In 62 of 100 simulated deals, Bo buys a level-2 blue card next.",
        "Dans 62 donnes simulées sur 100, Bo achète ensuite une carte bleue de niveau 2.",
    ),
    Fact("holds", 1, "base-2b6"): (
        "Its stronghold keeps a level-2 blue card from Bo, who could afford it.",
        "Son bastion soustrait une carte bleue de niveau 2 à Bo, qui pouvait la payer.",
    ),
    Fact("affords", 0, "base-2b6"): (
        "Ann could then afford a level-2 blue card.",
        "Ensuite Ann pouvait payer une carte bleue de niveau 2.",
    ),
    Fact("keeps", 0, number=1): ("It saves 1 gold.", "Ce coup économise 1 or."),
    Fact("turned_up", 1, "base-2b6"): (
        "A level-2 blue card turned up.",
        "Une carte bleue de niveau 2 est apparue.",
    ),
    Fact("can_pay", 1, "base-2b6"): ("Bo can afford it.", "Bo peut la payer."),
    Fact("short", 1, "base-2b6", 1): (
        "Bo is 1 token short of it.",
        "À Bo il manque 1 jeton pour elle.",
    ),
    Fact("short", 1, "base-2b6", 2): (
        "Bo is 2 tokens short of it.",
        "À Bo il manque 2 jetons pour elle.",
    ),
}

OF_IT = {
    Fact("denies", 1, "base-2b6"): (
        "Bo could already afford it.",
        "Bo pouvait déjà la payer.",
    ),
    Fact("bought", 1, "base-2b6"): ("Bo bought it next.", "Bo l’a achetée ensuite."),
    Fact("deals", 1, "base-2b6", 62, 100): (
        "In 62 of 100 simulated deals, Bo buys it next.",
        "Dans 62 donnes simulées sur 100, Bo l’achète ensuite.",
    ),
    Fact("affords", 0, "base-2b6"): FACTS[Fact("affords", 0, "base-2b6")],
}

MOVES = {
    Deed("take W U G"): ("take white, blue, green", "prendre blanc, bleu, vert"),
    Deed("reserve 2a", "base-2b6"): (
        "reserve a level-2 blue card",
        "réserver une carte bleue de niveau 2",
    ),
    Deed("reserve deck 1o"): (
        "reserve from a deck (Orient, level 1, face down)",
        "réserver d’une pioche (Orient, niveau 1, face cachée)",
    ),
    Deed("buy 2a", "base-2b6"): (
        "buy a level-2 blue card",
        "acheter une carte bleue de niveau 2",
    ),
    Deed("buy hand 1", "base-2b6"): (
        "buy a level-2 blue card",
        "acheter une carte bleue de niveau 2",
    ),
    Deed("pass"): ("pass", "passer"),
    Deed("pay"): ("pay without any more gold", "payer sans ajouter d’or"),
    Deed("pay joker"): ("pay with a joker card", "payer avec une carte joker"),
    Deed("pay gold R"): ("use gold as red", "utiliser de l’or comme rouge"),
    Deed("discard base-2b6", "base-2b6"): (
        "discard a level-2 blue card",
        "défausser une carte bleue de niveau 2",
    ),
    Deed("pair R"): ("pair it with red", "l’associer à rouge"),
    Deed("claim noble-05"): (
        "reserve the noble for 4 white, 4 black",
        "réserver le noble pour 4 blancs, 4 noirs",
    ),
    Deed("gift 2a", "base-2b6"): (
        "take a level-2 blue card for free",
        "prendre gratuitement une carte bleue de niveau 2",
    ),
    Deed("gain W"): ("take white", "prendre blanc"),
    Deed("place 2a", "base-2b6"): (
        "place a stronghold on a level-2 blue card",
        "poser un bastion sur une carte bleue de niveau 2",
    ),
    Deed("move 1a 2a", "base-2b6", "base-1w1"): (
        "move a stronghold from a level-1 white card to a level-2 blue card",
        "déplacer un bastion posé sur une carte blanche de niveau 1 vers une carte bleue de niveau 2",
    ),
    Deed("remove 2a", "base-2b6", owner=1): (
        "remove the stronghold from a level-2 blue card",
        "retirer le bastion posé sur une carte bleue de niveau 2",
    ),
    Deed("conquer 2a", "base-2b6"): (
        "conquer a level-2 blue card",
        "conquérir une carte bleue de niveau 2",
    ),
    Deed("decline"): ("decline the conquest", "renoncer à la conquête"),
    Deed("keep base-2b6", "base-2b6"): (
        "keep a level-2 blue card",
        "garder une carte bleue de niveau 2",
    ),
    Deed("return W"): ("give back white", "rendre blanc"),
    Deed("noble noble-05"): (
        "receive the noble for 4 white, 4 black",
        "recevoir le noble pour 4 blancs, 4 noirs",
    ),
    Deed("post tp24-2"): ("win the post for 2 white", "gagner le comptoir pour 2 blancs"),
    Deed("city city24-6a"): ("take Seoul", "prendre Séoul"),
}

PLAYED = {
    Deed("buy 2a", "base-2b6"): ("bought a level-2 blue card", "a acheté une carte bleue de niveau 2"),
    Deed("keep base-2b6", "base-2b6"): ("kept a level-2 blue card", "a gardé une carte bleue de niveau 2"),
    Deed("discard base-2b6", "base-2b6"): (
        "discarded a level-2 blue card",
        "a défaussé une carte bleue de niveau 2",
    ),
    Deed("gift 2a", "base-2b6"): (
        "received a level-2 blue card",
        "a pris gratuitement une carte bleue de niveau 2",
    ),
    Deed("pay"): ("paid without any more gold", "a payé sans ajouter d’or"),
    Deed("take W W"): ("took white, white", "a pris blanc, blanc"),
    Deed("remove 2a", "base-2b6", owner=1): (
        "removed a stronghold belonging to Bo from a level-2 blue card",
        "a retiré un bastion de Bo sur une carte bleue de niveau 2",
    ),
}  # fmt: skip


@pytest.fixture(params=enumerate(("en", "fr")), ids=lambda each: each[1])
def place(request):
    """Speak a language; where its sentences stand above."""
    number, code = request.param
    use_language(code)
    return number


def test_facts(place):
    assert {fact.kind for fact in FACTS} == set(get_args(FactKind))
    for fact, words in FACTS.items():
        assert sentences.fact_words(fact, PLAIN) == words[place]
    for fact, words in OF_IT.items():
        assert sentences.fact_words(fact, PLAIN, Deed("reserve 2a", "base-2b6")) == words[place]


def test_best_moves(place):
    assert {sentences.kind_of(deed.move) for deed in MOVES} == set(KINDS)
    for deed, words in MOVES.items():
        assert sentences.best_words(deed, PLAIN) == words[place]


def test_moves_played(place):
    for deed, words in PLAYED.items():
        assert sentences.played_words(deed, PLAIN) == words[place]
    for deed in MOVES:
        words = sentences.played_words(deed, PLAIN)
        assert words
        assert "{" not in words


def test_turning_points(place):
    choice = Choice(4, 4, 4, 0, "action", Deed("take W U G"), best=Deed("buy 2a", "base-2b6"))
    point = TurningPoint("decision", 4, 0, 0.65, 0.45, (Fact("scores", 0, number=3),))
    assert (
        " ".join(sentences.point_words(point, choice, PLAIN))
        == (
            "Ann took white, blue, green. Best: buy a level-2 blue card. It scores 3 more prestige.",
            "Ann a pris blanc, bleu, vert. Le mieux\u202f: acheter une carte bleue de niveau 2. "
            "Ce coup rapporte 3 de prestige de plus.",
        )[place]
    )
    luck = TurningPoint(
        "luck", 4, 0, 0.8, 0.3, (Fact("turned_up", 1, "base-2b6"), Fact("short", 1, "base-2b6", 2))
    )
    assert (
        " ".join(sentences.point_words(luck, choice, PLAIN))
        == (
            "Luck: A level-2 blue card turned up. Bo is 2 tokens short of it.",
            "Hasard\u202f: Une carte bleue de niveau 2 est apparue. À Bo il manque 2 jetons pour elle.",
        )[place]
    )


def test_grades_and_figures(place):
    words = [sentences.grade_words(grade) for grade in GRADES]
    assert (
        words
        == [
            ["best", "good", "inaccuracy", "mistake", "blunder"],
            ["meilleur", "bon", "imprécision", "erreur", "gaffe"],
        ][place]
    )
    assert sentences.percent_words(0.456) == ["46%", "46\u202f%"][place]
    assert sentences.points_words(0.314) == "+31"
