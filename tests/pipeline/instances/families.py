"""A family of instances so small that its stories can be told by hand: sums whose result a model has to name."""

import itertools
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

PLAN = """
schema_version: 1
family: FAMILY
task: Adding whole numbers.
parameters:
- name: terms
  description: How many numbers are added.
  minimum: 2
  maximum: 5
  integer: true
- name: shape
  description: How the sum is written.
  values: [plain, words]
- name: size
  description: The largest number.
  minimum: 10
  maximum: 110
quality_checks:
- name: feasibility
  description: The result is what the numbers add up to.
- name: clarity
  description: A reader knows what is asked.
  decided_by: model
"""
GENERATOR = """
import random

def draw(parameters, random_seed):
    chance = random.Random(random_seed)
    numbers = [chance.randint(0, int(parameters["size"])) for _ in range(parameters["terms"])]
    joined = (" + " if parameters["shape"] == "plain" else " and ").join(map(str, numbers))
    return {
        "prompt": f"Add {joined}.",
        "split": "even" if sum(numbers) % 2 == 0 else "odd",
        "parameters": {**parameters, "constrainedness": min(1.0, sum(numbers) / 500)},
        "constraints": [{"kind": "sum", "terms": len(numbers)}],
        "metadata": {"sum": sum(numbers), "numbers": numbers},
    }
"""
CHECKS = """
CHECKS = ("feasibility", "consistency")

def check(instance):
    numbers = instance["metadata"]["numbers"]
    return {
        "feasibility": "" if sum(numbers) == instance["metadata"]["sum"] else "the sum is another",
        "consistency": "" if len(numbers) == instance["parameters"]["terms"] else "as many numbers as asked",
    }

def questions(instance):
    return {"clarity": "Is it clear what is asked?"}
"""
METRICS = """
def evaluate(instance, answer):
    said = answer.strip()
    right = said == str(instance["metadata"]["sum"])
    return {"answer": said, "checks": {"sum": "passed" if right else "failed"}}

def labels(instance):
    return {"terms": str(instance["parameters"]["terms"])}

VARIANTS = {"lenient": lambda instance, answer: {"answer": answer, "checks": {"sum": "passed"}}}
"""
PICTURED = (
    GENERATOR.replace(
        '        "metadata"',
        """        "pictures": [picture(numbers[0]), picture(numbers[1])],
        "metadata\"""",
    )
    + """
import struct, zlib

def picture(grey):
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes([0, grey % 256]))
    return b"\\x89PNG\\r\\n\\x1a\\n" + part(b"IHDR", head) + part(b"IDAT", pixels) + part(b"IEND", b"")
"""
)
_NUMBERS = itertools.count(1)


def write_family(
    folder: Path,
    *,
    plan: str = PLAN,
    generator: str = GENERATOR,
    checks: str = CHECKS,
    metrics: str = METRICS,
    name: str | None = None,
) -> str:
    """Write a family's folder into `folder`, from which packages are imported; returns the package's name.

    Each has a name of its own, as Python keeps what it imported.
    """
    package = name or f"sums_{next(_NUMBERS)}"
    texts: Mapping[str, str] = {
        "__init__.py": "",
        "plan.yaml": plan.replace("FAMILY", package).lstrip(),
        "generator.py": generator,
        "checks.py": checks,
        "metrics.py": metrics,
    }
    place = folder / package
    place.mkdir(parents=True)
    for file, text in texts.items():
        (place / file).write_text(text)
    return package


def importable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages can be imported, here and by processes that are started from here."""
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.syspath_prepend(str(folder))
    assert str(folder) in sys.path
    return folder
