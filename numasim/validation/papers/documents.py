"""The five documents, their studies, and where their statements are judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from numasim.validation.papers import (
    gpulp,
    hybrid_bfs,
    load_bound,
    mesh_refinement,
    node_splitting,
    spac,
    spac_products,
    spac_programs,
    spac_tables,
    wb_libra,
    wb_libra_baselines,
    wb_libra_readings,
    wb_libra_statements,
    wb_libra_table2,
    wb_libra_tables,
)
from numasim.validation.papers.document import Document, Part, Study
from numasim.validation.papers.shape import read
from numasim.validation.papers.sweeps import with_sweep, with_swept

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


SPLITTING_TABLES = ("published", "launches", "thread_blocks")
"""The tables of node splitting that are compared beside its runs."""


def _all_numbers_of_clusters(experiment: Experiment) -> Experiment:
    return with_swept(experiment, "partition.parts", [*wb_libra.CLUSTERS])


def _nine_programs(experiment: Experiment) -> Experiment:
    return with_swept(experiment, "workload.program", [*wb_libra_readings.NINE])


def _ten_programs(experiment: Experiment) -> Experiment:
    return with_swept(experiment, "workload.program", [*read("wb_libra_graphs")["program"]])


def _quick_cuts(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, spac.quick_sweep(experiment.sweep))


def _quick_meshes(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, mesh_refinement.quick_sweep(experiment.sweep))


def _judged_products(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, spac_products.judged_sweep(experiment.sweep))


def _judged_programs(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, spac_programs.judged_sweep(experiment.sweep))


def _judged_searches(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, hybrid_bfs.judged_sweep(experiment.sweep))


def _ten_roots(experiment: Experiment) -> Experiment:
    return with_swept(experiment, "workload.roots", [10])


def _judged_splitting(experiment: Experiment) -> Experiment:
    return with_sweep(experiment, node_splitting.judged_sweep(experiment.sweep))


DOCUMENTS = (
    Document(
        "wb_libra",
        "The vertex-cut paper",
        (
            Study("wb_libra", default=_nine_programs, whole=_all_numbers_of_clusters),
            Study("wb_libra_readings", whole=_nine_programs),
            Study("wb_libra_baselines", whole=_ten_programs),
            Study("wb_libra_table2", whole=_ten_programs),
            Study("wb_libra_lambda"),
            Study("wb_libra_lambda_md", joins="wb_libra_lambda", full=True),
        ),
        (
            *(
                Part(
                    f"{parts:,} clusters",
                    ("wb_libra",),
                    partial(wb_libra.shapes, parts=parts),
                    partial(wb_libra_tables.of_clusters, parts=parts),
                )
                for parts in wb_libra.TABULATED
            ),
            *(
                Part(
                    f"{parts:,} clusters, sections 6.2.3 and 6.2.4",
                    ("wb_libra",),
                    partial(wb_libra_statements.shapes, parts=parts),
                )
                for parts in wb_libra.TABULATED
            ),
            Part("16 to 512 clusters", ("wb_libra",), wb_libra_statements.trends),
            Part(
                "scaling and readings",
                ("wb_libra", "wb_libra_readings"),
                wb_libra_readings.shapes,
                wb_libra_readings.markdown,
            ),
            *(
                Part(
                    f"{parts:,} clusters, {wb_libra_baselines.FINE}",
                    ("wb_libra", "wb_libra_baselines"),
                    partial(wb_libra_baselines.shapes, parts=parts),
                    reading=wb_libra_baselines.FINE,
                )
                for parts in wb_libra.TABULATED
            ),
            Part(
                "other readings of the baselines",
                ("wb_libra", "wb_libra_baselines"),
                wb_libra_baselines.imbalance_shapes,
                wb_libra_baselines.markdown,
                reading="Libra as a hash",
            ),
            Part(
                "8 clusters, the machine of Table 2",
                ("wb_libra_table2",),
                wb_libra_table2.shapes,
                reading="the machine of Table 2",
            ),
            Part(
                f"8 clusters, the machine of Table 2, {wb_libra_baselines.FINE}",
                ("wb_libra_table2",),
                wb_libra_table2.fine_shapes,
                wb_libra_table2.markdown,
                reading=f"the machine of Table 2, {wb_libra_baselines.FINE}",
            ),
            Part("8 clusters, only the cuts", ("wb_libra",), wb_libra.cut_shapes),
            Part(
                "Fig. 11",
                ("wb_libra_lambda",),
                load_bound.shapes,
                draw=load_bound.draw,
                caption="Time against lambda, and without a bound (dotted)",
            ),
        ),
    ),
    Document(
        "spac",
        "The SPAC paper",
        (
            Study("spac", default=_quick_cuts),
            Study("spac_synthetic"),
            Study("spac_spmv", default=_judged_products),
            Study("spac_rodinia", default=_judged_programs),
        ),
        (
            Part("Fig. 4 and Table 1", ("spac",), spac.shapes, spac_tables.matrices),
            Part("Fig. 7", ("spac_synthetic",), spac.improvement_shapes, spac_tables.improvements),
            Part(
                "Tables 4 and 5, Figs 11 to 13",
                ("spac_spmv",),
                spac_products.shapes,
                spac_tables.products,
            ),
            Part("programs beyond matrices", ("spac_rodinia",), spac_programs.shapes),
        ),
    ),
    Document(
        "hybrid_bfs",
        "The paper on hybrid breadth-first search",
        (Study("hybrid_bfs", also=("levels",), default=_judged_searches, whole=_ten_roots),),
        (
            Part(
                "searches",
                ("hybrid_bfs", "hybrid_bfs.levels"),
                hybrid_bfs.shapes,
                hybrid_bfs.level_table,
            ),
        ),
    ),
    Document(
        "gpulp",
        "The slides on label propagation on GPUs",
        (
            Study("gpulp", also=("launches",)),
            Study("gpulp_cpu", also=("phases",)),
            Study("gpulp_full", also=("launches",), full=True),
            Study("gpulp_cpu_full", also=("phases",), full=True),
        ),
        tuple(
            Part(
                f"{vertices:,} vertices",
                (gpu, f"{gpu}.launches", threads, f"{threads}.phases"),
                gpulp.shapes,
            )
            for vertices, gpu, threads in (
                (32_768, "gpulp", "gpulp_cpu"),
                (131_072, "gpulp_full", "gpulp_cpu_full"),
            )
        ),
    ),
    Document(
        "node_splitting",
        "The report on node splitting and mesh refinement",
        (
            Study("node_splitting", also=SPLITTING_TABLES, default=_judged_splitting),
            Study("node_splitting_full", also=SPLITTING_TABLES, full=True),
            Study("dmr", also=("iterations",), default=_quick_meshes),
            Study("dmr_full", joins="dmr", full=True),
        ),
        (
            Part(
                "node splitting, Tables 6.1 and 6.2, Figs 6.1 to 6.6",
                ("node_splitting", *(f"node_splitting.{table}" for table in SPLITTING_TABLES)),
                node_splitting.shapes,
            ),
            Part(
                "node splitting of a graph of a million nodes",
                ("node_splitting_full", *(f"node_splitting_full.{table}" for table in SPLITTING_TABLES)),
                node_splitting.time_shapes,
            ),
            Part(
                "mesh refinement, Table 6.3, Figs 6.7 and 6.8",
                ("dmr", "dmr.iterations"),
                mesh_refinement.shapes,
            ),
        ),
    ),
)
"""In the order of the comparison."""
