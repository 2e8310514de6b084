"""The files of recordings: what is taken in from elsewhere, what is refused, what an interruption leaves."""

import pytest

from gpu.measurement.cases import Case
from gpu.measurement.records import (
    FILES,
    MORE_FILES,
    Recorder,
    import_recordings,
    read_recording,
    recordings,
)
from partitioners.errors import InputError


def rows_of(folder, text, device="# device: Some GPU\n# backend: cupy\n"):
    folder.mkdir(parents=True, exist_ok=True)
    for table, columns in FILES.items():
        body = text if table == "counters" else ""
        (folder / f"{table}.csv").write_text(f"{device}{','.join(columns)}\n{body}")


GOOD = "coo,spmv_coo,float32,256,mesh-4x4,,cold,registers,18,aaaaaaaaaaaa,bbbbbbbbbbbb\n"


def test_recordings_from_elsewhere_are_taken_in(tmp_path):
    rows_of(tmp_path / "brought" / "some-gpu", GOOD)
    (taken,) = import_recordings(tmp_path / "brought", tmp_path / "ours")
    assert recordings(tmp_path / "ours") == [tmp_path / "ours" / "some-gpu"]
    (row,) = read_recording(tmp_path / "ours" / "some-gpu").rows
    assert row.case == Case("coo", "float32", 256, "mesh-4x4")
    assert (row.kernel, row.cache, row.counter, row.value) == ("spmv_coo", "cold", "registers", 18.0)
    assert taken.device == "Some GPU"


@pytest.mark.parametrize(
    ("text", "device", "message"),
    [
        (
            GOOD,
            "# device: x\n# backend: host\n",
            r"recorded on the back end 'host'; expected measurements of a",
        ),
        (GOOD, "", r"no file names the measured device; expected a line `# device: \.\.\.`$"),
        (
            GOOD.replace("256", "some"),
            None,
            r"line 4: expected numbers as block_size and value, got 'some' and '18'$",
        ),
        (GOOD.replace("18", "nan"), None, r"line 4: registers is nan; expected a finite number$"),
        ("a,b\n", None, r"counters\.csv: line 4: expected 11 values, got 2$"),
        (GOOD[3:], None, r"counters\.csv: line 4: the method is empty; expected its name$"),
        (
            GOOD.replace("registers", ""),
            None,
            r"counters\.csv: line 4: the counter is empty; expected its name$",
        ),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path, text, device, message):
    rows_of(tmp_path / "some", text, **({} if device is None else {"device": device}))
    with pytest.raises(InputError, match=message):
        import_recordings(tmp_path, tmp_path / "ours")
    assert not (tmp_path / "ours").exists()


@pytest.mark.parametrize("table", [*FILES, *MORE_FILES])
def test_files_of_two_devices_are_no_recording(tmp_path, table):
    folder = tmp_path / "some"
    rows_of(folder, GOOD)
    columns = (FILES | MORE_FILES)[table]
    (folder / f"{table}.csv").write_text(f"# device: Another\n{','.join(columns)}\n")
    one, other = ("Another", "Some GPU") if table == "checks" else ("Some GPU", "Another")
    with pytest.raises(InputError) as caught:
        read_recording(folder)
    files = ("times", "checks") if table == "checks" else (table, "checks")
    assert str(caught.value) == (
        f"{folder / files[0]}.csv: the device is {other!r}, but that of {files[1]}.csv is {one!r}; expected "
        "the files of one recording"
    )


def test_a_folder_without_a_recording_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no recording found; expected a folder with checks\.csv, "):
        import_recordings(tmp_path / "none", tmp_path / "ours")
    rows_of(tmp_path / "some", GOOD)
    (tmp_path / "some" / "log.csv").unlink()
    with pytest.raises(InputError, match=r"log\.csv: cannot be read: No such file or directory$"):
        read_recording(tmp_path / "some")
    (tmp_path / "some" / "checks.csv").write_text("# a: b\nmethod\n")
    with pytest.raises(InputError, match=r"checks\.csv: line 2: expected the columns method,kernel,dtype,"):
        read_recording(tmp_path / "some")


@pytest.mark.parametrize("bytes_lost", [1, 30])
def test_of_an_interrupted_recording_all_whole_rows_are_read(tmp_path, bytes_lost):
    recorder = Recorder(tmp_path / "some", {"device": "Some GPU", "backend": "cupy"})
    recorder.close()
    file = tmp_path / "some" / "counters.csv"
    file.write_text((file.read_text() + 3 * GOOD)[:-bytes_lost])
    assert len(read_recording(tmp_path / "some").rows) == 2
