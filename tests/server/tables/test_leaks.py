"""Nobody is sent a byte about a card that they may not know.

Two ways to look: in everything that a real server sends, no hidden card is named; and what a viewer is
shown does not change when the hidden cards are others.
"""

import json
import logging
import random
import re
from contextlib import ExitStack
from dataclasses import replace

import pytest

from kit.diary import PEOPLE, Diary
from kit.games import with_other_deal
from kit.server import Person, until
from parure import MODULES, Game, Rules
from parure.components import CARDS
from parure.core.state import HIDDEN
from parure.server.tables import events as happened
from parure.server.tables.document import document_of
from parure.server.tables.listing import Listing
from parure.server.tables.table import Table
from parure.server.tables.view import look

NAMED = re.compile("|".join(sorted((re.escape(card.id) for card in CARDS), key=len, reverse=True)))


def known_to(game: Game, seat: int | None) -> set[str]:
    """Return the cards that a seat sees now."""
    view = game.view(seat)
    seats = view["seats"]
    shown = {card for card in view["rows"].values() if card}
    shown |= {card for seat in seats for card in (*seat["cards"], *seat["hand"])}
    shown |= {card for cards in view.get("under", {}).values() for card in cards}
    if game.to_play == seat and game.decision == "keep":
        shown |= {move.what[0] for move in game.legal_moves}
    return {card for card in shown if not card.startswith("?")}


