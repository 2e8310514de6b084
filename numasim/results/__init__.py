"""The results of experiments: tables, pictures, reports, comparisons."""
