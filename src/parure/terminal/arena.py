"""`parure arena` and `parure bots`: matches with a live score, and the list of bots."""

import math
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.cells import cell_len, set_cell_size

from parure.arena import ArenaError, Match, Report, Result, run
from parure.arena.match import Forfeit
from parure.arena.match_report import Standing
from parure.arena.picture import Row, report_svg, signed
from parure.arena.runner import kept_seed
from parure.arena.strength import Kept, kept, ladder
from parure.bots import BotError, find, names, split
from parure.files import write_whole
from parure.i18n import decimal, mark, ngettext
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.terminal.screen import Screen, new_table, percent, progress_bar, show_table
from parure.words.games import rules_words

__all__ = [
    "FORFEITS",
    "Wishes",
    "compete",
    "new_match",
    "own_bot",
    "show_bots",
    "show_heading",
    "show_notes",
    "show_standings",
]

_MOST_GAMES = 5
_MOST_LINES = 10

FORFEITS = {
    "crash": mark("{name} crashed: {problem}"),
    "illegal": mark("{name} made an illegal move: {problem}"),
    "slow": mark("{name} exceeded the time limit"),
    "death": mark("{name}’s process exited with code {problem}"),
    "engine": "{problem}",
}


@dataclass
class Wishes:
    """The options of a match: where and how to play it, and what to save."""

    json: Path | None = None
    records: Path | None = None
    picture: Path | None = None
    workers: int | None = None
    ray: str | None = None
    fresh: bool = False
    minutes: float | None = None
    """How long to play; what is finished by then is the result."""


class _TimeUp(Exception):
    """Raised to end a match whose minutes are over."""


@dataclass
class _Score:
    """The running score of a match in a few words."""

    match: Match
    won: list[float] = field(default_factory=list)
    held: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.won = [0.0] * len(self.match.bots)
        self.held = [0] * len(self.match.bots)

    def add(self, result: Result) -> None:
        """Count a game."""
        for bot, share in zip(result.seats, result.shares, strict=True):
            self.won[bot] += share
            self.held[bot] += 1

    def __str__(self) -> str:
        best = sorted(range(len(self.won)), key=lambda bot: -self._rate(bot))[:4]
        shown = sorted(best) if len(self.won) == 2 else best
        return "  ".join(f"{self.match.labels[bot]} {percent(self._rate(bot))}" for bot in shown)

    def _rate(self, bot: int) -> float:
        return self.won[bot] / self.held[bot] if self.held[bot] else 0.0


def new_match(
    bots: Sequence[str],
    rules: Rules,
    games: int,
    seed: int | None,
    move_limit: float | None,
    wishes: Wishes,
    kind: type[Match] = Match,
) -> Match:
    """Return a match; the default seed is that of a match to continue, else random.

    :param kind: the class of the match.
    """
    specs = tuple(own_bot(bot) for bot in bots)
    if seed is None and wishes.json is not None and not wishes.fresh:
        seed = kept_seed(wishes.json)
    if seed is None:
        seed = secrets.randbits(32)
    return kind(specs, rules, games, seed, move_limit)


def compete(
    match: Match, wishes: Wishes, screen: Screen, show: Callable[[Report, Screen], None]
) -> Report:
    """Play a match, show its score while it runs and its result at the end.

    The command fails if all games were forfeited, since such a match measures nothing.

    :param show: prints the result.
    """
    for path in (wishes.json, wishes.picture):
        if path is not None and not path.parent.is_dir():
            raise ArenaError(_("There is no folder {folder}.").format(folder=path.parent))
    if match.total != match.games:
        screen.explain(
            _("Each deal takes {n} games, one per seating: {total} games in all.").format(
                n=match.games_per_deal, total=match.total
            )
        )
    results: list[Result] = []
    try:
        report = _play(match, wishes, results)
    except _TimeUp:
        report = Report(match, results)
    except KeyboardInterrupt:
        show(Report(match, results), screen)
        _interrupted(match, len(results), wishes, screen)
        sys.exit(130)
    show(report, screen)
    if wishes.picture is not None:
        write_whole(wishes.picture, report_svg(report))
    for path in (wishes.json, wishes.records, wishes.picture):
        if path is not None:
            screen.say(_("Saved to {path}").format(path=path))
    if all(result.forfeit is not None for result in report.results):
        screen.explain(_("Every game was forfeited, so this match measures nothing."))
        sys.exit(1)
    return report


