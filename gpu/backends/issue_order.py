"""The order in which the machine code of a kernel makes its accesses to memory, and where it waits for
results.

A warp issues instructions in order and stalls at the first one that uses a value that has not come. What it
has in flight is therefore what the compiler has put between a load and the first use of its value: NVIDIA's
compiler writes out rounds of loops and puts their loads before the uses of all of them, but a load whose
address or branch depends on another load comes behind the wait for that one. Both are read from the machine
code (:mod:`gpu.backends.machine_code`). An *access* is identified by its kind, its array (by way of the PTX
text) and its line of the source, which a trace knows, too.

A *block* is a basic block of the machine code. The accesses of a block issue in its order.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from gpu.backends.cubin import Cubin
from gpu.backends.machine_code import (
    ALL,
    BARRIER,
    BRANCH,
    EXIT,
    LOAD,
    NO_WAIT,
    NONE,
    SHARED_LOAD,
    SSY,
    SYNC,
    Instruction,
    instructions,
)
from gpu.backends.ptx_arrays import SHARED, UNKNOWN, arrays_of_lines
from gpu.kernel import Kernel

Waits = tuple[int, ...]
"""For each scoreboard, how many results may be missing (:class:`gpu.backends.machine_code.Instruction`)."""

ENTRY = -1
"""The number that stands for the begin of a kernel, as the block before the first one."""


class Access(NamedTuple):
    """An access to memory, or a barrier, in machine code.

    Attributes
    ----------
    kind : int
        LOAD ... BARRIER of :mod:`gpu.backends.machine_code`.
    array : int
        Its number among the parameters that are arrays; SHARED (-1) for shared memory and barriers.
    line : str
        The line of the kernel's file, or ``header:line``.
    sets : int
        The scoreboard that its result clears, or NONE.
    is_optional : bool
        Whether the instruction is predicated: a warp may run its block without this access.
    waits : tuple of int
        What the warp waits for between the access before it in its block, or the begin of the block, and this
        one.
    """

    kind: int
    array: int
    line: str
    sets: int
    is_optional: bool
    waits: Waits


class Block(NamedTuple):
    """A basic block with at least one access, and what the warp waits for behind the last one."""

    accesses: tuple[Access, ...]
    waits: Waits


@dataclass(frozen=True, eq=False)
class IssueOrder:
    """The accesses of a kernel in the order of its machine code.

    Attributes
    ----------
    paths : dict of (int, int) to tuple of int
        For each pair of blocks that can follow each other without another block with accesses in between:
        what the warp waits for in between, on the shortest way. The first one may be ENTRY.
    """

    blocks: tuple[Block, ...]
    paths: dict[tuple[int, int], Waits]


def issue_orders(cubin: bytes, kernels: Sequence[Kernel]) -> dict[str, IssueOrder]:
    """The order of accesses of each kernel of a cubin that was compiled with line numbers.

    Parameters
    ----------
    kernels : sequence of Kernel
        All kernels of the file, of which the line tables have the name.

    Raises
    ------
    InputError
        The bytes are not a cubin.
    """
    code = Cubin(cubin)
    numbers = {
        kernel.name: list(accumulate((each.is_array for each in kernel.parameters), initial=0))
        for kernel in kernels
    }
    source = kernels[0].file.name
    arrays = arrays_of_lines(code.ptx())
    of_source, of_ptx = code.line_table(".debug_line"), code.line_table(".nv_debug_line_sass")
    found = {}
    for function in code.functions:
        section = function.section
        if section != f".text.{function.name}" or function.name not in numbers:
            continue  # a function that a kernel calls

        def access(one: Instruction, name: str = function.name, section: str = section) -> Access | None:
            if one.kind > BARRIER:
                return None
            at, in_ptx = of_source.find(section, one.offset), of_ptx.find(section, one.offset)
            if at is None or in_ptx is None:
                return None
            line = str(at.line) if at.file == source else f"{at.file}:{at.line}"
            if one.kind == BARRIER:
                return Access(BARRIER, SHARED, line, NONE, False, NO_WAIT)
            array = arrays.get(in_ptx.line, UNKNOWN)
            if array == UNKNOWN:  # of the device's runtime
                return None
            if array != SHARED:
                array = numbers[name][array]
            return Access(one.kind, array, line, one.sets, one.is_predicated, NO_WAIT)

        found[function.name] = _issue_order([(one, access(one)) for one in instructions(code, section)])
    return found


def merged(first: Waits, second: Waits) -> Waits:
    """What a warp waits for that waits for both."""
    return tuple(map(min, first, second))


class _Node(NamedTuple):
    """A basic block of the control flow graph, with or without accesses."""

    accesses: tuple[Access, ...]
    waits: Waits
    length: int
    next: tuple[int, ...]


def _issue_order(code: Sequence[tuple[Instruction, Access | None]]) -> IssueOrder:
    # The results of other instructions come soon.
    boards = {access.sets for _, access in code if access is not None}
    nodes = _nodes(
        [
            (one._replace(waits=tuple(w if b in boards else ALL for b, w in enumerate(one.waits))), access)
            for one, access in code
        ]
    )
    number: dict[int, int] = {}
    for i, node in enumerate(nodes):
        if node.accesses:
            number[i] = len(number)
    paths = {(ENTRY, j): waits for j, waits in _reached(nodes, [0], NO_WAIT, number)}
    for i, k in number.items():
        paths |= {(k, j): waits for j, waits in _reached(nodes, nodes[i].next, nodes[i].waits, number)}
    return IssueOrder(tuple(Block(nodes[i].accesses, nodes[i].waits) for i in number), paths)


def _reached(
    nodes: Sequence[_Node], begin: Iterable[int], waits: Waits, number: dict[int, int]
) -> Iterable[tuple[int, Waits]]:
    """The blocks with accesses that come next, and what the warp waits for on the shortest way to each."""
    ways = [(0, i, waits) for i in begin]
    seen = set()
    while ways:
        length, i, so_far = heapq.heappop(ways)
        if i in seen:
            continue
        seen.add(i)
        if i in number:
            yield number[i], so_far
            continue
        for j in nodes[i].next:
            heapq.heappush(ways, (length + nodes[i].length, j, merged(so_far, nodes[i].waits)))


def _nodes(code: Sequence[tuple[Instruction, Access | None]]) -> list[_Node]:
    """The control flow graph; calls return, so they end no node."""
    offsets = [one.offset for one, _ in code]
    leaders = {0}
    for i, (one, _) in enumerate(code):
        if one.kind in (BRANCH, SYNC, SSY) and one.target is not None:
            leaders.add(bisect_left(offsets, one.target))
        if one.kind in (BRANCH, SYNC, EXIT, BARRIER):
            leaders.add(i + 1)
    starts = sorted(each for each in leaders if each < len(code))
    node_at = {start: i for i, start in enumerate(starts)}
    nodes = []
    for begin, end in zip(starts, [*starts[1:], len(code)], strict=True):
        accesses, waits = [], NO_WAIT
        for one, access in code[begin:end]:
            waits = merged(waits, one.waits)
            if access is not None:
                accesses.append(access._replace(waits=waits))
                waits = NO_WAIT
        last = code[end - 1][0]
        following = []
        if last.kind in (BRANCH, SYNC) and last.target is not None:
            following.append(node_at.get(bisect_left(offsets, last.target)))
        if last.kind not in (BRANCH, SYNC, EXIT) or last.is_predicated:
            following.append(node_at.get(end))
        nodes.append(
            _Node(tuple(accesses), waits, end - begin, tuple(each for each in following if each is not None))
        )
    return nodes


def loads_in_flight(order: IssueOrder) -> tuple[float, int]:
    """The number of loads that a warp has in flight when a load has issued: the mean, and the largest.

    Each load of the code counts once. Loads of an earlier block do not count.
    """
    found = [0]
    for block in order.blocks:
        flying: list[tuple[int, int]] = []  # the scoreboard of each load, and its number there
        on_board = [0] * len(NO_WAIT)
        for access in block.accesses:
            flying = [
                (board, number)
                for board, number in flying
                if board == NONE or on_board[board] - number < access.waits[board]
            ]
            if access.kind not in (LOAD, SHARED_LOAD):
                continue
            if access.sets != NONE:
                on_board[access.sets] += 1
                flying = [
                    (access.sets, on_board[access.sets]) if board == NONE else (board, number)
                    for board, number in flying
                ]
            flying.append((access.sets, on_board[access.sets] if access.sets != NONE else 0))
            found.append(len(flying))
    return sum(found) / max(1, len(found) - 1), max(found)


_KINDS = "lsaLSAb"
"""The letters of LOAD ... BARRIER in a text."""


def order_to_text(order: IssueOrder) -> tuple[str, str]:
    """Write an order of accesses as two texts: its blocks, and its paths.

    ``l2@14>5`` is a load from array 2 (from 0 on) in line 14 that sets scoreboard 5; ``?``
    behind it marks an optional access. Before it and behind the last access of a block stand its waits:
    ``3.0`` waits for all results of scoreboard 3, and ``3.2`` for all but two.
    """
    blocks = []
    for block in order.blocks:
        words = []
        for each in block.accesses:
            words += _waits_to_words(each.waits)
            array = "" if each.array == SHARED else str(each.array)
            sets = "" if each.sets == NONE else f">{each.sets}"
            words.append(f"{_KINDS[each.kind]}{array}@{each.line}{sets}{'?' * each.is_optional}")
        blocks.append(" ".join(words + _waits_to_words(block.waits)))
    paths = (
        " ".join([f"{first}-{second}" if first >= 0 else f"-{second}", *_waits_to_words(waits)])
        for (first, second), waits in order.paths.items()
    )
    return ";".join(blocks), ";".join(paths)


def text_to_order(blocks: str, paths: str) -> IssueOrder:
    """Read the texts of :func:`order_to_text`."""
    found = []
    for block in filter(None, blocks.split(";")):
        accesses, waits = [], NO_WAIT
        for word in block.split(" "):
            if "@" not in word:
                waits = _with_wait(waits, word)
                continue
            name, _, rest = word.partition("@")
            line, _, sets = rest.rstrip("?").partition(">")
            accesses.append(
                Access(
                    _KINDS.index(name[0]),
                    int(name[1:]) if name[1:] else SHARED,
                    line,
                    int(sets) if sets else NONE,
                    word.endswith("?"),
                    waits,
                )
            )
            waits = NO_WAIT
        found.append(Block(tuple(accesses), waits))
    ways = {}
    for path in filter(None, paths.split(";")):
        pair, *words = path.split(" ")
        first, _, second = pair.rpartition("-")
        waits = NO_WAIT
        for word in words:
            waits = _with_wait(waits, word)
        ways[int(first) if first else ENTRY, int(second)] = waits
    return IssueOrder(tuple(found), ways)


def _waits_to_words(waits: Waits) -> list[str]:
    return [f"{board}.{most}" for board, most in enumerate(waits) if most != ALL]


def _with_wait(waits: Waits, word: str) -> Waits:
    board, _, most = word.partition(".")
    return (*waits[: int(board)], int(most), *waits[int(board) + 1 :])
