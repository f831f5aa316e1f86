"""What the champion's network looks at: small whole numbers, from what the seat to play may know.

Thirty-two *slots* hold a card each: the places of the table, the hands of all seats, and the two cards of a
look into a deck (T9). A slot says which card lies there, and what it is to each seat: the tokens that are
lacking, the nobles it brings nearer, whether it ends the game. The *table* says the rest: the question, the
bank, nobles, cities and posts by what is lacking, and the seats. Seats are counted from the one to play.

All of it follows from the core's own functions. A card that the seat may not know counts as any card of its
deck, so a state gives the same inputs before and after `observe.hide`.
"""

from parure.bots.champion.layout import PARTS, SLOT_INPUTS, SLOTS, TABLE_INPUTS
from parure.bots.champion.slots import write_slot
from parure.bots.champion.table import write_part
from parure.core.jit import kernel


@kernel
def clear(x):
    """Empty the inputs."""
    for slot in range(SLOTS):
        for number in range(SLOT_INPUTS):
            x.slots[slot, number] = 0
    for number in range(TABLE_INPUTS):
        x.table[number] = 0


@kernel
def write(s, x):
    """Write the inputs of a position, as the seat to play sees it."""
    clear(x)
    for slot in range(SLOTS):
        write_slot(s, slot, x)
    for part in range(PARTS):
        write_part(s, part, x)
