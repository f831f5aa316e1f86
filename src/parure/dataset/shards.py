"""Keeps a dataset on disk: a file for each shard, and the card that says how it was made.

Each shard depends on nothing but the plan and the numbers of its games, which its name tells. So any number
of workers makes the same files, and an interrupted dataset goes on with the shards that are missing.
"""

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parure import __version__
from parure.dataset.plan import COLUMNS, DatasetError, Plan
from parure.dataset.reading import CARD, FORMAT, SHARDS, positions_in, read_card
from parure.dataset.selfplay import Columns, play_games
from parure.envs.spaces import VERSION
from parure.files import write_whole
from parure.i18n import gettext as _
from parure.processes import CallFailed, Process
from parure.spread import spread

__all__ = ["make"]

README = "README.md"


class _Shard(NamedTuple):
    games: range
    content: bytes


def make(
    folder: str | Path,
    plan: Plan,
    *,
    workers: int | None = None,
    ray: str | None = None,
    fresh: bool = False,
    listen: Callable[[int], None] = lambda _games: None,
) -> dict[str, Any]:
    """Play the games of a plan, write them into a folder, and return its card.

    An interrupted dataset goes on where it stopped, and may be made longer.

    :param workers: the number of shards played at once; all cores by default.
    :param ray: the address of a Ray cluster to play on, or `local`.
    :param fresh: start over, whatever the folder holds.
    :param listen: called with the number of games of each shard that is done.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    if fresh:
        for path in (place / CARD, place / README, *place.glob(SHARDS)):
            path.unlink(missing_ok=True)
    _check_card(place, plan)
    _write_card(place, plan, None)
    missing = []
    for games in plan.shards:
        if (place / _name(games)).exists():
            listen(len(games))
        else:
            missing.append(games)
    jobs = [partial(_play_in, plan=plan, games=games) for games in missing]
    with closing(spread(jobs, workers, ray)) as played:
        for shard in played:
            for shorter in place.glob(f"games-{shard.games.start:07d}-*.npz"):
                shorter.unlink()
            write_whole(place / _name(shard.games), shard.content)
            listen(len(shard.games))
    return _write_card(place, plan, sum(map(positions_in, place.glob(SHARDS))))


def _name(games: range) -> str:
    return f"games-{games.start:07d}-{games.stop - 1:07d}.npz"


def _check_card(place: Path, plan: Plan) -> None:
    """Refuse a folder that holds something else, or more games."""
    if not (place / CARD).exists():
        if any(place.glob(SHARDS)):
            raise DatasetError(_("{folder} has games but no card.json.").format(folder=place))
        return
    card = read_card(place)
    wanted = {"parure": __version__, "spaces": VERSION, **plan.options()}
    for option, new in wanted.items():
        old = {**card, **card["options"]}.get(option)
        if old != new:
            raise DatasetError(
                _(
                    "{folder} holds another dataset ({option}: {old}, not {new}); use --fresh to "
                    "start over."
                ).format(folder=place, option=option, old=old, new=new)
            )
    if card["games"] > plan.games:
        raise DatasetError(
            _("{folder} was made for {n} games; use --fresh to start over with fewer.").format(
                folder=place, n=card["games"]
            )
        )


def _play_in(process: Process, _notes: set[str], plan: Plan, games: range) -> _Shard:
    """Play a shard in a process."""
    try:
        return _Shard(games, process.call(_shard, plan, games))
    except CallFailed as error:
        raise DatasetError(
            _("Games {first} to {last} can’t be played: {problem}").format(
                first=games.start, last=games.stop - 1, problem=error
            )
        ) from error


def _shard(plan: Plan, games: range) -> bytes:
    """Play a shard, and return it as the content of a file."""
    return _packed(play_games(plan, games))


def _packed(columns: Columns) -> bytes:
    """Return columns as an NPZ file; `numpy.savez_compressed` would write the time of day into it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, values in columns.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, values, allow_pickle=False)
            archive.writestr(
                zipfile.ZipInfo(f"{name}.npy"), member.getbuffer(), zipfile.ZIP_DEFLATED
            )
    return file.getvalue()


def _write_card(place: Path, plan: Plan, positions: int | None) -> dict[str, Any]:
    """Write the card, and return it; while games are missing, the number of positions is not known."""
    card = {
        "format": FORMAT,
        "parure": __version__,
        "spaces": VERSION,
        "options": plan.options(),
        "games": plan.games,
        "positions": positions,
        "repeatable": plan.is_repeatable,
        "columns": COLUMNS,
    }
    write_whole(place / CARD, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    if positions is not None:
        write_whole(place / README, _readme(plan, positions))
    return card


def _readme(plan: Plan, positions: int) -> str:
    """Return the card for people, in English like other published cards."""
    rules = plan.rules
    modules = " --modules " + ",".join(rules.modules) if rules.modules else ""
    command = (
        f"parure dataset make FOLDER --bot {plan.bot} --games {plan.games} --players {rules.players}"
        f"{modules} --edition {rules.edition} --seed {plan.seed}"
    )
    again = (
        "The same command makes the same games, with any number of workers."
        if plan.is_repeatable
        else "The bot thinks by the clock, so the same command makes other games."
    )
    columns = "\n".join(f"- `{name}`: {about}" for name, about in COLUMNS.items())
    return f"""# Games of Splendor: {plan.bot} against itself

{plan.games:,} games for {rules.players} players, edition {rules.edition}, with {positions:,} decisions. \
Modules: {", ".join(rules.modules) or "none"}.
Made by Parure {__version__}, with version {VERSION} of its actions and observations:

    {command}

{again}

Each `games-….npz` holds whole games, one row for each decision:

{columns}

`parure.dataset.load(FOLDER)` reads it shard by shard; `numpy.load` reads each file.
"""
