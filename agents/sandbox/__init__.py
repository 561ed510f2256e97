"""Where untrusted code runs, and how a hand-in is served."""
