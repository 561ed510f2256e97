"""Copies of a hand-in: what is laid into them, and what commands wrote there."""
