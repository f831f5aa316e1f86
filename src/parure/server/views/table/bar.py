"""What belongs to a table and stands elsewhere on its page: in the bar and in the menu."""

from functools import partial

from parure.i18n import gettext as _
from parure.server.views.changes import Piece
from parure.server.views.environment import piece_of
from parure.server.views.table.scene import Scene
from parure.server.views.table.ways import ways_of
from parure.words.modules import ending_words, modules_words
from parure.words.pieces import round_words

__all__ = ["around"]


def around(scene: Scene) -> dict[str, tuple[Piece]]:
    """Draw the note, the buttons, the menu and an offer to end the game."""
    sight, memory = scene.sight, scene.memory
    options, practice = sight.options, sight.practice
    on_note = (scene.round, sight.last_round, sight.status, options.rated, practice)
    on_tools = (
        (sight.hints, practice, sight.can_undo, sight.undoer, sight.undo_is_practice),
        (options.rated, sight.tournament),
    )
    in_menu = (
        scene.names,
        (sight.status, sight.kinds, sight.away, sight.resigned, sight.offers, sight.may_abandon),
        (options.rated, options.pace, sight.tournament, sight.warned, practice),
    )
    offer, menu = memory.either("menu", in_menu, partial(_menu, scene))
    return {
        "note": (memory.part("note", on_note, partial(_note, scene)),),
        "tools": (memory.either("tools", on_tools, partial(_tools, scene)),),
        "offer": (offer,),
        "ways": (menu,),
    }


def _note(scene: Scene) -> Piece:
    """Which round it is, how the game ends, and what game it is."""
    sight, rules = scene.sight, scene.sight.rules
    return piece_of(
        "table/note.html",
        round=round_words(scene.view),
        ending=ending_words(rules),
        last_round=sight.last_round,
        status=sight.status,
        rated=sight.options.rated,
        practice=sight.practice,
        watching=not sight.mine and not scene.read_only,
        modules=modules_words(rules.modules),
        edition=rules.edition,
    )


def _tools(scene: Scene) -> Piece:
    """The buttons of the bar."""
    sight = scene.sight
    return piece_of(
        "table/tools.html",
        read_only=scene.read_only,
        hints=sight.hints,
        practice=sight.practice,
        plays=sight.mine != (),
        can_undo=sight.can_undo,
        undoer=sight.undoer,
        undo_words=_undo_words(scene),
        rules=sight.rules,
    )


def _undo_words(scene: Scene) -> str:
    """Say what taking back does, or why it is not possible."""
    if scene.sight.undo_is_practice:
        return _(
            "Take your last decision back (key z). You have seen a card since: it is practice then."
        )
    if scene.sight.can_undo:
        return _("Take your last move back (key z)")
    if scene.sight.options.rated:
        return _("Nothing is taken back in a rated game.")
    if scene.sight.tournament:
        return _("Nothing is taken back in a tournament.")
    return _(
        "Your last move can’t be taken back: a card became known, or another player has moved."
    )


def _menu(scene: Scene) -> tuple[Piece, Piece]:
    """An offer to end the game, and the menu."""
    sight = scene.sight
    ways = ways_of(sight, scene.names, read_only=scene.read_only)
    menu = piece_of(
        "table/ways.html",
        ways=ways,
        pace=sight.options.pace,
        warned=sight.warned,
        practice=sight.practice,
    )
    return piece_of("table/offer.html", offer=ways.offer, may_agree=ways.may_agree), menu
