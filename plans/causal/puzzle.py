"""What a causal instance keeps beside its prompt: the scene, what happened in it, the options, and which is right."""

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field, JsonValue

from plans.causal.scene import Scene, State
from plans.records.base import Record

Letter = Literal["a", "b", "c", "d"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
INPUTS = 4
"""States that are shown; the one after them is asked for."""
ANSWER = "answer"
"""Where the right option comes from."""


class Meeting(Record):
    """The collision by which the input frames were chosen."""

    frame: int
    """The first state after it."""
    between: tuple[str, str]
    """Colours of what met; `wall` for a wall."""


class Option(Record):
    """One of the four."""

    origin: str
    """`answer`; `frame 12`, for another state of the same trajectory; or how the laws differ of a counterfactual."""
    state: State


class Puzzle(Record):
    """`metadata` of an instance."""

    answer: Letter
    presentation: Literal["images", "text"]
    distractors: Literal["frames", "counterfactual"]
    scene: Scene
    states: tuple[State, ...]
    """All 21, one each 0.1 s."""
    first: int = Field(ge=0)
    """Number of the first input state."""
    collision: Meeting | None
    """None where nothing usable happened in any scene that was tried: the feasibility check refuses it."""
    options: dict[Letter, Option]
    """Letter → option."""
    complexity: float
    """1 - the least distance of a distractor to the answer."""
    motion: float
    """Distance from the last input to the answer."""
    scenes_tried: int
    guesses: dict[str, Letter]
    """Trivial baseline → the letter that it says."""
    engine: dict[str, str | float]
    """What the simulation depended on beside the scene."""

    @property
    def inputs(self) -> tuple[State, ...]:
        """The states that are shown."""
        return self.states[self.first : self.first + INPUTS]

    @property
    def right(self) -> State:
        """The state that is asked for."""
        return self.options[self.answer].state


def puzzle_of(instance: Mapping[str, JsonValue]) -> Puzzle:
    """What the instance's metadata says; a ValueError (pydantic's) where it is none of ours."""
    return Puzzle.model_validate(instance["metadata"])
