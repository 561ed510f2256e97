"""Reports of runs of solvers on suites of instances."""
