"""Random seeds of items: the same for the same attempt, and far from that of every other."""

import hashlib


def attempt_seed(random_seed: int, name: str, attempt: int) -> int:
    """The random seed of one item's attempt."""
    digest = hashlib.sha256(f"{random_seed}:{name}:{attempt}".encode()).digest()
    return int.from_bytes(digest[:5])
