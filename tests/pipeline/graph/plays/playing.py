"""Plays: whole items, each reply written by a model from its prompt alone; they lie beside, by what is asked for."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.agents.authoring.hand import shape_of, usage_of
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, refused, sent


class Play(NamedTuple):
    """One item, and what was made of its seed."""

    name: str
    """Of its folder, and of its item."""
    family: str
    drawn: Mapping[str, str | int]
    """Parameters that nobody settles, as they were drawn when it was played."""
    parts: Sequence[str]
    """What is asked for, in order, where nothing is sent back."""
    tasks: int
    outcomes: int
    """Of what was written, and so without the task of accessibility that a program adds."""
    put_right: int = 0
    """Tokens of what was asked and answered after the gate had refused a try, which is not played again."""

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / self.name

    @property
    def seed(self) -> str:
        return (self.folder / "seed.txt").read_text().strip()

    def reply(self, shape: str) -> dict[str, Any]:
        """What was answered when this shape was asked for."""
        return json.loads((self.folder / f"{shape}.json").read_text())

    def files(self, shape: str = "WrittenProject") -> dict[str, str]:
        """Path → content, as a reply has them."""
        return {file["path"]: file["content"] for file in self.reply(shape)["files"]}

    def references(self) -> list[dict[str, str]]:
        """The reference, and its second rendering where there is one."""
        renderings = [self.files(shape) for shape in self.parts if shape == "WrittenRestyling"]
        return [self.files(), *({**self.files(), **files} for files in renderings)]

    def endpoint(self) -> ModelEndpoint:
        """Answers each request by the reply to the shape that it asks for, and turns down what nobody wrote."""

        def says(body: Body, _: int) -> Iterable[Piece]:
            shape = shape_of(body)
            if shape not in self.parts:
                return refused(
                    401, f"No {shape} is kept. It was asked for by: {body['messages'][-1]['content']}"
                )
            said = json.dumps(self.reply(shape), ensure_ascii=False)
            return sent(completion(said, usage=usage_of(body, said)))

        return ModelEndpoint(says)


PLAYS = (
    Play(
        name="apartments",
        family="webapp",
        drawn={
            "evaluation_tasks": 15,
            "expected_outcomes": 50,
            "persistence": "records-and-view",
            "listing_order": "by-price",
            "record_changes": "cancel-only",
            "sample_records": 6,
        },
        parts=(
            "WrittenPlan",
            "SeedReading",
            "WrittenPRD",
            "WrittenQuery",
            "WrittenCriteria",
            "WrittenProject",
            "WrittenRestyling",
            "WrittenMutants",
        ),
        tasks=16,
        outcomes=53,
        put_right=29_500,
    ),
    Play(
        name="pet-shop",
        family="python_project",
        drawn={
            "storage_format": "json",
            "listing_order": "by identifier",
            "bad_row_handling": "skip and report",
        },
        parts=(
            "WrittenPlan",
            "SeedReading",
            "WrittenPRD",
            "WrittenQuery",
            "WrittenScheme",
            "WrittenTestFiles",
            "WrittenProject",
            "WrittenMutants",
        ),
        tasks=24,
        outcomes=24,
    ),
)
