"""Answers as models dress them up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.causal.answers import read_letter


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
