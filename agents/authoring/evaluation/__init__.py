"""Evaluation Agent: how an item is scored, and how much its simulated user may tell."""
