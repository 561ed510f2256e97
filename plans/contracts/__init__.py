"""Contracts between the rooms, one room a file. Concrete classes meet in pipeline/cli/wiring alone.

Errors that an implementation may raise are those of plans/errors.py; anything else is a defect.
"""
