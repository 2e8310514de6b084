"""What holds for every test."""

import os

# The workers of a parallel run say that their terminal has 80 columns, and tables would be cut to that.
os.environ.pop("COLUMNS", None)
