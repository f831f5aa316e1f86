"""Policies that compiled loops call by address.

A loop over games that names its policy would be compiled for each one, with all the rules in it. By address,
the loop is compiled once, and each policy by itself.
"""

import ctypes
from functools import cached_property

import numba
import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from parure.core import batch as core
from parure.core.jit import by_address
from parure.core.state import LEGAL, STATE

_interpreted: dict[int, "Addressed"] = {}
"""The policies by the numbers that replace addresses in interpreted code."""


class Addressed:
    """A policy with an address; the first use of the address compiles it."""

    def __init__(self, choose, notes, kept=None):
        """Take the policy.

        :param choose: a compiled function of a state, its legal moves, their number, and notes.
        :param notes: the type of the notes.
        :param kept: the same policy as a module-level function of pointers, which Numba can cache.
        """
        self._choose = choose
        self._notes = notes
        self._kept = kept

    @cached_property
    def address(self):
        """The address for compiled code."""
        if numba.config.DISABLE_JIT:
            _interpreted[id(self)] = self
            return id(self)
        return self._compiled.address

    @cached_property
    def _compiled(self):
        choose = self._choose

        def by_pointers(state, legal, n, notes):
            return choose(carray(state, 1)[0], carray(legal, 1)[0], n, carray(notes, 1)[0])

        records = (types.CPointer(numba.from_dtype(kind)) for kind in (STATE, LEGAL, self._notes))
        state, legal, notes = records
        signature = types.int64(state, legal, types.int64, notes)
        return by_address(self._kept or by_pointers, signature, keep=self._kept is not None)

    def interpret(self, state, legal, n, notes):
        """Return the move that the policy chooses with the notes at an address."""
        memory = (ctypes.c_char * self._notes.itemsize).from_address(int(notes))
        return self._choose(state, legal, n, np.frombuffer(memory, self._notes)[0])


def randomly(state, legal, n, notes):
    """Return any of the legal moves."""
    return core.choose(carray(state, 1)[0], carray(legal, 1)[0], n)


@intrinsic
def call(_typing, address, state, legal, n, notes):
    """Return the move that the policy at one address chooses with the notes at another."""

    def generate(_context, builder, _signature, arguments):
        word, pointer = ir.IntType(64), ir.IntType(8).as_pointer()
        address, state, legal, n, notes = arguments
        policy = ir.FunctionType(word, (pointer, pointer, word, pointer)).as_pointer()
        records = [builder.bitcast(record, pointer) for record in (state, legal)]
        notes = builder.inttoptr(notes, pointer)
        return builder.call(builder.inttoptr(address, policy), (*records, n, notes))

    return types.int64(types.int64, state, legal, types.int64, types.int64), generate


def _interpret(address, state, legal, n, notes):
    return _interpreted[int(address)].interpret(state, legal, n, notes)


if numba.config.DISABLE_JIT:
    call = _interpret  # type: ignore[assignment]
