"""Solvers on suites of instances: asked, kept, scored, and read again."""
