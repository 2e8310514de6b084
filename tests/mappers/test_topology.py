"""The mesh: distances, XY routes, neighbours, regions."""

import networkx as nx
import numpy as np
import pytest
from cluster_graphs import meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.topology import DIRECTION_NAMES, EAST, NORTH, SOUTH, WEST, Mesh
from partitioners.errors import OptionError

STEP = {EAST: (1, 0), WEST: (-1, 0), SOUTH: (0, 1), NORTH: (0, -1)}


def grid(mesh):
    tiles = [(x, y) for x in range(mesh.width) for y in range(mesh.height)]
    graph = nx.grid_2d_graph(mesh.width, mesh.height)
    return nx.relabel_nodes(graph, {tile: mesh.core_at(*tile) for tile in tiles})


@settings(max_examples=examples(60), deadline=None)
@given(meshes(6))
def test_distances_are_shortest_paths(mesh):
    paths = dict(nx.all_pairs_shortest_path_length(grid(mesh)))
    expected = [[paths[a][b] for b in range(mesh.num_cores)] for a in range(mesh.num_cores)]
    assert mesh.distances.tolist() == expected
    assert mesh.distances.dtype == np.int32


@settings(max_examples=examples(60), deadline=None)
@given(meshes(6))
def test_neighbours_are_those_of_the_grid(mesh):
    graph = grid(mesh)
    for core in range(mesh.num_cores):
        assert mesh.neighbours(core) == sorted(graph[core])
        assert mesh.core_at(*mesh.position(core)) == core


@settings(max_examples=examples(60), deadline=None)
@given(meshes(6), st.data())
def test_a_route_leads_there_x_first_by_as_many_links_as_hops(mesh, data):
    core = st.integers(0, mesh.num_cores - 1)
    source, target = data.draw(core), data.draw(core)
    links = mesh.route(source, target)
    assert len(links) == mesh.distances[source, target]
    at = source
    for link in links:
        tile, direction = divmod(link, 4)
        assert tile == at
        assert 0 <= link < mesh.num_links
        (x, y), (dx, dy) = mesh.position(at), STEP[direction]
        at = mesh.core_at(x + dx, y + dy)
        assert at in mesh.neighbours(tile)
    assert at == target
    along_y = [link % 4 in (SOUTH, NORTH) for link in links]
    assert along_y == sorted(along_y)  # never from y back to x


def test_the_names_of_the_directions_are_in_the_order_of_their_numbers():
    assert [DIRECTION_NAMES[k] for k in (EAST, WEST, SOUTH, NORTH)] == ["east", "west", "south", "north"]


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ((0, 3), "a mesh needs a width of at least 1 tile, got 0"),
        ((3, -1), "a mesh needs a height of at least 1 tile, got -1"),
        ((2.0, 2), "a mesh needs a width of at least 1 tile, got 2.0"),
        ((2, True), "a mesh needs a height of at least 1 tile, got True"),
    ],
)
def test_sides_that_are_refused(sides, message):
    with pytest.raises(OptionError) as error:
        Mesh(*sides)
    assert str(error.value) == message
