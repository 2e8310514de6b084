"""The explorer of a results folder: one page over all rows, to filter, compare and take out points."""
