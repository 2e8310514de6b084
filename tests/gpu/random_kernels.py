"""Random kernels of nested loops and branches, and what a warp that runs them in lockstep would load.

A program is a list of statements: ``["load", k]`` reads word 8 k of ``in``, which is sector k;
``["for", c, body]`` goes round as often as the lane's condition c says; ``["if", c, then, otherwise]``
branches by it. Conditions mix the lane, the index of the loop around, and constants. Loads are volatile: none
is moved or left out.
"""

import numpy as np


def random_program(rng, depth=0):
    program = []
    for _ in range(rng.integers(1, 4)):
        kind = rng.choice(["load", "for", "if"] if depth < 3 else ["load"])
        condition = (*rng.integers(1, 8, 3).tolist(), int(rng.integers(2, 5)))
        if kind == "load":
            program.append(["load", None])
        elif kind == "for":
            program.append(["for", condition, random_program(rng, depth + 1)])
        else:
            program.append(["if", condition, random_program(rng, depth + 1), random_program(rng, depth + 1)])
    return program


def number(program, first=0):
    """Give every load a sector of its own; returns how many there are."""
    for statement in program:
        if statement[0] == "load":
            statement[1] = first
            first += 1
        for body in statement[2:]:
            first = number(body, first)
    return first


def source(program, name):
    return (
        f'extern "C" __global__ void {name}(const volatile int* in, int* out) {{\n'
        f"    const int t = threadIdx.x, i0 = 0;\n    int sum = 0;\n"
        f"{_lines(program, 0)}    out[t] = sum;\n}}\n"
    )


def _lines(program, depth):
    text, pad = "", "    " * (depth + 1)
    for statement in program:
        if statement[0] == "load":
            text += f"{pad}sum += in[{8 * statement[1]}];\n"
            continue
        a, b, c, m = statement[1]
        condition = f"({a} * t + {b} * i{depth} + {c}) % {m}"
        body = _lines(statement[2], depth + 1)
        if statement[0] == "for":
            i = f"i{depth + 1}"
            text += f"{pad}for (int {i} = 0; {i} < {condition}; ++{i}) {{\n{body}{pad}}}\n"
        else:
            same = f"{pad}    const int i{depth + 1} = i{depth};\n"
            other = _lines(statement[3], depth + 1)
            text += f"{pad}if ({condition} > 0) {{\n{same}{body}{pad}}} else {{\n{same}{other}{pad}}}\n"
    return text


def lockstep(program, lanes, index=0):
    """The loads of a warp: (sector, lanes as bits), in order."""
    if not lanes.any():
        return
    t = np.arange(32)
    for statement in program:
        if statement[0] == "load":
            yield statement[1], int((lanes.astype(np.uint64) << t.astype(np.uint64)).sum())
            continue
        a, b, c, m = statement[1]
        condition = (a * t + b * index + c) % m
        if statement[0] == "for":
            for i in range(m):
                yield from lockstep(statement[2], lanes & (i < condition), i)
        else:
            yield from lockstep(statement[2], lanes & (condition > 0), index)
            yield from lockstep(statement[3], lanes & (condition == 0), index)
