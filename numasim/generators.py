"""Generators of graphs. Each is imported when it is first used."""

from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import attach

if TYPE_CHECKING:
    from partitioners.generators.degree_sequence import degree_sequence as degree_sequence
    from partitioners.generators.forks_and_joins import fork_join as fork_join
    from partitioners.generators.forks_and_joins import in_tree as in_tree
    from partitioners.generators.forks_and_joins import join as join
    from partitioners.generators.forks_and_joins import map_reduce as map_reduce
    from partitioners.generators.forks_and_joins import out_tree as out_tree
    from partitioners.generators.matrix_kinds import circuit as circuit
    from partitioners.generators.matrix_kinds import finite_elements as finite_elements
    from partitioners.generators.models import GraphSize as GraphSize
    from partitioners.generators.models import barabasi_albert as barabasi_albert
    from partitioners.generators.models import erdos_renyi as erdos_renyi
    from partitioners.generators.models import grid as grid
    from partitioners.generators.models import mc2depi as mc2depi
    from partitioners.generators.models import mesh27 as mesh27
    from partitioners.generators.models import rmat as rmat
    from partitioners.generators.models import size_of as size_of
    from partitioners.generators.models import web as web
    from partitioners.generators.task_graphs import cholesky as cholesky
    from partitioners.generators.task_graphs import fft as fft
    from partitioners.generators.task_graphs import lu as lu
    from partitioners.generators.task_graphs import stencil as stencil

__getattr__, __dir__, __all__ = attach(__name__, __file__)
