"""The numbers of a run of solvers."""
