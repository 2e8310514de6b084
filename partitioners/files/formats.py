"""Detect the format of a file by its content, and by its name if the content is ambiguous."""

from __future__ import annotations

import re
from pathlib import Path

from partitioners.files.file_bytes import HEAD, UNPACK, file_error
from partitioners.files.lines import counts

SUFFIXES = {
    "Matrix Market": (".mtx", ".mm"),
    "METIS": (".graph", ".metis", ".chaco"),
    "npz": (".npz",),
    "DIMACS": (".gr", ".col", ".dimacs"),
    "GraphML": (".graphml",),
    "DOT": (".dot", ".gv"),
    "WfCommons": (".json",),
    "STG": (".stg",),
    "edge list": (".txt", ".el", ".wel", ".edges", ".edgelist", ".edge", ".csv", ".tsv", ".snap", ".ungraph"),
}
COMPRESSED = (".gz", ".bz2", ".xz")
READ = (
    "Matrix Market, METIS .graph, an edge list, a CSV table, DIMACS, GraphML, DOT, WfCommons, STG or .npz; "
    "plain or as .gz, .bz2, .xz"
)
WORKFLOW = rb'\s*\{.*"(workflow|schemaVersion)"\s*:'
"""The beginning of a WfCommons workflow, a regular expression."""

NPZ = (b"PK\x03\x04", b"PK\x05\x06")

_BY_NETWORKX = "read it with networkx.{} and numasim.Graph.from_networkx"
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    # what the content begins with (a regular expression), what it is, what to do
    (rb"\x28\xb5\x2f\xfd", "compressed with zstd", UNPACK),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (rb"Rar!", "a rar archive", UNPACK),
    (rb"(?s).{257}ustar", "a tar archive", "unpack it and name the graph file in it"),
    (rb"\x93NUMPY", "one NumPy array", "save num_vertices, src and dst with numpy.savez, as .npz"),
    (
        rb"PAR1",
        "a Parquet table",
        "cut it with `numasim partition --stream --method buffered`, or save its columns as .npz or .csv",
    ),
    (rb"\x89HDF\r\n", "an HDF5 file", "save its arrays num_vertices, src and dst with numpy.savez, as .npz"),
    (
        rb"MATLAB 5\.0 MAT-file",
        "a MATLAB file",
        "read it with scipy.io.loadmat and save the matrix with scipy.sparse.save_npz",
    ),
    (rb"%PDF-", "a PDF document", f"expected {READ}"),
    (
        rb"(?i)\s*<(!doctype\s+html|html)\b",
        "an HTML page",
        "a download may have failed; download the graph again",
    ),
    (rb"(?s)\s*(<.*)?<gexf\b", "GEXF", _BY_NETWORKX.format("read_gexf")),
    (rb"(?i)\s*\*(vertices|network)\b", "Pajek", _BY_NETWORKX.format("read_pajek")),
    (rb"(?s)\s*(Creator\b[^\n]*\n\s*)?graph\s*\[", "GML", _BY_NETWORKX.format("read_gml")),
    (rb">>(di)?graph6<<", "graph6", _BY_NETWORKX.format("read_graph6")),
    (rb">>sparse6<<", "sparse6", _BY_NETWORKX.format("read_sparse6")),
    (
        rb"(?s)(?!" + WORKFLOW + rb")\s*[{\[]\s*[\"{\[]",
        "JSON",
        _BY_NETWORKX.format("node_link_graph(json.load(...))"),
    ),
)
_NAMED: dict[tuple[str, ...], tuple[str, str]] = {
    (".rb", ".hb", ".rua", ".rsa", ".pua", ".psa"): (
        "a Harwell-Boeing matrix",
        "download the Matrix Market file, or write one with scipy.io.hb_read and mmwrite",
    ),
    (".g6", ".s6"): ("graph6 or sparse6", _BY_NETWORKX.format("read_graph6 or read_sparse6")),
}
_OTHER_FORMATS = tuple((re.compile(begin), what, cure) for begin, what, cure in _OTHERS)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BANNER = re.compile(rb"[ \t]*%%?MatrixMarket\b", re.IGNORECASE)
_WORKFLOW = re.compile(rb"(?s)" + WORKFLOW)
_GRAPHML = re.compile(rb"(?s)\s*(<.*)?<(\w+:)?graphml\b")
_DOT = re.compile(
    rb"\s*((//|#)[^\n]*\n\s*|/\*([^*]|\*(?!/))*\*/\s*)*(strict\s+)?(di)?graph\b\s*((\"([^\"\\]|\\.)*\"|[^\s{\[\"]+)\s*)?\{",
    re.IGNORECASE,
)
_DIMACS = re.compile(rb"(\s*c\b[^\n]*\n)*\s*p[ \t]+[a-z]+[ \t]+\d", re.IGNORECASE)


