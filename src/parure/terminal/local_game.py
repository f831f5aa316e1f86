"""Plays one game at one screen: prompts, commands, moves and explanations."""

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.cells import set_cell_size

from parure import Game, IllegalMove, Move, record
from parure.bots import Bot, ask
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.render.signs import plain_ascii
from parure.render.text import card_text, question
from parure.terminal import narration
from parure.terminal.screen import WIDTH, Leave, Screen, reason
from parure.types import View
from parure.words.clauses import CLAUSES, applies, clause_ids, clause_words
from parure.words.decisions import decision_words

__all__ = ["Seat", "Session", "command_of"]

_COMMANDS = {
    "help": (mark("help"), mark("this help; help B8 explains a clause of the rules")),
    "table": (mark("table"), mark("show the table again")),
    "moves": (mark("moves"), mark("show the moves again")),
    "undo": (mark("undo"), mark("undo the last move made by a person")),
    "save": (mark("save"), mark("save the game: save FILE")),
    "quit": (mark("quit"), mark("leave the game")),
}
"""The commands besides moves, in English and in the current language, with their descriptions."""

_ALSO = {"?": "help", "exit": "quit"}


def command_of(word: str) -> str | None:
    """Return the command that a word stands for; None if it is not one.

    >>> command_of("Undo"), command_of("?"), command_of("take")
    ('undo', 'help', None)
    """
    word = word.lower()
    names = {
        spelt(_(name)): command
        for command, (name, _meaning) in _COMMANDS.items()
        for spelt in (plain_ascii, str)
    }
    return word if word in _COMMANDS else names.get(word) or _ALSO.get(word)


def _help_on_decision(view: Mapping[str, Any], screen: Screen) -> None:
    """Explain the decision of a view, with its clauses, and list the commands."""
    words = decision_words(view["decision"])
    screen.explain(words.help)
    for clause in words.clauses.split():
        if applies(clause, view["modules"], view["edition"]):
            _clause(clause, screen)
    screen.say(_("Type a move, its number, or one of these:"))
    width = max(len(_(name)) for name, _meaning in _COMMANDS.values()) + 2
    for name, meaning in _COMMANDS.values():
        screen.say(f"  {_(name):<{width}}{_(meaning)}")


def _help_on_clause(clause: str, screen: Screen) -> None:
    """Explain one clause of the rules."""
    clause = clause.upper()
    if clause in CLAUSES:
        _clause(clause, screen)
    else:
        message = _("There is no clause {clause}: choose from {known}.")
        screen.say(message.format(clause=clause[:8], known=clause_ids()))


def _clause(clause: str, screen: Screen) -> None:
    screen.explain(f"{clause:<4}{clause_words(clause)}", first="  ", indent=" " * 6)


@dataclass(frozen=True)
class Seat:
    """The player at a seat: a person, or a bot that chooses for it."""

    name: str
    bot: Bot | None = None
    spec: str = "random"
    """The name and budget that recreate the bot when the game is resumed."""


