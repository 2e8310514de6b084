"""The schema system: strict models of pydantic, quantities with units, YAML with positions, and problems."""
