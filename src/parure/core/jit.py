"""The decorators of compiled code, and the place where it is kept.

Numba's own cache looks only at the file of the function itself: a change in a function that it calls,
or in a constant of another file, would go unseen and old code would run. So the folder of the cache is
named after a hash of everything that compiled code can depend on: the core and the printed facts. Code
outside the core is kept beside it, in a folder named after a hash of its own sources too: a change there
leaves the core compiled.

`NUMBA_DISABLE_JIT=1` interprets the same source, for debugging and coverage.
"""

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NoPythonSupportedFeatureValidation

from parure.core import cache

__all__ = [
    "background",
    "by_address",
    "cache_folder",
    "entry",
    "find_cache_folder",
    "fingerprint",
    "finished",
    "folder_for",
    "inlined",
    "is_compiled_before",
    "is_kept",
    "kernel",
    "large",
    "listeners",
    "parallel",
    "summing",
    "wrapping",
]

_PACKAGE = Path(__file__).resolve().parent.parent
_SOURCES = (*sorted(_PACKAGE.glob("core/*.py")), *sorted(_PACKAGE.glob("components/*")))


@register_pass(mutates_CFG=False, analysis_only=False)
class _TakeIndicesAsTheyAre(FunctionPass):
    """Makes every index of an array unsigned, so that Numba does not ask whether it counts from the end.

    None does, and to ask takes up to a fifth of the time. With bounds checks, one that did is refused.
    """

    _name = "parure_take_indices_as_they_are"

    def __init__(self) -> None:
        """Take nothing: Numba wants a pass to have this method."""

    def run_pass(self, state: Any) -> bool:
        changed = {
            node: signature.replace(args=(array, _unsigned(index), *value))
            for node, signature in state.calltypes.items()
            if isinstance(node, ir.SetItem) or getattr(node, "op", None) == "getitem"
            for array, index, *value in [signature.args]
            if isinstance(array, types.Array)
        }
        state.calltypes.update(changed)
        return bool(changed)


def _unsigned(index: Any) -> Any:
    """Return the type of an index without a sign: of a whole number, or of several."""
    if isinstance(index, types.Integer):
        return types.uintp
    if isinstance(index, types.BaseTuple) and all(isinstance(i, types.Integer) for i in index):
        return types.UniTuple(types.uintp, len(index))
    return index


listeners: list[Callable[[str], None]] = []
"""Called with the name of a function that Python calls, when something of it has to be compiled: it is not in
the cache."""

finished: list[Callable[[str], None]] = []
"""Called with the name of such a function when it is compiled, before it is run."""


class _Call(threading.local):
    """The function that Python is calling while it is compiled or read from the cache."""

    name: str | None = None
    is_compiled: bool = False


_call = _Call()


def _name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


class _Compiler(CompilerBase):
    """The compiler of our functions: Numba's own, which stays as it is for everyone else."""

    def define_pipelines(self) -> list[Any]:
        _call.is_compiled = True
        for hear in listeners:
            hear(_call.name or _name_of(self.state.func_id.func))
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_TakeIndicesAsTheyAre, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]


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


def is_kept(compiled: Any) -> bool:
    """Tell whether compiled code of one of our functions is in the cache."""
    return bool(numba.config.DISABLE_JIT) or _has_kept(compiled)


def _has_kept(compiled: Any) -> bool:  # pragma: no cover (nothing is interpreted)
    file = Path(compiled.py_func.__code__.co_filename).resolve()
    folder = folder_for(file.parent)
    pattern = f"{file.stem}.{compiled.py_func.__qualname__}-*.nbc"
    return folder is not None and any(folder.rglob(pattern))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function, on its first call from compiled code, and keep the result."""
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def wrapping(function: Callable[..., Any]) -> Any:
    """Compile a kernel whose whole numbers wrap around, of which NumPy warns where it is interpreted."""
    compiled = kernel(function)
    return np.errstate(over="ignore")(compiled) if numba.config.DISABLE_JIT else compiled


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
    return _called(_compiled(function))


def parallel(function: Callable[..., Any]) -> Any:
    """Compile a loop over many games that Python calls; its `numba.prange` uses all cores.

    With bounds checks it uses one: loops for several take three times as long to compile.
    """
    return _called(_compiled(function, parallel=not numba.config.BOUNDSCHECK))


def background(function: Callable[..., Any]) -> Any:
    """Compile a long computation that Python calls; the other threads of Python go on meanwhile."""
    return _called(_compiled(function, nogil=True))


def by_address(function: Callable[..., Any], signature: Any, *, keep: bool) -> Any:
    """Compile a function at once that compiled code calls by its address."""
    with _kept_beside(function) as is_kept:
        return numba.cfunc(signature, cache=keep and is_kept, pipeline_class=_Compiler)(function)


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    with _kept_beside(function) as is_kept:
        return numba.njit(cache=is_kept, pipeline_class=_Compiler, **options)(function)


def _called(compiled: Any) -> Any:
    """Let a function that Python calls tell when it is being compiled, and when that is done."""
    if not numba.config.DISABLE_JIT:  # pragma: no cover
        compiled._compile_for_args = partial(_compile_for, compiled)
    return compiled


def _compile_for(compiled: Any, *values: Any) -> Any:  # pragma: no cover (nothing is interpreted)
    """Answer Numba, which asks for the code for some values."""
    name, before = _name_of(compiled.py_func), vars(_call).copy()
    _call.name, _call.is_compiled = name, False
    try:
        code = type(compiled)._compile_for_args(compiled, *values)
        is_new = _call.is_compiled
    finally:
        vars(_call).clear()
        vars(_call).update(before)
    if is_new:
        for tell in finished:
            tell(name)
    return code


def _template_for_the_widest(compiled: Any, kinds: Iterable[Any], named: Any) -> Any:
    """Answer Numba, which asks how a caller is to call a function."""
    return type(compiled).get_call_template(compiled, [*map(_widest, kinds)], named)


def _widest(kind: Any) -> Any:
    """Return the type that stands for whole numbers of every size, or any other type itself."""
    is_whole = types.unliteral(kind) in types.signed_domain
    return types.int64 if is_whole else kind


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