def _play(match: Match, wishes: Wishes, results: list[Result]) -> Report:
    """Play a match with a progress bar, adding results to the list as they arrive."""
    running = _Score(match)
    end = math.inf if wishes.minutes is None else time.monotonic() + 60 * wishes.minutes
    with progress_bar() as progress:
        task = progress.add_task(
            _("getting ready (the first run compiles the bots)…"), total=match.total
        )

        def listen(result: Result) -> None:
            results.append(result)
            running.add(result)
            progress.update(task, advance=1, description=str(running))
            if time.monotonic() > end:
                raise _TimeUp

        return run(
            match,
            json=wishes.json,
            records=wishes.records,
            workers=wishes.workers,
            ray=wishes.ray,
            fresh=wishes.fresh,
            listen=listen,
        )


def _interrupted(match: Match, played: int, wishes: Wishes, screen: Screen) -> None:
    screen.explain(
        _("Interrupted after {n} of {total} games.").format(n=played, total=match.total)
        + " "
        + (
            _("Run the same command to continue.")
            if wishes.json
            else _("Nothing was kept: use --json to be able to continue a match.")
        )
    )


def show_heading(report: Report, screen: Screen) -> None:
    """Print what was played."""
    match = report.match
    games = ngettext("{n} game", "{n} games", len(report.results))
    seed = _("seed {seed}").format(seed=match.seed)
    words = [rules_words(match.rules), games.format(n=decimal(len(report.results))), seed]
    screen.say(" · ".join(words))


def show_standings(report: Report, screen: Screen) -> None:
    """Print the standing of each bot, and notes on the match."""
    match = report.match
    show_heading(report, screen)
    if not report.results:
        return
    screen.say()
    headings = _("bot"), _("won"), _("95% interval"), _("Elo"), _("prestige"), _("s/move")
    table = new_table(*headings)
    for standing in report.standings:
        table.add_row(*_row(standing))
    show_table(table, screen)
    screen.say()
    if len(match.line_ups) > 1:
        _show_line_ups(report, screen)
    average, least, most = report.turns
    screen.explain(
        _("A game lasts {mean} turns on average, {least} to {most}.").format(
            mean=decimal(average, 1), least=least, most=most
        )
    )
    if any(len(set(line_up)) < len(line_up) for line_up in match.line_ups):
        screen.explain(
            _("Wins are counted per seat; {share} would be even.").format(
                share=percent(1 / match.rules.players)
            )
        )
    show_notes(report, screen)


def _row(standing: Standing) -> list[str]:
    """Return the table row of a bot."""
    won, rating = standing.score, standing.rating
    elo = f"{signed(rating.elo)} ± {decimal(rating.error)}" if rating.error else signed(rating.elo)
    return [
        standing.label,
        percent(won.mean),
        f"{percent(won.low)} – {percent(won.high)}",
        elo,
        decimal(standing.prestige, 1),
        decimal(standing.seconds, 4 if standing.seconds < 0.1 else 2),
    ]


def _show_line_ups(report: Report, screen: Screen) -> None:
    table = new_table(_("line-up"), _("games"), _("won"), left=1)
    for line_up in report.line_ups:
        scores = " – ".join(percent(score[0]) for score in line_up["scores"].values())
        table.add_row(_versus(line_up["seats"]), str(line_up["games"]), scores)
    show_table(table, screen)
    screen.say()


def _versus(labels: Sequence[str]) -> str:
    """Return a line-up in words.

    >>> _versus(["a", "b", "b", "b"])
    'a – 3 × b'
    """
    counts = {label: labels.count(label) for label in labels}
    return " – ".join(label if n == 1 else f"{n} × {label}" for label, n in counts.items())


