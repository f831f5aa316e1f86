"""The things of a sentence as little pictures, for pages."""

from collections.abc import Sequence
from typing import cast

from markupsafe import Markup

from parure.components import card_of
from parure.render.cards import card_svg
from parure.render.draw import Sheet, standalone
from parure.render.gems import gem, shield
from parure.render.palette import PAGE
from parure.review.sentences import tile_words
from parure.words.piece_words import card_name, gem_name

__all__ = ["Pictures"]


class Pictures:
    """A `Show` whose cards, gems and shields are pictures that stand on their own."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def fill(self, words: str, /, **parts: str) -> str:
        """Put parts into the words of a sentence, each once escaped."""
        return Markup.escape(words).format(**parts)

    def name(self, seat: int) -> str:
        """The shield and the name of a seat."""
        sheet = Sheet(PAGE)
        drawn = standalone(sheet, shield(sheet, seat, 0, 0, 20), (20, 22), 13, "")
        return Markup('<b class="who">{}{}</b>').format(Markup(drawn), self._names[seat])

    def card(self, id: str) -> str:
        """The thumb of a card."""
        drawn = Markup(card_svg(id, 20, palette=PAGE))
        words = card_name(card_of(id))
        return cast(str, Markup('<span class="thumb" title="{}">{}</span>').format(words, drawn))

    def tokens(self, colours: Sequence[str]) -> str:
        """Gems and gold."""
        return Markup("").join(self._gem(colour) for colour in colours)

    def _gem(self, colour: str) -> Markup:
        sheet = Sheet(PAGE)
        drawn = gem(sheet, colour, 0, 0, 24)
        return Markup(standalone(sheet, drawn, (24, 24), 15, gem_name(colour)))

    def tile(self, id: str) -> str:
        """A tile, in words."""
        return Markup.escape(tile_words(id))
