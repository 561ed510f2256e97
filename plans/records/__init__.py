"""Every noun of a benchmark as a frozen record, one noun a file."""
