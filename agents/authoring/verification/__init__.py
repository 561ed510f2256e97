"""Verification Agent: the release gate."""
