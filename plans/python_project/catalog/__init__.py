"""Composes command-line Python projects without a model."""
