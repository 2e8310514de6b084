"""Tables of results in a terminal, in LaTeX and in Markdown: the same cells, and no broken word."""

import io
import re

import pandas as pd
import pytest
from rich.console import Console

from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.results.summary import print_summary
from numasim.results.text_table import TextTable, latex, markdown, print_table

TABLE = TextTable(
    {"method": ["wb_libra*", "a|b & c"]},
    {"speed\n-up": ["1.50", "-"], "oper-\nations": ["12 k", "3"], "bytes\n/m": ["12.3 µs", "5% ±2%"]},
)


def test_latex():
    assert latex(TABLE) == (
        "\\begin{tabular}{lrrr}\n\\toprule\nmethod & speed-up & operations & bytes/m \\\\\n\\midrule\n"
        "wb\\_libra* & 1.50 & 12~k & 12.3~\\textmu{}s \\\\\n"
        "a\\textbar{}b \\& c & - & 3 & 5\\% $\\pm$2\\% \\\\\n\\bottomrule\n\\end{tabular}"
    )


def test_markdown():
    assert markdown(TABLE) == (
        "| method | speed-up | operations | bytes/m |\n| --- | --: | --: | --: |\n"
        "| wb\\_libra\\* | 1.50 | 12 k | 12.3 µs |\n| a\\|b & c | - | 3 | 5% ±2% |"
    )


@pytest.mark.parametrize("width", [30, 40, 80])
def test_no_word_is_broken(width):
    names = {"what": ["a name of several words, in which none is broken " * 3] * 2}
    figures = {f"coherence\n{k}": ["1,234,567 bytes", "0"] for k in range(6)}
    stream = io.StringIO()
    print_table(Console(file=stream, width=width), TextTable(names, figures))
    text = stream.getvalue()
    assert max(map(len, text.splitlines())) <= width
    words = {
        word for column in (names, figures) for cells in column.values() for word in " ".join(cells).split()
    }
    assert words | {"coherence"} <= set(text.split())


def threads(**columns):
    """Four runs on two networks and two widths of links; the slower ones come first."""
    rows = [
        {"network": network, "machine.network.flit_size": width, "seconds": time, "completed": 1}
        for network, width, time in (
            *(("flit", "16 B", 4e-6), ("flit", "8 B", 8e-6)),
            *(("ideal", "16 B", 2e-6), ("ideal", "8 B", 3e-6)),
        )
    ]
    frame = pd.DataFrame(rows).assign(
        program="bfs", mapper="compact", threads=4, operations=1000, speedup=[1.0, 2.0, 3.0, 3.0]
    )
    frame = frame.assign(l1_hits=1, l1_loads=2, coherence_bytes=0, dram_bytes=64, energy_joules=1e-6)
    return frame.assign(error=pd.Series([None] * 4, dtype="str"), warnings=None, **columns)


VARYING = ["network", "machine.network.flit_size"]


def printed(**options):
    stream = io.StringIO()
    print_summary(Console(file=stream, width=80), threads(), THREADS, [], VARYING, **options)
    return [line.strip() for line in stream.getvalue().splitlines() if line.strip()]


def test_a_sweep_of_the_machine_has_the_columns_that_vary_sorted_by_time():
    lines = printed()
    assert [line.split() for line in lines[:7]] == [
        ["speed"],
        ["network", "flit_size", "time", "-up"],
        ["─" * (len(lines[2]))],
        ["ideal", "16", "B", "2", "µs", "3.00"],
        ["ideal", "8", "B", "3", "µs", "3.00"],
        ["flit", "16", "B", "4", "µs", "1.00"],
        ["flit", "8", "B", "8", "µs", "2.00"],
    ]
    assert " ".join(lines[7:9]).startswith(
        "sorted by time; the same in all rows: program bfs, mapper compact, threads 4, L1 hits 50%, coh. "
        "bytes 0"
    )


def test_chosen_columns_sorted_the_best_first():
    lines = printed(columns=["flit_size", "speedup", "seconds"], sort="speedup", form="markdown")
    assert lines == [
        "| flit\\_size | speed-up | time |",
        "| --- | --: | --: |",
        *(
            "| 16 B | 3.00 | 2 µs |",
            "| 8 B | 3.00 | 3 µs |",
            "| 8 B | 2.00 | 8 µs |",
            "| 16 B | 1.00 | 4 µs |",
        ),
    ]
    by_size = printed(columns=["flit_size"], sort="flit_size", form="markdown")[2:]
    assert by_size == ["| 8 B |"] * 2 + ["| 16 B |"] * 2


@pytest.mark.parametrize("options", [["--columns", "flit_siz"], ["--sort", "flit_siz"]])
def test_a_column_that_does_not_exist(place, call, options):
    from numasim.results.tables import write_parquet

    write_parquet(place / "results.parquet", threads(), {})
    (place / "resolved.yaml").write_text("workload: {thread_program: bfs}\n")
    code, out, err = call("table", ".", *options)
    assert (code, out) == (2, "")
    assert re.match("error: the results have no column 'flit_siz'; ", err)
