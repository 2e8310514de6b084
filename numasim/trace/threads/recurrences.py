"""The recurrences of a function: values of which a turn of a loop needs those of the turn before.

A recurrence that is longer than one cycle a turn can take more time than the issue slots of its loop. A
counter takes one cycle a turn, in which a core issues about as many instructions as the shortest loops have.
Counters are left out, because they are in every loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numasim.trace.instructions import LatencyClass, classify, classify_intrinsic
from numasim.trace.module_text import callee_of, function_name, is_local
from numasim.trace.threads.waiting_loops import READS, cycles

_IN_AN_ADDRESS = ("phi", "getelementptr", "bitcast", "inttoptr", "ptrtoint", "freeze", "zext", "trunc")
"""What a processor does in an address, or in the names of its registers, without an instruction."""


def latency_of(instruction: Any, latencies: Mapping[str, int]) -> int:
    """The cycles from the operands of an instruction to its result, without those of an access.

    Parameters
    ----------
    latencies : dict of str to int
        By the names of ``machine.core.latencies``.
    """
    opcode = instruction.opcode
    if opcode in _IN_AN_ADDRESS:
        return 0
    kind = classify(opcode)[1]
    if opcode == "call":
        name = function_name(callee_of(instruction))
        kind = classify_intrinsic(name)[1] if name.startswith("llvm.") else kind
    return 0 if kind is LatencyClass.MEMORY else latencies[kind.name.lower()]


class Recurrences:
    """The recurrences of a function that are longer than one cycle a turn.

    Parameters
    ----------
    operands : dict of str to list of ValueRef
        What each value reads.
    calls : set of str
        The results of functions of the program.
    latencies : dict of str to int

    Attributes
    ----------
    cycles : dict of str to int
        The cycles from its operands to each value; 0 in a counter.
    of : dict of str to frozenset of str
        The values of the recurrence to which a value belongs.
    """

    def __init__(
        self,
        instructions: Sequence[Any],
        operands: Mapping[str, Sequence[Any]],
        calls: set[str],
        latencies: Mapping[str, int],
    ) -> None:
        named = [each for each in instructions if each.name]
        self.cycles = {each.name: latency_of(each, latencies) for each in named}
        self.cycles.update(dict.fromkeys(calls, 2))  # of functions, which may compute for long
        self.of: dict[str, frozenset[str]] = {}
        through = frozenset(each.name for each in named if each.opcode not in READS)
        needs = {name: [o.name for o in operands[name] if is_local(o)] for name in through}
        for names in cycles(through, needs):
            if sum(self.cycles[name] for name in names) > 1:
                self.of.update(dict.fromkeys(names, names))
            else:
                self.cycles.update(dict.fromkeys(names, 0))
