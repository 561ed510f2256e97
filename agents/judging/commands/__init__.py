"""Deciding programs by what they do when commands are run on them: tests, shell, files (PRDBench)."""
