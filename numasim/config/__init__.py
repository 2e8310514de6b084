"""Configuration files in general: YAML with line numbers, units, messages. Independent of experiments."""
