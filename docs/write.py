"""Write the parts of docs/ that come from the code: `make docs`.

For every clause of docs/rules, `docs/rules/coverage.md` says which functions implement it, by the ids
that their docstrings name, and which tests cite it. `docs/spaces.md` lists the numbers of actions and
observations. `docs/bots.md` and `docs/ratings.svg` tell what the bots do and how strong they were in the
matches and benchmarks that are kept. `docs/figures.md` shows the figures kept in bench/, `docs/sizes.md`
what many tables would need. `docs/legs.md` and `docs/legs.svg` tell how the champion's training went,
from training/legs.json and training/history.md. `docs/reference/cli.md` lists the commands with their
options. `docs/formats/document.schema.json` is the shape of the document that a table is sent as; the
types of the same for scripts lie beside those who read it.
"""

import ast
import inspect
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import capacity
import shapes
import typer

from parure import MODULES, MOVES, Rules
from parure.arena.parure_1 import RULE_SETS
from parure.arena.picture import Point, curve_svg, ratings_svg, signed
from parure.arena.strength import CONTESTS, Contest, kept, ladder
from parure.bots import LADDER
from parure.cli import app
from parure.envs import spaces
from parure.i18n import use_language
from parure.words.games import modules_words, rules_words

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "parure"
RULES = ROOT / "docs" / "rules"
COVERAGE = RULES / "coverage.md"
SPACES = ROOT / "docs" / "spaces.md"
BOTS = ROOT / "docs" / "bots.md"
RATINGS = ROOT / "docs" / "ratings.svg"
PARURE_1 = ROOT / "bench" / "parure-1"
FIGURES = ROOT / "docs" / "figures.md"
SIZES = ROOT / "docs" / "sizes.md"
LEGS = ROOT / "docs" / "legs.md"
HISTORY = ROOT / "training" / "history.md"
"""What was measured and tried besides the legs, written by hand."""
CURVE = ROOT / "docs" / "legs.svg"
COMMANDS = ROOT / "docs" / "reference" / "cli.md"
SCHEMA = ROOT / "docs" / "formats" / "document.schema.json"
SCRIPT_TYPES = SOURCE / "server" / "web" / "static" / "table" / "document.d.ts"
TREE = "guild tree"
"""The bot of another kind that the first legs played against."""
_CLAUSE = re.compile(r"\b([BCTOSM])(\d{1,2})(?:–\1?(\d{1,2}))?\b")


class Clause(NamedTuple):
    """A clause of the rules."""

    text: str
    page: str


def clauses() -> dict[str, Clause]:
    """Return every clause by its id, in the order of the pages."""
    found: dict[str, Clause] = {}
    for page in sorted(RULES.glob("[0-9]-*.md")):
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^- \*\*([A-Z]\d+)\*\* (.*)$", text, re.MULTILINE):
            found[match[1]] = Clause(match[2], page.name)
    return found


