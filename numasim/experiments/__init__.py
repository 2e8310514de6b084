"""Running the points of an experiment: jobs, workers, kept points, replay."""
