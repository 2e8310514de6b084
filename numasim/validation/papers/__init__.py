"""The comparison of this project's results with the tables of papers: ``numasim validate papers``."""
