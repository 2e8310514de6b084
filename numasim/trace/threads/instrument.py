"""Compile LLVM IR to an object file that logs the memory operations of its threads.

Run as ``python -m numasim.trace.threads.instrument REQUEST.json``, always in a separate process, because LLVM
aborts on input that it does not accept. The exit code is 0, or 3 with one message on the standard output.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numasim.trace.function_listing import Refused
from numasim.trace.instrument import (
    REFUSED,
    constructors_table,
    parse_program,
    rename_entry,
    retarget,
    target_machine,
    with_insertions,
)
from numasim.trace.markers import has_markers
from numasim.trace.module_text import attributes, functions_returning_twice, global_name
from numasim.trace.source_lines import begins_instruction, source_lines
from numasim.trace.threads.function_log import function_logs
from numasim.trace.threads.runtime_functions import cannot_be_traced

RUNTIME = Path(__file__).with_name("runtime.ll")

_VARIABLE = re.compile(r"^(?:[\w() ]*?\b(constant|thread_local)\b|[\w() ]*?\bglobal\b)")
"""The words before the type of a variable. The group matches for constants and thread-local variables, of
which there is no writable address that all threads share.
"""


class ModuleLog:
    """What the functions of a module share.

    Attributes
    ----------
    by_name : dict of str to ValueRef
    lines : list of int
        The source line of each instruction of all defined functions.
    texts : list of list of str
        The first line of text of each instruction, by defined function.
    latencies : dict of str to int
        The cycles of instructions, by the names of ``machine.core.latencies``.
    region : str or None
        The function whose calls are the region of interest.
    """

    def __init__(
        self, module: Any, target_data: Any, latencies: Mapping[str, int], region: str | None
    ) -> None:
        text = str(module)
        self.latencies = latencies
        self.region = region
        self.target_data = target_data
        self.by_name = {function.name: function for function in module.functions}
        self.returning_twice = functions_returning_twice(module)
        self.declarations: dict[str, str] = {}
        self.named: dict[str, str] = {}
        self.lines, _ = source_lines(text, own=True)
        self.texts = _instruction_texts(text)

    def name(self, text: str) -> str:
        """The constant with the name of a function that the runtime refuses or notes when it is called."""
        return self.named.setdefault(text, f"@numasim.called.{len(self.named)}")

    def declare(self, name: str, signature: str) -> None:
        """Declare a function of the runtime that the inserted text calls."""
        self.declarations.setdefault(name, signature)


def _instruction_texts(text: str) -> list[list[str]]:
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        if inside:
            inside = line != "}"
            if begins_instruction(line) and not line.startswith("    #dbg_"):
                found[-1].append(line)
        elif line.startswith("define "):
            inside = True
            found.append([])
    return found


def instrument(source: str, machine: Any, latencies: Mapping[str, int], region: str | None = None) -> Any:
    """Instrument a module.

    Parameters
    ----------
    source : str
        LLVM IR of any version that the installed LLVM can read.
    latencies : dict of str to int
        The cycles of instructions, by the names of ``machine.core.latencies``.
    region : str, optional
        The function whose calls are the region of interest, in place of the markers.

    Raises
    ------
    Refused
        The module cannot be parsed or traced.
    """
    import llvmlite.binding as llvm

    module = parse_program(source, machine)
    for function in module.functions:
        if function.is_declaration and cannot_be_traced(function.name):
            function.linkage = "external_weak"  # some of these functions are in no library
        if not function.is_declaration and "naked" in attributes(function):
            raise Refused(f"function {function.name!r} is naked, so logging calls cannot be inserted")
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    _promote(module, builder)
    defined = [function.name for function in module.functions if not function.is_declaration]
    if region is not None and region not in defined:
        from partitioners.plugins.registry import did_you_mean

        raise Refused(
            f"the program has no function {region!r}; {did_you_mean(region, sorted(defined))} (a function "
            "whose calls are all inlined is not found; mark it noinline)"
        )
    markers = region is None and has_markers(str(module))
    constructors = rename_entry(module)
    entered = "numasim_program_main" if region == "main" else region
    log = ModuleLog(module, machine.target_data, latencies, entered)
    functions = [function for function in module.functions if not function.is_declaration]
    inserted = list(function_logs(log, functions))
    tables = [*_globals_table(module, machine.target_data), *constructors_table(constructors)]
    tables.append(f"@numasim_markers = constant i32 {int(markers)}")
    for what, label in log.named.items():
        tables.append(f'{label} = private constant [{len(what) + 1} x i8] c"{what}\\00"')
    tables += [f"declare {signature}" for signature in log.declarations.values()]
    if "llvm.umax.i64" not in log.by_name:
        tables.append("declare i64 @llvm.umax.i64(i64, i64)")
    text = "\n".join([*with_insertions(str(module), iter(inserted)), *tables, ""])
    instrumented = llvm.parse_assembly(text)
    instrumented.link_in(
        llvm.parse_assembly(retarget(RUNTIME.read_text(), machine.triple, str(machine.target_data)))
    )
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_instruction_combine_pass()
    passes.add_aggressive_dce_pass()
    passes.run(instrumented, builder)
    instrumented.verify()
    return instrumented


def _promote(module: Any, builder: Any) -> None:
    """Keep local variables in registers, also at -O0, and remove code that is never reached."""
    import llvmlite.binding as llvm

    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, builder)


def _globals_table(module: Any, target_data: Any) -> list[str]:
    """The addresses, sizes and names of the variables, by which objects of synchronisation get names."""
    rows: list[str] = []
    lines: list[str] = []
    for variable in list(module.global_variables):
        kind = _VARIABLE.search(str(variable).split(" = ", 1)[1])
        if variable.is_declaration or variable.name.startswith("llvm.") or not kind or kind[1]:
            continue
        name = (
            variable.name.removeprefix(".gomp_critical_user_").removesuffix(".var").removeprefix(".reduction")
        )
        text = "".join(each if each.isalnum() or each in "_.:$" else "?" for each in name)
        size = target_data.get_abi_size(variable.global_value_type)
        label = f"@numasim.name.{len(lines)}"
        lines.append(f'{label} = private constant [{len(text) + 1} x i8] c"{text}\\00"')
        rows.append(f"{{ ptr, i64, ptr }} {{ ptr {global_name(variable.name)}, i64 {size}, ptr {label} }}")
    return [
        *lines,
        f"@numasim_globals = constant [{len(rows)} x {{ ptr, i64, ptr }}] [{', '.join(rows)}]",
        f"@numasim_global_count = constant i64 {len(rows)}",
    ]


def main(path: str) -> int:
    """Execute a request file: read ``source``, write ``object``."""
    request = json.loads(Path(path).read_text())
    machine = target_machine()
    try:
        source = Path(request["source"]).read_text(errors="replace")
        module = instrument(source, machine, request["latencies"], request["region"])
    except Refused as refusal:
        sys.stdout.write(str(refusal))
        return REFUSED
    Path(request["object"]).write_bytes(machine.emit_object(module))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
