"""Solvers of instances: models, and built-in solvers of our own that need none."""
