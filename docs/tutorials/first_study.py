"""A first study: from a graph to a comparison of cuts, to a simulated run, to a sweep and a picture.

Run it with `python docs/tutorials/first_study.py`. Its output is in `first_study.out`. It takes a few
seconds and writes `first_study.yaml` and `first_study.png` to the current directory.
"""

# %% A graph
# The graph has the 1,891 states of a Markov chain on a triangle and their dependences. `numasim.read_graph`
# reads a graph from a file, and `numasim.trace_program` makes the graph of a program.

from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # pictures go to files

from matplotlib import pyplot as plt

import numasim
from numasim.generators import mc2depi

graph = mc2depi(n=60, square=True)
print(f"{graph.num_vertices} vertices, {graph.num_edges} edges")

# %% Three ways to cut it
# A vertex cut puts every edge into one of 16 clusters. A vertex with edges in several clusters has a copy
# in each of them, and the copies exchange their values. A good cut has few copies and the same load in
# every cluster.

cuts = {method: numasim.partition(graph, method, 16) for method in ("random", "wb_libra", "multilevel")}
print("\nmethod      copies  replication  imbalance")
for method, cut in cuts.items():
    figures = numasim.quality(cut)
    print(
        f"{method:10} {figures.vertex_copies:7} {figures.replication_factor:12.2f} "
        f"{figures.edge_weight_imbalance:10.2f}"
    )

# %% One run of each, on a simulated machine
# The machine has 16 cores on a mesh. The mapper selects the core of each cluster. `execution` has the keys
# of the section `execution` in an experiment file. Every edge is a task that runs once a step.

machine = numasim.load_machine("mesh-4x4")
execution = {"model": "supersteps", "steps": 2, "initial_values": "preloaded"}
runs = {}
for method, cut in cuts.items():
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine, "local_search")
    runs[method] = numasim.simulate(cut, mapping, machine, execution)

print("\nmethod      cycles  messages  flit hops  longest wait for the network")
for method, run in runs.items():
    s = run.scalars
    wait = run.tables["cores"]["network"].max()
    print(f"{method:10} {s['cycles']:7} {s['messages']:9} {s['flit_hops']:10} {wait:10}")

# %% Where the time of the cores went
# Every cycle of a core is computing, waiting of one of three kinds, or idle. The five add up to the time of
# the run.

kinds = ["compute", "memory", "network", "synchronisation", "idle"]
print("\nmethod     " + " ".join(f"{kind:>15}" for kind in kinds))
for method, run in runs.items():
    shares = run.tables["cores"][kinds].sum() / run.tables["cores"][kinds].sum().sum()
    print(f"{method:10} " + " ".join(f"{share:15.0%}" for share in shares))

# %% The same as a sweep
# One experiment file does all steps above, for machines of three sizes. On the command line, `numasim run
# first_study.yaml` runs it and also writes a folder of tables and pictures.

Path("first_study.yaml").write_text("""\
workload: {generator: mc2depi, n: 60, square: true}
mapping: {method: local_search}
execution: {model: supersteps, steps: 2, initial_values: preloaded}
sweep:
  partition.method: [random, wb_libra, multilevel]
  zip:
    partition.parts: [4, 16, 64]
    machine: [mesh-2x2, mesh-4x4, mesh-8x8]
""")
table = numasim.run("first_study.yaml", workers=1)
speedup = table.pivot_table(index="parts", columns="partitioner", values="speedup", sort=False)
print("\nSpeed-up over one core:")
print(speedup.round(1).to_string())

# %% A picture

axes = speedup.plot(marker="o", figsize=(5, 4), ylim=0)
axes.set_xscale("log", base=2)
axes.set_xticks(speedup.index, speedup.index)
axes.set(xlabel="cores", ylabel="speed-up over one core", title="A cut with fewer copies scales further")
plt.savefig("first_study.png", dpi=120, bbox_inches="tight")
