"""Checks what must hold after every move of every game, computed independently of the engine.

`check` looks at one position, `check_round_trip` sends it through JSON and back.
"""

import json
from collections import Counter

from parure import Game
from parure.components import CARDS, COLOURS, Card, City, card_of, city_of, noble_of, post_of
from parure.core.state import GONE, NOBODY, STATE
from parure.game.moves import DECKS, TOKEN_NAMES
from parure.game.position import State
from parure.game.snapshot import Snapshot, to_dict

__all__ = ["check", "check_round_trip", "content", "game_at"]

_GEMS = {2: 4, 3: 5, 4: 7}
_ORIENT = {2017: "orient", 2024: "orient_2024"}


def content(state: State, *, without: tuple[str, ...] = ()) -> bytes:
    """Return the bytes of a state, field by field."""
    return b"".join(state[name].tobytes() for name in STATE.names or () if name not in without)


game_at = Game.from_state


def check(game: Game, *, made_up: bool = False) -> None:
    """Assert what holds after every move.

    :param made_up: the game began at a position of which docs/formats/snapshot.md says what it may lack.
    """
    table = to_dict(game.state)
    check_question(game)
    check_tokens(table, made_up=made_up)
    check_cards(table, game.state, made_up=made_up)
    check_rows(table)
    check_tiles(table, made_up=made_up)
    check_strongholds(table)
    for seat in range(table["players"]):
        check_seat(table, game.state, seat)
    check_end(table, game.state, made_up=made_up)


def check_question(game: Game) -> None:
    """A decision has two moves or more, each once, in order (CONTRACT); none when it is over."""
    moves = [move.number for move in game.legal_moves]
    assert moves == sorted(set(moves))
    if game.is_over:
        assert (moves, game.to_play, game.decision) == ([], None, None)
    else:
        assert len(moves) >= 2
        assert {move.decision for move in game.legal_moves} == {game.decision}
        assert game.to_play == game.turns % game.rules.players  # B5


def check_tokens(table: Snapshot, *, made_up: bool) -> None:
    """Tokens are neither made nor lost (B4), and a turn leaves ten to a seat at most (B19)."""
    for name in TOKEN_NAMES:
        there = [table["bank"][name], *(seat["tokens"][name] for seat in table["seats"])]
        assert min(there) >= 0
        assert sum(there) == (5 if name == "gold" else _GEMS[table["players"]]), name
    for number, seat in enumerate(table["seats"]):
        if not made_up and (table["decision"] == "action" or number != table["to_play"]):
            assert sum(seat["tokens"].values()) <= 10, number


def check_cards(table: Snapshot, state: State, *, made_up: bool) -> None:
    """Each card of the game is in one place; with The Orient it may have left (O5, O20)."""
    owner = {card.id: int(number) for card, number in zip(CARDS, state[0].owner, strict=True)}
    held = [card for seat in table["seats"] for card in seat["hand"]]
    owned = [card for seat in table["seats"] for card in seat["cards"]]
    lying = [card for card in table["rows"].values() if card is not None]
    decks = [card for cards in table["decks"].values() for card in cards]
    gone = [card for card, seat in owner.items() if seat == GONE]
    places = Counter(held + owned + lying + decks + gone)
    in_game = {card.id for card in CARDS if card.set in ("base", _orient_of(table))}
    assert set(places) == in_game
    assert set(places.values()) == {1}, [card for card in places if places[card] > 1]
    assert not gone or "orient" in table["modules"] or made_up
    for number, seat in enumerate(table["seats"]):
        assert len(seat["hand"]) == len(seat["blind"]) <= 3  # B11
        assert all(owner[card] == number for card in seat["cards"])
    assert all(seat == NOBODY for card, seat in owner.items() if card not in {*owned, *gone})


def _orient_of(table: Snapshot) -> str | None:
    return _ORIENT[table["edition"]] if "orient" in table["modules"] else None


def check_rows(table: Snapshot) -> None:
    """Rows and decks hold cards of their own deck; between turns only an empty deck leaves a gap (B16)."""
    assert len(table["rows"]) == (18 if "orient" in table["modules"] else 12)
    for name, cards in table["decks"].items():
        assert {_deck_of(card_of(card)) for card in cards} <= {name}
    for place, card in table["rows"].items():
        deck = place[0] + ("o" if place[1] in "ef" else "")
        if card is not None:
            assert _deck_of(card_of(card)) == deck
        elif table["decision"] in ("action", None):
            assert table["decks"][deck] == []


def _deck_of(card: Card) -> str:
    return DECKS[card.level - 1 + (0 if card.set == "base" else 3)]


def check_tiles(table: Snapshot, *, made_up: bool) -> None:
    """Nobles and cities are those of the beginning (B3, C1); nobody has a post twice (T2, T3)."""
    with_cities = "cities" in table["modules"]
    nobles, cities = list(table["nobles"]), list(table["cities"])
    for seat in table["seats"]:
        nobles += seat["nobles"] + seat["claimed"]
        cities += [seat["city"]] if seat["city"] else []
        posts = [post_of(post) for post in seat["posts"]]
        assert len({post.power for post in posts}) == len(posts)
        assert all(post.edition == table["edition"] for post in posts)
        assert not posts or "trading_posts" in table["modules"]
        assert not seat["claimed"] or _orient_of(table) == "orient" or made_up  # O12
        assert not seat["city"] or table["edition"] == 2017  # C6
    assert len(set(nobles)) == len(nobles)
    assert len({city_of(city).tile for city in cities}) == len(cities)
    if not made_up:
        assert len(nobles) == (0 if with_cities else table["players"] + 1)
        assert len(cities) == (3 if with_cities else 0)
    assert all(city_of(city).edition == table["edition"] for city in cities)


