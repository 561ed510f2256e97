"""Deciding by model what no program can: transcripts read against what was expected."""
