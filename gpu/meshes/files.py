"""Files of meshes: ``.node`` (points), ``.ele`` (triangles), ``.neigh``, ``.poly`` (segments and holes).

The formats are those of Shewchuk's program Triangle. Numbers of points begin at 0 or 1, as the first point of
a file says. Attributes and markers are skipped.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.delaunay import delaunay
from gpu.meshes.given_triangles import mesh_of
from gpu.meshes.segments import triangulate
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh
from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

SUFFIXES = (".node", ".ele", ".poly")
"""The suffixes of files that :func:`read_mesh` reads."""

_BESIDE = {".node": (), ".poly": (".node",), ".ele": (".node", ".poly", ".neigh")}
"""The suffixes of files that may be read with a file."""


def mesh_files(path: str | Path) -> list[Path]:
    """The files of which :func:`read_mesh` makes a mesh: the file itself, and those beside it that exist."""
    file = Path(path)
    beside = (file.with_suffix(suffix) for suffix in _BESIDE.get(file.suffix, ()))
    return [file, *(each for each in beside if each.is_file())]


def read_mesh(path: str | Path) -> TriangleMesh:
    """Read a mesh from files of Triangle.

    Parameters
    ----------
    path : str or Path
        ``NAME.node`` gives the Delaunay triangulation of its points. ``NAME.poly`` gives the constrained
        Delaunay triangulation of its segments, with the points of ``NAME.node`` if it has none.
        ``NAME.ele`` gives its triangles with the points of ``NAME.node``, and the segments of ``NAME.poly``
        if it exists. A ``NAME.neigh`` beside it must agree.

    Raises
    ------
    InputError
        A file cannot be read, is cut short or malformed, or its mesh is wrong. The message has the line, or
        the numbers of the file.
    """
    file = Path(path)
    if file.suffix not in SUFFIXES:
        raise InputError(f"{file}: is not a file of a mesh; expected a suffix of {', '.join(SUFFIXES)}")
    if file.suffix == ".node":
        first, points = _read_points(_Lines(file))
        return delaunay(points, name=file.name, first=first)
    if file.suffix == ".poly":
        first, points, segments, holes = _read_poly(file)
        return triangulate(points, segments, holes, name=file.name, first=first)
    first, points = _read_points(_Lines(file.with_suffix(".node")))
    triangles = _read_table(_Lines(file), "triangle", 3, (3, 6), first, len(points))
    poly = file.with_suffix(".poly")
    segments = _read_poly(poly)[2] if poly.exists() else np.zeros((0, 2), np.int64)
    mesh = mesh_of(points, triangles, segments, name=file.name, first=first)
    _check_neighbours(file.with_suffix(".neigh"), mesh, first)
    return mesh


def write_mesh(mesh: TriangleMesh, path: str | Path) -> list[Path]:
    """Write a mesh as ``NAME.node``, ``NAME.ele``, ``NAME.poly`` and ``NAME.neigh``, numbered from 0.

    The ``.poly`` file has the marked edges with their segments as markers (from 1), and no points.

    Parameters
    ----------
    path : str or Path
        One of the files, or their name without suffix.

    Returns
    -------
    list of Path
        The files.
    """
    stem = Path(path)
    if stem.suffix in (*SUFFIXES, ".neigh"):
        stem = stem.with_suffix("")
    t, k = np.nonzero(mesh.marks >= 0)
    once = mesh.neighbours[t, k] < t
    t, k = t[once], k[once]
    edges = np.stack([mesh.triangles[t, NEXT[k]], mesh.triangles[t, PREVIOUS[k]], mesh.marks[t, k] + 1], 1)
    texts = {
        ".node": _table(f"{mesh.num_points} 2 0 0", mesh.points.tolist()),
        ".ele": _table(f"{mesh.num_triangles} 3 0", mesh.triangles.tolist()),
        ".poly": f"0 2 0 0\n{_table(f'{len(edges)} 1', edges.tolist())}0\n",
        ".neigh": _table(f"{mesh.num_triangles} 3", mesh.neighbours.tolist()),
    }
    written = []
    for suffix, text in texts.items():
        file = stem.with_name(stem.name + suffix)
        with replacing(file) as part:
            part.write_text(text)
        written.append(file)
    return written


def _table(head: str, rows: list[list[float]]) -> str:
    lines = (" ".join([str(i), *(repr(value) for value in row)]) for i, row in enumerate(rows))
    return "\n".join([head, *lines]) + "\n"


class _Lines:
    """The lines of a file that are not empty, in words, without comments."""

    def __init__(self, file: Path) -> None:
        self.file, self.line = file, 0
        try:
            self._text = file.read_text().splitlines()
        except OSError as error:
            raise InputError(f"{file}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InputError(f"{file}: is not a text file") from None

    def words(self, expected: str) -> list[str]:
        """The words of the next line."""
        while self.line < len(self._text):
            words = self._text[self.line].partition("#")[0].split()
            self.line += 1
            if words:
                return words
        raise InputError(
            f"{self.file}: ends after line {self.line}, but {expected} follows; complete the file"
        )

    def more(self) -> bool:
        """Whether a line follows."""
        return any(text.partition("#")[0].strip() for text in self._text[self.line :])

    def wrong(self, message: str) -> InputError:
        """An error in the last line."""
        return InputError(f"{self.file}:{self.line}: {message}")

    def integers(self, words: list[str], what: str) -> list[int]:
        """Integers of the last line."""
        try:
            return [int(word) for word in words]
        except ValueError:
            raise self.wrong(f"{' '.join(words)!r} is no {what}; expected integers") from None

    def count(self, what: str) -> tuple[int, list[int]]:
        """The number at the beginning of a section, and the other numbers of its line."""
        number, *others = self.integers(self.words(f"the number of {what}s"), f"number of {what}s")
        if number < 0:
            raise self.wrong(f"the number of {what}s is {number}; expected 0 or more")
        return number, others


def _read_points(lines: _Lines) -> tuple[int, NDArray[np.float64]]:
    """The number of the first point, and the coordinates."""
    number, others = lines.count("point")
    if others and others[0] != 2:
        raise lines.wrong(f"points have {others[0]} coordinates; only 2 are possible")
    first = 0
    points = np.empty((number, 2))
    for i in range(number):
        words = lines.words(f"point {i + first}")
        at = lines.integers(words[:1], "number of a point")[0]
        if i == 0 and at in (0, 1):
            first = at
        if at != i + first:
            raise lines.wrong(f"point {at} stands where point {i + first} is expected; sort the points")
        points[i] = _coordinates(lines, words, f"point {at}")
    return first, points


def _coordinates(lines: _Lines, words: list[str], what: str) -> tuple[float, float]:
    try:
        x, y = (float(word) for word in words[1:3])
    except ValueError:
        raise lines.wrong(
            f"{what} has the coordinates {' '.join(words[1:3])!r}; expected two numbers"
        ) from None
    if not np.isfinite(x) or not np.isfinite(y):
        raise lines.wrong(f"{what} is ({x}, {y}); coordinates are finite; correct it")
    return x, y


def _read_table(
    lines: _Lines, what: str, columns: int, sizes: tuple[int, ...], first: int, points: int
) -> NDArray[np.int64]:
    """A section of numbered rows of points; the points are numbered from 0 in the result."""
    number, others = lines.count(what)
    if others and columns == 3 and others[0] not in sizes:
        raise lines.wrong(
            f"triangles have {others[0]} points; only {' or '.join(map(str, sizes))} are possible"
        )
    found = np.empty((number, columns), np.int64)
    for i in range(number):
        words = lines.words(f"{what} {i + first}")
        if len(words) < columns + 1:
            raise lines.wrong(f"a {what} needs its number and {columns} points, got {' '.join(words)!r}")
        name, *row = lines.integers(words[: columns + 1], what)
        unknown = [point for point in row if not first <= point < points + first]
        if unknown:
            raise lines.wrong(
                f"{what} {name} names point {unknown[0]}, but the points are {first} to "
                f"{points + first - 1}; correct the number, or add the point"
            )
        found[i] = row
    return found - first


def _read_poly(
    file: Path,
) -> tuple[int, NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """The number of the first point, points, segments and holes."""
    lines = _Lines(file)
    first, points = _read_points(lines)
    if len(points) == 0:
        first, points = _read_points(_Lines(file.with_suffix(".node")))
    segments = _read_table(lines, "segment", 2, (2,), first, len(points))
    holes = []
    if lines.more():
        for i in range(lines.count("hole")[0]):
            words = lines.words(f"hole {i + first}")
            holes.append(_coordinates(lines, words, f"hole {i + first}"))
    return first, points, segments, np.array(holes).reshape(-1, 2)


def _check_neighbours(file: Path, mesh: TriangleMesh, first: int) -> None:
    if not file.exists():
        return
    lines = _Lines(file)
    number, _ = lines.count("triangle")
    if number != mesh.num_triangles:
        raise lines.wrong(f"{number} triangles, but the .ele file has {mesh.num_triangles}; remove this file")
    for t in range(number):
        row = lines.integers(lines.words(f"triangle {t + first}")[1:4], "neighbour")
        expected = [int(n) + first if n >= 0 else -1 for n in mesh.neighbours[t]]
        if row != expected:
            raise lines.wrong(
                f"triangle {t + first} has the neighbours {row}, but {expected} by the .ele file; remove "
                "this file, which is not needed"
            )
