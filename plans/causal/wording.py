"""The prompt of a puzzle."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from plans.causal.puzzle import LETTERS, Puzzle
from plans.causal.scene import FRAME_SECONDS, SIDE, State, Thing


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
