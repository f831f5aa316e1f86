"""`parure benchmark`: a bot measured with Parure-1, and results that others have sent."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parure.arena.match import Result
from parure.arena.parure_1 import NAME, OPPONENTS, RULE_SETS, check, matches, measure
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.terminal.arena import own_bot
from parure.terminal.screen import Screen, new_table, progress_bar, show_table

__all__ = ["show_checked", "take_part"]


def take_part(
    bot: str, folder: Path | None, workers: int | None, ray: str | None, screen: Screen
) -> None:
    """Measure a bot and show the result."""
    spec = own_bot(bot)
    place = folder or Path(f"{NAME.lower()}-{spec.replace(':', '-')}")
    try:
        with _progress(bot) as listen:
            found = measure(spec, place, workers=workers, ray=ray, listen=listen)
    except KeyboardInterrupt:
        screen.explain(_("Interrupted. Run the same command to continue."))
        sys.exit(130)
    _show(found, screen)
    screen.say(_("Saved to {path}").format(path=place))


def show_checked(folder: Path, workers: int | None, ray: str | None, screen: Screen) -> None:
    """Show the result in a folder, once it has proved true."""
    with _progress(str(folder)) as listen:
        found = check(folder, workers=workers, ray=ray, listen=listen)
    _show(found, screen)
    screen.say(_("The games were replayed and add up to this result."))


@contextmanager
def _progress(what: str) -> Iterator[Callable[[Result], None]]:
    """Show how many games are played."""
    total = sum(match.total for match in matches(OPPONENTS[0]).values())
    with progress_bar() as progress:
        task = progress.add_task(_("getting ready (the first run compiles the bots)…"), total=total)
        yield lambda _result: progress.update(task, advance=1, description=what)


def _show(found: dict[str, Any], screen: Screen) -> None:
    screen.say(f"{NAME} · {found['bot']}")
    screen.say()
    table = new_table(_("rules"), *OPPONENTS, NAME)
    for name in RULE_SETS:
        single = (
            found["matches"][f"{name}-{opponent.partition(':')[0]}"] for opponent in OPPONENTS
        )
        cells = (decimal(one["percent"], 1) for one in single)
        table.add_row(name, *cells, _outcome(found["rule_sets"][name]))
    show_table(table, screen)
    screen.say()
    screen.say(f"{NAME}: {_outcome(found['outcome'])}")
    screen.explain(
        _("The chance of winning a game for two, in percent; 50 is as strong as they are.")
    )
    if not found["repeatable"]:
        screen.explain(_("Bots with a time budget may play differently next time."))


def _outcome(outcome: dict[str, float]) -> str:
    return f"{decimal(outcome['percent'], 1)} ± {decimal(outcome['error'], 1)}"
