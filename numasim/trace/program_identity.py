"""What a traced program is: the hash of its compiled form, which has its headers and its flags.

The compiler resolves what a source includes, so nothing here has to know its rules.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from numasim.provenance import file_sha256
from numasim.trace.library_effects import SYSTEM_DATA, SYSTEM_FUNCTIONS, may_ask_the_system
from numasim.trace.source_files import linked_libraries
from numasim.trace.threads.runtime_functions import has_unknown_accesses
from numasim.trace.threads.trace_threads import threads_to_ir
from numasim.trace.trace_program import text_without_folders, to_ir
from partitioners.errors import InputError, OptionError
from partitioners.storage.temporary_folder import temporary_folder

_DECLARED = re.compile(r'^declare [^@]*@"?([^"(]+)"?\(', re.MULTILINE)
_EXTERNAL = re.compile(r'^@"?([^" ]+)"? = (?:\w+ )*?external ', re.MULTILINE)
_MAIN = re.compile(r"^define [^@]*@main\((?:(?:[^(),]|\([^()]*\))*,){2}", re.MULTILINE)


def program_identity(source: Path, flags: Sequence[str], compiler: str | None, threads: bool) -> str | None:
    """Return the hash of a program; None if what it does may depend on more than that.

    Parameters
    ----------
    compiler : str, optional
        See :func:`numasim.trace.trace_program.trace_program`.
    threads : bool
        Whether it is traced as a program of threads.

    Returns
    -------
    str or None
        None if the program may read files or the environment, calls functions that are not known, or does not
        compile.
    """
    with temporary_folder("identity") as folder:
        try:
            make = threads_to_ir if threads else to_ir
            ir, _ = make(str(source), folder, flags, compiler)
            text = text_without_folders(ir)
        except (InputError, OptionError):  # the run says it
            return None
    called = [name for name in _DECLARED.findall(text) if not name.startswith("llvm.")]
    asks = _asks_as_thread if threads else may_ask_the_system
    if any(map(asks, called)) or SYSTEM_DATA & {*_EXTERNAL.findall(text)}:
        return None
    if ".incbin" in text or _MAIN.search(text):  # the third argument of main is the environment
        return None
    libraries = [file_sha256(path) for path in linked_libraries(flags)]
    return hashlib.sha256("\n".join([text, *libraries]).encode()).hexdigest()


def _asks_as_thread(name: str) -> bool:
    return name in SYSTEM_FUNCTIONS or (may_ask_the_system(name) and has_unknown_accesses(name))
