"""Applies events to tables: a table and an event give the next table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from parure import Game
from parure.components import CARDS
from parure.core.state import GONE, HAND_LIMIT, NOBODY
from parure.core.tables import DECK
from parure.game.game import Ply
from parure.game.moves import DECKS, PLACE_NAMES, TOKEN_NAMES
from parure.game.notation import moves_of
from parure.game.position import State
from parure.server.errors import Damaged, Newer
from parure.server.tables import events as happened
from parure.server.tables.names import are_alike
from parure.server.tables.options import Warned
from parure.server.tables.table import CardMoved, Push, Seat, StrongholdMoved, Table

__all__ = ["after", "after_all", "load"]


def load(id: str, lines: Sequence[str]) -> Table:
    """Return the table that stored events lead to; raises the errors of `after_all`."""
    return after_all(Table(id), lines)


def after_all(table: Table, lines: Sequence[str]) -> Table:
    """Return a table after more stored events.

    Raises `Newer` if a later version wrote one of them, `Damaged` if one can't have happened.
    """
    begun = table.version
    try:
        for line in lines:
            table = after(table, happened.from_text(line))
    except happened.Later as error:
        raise Newer(table.id, error, table.version) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        reason = f"{error!r} in {lines[table.version - begun]}"
        raise Damaged(table.id, reason, table.version) from error
    return table


def after(table: Table, event: happened.Event) -> Table:
    """Return a table after one more event; raises `ValueError` if it can't have happened."""
    if isinstance(event, happened.Created) != (table.version == 0):
        raise ValueError("a table is created once, before all else")
    changed = _folded(table, event)
    return replace(
        changed,
        version=table.version + 1,
        created=table.created or event.at,
        changed=event.at,
        finished=table.finished or (event.at if changed.status == "over" else 0.0),
    )


def _folded(table: Table, event: happened.Event) -> Table:
    """Return a table after an event, without the changes common to all events."""
    match event:
        case happened.Created():
            return _created(table, event)
        case happened.Sat():
            sat = _with_seat(table, event.seat, Seat(person=event.person, name=event.name))
            return replace(sat, changes=_with_change(table, event.person))
        case happened.Left():
            return _with_seat(table, event.seat, Seat())
        case happened.Closed():
            return replace(table, status="closed")
        case happened.Replaced():
            return _replaced(table, event)
        case happened.Started():
            return _started(table, event)
        case happened.Moved():
            return _moved(table, event)
        case happened.Undone():
            return _undone(table, event)
        case happened.Rematched():
            return replace(table, rematch=event.table)
        case happened.Resigned():
            return _resigned(table, event)
        case happened.Offered():
            return _offered(table, event)
        case happened.Declined():
            return replace(table, offers=(), changes=_changed_by(table, event.seat))
        case happened.Paced():
            options = table.options.model_copy(update={"pace": event.pace})
            return replace(table, options=options, changes=_changed_by(table, event.seat))
        case happened.Coached():
            warned: Warned = event.loss if event.warned else 0
            practice, changes = table.practice or warned > 0, _changed_by(table, event.seat)
            return replace(table, warned=warned, practice=practice, changes=changes)
    raise TypeError(event)


def _created(table: Table, event: happened.Created) -> Table:
    options = event.options
    reserved = event.reserved or [None] * len(options.seats)
    table = replace(table, options=options, maker=event.maker, daily=event.daily)
    practice = event.practice or options.warned > 0
    table = replace(table, practice=practice, warned=options.warned)
    for number, plan in enumerate(options.seats):
        if plan.bot is not None:
            seat = Seat(name=_title(table, plan.bot), bot=plan.bot)
        elif plan.name is not None:
            seat = Seat(person=event.maker, name=plan.name)
        else:
            seat = Seat(reserved=reserved[number])
        table = replace(table, seats=(*table.seats, seat))
    return table


def _replaced(table: Table, event: happened.Replaced) -> Table:
    seat = table.seats[event.seat]
    name = seat.name or _title(table, event.bot)
    return _with_seat(table, event.seat, replace(seat, bot=event.bot, name=name, reserved=None))


def _started(table: Table, event: happened.Started) -> Table:
    if table.status != "waiting":
        raise ValueError("a game starts once")
    if sorted(event.order) != list(range(len(table.seats))):
        raise ValueError(f"{event.order} is no order of {len(table.seats)} seats")
    rules, clock = table.options.rules, table.options.clock
    return replace(
        table,
        status="playing",
        seats=tuple(table.seats[number] for number in event.order),
        game=Game(rules.players, rules.modules, rules.edition, event.seed),
        clocks=() if clock is None else (clock.start,) * len(table.seats),
        since=event.at,
    )


def _moved(table: Table, event: happened.Moved) -> Table:
    before, clock = table.playing, table.options.clock
    if event.seat != before.to_play:
        raise ValueError(f"seat {event.seat} was not to play")
    game = before.copy()
    for move in moves_of(event.move):
        game.push(move)
    gained = 0.0
    if clock is not None and (game.is_over or game.turns > before.turns):
        gained = clock.seconds
        if clock.days:
            gained = clock.start - table.clocks[event.seat] + event.spent
    clocks = _charged(table.clocks, event.seat, event.spent - gained)
    first, shown = len(before.plies), (before.stripped(event.seat), game.stripped(event.seat))
    push = Push(
        seat=event.seat,
        move=event.move,
        by=event.by,
        first=first,
        cards=_cards_moved(*shown),
        tokens=_tokens_moved(*shown, event.seat),
        strongholds=_strongholds_moved(*shown, game.plies, first),
        note=event.note,
        gained=gained,
        clock=clocks[event.seat] if clocks else None,
        version=table.version + 1,
    )
    return replace(
        table,
        status="over" if game.is_over else "playing",
        game=game,
        pushes=(*table.pushes, push),
        undone=None,
        practice=table.practice or event.helped,
        offers=table.offers if event.by != "person" or event.seat in table.offers else (),
        keys=_with_key(table, event.seat, event.key, event.move),
        clocks=clocks,
        since=event.at,
    )


