"""Static schedules of task graphs: the problem, its methods, schedules and their files."""
