"""`parure bots`: who can be played against, and how strong they are."""

from rich.cells import cell_len, set_cell_size

from parure.arena.picture import Row, signed
from parure.arena.strength import Kept, kept, ladder
from parure.bots import BotError, find, names, split
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.terminal.screen import Screen
from parure.terminal.tables import percent

__all__ = ["show_bots"]


def show_bots(screen: Screen) -> None:
    """Print each bot with its sentence and its measured strength, from the weakest of ours upwards."""
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
            "Elo is from base games of two players; random stands at 0. A budget goes after the name: "
            "champion:2s thinks two seconds about a move, champion:20000 looks at 20,000 lines."
        )
    )


def _about(name: str) -> str:
    """Return the sentence of a bot, or why it has none."""
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
