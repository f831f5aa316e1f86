"""Arrays on a CUDA GPU, and views of them: records as numbers, one field of records, columns as rows."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

from parure.core.jit import folder_for
from parure.envs.common_options import checked_actions
from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = ["Device", "NoGPU", "as_called", "grid_of", "is_compiled_before", "keep", "launch"]

THREADS = 128
"""The threads of a block without shared memory."""


class NoGPU(ParureError):
    """Raised if there is no CUDA GPU, or the packages to use it are missing."""


@lru_cache
def load_cuda() -> Any:
    """Import numba-cuda, or raise an error that says what to install."""
    try:
        from numba import cuda
    except (
        AttributeError,
        ImportError,
    ) as error:  # It may use something that a newer NumPy has dropped.
        raise NoGPU(
            _("The GPU needs numba-cuda: run pip install 'parure[gpu]'. ({problem})").format(
                problem=error
            )
        ) from error
    if not cuda.is_available():  # type: ignore[no-untyped-call]
        raise NoGPU(_("No CUDA GPU was found, or its driver is not installed."))
    _take_indices_as_they_are()
    return cuda


def _take_indices_as_they_are() -> None:
    """Keep numba-cuda from asking whether an index in `core/` and `bots/` counts from the end.

    None does, and asking costs a step a tenth of its time. The CPU's compiler has a pass of ours for this
    (`core/jit.py`); numba-cuda takes none. Functions of others are compiled as ever.
    """
    from numba.cuda.np import arrayobj

    usual = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and builder.function.name.startswith(_WITHOUT_NEGATIVE_INDICES):
            return context.cast(builder, index, kind, numba.intp)
        return usual(context, builder, kind, index, size)

    arrayobj.fix_integer_index = fix_integer_index


_WITHOUT_NEGATIVE_INDICES = ("_ZN6parure4core", "_ZN6parure4bots")
"""The prefix of these functions' names after Numba's mangling."""


class Named:
    """A function that kernels call, with a name that lets Numba recognise it in another process."""

    def __init__(self, cuda: Any, function: Any) -> None:
        plain = getattr(function, "py_func", function)
        self._name = f"{plain.__module__}.{plain.__qualname__}"
        self._function = cuda.jit(plain)
        self._numba_type_ = getattr(self._function, "_numba_type_", None)

    def __call__(self, *given: Any) -> Any:
        """Call the function, if kernels are interpreted."""
        return self._function(*given)

    def __reduce__(self) -> Any:
        return str, (self._name,)


def as_called(cuda: Any, function: Any) -> Any:
    """Return the form of a function that kernels call."""
    is_ours = function.__module__.startswith("parure.")
    return Named(cuda, function) if is_ours else function


def keep(*kernels: Any) -> None:
    """Keep compiled kernels on disk for other processes, except those that call functions of users.

    The cache can't tell whether such a function, or one that it calls, has changed.
    """
    folder = kernel_folder()
    if folder is None or numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return
    from numba.cuda.core import config

    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        for kernel in kernels:
            if not any(
                isinstance(cell.cell_contents, CPUDispatcher) for cell in kernel.py_func.__closure__
            ):
                kernel.enable_caching()
    finally:
        config.CACHE_DIR = before


def is_compiled_before() -> bool:
    """Tell whether kernels compiled from the current sources are on disk."""
    folder = kernel_folder()
    return folder is not None and any(folder.rglob("kernels.*step*.nbc"))


def kernel_folder() -> Path | None:
    """Return the folder of compiled kernels, named by a hash of all their sources."""
    here = Path(__file__).resolve().parent
    return folder_for(here, here / "compiled", here.parent / "bots" / "compiled")


@contextmanager
def tables_in_global_memory() -> Iterator[None]:
    """Let Numba put tables into global memory instead of constant memory while it compiles.

    In constant memory, threads that read different entries wait for each other.
    """
    from numba.cuda.cudadrv import nvvm

    constant = nvvm.ADDRSPACE_CONSTANT
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    try:
        yield
    finally:
        nvvm.ADDRSPACE_CONSTANT = constant


@lru_cache
def launch(kernel: Any, *grid: int) -> Any:
    """Return a kernel configured for a grid, without Numba's warning about small grids.

    The user chooses the number of games.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Grid size")  # in bold, where there is colorama
        return kernel[grid]


def grid_of(n: int) -> tuple[int, int]:
    """Return the number of blocks, and of threads in each, for one thread per row."""
    return (n + THREADS - 1) // THREADS, THREADS


class Device:
    """The memory of a GPU."""

    def __init__(self, cuda: Any) -> None:
        self._cuda = cuda

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros, made on the device."""
        made = self._cuda.device_array(shape, dtype)
        self.clear(made)
        return made

    def array(self, host: NDArray[Any]) -> Any:
        """Return a copy of an array of plain numbers."""
        return self._cuda.to_device(host)

    def records(self, host: NDArray[Any]) -> Any:
        """Return a copy of an array of records, sent as bytes: NumPy can't export overlapping fields."""
        raw = self._cuda.to_device(host.view(np.uint8))
        return type(raw)(host.shape, host.strides, host.dtype, gpu_data=raw.gpu_data)

    def given(self, array: Any, n: int) -> Any:
        """Return a user's `n` whole numbers as an array on the device."""
        if hasattr(array, "__cuda_array_interface__"):
            return checked_actions(self._cuda.as_cuda_array(array), n)
        return self._cuda.to_device(checked_actions(np.asarray(array), n))

    def clear(self, array: Any) -> None:
        """Fill an array with zeros."""
        self._cuda.cudadrv.driver.device_memset(array.gpu_data, 0, array.gpu_data.size)


def to_host(records: Any) -> NDArray[Any]:
    """Return a copy of an array of records on the host."""
    return np.asarray(numbers(records, np.dtype(np.uint8)).copy_to_host()).view(records.dtype)


def numbers(records: Any, dtype: Any) -> Any:
    """Return an array of records as one of plain numbers that shares its memory."""
    n = records.shape[0] * records.dtype.itemsize // dtype.itemsize
    return type(records)((n,), (dtype.itemsize,), dtype, gpu_data=records.gpu_data)


def part(records: Any, name: str, dtype: Any = None) -> Any:
    """Return one field of an array of records as an array that shares its memory.

    :param dtype: the type to read its numbers as, if different.
    """
    field, offset = records.dtype.fields[name][:2]
    inner = field.base
    strides = [inner.itemsize] if field.shape else []
    end = records.gpu_data.size
    return type(records)(
        (records.shape[0], *field.shape),
        (records.strides[0], *strides),
        np.dtype(dtype or inner),
        gpu_data=records.gpu_data.view(offset, end),
    )


def stretch(array: Any, first: int, n: int) -> Any:
    """Return `n` elements of an array from `first` on; they share its memory."""
    size = array.dtype.itemsize
    memory = array.gpu_data.view(first * size, (first + n) * size)
    return type(array)((n,), (size,), array.dtype, gpu_data=memory)


def turned(array: Any, dtype: Any = None, n: int | None = None) -> Any:
    """Return the first `n` columns of an array as rows that share its memory (`T` would copy).

    :param dtype: the type to read its numbers as, if different.
    """
    rows, columns = array.shape
    return type(array)(
        (columns if n is None else n, rows),
        array.strides[::-1],
        np.dtype(dtype or array.dtype),
        gpu_data=array.gpu_data,
    )
