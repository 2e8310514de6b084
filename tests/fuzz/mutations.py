"""Seeded mutations: of bytes, of the words of a text, of YAML values, of the members of a ZIP archive."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import numpy as np

NUMBERS = (
    "0", "-1", "1", "2", "3.0", "1e3", "0.5", "1e19", "1e400", "-1e400", "nan", "inf", "-inf", "1_000",
    "0x10", "2147483647", "2147483648", "4294967296", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "9" * 5000, "-0", "+1", "1.", ".5", "1e", "١", "1 2",
    "",
)  # fmt: skip
WORDS = (
    "\0", "\r", "\t", "\n\n", " ", ",", "%", "#", "%%MatrixMarket", "general", "symmetric", "pattern",
    "complex", "<", "&", "{", "}", "[", "]", ":", "*a", "&a", "<<", "!!python/object/apply:os.system",
    "\ufeff", "\u2028", "\ud7ff", "null", "true", "'", '"', "|", "~", "A" * 3000, "../../etc/passwd",
    "/dev/null", "é", "\x1b[31m",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**53 + 1, 2**64, 10**400, 0.5, -0.0, 1e308, float("nan"),
    float("inf"), "", "x", "all", "8", "64 KiB", "0 B", "1e9 GiB", "2.4 GHz", "-3 ns", "mesh-8x8",
    "mesh-0x0", "mesh-10000x10000", "metis", "fft", "A" * 3000, "\0", [], [1], [[]], {}, {"x": 1},
    {"method": "metis"}, ["metis", "libra"], list(range(300)), 10**9,
)  # fmt: skip


def mutate_bytes(data: bytes, rng: np.random.Generator) -> bytes:
    """One to four changes of single bytes or ranges."""
    for _ in range(int(rng.integers(1, 5))):
        at, end = sorted(rng.integers(0, len(data) + 1, 2).tolist())
        end = min(end, at + int(rng.choice([1, 1, 2, 8, 64, 4096])))
        kind = rng.integers(7)
        if kind == 0 and data:
            at = min(at, len(data) - 1)
            data = data[:at] + bytes([data[at] ^ 1 << int(rng.integers(8))]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:end] + data[at:]
        elif kind == 3:
            data = data[:at] + rng.bytes(int(rng.integers(1, 9))) + data[at:]
        elif kind == 4:
            data = data[:at]
        elif kind == 5:
            data = (
                data[:at]
                + bytes([int(rng.choice([0, 9, 10, 13, 32, 45, 46, 48, 57, 101, 127, 255]))])
                + data[at + 1 :]
            )
        else:
            data = data[:at] + data[at:end][::-1] + data[end:]
    return data


def mutate_text(data: bytes, rng: np.random.Generator) -> bytes:
    """One to three words or lines replaced, dropped, repeated or exchanged."""
    for _ in range(int(rng.integers(1, 4))):
        kind = rng.integers(6)
        if kind < 3:
            words = list(re.finditer(rb"[^\s,:]+", data))
            if not words:
                return data + _word(rng)
            word = words[int(rng.integers(len(words)))]
            new = (_number(rng), _word(rng), words[int(rng.integers(len(words)))][0])[kind]
            data = data[: word.start()] + new + data[word.end() :]
        else:
            lines = data.splitlines(keepends=True) or [b""]
            a, b = rng.integers(0, len(lines), 2).tolist()
            if kind == 3:
                lines[a], lines[b] = lines[b], lines[a]
            elif kind == 4:
                lines.insert(a, lines[b])
            else:
                del lines[a]
            data = b"".join(lines)
    return data


def mutate_tree(tree: Any, rng: np.random.Generator) -> Any:
    """One to three values of a YAML or JSON document replaced, dropped, moved or wrapped."""
    tree = json.loads(json.dumps(tree))
    for _ in range(int(rng.integers(1, 4))):
        places = list(_places(tree))
        if not places:
            return _value(rng)
        parent, key = places[int(rng.integers(len(places)))]
        other, other_key = places[int(rng.integers(len(places)))]
        kind = rng.integers(6)
        if kind < 2:
            parent[key] = _value(rng)
        elif kind == 2:
            del parent[key]
        elif kind == 3:
            parent[key] = json.loads(json.dumps(other[other_key]))
        elif kind == 4:
            parent[key] = [parent[key]] * int(rng.integers(0, 4))
        elif isinstance(parent, dict):
            parent[str(rng.choice([*map(str, parent), "sweep", "seed", "zzz", "machine.l2.size"]))] = _value(
                rng
            )
    return tree


def mutate_archive(data: bytes, rng: np.random.Generator) -> bytes:
    """A ZIP archive with one member changed, dropped, renamed, exchanged or stored by another method."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    names = list(members)
    one, other = (names[int(k)] for k in rng.integers(0, len(names), 2))
    kind = rng.integers(7)
    method = zipfile.ZIP_STORED
    if kind == 0:
        members[one] = mutate_bytes(members[one], rng)
    elif kind == 1:
        del members[one]
    elif kind == 2:
        members[one] = members[other]
    elif kind == 3:
        members[str(rng.choice(["../x", "/tmp/x", "extra.npy", "point.parquet", one + "x"]))] = members[one]
    elif kind == 4:
        head, _, body = members[one].partition(b"\n")
        members[one] = mutate_bytes(head, rng) + b"\n" + body
    elif kind == 5:
        body = bytearray(members[one])
        if len(body) >= 8:  # a number in the middle of an array
            at = int(rng.integers(0, len(body) - 7))
            body[at : at + 8] = np.int64(rng.choice([-1, 0, 2**31 - 1, 2**31, 2**62])).tobytes()
        members[one] = bytes(body)
    else:
        method = int(rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    data = buffer.getvalue()
    if kind == 6:  # flags and methods of the headers
        data = mutate_bytes(data[:40], rng)[:40] + data[40:]
    return data


def mutate_table(data: bytes, rng: np.random.Generator) -> bytes:
    """A Parquet table with rows or a column dropped or changed, with its own metadata or without them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(io.BytesIO(data))
    if not table.num_columns:
        return data
    at = int(rng.integers(table.num_columns))
    name, column = table.column_names[at], table.column(at)
    kind = rng.integers(6)
    if kind == 0:
        changed = table.slice(0, int(rng.integers(0, max(1, table.num_rows))))
    elif kind == 1:
        changed = table.remove_column(at)
    elif kind == 2:
        values = [_value(rng) for _ in range(table.num_rows)]
        changed = table.set_column(at, name, pa.array([str(value)[:100] for value in values]))
    elif kind == 3:
        changed = table.set_column(at, name, pa.nulls(table.num_rows, column.type))
    elif kind == 4:
        changed = table.rename_columns([*table.column_names[:at], "zzz", *table.column_names[at + 1 :]])
    else:  # values of the same type in another order
        changed = table.set_column(at, name, column.take(rng.integers(0, max(1, len(column)), len(column))))
    changed = changed.replace_schema_metadata(table.schema.metadata if rng.random() < 0.7 else None)
    buffer = io.BytesIO()
    pq.write_table(changed, buffer)
    return buffer.getvalue()


def _places(tree: Any) -> Any:
    if isinstance(tree, (dict, list)):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield tree, key
            yield from _places(tree[key])


def _number(rng: np.random.Generator) -> bytes:
    return NUMBERS[int(rng.integers(len(NUMBERS)))].encode()


def _word(rng: np.random.Generator) -> bytes:
    return WORDS[int(rng.integers(len(WORDS)))].encode(errors="surrogatepass")


def _value(rng: np.random.Generator) -> Any:
    return VALUES[int(rng.integers(len(VALUES)))]
