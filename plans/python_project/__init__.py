"""The family of Python projects that are used in a shell: PRD, criteria of three types, reference, mutants."""
