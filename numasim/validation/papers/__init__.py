"""What papers print, and what this project gives in its place; ``numasim validate papers``."""
