"""Sets of small numbers as the bits of an int64: one machine instruction each."""

from numba.core import types
from numba.extending import intrinsic

from .jit import COMPILED

if COMPILED:

    @intrinsic
    def lowest(typingctx, bits):
        """The smallest member of a set that is not empty."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx, bits):
        """The largest member of a set that is not empty."""

        def codegen(context, builder, signature, args):
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), codegen

    @intrinsic
    def size(typingctx, bits):
        """How many members a set has."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

else:

    def lowest(bits):
        """The smallest member of a set that is not empty."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def highest(bits):
        """The largest member of a set that is not empty."""
        return int(bits).bit_length() - 1

    def size(bits):
        """How many members a set has."""
        return int(bits).bit_count()
