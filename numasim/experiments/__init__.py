"""Run the points of an experiment: jobs, workers, stored points, replay."""
