"""Graphs, partitioning algorithms and the quality of partitions, independent of any machine."""

from partitioners.kernels.folder import choose_kernel_folder

choose_kernel_folder()  # before the first kernel is imported
