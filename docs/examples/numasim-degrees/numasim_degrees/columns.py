"""The columns of the degrees of a graph, and how tables, pictures and reports show them."""

from numasim.plugins import OF_GRAPH, Column, RowKind

ROWS = RowKind(
    name="degrees",
    naming={"workload": "graph"},
    method=("workload",),
    field_columns={"degrees.of": "of"},
    measured=OF_GRAPH,
    tables=("degrees",),
    columns={
        "mean_degree": Column(
            "mean_degree", "the mean degree of a vertex", heading="mean", narrow="mean", title="mean degree"
        ),
        "largest_degree": Column(
            "largest_degree",
            "the largest degree of a vertex",
            heading="largest",
            narrow="largest",
            title="largest degree",
        ),
    },
    speed="largest_degree",
    figures=("mean_degree", "largest_degree"),
    bars=("largest_degree", "mean_degree"),
)
