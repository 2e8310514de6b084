"""Texts of C programs with threads, and their traces."""

from numasim.trace.threads import trace_threads

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
