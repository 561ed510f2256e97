"""The family `text`: texts that are written to constraints, after BA-Text of BenchAgents."""
