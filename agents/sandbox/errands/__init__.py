"""Errands in a sandbox whose files lie elsewhere: what is read, written, brought in, taken out and ended there."""
