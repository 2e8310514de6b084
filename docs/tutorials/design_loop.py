"""A loop over designs: draw, constrain, run, fit, draw a picture.

Run it with `python docs/tutorials/design_loop.py`. Its output is in `design_loop.out`. It takes a few
seconds and writes `design_loop.png` to the current directory.
"""

# %% Draw designs
# How many outstanding misses (MSHRs) does a core need, and how fast must the links be, for a search of a
# graph by 16 threads? The keywords of `numasim.Experiment` are the sections of an experiment file. Sobol's
# sequence draws 32 designs. The constraint is a price: an MSHR costs 1, and a link that takes one cycle for a
# flit costs 16, one that takes two cycles 8. Designs above the price of 16 are left out before anything runs.

import matplotlib

matplotlib.use("Agg")  # pictures go to files

import numpy as np
from matplotlib import pyplot as plt

import numasim

MSHRS, LINK = "machine.core.mshrs", "machine.network.link_cycles"
SECTIONS = {
    "workload": {"thread_program": "bfs", "threads": 16, "graph": {"generator": "rmat", "scale": 8}},
    "machine": "mesh-4x4",
}
RANGE = {"from": 1, "to": 16, "scale": "log"}
study = numasim.Experiment(
    **SECTIONS,
    sweep={"sobol": {"samples": 32, "seed": 1, MSHRS: RANGE, LINK: RANGE}},
    constraint=f"{MSHRS} + 16 / {LINK} <= 16",
)
print(f"{len(numasim.points(study))} of 32 designs are within the price")

# %% Run them
# Each column has its unit. In a notebook, `progress=True` shows how far the runs are.

runs = numasim.run(study)
print(runs[[MSHRS, LINK, "cycles"]].sort_values("cycles").head(4).to_string(index=False))
print(f"time in {runs.attrs['units']['cycles']}, energy in {runs.attrs['units']['energy_joules']}")

# %% Fit a polynomial
# A core waits for misses one after the other with one MSHR, and half as long with two. So the time is a
# polynomial of degree 2 in the cycles of a link and in 1 over the MSHRs.


def terms(mshrs, link):
    """The six terms of the polynomial."""
    x = 1 / mshrs
    return np.stack([x**0, x, link, x * x, x * link, link * link], axis=-1)


mshrs, link, cycles = (runs[name].to_numpy(float) for name in (MSHRS, LINK, "cycles"))
weights = np.linalg.lstsq(terms(mshrs, link), cycles)[0]
left = cycles - terms(mshrs, link) @ weights
print(f"\nthe fit explains {1 - left.var() / cycles.var():.1%} of the variance")

# %% Ask the fit, and check its answer
# The fit predicts all designs within the price. A run checks the one that it takes for the fastest, which was
# not drawn.

across, up = np.meshgrid(np.arange(1.0, 17), np.arange(1.0, 17))
allowed = across + 16 / up <= 16
predicted = terms(across, up) @ weights
best = np.argmin(np.where(allowed, predicted, np.inf))
design = {MSHRS: int(across.flat[best]), LINK: int(up.flat[best])}
check = numasim.run({**SECTIONS, "sweep": {name: [value] for name, value in design.items()}})
print(f"fastest: {design[MSHRS]} MSHRs, {design[LINK]} cycles for a flit")
print(f"predicted {predicted.flat[best]:.3g} cycles, simulated {check['cycles'][0]:.3g}")

# %% Draw a picture
# Each cell is a design with the time that the fit predicts, each circle a run with its time. The designs
# above the price are white, and the star is the fastest.

figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
drawn = axes.pcolormesh(across, up, np.where(allowed, predicted, np.nan) / 1000, cmap="viridis_r")
axes.scatter(mshrs, link, c=cycles / 1000, cmap=drawn.cmap, norm=drawn.norm, edgecolors="white")
axes.plot(*design.values(), "r*", markersize=14)
axes.set(xlabel="MSHRs of a core", ylabel="cycles of a link for a flit", title="Time of a search")
figure.colorbar(drawn, label="thousand cycles")
plt.savefig("design_loop.png", dpi=120)
