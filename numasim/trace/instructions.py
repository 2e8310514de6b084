"""Three classifications of LLVM instructions: for dependencies, for statistics and for latencies.

:class:`Kind` determines the dependencies of an instruction: its reads and writes, and its words in the log.
:class:`OpcodeClass` is the coarse class of the paper's statistics. :class:`LatencyClass` groups the
instructions that a core executes in the same time.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """The kind of an instruction, which determines its dependencies."""

    SKIPPED = 0
    """No node: markers such as ``llvm.lifetime.start``, ``unreachable``, and dropped instructions."""
    REGISTER = 1
    """Reads registers, writes at most one."""
    PHI = 2
    """Reads the register that belongs to the edge through which the block was entered."""
    LOAD = 3
    """Operand 0 is the address. One word in the log: the address."""
    STORE = 4
    """Operand 0 is the value, operand 1 the address. One word: the address."""
    UPDATE = 5
    """Reads and writes memory at operand 0: ``atomicrmw``, ``cmpxchg``. One word: the address."""
    COPY = 6
    """``memcpy`` and ``memmove``. Three words: destination, source, length."""
    FILL = 7
    """``memset``. Two words: destination, length."""
    CALL = 8
    """A call that may enter a traced function or a library."""
    RETURN = 9
    """Ends a frame and returns operand 0 to the caller."""
    VA_START = 10
    """Writes the va_list and the memory that it points to. Words as for the effects of a call."""


class OpcodeClass(IntEnum):
    """The coarse class of an executed instruction."""

    INTEGER = 0
    FLOAT = 1
    DIVIDE = 2
    LOAD = 3
    STORE = 4
    BRANCH = 5
    CALL = 6


class LatencyClass(IntEnum):
    """The latency class of an instruction. All instructions of a class have the same latency in a core."""

    MEMORY = 0
    INTEGER = 1
    INTEGER_MULTIPLY = 2
    INTEGER_DIVIDE = 3
    FLOAT_ADD = 4
    FLOAT_MULTIPLY = 5
    FLOAT_DIVIDE = 6
    FLOAT_FUNCTION = 7
    CONVERT = 8
    MOVE = 9
    BRANCH = 10
    CALL = 11


LATENCY_CYCLES: dict[LatencyClass, int] = {
    LatencyClass.MEMORY: 0,
    LatencyClass.INTEGER: 1,
    LatencyClass.INTEGER_MULTIPLY: 3,
    LatencyClass.INTEGER_DIVIDE: 18,
    LatencyClass.FLOAT_ADD: 4,
    LatencyClass.FLOAT_MULTIPLY: 4,
    LatencyClass.FLOAT_DIVIDE: 13,
    LatencyClass.FLOAT_FUNCTION: 18,
    LatencyClass.CONVERT: 4,
    LatencyClass.MOVE: 1,
    LatencyClass.BRANCH: 1,
    LatencyClass.CALL: 1,
}
"""Cycles of an operation, typical of out-of-order cores of the last ten years.