def cited(text: str) -> set[str]:
    """Return the ids named in a text; a range such as B6–B9 names all of it."""
    found = set()
    for letter, first, last in _CLAUSE.findall(text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
    return found


def implementations() -> dict[str, list[str]]:
    """Return, for each clause, the functions whose docstring names it: no comment, no class."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted([*SOURCE.glob("core/*.py"), SOURCE / "rules.py"]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for clause in cited(ast.get_docstring(node) or ""):
                    found[clause].append(f"{path.relative_to(SOURCE)}: {node.name}")
    return found


def tests() -> dict[str, list[str]]:
    """Return, for each clause, the tests that cite it with the mark `rule`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(
                        ".rule"
                    ):
                        for argument in decorator.args:
                            name = f"{path.relative_to(ROOT / 'tests')}::{node.name}"
                            found[ast.literal_eval(argument)].append(name)
    return found


def coverage() -> str:
    """Return the page that lists, for each clause, where it is implemented and tested."""
    implemented, tested = implementations(), tests()
    lines = [
        "# Where each clause lives",
        "",
        "Written by `make docs` from the ids that docstrings and tests name; a test keeps it up to date.",
        "One test is run by its name: `pytest tests/rules/test_base_end.py::test_a_noble_can_end_the_game`.",
        "",
        "| clause | implemented in `src/parure` | tested by `tests` |",
        "| --- | --- | --- |",
    ]
    for clause, (_text, page) in clauses().items():
        where = "<br>".join(f"`{name}`" for name in implemented[clause])
        proof = "<br>".join(f"`{name}`" for name in tested[clause])
        lines.append(f"| [{clause}]({page}#{clause}) | {where} | {proof} |")
    return "\n".join([*lines, ""])


def layout_comments() -> dict[str, str]:
    """Return what the source says of each part of an observation."""
    source = (ROOT / "src/parure/core/features.py").read_text(encoding="utf-8")
    return dict(re.findall(r'^    "(\w+)": \(.*\),(?:  # (.*))?$', source, re.MULTILINE))


def tables() -> str:
    """Return the page that lists every action and every part of an observation."""
    lines = [
        "# Actions and observations",
        "",
        f"Written by `make docs` from the code. Version {spaces.VERSION}.",
        "",
        f"## Actions: {spaces.ACTIONS}",
        "",
        "An action is the number of a move in `parure.MOVES`, the same in every module and edition.",
        "",
        "| numbers | decision | moves |",
        "| --- | --- | --- |",
    ]
    first = MOVES[0]
    for number, move in enumerate([*MOVES[1:], None], start=1):
        if move is None or (move.verb, move.decision) != (first.verb, first.decision):
            last = MOVES[number - 1]
            moves = f"`{first}`" if first == last else f"`{first}` … `{last}`"
            lines.append(f"| {first.number}–{last.number} | {first.decision} | {moves} |")
            first = move or first
    lines += [
        "",
        f"## Observations: {spaces.SIZE} numbers of one byte",
        "",
        "An observation holds only what the seat may know. Seats are counted from the observer, in turn",
        "order. Missing seats, cards and tiles are zero. A card is: present, deck (6), price (5), colour",
        "(5), number of bonuses, prestige, effect (8), colour to discard (5); a hidden card has only the",
        "first two. Cards, nobles and cities are numbered by their position in `parure.components`.",
        "",
        "| from | part | shape | meaning |",
        "| --- | --- | --- | --- |",
    ]
    comments = layout_comments()
    for name, shape in spaces.LAYOUT.items():
        size = " × ".join(str(length) for length in shape)
        lines.append(f"| {spaces.OFFSETS[name]} | `{name}` | {size} | {comments[name]} |")
    return "\n".join([*lines, ""])


def bots() -> str:
    """Return the page about the bots: what each does, and how strong it is."""
    lines = [
        "# Bots",
        "",
        "Written by `make docs`. A bot sees only what its seat may know. `parure bots` lists the installed",
        "bots. A name may be followed by a budget: `champion:2s` thinks about a move for two seconds,",
        "`champion:20000` runs 20,000 simulations. [Measure bots](guides/measure-bots.md) says",
        "how matches are played, [Add a bot](guides/add-a-bot.md) how to write one.",
        "",
    ]
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named: dict[str, str] = points["project"]["entry-points"]["parure.bots"]
    for name in sorted(
        named, key=lambda name: (LADDER.index(name) if name in LADDER else len(LADDER), name)
    ):
        found = EntryPoint(name, named[name], "").load()
        lines += [f"## {name}", "", str(found.about), ""]
        lines += [inspect.cleandoc(found.__doc__ or ""), ""]
    return "\n".join([*lines, *strengths(), *benchmark()])


def benchmark() -> list[str]:
    """Return the table of the results of Parure-1 that are kept."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in PARURE_1.glob("*.json")]
    results.sort(key=lambda result: -result["outcome"]["percent"])
    lines = [
        "## Parure-1",
        "",
        "The [benchmark](guides/measure-bots.md#compare-a-bot-with-those-of-others) for all bots: the",
        "chance of winning a game for two, in percent, as the mean over `novice`, `guild` and",
        "`champion:200`, by rule set and in all. `parure benchmark BOT` gives the same numbers; its",
        "`parure-1.json` belongs in `bench/parure-1`.",
        "",
        f"| bot | Parure-1 | {' | '.join(RULE_SETS)} |",
        "| --- |" + " --- |" * (1 + len(RULE_SETS)),
    ]
    for result in results:
        bot = f"`{result['bot']}`"
        cells = [f"{result['rule_sets'][name]['percent']:.0f}" for name in RULE_SETS]
        whole = f"**{result['outcome']['percent']:.1f}** ± {result['outcome']['error']:.1f}"
        lines.append(f"| {' | '.join([bot, whole, *cells])} |")
    recipes = [f"- `{one['bot']}`: {one['recipe']}" for one in results if "recipe" in one]
    return [*lines, "", *recipes, ""]


def strengths() -> list[str]:
    """Return the table of the matches that are kept."""
    matches = kept()
    played = [contest for contest in CONTESTS if contest.name in matches]
    lines = ["## How strong they are", ""]
    if not played:
        return [*lines, "Nothing is measured yet: `make strength` plays the matches.", ""]
    lines += [
        "![Ratings](ratings.svg)",
        "",
        "Every deal is played once in every seating. The interval contains the true share of victories 95",
        "times in 100. No bot here thinks by the clock, so the same commands give the same games. The",
        "champion runs 3,200 simulations in about a tenth of a second on one core; at a table it thinks",
        "longer.",
        "",
        "| match | rules | games | wins of the first | 95 % interval | Elo | turns | s/move |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for contest in played:
        data = matches[contest.name]
        first, other = data["bots"]
        low, high = first["interval"]
        elo, error = first["elo"] - other["elo"], max(first["elo_error"], other["elo_error"])
        cells = (
            _opponents(contest),
            _table(contest),
            str(data["played"]),
            f"**{first['rate']:.1%}**",
            f"{low:.1%} – {high:.1%}",
            f"{signed(elo)} ± {error:.0f}",
            f"{data['turns']['mean']:.0f}",
            f"{_seconds(first)}, {_seconds(other)}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    machines = dict.fromkeys(
        f"Parure {data['parure']} on {data['machine']}, {data['date']}" for data in matches.values()
    )
    lines += ["", "Measured with " + "; ".join(machines) + ".", ""]
    lines += [
        "`make strength` plays all of them again, and resumes after an interruption. Each match on its own:",
        "",
    ]
    return [*lines, "```sh", *(matches[contest.name]["command"] for contest in played), "```", ""]


def _opponents(contest: Contest) -> str:
    one, other = contest.bots
    copies = {2: "", 3: "two ", 4: "three "}[contest.players]
    return f"`{one}` against {copies}`{other}`"


def _table(contest: Contest) -> str:
    everything = contest.modules == MODULES
    modules = "all four modules" if everything else modules_words(contest.modules)
    edition = ", 2017" if contest.edition == 2017 else ""
    return f"{contest.players} players, {modules}{edition}"


def _seconds(bot: dict[str, float]) -> str:
    return f"{bot['seconds_per_move']:.2g}"


def ratings() -> str:
    """Return the picture of the ratings of all bots in base games of two."""
    matches = kept()
    base = [c for c in CONTESTS if c.name in matches and c.players == 2 and not c.modules]
    games = sum(matches[contest.name]["played"] for contest in base)
    return ratings_svg(ladder(matches), f"{rules_words(Rules(2))} · {games:,} games")


def figures() -> str:
    """Return the page of the figures that are kept in bench/."""
    lines = [
        "# Figures",
        "",
        "Medians of several runs, written by `make docs` from the figures in `bench/`. `make bench` measures",
        "those of the CPU and compares them; `bench/gpu.py` measures the others on a GPU.",
    ]
    for name in ("figures.json", "gpu.json"):
        kept = json.loads((ROOT / "bench" / name).read_text(encoding="utf-8"))
        lines += ["", f"## {kept['machine']}", "", "| figure | measured | aim | how |"]
        lines += ["| --- | ---: | ---: | --- |"]
        for figure, row in kept["figures"].items():
            sign = "≥" if (row["median"] >= row["aim"]) == row["reached"] else "≤"
            lines.append(
                f"| {figure} | {_number(row['median'])} {row['unit']} "
                f"| {sign} {_number(row['aim'])} | {row['how']} |"
            )
    return "\n".join(lines) + "\n"


def legs() -> str:
    """Return the page of the legs of the champion's training, and of the matches between them."""
    kept = json.loads((ROOT / "training" / "legs.json").read_text(encoding="utf-8"))
    lines = [
        "# The legs of the champion's training",
        "",
        "Written by `make docs` from `training/legs.json` and `training/history.md`.",
        "[The champion](explanation/champion.md) explains how it learns.",
        "",
        "![Victories over the minutes of training](legs.svg)",
        "",
        "| leg | goes on from | rules | minutes | games | positions | simulations | loss of the policy "
        "| of the chances | rounds of a game |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for leg in kept["legs"]:
        cells = (
            leg["leg"], leg["from"] or "nothing", leg["rules"], f"{leg['seconds'] / 60:.1f}",
            f"{leg['games']:,}", f"{leg['positions']:,}", f"{leg['simulations']:.2g}",
            f"{leg['policy']:.3f}", f"{leg['chances']:.3f}", f"{leg['rounds']:.1f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        f"`{TREE}` was a tree search with the guild's network, 16,000 iterations a move; others are legs,",
        "with as many simulations.",
        "",
        "| leg | after | rules | simulations | against | games | won | 95 % interval |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: | --- |",
    ]
    for match in kept["matches"]:
        cells = (
            match["leg"], f"{match['seconds'] / 60:.1f} min", match["rules"],
            f"{match['simulations']:,}", f"`{match['against']}`", str(match["games"]),
            f"**{match['won']:.1%}**", f"{match['low']:.1%} – {match['high']:.1%}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", HISTORY.read_text(encoding="utf-8")])


def curve() -> str:
    """Return the picture of the victories over the minutes of training, in base games of two."""
    kept = json.loads((ROOT / "training" / "legs.json").read_text(encoding="utf-8"))
    of_leg = {leg["leg"]: leg for leg in kept["legs"]}

    def minutes(name: str | None) -> float:
        """Return how long the legs up to the end of one took."""
        return 0.0 if name is None else minutes(of_leg[name]["from"]) + of_leg[name]["seconds"] / 60

    points = [
        Point(
            minutes(of_leg[match["leg"]]["from"]) + match["seconds"] / 60,
            match["won"],
            match["low"],
            match["high"],
        )
        for match in kept["matches"]
        if match["rules"] == "base" and match["against"] == TREE
    ]
    about = "800 simulations against the guild tree, base game, 2 players; intervals of 95 %"
    return curve_svg(points, "Victories by minutes of training", about)


def commands() -> str:
    """Return the page of the command line: every command with its arguments and options."""
    use_language("en")
    lines = ["# The command line", "", "Written by `make docs` from the code."]
    for name, command in _commands("parure", typer.main.get_command(app)):
        context = command.context_class(command)
        usage = " ".join([name, *command.collect_usage_pieces(context)])
        lines += ["", f"## {name}", "", command.help, "", "```text", usage, "```", ""]
        lines += ["| option | meaning |", "| --- | --- |"]
        lines += [_option(one, context) for one in command.get_params(context)]
    return "\n".join(lines) + "\n"


def _commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Yield the commands below one, each with its whole name."""
    below = getattr(command, "commands", {})
    if not below:
        yield name, command
    for word, one in below.items():
        yield from _commands(f"{name} {word}", one)


def _option(one: Any, context: Any) -> str:
    """Return the line of an option or argument."""
    if one.param_type_name == "argument":
        return f"| `{one.metavar or one.name}` | {one.help} |"
    names = ", ".join(f"`{name}`" for name in [*one.opts, *one.secondary_opts])
    is_told = isinstance(one.default, int | str) and not isinstance(one.default, bool)
    default = f" Default: `{one.default}`." if is_told else ""
    return f"| {names} | {one.help}{default} |"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    BOTS.write_text(bots(), encoding="utf-8")
    RATINGS.write_text(ratings(), encoding="utf-8")
    COVERAGE.write_text(coverage(), encoding="utf-8")
    SPACES.write_text(tables(), encoding="utf-8")
    FIGURES.write_text(figures(), encoding="utf-8")
    SIZES.write_text(capacity.page(), encoding="utf-8")
    LEGS.write_text(legs(), encoding="utf-8")
    CURVE.write_text(curve(), encoding="utf-8")
    COMMANDS.write_text(commands(), encoding="utf-8")
    SCHEMA.write_text(shapes.written_schema(), encoding="utf-8")
    SCRIPT_TYPES.write_text(shapes.script_types(), encoding="utf-8")
