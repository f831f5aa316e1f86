"""Reading snapshots: a state of the core from a plain dict, real or made up.

`to_state` reads a position at the beginning of a turn, and checks each thing as it goes; the middle of a turn
is `Game`'s business, which knows how it came about. A position that no game leads to is as good as any if
the rules say how to go on from it: `docs/formats/snapshot.md` says what that takes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

from parure.components import CARDS, COLOURS, card_of, city_of, noble_of, post_of
from parure.core import calls
from parure.core import state as core
from parure.core.market import SEAT_BITS
from parure.core.setup import GOLD_TOKENS
from parure.core.tables import (
    DECK,
    DECK_CARDS,
    DECK_START,
    GOLD,
    IS_PAIRED,
    LEVELS,
    PLACE_DECK,
    POST_POWER,
)
from parure.errors import ParureError, RulesError, SnapshotError
from parure.game.moves import DECKS, PLACE_NAMES, TOKEN_NAMES
from parure.game.position import State
from parure.game.snapshot import NEWEST_FORMAT
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["check_format", "check_names", "to_state"]

Tile = TypeVar("Tile")

_LIST = (list, tuple)
_MOST_TURNS = 10**9
_KINDS_OF_A_TABLE: dict[str, Any] = {
    **dict.fromkeys(("edition", "players", "turns"), int),
    **dict.fromkeys(("modules", "winners", "nobles", "cities", "seats"), _LIST),
    **dict.fromkeys(("bank", "rows", "decks", "strongholds"), Mapping),
    **dict.fromkeys(("to_play", "decision"), object),
    "over": bool,
}
_MORE_OF_A_TABLE: dict[str, Any] = {"format": int, "under": Mapping, "pending": Mapping}
_KINDS_OF_A_SEAT: dict[str, Any] = {
    **dict.fromkeys(("cards", "hand", "blind", "nobles", "claimed", "posts"), _LIST),
    **dict.fromkeys(("tokens", "paired"), Mapping),
    "city": object,
    "strongholds": int,
}
_MORE_OF_A_SEAT: dict[str, Any] = {"bonuses": Mapping, "prestige": int}


def to_state(snapshot: Mapping[str, Any]) -> State:
    """Return the state of a snapshot taken, or made up, at the beginning of a turn.

    `bonuses` and `prestige` follow from the rest and may be left out; cards that are nowhere have left the
    game. Whatever contradicts itself or the rules raises `SnapshotError`.
    """
    try:
        return _Reader(snapshot).state
    except SnapshotError:
        raise
    except RulesError as error:
        raise SnapshotError(str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        is_missing = isinstance(error, KeyError) and error.args
        raise SnapshotError(
            _("This is not a valid snapshot: {problem}.").format(
                problem=_("“{name}” is missing").format(name=error.args[0])
                if is_missing
                else _("it contains an impossible value")
            )
        ) from error


class _Reader:
    """Reads one snapshot into a new state, and checks each thing as it goes."""

    def __init__(self, snapshot: Mapping[str, Any]) -> None:
        self.snapshot = snapshot
        self.state: State = np.zeros(1, core.STATE)
        check_format(snapshot, NEWEST_FORMAT, SnapshotError)
        _check_kinds(snapshot, _KINDS_OF_A_TABLE, _MORE_OF_A_TABLE)
        for content in snapshot["seats"]:
            _check_kinds(content, _KINDS_OF_A_SEAT, _MORE_OF_A_SEAT)
        self.rules = Rules(snapshot["players"], snapshot["modules"], snapshot["edition"])
        s = self.state[0]
        self.rules.write(s)
        calls.clear(self.state)
        self.seen: set[str] = set()
        self._read_table(s)
        if len(snapshot["seats"]) != s.players:
            raise SnapshotError(
                _("The snapshot has {n} seats for {players} players.").format(
                    n=len(snapshot["seats"]), players=s.players
                )
            )
        for seat, content in enumerate(snapshot["seats"]):
            self._read_seat(s, seat, content)
        self._read_under(s)
        self._read_strongholds(s)
        self._check_tokens(s)
        self._check_nobles(s)
        self._read_turn(s)

    def _once(self, name: str) -> None:
        """Refuse a card or tile that was met before (B29: each thing is in one place)."""
        if name in self.seen:
            raise SnapshotError(_("{name} is in two places.").format(name=name))
        self.seen.add(name)

    def _card(self, name: str, deck: int | None = None) -> int:
        """Return the number of a card of this game, met for the first time."""
        try:
            card = card_of(name).number
        except KeyError:
            raise SnapshotError(_("There is no card “{name}”.").format(name=name)) from None
        if not calls.is_card_in_game(self.state, card):
            raise SnapshotError(_("{name} is not in this game.").format(name=name))
        if deck is not None and DECK[card] != deck:
            raise SnapshotError(
                _("{name} does not belong to deck {deck}.").format(name=name, deck=DECKS[deck])
            )
        self._once(name)
        return card

    def _tile(self, tile_of: Callable[[str], Tile], name: str) -> Tile:
        """Return a noble, city or post."""
        try:
            return tile_of(name)
        except KeyError:
            raise SnapshotError(_("There is no tile “{name}”.").format(name=name)) from None

    def _read_table(self, s: Any) -> None:
        snapshot = self.snapshot
        s.bank[: len(TOKEN_NAMES)] = _counts(snapshot["bank"], TOKEN_NAMES)
        places = PLACE_NAMES[: s.places]
        if set(snapshot["rows"]) != set(places):
            raise SnapshotError(_("The places in the rows don’t match this game."))
        for place, name in enumerate(places):
            if snapshot["rows"][name] is not None:
                s.rows[place] = self._card(snapshot["rows"][name], PLACE_DECK[place])
        if set(snapshot["decks"]) != set(DECKS[: None if s.orient else LEVELS]):
            raise SnapshotError(_("The decks don’t match this game."))
        for name, cards in snapshot["decks"].items():
            deck = DECKS.index(name)
            if isinstance(cards, int):
                raise SnapshotError(_("A view hides the decks: a game needs a full snapshot."))
            _check_kind(name, cards, _LIST, SnapshotError)
            if len(cards) > DECK_CARDS[deck]:
                raise SnapshotError(_("Deck {deck} has too many cards.").format(deck=name))
            for position, card in enumerate(reversed(cards)):
                s.decks[DECK_START[deck] + position] = self._card(card, deck)
            s.deck_size[deck] = len(cards)
        for place, name in enumerate(places):
            if s.rows[place] == core.NO_CARD and s.deck_size[PLACE_DECK[place]]:
                raise SnapshotError(
                    _("There is no card at {place}, although deck {deck} is not empty.").format(
                        place=name, deck=DECKS[PLACE_DECK[place]]
                    )
                )
        self._read_tiles(s.nobles, snapshot["nobles"], self._noble)
        self._read_tiles(s.city_tiles, snapshot["cities"], self._city)

    def _check_room(self, row: Any, names: list[str]) -> None:
        if len(names) > len(row):
            raise SnapshotError(_("There are too many tiles: {names}.").format(names=names))

    def _read_tiles(self, row: Any, names: list[str], number: Any) -> None:
        self._check_room(row, names)
        for position, name in enumerate(names):
            row[position] = number(name)

    def _noble(self, name: str) -> int:
        noble = self._tile(noble_of, name).number
        if not calls.is_noble_in_game(self.state, noble):
            raise SnapshotError(_("{name} is not in this game.").format(name=name))
        self._once(name)
        return noble

    def _city(self, name: str) -> int:
        city = self._tile(city_of, name)
        if not self.state[0].cities or city.edition != self.rules.edition:
            raise SnapshotError(_("{name} is not in this game.").format(name=name))
        self._once(name[:-1])
        return city.number

    def _read_seat(self, s: Any, seat: int, content: Mapping[str, Any]) -> None:
        s.tokens[seat, : len(TOKEN_NAMES)] = _counts(content["tokens"], TOKEN_NAMES)
        for name in content["cards"]:
            self._read_card(s, seat, self._card(name), content["paired"])
        for name in content["paired"]:
            if name not in content["cards"] or not IS_PAIRED[card_of(name).number]:
                raise SnapshotError(_("{name} has an invalid pairing.").format(name=name))
        hand, blind = content["hand"], content["blind"]
        if (
            len(hand) > core.HAND_LIMIT
            or len(hand) != len(blind)
            or not all(isinstance(is_blind, bool) for is_blind in blind)
        ):
            raise SnapshotError(_("Seat {seat} has an impossible hand.").format(seat=seat))
        for position, name in enumerate(hand):
            if str(name).startswith("?"):
                raise SnapshotError(_("A view hides cards: a game needs a full snapshot."))
            s.hand[seat, position] = self._card(name)
            s.blind[seat, position] = blind[position]
        s.hand_size[seat] = len(hand)
        self._check_room(s.won[seat], content["nobles"])
        for name in content["nobles"]:
            calls.put_noble(self.state, seat, self._noble(name))
        self._read_tiles(s.claimed[seat], content["claimed"], self._noble)
        for name in content["posts"]:
            self._read_post(s, seat, name)
        if content["claimed"] and not s.orient:
            raise SnapshotError(_("Nobles can be reserved only with The Orient."))
        if content["city"] is not None:
            s.city[seat] = self._city(content["city"])
            if not s.city_is_taken:
                raise SnapshotError(_("Cities can’t be taken in the 2024 edition."))
        self._check_sums(s, seat, content)

    def _check_sums(self, s: Any, seat: int, content: Mapping[str, Any]) -> None:
        """Refuse bonuses or prestige other than those of the cards, nobles and posts of the seat."""
        bonuses = {colour: int(s.bonuses[seat, lane]) for lane, colour in enumerate(COLOURS)}
        prestige = int(calls.prestige(self.state, seat))
        if content.get("bonuses", bonuses) != bonuses:
            raise SnapshotError(
                _("The bonuses of seat {seat} don’t match its cards.").format(seat=seat)
            )
        if content.get("prestige", prestige) != prestige:
            raise SnapshotError(
                _(
                    "Seat {seat} has {there} prestige, but its cards and tiles add up to "
                    "{expected}."
                ).format(seat=seat, there=content["prestige"], expected=prestige)
            )

    def _read_card(self, s: Any, seat: int, card: int, paired: Mapping[str, Any]) -> None:
        """Put a card in front of a seat, paired as the snapshot says."""
        calls.put_card(self.state, seat, card)
        if not IS_PAIRED[card]:
            return
        pair = paired.get(CARDS[card].id, ())
        colour, worth = pair if _is_list(pair, 2) else ("", 0)
        if (
            colour not in COLOURS
            or type(worth) is not int
            or not 1 <= worth <= 1 + s.pair_copies_worth
        ):
            raise SnapshotError(_("{name} has an invalid pairing.").format(name=CARDS[card].id))
        calls.put_pair(self.state, seat, card, COLOURS.index(colour), worth)

    def _read_post(self, s: Any, seat: int, name: str) -> None:
        post = self._tile(post_of, name)
        if not s.trading_posts or post.edition != self.rules.edition:
            raise SnapshotError(_("{name} is not in this game.").format(name=name))
        if s.powers[seat] & POST_POWER[post.number]:
            raise SnapshotError(_("Seat {seat} has {name} twice.").format(seat=seat, name=name))
        calls.put_post(self.state, seat, post.number)

    def _read_under(self, s: Any) -> None:
        """Read who put cards under the decks: for each of them, another card was drawn (T9)."""
        for name, seats in self.snapshot.get("under", {}).items():
            deck = DECKS.index(name) if name in self.snapshot["decks"] else 0
            drawn = int(DECK_CARDS[deck]) - int(s.deck_size[deck])
            if (
                name not in self.snapshot["decks"]
                or not isinstance(seats, _LIST)
                or not 1 <= len(seats) <= min(int(s.deck_size[deck]), drawn)
                or not all(type(seat) is int and seat in range(s.players) for seat in seats)
            ):
                raise SnapshotError(
                    _("Seats {seats} can’t have put cards under deck {deck}.").format(
                        seats=repr(seats)[:_LONGEST], deck=str(name)[:_LONGEST]
                    )
                )
            for seat in seats:
                s.under[deck] = int(s.under[deck]) << SEAT_BITS | seat + 1

    def _read_strongholds(self, s: Any) -> None:
        """Read the strongholds; each seat has three in all (S1), each on a face-up card (S3)."""
        in_all = Counter[int]()
        for name, stand in self.snapshot["strongholds"].items():
            place = PLACE_NAMES.index(name) if name in PLACE_NAMES else -1
            seat, number = stand if _is_list(stand, 2) else (-1, 0)
            if (
                place < 0
                or s.rows[place] == core.NO_CARD
                or type(seat) is not int
                or seat not in range(s.players)
                or type(number) is not int
                or not 1 <= number <= core.STRONGHOLDS_EACH
            ):
                raise SnapshotError(_("No stronghold can stand on {place}.").format(place=name))
            s.holder[place] = seat
            s.held[place] = number
            in_all[seat] += number
        each = core.STRONGHOLDS_EACH if s.strongholds else 0
        for seat, content in enumerate(self.snapshot["seats"]):
            s.supply[seat] = content["strongholds"]
            if in_all[seat] + int(s.supply[seat]) != each or min(s.supply) < 0 or min(s.held) < 0:
                raise SnapshotError(
                    _("Seat {seat} must have {n} strongholds in all.").format(seat=seat, n=each)
                )

    def _check_tokens(self, s: Any) -> None:
        for colour, name in enumerate(TOKEN_NAMES):
            there = int(s.bank[colour]) + sum(int(seat[colour]) for seat in s.tokens)
            expected = GOLD_TOKENS if colour == GOLD else int(s.gems)
            if there != expected:
                raise SnapshotError(
                    _("There are {there} tokens of {colour}, but this game has {expected}.").format(
                        there=there, colour=name, expected=expected
                    )
                )

    def _check_nobles(self, s: Any) -> None:
        """Refuse more nobles on the table than there is room for before a seat that they visit."""
        for seat in range(s.players):
            rows = s.nobles, s.won[seat], s.claimed[seat]
            if sum(int((row != core.NO_TILE).sum()) for row in rows) > core.MAX_NOBLES:
                raise SnapshotError(
                    _("Seat {seat} could end up with more than {n} nobles.").format(
                        seat=seat, n=core.MAX_NOBLES
                    )
                )

    def _read_turn(self, s: Any) -> None:
        snapshot = self.snapshot
        for card in CARDS:
            if card.id not in self.seen and calls.is_card_in_game(self.state, card.number):
                s.owner[card.number] = core.GONE
        if snapshot["turns"] > _MOST_TURNS:
            raise SnapshotError(_("A game can’t have that many turns."))
        s.turns = snapshot["turns"]
        if s.turns < 0:
            raise SnapshotError(_("A game can’t have a negative number of turns."))
        self._read_passes(s, snapshot.get("pending", {}))
        if snapshot["over"]:
            if not s.passes == s.players and not self._is_decided(s):
                raise SnapshotError(
                    _(
                        "This game can’t be over: no round has ended with a player at the goal, and "
                        "not everyone has passed."
                    )
                )
            s.over = 1
            s.winners = calls.find_winners(self.state)
            winners = [seat for seat in range(s.players) if s.winners >> seat & 1]
            if list(snapshot["winners"]) != winners:
                raise SnapshotError(_("The winners should be {winners}.").format(winners=winners))
            if snapshot["to_play"] is not None or snapshot["decision"] is not None:
                raise SnapshotError(_("A finished game has no player to move and no decision."))
            # The seat that made the last turn stays in the record, as at the end of any game.
            s.to_play = (s.turns - 1) % s.players
            return
        if snapshot["winners"]:
            raise SnapshotError(_("A game in progress has no winners."))
        if type(snapshot["to_play"]) is not int or snapshot["to_play"] not in range(s.players):
            raise SnapshotError(_("“to_play” must be a seat of this game."))
        if snapshot["to_play"] != s.turns % s.players:
            raise SnapshotError(
                _("After {turns} turns, it is seat {seat}’s turn.").format(
                    turns=s.turns, seat=s.turns % s.players
                )
            )
        s.to_play = snapshot["to_play"]
        calls.begin_turn(self.state)

    def _is_decided(self, s: Any) -> bool:
        """Tell whether a round has ended in which someone reached what ends the game (B23, C7)."""
        return bool(s.turns > 0 and s.turns % s.players == 0 and calls.is_decided(self.state))

    def _read_passes(self, s: Any, pending: Mapping[str, Any]) -> None:
        """Read how many seats have passed in a row (B18): all of them only where the game is over."""
        passes = pending.get("passes", 0)
        most = min(int(s.turns), int(s.players) - (not self.snapshot["over"]))
        if set(pending) - {"passes"} or type(passes) is not int or not 0 <= passes <= most:
            raise SnapshotError(_("The “pending” part is damaged."))
        s.passes = passes


def _check_kinds(content: Any, kinds: Mapping[str, Any], more: Mapping[str, Any]) -> None:
    """Refuse what lacks a field, has one that nobody knows, or one of the wrong kind.

    :param kinds: the fields that must be there.
    :param more: those that may be.
    """
    if not isinstance(content, Mapping):
        raise SnapshotError(_("Each seat in a snapshot must be a dict."))
    for name in kinds:
        if name not in content:
            raise SnapshotError(
                _("This is not a valid snapshot: {problem}.").format(
                    problem=_("“{name}” is missing").format(name=name)
                )
            )
    known = {**kinds, **more}
    check_names(content, known, SnapshotError)
    for name, value in content.items():
        _check_kind(name, value, known[name], SnapshotError)


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, _LIST) and len(value) == length


def _counts(counts: Mapping[str, int], names: Iterable[str]) -> list[int]:
    """Return the numbers of a table of counts, which must be whole and not negative."""
    if set(counts) != set(names):
        raise SnapshotError(_("The tokens don’t match this game."))
    numbers = [counts[name] for name in names]
    for name, number in zip(names, numbers, strict=True):
        if type(number) is not int or number < 0:
            raise SnapshotError(
                _("There can’t be {n} tokens of {colour}.").format(n=number, colour=name)
            )
    return numbers


# What any format asks of its fields

_LONGEST = 60

Error = type[ParureError]


def check_format(content: Mapping[str, Any], newest: int, error: Error) -> None:
    """Refuse what is of a later format than the newest that this program reads."""
    number = content.get("format", 1)
    _check_kind("format", number, int, error)
    if number < 1:
        raise error(_("“{name}” can’t be {value}.").format(name="format", value=number))
    if number > newest:
        raise error(
            _(
                "This has format {number}; this version of Parure reads formats up to {known}."
            ).format(number=str(number)[:_LONGEST], known=newest)
        )


def check_names(names: Iterable[object], known: Collection[str], error: Error) -> None:
    """Refuse a field that a format does not have: it might mean something, so it is not passed over."""
    for name in names:
        if name not in known:
            raise error(_("Unknown field “{name}”.").format(name=str(name)[:_LONGEST]))


def _check_kind(name: str, value: object, kind: Any, error: Error) -> None:
    """Refuse a text where a number should be, and the like."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise error(_("“{name}” can’t be {value}.").format(name=name, value=repr(value)[:_LONGEST]))
