"""Keeping a suite right: checking, verifying, refreshing and growing it."""
