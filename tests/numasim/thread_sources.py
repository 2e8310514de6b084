"""Texts of C programs with threads, and their traces; the compilers and the forms of the ten programs."""

import importlib.util
import shutil

import pytest

from numasim.trace.threads.programs import THREADED_PROGRAMS
from numasim.trace.threads.trace_threads import trace_threads

COMPILERS = ("clang", "ziglang")
FORMS = [
    pytest.param(name, form, marks=[pytest.mark.slow] * (form != program.forms[0]))
    for name, program in THREADED_PROGRAMS.items()
    for form in program.forms
]

BEGIN = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
TWO = """
int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, (void *)1);
    work((void *)0);
    pthread_join(other, NULL);
    return 0;
}
"""


def tracer(folder):
    """A function that traces the text of a program, whose file is in a folder."""

    def trace(text, *arguments, threads=2, suffix=".c", **options):
        source = folder / f"prog{suffix}"
        source.write_text(BEGIN + text)
        return trace_threads(source, arguments, threads=threads, **options)

    return trace


def needed(compiler):
    """Skip a test whose compiler is not installed."""
    if compiler == "ziglang" and importlib.util.find_spec("ziglang") is None:
        pytest.skip("The package ziglang is not installed: pip install 'numasim[trace]'.")
    if compiler == "clang" and shutil.which("clang") is None:
        pytest.skip("There is no clang on the path: install the package clang of the system.")
