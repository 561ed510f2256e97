"""Runs: code agents play rounds on projects, submissions are archived and judged, and the numbers are drawn."""
