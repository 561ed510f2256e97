"""Families from elsewhere: their code runs in one sandboxed process, and what it says is held to the contract."""
