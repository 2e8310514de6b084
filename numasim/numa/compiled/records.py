"""Tables of records: a class lists the fields of a row, and its layout is the dtype made of them.

The fields of a row are together in memory, so that work on one entity touches few of the processor's cache
lines; a layout states the size of a row. Kernels and Python name fields alike: ``state.cores[core].ready``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

Row = TypeVar("Row")
RowOf = TypeVar("RowOf", covariant=True)


class Rows(Protocol[RowOf]):
    """A table: an array of records whose type lists its fields."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows, by dimension."""

    @property
    def size(self) -> int:
        """The number of rows."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[RowOf]: ...
    @overload
    def __getitem__(self, place: int | tuple[int, int]) -> RowOf: ...
    @overload
    def __getitem__(self, places: slice | NDArray[Any]) -> Rows[RowOf]: ...
    @overload
    def __getitem__(self, field: str) -> NDArray[Any]: ...
    def __setitem__(self, places: Any, values: Any) -> None: ...
    def copy(self) -> Rows[RowOf]:
        """Make a table with equal rows."""

    def tolist(self) -> list[tuple[Any, ...]]:
        """The fields of each row."""


def fields_of(rows: Rows[Any], *fields: str) -> Iterator[tuple[Any, ...]]:
    """Some fields of each row, as Python numbers and lists of numbers."""
    return zip(*(rows[field].tolist() for field in fields), strict=True)


class Layout(Generic[Row]):
    """The layout of the rows of a table.

    Parameters
    ----------
    row : type
        A class whose annotations are the fields in order. Each is a number, or several if its annotation is
        ``Annotated[..., count]``.
    number : dtype
        The type of all numbers.
    bytes : int
        The size of a row, which may be more than that of its fields.
    names : mapping of str to str, optional
        Fields that are further names of others.

    Raises
    ------
    ValueError
        The fields do not fit into the size.
    """

    def __init__(
        self, row: type[Row], number: DTypeLike, *, bytes: int, names: Mapping[str, str] | None = None
    ) -> None:
        offsets: dict[str, int] = {}
        names, formats, end = names or {}, [], 0
        for field, kind in get_type_hints(row, include_extras=True).items():
            count = kind.__metadata__[0] if hasattr(kind, "__metadata__") else None
            formats.append(np.dtype(number) if count is None else np.dtype((number, (count,))))
            offsets[field] = offsets[names[field]] if field in names else end
            end = max(end, offsets[field] + formats[-1].itemsize)
        fields: Any = {"names": list(offsets), "formats": formats, "offsets": list(offsets.values())}
        plain = np.dtype(fields | {"itemsize": bytes}, align=True)
        self.dtype = np.dtype((np.record, plain))  # whose rows, but not whose tables, have attributes

    def rows(self, shape: int | tuple[int, ...], **values: Any) -> Rows[Row]:
        """Make a table, with zero in all fields but the named ones."""
        made = np.zeros(shape, self.dtype)
        for field, value in values.items():
            made[field] = value
        return cast("Rows[Row]", made)

    def row(self, **values: Any) -> Row:
        """Make a single row of a layout without further names, as :meth:`rows` makes a table."""
        return self.rows(1, **values)[0]
