"""On which copies of a hand-in a judge carries out the commands of its tasks."""

from typing import Literal

Manner = Literal["isolated", "ordered", "both"]
"""isolated: each task has a fresh copy of the hand-in. ordered: all share one copy, in the order of the criteria, as
PRDBench's own judge goes about it. both: decided in isolation, and tasks that come out otherwise in order are marked.
"""
ORDER_DEPENDENT = "order-dependent"
"""Mark of a task that comes out otherwise after those before it than by itself."""
