"""The four options: which they may be, and that nothing in them alone points to the answer."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from plans.causal.generator import by_velocities
from plans.causal.puzzle import ANSWER, puzzle_of
from plans.causal.scene import DIAGONAL, State, complexity, distance, is_possible, look_alike
from plans.causal.simulation import simulate
from tests.plans.causal.drawing import many
from tests.plans.causal.test_simulation import scene_of, thing

KINDS = ("frames", "counterfactual")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_two_options_look_alike_and_all_are_possible(kind: str) -> None:
    assert len(many(kind)) > 50
    for instance in many(kind):
        puzzle = puzzle_of(instance)
        for (_, one), (_, other) in combinations(puzzle.options.items(), 2):
            assert distance(one.state, other.state) * DIAGONAL > 7.2
        assert all(is_possible(puzzle.scene, option.state) for option in puzzle.options.values())
        assert distance(puzzle.inputs[-1], puzzle.right) > 0.01
        assert puzzle.complexity < 0.99


def test_other_frames_are_none_of_those_that_are_shown() -> None:
    for instance in many("frames"):
        puzzle = puzzle_of(instance)
        for letter, option in puzzle.options.items():
            if letter == puzzle.answer:
                assert option.state == puzzle.states[puzzle.first + 4]
            else:
                number = int(option.origin.removeprefix("frame "))
                assert number not in range(puzzle.first, puzzle.first + 5)
                assert option.state == puzzle.states[number]


def test_counterfactuals_are_two_changes_of_the_answer_and_both_at_once() -> None:
    """With one change each, the answer would lie in the middle of the options, and be found without the inputs."""
    laws = 0
    for instance in many("counterfactual"):
        origins = {option.origin for option in puzzle_of(instance).options.values()} - {ANSWER}
        both = next(origin for origin in origins if ";" in origin)
        assert origins == {both, *both.split("; ")}
        laws += "elasticity" in both or "pass through" in both
    assert laws / len(many("counterfactual")) > 0.7, (
        "most are of other laws, and not of other velocities alone"
    )


def test_the_answer_is_each_letter_about_as_often() -> None:
    letters = Counter(puzzle_of(instance).answer for kind in KINDS for instance in many(kind))
    assert min(letters[letter] for letter in "abcd") > 14


@pytest.mark.slow
def test_the_collision_lies_in_the_inputs_at_the_offset_that_was_asked_for() -> None:
    for kind in KINDS:
        for instance in many(kind):
            puzzle = puzzle_of(instance)
            assert puzzle.collision is not None
            assert puzzle.collision.frame - puzzle.first == instance["parameters"]["start_offset"]
            met = {
                (collision.frame, collision.is_of_things) for collision in simulate(puzzle.scene).collisions
            }
            is_of_things = "wall" not in puzzle.collision.between
            assert (puzzle.collision.frame, is_of_things) in met
            assert is_of_things or not any(of_things for _, of_things in met), (
                "walls only where nothing else is"
            )


def test_reversing_two_velocities_moves_things_to_where_they_were() -> None:
    one, other = (
        thing(velocity=(100.0, 50.0)),
        thing(colour="blue", position=(100.0, 100.0), velocity=(0.0, 200.0)),
    )
    scene = scene_of(one, other)
    before, last = simulate(scene).motions[3:5]
    for three in by_velocities(scene, last, Random(0)):
        if three[2].origin in ("red reversed; blue reversed", "blue reversed; red reversed"):
            for pose, motion in zip(three[2].state, before, strict=True):
                assert pose == pytest.approx(motion.pose, abs=1e-6)
            return
    pytest.fail("nothing reversed both")


def test_complexity_is_told_by_the_nearest_distractor() -> None:
    def at(x: float) -> State:
        return ((x, 0.0, 0.0),)

    assert complexity(at(0), [at(0.1 * DIAGONAL), at(0.5 * DIAGONAL)]) == pytest.approx(0.9)
    assert look_alike([at(0), at(7), at(20)]) == [(0, 1)]
    assert look_alike([at(0), at(8), at(20)]) == []
