"""The minimal code agent: one model, a few tools, and nothing else between them."""
