"""Speed and memory of Delaunay meshes and their refinement on the CPU.

    python benchmarks/mesh_refinement.py [--points 100000] [--traced-points 3000] [--angle 25]

The mesh has random points in a square. The output has the bad triangles at first, cavities and insertions per
second of processor time on one core, the best of the repeats: of the host back end, and of a traced run that
has fewer points. The last columns are the seconds of the initial mesh per million points, flips included, the
share of SciPy's triangulation in them, and the bytes of the arrays of mesh and cavities per triangle at
the end.
"""

from harness import cpu_seconds, parser, print_table
from scipy.spatial import Delaunay

import gpu
from gpu.meshes.generators import make_mesh
from gpu.programs.mesh_refinement import MeshRefinement


class MeasuredBackend(gpu.HostBackend):
    """A host back end that adds the bytes of its arrays."""

    nbytes = 0

    def zeros(self, size, dtype):
        """Create an array of zeros."""
        made = super().zeros(size, dtype)
        self.nbytes += made.values.nbytes
        return made


CASES = [
    ("base", "inline", "order"),
    ("atomic", "inline", "order"),
    ("three_phase_atomic", "inline", "order"),
    ("three_phase_atomic", "list", "order"),
    ("three_phase_atomic", "list", "hash"),
    ("work_stealing", "inline", "order"),
]


def rows(options):
    """A row for each variant, on the host back end and traced."""
    for points, backend_class in (
        (options.points, MeasuredBackend),
        (options.traced_points, gpu.TraceBackend),
    ):
        making, mesh = cpu_seconds(lambda points=points: make_mesh("random_square", points=points), 1, min)
        of_scipy, _ = cpu_seconds(lambda mesh=mesh: Delaunay(mesh.points), 1, min)
        for variant, check, priority in CASES:

            def work(mesh=mesh, made=backend_class, variant=variant, check=check, priority=priority):
                backend = made()
                program = MeshRefinement(
                    mesh, backend, variant=variant, check=check, angle=options.angle, priority=priority
                )
                program.run()
                return program, getattr(backend, "nbytes", None)

            seconds, (program, nbytes) = cpu_seconds(work, options.repeats, min)
            found = program.figures()
            yield [
                backend_class.name,
                f"{variant} {check} {priority}",
                mesh.num_triangles,
                found["bad_at_start"] / seconds,
                found["cavities"] / seconds,
                found["inserted"] / seconds,
                found["growth"],
                making / points * 1e6,
                of_scipy / making,
                f"{nbytes / program.refined.num_triangles:.0f}" if nbytes else "-",
            ]


def main():
    options = parser(__doc__, points=100_000, traced_points=3000, angle=25.0, repeats=1).parse_args()
    columns = [
        *(
            "back end:8",
            "variant:32",
            "triangles:9,",
            "bad/s:9,.0f",
            "cavities/s:10,.0f",
            "inserted/s:10,.0f",
        ),
        *("growth:.3f", "mesh s/M points:.1f", "SciPy:.0%", "bytes:.0f"),
    ]
    print_table(columns, rows(options))


if __name__ == "__main__":
    main()
