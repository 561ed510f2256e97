"""Making an instance: parameters to prompt, pictures, and what is kept beside them."""

from pydantic import JsonValue

from plans.causal.diversity import diversity
from plans.causal.sampling import asked_of
from plans.causal.wording import question
from plans.errors import AuthorError

NEEDED = ("pymunk", "PIL")
"""Packages that whoever only scores answers does without."""


def draw(parameters: dict[str, JsonValue], random_seed: int) -> dict[str, object]:
    """The fields of plans.records.instance.Drawn; the same for the same arguments, bit by bit.

    Where no scene of these parameters made a question, one comes that the feasibility check refuses. Raises AuthorError
    where no scene can have these parameters, or pymunk or Pillow is not installed.
    """
    asked = asked_of(parameters)
    try:
        from plans.causal.making import made, pictures
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        raise AuthorError(
            f"The scenes of `causal` are simulated and drawn by pymunk and Pillow, and {error.name} is not installed "
            "here. Install both: pip install 'benchwright[causal]'."
        ) from error
    puzzle = made(asked, random_seed)
    things = puzzle.scene.things
    return {
        "prompt": question(puzzle),
        "split": asked.distractors,
        "parameters": {
            **parameters,
            "complexity": puzzle.complexity,
            "material_diversity": diversity(thing.material for thing in things),
            "shape_diversity": diversity(thing.shape for thing in things),
        },
        "metadata": puzzle.model_dump(mode="json"),
        "pictures": pictures(puzzle),
    }
