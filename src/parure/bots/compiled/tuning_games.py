"""Whole games of the bots against each other in compiled code: what tuning learns from."""

import math

import numpy as np

from parure.bots.compiled.evaluation import INPUTS, describe
from parure.bots.compiled.lookahead import clear_chances, look_ahead
from parure.bots.compiled.policy import merchant_move, novice_move
from parure.core.apply import step
from parure.core.jit import background, kernel
from parure.core.playout import start
from parure.core.random import random_below, row_seed
from parure.core.state import ACTION, head

# Which bot plays a seat.
NOVICE, MERCHANT, GUILD = (np.int64(number) for number in range(3))
MOST_TURNS = 400
# The blind action of a game comes in one of so many rounds; afterwards the temperature is this part of it.
BLIND_UNTIL = 25
COOLED = 0.1
_FINE = 1 << 20


@kernel
def uniform(s):
    """Return a random number between 0 and 1, never one of them."""
    return (random_below(s, _FINE) + 0.5) / _FINE


@kernel
def guild_move(states, s, legal, n, later, needs, o, net, chances, temperature):
    """Return the move after which the seat to play stands best in one imagined deal.

    :param temperature: 0 for the best move; the higher, the more often others are played.
    """
    random_below(s, 2)
    clear_chances(chances, n)
    look_ahead(states, s, legal, n, later, needs, o, net, chances)
    best, most = 0, -1e9
    for number in range(n):
        chance = min(max(chances.of[number, s.to_play], 1e-6), 1.0 - 1e-6)
        score = math.log(chance / (1.0 - chance))
        if temperature > 0.0:
            score -= temperature * math.log(-math.log(uniform(s)))
        if score > most:
            best, most = number, score
    return int(legal.moves[best])


@kernel
def move_of(kind, states, s, legal, n, later, needs, o, net, chances, temperature):
    """Return the move of a bot for any decision."""
    if kind == NOVICE:
        return novice_move(s, legal, n, needs)
    if kind == MERCHANT:
        return merchant_move(s, legal, n, needs)
    return guild_move(states, s, legal, n, later, needs, o, net, chances, temperature)


@background
def play_match(states, legal, needs, o, chances, nets, kinds, seed, games, wins):
    """Play games between bots who change seats; add what each won, return all turns.

    :param states: room for three states, the last with the rules written.
    :param needs: those of each bot, with its style, `nets` its network, and `kinds` which it is.
    """
    s = states[2]
    players = int(s.players)
    turns = 0
    for game in range(games):
        n = start(s, row_seed(seed, game // players), legal[0])
        while n > 0 and s.turns < MOST_TURNS:
            bot = (s.to_play + game) % players
            own, net = needs[bot], nets[bot]
            move = move_of(
                kinds[bot], states, s, legal[0], n, legal[1], own, o[0], net, chances[0], 0.0
            )
            n = step(s, move, legal[0])
        turns += s.turns
        winners = 0
        for seat in range(players):
            winners += s.winners >> seat & 1
        for seat in range(players):
            if s.winners >> seat & 1:
                wins[(seat + game) % players] += 1.0 / winners
    return turns


@background
def gather(
    states, legal, needs, o, chances, nets, kind, seed, temperature, share, features, targets
):
    """Fill two arrays with positions at the beginning of turns and how their games ended.

    Each game is played loosely up to a random turn; there one action is chosen blindly, so that what
    nobody would do is learnt about, too. From then on it is played well, and positions are kept.

    :param temperature: of the play at first.
    :param share: the chance of a turn to be kept; the one after the blind action always is.
    :param features: (positions, seats, features); `targets` (positions, seats): what each seat won.
    """
    s = states[2]
    players = int(s.players)
    kept = 0
    game = 0
    while kept < len(features):
        first = kept
        n = start(s, row_seed(seed, game), legal[0])
        game += 1
        blind = random_below(s, BLIND_UNTIL * players)
        while n > 0 and s.turns < MOST_TURNS:
            is_action = head(s) == ACTION
            if kept < len(features) and is_action and s.turns > blind:
                if s.turns == blind + 1 or uniform(s) < share:
                    describe(s, o[0])
                    for seat in range(players):
                        for feature in range(INPUTS):
                            features[kept, seat, feature] = o[0].features[seat, feature]
                    kept += 1
            if is_action and s.turns == blind:
                move = int(legal[0].moves[random_below(s, n)])
            else:
                now = temperature if s.turns < blind else temperature * COOLED
                move = move_of(
                    kind, states, s, legal[0], n, legal[1], needs[0], o[0], nets[0], chances[0], now
                )
            n = step(s, move, legal[0])
        winners = 0
        for seat in range(players):
            winners += s.winners >> seat & 1
        if winners == 0:
            kept = first
        for position in range(first, kept):
            for seat in range(players):
                targets[position, seat] = (s.winners >> seat & 1) / winners
    return game
