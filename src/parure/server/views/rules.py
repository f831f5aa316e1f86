"""The page of the rules: the pieces that are shown beside their words."""

from typing import Any

from parure.render.goals import posts_of

__all__ = ["examples"]


def examples(edition: int) -> dict[str, Any]:
    """Return pieces of an edition to be shown beside its rules."""
    cards = {2017: ("o17-101", "o17-106", "o17-201", "o17-306")}
    return {
        "posts": [post.id for post in posts_of(edition)],
        "orient": cards.get(edition, ("o24-105", "o24-106", "o24-202", "o24-306")),
    }
