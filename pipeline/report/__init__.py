"""Reports: one HTML file of a run that opens from disk, the same in the terminal, and the comparison of two agents."""
