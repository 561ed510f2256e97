"""Generation Agent: from a recipe to a project."""
