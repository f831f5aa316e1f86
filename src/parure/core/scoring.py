"""Prestige, when the game ends, and who has won (B23–B28, C4, C7–C9)."""

from parure.core import cities, trading_posts
from parure.core.jit import kernel

GOAL = 15


@kernel
def prestige(s, seat):
    """Return a seat's prestige: cards, nobles and what the posts add (B25, T11)."""
    return s.points[seat] + trading_posts.prestige(s, seat)


@kernel
def reaches_goal(s, seat):
    """Tell whether the seat has what ends the game: 15 prestige (B23), or a city (C4, C7)."""
    if s.cities:
        return cities.fulfils_any(s, seat, prestige(s, seat))
    return prestige(s, seat) >= GOAL


@kernel
def is_decided(s):
    """Tell at the end of a round whether it was the last (B23, B24, C7).

    A seat's prestige changes in its own turns alone, so nothing need be remembered until then.
    """
    for seat in range(int(s.players)):
        if reaches_goal(s, seat):
            return True
    return False


@kernel
def beats(s, seat, other):
    """Tell whether a seat is ahead of another: more prestige (B26), then fewer cards (B27, O24)."""
    mine, theirs = prestige(s, seat), prestige(s, other)
    return mine > theirs or (mine == theirs and s.card_count[seat] < s.card_count[other])


@kernel
def find_winners(s):
    """Return the bits of the seats that win: nobody ahead of them (B26–B28).

    Where someone has a city, only those who have one count (C8); with none, all do (C9).
    """
    contenders = (1 << s.players) - 1
    if s.cities and is_decided(s):
        contenders = 0
        for seat in range(int(s.players)):
            if reaches_goal(s, seat):
                contenders |= 1 << seat
    winners = contenders
    for seat in range(int(s.players)):
        for other in range(int(s.players)):
            if contenders >> other & 1 and beats(s, other, seat):
                winners &= ~(1 << seat)
    return winners
