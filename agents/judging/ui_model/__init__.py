"""Judges that ask a model to bind targets and adapt steps; the program proves every verdict."""