class Viewer:
    """Somebody who reads everything that the server sends, and what they may have read so far."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.known: set[str] = set()
        self.bytes = 0

    def learn(self, game: Game) -> None:
        self.known |= known_to(game, self.seat)

    def read(self, text: str) -> None:
        self.bytes += len(text)
        assert set(NAMED.findall(text)) <= self.known

    def read_everything(self, person, table: str) -> None:
        http = person.http
        for path in ("", "?choices=false", "/moves", "/picture.svg", "/record", "/replay/0"):
            self.read(http.get(f"/api/tables/{table}{path}").text)
        self.read(http.get("/api/tables").text)
        for path in (f"/tables/{table}", f"/tables/{table}/replay"):
            self.read(http.get(path, headers={"Accept": "text/html"}).text)
        for path, body in (
            ("hint", {}),
            ("moves", {"move": "keep it", "version": 0}),
            ("moves", {"move": "keep it", "version": self.version}),
            ("undo", {"version": 0}),
        ):
            self.read(http.post(f"/api/tables/{table}/{path}", json=body).text)


def secretive(moves: list[str], chance: random.Random) -> str:
    """Prefer moves that make secrets: reserving from decks, then buying what was reserved."""
    deck = [move for move in moves if move.startswith(("reserve deck", "buy hand", "keep"))]
    return chance.choice(deck if deck and chance.random() < 0.8 else moves)


def played(rules: Rules, seed: int, decision: str, viewers: list[Viewer]) -> Diary:
    """Return a game that has come to a decision after a while, of which the viewers know their part."""
    for number in range(seed * 1000, seed * 1000 + 300):
        chance, diary = random.Random(number), Diary(rules, seed=number)
        for viewer in viewers:
            viewer.known.clear()
        while diary.table.status == "playing":
            game = diary.table.playing
            for viewer in viewers:
                viewer.learn(game)
            if game.decision == decision and len(diary.events) > 20:
                return diary
            moves = [str(move) for move in game.legal_moves]
            buys = [move for move in moves if move.startswith("buy")]
            diary.move(chance.choice(buys) if buys else secretive(moves, chance))
    raise AssertionError(f"nobody ever came to {decision}")


def take_in(server, diary: Diary, table: str) -> None:
    """Let a server have a table, as if it had been played there."""
    listing = Listing.of(replace(diary.table, id=table), None)
    for number, event in enumerate(diary.events):
        line = happened.to_text(event)
        server.store.append(table, number, line, listing.to_text()).result()
    server.sessions.lists.put(listing)


@pytest.mark.parametrize(
    ("rules", "decision"),
    [
        (Rules(2, "trading_posts"), "keep"),
        (Rules(3), "payment"),
        (Rules(4, MODULES), "action"),
    ],
    ids=str,
)
def test_no_hidden_card_is_named_in_any_byte(server, caplog, rules, decision):
    viewers = [Viewer(seat) for seat in (*range(rules.players), None)]
    diary, table = played(rules, 1, decision, viewers), f"leak-{decision}"
    take_in(server, diary, table)
    token = server.identities.token
    people = [Person(server.address, token(name)) for name in (*PEOPLE[: rules.players], "Zoe")]
    chance = random.Random(5)
    with ExitStack() as stack, caplog.at_level(logging.DEBUG, logger="parure"):
        sockets = [
            (viewer, stack.enter_context(person.watching(path)))
            for viewer, person in zip(viewers, people, strict=True)
            for path in (f"/api/tables/{table}/watch", f"/api/tables/{table}/watch?choices=false")
        ]
        sockets[0][1].recv()
        session = server.sessions.get(table)
        for turn in range(8):
            game = session.table.playing
            for viewer in viewers:
                viewer.learn(game)
                viewer.version = session.table.version
            for viewer, socket in sockets[1 if turn == 0 else 0 :]:
                while not socket.document or socket.document["version"] < session.table.version:
                    viewer.read(socket.recv())
                viewer.read(json.dumps(socket.document))
            if turn in (0, 7):
                for viewer, person in zip(viewers, people, strict=True):
                    viewer.read_everything(person, table)
            if game.is_over:
                break
            move = secretive([str(move) for move in game.legal_moves], chance)
            people[game.to_play].move(table, move, session.table.version)
    assert NAMED.search(caplog.text) is None
    assert all(viewer.bytes > 100_000 for viewer in viewers)


def test_a_stranger_who_sits_down_shares_no_eyes_with_other_strangers(server):
    ann, ben, zoe = (server.person() for _ in range(3))
    table = ann.create({"name": "Ann"}, {}, order="fixed")
    watch = f"/api/tables/{table}/watch"
    with ben.watching(watch) as bens, zoe.watching(watch) as zoes:
        assert bens.next()["you"] == zoes.next()["you"]
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        ann.play(table, lambda moves: "take W U G")
        for socket, seat in ((bens, 1), (zoes, None)):
            you = until(socket, lambda view: view["game"] and view["game"]["log"])["you"]
            assert (you["seat"], bool(you["moves"])) == (seat, seat is not None)


def other_deal(diary: Diary, seat: int | None) -> Table:
    """Return the same table with other cards in all places that a seat does not see."""
    seed = random.Random(1).getrandbits(60)
    return replace(diary.table, game=with_other_deal(diary.table.playing, seat, seed))


@pytest.mark.parametrize("rules", [Rules(2, MODULES), Rules(3), Rules(4, "orient")], ids=str)
def test_what_is_shown_does_not_depend_on_hidden_cards(rules):
    chance, diary, compared = random.Random(8), Diary(rules, seed=3), 0
    while diary.table.status == "playing" and len(diary.events) < 60:
        diary.move(secretive([str(move) for move in diary.table.game.legal_moves], chance))
        if chance.random() < 0.3 or diary.table.game.decision in ("keep", "payment"):
            for seat in (None, *range(rules.players)):
                person = None if seat is None else PEOPLE[seat]
                mine, theirs = (look(t, person) for t in (diary.table, other_deal(diary, seat)))
                # Whether one may undo is asked of the deal before, which is the true one in both.
                mine, theirs = (
                    replace(view, you={**view.you, "undoer": None}) for view in (mine, theirs)
                )
                assert document_of(mine) == document_of(theirs)
                compared += 1
    assert compared > 40


def test_no_line_looks_into_a_deck_for_free(server):
    """A line that would reveal a card and be refused afterwards is refused before, and changes nothing."""
    chance = random.Random(1)
    for seed in range(300):
        diary = Diary(Rules(2, "trading_posts"), seed=seed)
        while diary.table.status == "playing":
            before = diary.table
            diary.move(secretive([str(move) for move in before.game.legal_moves], chance))
            if diary.table.playing.decision == "keep":
                break
        else:
            continue
        break
    cards = {move.what[0] for move in diary.table.game.legal_moves}
    move = diary.events.pop().move
    diary.table = before
    take_in(server, diary, "peek")
    person = Person(server.address, server.identities.token(PEOPLE[before.to_play]))
    sentences = set()
    for guess in ("zzz", *(f"keep {card}, zzz" for card in sorted(cards)), "keep base-1w1"):
        line = f"{move}, {guess}"
        refusal = person.refused("/api/tables/peek/moves", move=line, version=before.version)
        sentences.add(refusal[2].replace(guess.split(",")[0], "…"))
    assert sentences == {
        "A line can’t go past the end of a turn or a revealed card: leave out “…”."
    }
    assert person.look("peek")["version"] == before.version


def test_a_given_seed_is_shown_to_nobody_before_the_end(server):
    maker, stranger, seed = server.person(), server.person(), 8_675_309_421
    table = maker.create({"name": "Ann"}, {"name": "Ben"}, seed=seed)
    for person in (maker, stranger):
        for path in (f"/api/tables/{table}", "/api/tables", f"/tables/{table}", "/", "/games"):
            text = person.http.get(path, headers={"Accept": "text/html"}).text
            assert str(seed) not in text
        with person.watching(f"/api/tables/{table}/watch") as socket:
            assert socket.next()["table"]["options"]["seed"] is None


def seed_in(view):
    return document_of(view)["table"]["options"]["seed"]


def test_a_given_seed_is_shown_after_the_end():
    chance, diary = random.Random(1), Diary()
    options = diary.table.options.model_copy(update={"seed": 7})
    diary.table = replace(diary.table, options=options)
    while diary.table.status == "playing":
        assert seed_in(look(diary.table, "Ann")) is None
        diary.move(chance.choice(diary.table.game.legal_moves))
    assert seed_in(look(diary.table, None)) == 7


def log_of(diary, seat):
    """Return the log that a seat is sent."""
    return document_of(look(diary.table, PEOPLE[seat]))["game"]["log"]


class TestKeep:
    """The two cards that a post lets one look at (T9)."""

    @pytest.fixture
    def diary(self):
        return played(Rules(2, "trading_posts"), 2, "keep", [])

    def test_only_the_seat_that_looks_sees_the_cards(self, diary):
        seat = diary.table.to_play
        cards = {move.what[0] for move in diary.table.game.legal_moves}
        for viewer in (*PEOPLE[:2], None):
            view = look(diary.table, viewer)
            named = cards & set(NAMED.findall(json.dumps(document_of(view))))
            assert named == (cards if viewer == PEOPLE[seat] else set())

    def test_the_card_that_was_kept_stays_a_secret_until_the_end(self, diary):
        seat = diary.table.to_play
        move = diary.table.game.legal_moves[0]
        diary.move(move)
        own, other = (log_of(diary, s) for s in (seat, 1 - seat))
        keep = next(entry for entry in reversed(own) if entry["move"].startswith("keep"))
        assert keep["move"] == str(move)
        redacted = other[keep["number"]]
        assert re.fullmatch(r"keep \?[123]", redacted["move"])
        assert [card["card"][0] for card in redacted["cards"]] == ["?"]


def test_paying_for_a_card_that_nobody_knows_is_hidden_until_it_is_paid():
    diary, move = buying_blind()
    seat = diary.table.to_play
    before = log_of(diary, 1 - seat)
    diary.move(move)
    own = document_of(look(diary.table, PEOPLE[seat]))["game"]
    assert (own["view"]["to_play"], own["view"]["decision"]) == (seat, "payment")
    assert own["log"][-1]["move"] == move
    other = log_of(diary, 1 - seat)
    assert other == before
    assert other[-1]["move"].startswith("buy hand")


def buying_blind() -> tuple[Diary, str]:
    """Return a game with a choice of gold for a card from a deck, and a part of the payment."""
    for seed in range(500):
        chance, diary = random.Random(seed), Diary(seed=seed)
        while diary.table.status == "playing" and len(diary.events) < 120:
            game = diary.table.playing
            blind = game.stripped(None)["buying"].item() <= HIDDEN
            for move in game.legal_moves if blind and game.decision == "payment" else ():
                later = game.copy()
                later.push(move)
                if (later.to_play, later.decision) == (game.to_play, "payment"):
                    return diary, str(move)
            moves = [str(move) for move in game.legal_moves]
            wanted = [m for m in moves if m.startswith(("reserve deck", "buy hand"))]
            diary.move(chance.choice(wanted or moves))
    raise AssertionError("nobody ever did")


def test_people_are_nobody_to_the_others(server):
    ann, ben = server.person(), server.person()
    table = ann.create({"name": "Ann"}, {}, public=True)
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    ids = [person.token.partition(".")[0] for person in (ann, ben)]
    for path in (f"/api/tables/{table}", "/api/tables", f"/tables/{table}", "/"):
        text = ben.http.get(path).text
        assert not any(secret in text for secret in ids)


def test_the_events_of_a_table_stay_on_the_server():
    diary = Diary()
    diary.add(happened.Moved, seat=0, move="take W U G", by="person", key="a-secret-key")
    sent = json.dumps(document_of(look(diary.table, "Ann")))
    assert "a-secret-key" not in sent
    assert '"seed": 7' not in sent
