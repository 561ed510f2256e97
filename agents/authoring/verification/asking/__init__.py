"""Asking a model of instances what no program can tell."""
