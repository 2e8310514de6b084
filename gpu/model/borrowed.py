"""Arrays without reference counts, for compiled functions that pass tuples of many arrays to each other.

Numba counts references to each array of a tuple at each call, by atomic operations. This took half of the
time of the model. A caller from Python owns the arrays during the call, so none has to be counted.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def borrowed(_, arrays):
    """A tuple with the same arrays, whose references are not counted. The owner must outlive it."""

    def code(context, builder, signature, values):
        (kind,), (value,) = signature.args, values
        parts = []
        for number, each in enumerate(kind.types):
            part = builder.extract_value(value, number)
            if isinstance(each, types.Array):
                array = context.make_array(each)(context, builder, part)
                array.meminfo = cgutils.get_null_value(array.meminfo.type)
                array.parent = cgutils.get_null_value(array.parent.type)
                part = array._getvalue()
            parts.append(part)
        return context.make_tuple(builder, kind, parts)

    return arrays(arrays), code
