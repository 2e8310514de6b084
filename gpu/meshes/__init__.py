"""Triangle meshes: files, generators, Delaunay triangulations, and checks."""
