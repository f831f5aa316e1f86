"""What Python calls: the entries into compiled code.

Each takes a length-1 array, which crosses ten times faster than a record.
"""

from parure.core import apply as _apply
from parure.core import cities as _cities
from parure.core import features as _features
from parure.core import legal as _legal
from parure.core import nobles as _nobles
from parure.core import observe as _observe
from parure.core import orient as _orient
from parure.core import playout as _playout
from parure.core import purchase as _purchase
from parure.core import random as _random
from parure.core import scoring as _scoring
from parure.core import setup as _setup
from parure.core import strongholds as _strongholds
from parure.core import tables as _tables
from parure.core import trading_posts as _trading_posts
from parure.core import turn as _turn
from parure.core.jit import entry


@entry
def deal(game, seed):
    """Set up a game whose rules are written."""
    _setup.deal(game[0], seed)


@entry
def clear(game):
    """Empty a game whose rules are written."""
    _setup.clear(game[0])


@entry
def decide(game, legal):
    """Go on to the next decision; write its moves and return their number."""
    return _legal.decide(game[0], legal[0])


@entry
def apply(game, move):
    """Carry out a legal move, and nothing after it."""
    _apply.apply(game[0], move)


@entry
def prestige(game, seat):
    """Return a seat's prestige."""
    return _scoring.prestige(game[0], seat)


@entry
def find_winners(game):
    """Return the bits of the seats that would win now."""
    return _scoring.find_winners(game[0])


@entry
def is_decided(game):
    """Tell whether someone has what ends the game, so that this round is the last."""
    return _scoring.is_decided(game[0])


@entry
def meets_city(game, seat, city):
    """Tell whether a seat reaches a city's prestige and colours."""
    return _cities.meets_city(game[0], seat, city, _scoring.prestige(game[0], seat))


@entry
def lacking_for_card(game, seat, card):
    """Return what a seat lacks for a card: see `lacking.CardLack`, with packed numbers by colour."""
    s = game[0]
    reach = _purchase.reach_of(s, seat)
    return (
        _purchase.due_for(s, seat, card),
        _purchase.tokens_lacking(card, reach),
        _purchase.gold_lacking(card, reach, _trading_posts.gold_value(s, seat)),
        _purchase.gold_of(s, seat),
        _orient.discards_lacking(s, seat, card),
        _orient.lacks_bonus(s, seat, card),
    )


@entry
def lacking_for_noble(game, seat, noble):
    """Return, packed, what a seat lacks for a noble."""
    return _nobles.lacking(game[0], seat, noble)


@entry
def lacking_for_city(game, seat, city):
    """Return what a seat lacks for a city: its colours, packed, any other colour, prestige."""
    s = game[0]
    return (
        _cities.lacking(s, seat, city),
        _cities.any_colour_lacking(s, seat, city),
        max(0, _tables.CITY_PRESTIGE[city] - _scoring.prestige(s, seat)),
    )


@entry
def lacking_for_post(game, seat, post):
    """Return what a seat lacks for a post: its colours, packed, and nobles."""
    s = game[0]
    return (
        _trading_posts.lacking(s, seat, post),
        _trading_posts.nobles_lacking(s, seat, post),
    )


@entry
def is_free_for(game, seat, place):
    """Tell whether no other seat's strongholds keep a seat from a place (S6)."""
    return _strongholds.is_free_for(game[0], seat, place)


@entry
def put_card(game, seat, card):
    """Put a card in front of a seat, in a position that is read; so the next three."""
    _purchase.put_before(game[0], seat, card)


@entry
def put_pair(game, seat, card, colour, worth):
    """Give a paired card its colour and worth."""
    _orient.put_pair(game[0], seat, card, colour, worth)


@entry
def put_noble(game, seat, noble):
    """Put a noble in front of a seat."""
    _nobles.put_noble(game[0], seat, noble)


@entry
def put_post(game, seat, post):
    """Give a seat a post."""
    _trading_posts.put_post(game[0], seat, post)


@entry
def is_card_in_game(game, card):
    """Tell whether a card belongs to the decks of the game."""
    return _observe.is_in_game(game[0], card)


@entry
def is_noble_in_game(game, noble):
    """Tell whether a noble may be dealt in the game."""
    return _nobles.is_in_game(game[0], noble)


@entry
def hide(game, seat):
    """Strip a game of what a seat may not know."""
    _observe.hide(game[0], seat)


@entry
def determinize(game, seed):
    """Fill a stripped game with one possible deal."""
    _observe.determinize(game[0], seed)


@entry
def write_row_seeds(seeds, seed, first):
    """Write the seeds of rows, from number `first` on, into an array."""
    for number in range(len(seeds)):
        seeds[number] = _random.row_seed(seed, first + number)


@entry
def random_play(game, seed, legal, decisions):
    """Make so many random decisions; return how many games ended."""
    return _playout.random_play(game[0], seed, legal[0], decisions)


@entry
def begin_turn(game):
    """Plan the turn of the seat to play, in a position that was read."""
    _turn.begin_turn(game[0])


@entry
def encode(game, seat, observation):
    """Write what a seat observes, from a game stripped for it."""
    _features.encode(game[0], seat, observation[0])
