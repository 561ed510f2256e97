"""`benchwright instances`: suites whose items are prompts, the runs on them, and their families."""
