"""A host and its engine: the same moves as without the protocol, and nothing that a seat may not know."""

import json
import sys
from io import BytesIO
from pathlib import Path

import pytest

from kit.positions import position
from parure import MODULES, Budget, Game, bots
from parure.bots import as_engine
from parure.bots.as_engine import game_of
from parure.bots.random import RandomBot
from parure.engine import EngineError, engine_bot, popen
from parure.engine.engine_bot import ENGINES, bot_of
from parure.engine.host import Engine

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent.parent
EXAMPLE = f"{sys.executable} {ROOT / 'examples' / 'engine.py'}"
BROKEN = f"{sys.executable} {ROOT / 'tests' / 'kit' / 'broken_engine.py'}"


def engine_of(bot: str) -> str:
    return f"{sys.executable} -m parure engine {bot}"


@pytest.fixture(scope="module")
def guild():
    with popen(engine_of("guild")) as engine:
        yield engine


def test_an_engine_plays_as_its_bot_does(guild) -> None:
    guild.configure(seed=5)
    bot, game = bots.make("guild:2", 5), Game(3, MODULES, seed=2)
    for _decision in range(60):
        move = guild.play(game, Budget(iterations=2)).move
        assert move == bot.choose(game.knowledge(game.to_play), game.legal_moves, None)
        game.push(move)


def test_an_engine_judges_as_its_bot_does(guild) -> None:
    guild.configure(seed=5)
    game = Game(seed=2)
    own = bots.analyse(game, "guild:2", seed=5)
    told = guild.analyse(game, Budget(iterations=2))
    assert [estimate.move for estimate in told] == [estimate.move for estimate in own]
    assert told[0].chances == pytest.approx(own[0].chances, abs=1e-4)
    assert [estimate.visits for estimate in told] == [2] * len(own)
    assert len(guild.analyse(game, Budget(iterations=2), lines=3)) == 3


def test_an_analysis_goes_on_until_the_loop_ends(guild) -> None:
    rounds = []
    for info in guild.analysis(Game(seed=2)):
        rounds.append(info)
        if len(rounds) == 3:
            break
    assert all(len(info.lines) == 1 for info in rounds)
    assert all(info.speed > 0 for info in rounds)
    assert guild.play(Game(seed=2), Budget(iterations=1)).move in Game(seed=2).legal_moves


def test_a_long_search_can_be_stopped() -> None:
    """Much sooner than the host loses its patience."""
    game = Game(seed=2)
    with popen(engine_of("champion")) as champion:
        for limit in ({"seconds": 3600}, {"simulations": 10**9}):
            champion.ask(game.knowledge(0), map(str, game.legal_moves), **limit)
            champion.stop()
        assert champion.play(game, Budget(iterations=10)).move in game.legal_moves


def positions(seed: int, modules) -> Game:
    """Play a few turns at random, with cards reserved from decks."""
    game, bot = Game(2, modules, seed=seed), RandomBot(seed)
    while game.turns < 30 and not game.is_over:
        blind = [move for move in game.legal_moves if str(move).startswith("reserve deck")]
        move = blind[0] if blind and game.turns < 4 else bot.choose(None, game.legal_moves, None)
        game.push(move)
        yield game


def test_an_engine_is_told_the_same_whatever_is_hidden() -> None:
    """Two deals that a seat can't tell apart make the same message, in the middle of a turn too."""
    with popen(engine_of("random")) as engine:
        checked = 0
        for game in positions(3, MODULES):
            if (seat := game.to_play) is None:
                continue
            known = game.knowledge(seat)
            other = Game.from_knowledge(known, seed=9).knowledge(seat)
            told, again = engine.position(known), engine.position(other)
            assert told == again
            assert "state" in told
            checked += "?" in str(known.view["seats"])
        assert checked > 10


def test_the_card_that_is_being_paid_is_told() -> None:
    with popen(EXAMPLE) as engine:
        paying = 0
        for game in positions(4, ("orient",)):
            if game.decision == "payment":
                bought = str(game.plies[-1].move).split()
                card = engine.position(game.knowledge(game.to_play))["buying"]
                paying += bought[0] == "buy" and card.count("-") == 1
        assert paying


def test_a_view_is_enough_at_the_beginning_of_a_turn() -> None:
    for game in positions(5, ("cities", "trading_posts")):
        if game.decision == "action":
            view = game.view(game.to_play)
            assert game_of(view).view(game.to_play) == view
            assert game_of(view).legal_moves == game.legal_moves
    decks = {"1": "base-1w1 base-1w2 base-1w3 base-1w4"}
    view = position(modules="trading_posts", decks=decks, under={"1": [0, 1]}).view(0)
    assert view["under"] == {"1": ["base-1w3", "?1"]}
    assert game_of(view).view(0) == view


