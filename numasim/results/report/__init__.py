"""The report of a results folder: its page, its sections, and their drawings."""
