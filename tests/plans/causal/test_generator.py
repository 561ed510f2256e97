"""Drawing instances: the same ones again whatever runs them, and a plain word where none can be drawn."""

import hashlib
import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from plans.causal.frames import stock
from plans.causal.puzzle import Puzzle, puzzle_of
from plans.errors import AuthorError
from plans.families import family_code
from plans.records.plan import Plan
from plans.stratified import seed_of
from tests.plans.causal.drawing import Json, drawn, instance_of, parameters

ROOT = Path(__file__).resolve().parents[3]
ASKED = [
    {"distractors": kind, "presentation": shown, "number_of_objects": count}
    for kind, shown, count in (
        ("frames", "images", 2), ("counterfactual", "images", 5), ("counterfactual", "text", 3), ("frames", "text", 6),
    )
]  # fmt: skip
ELSEWHERE = """
import json, sys
from plans.families import family_code
asked = json.loads(sys.stdin.read())
code = family_code("causal")
for number in reversed(range(len(asked))):
    drawn = code.draw(*asked[number])
    pictures = [picture.hex() for picture in drawn.pop("pictures")]
    print(json.dumps([number, drawn, pictures]))
"""


@pytest.mark.slow
def test_another_process_and_order_draw_the_same_bits() -> None:
    """Parameters go there as JSON, through another seed of hashes."""
    asked = [[parameters(number, **wanted), seed_of(0, number, 0)] for number, wanted in enumerate(ASKED)]
    here = [drawn(number, **wanted) for number, wanted in enumerate(ASKED)]
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
        )
        there = {
            number: (fields, pictures)
            for number, fields, pictures in map(json.loads, done.stdout.splitlines())
        }
        for number, drawing in enumerate(here):
            fields, pictures = there[number]
            assert pictures == [picture.hex() for picture in drawing.pictures]
            assert fields["metadata"] == drawing.metadata
            assert fields["prompt"] == drawing.prompt
            assert fields["parameters"] == drawing.parameters


def test_pictures_are_four_frames_and_four_options_and_small() -> None:
    drawing = drawn(1, presentation="images", number_of_objects=6)
    puzzle = Puzzle.model_validate(drawing.metadata)
    assert len(drawing.pictures) == 8
    shown = [*puzzle.inputs, *(puzzle.options[letter].state for letter in ("a", "b", "c", "d"))]
    for picture, state in zip(drawing.pictures, shown, strict=True):
        assert len(picture) < 12_000
        image = Image.open(BytesIO(picture))
        assert (image.mode, image.size) == ("P", (512, 544)), "the frame beneath a caption"
        painted = image.convert("RGB")
        for thing, (x, y, _) in zip(puzzle.scene.things, state, strict=True):
            if thing.shape != "circle":
                # A circle's spoke begins in its middle.
                assert painted.getpixel((round(x), round(y) + 32)) == stock().colours[thing.colour]
    assert "- " in drawing.prompt
    assert "at (" not in drawing.prompt, "positions are in the pictures alone"


def test_the_text_only_prompt_says_where_everything_is_and_has_no_pictures() -> None:
    drawing = drawn(2, presentation="text", number_of_objects=2, shapes="mixed")
    puzzle = Puzzle.model_validate(drawing.metadata)
    assert drawing.pictures == ()
    for state in [*puzzle.inputs, *(option.state for option in puzzle.options.values())]:
        for thing, (x, y, _) in zip(puzzle.scene.things, state, strict=True):
            assert any(
                line.startswith(f"- {thing.colour} {thing.shape}")
                and line.endswith(f"({round(x)}, {round(y)})")
                for line in drawing.prompt.splitlines()
            )


def test_what_the_plan_leaves_open_is_frames_in_pictures() -> None:
    asked = parameters(3)
    del asked["distractors"], asked["presentation"]
    made = family_code("causal").draw(asked, 5)
    assert made["split"] == "frames"
    assert isinstance(made["pictures"], tuple)
    assert len(made["pictures"]) == 8


def test_colours_are_never_used_twice() -> None:
    for number in range(20):
        things = puzzle_of(instance_of(drawn(number, presentation="text"), number)).scene.things
        assert len({thing.colour for thing in things}) == len(things)


def test_where_nothing_usable_happens_the_feasibility_check_says_so() -> None:
    """Everything falls to the floor at once and stays there, long before two states have passed."""
    drawing = drawn(
        4, gravity=1e6, wall_elasticity=0.0, number_of_objects=1, start_offset=3, presentation="text"
    )
    complaints = family_code("causal").check(instance_of(drawing, 4))
    assert "nothing usable collides in any of 12 scenes" in complaints["feasibility"]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"number_of_objects": 9}, "9 objects"),
        ({"number_of_objects": 0}, "0 objects"),
        ({"distractors": "none"}, "distractors"),
        ({"number_of_objects": 8, "max_size": 400}, "found no place"),
    ],
)
def test_parameters_of_which_no_scene_can_be_drawn_are_refused(wanted: Json, said: str) -> None:
    with pytest.raises(AuthorError, match=said):
        family_code("causal").draw(parameters(0, **wanted), 0)


@pytest.mark.slow
def test_whoever_only_scores_needs_neither_pymunk_nor_pillow() -> None:
    instance = instance_of(drawn(0, presentation="text"), 0)
    script = """
import json, sys
sys.modules["pymunk"] = sys.modules["PIL"] = None
from plans.errors import AuthorError
from plans.families import family_code
instance, parameters = json.loads(sys.stdin.read())
code = family_code("causal")
assert not any(code.check(instance).values())
assert code.evaluate(instance, "Final Answer: " + instance["metadata"]["answer"])["checks"]["exact_match"] == "passed"
code.labels(instance)
try:
    code.draw(parameters, 0)
except AuthorError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        input=json.dumps([instance, parameters(0)]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pip install 'benchwright[causal]'" in done.stdout


def test_the_plan_names_what_the_code_does() -> None:
    code = family_code("causal")
    plan: Plan = code.plan
    assert tuple(check.name for check in plan.quality_checks) == code.checks
    labels = code.labels(instance_of(drawn(0, presentation="text"), 0))
    assert [split.name for split in plan.disaggregations] == list(labels)


def test_pictures_of_two_instances_differ() -> None:
    digests = [
        hashlib.sha256(picture).hexdigest()
        for number in range(4)
        for picture in drawn(number, presentation="images", distractors="frames").pictures
    ]
    assert len(set(digests)) == len(digests)
