"""
The only home of the compiler: its options, signatures, cache folder and warnings.

`kernel` compiles a function on first use and keeps the result between runs. With the environment
variable ``NUMBA_DISABLE_JIT=1`` every kernel is the plain Python function that one reads.
"""

from .cache import cache_folder
from .call import (
    FUNCTIONS,
    KNOBS,
    IntGrid,
    Ints,
    RealGrid,
    Reals,
    ask,
    entry_arguments,
    entry_point,
    lender,
    me_type,
    record_type,
)
from .compile import COMPILED, USER_MODULE, Kernel, kernel, where
from .fingerprint import fingerprint

__all__ = [
    "COMPILED",
    "FUNCTIONS",
    "KNOBS",
    "USER_MODULE",
    "IntGrid",
    "Ints",
    "Kernel",
    "RealGrid",
    "Reals",
    "ask",
    "cache_folder",
    "entry_arguments",
    "entry_point",
    "fingerprint",
    "kernel",
    "lender",
    "me_type",
    "record_type",
    "where",
]
