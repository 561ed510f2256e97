"""The catalog: domains with sample data, features with all that belongs to them, and the shell that holds an app."""
