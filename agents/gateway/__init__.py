"""How an agent talks to a model: the relay, what is counted and what may be spent."""
