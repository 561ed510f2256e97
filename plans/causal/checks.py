"""Whether an instance is a question that can be answered, and whether its parts say the same."""

from collections.abc import Iterator

from pydantic import JsonValue, ValidationError

from plans.causal.baselines import guesses
from plans.causal.puzzle import ANSWER, INPUTS, LETTERS, Puzzle, captions, puzzle_of, question
from plans.causal.scene import (
    FRAMES,
    LEAST_MOTION,
    MOST_COMPLEX,
    MOST_OUTSIDE,
    MOST_OVERLAP,
    State,
    complexity,
    deepest_overlap,
    distance,
    diversity,
    look_alike,
    outside,
)

FEASIBILITY, COMPLEXITY, OPTIONS, MOTION, CONSISTENCY = (
    "feasibility",
    "complexity",
    "distinct options",
    "motion",
    "consistency",
)
CHECKS = (FEASIBILITY, COMPLEXITY, OPTIONS, MOTION, CONSISTENCY)
ROUNDING = 1e-9
"""By how much a number may differ from what it is computed from again, on a machine that rounds otherwise."""


def check(instance: dict[str, JsonValue]) -> dict[str, str]:
    """Check → what is wrong; "" where nothing is."""
    try:
        puzzle = puzzle_of(instance)
    except ValidationError as error:
        found = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:5])
        return dict.fromkeys(CHECKS, f"the metadata is none of a causal instance: {found}")
    if broken := "; ".join(_broken(puzzle)):
        return dict.fromkeys(CHECKS, broken)
    return {
        FEASIBILITY: "; ".join(_infeasible(puzzle)),
        COMPLEXITY: _too_complex(puzzle),
        OPTIONS: "; ".join(_alike(puzzle)),
        MOTION: _still(puzzle),
        CONSISTENCY: "; ".join(_inconsistent(instance, puzzle)),
    }


def _broken(puzzle: Puzzle) -> Iterator[str]:
    """What leaves nothing to be checked."""
    count = len(puzzle.scene.things)
    if missing := [letter for letter in LETTERS if letter not in puzzle.options]:
        yield f"there is no option {' and none '.join(missing)}"
    if len(puzzle.states) != FRAMES + 1:
        yield f"there are {len(puzzle.states)} states and not {FRAMES + 1}"
    if puzzle.first + INPUTS > FRAMES:
        yield f"no state follows on the inputs from state {puzzle.first} on"
    states = [*puzzle.states, *(option.state for option in puzzle.options.values())]
    if not count or any(len(state) != count for state in states):
        yield f"a state is not of the {count} objects of the scene"


def _infeasible(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.collision is None:
        yield f"nothing usable collides in any of {puzzle.scenes_tried} scenes"
    elif not puzzle.first < puzzle.collision.frame < puzzle.first + INPUTS:
        yield f"the collision before state {puzzle.collision.frame} is not between two of the inputs"
    shown = [*puzzle.inputs, *(option.state for option in puzzle.options.values())]
    beyond = max(outside(puzzle.scene.things, state) for state in shown)
    if beyond > MOST_OUTSIDE:
        yield f"an object is {beyond:.1f} px outside of the frame"
    deepest = max(deepest_overlap(puzzle.scene.things, state) for state in shown)
    if deepest > MOST_OVERLAP:
        yield f"two objects lie {deepest:.1f} px in each other"


def _too_complex(puzzle: Puzzle) -> str:
    found = complexity(puzzle.right, _distractors(puzzle))
    return "" if found < MOST_COMPLEX else f"the complexity is {found:.4f} and not below {MOST_COMPLEX}"


def _alike(puzzle: Puzzle) -> Iterator[str]:
    for a, b in look_alike([puzzle.options[letter].state for letter in LETTERS]):
        yield f"the options {LETTERS[a]} and {LETTERS[b]} cannot be told apart"


def _still(puzzle: Puzzle) -> str:
    moved = distance(puzzle.inputs[-1], puzzle.right)
    if moved > LEAST_MOTION:
        return ""
    return f"the objects move by {moved:.2%} of the diagonal to the answer, and not by more than {LEAST_MOTION:.0%}"


def _inconsistent(instance: dict[str, JsonValue], puzzle: Puzzle) -> Iterator[str]:
    yield from _of_options(puzzle)
    yield from _of_parameters(instance, puzzle)
    if puzzle.states[0] != puzzle.scene.start:
        yield "the first state is not where the scene says that its objects begin"
    if puzzle.guesses != guesses(instance):
        yield "the baselines' answers are others than theirs"
    media = instance["media"]
    assert isinstance(media, list | tuple)
    wanted = len(captions()) if puzzle.presentation == "images" else 0
    if len(media) != wanted:
        yield f"there are {len(media)} pictures and not {wanted}"
    yield from _of_prompt(str(instance["prompt"]), question(puzzle))


def _of_options(puzzle: Puzzle) -> Iterator[str]:
    right = [letter for letter, option in puzzle.options.items() if option.origin == ANSWER]
    if right != [puzzle.answer]:
        yield f"the options from the answer are {right} and the answer is {puzzle.answer}"
    for letter, option in puzzle.options.items():
        number = puzzle.first + INPUTS if letter == puzzle.answer else _frame_of(option.origin)
        if number is not None and (number > FRAMES or option.state != puzzle.states[number]):
            yield f"option {letter} is not state {number}, which it says to be"


def _frame_of(origin: str) -> int | None:
    """Number of the state that an option says to be; None for a counterfactual."""
    name, _, number = origin.partition(" ")
    return int(number) if name == "frame" and number.isdecimal() else None


def _of_parameters(instance: dict[str, JsonValue], puzzle: Puzzle) -> Iterator[str]:
    given = instance["parameters"]
    assert isinstance(given, dict)
    scene, things = puzzle.scene, puzzle.scene.things
    measured: dict[str, JsonValue] = {
        "number_of_objects": len(things),
        "gravity": scene.gravity,
        "wall_elasticity": scene.wall_elasticity,
        "wall_friction": scene.wall_friction,
        "complexity": complexity(puzzle.right, _distractors(puzzle)),
        "material_diversity": diversity(thing.material for thing in things),
        "shape_diversity": diversity(thing.shape for thing in things),
        "presentation": puzzle.presentation,
        "distractors": puzzle.distractors,
    }
    if puzzle.collision is not None:
        measured["start_offset"] = puzzle.collision.frame - puzzle.first
    for name, value in measured.items():
        # What the plan leaves to the generator's default is not among the parameters.
        if name in given and not _same(given[name], value):
            yield f"the parameter {name} is {given[name]!r}, and the instance's is {value!r}"
    if len({thing.colour for thing in things}) < len(things):
        yield "two objects have one colour"


def _same(one: JsonValue, other: JsonValue) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= ROUNDING
    return one == other


def _of_prompt(prompt: str, wanted: str) -> Iterator[str]:
    """Lines with data in them: a number, a colour or a letter stands in each that has a digit or begins a list."""
    said, due = _data(prompt), _data(wanted)
    for number in range(max(len(said), len(due))):
        line = said[number] if number < len(said) else "nothing more"
        other = due[number] if number < len(due) else "nothing more"
        if line != other:
            yield f"the prompt says {line!r} where the scene has {other!r}"
            return


def _data(prompt: str) -> list[str]:
    return [
        line.strip()
        for line in prompt.splitlines()
        if line.lstrip().startswith("- ") or any(character.isdigit() for character in line)
    ]


def _distractors(puzzle: Puzzle) -> list[State]:
    return [option.state for letter, option in puzzle.options.items() if letter != puzzle.answer]