def check_strongholds(table: Snapshot) -> None:
    """Each seat has three strongholds (S1), on face-up cards or in its supply."""
    there = [seat["strongholds"] for seat in table["seats"]]
    assert min(there) >= 0
    for place, (seat, number) in table["strongholds"].items():
        assert table["rows"][place] is not None
        assert 1 <= number <= 3
        there[seat] += number
    assert there == [3 if "strongholds" in table["modules"] else 0] * table["players"]


def check_seat(table: Snapshot, state: State, number: int) -> None:
    """Bonuses and prestige are those of the cards, nobles and posts of the seat (B17, B25)."""
    seat, s = table["seats"][number], state[0]
    bonuses, counted = _bonuses(seat), _counted(table, seat)
    assert seat["bonuses"] == bonuses
    assert [int(n) for n in s.counted[number, : len(COLOURS)]] == list(counted.values())
    assert seat["prestige"] == _prestige(seat)
    assert s.card_count[number] == len(seat["cards"])
    assert s.jokers[number] == sum(card_of(card).effect == "gold2" for card in seat["cards"])
    # A paired card that has just entered waits for its colour.
    waiting = {card for card in seat["cards"] if card_of(card).bonus == "paired"} - {
        *seat["paired"]
    }
    assert not waiting or (table["to_play"], table["decision"]) == (number, "pair")
    worths = {worth for _, worth in seat["paired"].values()}
    assert worths <= ({1} if table["edition"] == 2017 else {1, 2})  # O6


def _colour_and_worth(seat: Snapshot, card: str) -> tuple[str, int]:
    """Return the colour of an owned card, empty where it has none, and how many bonuses it gives."""
    printed = card_of(card)
    if printed.bonus == "paired":
        colour, worth = seat["paired"].get(card, ("", 0))
        return colour, worth
    return printed.bonus, printed.worth


def _bonuses(seat: Snapshot) -> dict[str, int]:
    """Count the bonuses of a seat's cards (B13, O11)."""
    bonuses = dict.fromkeys(COLOURS, 0)
    for card in seat["cards"]:
        colour, worth = _colour_and_worth(seat, card)
        if colour:
            bonuses[colour] += worth
    return bonuses


def _counted(table: Snapshot, seat: Snapshot) -> dict[str, int]:
    """Count what conditions count: bonuses in 2017 (O22), cards in 2024 (O23)."""
    if table["edition"] == 2017:
        return _bonuses(seat)
    colours = [_colour_and_worth(seat, card)[0] for card in seat["cards"]]
    return {colour: colours.count(colour) for colour in COLOURS}


def _prestige(seat: Snapshot) -> int:
    """Count prestige: cards, nobles, posts (B25, T7, T8, T10)."""
    points = sum(card_of(card).prestige for card in seat["cards"])
    points += sum(noble_of(noble).prestige for noble in seat["nobles"])
    powers = {post_of(post).power for post in seat["posts"]}
    points += 5 * ("prestige_5" in powers)
    points += len(powers) * any(power.startswith("prestige_1_per") for power in powers)
    return points


def check_end(table: Snapshot, state: State, *, made_up: bool) -> None:
    """The game ends with the round in which someone reaches the goal (B23, C7), or by passes (B18)."""
    reached = [n for n in range(table["players"]) if _reaches_goal(table, table["seats"][n])]
    passed = int(state[0].passes) == table["players"]
    if table["over"]:
        assert passed or (reached and table["turns"] % table["players"] == 0)
        assert table["winners"] == _winners(table, reached)
    else:
        # More than ten tokens, which a made-up position may have, are given back after the last pass.
        assert not passed or table["decision"] == "return"
        assert table["winners"] == []
        if table["decision"] == "action" and table["to_play"] == 0:
            assert not reached or made_up


def _reaches_goal(table: Snapshot, seat: Snapshot) -> bool:
    """Tell whether the seat has what ends the game: 15 prestige (B23) or a city (C4–C6)."""
    if "cities" not in table["modules"]:
        return bool(seat["prestige"] >= 15)
    if table["edition"] == 2017:
        return seat["city"] is not None
    return any(_meets(table, seat, city_of(city)) for city in table["cities"])


def _meets(table: Snapshot, seat: Snapshot, city: City) -> bool:
    """Tell whether a seat meets a city: its prestige and its colours (C2, C3)."""
    has = list(_counted(table, seat).values())
    others = [n for n, need in zip(has, city.needs, strict=True) if need == 0]
    return (
        seat["prestige"] >= city.prestige
        and all(n >= need for n, need in zip(has, city.needs, strict=True))
        and max(others, default=0) >= city.any_colour
    )


def _winners(table: Snapshot, reached: list[int]) -> list[int]:
    """Return who wins: most prestige, then fewest cards (B26–B28), among those with a city (C8, C9)."""
    seats = range(table["players"])
    contenders = reached if "cities" in table["modules"] and reached else list(seats)

    def standing(number: int) -> tuple[int, int]:
        seat = table["seats"][number]
        return seat["prestige"], -len(seat["cards"])

    best = max(standing(number) for number in contenders)
    return [number for number in contenders if standing(number) == best]


def check_round_trip(game: Game) -> None:
    """A snapshot goes through JSON and back, and gives the same bytes but for the random generator."""
    snapshot = game.snapshot()
    again = Game.from_snapshot(json.loads(json.dumps(snapshot)))
    assert content(again.state, without=("rng",)) == content(game.state, without=("rng",))
    assert again.legal_moves == game.legal_moves
    assert again.snapshot() == snapshot
