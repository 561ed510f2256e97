"""Suites and reports from and to other formats."""
