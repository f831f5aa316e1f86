"""Lessons are followed to their ends: what they teach happens, and a newcomer who follows wins."""

import pytest

from kit.diary import Diary
from parure import Game
from parure.game.moves import Move
from parure.i18n import LANGUAGES, use_language
from parure.server.lessons.coach import coach_for
from parure.server.lessons.steps import steps_of
from parure.server.tables import events as happened
from parure.server.tables.lesson_games import gentle_bot, lessons
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Table
from parure.server.tables.transitions import after
from parure.server.tables.view import look

ALL = ("first", "cities", "trading_posts", "orient", "orient17", "strongholds")
MODULES = ALL[1:]


def begun(name):
    """Return the table of a lesson, without a server."""
    lesson = lessons()[name]
    plans = [SeatPlan(bot=gentle_bot())] * 2
    plans[lesson.seat] = SeatPlan(name="Ann")
    options = TableOptions(
        seats=plans,
        modules=list(lesson.modules),
        edition=lesson.edition,
        order="fixed",
        seed=lesson.seed,
        guided=True,
    )
    table = after(Table("t"), happened.Created(at=0.0, maker="Ann", options=options))
    table = after(table, happened.Started(at=0.0, seed=lesson.seed, order=[0, 1]))
    for move in lesson.opening["moves"]:
        table = moved(table, move)
    return table


def moved(table, line):
    return after(table, happened.Moved(at=0.0, seat=table.to_play, move=line, by="bot"))


def followed(name):
    """Follow a lesson; yield what the learner sees, and the coach says, at each decision."""
    table, lesson = begun(name), lessons()[name]
    while table.status == "playing" and (moves_left := lesson.moves_left(table.playing)):
        if table.to_play == lesson.seat:
            view = look(table, "Ann")
            yield view, coach_for(view)
            table = moved(table, view.guide.suggested)
        else:
            table = moved(table, moves_left[0])
    yield look(table, "Ann"), None


def made_in(name):
    """Return the moves of the learner in a lesson, the forced ones too, by their turns."""
    lesson, turns = lessons()[name], {}
    game = Game.replay({**lesson.opening, "moves": list(lesson.moves)})
    for ply in game.plies:
        if ply.seat == lesson.seat and ply.turn >= lesson.begin:
            turns.setdefault(ply.turn, []).append(str(ply.move))
    return list(turns.values())


def happens(turn, *beginnings):
    return all(any(move.startswith(one) for move in turn) for one in beginnings)


def test_every_module_has_a_lesson():
    assert tuple(lessons()) == ALL
    assert {module for one in lessons().values() for module in one.modules} == set(MODULES) - {
        "orient17"
    }


def test_the_first_game_shows_all_that_there_is():
    turns = made_in("first")
    reserved = next(n for n, turn in enumerate(turns) if happens(turn, "reserve"))
    assert happens(turns[reserved + 2], "buy hand 1", "pay gold")
    assert not happens(turns[reserved + 1], "buy")
    assert any(happens(turn, "return") for turn in turns)
    assert happens(turns[-1], "buy", "noble")


def test_whoever_follows_the_first_game_wins_by_the_visit_of_a_noble():
    *_steps, (view, _coach) = followed("first")
    assert (view.status, view.result["winners"]) == ("over", [0])
    assert view.playing.view["seats"][0]["nobles"]
    before = list(followed("first"))[-2][0]
    assert before.playing.view["seats"][0]["prestige"] < 15 <= view.result["prestige"][0]


def test_the_modules_show_what_is_special_about_them():
    *_others, last = followed("cities")
    assert (last[0].status, last[0].result["winners"]) == ("over", [lessons()["cities"].seat])
    won, used = made_in("trading_posts"), made_in("trading_posts")[1:]
    assert happens(won[0], "buy", "post")
    assert any(happens(turn, "take", "gain") for turn in used)
    assert any(happens(turn, "buy", "gain") for turn in used)
    orient = [move for turn in made_in("orient") for move in turn]
    assert happens(orient, "pair", "pay joker", "gift", "discard")
    assert happens(made_in("orient17")[0], "claim")
    assert happens(made_in("orient17")[-1], "noble")
    strongholds = [move for turn in made_in("strongholds") for move in turn]
    assert happens(strongholds, "place", "move", "conquer")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("english")
