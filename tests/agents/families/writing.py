"""A model that writes the family of by_length.py, part after part, over real HTTP."""

import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import open_journal
from plans.paths import FamilyPaths
from plans.records.plan import SeedPair, TaskSpecification
from tests.agents.families.by_length import CHECKS, GENERATOR, METRICS, PLAN
from tests.agents.gateway.model_endpoint import (
    KEY,
    Body,
    ModelEndpoint,
    Piece,
    completion,
    refused,
    sent,
    settings_for,
)

TASK = TaskSpecification(
    task="A benchmark for sorting words by their length.",
    pairs=(SeedPair(query="Sort: bee, cat fish", specification="The shortest word comes first."),),
)
WRITTEN_PLAN: dict[str, Any] = {
    "task": "Sort words by their length.",
    "parameters": [
        {
            "name": "words",
            "description": "How many words there are to sort.",
            "values": [],
            "minimum": 3,
            "maximum": 8,
            "integer": True,
        },
        {
            "name": "order",
            "description": "Which word comes first.",
            "values": ["shortest", "longest"],
            "minimum": None,
            "maximum": None,
            "integer": False,
        },
    ],
    "constraints": [],
    "quality_checks": [
        {"name": "completeness", "description": "The prompt has each word.", "is_for_a_model": False},
        {"name": "feasibility", "description": "No two words are of one length.", "is_for_a_model": False},
    ],
    "metrics": [{"name": "pass_all", "description": "The words are all there and in their order."}],
    "disaggregations": [{"name": "order", "by": "order"}],
}
DESIGNS = {
    "generator.py": "- Words of unlike lengths are drawn.\n- The prompt lists them.\n",
    "checks.py": "- completeness: each word is looked for in the prompt.\n",
    "metrics.py": "- The answer is parted at its commas.\n",
}
MODULES = {"generator.py": GENERATOR, "checks.py": CHECKS, "metrics.py": METRICS}


def asked_for(body: Body) -> tuple[str, str]:
    """The shape that a request asks for, and the module that it is about."""
    shape = body["response_format"]["json_schema"]["name"]
    told = body["messages"][1]["content"].split("\n", 1)[0]
    return shape, next((name for name in MODULES if f"`{name}`" in told), "")


def family_writer(
    instead: Mapping[tuple[str, str], Iterable[str]] | None = None, silent_at: tuple[str, str] | None = None
) -> ModelEndpoint:
    """An endpoint that writes the family; `instead`: what it says first for a shape and a module, and from `silent_at`
    on it turns everything down.
    """
    first = {asked: list(texts) for asked, texts in (instead or {}).items()}
    is_silent = False

    def says(body: Body, number: int) -> Iterable[Piece]:
        nonlocal is_silent
        shape, module = asked_for(body)
        is_silent = is_silent or (shape, module) == silent_at
        if is_silent:
            return refused(401, "Your key has expired.")
        if queue := first.get((shape, module)):
            text = queue.pop(0)
        elif shape == "WrittenFamilyPlan":
            return sent(completion(json.dumps(WRITTEN_PLAN)))
        else:
            text = DESIGNS[module] if shape == "WrittenDesign" else MODULES[module]
        return sent(completion(json.dumps({"text" if shape == "WrittenDesign" else "code": text})))

    return ModelEndpoint(says)


@asynccontextmanager
async def asking(endpoint: ModelEndpoint, paths: FamilyPaths) -> AsyncGenerator[Gateway]:
    """The models of the roles, with what they say in the family's journal."""
    async with endpoint.serving() as url:
        with open_journal(paths.journal) as kept:
            async with open_gateway(settings_for(url), lambda _: KEY, kept) as gateway:
                yield gateway


PLANNED = PLAN
"""The plan as a file."""
