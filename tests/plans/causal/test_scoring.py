"""What answers score, and what the trivial ones do."""

from plans.causal.baselines import baselines, extrapolated, guesses
from plans.causal.puzzle import LETTERS, puzzle_of
from plans.families import family_code
from plans.records.instance import Evaluated
from tests.plans.causal.drawing import many


def test_the_right_letter_passes_and_no_other() -> None:
    code = family_code("causal")
    for instance in many("frames")[:10]:
        for letter in LETTERS:
            scored = Evaluated.model_validate(code.evaluate(instance, f"I see.\nFinal Answer: ({letter})"))
            assert scored.answer == letter
            assert scored.pass_all is (letter == instance["metadata"]["answer"])
        assert Evaluated.model_validate(code.evaluate(instance, "no idea")).pass_all is False


def test_labels_are_few_and_in_words() -> None:
    code = family_code("causal")
    seen = [code.labels(instance) for kind in ("frames", "counterfactual") for instance in many(kind)]
    assert {labels["distractors"] for labels in seen} == {"frames", "counterfactual"}
    assert {labels["number_of_objects"] for labels in seen} == set("123456")
    assert {labels["shape_diversity"] for labels in seen} <= {
        "0.00 to 0.40",
        "0.40 to 0.70",
        "0.70 to 1.00",
        "1.00",
    }
    assert len({labels["complexity"] for labels in seen}) >= 3


def test_the_trivial_answers_solve_other_frames_and_not_counterfactuals() -> None:
    """So a score on the first kind says little."""
    solved = {
        kind: {
            name: sum(baselines(instance)[name] for instance in many(kind)) / len(many(kind))
            for name in ("nearest-frame", "extrapolation", "random")
        }
        for kind in ("frames", "counterfactual")
    }
    assert solved["frames"]["nearest-frame"] >= 0.9
    assert solved["frames"]["extrapolation"] >= 0.9
    assert solved["counterfactual"]["nearest-frame"] < 0.5
    assert solved["counterfactual"]["extrapolation"] < 0.8
    assert all(0.05 < rates["random"] < 0.5 for rates in solved.values())


def test_the_trivial_answers_do_not_see_which_one_is_right() -> None:
    for instance in many("counterfactual")[:20]:
        others = [letter for letter in LETTERS if letter != instance["metadata"]["answer"]]
        blinded = {**instance, "metadata": {**instance["metadata"], "answer": others[0]}}
        assert guesses(blinded) == guesses(instance)


def test_extrapolation_goes_on_by_the_last_step() -> None:
    inputs = tuple(((float(x), 10.0, 0.0),) for x in (0, 1, 3, 7))
    assert extrapolated(inputs) == ((11.0, 10.0, 0.0),)


def test_the_answers_that_are_kept_are_those_that_are_computed() -> None:
    for instance in many("frames")[:10]:
        assert puzzle_of(instance).guesses == guesses(instance)
