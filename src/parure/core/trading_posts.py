"""The Trading Posts (T1–T12): who wins them, and what each power changes.

A power is a bit of `powers`; the other files ask `has_power` where the power applies.
"""

from parure.core.actions import WIN_POST
from parure.core.jit import kernel
from parure.core.nobles import count
from parure.core.packed import covers, shortfall
from parure.core.state import POST, plan
from parure.core.tables import (
    DOUBLE_GOLD,
    POST_NEEDS,
    POST_NOBLES,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE_5,
    PRESTIGE_PER_POST,
)


@kernel
def has_power(s, seat, power):
    """Tell whether the seat has won the post with this power."""
    return s.powers[seat] & power != 0


@kernel
def gold_value(s, seat):
    """Return how many tokens of one colour a gold covers in a purchase (T6, M4)."""
    return 2 if has_power(s, seat, DOUBLE_GOLD) else 1


@kernel
def prestige(s, seat):
    """Return the prestige of the seat's posts: 5 once (T7), 1 for each post (T8, T10)."""
    total = 0
    if has_power(s, seat, PRESTIGE_5):
        total += 5
    if has_power(s, seat, PRESTIGE_PER_POST):
        total += s.post_count[seat]
    return total


@kernel
def meets_post(s, seat, post):
    """Tell whether the seat can win a post: cards, a noble for one (T7), and not twice (T2, T3, T11)."""
    if has_power(s, seat, POST_POWER[post]) or nobles_lacking(s, seat, post) > 0:
        return False
    return covers(s.counted_packed[seat], POST_NEEDS[post])


@kernel
def lacking(s, seat, post):
    """Return, packed, what a seat lacks of the colours of a post (T2, T3)."""
    return shortfall(POST_NEEDS[post], s.counted_packed[seat])


@kernel
def nobles_lacking(s, seat, post):
    """Return how many nobles the seat lacks for a post (T7)."""
    return max(0, int(POST_NOBLES[post]) - count(s.won[seat]))


@kernel
def legal_post(s, legal):
    """List the posts that are met: to choose one (T3), or the first of all that are won (T2)."""
    seat = int(s.to_play)
    n = 0
    for post in range(s.first_post, s.first_post + POSTS_IN_GAME):
        if meets_post(s, seat, post) and (s.post_is_chosen or n == 0):
            legal.moves[n] = WIN_POST + post
            n += 1
    return n


@kernel
def win_post(s, post):
    """Give the post to the seat for good (T1, M5); where all that are met are won, look again (T2)."""
    put_post(s, int(s.to_play), post)
    if not s.post_is_chosen:
        plan(s, POST)


@kernel
def put_post(s, seat, post):
    """Give a seat a post and its power."""
    s.posts[seat, s.post_count[seat]] = post
    s.post_count[seat] += 1
    s.powers[seat] |= POST_POWER[post]
