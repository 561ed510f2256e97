"""A model's endpoint on loopback that follows a script, in the four protocols that code agents speak."""
