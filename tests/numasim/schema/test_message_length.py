"""However much is wrong with a file, the message about it can be read."""

import pytest

from numasim.schema.load import load_experiment
from partitioners.errors import MAX_LENGTH, MAX_LINES, ConfigError
from partitioners.text.format_value import format_value


def message(folder, text):
    file = folder / "e.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    return error.value


def test_of_many_problems_the_first_are_shown_and_the_others_counted(tmp_path):
    error = message(tmp_path, "".join(f"key{k}: 1\n" for k in range(3000)))
    lines = str(error).splitlines()
    assert len(lines) == MAX_LINES + 1
    assert len(error.problems) == 3003  # workload, partition and machine are missing
    assert lines[-1] == f"and {3003 - MAX_LINES:,} more"


def test_long_values_names_and_keys_are_cut_and_keep_their_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (
        f"workload: {{graph: {'g' * 5000}}}\n"
        f"partition: {{method: {'p' * 100_000}, parts: 4}}\n"
        f"machine: {'m' * 5000}\n"
        f"{'k' * 1000}: 1\n"
    )
    error = message(tmp_path, text)
    lines = str(error).splitlines()
    assert all(len(line) <= MAX_LENGTH + 5 for line in lines)
    places = [line.partition(": ")[0] for line in lines]
    assert places == ["e.yaml:1:19", "e.yaml:2:21", "e.yaml:3:10", "e.yaml:4:1"]
    assert lines[0] == (
        f"e.yaml:1:19: workload.graph: no such file: '{'g' * 80}'... (5,000 characters) "
        "(looked in the current directory)"
    )
    unknown = f"e.yaml:3:10: machine: unknown machine '{'m' * 80}'... (5,000 characters); known: "
    assert lines[2].startswith(unknown)
    assert lines[3].endswith("sweep, tables, title, verify, workload")


def test_long_values_are_shown_by_their_beginning():
    assert format_value("x" * 80) == repr("x" * 80)
    assert format_value("x" * 81) == repr("x" * 80) + "... (81 characters)"
    assert format_value(1 << 20_000) == "an integer of 20,001 bits"
    assert format_value({f"key{k}": 1 for k in range(99)}).endswith("...)")