def show_notes(report: Report, screen: Screen) -> None:
    """Print whether the match is repeatable, what bots printed, which forfeited, why, and in which games."""
    if not report.match.is_repeatable:
        screen.explain(_("Bots with a time budget may play differently next time."))
    for bot, name in enumerate(report.match.labels):
        _show_printed(bot, name, report, screen)
    lost = [(result, result.forfeit) for result in report.results if result.forfeit is not None]
    if not lost:
        return
    screen.say(
        ngettext("{n} game was forfeited:", "{n} games were forfeited:", len(lost)).format(
            n=len(lost)
        )
    )
    games: dict[str, list[int]] = {}
    for result, forfeit in lost:
        games.setdefault(_words(report.match, result, forfeit), []).append(result.number)
    for words, numbers in games.items():
        shown = ", ".join(map(str, numbers[:_MOST_GAMES]))
        shown += ", …" if len(numbers) > _MOST_GAMES else ""
        where = ngettext("game {list}", "games {list}", len(numbers)).format(list=shown)
        screen.explain(f"{words} ({where})", first="  ", indent="    ")


def _show_printed(bot: int, name: str, report: Report, screen: Screen) -> None:
    """Print the end of what a bot printed in its first game that printed anything."""
    printed = {
        result.number: text
        for result in report.results
        for sitting, text in zip(result.seats, result.printed, strict=False)
        if sitting == bot and text.strip()
    }
    for game, text in list(printed.items())[:1]:
        words = ngettext(
            "{name} printed text in {n} game. The end of it, in game {game}:",
            "{name} printed text in {n} games. The end of it, in game {game}:",
            len(printed),
        )
        screen.say(words.format(name=name, n=decimal(len(printed)), game=game))
        for line in text.splitlines()[-_MOST_LINES:]:
            shown = "".join(letter for letter in line if letter.isprintable())
            screen.explain(shown, first="  ", indent="    ")


def _words(match: Match, result: Result, forfeit: Forfeit) -> str:
    """Return in words how a game was forfeited."""
    name = match.labels[result.seats[forfeit.seat]]
    problem = "".join(letter for letter in forfeit.problem if letter.isprintable())
    return _(FORFEITS[forfeit.kind]).format(name=name, problem=problem)


def own_bot(spec: str) -> str:
    """Return the name of a bot by its module, and make that module importable.

    A bot may be named by a file, as in `bots/my_bots.py:Greedy`, by a module in the folder where the
    command is given, or as `engine:COMMAND`.
    """
    if " " in spec or spec.startswith("engine:"):
        return spec
    name, is_file, rest = spec.partition(".py:")
    if rest[:1].isdigit():
        return spec
    folder = os.getcwd()
    if is_file:
        path = Path(f"{name}.py")
        if not path.is_file():
            raise BotError(_("There is no file {path}.").format(path=path))
        if not path.stem.isidentifier() or path.stem == "engine":
            raise BotError(
                _(
                    "Name the bot’s file like a Python module, such as my_bots.py, not {file}."
                ).format(file=path.name)
            )
        folder, spec = str(path.parent.resolve()), f"{path.stem}:{rest}"
    if folder not in sys.path:
        sys.path.append(folder)
    return spec


def show_bots(screen: Screen) -> None:
    """Print each bot with its description and measured strength, weakest first."""
    installed = names()
    matches = kept()
    rows = {split(row.label)[0]: row for row in ladder(matches)}
    width = max(map(cell_len, installed))
    for name in installed:
        head = set_cell_size(name, width) + "  "
        screen.explain(_about(name), first=head, indent=" " * cell_len(head))
        strength = _strength(name, rows.get(name), matches)
        screen.explain(strength, first=" " * cell_len(head), indent=" " * cell_len(head))
    screen.say()
    screen.explain(
        _(
            "Elo from two-player base games; random is 0. Add a budget to a name: "
            "champion:2s (seconds), champion:20000 (iterations)."
        )
    )


def _about(name: str) -> str:
    """Return the description of a bot, or why it has none."""
    try:
        return _(str(find(name).about))
    except (BotError, AttributeError) as error:
        return str(error)


def _strength(name: str, row: Row | None, matches: Kept) -> str:
    """Return the rating of a bot and its first result against another."""
    words = []
    if row is not None and (row.error or matches):
        elo = f"{signed(row.elo)} ± {decimal(row.error)}" if row.error else signed(row.elo)
        words.append(_("Elo {elo}").format(elo=elo))
    for data in matches.values():
        first, other = data["bots"][0], data["bots"][1]
        if split(first["name"])[0] == name:
            words.append(
                _("{name} wins {share} against {other} ({n} games)").format(
                    name=first["name"],
                    share=percent(first["rate"]),
                    other=other["name"],
                    n=data["played"],
                )
            )
            break
    return "; ".join(words) + "." if words else _("Not measured.")
