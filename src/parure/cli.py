"""The command `parure`: its options, and errors as one sentence."""

import os
import sys
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules
from parure.server.commands import DATABASE, database_app, people_app, serve, stats
from parure.terminal import Lang

if TYPE_CHECKING:
    from parure.collection import Result

__all__ = ["app", "main"]

app = typer.Typer(
    help=_("Splendor with its four modules: play, analyse and review games."),
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
record_app = typer.Typer(help=_("Show, replay or check a game record."))
app.add_typer(record_app, name="record")
cache_app = typer.Typer(help=_("Show or clear the cache of compiled rules."))
app.add_typer(cache_app, name="cache")
dataset_app = typer.Typer(help=_("Make datasets of bot games to learn from."))
app.add_typer(dataset_app, name="dataset")
app.add_typer(database_app, name="database")
app.add_typer(people_app, name="people")
app.command(help=_("Play in the browser, alone or with others."))(serve)
app.command(help=_("Show the statistics of somebody on a server, or list everybody."))(stats)

Ascii = Annotated[bool, typer.Option("--ascii", help=_("Draw with plain ASCII characters."))]
Modules = Annotated[
    list[str] | None,
    typer.Option(
        "--modules",
        "-m",
        help=_(
            "cities, trading_posts, orient, strongholds: separate with commas or repeat the option."
        ),
    ),
]
Players = Annotated[int, typer.Option("--players", "-p", help=_("Number of players, 2 to 4."))]
Edition = Annotated[int, typer.Option("--edition", "-e", help=_("2017 or 2024."))]
Fresh = Annotated[bool, typer.Option("--fresh", help=_("Start over instead of resuming."))]
Judge = Annotated[
    str | None,
    typer.Option(
        "--bot", "-b", help=_("Bot that judges, such as champion:2s; the strongest by default.")
    ),
]
AnyBot = typer.Argument(
    help=_("The bot, such as champion:800 or my_bots.py:Greedy."), metavar="BOT"
)
Games = Annotated[
    int, typer.Option("--games", "-g", help=_("Number of games, rounded up to whole deals."))
]
MatchSeed = Annotated[
    int | None, typer.Option("--seed", help=_("Seed: the same number gives the same match."))
]
MatchFile = Annotated[
    Path | None,
    typer.Option("--json", help=_("File for the result; an interrupted match resumes from it.")),
]
RecordFolder = Annotated[
    Path | None, typer.Option("--records", help=_("Folder for the records of all games."))
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        min=1,
        help=_("How many games at once; as many as there are cores by default."),
    ),
]
OnRay = Annotated[
    str | None, typer.Option("--ray", help=_("Ray cluster to use: its address, or local."))
]
RecordFile = Annotated[Path, typer.Argument(help=_("The record file."), metavar="FILE")]


def main() -> None:
    """Run the command line; every error of ours or of the system is one sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except ParureError as error:
        _fail(str(error))
    except BrokenPipeError:
        _close_quietly()
        sys.exit(1)
    except OSError as error:
        from parure.terminal.screen import reason

        _fail(reason(error))
    except KeyboardInterrupt:
        _fail("")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    lang: Lang = None,
    show_version: Annotated[
        bool, typer.Option("--version", help=_("Show the version and exit."))
    ] = False,
) -> None:
    """Choose the language; without a command, start the game in the browser."""
    if show_version:
        print(f"parure {version('parure')}")
    elif context.invoked_subcommand is None:
        serve(database=os.environ.get(DATABASE))


@app.command(help=_("Play in this terminal, with people or bots."))
def play(
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=_("Number of players, 2 to 4."))
    ] = None,
    modules: Modules = None,
    edition: Annotated[int | None, typer.Option("--edition", "-e", help=_("2017 or 2024."))] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=2**64 - 1, help=_("Seed: the same number gives the same game.")
        ),
    ] = None,
    bots: Annotated[
        int | None, typer.Option("--bots", "-b", help=_("How many players are bots."))
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", "-s", help=_("Name of a player or a bot; repeat for each seat.")),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option("--level", "-l", help=_("Which bot to play against, such as champion:2s.")),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", "-r", help=_("Continue a saved game."))
    ] = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Start a game in the terminal, after a short dialog for what was not said."""
    from parure.terminal.play import Options, UsageError, parse_modules
    from parure.terminal.play import play as play_here
    from parure.terminal.screen import Screen

    options = Options(
        players=players,
        modules=None if modules is None else parse_modules(modules),
        edition=edition,
        seed=seed,
        bots=bots,
        seats=seat or [],
        level=level,
        resume=None if resume is None else str(resume),
    )
    screen = Screen(ascii=ascii)
    try:
        play_here(options, screen, dialog=screen.interactive)
    except UsageError as error:
        raise typer.BadParameter(str(error)) from None


