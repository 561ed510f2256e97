"""Yardsticks of the family `calendar`, none of which asks a model."""
