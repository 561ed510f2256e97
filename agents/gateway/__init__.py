"""How an agent talks to a model and has packages: relay, what is counted and may be spent, the mirror's door."""