They do not contain the time of memory operations, which is the weight of an edge.
"""

_CLASSES: dict[str, tuple[OpcodeClass, LatencyClass]] = {
    "load": (OpcodeClass.LOAD, LatencyClass.MEMORY),
    "store": (OpcodeClass.STORE, LatencyClass.MEMORY),
    "atomicrmw": (OpcodeClass.STORE, LatencyClass.MEMORY),
    "cmpxchg": (OpcodeClass.STORE, LatencyClass.MEMORY),
    "mul": (OpcodeClass.INTEGER, LatencyClass.INTEGER_MULTIPLY),
    "fmul": (OpcodeClass.FLOAT, LatencyClass.FLOAT_MULTIPLY),
    "phi": (OpcodeClass.INTEGER, LatencyClass.MOVE),
    "freeze": (OpcodeClass.INTEGER, LatencyClass.MOVE),
    "bitcast": (OpcodeClass.INTEGER, LatencyClass.MOVE),
    "inttoptr": (OpcodeClass.INTEGER, LatencyClass.MOVE),
    "ptrtoint": (OpcodeClass.INTEGER, LatencyClass.MOVE),
    "call": (OpcodeClass.CALL, LatencyClass.CALL),
    "invoke": (OpcodeClass.CALL, LatencyClass.CALL),
}
for _name in ("udiv", "sdiv", "urem", "srem"):
    _CLASSES[_name] = (OpcodeClass.DIVIDE, LatencyClass.INTEGER_DIVIDE)
for _name in ("fdiv", "frem"):
    _CLASSES[_name] = (OpcodeClass.DIVIDE, LatencyClass.FLOAT_DIVIDE)
for _name in ("fadd", "fsub", "fneg", "fcmp"):
    _CLASSES[_name] = (OpcodeClass.FLOAT, LatencyClass.FLOAT_ADD)
for _name in ("fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"):
    _CLASSES[_name] = (OpcodeClass.FLOAT, LatencyClass.CONVERT)
for _name in ("br", "switch", "indirectbr", "ret", "resume"):
    _CLASSES[_name] = (OpcodeClass.BRANCH, LatencyClass.BRANCH)

_FLOAT_INTRINSICS: dict[str, LatencyClass] = {
    "fabs": LatencyClass.FLOAT_ADD,
    "copysign": LatencyClass.FLOAT_ADD,
    "minnum": LatencyClass.FLOAT_ADD,
    "maxnum": LatencyClass.FLOAT_ADD,
    "floor": LatencyClass.CONVERT,
    "ceil": LatencyClass.CONVERT,
    "trunc": LatencyClass.CONVERT,
    "rint": LatencyClass.CONVERT,
    "round": LatencyClass.CONVERT,
    "fma": LatencyClass.FLOAT_MULTIPLY,
    "fmuladd": LatencyClass.FLOAT_MULTIPLY,
    "sqrt": LatencyClass.FLOAT_FUNCTION,
    "pow": LatencyClass.FLOAT_FUNCTION,
    "powi": LatencyClass.FLOAT_FUNCTION,
    "exp": LatencyClass.FLOAT_FUNCTION,
    "exp2": LatencyClass.FLOAT_FUNCTION,
    "log": LatencyClass.FLOAT_FUNCTION,
    "log2": LatencyClass.FLOAT_FUNCTION,
    "log10": LatencyClass.FLOAT_FUNCTION,
    "sin": LatencyClass.FLOAT_FUNCTION,
    "cos": LatencyClass.FLOAT_FUNCTION,
}

MARKERS = (
    "llvm.dbg.",
    "llvm.lifetime.",
    "llvm.invariant.",
    "llvm.assume",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.sideeffect",
    "llvm.va_end",
    "llvm.pseudoprobe",
    "llvm.var.annotation",
    "llvm.prefetch",
    "llvm.fake.use",
)
"""Intrinsics that are not executed as an instruction with a result on any machine."""


def classify(opcode: str) -> tuple[OpcodeClass, LatencyClass]:
    """The classes of an instruction that is not an intrinsic. Unlisted opcodes count as integer operations.

    Parameters
    ----------
    opcode : str
        The opcode in LLVM's notation.
    """
    return _CLASSES.get(opcode, (OpcodeClass.INTEGER, LatencyClass.INTEGER))


def classify_intrinsic(name: str) -> tuple[OpcodeClass, LatencyClass]:
    """The classes of a call to an intrinsic, which the machine executes as one instruction, not as a call.

    Parameters
    ----------
    name : str
        The full name, such as ``llvm.fmuladd.f64``.
    """
    stem = name.split(".")[1]
    if stem in ("memcpy", "memmove", "memset", "va_start", "va_copy", "masked"):
        read = stem == "masked" and name.split(".")[2] in ("load", "gather", "expandload")
        return (OpcodeClass.LOAD if read else OpcodeClass.STORE, LatencyClass.MEMORY)
    if stem in _FLOAT_INTRINSICS:
        return OpcodeClass.FLOAT, _FLOAT_INTRINSICS[stem]
    return OpcodeClass.INTEGER, LatencyClass.INTEGER
