"""
How functions of the game core are compiled.
"""

import inspect
import itertools
import secrets
import warnings
from functools import cached_property

from numba.core import bytecode, config, types
from numba.core.registry import CPUDispatcher

from .cache import KernelCache
from .unbroken import unbroken

COMPILED = not config.DISABLE_JIT
USER_MODULE = "dwarfsim_user_"  # how the names of modules from users' files begin

# Machine code is found by a name and a number that counts from 1 in every process: two closures of
# one name, cached by two processes, would be taken for each other. So each counts from elsewhere.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(56))

if not COMPILED:
    # random words wrap around on purpose; numpy's own setting would not reach other threads
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


class Kernel(CPUDispatcher):
    """
    A function compiled for calls from other kernels, and once more if Python calls it.

    Kernels are called by kernels a hundred times for once by Python. Without the wrappers that
    Python's call needs, and with one version for all constant arguments, a game compiles in two
    thirds of the time.
    """

    def __init__(self, function, checked: bool, inline: bool, wrapped: bool = False):
        options = {"nopython": True, "nogil": True, "boundscheck": checked, "_nrt": checked}
        options["forceinline"] = inline and not wrapped
        if not wrapped:
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options)
        self._cache = KernelCache(function, options)
        self._checked, self._inline, self._wrapped = checked, inline, wrapped

    @cached_property
    def _for_python(self):
        return Kernel(self.py_func, self._checked, self._inline, wrapped=True)

    def __call__(self, *args):
        return super().__call__(*args) if self._wrapped else self._for_python(*args)

    def compile(self, sig):
        """As numba's, whole: Ctrl-C comes before or after it."""
        with unbroken():
            return super().compile(sig)

    def get_call_template(self, args, kws):
        """One version for constant and other arguments."""
        return super().get_call_template(tuple(map(types.unliteral, args)), kws)


def kernel(function=None, *, checked: bool = False, inline: bool = True):
    """
    Compile a function for the game core (the interpreter's lock is released, results are cached).

    Parameters
    ----------
    function : function
    checked : bool
        Check array bounds: for code that is not our own. So are all kernels of a user's file.
    inline : bool
        Let the compiler copy it into its callers. A call that is not inlined hands over its
        records field by field, which costs more than most of what is called; False suits what is
        large and called once a game, or rarely.

    Returns
    -------
    numba dispatcher, or the function itself where the compiler is off
    """
    if function is None:
        return lambda f: kernel(f, checked=checked, inline=inline)
    if not COMPILED:
        return function
    checked = checked or function.__module__.startswith(USER_MODULE)
    return Kernel(function, checked, inline)


def where(function) -> str:
    """``file:line`` of a function, for messages."""
    function = getattr(function, "py_func", function)
    return f"{inspect.getsourcefile(function)}:{function.__code__.co_firstlineno}"