def _undone(table: Table, event: happened.Undone) -> Table:
    kept, gone = table.pushes[: -event.pushes], table.pushes[-event.pushes :]
    clocks = _charged(table.clocks, event.seat, event.spent)
    for push in gone:
        clocks = _charged(clocks, push.seat, push.gained)
    return replace(
        table,
        game=table.playing.back_to(gone[0].first),
        pushes=kept,
        changes=_changed_by(table, event.seat),
        undone=event.seat,
        practice=table.practice or table.reveals(event.pushes),
        keys=_with_key(table, event.seat, event.key, None),
        clocks=clocks,
        since=event.at,
    )


def _resigned(table: Table, event: happened.Resigned) -> Table:
    resigned = (*table.resigned, event.seat)
    rest = [seat for number, seat in enumerate(table.seats) if number not in resigned]
    table = replace(table, resigned=resigned, offers=())
    if len(rest) == 1 or not any(seat.person for seat in rest):
        return replace(table, status="over", ended="resigned")
    return _with_seat(table, event.seat, replace(table.seats[event.seat], bot=event.bot))


def _offered(table: Table, event: happened.Offered) -> Table:
    changes = _changed_by(table, event.seat)
    table = replace(table, offers=(*table.offers, event.seat), changes=changes)
    people = {seat.person for seat in table.seats if seat.person and seat.bot is None}
    return replace(table, status="over", ended="agreed") if people <= table.agreed else table


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _title(table: Table, bot: str) -> str:
    """Return a name for a bot that nobody at the table uses."""
    taken = [seat.name for seat in table.seats if seat.name is not None]
    first = bot[:1].upper() + bot[1:]
    titles = (f"{first} {n}" if n > 1 else first for n in count(1))
    return next(title for title in titles if not are_alike(title, taken))


def _with_key(
    table: Table, seat: int, key: str | None, move: str | None
) -> dict[tuple[int, str], tuple[str | None, int]]:
    return table.keys if key is None else {**table.keys, (seat, key): (move, table.version + 1)}


def _with_change(table: Table, person: str | None) -> dict[str, int]:
    return {**table.changes, person: table.changes.get(person, 0) + 1} if person else table.changes


def _changed_by(table: Table, seat: int) -> dict[str, int]:
    return _with_change(table, table.seats[seat].person)


def _charged(clocks: tuple[float, ...], seat: int, seconds: float) -> tuple[float, ...]:
    return tuple(
        max(0.0, left - seconds) if number == seat else left for number, left in enumerate(clocks)
    )


def _cards_moved(before: State, after: State) -> tuple[CardMoved, ...]:
    """Return the cards that moved, as seen by the seat that both states were stripped for."""
    sources: dict[int, str] = {}
    targets: dict[int, str] = {}
    for place, old, new in _differing("rows", before, after):
        sources[old] = targets[new] = PLACE_NAMES[place]
    for place, old, new in _differing("hand", before, after):
        sources[old] = targets[new] = f"hand {place // HAND_LIMIT}"
    for card, old, new in _differing("owner", before, after):
        if old != NOBODY:
            sources[card] = _owned(old)
        if new != NOBODY:
            targets[card] = _owned(new)
    return tuple(
        CardMoved(
            card=CARDS[card].id,
            source=sources.get(card, f"deck {DECKS[DECK[card]]}"),
            target=target,
        )
        for card, target in targets.items()
        if card >= 0 and sources.get(card) != target
    )


def _differing(name: str, before: State, after: State) -> list[tuple[int, int, int]]:
    """Return where two states differ, with the values before and after."""
    old, new = before[name].ravel().tolist(), after[name].ravel().tolist()
    if old == new:
        return []
    return [(n, a, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]


def _owned(owner: int) -> str:
    return "box" if owner == GONE else f"seat {owner}"


def _tokens_moved(before: State, after: State, seat: int) -> dict[str, int]:
    """Return the changes in a seat's tokens, without zeros."""
    pairs = zip(TOKEN_NAMES, before["tokens"][0, seat], after["tokens"][0, seat], strict=False)
    return {name: int(new) - int(old) for name, old, new in pairs if new != old}


def _strongholds_moved(
    before: State, after: State, plies: Sequence[Ply], first: int
) -> dict[int, StrongholdMoved]:
    """Return what the plies from a given one on did with strongholds, by ply number."""
    return {
        number: _stronghold_moved(before, after, ply)
        for number, ply in enumerate(plies[first:], first)
        if ply.move.decision == "stronghold"
    }


def _stronghold_moved(before: State, after: State, ply: Ply) -> StrongholdMoved:
    """Return the move of one stronghold: from the card it left, to the card it stands on or has conquered."""
    origin, place = (PLACE_NAMES.index(ply.move.what[n]) for n in (0, -1))
    if ply.move.verb == "remove":
        owner = int(before["holder"][0, place])
        return StrongholdMoved(seat=owner, source=_card_at(before, place), target=None)
    source = _card_at(before, origin) if ply.move.verb == "move" else None
    target = _card_at(after if after["held"][0, place] else before, place)
    return StrongholdMoved(seat=ply.seat, source=source, target=target)


def _card_at(state: State, place: int) -> str:
    return CARDS[int(state["rows"][0, place])].id
