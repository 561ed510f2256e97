"""Reading a seed: what it is about, what it asks for, and what of it no project of the catalog can have."""
