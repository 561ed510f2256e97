"""Adapting what the criteria run to the interface that a hand-in decided on by itself; what fits nothing stays open."""
