"""Random DOT files with all that Graphviz gives a meaning to, and what its gvpr reads in them."""

import subprocess

NODES = ["a", "b", "c", "d", "e1", "7", "-3", ".5", "x y", "", "node", "_g", "ä"]
SUBGRAPHS = ["s", "t", "a", "cluster0", "x y", "7"]
ATTRIBUTES = ["weight", "bytes", "operation", "colour"]

PROGRAM = r"""
BEG_G { printf("graph\n"); }
N { printf("node\t%s", $.name);
    printf("\t%s\n", hasAttr($, "operation") ? aget($, "operation") : ""); }
E { printf("edge\t%s\t%s", $.tail.name, $.head.name);
    printf("\t%s", hasAttr($, "weight") ? aget($, "weight") : "");
    printf("\t%s\n", hasAttr($, "colour") ? aget($, "colour") : ""); }
"""


def read_by_gvpr(texts, folder):
    """Nodes with their ``operation``, and edges with their ``weight`` and ``colour``, of each text.

    The edges are sorted; gvpr visits the nodes in the order in which they are made.
    """
    (folder / "all.dot").write_text("\n".join(texts))
    done = subprocess.run(
        ["gvpr", PROGRAM, folder / "all.dot"], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    graphs = []
    for line in done.stdout.splitlines():
        kind, *words = line.split("\t")
        if kind == "graph":
            graphs.append(([], []))
        else:
            graphs[-1][kind == "edge"].append(tuple(words))
    assert len(graphs) == len(texts)
    return [(nodes, sorted(edges)) for nodes, edges in graphs]


def random_dot(rng):
    """The text of a random graph."""
    return _Writer(rng).graph()


class _Writer:
    def __init__(self, rng):
        self.rng = rng
        self.directed = rng.random() < 0.6
        self.strict = rng.random() < 0.4

    def graph(self):
        word = ("digraph" if self.directed else "graph").upper() if self.rng.random() < 0.1 else None
        word = word or ("digraph" if self.directed else "graph")
        name = self.rng.choice(["", "g ", '"a" ', "s "])
        begin = f"{'strict ' if self.strict else ''}{word} {name}{{"
        return f"{begin}{self.space()}{self.statements(0)}}}\n"

    def statements(self, depth):
        return "".join(
            self.statement(depth) + self.rng.choice([";", "", " ;", "\n"]) + self.space()
            for _ in range(self.rng.randrange(1, 7 if depth == 0 else 4))
        )

    def statement(self, depth):
        kind = self.rng.random()
        if kind < 0.15:
            return f"node {self.attributes(['operation', 'colour'])}"
        if kind < 0.35:
            return f"edge {self.attributes(['weight', 'colour', 'key'])}"
        if kind < 0.40:
            return f"{self.rng.choice(['label', 'rank'])} = {self.quoted('same')}"
        if kind < 0.43:
            return f"graph {self.attributes(['label'])}"
        if kind < 0.55:
            return self.nodes() + (self.attributes(["operation"]) if self.rng.random() < 0.6 else "")
        ends = [self.end(depth) for _ in range(self.rng.choice([2, 2, 2, 3]))]
        names = ["weight", "colour"] + ([] if self.strict else ["key"])
        own = self.attributes(names) if self.rng.random() < 0.6 else ""
        return (" -> " if self.directed else "--").join(ends) + own

    def end(self, depth):
        if depth < 3 and self.rng.random() < 0.45:
            name = self.rng.choice(["", "", "subgraph "])
            if name or self.rng.random() < 0.6:
                name = f"subgraph {self.quoted(self.rng.choice(SUBGRAPHS))} "
            return f"{name}{{ {self.statements(depth + 1)}}}"
        return self.nodes()

    def nodes(self):
        """One node or more, with ports."""
        return ",".join(
            self.quoted(self.rng.choice(NODES)) + self.rng.choice(["", "", "", ":p", ":p:nw", ":w"])
            for _ in range(self.rng.choice([1, 1, 1, 2]))
        )

    def attributes(self, names):
        lists = []
        for _ in range(self.rng.choice([1, 1, 2])):
            words = [
                f"{name}{self.rng.choice(['=', ' = '])}{self.quoted(str(self.rng.randrange(1, 5)))}"
                for name in self.rng.choices(names, k=self.rng.randrange(3))
            ]
            lists.append("[" + self.rng.choice([",", ";", " "]).join(words) + "]")
        return "".join(lists)

    def quoted(self, word):
        """A word as an id: as it is where this is allowed, in quotes, or in two parts."""
        plain = word and word not in ("node", "x y")
        how = self.rng.random()
        if plain and how < 0.7:
            return word
        if how < 0.8 and len(word) > 1:
            return f'"{word[:1]}" + "{word[1:]}"'
        if how < 0.85 and len(word) > 1:
            return f'"{word[:1]}\\\n{word[1:]}"'
        return f'"{word}"'

    def space(self):
        return self.rng.choice([" ", " ", "\n", "\t", "\r\n", " // c -> d\n", " /* } */ ", "# a -> b\n"])
