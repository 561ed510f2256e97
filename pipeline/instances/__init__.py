"""Suites of instances: sampled from a plan, drawn and checked by a family's code, and written down."""
