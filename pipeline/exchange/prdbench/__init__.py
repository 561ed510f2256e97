"""Published PRDBench: its tasks, what is wrong with them, and how its numbers are counted."""
