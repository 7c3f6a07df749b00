"""
What kernels and strategies hand to each other: the types of records, and the call by address.
"""

from typing import NewType, get_type_hints

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from .unbroken import unbroken

Ints = NewType("Ints", np.ndarray)  # int64, one dimension
IntGrid = NewType("IntGrid", np.ndarray)  # int64, two dimensions
Reals = NewType("Reals", np.ndarray)  # float64, one dimension
RealGrid = NewType("RealGrid", np.ndarray)  # float64, two dimensions

_FIELD = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    np.uint64: types.uint64,
    Ints: types.Array(types.int64, 1, "C", readonly=True),
    IntGrid: types.Array(types.int64, 2, "C", readonly=True),
    Reals: types.Array(types.float64, 1, "C", readonly=True),
    RealGrid: types.Array(types.float64, 2, "C", readonly=True),
}
_MEMORY = types.Array(types.float64, 1, "C")


def record_type(cls) -> types.Type:
    """
    The compiled type of a NamedTuple class, from its annotations alone.

    Parameters
    ----------
    cls : type
        A ``NamedTuple`` whose fields are int, float, bool, `Ints`, `IntGrid`, `Reals`, `RealGrid`.

    Raises
    ------
    TypeError
        If a field has another annotation.
    """
    hints = get_type_hints(cls)
    members = []
    for name in cls._fields:
        if hints[name] not in _FIELD:
            raise TypeError(f"{cls.__qualname__}.{name}: a view's field cannot be {hints[name]!r}")
        members.append(_FIELD[hints[name]])
    if len(set(members)) == 1:
        return types.NamedUniTuple(members[0], len(members), cls)
    return types.NamedTuple(tuple(members), cls)


def me_type(cls) -> types.Type:
    """The type of a strategy's second argument: seat, luck, knobs, tables, and writable memory."""
    members = (types.int64, types.uint64, _FIELD[Reals], _FIELD[Reals], _MEMORY)
    return types.NamedTuple(members, cls)


def entry_point(dispatcher, arguments: tuple) -> int:
    """The machine address of a kernel compiled for these argument types."""
    with unbroken():
        dispatcher.compile(arguments)
        result = dispatcher.overloads[arguments]
        return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


_WORD = ir.IntType(64)
# a seat's row: what stays with it (memory's address and length, seat), its strategy's knobs and
# tables (address and length each), then the addresses of its functions
MEMORY, SEAT, KNOBS, TABLES, FUNCTIONS = 0, 2, 3, 5, 7

# address of a row, key of the game, index of the decision
_ENTRY = (types.int64, types.uint64, types.int64)


def entry_arguments(view: type) -> tuple:
    """The types of the arguments of the function that `ask` calls for a view's class."""
    return (record_type(view), *_ENTRY)


@intrinsic
def ask(typingctx, rows, kind, seat, luck, index, view):
    """
    Call the function of `seat` for one kind of decision, by the address in the seat's row.

    So one compiled game plays every strategy. The function gets the address of the row too, from
    which `lender`'s function makes what the strategy really looks at.
    """
    target = record_type(view.instance_class)
    for name, have, want in zip(view.fields, view.types, target.types, strict=True):
        if typingctx.can_convert(have, want) is None:
            raise TypeError(f"{view.instance_class.__qualname__}.{name}: {have}, not {want}")
    signature = types.int64(rows, types.int64, types.int64, *_ENTRY[1:], view)

    def codegen(context, builder, signature, args):
        rows, kind, seat, luck, index, view = args
        array = arrayobj.make_array(signature.args[0])(context, builder, rows)
        width = cgutils.unpack_tuple(builder, array.shape)[1]
        row = builder.gep(array.data, [builder.mul(seat, width)])
        place = builder.add(kind, ir.Constant(_WORD, FUNCTIONS))
        address = builder.load(builder.gep(row, [place]))
        fields = enumerate(zip(signature.args[5].types, target.types, strict=True))
        shown = [
            context.cast(builder, builder.extract_value(view, i), have, want)
            for i, (have, want) in fields
        ]
        shape = context.call_conv.get_function_type(types.int64, (target, *_ENTRY))
        status, answer = context.call_conv.call_function(
            builder,
            builder.inttoptr(address, shape.as_pointer()),
            types.int64,
            (target, *_ENTRY),
            [
                context.make_tuple(builder, target, shown),
                builder.ptrtoint(row, _WORD),
                luck,
                index,
            ],
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return signature, codegen


def lender(me_class):
    """
    Build ``lend(row, luck)``, which makes a strategy's second argument from its seat's row.

    The arrays are lent without counting references (counting costs ten times the call); what the
    strategy does not look at is not even read.

    Parameters
    ----------
    me_class : type
        The NamedTuple ``(seat, luck, knobs, tables, memory)``.
    """
    me = me_type(me_class)

    @intrinsic
    def lend(typingctx, row, luck):
        def codegen(context, builder, signature, args):
            row = builder.inttoptr(args[0], _WORD.as_pointer())

            def read(place):
                return builder.load(builder.gep(row, [ir.Constant(_WORD, place)]))

            lent = []
            for place, field in zip((KNOBS, TABLES, MEMORY), me.types[2:], strict=True):
                array = context.make_array(field)(context, builder)
                data = context.get_data_type(types.float64).as_pointer()
                arrayobj.populate_array(
                    array,
                    data=builder.inttoptr(read(place), data),
                    shape=[read(place + 1)],
                    strides=[ir.Constant(_WORD, 8)],
                    itemsize=ir.Constant(_WORD, 8),
                    meminfo=None,
                )
                lent.append(array._getvalue())
            return context.make_tuple(builder, me, [read(SEAT), args[1], *lent])

        return me(types.int64, types.uint64), codegen

    return lend
