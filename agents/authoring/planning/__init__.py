"""Planning Agent: from a seed to a recipe."""