class Session:
    """Plays a game to its end, or until the people leave.

    `game` may be new or half played; `seats` says who sits where; `path` is where the
    game came from, and where `save` without a name puts it.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        screen: Screen,
        path: Path | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.screen = screen
        self.path = path
        self.names = [seat.name for seat in seats]
        self.people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self.saved = True
        self.at_screen = self.people[0] if len(self.people) == 1 else None
        self.shown: tuple[int, int] | None = None
        """The seat and the turn for which the table was last shown."""
        self.unread: dict[int, list[str]] = {seat: [] for seat in self.people}
        """The events since each person was last asked, repeated after the screen was handed over."""

    def run(self) -> None:
        """Play; the end of the input or an interrupt ends the game politely."""
        try:
            while not self.game.is_over:
                bot = self.seats[self._seat].bot
                if bot is not None:
                    known = self.game.knowledge(self._seat)
                    self._push(ask(bot, known, self.game.legal_moves))
                else:
                    self._ask()
            self._finish()
        except (Leave, KeyboardInterrupt):
            self._leave()

    @property
    def _seat(self) -> int:
        return _seat_of(self.game)

    def _ask(self) -> None:
        """Ask a person for one move, and carry out any commands they type instead."""
        seat = self._seat
        self._hand_over(seat)
        self.unread[seat].clear()
        turn = self.game.view(seat)["turns"]
        if self.shown != (seat, turn):
            self._table()
            self.shown = (seat, turn)
        else:
            self.screen.say(question(self.game.view(seat), self.names))
        self._moves()
        while not self._obey(self.screen.ask(f"{self.names[seat]}> ")):
            pass

    def _obey(self, line: str) -> bool:
        """Carry out a line; return whether the game has changed."""
        word, _gap, rest = line.partition(" ")
        command, rest = command_of(word), rest.strip()
        if not line:
            self.screen.say(_("Type the number of a move, or help."))
        elif command == "help" and rest:
            _help_on_clause(rest, self.screen)
        elif command == "help":
            _help_on_decision(self.game.view(self._seat), self.screen)
        elif command == "table":
            self._table()
        elif command == "moves":
            self._moves()
        elif command == "undo":
            return self._undo()
        elif command == "save":
            self._save(rest)
        elif command == "quit":
            raise Leave
        else:
            return self._try(line)
        return False

    def _try(self, line: str) -> bool:
        """Make the typed move, or print why it is not legal."""
        moves = self.game.legal_moves
        if line.isdecimal():
            if not 1 <= int(line) <= len(moves):
                self.screen.say(_("Moves are numbered 1 to {n}.").format(n=len(moves)))
                return False
            self._push(moves[int(line) - 1])
            return True
        try:
            self._push(line)
        except IllegalMove as error:
            self.screen.explain(str(error))
            return False
        return True

    def _push(self, move: Move | str) -> None:
        """Make a move, and report it to everybody who did not see it."""
        seat = self._seat
        before = self.game.view(seat)
        made = len(self.game.plies)
        self.game.push(move)
        self.saved = False
        plies = self.game.plies[made:]
        if self.seats[seat].bot is None and len(self.people) == 1:
            plies = tuple(ply for ply in plies if ply.seat != seat or ply.forced)
        news = narration.done(plies, before, self.names)
        news += narration.happened(before, self.game.view(None), self.names)
        for line in news:
            self.screen.explain(line)
        for person in self.people:
            self.unread[person] += news
        if self.seats[seat].bot is None:
            self._show_drawn(seat, before)

    def _show_drawn(self, seat: int, before: View) -> None:
        """Show a person the card they have just reserved unseen, before others look."""
        hand = self.game.view(seat)["seats"][seat]["hand"]
        old = before["seats"][seat]["hand"]
        if len(hand) <= len(old) or not self.game.view(seat)["seats"][seat]["blind"][-1]:
            return
        card = card_text(hand[-1], ascii=self.screen.ascii)
        self.screen.say(_("You drew {card}.").format(card=card))
        if len(self.people) > 1 and self.game.to_play != seat:
            self.screen.ask(_("Press Enter to hide it.") + " ")

    def _undo(self) -> bool:
        """Take moves back to the last decision of a person, past those of bots."""
        earlier = self.game.copy()
        try:
            earlier.pop()
            while self.seats[_seat_of(earlier)].bot is not None:
                earlier.pop()
        except IndexError:
            self.screen.say(_("There is no move by a person to undo."))
            return False
        self.game, self.saved, self.shown = earlier, False, None
        return True

    def _save(self, name: str) -> bool:
        """Save the game; return whether it is saved."""
        if not name and self.path is None:
            self.screen.say(_("Give a file name: save FILE."))
            return False
        path = Path(name).expanduser() if name else self.path
        assert path is not None
        words = [seat.spec if seat.bot else seat.name for seat in self.seats]
        try:
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, "", str(path))
            if path != self.path and path.exists() and not self._agreed(path):
                return False
            record.save(path, {**self.game.record(), "names": words})
        except OSError as error:
            why = reason(error, path)
            self.screen.explain(_("The game was not saved. {reason}").format(reason=why))
            return False
        except ValueError:
            self.screen.say(_("That is not a valid file name."))
            return False
        self.path, self.saved = path, True
        self.screen.say(
            _("Saved. Continue later with: parure play --resume {path}").format(path=path)
        )
        return True

    def _agreed(self, path: Path) -> bool:
        asked = _("{path} already exists. Overwrite it, yes or no?").format(path=path)
        no, yes = _("no"), _("yes")
        typed = self.screen.ask(f"{asked} [{no}] ").lower()
        return typed in (yes, yes[0], plain_ascii(yes))

    def _hand_over(self, seat: int) -> None:
        """Let another person come to the screen, behind a curtain where there are secrets."""
        if self.at_screen == seat:
            return
        if len(self.people) > 1 and self._has_secrets():
            if self.at_screen is not None:
                self.screen.clear()
            name = self.names[seat]
            self.screen.ask(
                _("Pass the screen to {name}, then press Enter.").format(name=name) + " "
            )
            self.screen.clear()
            self.shown = None
            for line in self.unread[seat]:
                self.screen.explain(line)
        self.at_screen = seat

    def _has_secrets(self) -> bool:
        """Tell whether a person's view holds something that the other people must not see."""
        seats = self.game.view(None)["seats"]
        hands = any(any(seats[seat]["blind"]) for seat in self.people)
        return hands or self.game.decision == "keep"

    def _table(self) -> None:
        self.screen.table(self.game.view(self._seat), self.names)

    def _moves(self) -> None:
        """List the legal moves with their numbers, in columns where they need no more words."""
        view = self.game.view(self._seat)
        lines = []
        for number, move in enumerate(map(str, self.game.legal_moves), start=1):
            words = narration.choice(move, view, ascii=self.screen.ascii)
            lines.append((f"{number:>3}  {move}", words))
        if any(words for _move, words in lines):
            width = max(len(move) for move, _words in lines) + 2
            for move, words in lines:
                self.screen.say(f"{move:<{width}}{words}".rstrip())
        else:
            for line in _columns([move for move, _words in lines]):
                self.screen.say(line)

    def _finish(self) -> None:
        """Show the last table, the points and the winners."""
        view = self.game.view(None)
        self.screen.table(view, self.names)
        self.screen.say()
        for line in _scores(view, self.names):
            self.screen.say(line)
        self._offer_to_save()

    def _leave(self) -> None:
        """Say goodbye, after an offer to save what would be lost."""
        self.screen.say()
        self._offer_to_save()
        self.screen.say(_("Goodbye."))

    def _offer_to_save(self) -> None:
        try:
            while not self.saved and self.screen.interactive:
                name = self.screen.ask(_("File to save the game in (Enter: don’t save):") + " ")
                if not name or self._save(name):
                    break
        except Leave:
            self.screen.say()


def _seat_of(game: Game) -> int:
    seat = game.to_play
    assert seat is not None, "a running game has a seat to play"
    return seat


def _columns(cells: Sequence[str]) -> list[str]:
    """Set short texts in columns, read downwards."""
    width = max(map(len, cells)) + 2
    across = max(1, WIDTH // width)
    down = -(-len(cells) // across)
    return ["".join(f"{cell:<{width}}" for cell in cells[i::down]).rstrip() for i in range(down)]


def _scores(view: View, names: Sequence[str]) -> list[str]:
    """Return a line for each seat that says where its prestige comes from."""
    heads = (_("prestige"), _("cards"), _("nobles"), _("posts"), _("cards owned"))
    lines = [" " * 20 + "".join(f"{head:>12}" for head in heads)]
    for seat, name in enumerate(names):
        one = view["seats"][seat]
        numbers = (one["prestige"], *narration.points(view, seat).values(), len(one["cards"]))
        star = "*" if seat in view["winners"] else " "
        label = set_cell_size(name, 18)
        lines.append(f"{star} {label}" + "".join(f"{number:>12}" for number in numbers))
    return lines
