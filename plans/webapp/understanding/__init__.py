"""Reading a seed: what it is about, what it asks for, and what of it nothing here can serve."""
