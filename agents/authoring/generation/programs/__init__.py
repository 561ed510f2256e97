"""How a model makes Python projects, whose tasks are tried by commands and tests."""
