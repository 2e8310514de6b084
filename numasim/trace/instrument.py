"""Compile LLVM IR to an object file that logs its execution, and create the listing for the log.

Run as ``python -m numasim.trace.instrument REQUEST.json``, always in a separate process, because LLVM aborts
on input that it does not accept. The exit code is 0, or 3 with one message on the standard output.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from numasim.trace.debug_information import with_lines_only
from numasim.trace.function_listing import Refused
from numasim.trace.library_effects import SYSTEM_DATA, may_ask_the_system, starts_threads
from numasim.trace.listing_builder import Insertions, ListingBuilder
from numasim.trace.markers import has_markers, without_definitions
from numasim.trace.module_listing import list_module
from numasim.trace.module_text import global_name, local_name, name_values
from numasim.trace.source_lines import begins_instruction, without_lines

RUNTIME = Path(__file__).with_name("runtime.ll")

REFUSED = 3
"""Exit code if the module cannot be traced."""

_STRIPPED = re.compile(
    r'("[^"]*")|(?<![@%$.\w-])(?:(?:optnone|readnone|readonly|writeonly|argmemonly|inaccessiblememonly'
    r"|inaccessiblemem_or_argmemonly|speculatable)(?![$.\w-])|memory\([^)]*\)) ?"
)
"""Function attributes that do not hold for a function that logs, or that prevent inlining. The first group
matches quoted text, which is kept.
"""

_BEHIND = 'section ".rodata.numasim"'
"""A section behind those of the program, so that tables do not shift its constants within their pages."""

_DEBUG = re.compile(r", (?:atomGroup: \d+|atomRank: \d+|keyInstructions: true)(?=[,)])")
"""Fields of source locations that LLVM has since version 21."""

_INRANGE = re.compile(r'("[^"]*")|\binrange (?=i\d)')
"""A marker of constants that changed in LLVM 19. The first group matches quoted text, which is kept."""


def instrument(source: str, request: dict[str, Any], machine: Any) -> tuple[Any, ListingBuilder, list[str]]:
    """Instrument a module, create its listing, and name what may ask the system (files, environment).

    Parameters
    ----------
    source : str
        LLVM IR of any version that the installed LLVM can read.
    request : dict
        ``weights``, ``region``, ``drop``; see :func:`~numasim.trace.module_listing.list_module`.

    Raises
    ------
    Refused
        The module cannot be parsed or traced.
    """
    import llvmlite.binding as llvm

    target_data = machine.target_data
    module = parse_program(source, machine)
    for function in module.functions:
        if function.is_declaration and starts_threads(function.name):
            raise Refused(
                f"the program calls {function.name}, which creates threads, but a graph has the instructions "
                "of one thread; trace its threads with `workload: {source: FILE, threads: N}`, or a serial "
                "version (compile OpenMP programs without -fopenmp)"
            )
    region = request["region"]
    defined = {function.name for function in module.functions if not function.is_declaration}
    if region is not None and region not in defined:
        from partitioners.plugins.registry import did_you_mean

        raise Refused(f"the program has no function {region!r}; {did_you_mean(region, sorted(defined))}")
    markers = region is None and has_markers(str(module))
    constructors = rename_entry(module)
    asked = sorted(SYSTEM_DATA & {variable.name for variable in module.global_variables})
    if ".incbin" in str(module):
        asked.append(".incbin")
    if len(list(module.get_function("numasim_program_main").arguments)) > 2:
        asked.append("main")  # its third argument is the environment
    lister = list_module(
        module,
        target_data,
        weights=request["weights"],
        region="numasim_program_main" if region == "main" else region,
        drop=request["drop"],
    )
    for name in (
        "signal",
        "sigaction",
    ):  # signal handlers interrupt segments, so the functions of the runtime bypass them
        if name in lister.externals:
            module.get_function(name).name = f"numasim_{name}"
    text = "\n".join(with_insertions(str(module), iter(lister.insertions)))
    text += "\n" + _tables(lister, constructors, markers=markers)
    instrumented = llvm.parse_assembly(text)
    instrumented.link_in(llvm.parse_assembly(retarget(RUNTIME.read_text(), machine.triple, str(target_data))))
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.run(instrumented, builder)
    instrumented.verify()
    return instrumented, lister, [*asked, *sorted(filter(may_ask_the_system, lister.externals))]


def parse_program(source: str, machine: Any) -> Any:
    """Parse LLVM IR for this machine.

    Raises
    ------
    Refused
        LLVM cannot read the IR, or it has no function ``main``.
    """
    import llvmlite.binding as llvm

    try:
        text = retarget(
            with_lines_only(without_definitions(source)), machine.triple, str(machine.target_data)
        )
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise Refused(
            f"LLVM {llvm.llvm_version_info[0]} cannot read the IR: {parse_error(error)}; if it was made by "
            "a much older clang, use a newer clang or ziglang"
        ) from None
    if not any(each.name == "main" and not each.is_declaration for each in module.functions):
        raise Refused("the program has no function 'main'")
    for function in module.functions:
        if function.linkage == llvm.Linkage.available_externally:
            function.linkage = "linkonce_odr"  # so that this body runs
    return module


def rename_entry(module: Any) -> list[Any]:
    """Give all values names, and the runtime control over main and the constructors, which are returned."""
    module.get_function("main").name = "numasim_program_main"
    constructors = [each for each in module.global_variables if each.name == "llvm.global_ctors"]
    for each in constructors:
        each.name = "numasim_constructors"
        each.linkage = "external"
    name_values(module)
    return constructors


def retarget(source: str, triple: str, layout: str) -> str:
    """Retarget the module to this machine, because LLVM aborts on a foreign data layout."""
    found = re.search(r'^target triple = "([^"]*)"', source, re.MULTILINE)
    if found and _platform(found[1]) != _platform(triple):
        raise Refused(
            f"the IR was made for {found[1]}, but this machine is {triple}; compile the program for this "
            "machine"
        )
    lines = []
    for line in source.splitlines():
        if line.startswith(("attributes ", "define ", "declare ")):
            line = _STRIPPED.sub(r"\1", line)
        elif line.startswith(("target triple", "target datalayout")):
            line = ""
        elif line.startswith("!") and "DI" in line:
            line = _DEBUG.sub("", line)
        elif "inrange " in line:
            line = _INRANGE.sub(r"\1", line)
        lines.append(line)
    return f'target datalayout = "{layout}" target triple = "{triple}" ' + "\n".join(lines)


def _platform(triple: str) -> tuple[str, bool]:
    """The processor of a target triple, and whether the system is Linux."""
    architecture = triple.split("-", 1)[0]
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(architecture, architecture), "linux" in triple


def with_insertions(text: str, functions: Iterator[Insertions]) -> Iterator[str]:
    """The text of the module with the insertions of all defined functions, given in the order of the text."""
    inserted: Insertions | None = None
    position = -1
    pending: list[str] = []
    for line in text.splitlines():
        if inserted is None:
            if line.startswith("define "):
                inserted, position, pending = next(functions), -1, []
            yield without_lines(line)
            continue
        if line.startswith("    #dbg_"):
            continue
        begins = begins_instruction(line)
        ends = line == "}"
        if begins or ends or not line.startswith(" "):
            yield from pending
            pending = []
        if begins:
            position += 1
            yield from (f"  {each}" for each in inserted.before.get(position, ()))
            pending = [f"  {each}" for each in inserted.after.get(position, ())]
            if line.lstrip().startswith("musttail ") or " = musttail " in line:
                line = line.replace("musttail ", "", 1)
        for old, new in inserted.blocks.get(position, ()):
            for name in (f"%{old}", local_name(old)):
                line = line.replace(f"to label {name} unwind ", f"to label {local_name(new)} unwind ")
                line = line.replace(f", {name} ]", f", {local_name(new)} ]")
        yield without_lines(line)
        if ends:
            inserted = None


def _tables(lister: ListingBuilder, constructors: list[Any], *, markers: bool) -> str:
    """The tables for the runtime as globals of the module, and the declarations of inserted functions."""
    listing = lister.listing()
    sizes = (listing.segment_last - listing.segment_first).tolist()
    functions = ", ".join(f"ptr {global_name(name)}" for name in listing.function_names.tolist())
    count = len(listing.function_names)
    lines = [
        _table("numasim_instructions_of_segment", sizes),
        f"@numasim_functions = constant [{count} x ptr] [{functions}]",
        f"@numasim_function_count = constant i64 {count}",
        f"@numasim_region_only = constant i32 {int(markers or lister.region is not None)}",
        f"@numasim_markers = constant i32 {int(markers)}",
        f"@numasim_with_model = constant i32 {int(lister.weights == 'cache')}, {_BEHIND}",
        f"{_table('numasim_words', lister.words)}, {_BEHIND}",
        f"{_table('numasim_words_of_segment', [*lister.words_of_segment, len(lister.words)])}, {_BEHIND}",
    ]
    lines += constructors_table(constructors)
    lines += [f"declare {signature}" for signature in lister.declarations.values()]
    return "\n".join(lines) + "\n"


def _table(name: str, values: Sequence[int]) -> str:
    """A constant array of 32-bit integers."""
    return f"@{name} = constant [{len(values)} x i32] [{', '.join(f'i32 {value}' for value in values)}]"


def constructors_table(constructors: list[Any]) -> list[str]:
    """The number of constructors, and an empty table of them if there are none."""
    if constructors:
        return [
            f"@numasim_constructor_count = constant i64 {constructors[0].global_value_type.element_count}"
        ]
    return [
        "@numasim_constructors = constant [0 x { i32, ptr, ptr }] zeroinitializer",
        "@numasim_constructor_count = constant i64 0",
    ]


def parse_error(error: Exception) -> str:
    """The line and the reason of an error of LLVM's parser."""
    found = re.search(r"<string>:(\d+):\d+: error: (.*)", str(error))
    return f"line {found[1]}: {found[2]}" if found else " ".join(str(error).split())


def target_machine() -> Any:
    """LLVM's code generator for this machine."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for inline assembly
    return llvm.Target.from_default_triple().create_target_machine(opt=2, reloc="pic", codemodel="default")


def main(path: str) -> int:
    """Execute a request file: read ``source``, write ``object``, ``listing`` and ``notes``."""
    request = json.loads(Path(path).read_text())
    machine = target_machine()
    try:
        source = Path(request["source"]).read_text(errors="replace")
        module, lister, asked = instrument(source, request, machine)
    except Refused as refusal:
        sys.stdout.write(str(refusal))
        return REFUSED
    Path(request["object"]).write_bytes(machine.emit_object(module))
    lister.listing().save(Path(request["listing"]))
    notes = {
        "unknown": sorted(set(lister.unknown)),
        "system": asked,
    }
    Path(request["notes"]).write_text(json.dumps(notes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
