"""Configuration files in general: YAML with line numbers, units, messages. It knows no experiment."""
