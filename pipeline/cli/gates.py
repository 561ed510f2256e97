"""The release gates that an author may choose between; wiring.py opens them."""

from typing import Literal

GateName = Literal["live", "static"]
"""live: the whole matrix in a real browser. static: the program-decided checks alone."""
GATES: tuple[GateName, ...] = ("live", "static")
