"""Where untrusted code runs, and how a submission is served."""