def test_an_engine_of_ours_takes_views_and_records() -> None:
    game = Game(seed=7)
    with popen(engine_of("merchant")) as engine:
        best = engine.play(game).move
        for position in ({"seat": 0, "view": game.view(0)}, {"record": game.record()}):
            engine.send({"type": "position", **position}, {"type": "go"})
            assert engine.receive("best", 60, after="go")["move"] == str(best)
        engine.send({"type": "position", "record": {"moves": "none"}}, {"type": "go"})
        for sentence in ("This is not a game record.", "Send a position first."):
            with pytest.raises(EngineError, match=sentence):
                engine.receive("best", 60, after="go")
        assert engine.play(game).move == best


def test_options_that_an_engine_lacks_are_left_out() -> None:
    with popen(EXAMPLE) as engine:
        engine.configure(seed=3, hash=64)
        assert engine.options == ()
        assert (engine.name, engine.author) == ("Thrifty", "You")


def test_an_engine_that_failed_is_over() -> None:
    engine = popen(f"{BROKEN} illegal")
    with pytest.raises(EngineError, match="illegal move"):
        engine.play(Game(seed=1))
    assert engine.is_over
    with pytest.raises(EngineError, match="has ended"):
        engine.play(Game(seed=1))


def test_a_bot_starts_its_engine_again_after_a_failure() -> None:
    bot, game = bots.make(f"{BROKEN} crash", anywhere=True), Game(seed=1)
    for _failure in range(2):
        for _move in range(2):
            assert bots.ask(bot, game.knowledge(0), game.legal_moves) == game.legal_moves[0]
        with pytest.raises(EngineError, match="exit code 7"):
            bots.ask(bot, game.knowledge(0), game.legal_moves)


def test_the_next_bot_takes_the_engine_of_the_last_one(monkeypatch) -> None:
    started = []
    begin = Engine.__init__

    def count(self, command, patience, start):
        started.append(command)
        begin(self, command, patience, start)

    monkeypatch.setattr(Engine, "__init__", count)
    game, command = Game(seed=1), f"{EXAMPLE} --mine"
    for _game in range(3):
        bots.ask(bots.make(command, 1, anywhere=True), game.knowledge(0), game.legal_moves)
    assert started == [command]


def test_an_engine_can_have_a_name(monkeypatch) -> None:
    monkeypatch.setenv(ENGINES, f'{{"Thrifty": "{EXAMPLE}"}}')
    assert bots.names()[-1] == "Thrifty"
    assert bots.find("Thrifty").command == EXAMPLE
    game = Game(seed=7)
    assert (
        str(bots.ask(bots.make("Thrifty:1s"), game.knowledge(0), game.legal_moves)) == "take W U G"
    )


def test_strangers_can_t_name_commands() -> None:
    with pytest.raises(bots.BotError):
        bots.find(EXAMPLE)


def test_seeds_are_whole_numbers_that_every_language_reads() -> None:
    class Spy:
        is_over = False

        def configure(self, **options):
            self.options = options

    command = "an engine that runs"
    engine_bot._idle[command] = [spy := Spy()]
    bot_of(command)(2**53 + 7)._ready()
    assert spy.options == {"seed": 7}


def test_only_a_prefix_or_a_path_makes_a_command_an_engine() -> None:
    assert bots.find("engine:sort", anywhere=True).command == "sort"
    with pytest.raises(bots.BotError, match="There is no bot “sort”"):
        bots.find("sort", anywhere=True)
    with pytest.raises(bots.BotError, match="There is no bot “engine:sort”"):
        bots.find("engine:sort")


def test_an_engine_answers_a_script_before_it_ends() -> None:
    go = {"type": "position", "view": Game(seed=7).view(0)}, {"type": "go"}
    endless = {**go[1], "infinite": True}
    script = "".join(json.dumps(message) + "\n" for message in (*go, endless, {"type": "quit"}))
    outgoing = BytesIO()
    as_engine._Engine("random", outgoing).listen(BytesIO(script.encode()))
    answers = [json.loads(line)["type"] for line in outgoing.getvalue().splitlines()]
    assert [kind for kind in answers if kind != "info"] == ["best", "best"]


@pytest.mark.parametrize(("spec", "name", "budget"), [
    ("python x.py:2s", "python x.py", Budget(seconds=2)),
    ("python x.py --at a:b", "python x.py --at a:b", None),
    ("python x.py", "python x.py", None),
    ("engine:sort:2s", "engine:sort", Budget(seconds=2)),
    ("engine:sort", "engine:sort", None),
])  # fmt: skip
def test_a_command_can_have_a_budget(spec: str, name: str, budget: Budget | None) -> None:
    assert bots.split(spec.replace("python", sys.executable)) == (
        name.replace("python", sys.executable), budget,
    )  # fmt: skip


def test_an_engine_that_judges_some_moves_can_t_judge_all() -> None:
    with pytest.raises(EngineError, match="doesn’t judge every move"):
        bots.analyse(Game(seed=1), EXAMPLE, anywhere=True)