@app.command(help=_("Run a match between bots and measure which is stronger."))
def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            help=_(
                "Bots with budgets, such as champion:1s guild; your own: my_bots.py:Greedy; "
                "or an engine: “engine:python my_engine.py”."
            ),
            metavar="BOT BOT…",
        ),
    ],
    games: Games = 100,
    players: Players = 2,
    modules: Modules = None,
    edition: Edition = 2024,
    seed: MatchSeed = None,
    json: MatchFile = None,
    records: RecordFolder = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help=_("File for a chart of the ratings (SVG)."))
    ] = None,
    workers: Workers = None,
    ray: OnRay = None,
    move_limit: Annotated[
        float | None,
        typer.Option("--move-limit", help=_("Seconds per move; a slower bot forfeits the game.")),
    ] = None,
    fresh: Fresh = False,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Play a match."""
    from parure.terminal.arena import Wishes, compete, new_match, show_standings
    from parure.terminal.play import parse_modules
    from parure.terminal.screen import Screen

    wishes = Wishes(json, records, picture, workers, ray, fresh)
    rules = Rules.of(players, parse_modules(modules or []), edition)
    match = new_match(bots, rules, games, seed, move_limit, wishes)
    compete(match, wishes, Screen(ascii=ascii), show_standings)


@app.command(help=_("Measure how much an opponent could win who knows exactly how a bot plays."))
def exploit(
    bot: Annotated[str, AnyBot],
    simulations: Annotated[
        int,
        typer.Option(
            "--simulations",
            "-s",
            min=1,
            help=_("Simulations per move: the more, the closer to a best response."),
        ),
    ] = 100,
    games: Games = 100,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", min=0, help=_("Stop after this many minutes, if the games take longer.")
        ),
    ] = None,
    players: Players = 2,
    modules: Modules = None,
    edition: Edition = 2024,
    seed: MatchSeed = None,
    json: MatchFile = None,
    records: RecordFolder = None,
    workers: Workers = None,
    ray: OnRay = None,
    fresh: Fresh = False,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Play a match of the response against a bot."""
    from parure.arena.best_response import ResponseMatch
    from parure.terminal.arena import Wishes, compete, new_match
    from parure.terminal.exploit import show_gain
    from parure.terminal.play import parse_modules
    from parure.terminal.screen import Screen

    wishes = Wishes(json, records, None, workers, ray, fresh, minutes)
    rules = Rules.of(players, parse_modules(modules or []), edition)
    bots = [ResponseMatch.name(simulations), bot]
    match = new_match(bots, rules, games, seed, None, wishes, ResponseMatch)
    compete(match, wishes, Screen(ascii=ascii), show_gain)


@app.command(help=_("Measure a bot with Parure-1: ten rule sets, fixed opponents and deals."))
def benchmark(
    bot: Annotated[str | None, AnyBot] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--out", help=_("Folder for the result and all games; an interrupted run resumes.")
        ),
    ] = None,
    verify: Annotated[
        Path | None,
        typer.Option(
            "--check", help=_("Play the games in this folder again instead, to verify the result.")
        ),
    ] = None,
    workers: Workers = None,
    ray: OnRay = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Run the benchmark or check a result."""
    from parure.terminal.benchmark import show_checked, take_part
    from parure.terminal.screen import Screen

    screen = Screen(ascii=ascii)
    if (bot is None) == (verify is None):
        raise ParureError(_("Name a bot to measure, or a folder to check with --check."))
    if verify is not None:
        show_checked(verify, workers, ray, screen)
    elif bot is not None:
        take_part(bot, folder, workers, ray, screen)


@dataset_app.command("make", help=_("Let a bot play against itself, and save every decision."))
def make_dataset(
    folder: Annotated[
        Path,
        typer.Argument(
            help=_("Folder for the games; an interrupted dataset resumes."), metavar="FOLDER"
        ),
    ],
    bot: Annotated[
        str,
        typer.Option(
            "--bot", "-b", help=_("Bot in every seat, such as novice or my_bots.py:Greedy.")
        ),
    ] = "champion:200",
    games: Annotated[int, typer.Option("--games", "-g", help=_("Number of games."))] = 1000,
    players: Players = 2,
    modules: Modules = None,
    edition: Edition = 2024,
    seed: Annotated[
        int, typer.Option("--seed", help=_("Seed: the same number gives the same games."))
    ] = 0,
    workers: Workers = None,
    ray: OnRay = None,
    fresh: Fresh = False,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Make a dataset."""
    from parure.dataset import Plan
    from parure.terminal.arena import own_bot
    from parure.terminal.dataset import make_here
    from parure.terminal.play import parse_modules
    from parure.terminal.screen import Screen

    rules = Rules.of(players, parse_modules(modules or []), edition)
    plan = Plan(own_bot(bot), rules, games, seed)
    make_here(folder, plan, workers, ray, fresh, Screen(ascii=ascii))


