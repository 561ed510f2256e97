"""The code agents that people use, one file each: what agents/coding/program.py asks of an adapter."""
