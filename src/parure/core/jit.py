"""The decorators of compiled code, and the place where it is kept.

Numba's own cache looks only at the file of the function itself: a change in a function that it calls,
or in a constant of another file, would go unseen and old code would run. So the folder of the cache is
named after a hash of everything that compiled code can depend on: the core and the printed facts. Code
outside the core is kept beside it, in a folder named after a hash of its own sources too: a change there
leaves the core compiled.

`NUMBA_DISABLE_JIT=1` interprets the same source, for debugging and coverage.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.np import arrayobj

from parure.core import cache

__all__ = [
    "background",
    "by_address",
    "cache_folder",
    "entry",
    "find_cache_folder",
    "fingerprint",
    "folder_for",
    "inlined",
    "is_compiled_before",
    "kernel",
    "large",
    "parallel",
    "spare_indices",
    "summing",
]

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (*sorted(_PACKAGE.glob("core/*.py")), *sorted(_PACKAGE.glob("components/*")))


def fingerprint(sources: Iterable[Path]) -> str:
    """Return a short hash of the given files, the compiler and its settings."""
    digest = hashlib.sha256()
    for part in (numba.__version__, llvmlite.__version__, np.__version__):
        digest.update(part.encode())
    digest.update(repr((numba.config.BOUNDSCHECK, numba.config.OPT)).encode())
    for path in sources:
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def find_cache_folder() -> Path | None:
    """Return the folder for this version of the rules, or None where nothing can be written."""
    return cache.opened(cache.root() / fingerprint(_SOURCES))


cache_folder = find_cache_folder()


@lru_cache
def folder_for(sources: Path, *called: Path) -> Path | None:
    """Return where the compiled code of a folder of sources is kept.

    :param called: other folders whose functions are compiled into it.
    """
    if cache_folder is None or sources == _PACKAGE / "core":
        return cache_folder
    own = fingerprint(file for folder in (sources, *called) for file in sorted(folder.glob("*.py")))
    return cache.opened(cache_folder.with_name(f"{cache_folder.name}-{sources.name}-{own}"))


def is_compiled_before() -> bool:
    """Tell whether compiled code of these very rules is in the cache."""
    return bool(numba.config.DISABLE_JIT) or (
        cache_folder is not None and any(cache_folder.rglob("calls.apply-*.nbc"))
    )


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function, on its first call from compiled code, and keep the result."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def large(function: Callable[..., Any]) -> Any:
    """Compile a kernel once for whole numbers of every size: its callers pass them as the largest.

    Numba compiles a function for each size that it meets, and a large one takes seconds each time.
    """
    compiled = kernel(function)
    compiled.get_call_template = partial(_template_for_the_widest, compiled)
    return compiled


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel of a few lines into each of its callers, where their numbers make it faster."""
    return _compiled(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def summing(function: Callable[..., Any]) -> Any:
    """Compile a kernel that adds up many floats, in whatever order is fastest on the machine."""
    return _compiled(function, fastmath={"contract", "nsz", "reassoc"})


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    return _compiled(function)


def parallel(function: Callable[..., Any]) -> Any:
    """Compile a loop over many games that Python calls; its `numba.prange` uses all cores.

    With bounds checks it uses one: loops for several take three times as long to compile.
    """
    return _compiled(function, parallel=not numba.config.BOUNDSCHECK)


def background(function: Callable[..., Any]) -> Any:
    """Compile a long computation that Python calls; the other threads of Python go on meanwhile."""
    return _compiled(function, nogil=True)


def by_address(function: Callable[..., Any], signature: Any, *, keep: bool) -> Any:
    """Compile a function at once that compiled code calls by its address."""
    with _kept_beside(function) as is_kept:
        return numba.cfunc(signature, cache=keep and is_kept)(function)


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    with _kept_beside(function) as is_kept:
        return numba.njit(cache=is_kept, **options)(function)


def _template_for_the_widest(compiled: Any, kinds: Iterable[Any], named: Any) -> Any:
    """Answer Numba, which asks how a caller is to call a function."""
    return type(compiled).get_call_template(compiled, [*map(_widest, kinds)], named)


def _widest(kind: Any) -> Any:
    """Return the type that stands for whole numbers of every size, or any other type itself."""
    is_whole = numba.types.unliteral(kind) in numba.types.signed_domain
    return numba.types.int64 if is_whole else kind


@contextmanager
def _kept_beside(function: Callable[..., Any]) -> Iterator[bool]:
    """Let Numba keep compiled code in the folder for a function; False where nothing can be written."""
    folder = folder_for(Path(function.__code__.co_filename).resolve().parent)
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    try:
        yield folder is not None
    finally:
        numba.config.CACHE_DIR = before


def spare_indices(compiler: Any) -> None:
    """Let a compiler of Numba not ask of each index in core and bots whether it counts from the end.

    None does, and to ask took up to a fifth of the time. Where bounds are checked, as in tests, one that did
    would be out of them.

    :param compiler: its module of arrays, for the CPU or for GPUs; one that asks otherwise stays as it is.
    """
    usual: Any = getattr(compiler, "fix_integer_index", None)

    def taken_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and builder.function.name.startswith(_SPARED):
            return context.cast(builder, index, kind, compiler.types.intp)
        return usual(context, builder, kind, index, size)

    if usual:
        compiler.fix_integer_index = taken_as_it_is


_SPARED = ("_ZN6parure4core", "_ZN6parure4bots")
"""How the names of all their functions begin, as Numba spells them."""

spare_indices(arrayobj)

if numba.config.DISABLE_JIT:
    # Interpreted, NumPy warns of the wrap-around that the random generator is made of.
    np.seterr(over="ignore")
