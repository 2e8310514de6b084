"""Outcomes of points as bytes: JSON, and the messages of Arrow's format for the tables.

Every outcome is encoded and decoded, whether it is stored or not and whichever process ran it. Therefore the
tables of an experiment do not depend on where and when its points were run.
"""

from __future__ import annotations

import functools
import json
from typing import Any, NamedTuple

from pydantic_core import from_json

from numasim.experiments.job import Outcome
from numasim.experiments.stored_tables import StoredTables
from numasim.results.row_kinds import all_tables


class EncodedOutcome(NamedTuple):
    """An outcome as bytes.

    Attributes
    ----------
    head : bytes
        JSON of the rows, the times and so on, and the tables and runs of the batches.
    schemas : tuple of bytes
        The columns of each batch.
    batches : tuple of bytes
        The rows of each table of each run.
    """

    head: bytes
    schemas: tuple[bytes, ...]
    batches: tuple[bytes, ...]


def encode(outcome: Outcome) -> EncodedOutcome:
    """Encode an outcome."""
    parts = [(name, *part) for name, parts in outcome.tables.batches.items() for part in parts]
    head = {
        "rows": outcome.rows,
        "timings": outcome.timings,
        "traceback": outcome.traceback,
        "final": outcome.final,
        "tables": [(name, run) for name, run, _ in parts],
    }
    return EncodedOutcome(
        json.dumps(head, default=_plain).encode(),
        tuple(batch.schema.serialize().to_pybytes() for _, _, batch in parts),
        tuple(batch.serialize().to_pybytes() for _, _, batch in parts),
    )


def decode(encoded: EncodedOutcome) -> Outcome:
    """Decode an outcome.

    Raises
    ------
    Exception
        The bytes are not those of :func:`encode`: of any type, since they may contain anything.
    """
    import pyarrow as pa

    try:
        head = from_json(encoded.head)  # faster, and equal texts of many outcomes share their memory
    except ValueError:
        head = json.loads(encoded.head)  # also reads the bytes of a file's name that are not UTF-8
    batches: dict[str, list[tuple[str, Any]]] = {}
    for (name, run), schema, data in zip(head["tables"], encoded.schemas, encoded.batches, strict=True):
        batch = pa.ipc.read_record_batch(pa.py_buffer(data), _schema(schema))
        batches.setdefault(name, []).append((run, batch))
    outcome = Outcome(head["rows"], StoredTables(batches), head["timings"], head["traceback"], head["final"])
    if not _is_whole(outcome):
        raise ValueError("not the outcome of a point")
    return outcome


@functools.lru_cache(256)
def _schema(data: bytes) -> Any:
    import pyarrow as pa

    return pa.ipc.read_schema(pa.py_buffer(data))


def _is_whole(outcome: Outcome) -> bool:
    """Whether an outcome has the right form."""
    rows, timings, known = outcome.rows, outcome.timings, all_tables()
    return (
        (isinstance(rows, list) and bool(rows) and isinstance(timings, list))
        and all(isinstance(row, dict) and {"run_id", "error", "extra_run"} <= row.keys() for row in rows)
        and all(isinstance(row, dict) and "run_id" in row for row in timings)
        and all(name in known for name in outcome.tables)
    )


def _plain(value: Any) -> Any:
    return value.item()  # NumPy's scalars