def judge(head: bytes, path: Path) -> None:
    """Raise an error if the first bytes of the content show that the format is not supported.

    Raises
    ------
    GraphFileError
        The format is not supported. The message names it if it is known, and a remedy.
    """
    if head.startswith(NPZ):
        return
    head = head[:HEAD]
    for begin, what, cure in _OTHER_FORMATS:
        if begin.match(head):
            raise file_error(path, f"the file is {what}", cure)
    if _BINARY.search(head):
        raise file_error(path, "unknown binary data", f"expected {READ}")


def format_of(data: bytes, path: Path) -> str:
    """Return the format of a file's content.

    Raises
    ------
    GraphFileError
        The format is unknown, or differs from the one that the name indicates.
    """
    if data.startswith(NPZ):
        return "npz"
    zero = data.find(b"\x00")
    if zero >= 0:  # readers in C treat it as the end of a number
        line = data.count(b"\n", 0, zero) + 1
        raise file_error(path, "the text contains a zero byte", "the file is damaged; copy it again", line)
    named = named_format(path)
    if named == "npz":
        raise file_error(path, "not an .npz archive", "save it with numpy.savez or scipy.sparse.save_npz")
    for form, begin in (("Matrix Market", _BANNER), ("DOT", _DOT), ("DIMACS", _DIMACS)):
        if begin.match(data):
            return form
    for form, begin in (("GraphML", _GRAPHML), ("WfCommons", _WORKFLOW)):
        if begin.match(data[:HEAD]):
            return form
    for form, wanted, hint in (
        (
            "Matrix Market",
            "Matrix Market banner",
            "begin with `%%MatrixMarket matrix coordinate real general`, or name an edge list .txt",
        ),
        ("DIMACS", "problem line", "expected `p sp VERTICES ARCS` or `p edge VERTICES EDGES`"),
        ("GraphML", "element <graphml>", "write it with networkx.write_graphml, or name an edge list .txt"),
        ("DOT", "`graph {` or `digraph {`", "begin with one of them, or name an edge list .txt"),
        ("WfCommons", "`workflow`", "expected a WfCommons workflow, or name an edge list .txt"),
    ):
        if named == form:
            if form == "Matrix Market" and _BANNER.match(data.lstrip()):
                what, cure = "there are empty lines before the banner", "remove them"
                raise file_error(path, what, cure, 1)
            raise file_error(path, f"there is no {wanted}", hint, 1 if form == "Matrix Market" else None)
    if data.lstrip()[:1] == b"#" and named != "STG":
        return "edge list"
    if named is not None:
        return named
    lower = plain_name(path)
    for suffixes, (what, cure) in _NAMED.items():
        if lower.endswith(suffixes):
            raise file_error(path, f"the file is {what}", cure)
    return "METIS" if _keeps_its_promise(data) else "edge list"


def named_format(path: Path) -> str | None:
    """The format that a file's name indicates, without the suffix of a compression."""
    lower = plain_name(path)
    return next((form for form, suffixes in SUFFIXES.items() if lower.endswith(suffixes)), None)


def plain_name(path: Path) -> str:
    """A file's name in lower case, without the suffix of a compression."""
    lower = path.name.lower()
    for suffix in COMPRESSED:
        lower = lower.removesuffix(suffix)
    return lower


def graph_name(path: Path) -> str:
    """A file's name without the suffixes of compression and format."""
    name = path.name
    for suffixes in (COMPRESSED, tuple(suffix for group in SUFFIXES.values() for suffix in group)):
        for suffix in suffixes:
            if name.lower().endswith(suffix) and len(name) > len(suffix):
                name = name[: -len(suffix)]
                break
    return name


def _keeps_its_promise(data: bytes) -> bool:
    """Whether a text has as many lines and neighbours as its first line, read as a METIS header, requires."""
    lines = [line for line in data.rstrip(b"\n").split(b"\n") if not line.lstrip().startswith(b"%")]
    filled = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    header = lines[filled].split() if filled < len(lines) else []
    if not 2 <= len(header) <= 4 or (sizes := counts(header)) is None:
        return False
    vertices, edges = sizes[:2]
    lines = lines[filled + 1 :]
    if abs(len(lines) - vertices) > 1:
        return False
    return len(header) > 2 or sum(len(line.split()) for line in lines) == 2 * edges
