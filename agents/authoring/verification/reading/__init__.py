"""Checks of the Verification Agent that a model decides by reading: what no program can tell of an item's wording."""
