"""The report of a results folder: its page, what stands in each section, and how it is drawn."""
