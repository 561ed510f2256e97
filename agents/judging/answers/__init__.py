"""Judging answers to instances by a model, where no program can tell."""
