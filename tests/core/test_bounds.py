"""Long random play inside the core, with bounds checks: an index out of range raises."""

import numpy as np
import pytest

from parure import Rules, all_rules
from parure.core import calls
from parure.core.state import LEGAL, STATE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_stays_within_bounds(players: int) -> None:
    rules: Rules
    for rules in all_rules(players):
        game, legal = np.zeros(1, STATE), np.zeros(1, LEGAL)
        rules.write(game[0])
        games = calls.random_play(game, 7, legal, 30_000)
        assert games > 20