def test_the_coach_leads_step_by_step(name, language):
    use_language(language)
    numbers, titles = [], [step.title for step in steps_of(name)]
    for view, coach in followed(name):
        if coach is None:
            break
        numbers.append(coach["number"])
        assert coach["title"] == titles[coach["number"] - 1]
        assert coach["todo"]
        if view.decision == "action":
            assert coach["lights"]
            assert coach["card"] is None or coach["card"] in (
                *view.playing.view["rows"].values(),
                *view.playing.view["seats"][view.seat]["hand"],
            )
    # The last one is said when all is done.
    shown = range(1, len(titles) + (numbers[-1] == len(titles)))
    assert sorted(set(numbers)) == numbers_of(numbers) == list(shown)


def numbers_of(steps):
    """Return the steps in the order in which they are first spoken of."""
    return list(dict.fromkeys(steps))


@pytest.mark.parametrize("name", MODULES)
def test_a_lesson_about_a_module_is_short(name):
    assert 3 <= len(steps_of(name)) <= 6
    assert 2 <= len(made_in(name)) <= 6


@pytest.mark.parametrize("name", ALL)
def test_nothing_hidden_is_suggested(name):
    """What the guide says follows from what the learner sees: the card that it leads to lies open."""
    for view, _coach in followed(name):
        seen = (*view.playing.view["rows"].values(), *view.playing.view["seats"][view.seat]["hand"])
        assert view.guide.goal is None or view.guide.goal in seen
    assert look(begun(name), None).guide is None


@pytest.mark.parametrize("name", ALL)
def test_another_way_is_coped_with(name):
    table, lesson = begun(name), lessons()[name]
    other = next(
        move
        for move in look(table, "Ann").moves
        if move.startswith(("take", "reserve")) and move != lesson.moves_left(table.playing)[0]
    )
    table = moved(table, other)
    for _decision in range(40):
        if table.status == "over":
            break
        view = look(table, "Ann")
        assert (view.guide.strayed, view.guide.suggested) == (True, None)
        assert coach_for(view)["todo"]
        assert coach_for(view)["may_leave"] == (name != "first")
        legal = [str(move) for move in table.playing.legal_moves]
        table = moved(table, next((move for move in legal if move.startswith("buy")), legal[0]))


def test_who_plays_on_is_told_that_it_was_the_lesson():
    *_steps, (view, _coach) = followed("trading_posts")
    assert view.guide.done
    assert coach_for(view)["may_leave"]
    assert coach_for(view)["number"] == coach_for(view)["total"]


def test_a_guided_game_of_another_deal_has_no_coach():
    diary = Diary(bots=1, guided=True, seed=7)
    assert coach_for(look(diary.table, "Ann")) is None


class TestAServer:
    def follow(self, ann, name):
        """Play a lesson as it suggests, against what the server lets the other seat do."""
        table = ann.post(f"/api/lessons/{name}", 201, name="Ann")["table"]
        ann.post(f"/api/tables/{table}/pace", pace="instant")
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            for view in socket:
                if view["table"]["status"] == "over" or view["you"]["coach"]["may_leave"]:
                    return view
                if suggested := view["you"]["coach"]["suggested"]:
                    ann.move(table, suggested, view["version"])
        return None

    @pytest.mark.parametrize("name", ALL)
    def test_the_other_seat_repeats_the_lesson(self, ann, name):
        view, lesson = self.follow(ann, name), lessons()[name]
        made = [entry["move"] for entry in view["game"]["log"] if "forced" not in entry]
        assert made == list(lesson.moves)
        assert view["table"]["practice"]
        if view["table"]["status"] == "over":
            assert view["game"]["result"]["winners"] == [lesson.seat]

    def test_what_was_taken_back_leads_on(self, ann):
        table = ann.post("/api/lessons/first", 201, name="Ann")["table"]
        view = ann.look(table)
        made = ann.move(table, "reserve deck 3", view["version"])
        assert not ann.look(table)["you"]["coach"]["suggested"]
        ann.post(f"/api/tables/{table}/undo", version=made["version"])
        assert ann.look(table)["you"]["coach"] == view["you"]["coach"]

    def test_there_are_no_others(self, ann):
        assert ann.refused("/api/lessons/chess", name="Ann")[:2] == (404, "missing")

    def test_a_rematch_has_no_coach(self, ann):
        over = self.follow(ann, "cities")
        again = ann.post(f"/api/tables/{over['table']['id']}/rematch")["table"]
        view = ann.look(again)
        assert not view["table"]["options"]["guided"]
        assert "coach" not in view["you"]


def test_the_moves_of_lessons_are_written_as_all_moves_are():
    for lesson in lessons().values():
        assert all(str(Move.of(move)) == move for move in lesson.moves)
