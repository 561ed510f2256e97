"""Writing a text that keeps to constraints: the proof that one exists."""
