"""Games of all kinds well under way, with the faces that come with a page and those that it fetches."""

import re

from kit.diary import Diary
from kit.games import CONFIGURATIONS, late
from kit.positions import position
from parure.server.web import faces


def fixtures():
    visited = position(seats=[{"nobles": "noble-01"}], nobles="noble-03")
    return {
        "states": [state(late(*configuration)) for configuration in CONFIGURATIONS],
        "visited": state(visited),
    }


def state(game):
    document = Diary.of(game).document("Ann")
    view = document["game"]["view"]
    return {
        "doc": document,
        "first": names(faces.first_sprites(view)),
        "whole": names(faces.sprites(game.rules)),
    }


def names(sheet):
    """Return the names under which pieces lie in a sheet."""
    return re.findall(r' id="([^"]+)"', sheet)
