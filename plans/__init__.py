"""What a benchmark is: records, contracts, errors, paths, and one folder per family."""
