"""Adapting what the criteria run to the interface that a submission decided on by itself; what fits nothing
stays open.
"""
