"""`parure dataset`: games of a bot against itself, saved to learn from."""

import sys
from pathlib import Path

from parure.dataset import Plan, make
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.terminal.screen import Screen, progress_bar

__all__ = ["make_here"]


def make_here(
    folder: Path, plan: Plan, workers: int | None, ray: str | None, fresh: bool, screen: Screen
) -> None:
    """Make a dataset, and show how far it is."""
    try:
        with progress_bar() as progress:
            task = progress.add_task(
                _("getting ready (the first run compiles the bots)…"), total=plan.games
            )
            card = make(
                folder,
                plan,
                workers=workers,
                ray=ray,
                fresh=fresh,
                listen=lambda games: progress.update(task, advance=games, description=plan.bot),
            )
    except KeyboardInterrupt:
        screen.explain(_("Interrupted. Run the same command to continue."))
        sys.exit(130)
    screen.say(
        _("{positions} decisions in {games} games.").format(
            positions=decimal(card["positions"]), games=decimal(card["games"])
        )
    )
    if not card["repeatable"]:
        screen.explain(_("Bots with a time budget may play differently next time."))
    screen.say(_("Saved to {path}").format(path=folder))
