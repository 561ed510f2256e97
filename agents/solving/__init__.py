"""Solvers of instances: models, and yardsticks of our own that need none."""
