"""Random seeds of a run's parts, each drawn from the run's own."""

import hashlib


def trial_seed(random_seed: int, project: str, repeat: int) -> int:
    """Of agent and simulated user; the same for every agent, so that they can be compared in pairs."""
    return _part_seed(random_seed, "trial", project, repeat)


def judge_seed(random_seed: int, project: str, repeat: int) -> int:
    """Of the values that the judge makes up; the same in every round and for every agent."""
    return _part_seed(random_seed, "judge", project, repeat)


def _part_seed(random_seed: int, *parts: str | int) -> int:
    """A seed for the part of a run that `parts` name; the same run and part give the same seed."""
    text = "/".join(str(part) for part in (random_seed, *parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
