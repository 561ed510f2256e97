"""Solvers of the family `text`."""
