"""A small honest family, as somebody might write it outside of this project: words are sorted by their length."""

from pathlib import Path

NAME = "by_length"
PLAN = """\
schema_version: 1
family: by_length
task: Sort words by their length.
parameters:
  - {name: words, description: How many words there are to sort., minimum: 3, maximum: 8, integer: true}
  - {name: order, description: Which word comes first., values: [shortest, longest]}
quality_checks:
  - {name: completeness, description: The prompt holds every word that is to be sorted.}
  - {name: feasibility, description: "No two words are of one length, so that there is one right order."}
metrics:
  - {name: pass_all, description: The words are all there and in their order.}
disaggregations:
  - {name: order, by: order}
"""
GENERATOR = '''\
"""Words of unlike lengths, and their order."""

import random

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw(parameters, random_seed):
    rng = random.Random(random_seed)
    lengths = rng.sample(range(2, 14), parameters["words"])
    words = ["".join(rng.choice(LETTERS) for _ in range(length)) for length in lengths]
    first = parameters["order"]
    answer = sorted(words, key=len, reverse=first == "longest")
    prompt = (
        f"Sort these words by their length, the {first} first: {', '.join(words)}.\\n"
        "Answer with the words in their order, separated by commas, and nothing else."
    )
    return {
        "prompt": prompt,
        "parameters": dict(parameters),
        "constraints": [{"kind": "order", "first": first}],
        "metadata": {"words": words, "answer": ", ".join(answer)},
    }
'''
CHECKS = '''\
"""Whether an instance can be answered in one way."""

CHECKS = ("completeness", "feasibility")


def check(instance):
    words = instance["metadata"]["words"]
    missing = [word for word in words if word not in instance["prompt"]]
    lengths = [len(word) for word in words]
    return {
        "completeness": f"the prompt lacks {', '.join(missing)}" if missing else "",
        "feasibility": "" if len(set(lengths)) == len(lengths) else "two words are of one length",
    }
'''
METRICS = '''\
"""Whether all words are there, and in their order."""


def evaluate(instance, answer):
    said = [word.strip() for word in answer.strip().rstrip(".").split(",")]
    right = instance["metadata"]["answer"].split(", ")
    return {
        "answer": ", ".join(said),
        "checks": {
            "all words": "passed" if sorted(said) == sorted(right) else "failed",
            "order": "passed" if said == right else "failed",
        },
    }


def labels(instance):
    return {"order": instance["parameters"]["order"]}
'''
FILES = {"plan.yaml": PLAN, "generator.py": GENERATOR, "checks.py": CHECKS, "metrics.py": METRICS}


def written(folder: Path, name: str = NAME, **instead: str) -> Path:
    """The family in `folder`/`name`; `instead`: module → its text."""
    place = folder / name
    place.mkdir(parents=True)
    for file, text in FILES.items():
        told = instead.get(file.partition(".")[0], text)
        (place / file).write_text(told.replace("family: by_length", f"family: {name}"))
    return place