@app.command("bots", help=_("List the bots and their strength."))
def list_bots(ascii: Ascii = False, lang: Lang = None) -> None:
    """List the bots."""
    from parure.terminal.arena import show_bots
    from parure.terminal.screen import Screen

    show_bots(Screen(ascii=ascii))


@app.command(help=_("Show the best moves in a position and every seat’s chances."))
def analyse(
    position: Annotated[
        str,
        typer.Argument(
            help=_("File with a record or snapshot, - for standard input, or a snapshot as JSON."),
            metavar="FILE|POSITION",
        ),
    ],
    bot: Judge = None,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="COMMAND",
            help=_("Engine that judges, instead of a bot: its command, in quotes."),
        ),
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", help=_("Position after this many moves of the record."))
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", help=_("Position at the start of this turn of the record.")),
    ] = None,
    moves: Annotated[int, typer.Option("--moves", min=1, help=_("How many moves to show."))] = 10,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Analyse a position."""
    from parure.terminal.positions import read_position, show_analysis, show_engine_analysis
    from parure.terminal.screen import Screen

    game, names = read_position(position, ply, turn)
    if engine is None:
        show_analysis(game, names, bot, moves, Screen(ascii=ascii))
    else:
        show_engine_analysis(game, names, engine, moves, Screen(ascii=ascii))


@app.command(help=_("Let a bot play as an engine, or check an engine."))
def engine(
    bot: Annotated[
        str,
        typer.Argument(
            help=_("The bot, such as champion or my_bots.py:Greedy; or “check”."), metavar="BOT"
        ),
    ],
    command: Annotated[
        str | None,
        typer.Argument(
            help=_("After “check”: the command of the engine, in quotes."), metavar="COMMAND"
        ),
    ] = None,
    patience: Annotated[
        float | None,
        typer.Option("--patience", help=_("Seconds to wait for an answer of a checked engine.")),
    ] = None,
    lang: Lang = None,
) -> None:
    """Be an engine on the standard streams, or check one."""
    from parure.bots import as_engine
    from parure.engine import check as check_engine
    from parure.terminal.arena import own_bot
    from parure.terminal.screen import Screen

    if bot != "check" and command is None:
        as_engine.run(own_bot(bot))
    elif bot == "check" and command is not None:
        screen = Screen()
        limits = {} if patience is None else {"patience": patience, "start": patience}
        for sentence in check_engine(command, **limits):
            screen.say(f"✓ {sentence}")
    else:
        raise typer.BadParameter(_("Name one bot, or write: parure engine check COMMAND."))


@app.command(help=_("Judge a finished game move by move: where it was won and lost."))
def review(
    path: Annotated[
        Path, typer.Argument(help=_("A record, or a folder of records."), metavar="FILE|FOLDER")
    ],
    bot: Judge = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", help=_("Budget per move: iterations (10000) or seconds (0.5s).")),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help=_("Print JSON; one line per game for a folder."))
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", help=_("File for a shareable page; a folder for several games.")),
    ] = None,
    annotate: Annotated[
        Path | None,
        typer.Option(
            "--annotate",
            help=_(
                "File for the record with chances and better lines; a folder for several games."
            ),
        ),
    ] = None,
    workers: Workers = None,
    ray: OnRay = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Review a game."""
    from parure.standalone import review_with_table
    from parure.terminal.review import Wishes, review_files
    from parure.terminal.screen import Screen

    wishes = Wishes(bot, budget, json, html, review_with_table, annotate, workers, ray)
    review_files(path, wishes, Screen(ascii=ascii))


