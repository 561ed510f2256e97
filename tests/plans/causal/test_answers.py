"""Answers as models dress them up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.causal.metrics import read_letter


@pytest.mark.parametrize(
    ("answer", "letter"),
    [
        ("Final Answer: b", "b"),
        ("answer: B", "b"),
        ("FINAL ANSWER: D", "d"),
        ("(b)", "b"),
        ("B.", "b"),
        ("c\n", "c"),
        ("**Final Answer:** (c)", "c"),
        ("Final Answer: **c**.", "c"),
        ("Final Answer:\n\n**d**", "d"),
        ("Final Answer - b", "b"),
        ("Final Answer b", "b"),
        ("Final Answer: [b]", "b"),
        ('Final Answer: "a"', "a"),
        ("Final Answer: <b>c</b>", "c"),
        (r"Final Answer: $\boxed{b}$", "b"),
        (r"\boxed{\text{c}}", "c"),
        ("Final Answer: Option (b)", "b"),
        ("Final Answer: the frame b", "b"),
        ("Final Answer: a because it falls", "a"),
        ("Final Answer: b, a ball falls", "b"),
        ("Final Answer: b) the red circle", "b"),
        ("Final Answer: b (not a)", "b"),
        ("The answer is option D.", "d"),
        ("the final answer is c", "c"),
        ("I think option b is right.", "b"),
        ("Reasoning about a and c\n\nc", "c"),
        ("Final Answer: b. No, wait.\nFinal Answer: c", "c"),
        ("Option a looks off; option b too.\nFinal Answer: d", "d"),
        # A capital, or a letter that something is said of, is no article: three letters were once read and A was not.
        ("Final Answer: A is correct", "a"),
        ("Final Answer: A", "a"),
        ("Final Answer: A is the next frame", "a"),
        ("Final Answer: The next frame is A, not B", "a"),
        ("Final Answer: Frame A fits best", "a"),
        ("Final Answer: A with the ball at the left", "a"),
        ("Final Answer: A shows the right state", "a"),
        ("Final Answer: a is correct", "a"),
        ("Final Answer: a shows the ball further down", "a"),
        ("A red ball moves left, so the answer is B", "b"),
        # The words that announce an answer may come twice, and marks may fill lines before it.
        ("Final Answer: The answer is B", "b"),
        ("Final Answer: The correct answer is A.", "a"),
        ("**Final Answer:**\n\\[\n\\boxed{B}\n\\]", "b"),
        ("Final Answer:\n```\nc\n```", "c"),
        ("Final Answer:\n```text\nc\n```", "c"),
        ("Final Answer:\n---\n\\[\n\\boxed{\n\\text{(A)}\n}\n\\]", "a"),
        ("Answer: b\nI hope this final answer helps.", "b"),
    ],
)
def test_one_letter_is_read_however_it_is_said(answer: str, letter: str) -> None:
    assert read_letter(answer) == letter


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "e",
        "Final Answer: e",
        "Final Answer: none of them",
        "Answer: b\nFinal Answer: none",
        "Final Answer: a or b",
        "Final Answer: (a) and (d)",
        "Final Answer: a/b",
        "Final Answer: a, b",
        "Final Answer: b, c or d",
        "Final Answer: bc",
        "Final Answer: a ball",
        "Final Answer: A ball moves on",
        "Final Answer: a moving ball is next",
        "Final Answer: The next frame is a picture of a ball",
        "a, b",
        "either option b or option c",
        "A ball moves on",
        "d'accord",
    ],
)
def test_none_or_several_letters_are_no_answer(answer: str) -> None:
    assert read_letter(answer) == ""


@given(st.text())
def test_whatever_is_said_there_is_a_reading(answer: str) -> None:
    assert read_letter(answer) in ("", "a", "b", "c", "d")


@given(st.text(alphabet=st.characters(exclude_categories=["L", "N"])), st.sampled_from("abcd"))
def test_the_words_that_the_prompt_asks_for_are_always_read(before: str, letter: str) -> None:
    assert read_letter(f"{before}\nFinal Answer: {letter}") == letter
