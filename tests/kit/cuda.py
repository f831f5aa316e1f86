"""A simulated GPU for tests: the parts of numba-cuda that `CudaBatch` uses, in Python on the host.

Kernels are interpreted, so the rules must be too: `NUMBA_DISABLE_JIT=1`. The threads of a block take turns,
and wait for each other where the kernel says so; a block is one warp wherever one is spoken of.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import greenlet
import numpy as np
from numba.np import numpy_support


class Memory:
    """Bytes of the device."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.size = len(raw)

    def view(self, first: int, end: int) -> "Memory":
        """Return a stretch of them."""
        return Memory(self.raw[first:end])


class Array(np.ndarray):
    """An array of the device, made as numba-cuda makes them."""

    def __new__(cls, shape: Any, strides: Any, dtype: Any, gpu_data: Memory) -> "Array":
        made = super().__new__(cls, shape, dtype, gpu_data.raw, 0, strides)
        made.gpu_data = gpu_data
        return made

    def copy_to_host(self) -> Any:
        """Return a copy of it."""
        Cuda.fetched += self.nbytes
        return np.array(self)


def to_device(host: Any) -> Array:
    """Return a copy of an array."""
    host = np.ascontiguousarray(host)
    Cuda.sent += host.nbytes
    return Array(
        host.shape, host.strides, host.dtype, Memory(memoryview(bytearray(host.tobytes())))
    )


def device_array(shape: Any, dtype: Any) -> Array:
    """Return an array that holds whatever was there before."""
    like = np.empty(shape, dtype)
    memory = Memory(memoryview(bytearray(b"\xab" * like.nbytes)))
    return Array(like.shape, like.strides, like.dtype, memory)


def clear(memory: Memory, value: int, size: int) -> None:
    """Fill memory with a byte."""
    memory.raw[:size] = bytes([value]) * size


def plain(given: Any) -> Any:
    """Return what a kernel is given as it sees it: arrays, also those of a tuple, as arrays of NumPy."""
    if isinstance(given, Array):
        return np.ndarray(given.shape, given.dtype, given.gpu_data.raw, 0, given.strides)
    return type(given)(*map(plain, given)) if isinstance(given, tuple) else given


class Block:
    """Threads that share memory."""

    def __init__(self, number: int, blocks: int, threads: int, shared: int) -> None:
        self.number, self.blocks, self.threads = number, blocks, threads
        self.dynamic = bytearray(shared)
        self.fixed: dict[int, Any] = {}
        self.said: list[bool] = [False] * threads


class Thread(greenlet.greenlet):
    """A thread of a block, until it waits."""

    def __init__(self, block: Block, number: int, work: Callable[[], None]) -> None:
        super().__init__(work)
        self.block, self.number = block, number
        self.arrays = 0
        """How many arrays of a fixed size it shares."""


def here() -> Any:
    """Return the thread that runs."""
    return greenlet.getcurrent()


def wait() -> None:
    """Wait for the other threads of the block."""
    here().parent.switch()


class Kernel:
    """A function of the device: called by another, or by the host for a grid."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        blocks, threads, _stream, shared = (*grid, 0, 0)[:4]

        def run(*given: Any) -> None:
            args = [*map(plain, given)]
            for number in range(blocks):
                self._run(Block(number, blocks, threads, shared), args)

        return run

    def _run(self, block: Block, args: list[Any]) -> None:
        def work() -> None:
            with np.errstate(over="ignore"):
                self.function(*args)

        running = [Thread(block, number, work) for number in range(block.threads)]
        while running:
            for thread in running:
                thread.switch()
            running = [thread for thread in running if not thread.dead]


def kind_of(type_: Any) -> Any:
    """Return the dtype of records, which is given, or of a type of numbers."""
    return type_ if isinstance(type_, np.dtype) else numpy_support.as_dtype(type_)


def shared_array(size: int, type_: Any) -> Any:
    """Return memory of the block: all that the launch made room for, or an array of a fixed size."""
    thread, kind = here(), kind_of(type_)
    if not size:
        memory = thread.block.dynamic
        return np.ndarray(len(memory) // kind.itemsize, kind, memory)
    thread.arrays += 1
    return thread.block.fixed.setdefault(thread.arrays, np.zeros(size, kind))


def ballot(_warp: int, flag: Any) -> int:
    """Return a bit for each thread of the warp: what it says."""
    thread = here()
    thread.block.said[thread.number] = bool(flag)
    wait()
    found = sum(said << number for number, said in enumerate(thread.block.said))
    wait()
    return found


def changed(how: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return a change of a number, which returns what was there before."""

    def change(array: Any, place: int, value: Any) -> Any:
        before = array[place]
        array[place] = how(before, value)
        return before

    return change


class Cuda:
    """The parts of `numba.cuda` that are asked for."""

    sent = fetched = 0
    """How many bytes were copied to the device, and back."""

    jit = staticmethod(Kernel)
    to_device = staticmethod(to_device)
    device_array = staticmethod(device_array)
    syncwarp = syncthreads = staticmethod(wait)
    ballot_sync = any_sync = staticmethod(ballot)
    popc = staticmethod(int.bit_count)
    shared = SimpleNamespace(array=shared_array)
    local = SimpleNamespace(array=lambda size, type_: np.zeros(size, kind_of(type_)))
    atomic = SimpleNamespace(add=changed(lambda a, b: a + b), max=changed(max))
    cudadrv = SimpleNamespace(driver=SimpleNamespace(device_memset=clear))

    def grid(self, _dimensions: int) -> int:
        """Return the number of the thread in the grid."""
        thread = here()
        return int(thread.block.number * thread.block.threads + thread.number)

    def gridsize(self, _dimensions: int) -> int:
        """Return the number of threads in the grid."""
        block = here().block
        return int(block.blocks * block.threads)

    @property
    def threadIdx(self) -> Any:
        """The number of the thread in its block."""
        return SimpleNamespace(x=here().number)

    @property
    def blockIdx(self) -> Any:
        """The number of the block."""
        return SimpleNamespace(x=here().block.number)
