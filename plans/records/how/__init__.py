"""How an evaluation task is tried: one record per kind, each in a file of its own."""
