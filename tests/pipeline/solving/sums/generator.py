"""Sums, some of which nobody can tell."""

import random
from typing import Any


def draw(parameters: dict[str, Any], random_seed: int) -> dict[str, Any]:
    """One sum."""
    drawn = random.Random(random_seed)
    size, told = int(parameters["size"]), bool(parameters["told"])
    one, other = drawn.randrange(10**size), drawn.randrange(10)
    shown = str(other) if told else "a number that I forgot"
    return {
        "prompt": f"What is {one} + {shown}? End with `Answer: N`, or with `Answer: none`.",
        "split": "feasible" if told else "infeasible",
        "parameters": {**parameters, "constrainedness": size / 3},
        "constraints": [{"kind": "sum"}, *([{"kind": "short"}] if one % 2 else [])],
        "metadata": {"sum": one + other if told else None},
    }
