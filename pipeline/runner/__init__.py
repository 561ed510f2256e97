"""Runs: code agents play rounds on projects, hand-ins are archived and judged, and the numbers are drawn."""