@app.command(help=_("Show the first purchases of many games: how often they are made and win."))
def openings(
    collection: Annotated[
        Path,
        typer.Argument(
            help=_("A file of games (.parures), or a folder of records."), metavar="COLLECTION"
        ),
    ],
    player: Annotated[
        str | None, typer.Option("--player", help=_("Only the games and seats of this player."))
    ] = None,
    modules: Annotated[
        list[str] | None,
        typer.Option(
            "--modules", "-m", help=_("Only this set of modules; none for the base game.")
        ),
    ] = None,
    edition: Annotated[
        int | None, typer.Option("--edition", "-e", help=_("Only this edition, 2017 or 2024."))
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=_("Only this number of players."))
    ] = None,
    result: Annotated[
        str | None,
        typer.Option("--result", help=_("Only games that the player won or lost: won, lost.")),
    ] = None,
    since: Annotated[
        datetime | None,
        typer.Option("--since", formats=["%Y-%m-%d"], help=_("Only games from this day on.")),
    ] = None,
    until: Annotated[
        datetime | None,
        typer.Option("--until", formats=["%Y-%m-%d"], help=_("Only games up to this day.")),
    ] = None,
    purchases: Annotated[
        int,
        typer.Option("--purchases", min=1, max=5, help=_("How many purchases make an opening.")),
    ] = 1,
    most: Annotated[
        int, typer.Option("--most", min=1, help=_("How many openings to show for each set."))
    ] = 10,
    picture: Annotated[
        Path | None, typer.Option("--picture", help=_("File for a chart of the openings (SVG)."))
    ] = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Show an opening book."""
    from parure.collection import Filter
    from parure.terminal.openings_table import show_openings
    from parure.terminal.play import parse_modules
    from parure.terminal.screen import Screen

    named = None if modules is None else parse_modules(modules)
    wanted = Filter(
        player=player,
        modules=() if named == ("none",) else named,
        edition=edition,
        seats=players,
        result=cast("Result | None", result),
        since=since and since.date(),
        until=until and until.date(),
    )
    show_openings(collection, wanted, purchases, most, picture, Screen(ascii=ascii))


@app.command(help=_("Find the one best move in a position; the answer is explained."))
def puzzle(
    number: Annotated[
        int | None, typer.Argument(help=_("Number of the puzzle; a random one by default."), min=1)
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help=_("Today’s puzzle."))] = False,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Show a puzzle."""
    from parure.terminal.positions import show_puzzle
    from parure.terminal.screen import Screen

    show_puzzle(number, daily, Screen(ascii=ascii))


@record_app.command(help=_("Print the headers, the result and the moves."))
def show(file: RecordFile, ascii: Ascii = False, lang: Lang = None) -> None:
    """Print a record in a readable way."""
    from parure.terminal.recorded_games import show as show_record
    from parure.terminal.screen import Screen

    show_record(file, Screen(ascii=ascii))


@record_app.command(help=_("Show the table turn by turn; press Enter to continue."))
def replay(
    file: RecordFile,
    to: Annotated[
        int | None, typer.Option("--to", help=_("Show only the table after this turn."))
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option("--delay", min=0.0, help=_("Move on automatically after this many seconds.")),
    ] = None,
    ascii: Ascii = False,
    lang: Lang = None,
) -> None:
    """Show a game again."""
    from parure.terminal.recorded_games import replay as replay_record
    from parure.terminal.screen import Screen

    replay_record(file, Screen(ascii=ascii), to=to, delay=delay)


@record_app.command(help=_("Check that a record is complete and legal."))
def check(file: RecordFile, lang: Lang = None) -> None:
    """Check a record."""
    from parure.terminal.recorded_games import check as check_record
    from parure.terminal.screen import Screen

    check_record(file, Screen())


@app.command(help=_("Compile everything now, so that nothing needs compiling later."))
def warm(ascii: Ascii = False, lang: Lang = None) -> None:
    """Compile everything."""
    from parure.terminal.compile_cache import warm as compile_all
    from parure.terminal.screen import Screen

    compile_all(Screen(ascii=ascii))


@cache_app.command(
    "show", help=_("Show where the cache is, how large it is and when it was last used.")
)
def show_cache(ascii: Ascii = False, lang: Lang = None) -> None:
    """Show the compiled rules."""
    from parure.terminal.compile_cache import show_cache as show_folders
    from parure.terminal.screen import Screen

    show_folders(Screen(ascii=ascii))


@cache_app.command(help=_("Clear the cache; the next start compiles again."))
def clear(lang: Lang = None) -> None:
    """Clear the compiled rules."""
    from parure.terminal.compile_cache import clear_cache
    from parure.terminal.screen import Screen

    clear_cache(Screen())


def _fail(sentence: str) -> None:
    """End with one sentence on stderr."""
    print(sentence, file=sys.stderr)
    sys.exit(1)


def _close_quietly() -> None:
    """Let the interpreter end without a complaint about a closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
