"""What a causal instance keeps beside its prompt, and the words of the prompt."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from pydantic import Field, JsonValue

from plans.causal.scene import FRAME_SECONDS, SIDE, CollisionScene, State, Thing
from plans.records.base import Record

Letter = Literal["a", "b", "c", "d"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
INPUTS = 4
"""States that are shown; the one after them is asked for."""
ANSWER = "answer"
"""Where the right option comes from."""


class OpeningCollision(Record):
    """The collision by which the input frames were chosen."""

    frame: int
    """The first state after it."""
    between: tuple[str, str]
    """Colours of what met; `wall` for a wall."""


class PuzzleOption(Record):
    """One of the four."""

    origin: str
    """`answer`; `frame 12`, for another state of the same trajectory; or how the laws differ of a counterfactual."""
    state: State


class Puzzle(Record):
    """`metadata` of an instance."""

    answer: Letter
    presentation: Literal["images", "text"]
    distractors: Literal["frames", "counterfactual"]
    scene: CollisionScene
    states: tuple[State, ...]
    """All 21, one each 0.1 s."""
    first: int = Field(ge=0)
    """Number of the first input state."""
    collision: OpeningCollision | None
    """None where nothing usable happened in any scene that was tried: the feasibility check refuses it."""
    options: dict[Letter, PuzzleOption]
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


def question(puzzle: Puzzle) -> str:
    """What a model is asked; with positions in words where the instance has no pictures."""
    scene = puzzle.scene
    is_text = puzzle.presentation == "text"
    return _template().render(
        side=SIDE,
        objects=[_described(thing) for thing in scene.things],
        gravity=_gravity(scene.gravity),
        wall_friction=f"{scene.wall_friction:.2f}",
        wall_elasticity=f"{scene.wall_elasticity:.2f}",
        step=f"{FRAME_SECONDS:g}",
        frames=[
            {"seconds": f"{number * FRAME_SECONDS:.1f}", "lines": _placed(scene.things, state)}
            for number, state in enumerate(puzzle.inputs)
        ]
        if is_text
        else [],
        options=[
            {"letter": letter, "lines": _placed(scene.things, puzzle.options[letter].state)}
            for letter in LETTERS
        ]
        if is_text
        else [],
    )


def captions() -> list[str]:
    """What stands above the pictures, in their order."""
    return [*(f"frame {number}" for number in range(1, 5)), *(f"option {letter}" for letter in LETTERS)]


def _described(thing: Thing) -> str:
    return (
        f"{thing.colour} {_sized(thing, ' px')}, of {thing.material} (friction {thing.friction:.2f}, "
        f"elasticity {thing.elasticity:.2f}), mass {thing.mass:.1f} kg"
    )


def _placed(things: tuple[Thing, ...], state: State) -> list[str]:
    return [
        f"{thing.colour} {_sized(thing)}, at ({round(x)}, {round(y)})"
        for thing, (x, y, _) in zip(things, state, strict=True)
    ]


def _sized(thing: Thing, unit: str = "") -> str:
    if thing.shape == "circle":
        return f"circle, radius {thing.width // 2}{unit}"
    if thing.shape == "rectangle":
        return f"rectangle, {thing.width} x {thing.height}{unit}"
    return f"{thing.shape}, side {thing.width}{unit}"


def _gravity(gravity: float) -> str:
    if not gravity:
        return "There is no gravity."
    return f"Gravity pulls everything down with {gravity:g} px/s²."


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("prompts")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    return environment.get_template("question.md.jinja")
