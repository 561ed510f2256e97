"""The checks let a sound instance pass, and tell each way in which one is spoilt."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from plans.families import family_code
from tests.plans.causal.drawing import Json, drawn, instance_of, many


def sound(presentation: str = "text") -> Json:
    return instance_of(drawn(7, presentation=presentation, distractors="frames", number_of_objects=3), 7)


def spoilt(spoil: Callable[[Json], Any]) -> Json:
    instance = copy.deepcopy(sound())
    spoil(instance)
    return instance


def complaints(instance: Json) -> Json:
    return {name: said for name, said in family_code("causal").check(instance).items() if said}


def wrong_letter(instance: Json) -> str:
    return next(letter for letter in "abcd" if letter != instance["metadata"]["answer"])


@pytest.mark.slow
def test_sound_instances_pass() -> None:
    assert len(many("frames")) + len(many("counterfactual")) >= 115, "of 120 that were drawn"
    assert complaints(sound()) == complaints(sound("images")) == {}


def test_a_prompt_that_says_another_number_is_told_with_its_line() -> None:
    line = next(line for line in sound()["prompt"].splitlines() if " at (" in line)
    said = complaints(spoilt(lambda one: one.update(prompt=one["prompt"].replace(line, line[:-1] + "9)", 1))))
    assert list(said) == ["consistency"]
    assert line in said["consistency"]


def test_a_prompt_without_one_of_its_objects_is_told() -> None:
    lines = sound()["prompt"].splitlines()
    lines.remove(next(line for line in lines if "mass" in line))
    assert "consistency" in complaints(spoilt(lambda one: one.update(prompt="\n".join(lines))))


def test_wording_is_left_alone() -> None:
    said = complaints(spoilt(lambda one: one.update(prompt=one["prompt"].replace("Think", "Please think"))))
    assert said == {}


def test_two_options_that_look_alike_are_told() -> None:
    def spoil(one: Json) -> None:
        options, answer = one["metadata"]["options"], one["metadata"]["answer"]
        other, third = (letter for letter in "abcd" if letter not in (answer, wrong_letter(one)))
        options[other] = options[third]

    assert "cannot be told apart" in complaints(spoilt(spoil))["distinct options"]


def test_a_distractor_that_is_the_answer_is_too_complex() -> None:
    def spoil(one: Json) -> None:
        options = one["metadata"]["options"]
        options[wrong_letter(one)]["state"] = options[one["metadata"]["answer"]]["state"]

    said = complaints(spoilt(spoil))
    assert "1.0000" in said["complexity"]
    assert {"distinct options", "consistency"} <= set(said)


def test_an_answer_in_which_nothing_moved_is_told() -> None:
    def spoil(one: Json) -> None:
        metadata = one["metadata"]
        metadata["states"][metadata["first"] + 3] = metadata["options"][metadata["answer"]]["state"]

    assert "0.00%" in complaints(spoilt(spoil))["motion"]


def test_things_outside_of_the_frame_or_in_each_other_are_told() -> None:
    def spoil(one: Json) -> None:
        state = one["metadata"]["options"][wrong_letter(one)]["state"]
        state[0] = [-5.0, 200.0, 0.0]
        state[1] = state[2] = [300.0, 300.0, 0.0]

    said = complaints(spoilt(spoil))["feasibility"]
    assert "outside of the frame" in said
    assert "in each other" in said


def spoil_answer(one: Json) -> None:
    one["metadata"]["answer"] = wrong_letter(one)


def spoil_collision(one: Json) -> None:
    one["metadata"]["collision"]["frame"] += 3


def spoil_parameter(one: Json) -> None:
    one["parameters"]["gravity"] = 1.0


def spoil_complexity(one: Json) -> None:
    one["parameters"]["complexity"] += 0.01


def spoil_guess(one: Json) -> None:
    guesses = one["metadata"]["guesses"]
    guesses["extrapolation"] = "a" if guesses["extrapolation"] != "a" else "b"


def spoil_media(one: Json) -> None:
    one["media"] = ["0" * 64]


def spoil_colour(one: Json) -> None:
    things = one["metadata"]["scene"]["things"]
    things[0]["colour"] = things[1]["colour"]


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_answer,
        spoil_collision,
        spoil_parameter,
        spoil_complexity,
        spoil_guess,
        spoil_media,
        spoil_colour,
    ],
)
def test_parts_that_disagree_are_told(spoil: Callable[[Json], None]) -> None:
    assert "consistency" in complaints(spoilt(spoil))


def drop_option(one: Json) -> None:
    del one["metadata"]["options"]["c"]


def drop_state(one: Json) -> None:
    one["metadata"]["states"].pop()


def drop_pose(one: Json) -> None:
    one["metadata"]["states"][3].pop()


def begin_too_late(one: Json) -> None:
    one["metadata"]["first"] = 18


def lose_scene(one: Json) -> None:
    del one["metadata"]["scene"]


@pytest.mark.parametrize("spoil", [drop_option, drop_state, drop_pose, begin_too_late, lose_scene])
def test_what_cannot_be_checked_passes_nothing(spoil: Callable[[Json], None]) -> None:
    assert set(complaints(spoilt(spoil))) == set(family_code("causal").checks)
