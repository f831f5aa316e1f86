"""What the script of the page needs, as attributes of the table."""

import json

from parure.server.views.changes import cut, safe
from parure.server.views.table.moves import Offers
from parure.server.views.table.prices import joker_words
from parure.server.views.table.scene import Scene
from parure.server.views.table.touched import flights_of

__all__ = ["data_of"]


def data_of(scene: Scene) -> str:
    """Return the attributes."""
    sight, offers, question = scene.sight, scene.offers, scene.question
    data = {
        "table": safe(sight.table),
        "version": sight.version,
        "seat": "" if sight.seat is None else sight.seat,
        "status": sight.status,
        "turn": "yes" if scene.moves else "",
        "plans": "yes" if offers.planned else "",
        "stays": "yes" if question.passes else "",
        "warned": "yes" if sight.warned else "",
        "decision": sight.decision or "",
        "pool": offers.pool,
        "sets": "; ".join([f"{tokens}: {line}" for tokens, line in offers.sets.items()]),
        "targets": safe(json.dumps(offers.targets)) if offers.targets else "",
        "payments": safe(_payments(offers)) if offers.payments else "",
        "flights": ", ".join(flights_of(sight)),
        "title": safe(question.title),
        "mine": " ".join(map(str, sight.mine)),
        "undone": "" if sight.undone in sight.mine else safe(scene.undone_words),
        "to-play": "" if sight.to_play is None else sight.to_play,
    }
    return "".join([f' data-{name}="{cut(value)}"' for name, value in data.items()])


def _payments(offers: Offers) -> str:
    return json.dumps(
        [
            {
                "line": ", ".join(payment.moves),
                "jokers": payment.jokers,
                "note": joker_words(payment),
                "gold": payment.gold,
                "spent": payment.spent,
            }
            for payment in offers.payments
        ]
    )
