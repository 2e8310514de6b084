"""Kinds of experiments: each folder has the schema, points, columns, pictures and summary of one."""
