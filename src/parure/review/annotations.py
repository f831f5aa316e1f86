"""A review written into an annotated game: chances after every move, better lines, and words."""

from parure.errors import IllegalMove
from parure.game.game import Game, Ply
from parure.game_tree import AnnotatedGame, Node
from parure.i18n import gettext as _
from parure.review.judgement import deed_of
from parure.review.sentences import GRADE_SIGNS, Plain, grade_words, point_words
from parure.review.values import Choice, Review

__all__ = ["annotate"]


def annotate(game: AnnotatedGame, review: Review, names: list[str]) -> None:
    """Add a review to the game that it judged: its chances, its best lines where they are better, its words.

    :param names: of the seats, for the sentences about turning points.
    """
    show = Plain(names)
    _say(game, _("Judged by {bot}, from what each player could know.").format(bot=review.bot))
    moves = list(game.main_line())
    now = game.start.copy()
    for choice, node in zip(review.choices, moves, strict=True):
        _annotate(node, choice, now)
        assert node.move is not None
        now.push(node.move)
    for point in review.turning_points:
        choice = review.choices[point.number]
        _say(moves[point.number], " ".join(point_words(point, choice, show)))


def _annotate(node: Node, choice: Choice, before: Game) -> None:
    """Add what is known of one decision.

    :param before: the game at the decision.
    """
    if choice.after is not None:
        node.chances = choice.after
    if choice.grade in ("inaccuracy", "mistake", "blunder"):
        _say(node, f"{GRADE_SIGNS[choice.grade]} {grade_words(choice.grade)}")
    if choice.grade in (None, "best") or choice.best == choice.played or node.parent is None:
        return
    plies = _expected(choice.line, before.copy())
    if plies:
        node.parent.grow(plies)
        better = next(other for other in node.parent.variations if other.move == plies[0].move)
        better.chances = choice.chances


def _expected(line: tuple[str, ...], game: Game) -> tuple[Ply, ...]:
    """Return the beginning of an expected line that does not depend on cards yet to turn up."""
    made, view = len(game.plies), game.view(game.to_play)
    known = {*view["rows"].values(), *(id for seat in view["seats"] for id in seat["hand"])}
    for move in line:
        seat = game.to_play
        if seat is None:
            break
        card = deed_of(move, game.view(seat), seat).card
        if card and card not in known and not move.startswith("discard"):
            break
        try:
            game.push(move)
        except IllegalMove:
            break
    return game.plies[made:]


def _say(node: Node, words: str) -> None:
    """Add words to a comment, once."""
    if words not in node.comment:
        node.comment = f"{node.comment}\n{words}".strip()
