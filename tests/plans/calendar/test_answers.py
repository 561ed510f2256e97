"""What a response is read as: tolerantly behind "Final Answer:", strictly without."""

import pytest

from plans.calendar.compat import extracted
from plans.calendar.problem import NO_SLOT, TimeSlot, final_answer, read_answer

NINE = "Monday 09:00-10:00"


@pytest.mark.parametrize(
    "said",
    [
        "Final Answer: Monday 09:00-10:00",
        "Final Answer: [Monday] 09:00-10:00",
        "Final Answer: [Monday 09:00-10:00]",
        "Final Answer: Monday, 09:00-10:00",
        "Final Answer: Monday: 9:00-10:00.",
        "Final Answer: Monday 09:00 - 10:00",
        "Final Answer: Monday 09:00\u201310:00",
        "Final Answer: Monday 09:00 \u2014 10:00",
        'Final Answer: "Monday 09:00-10:00"',
        "Final Answer: \u201cMonday 09:00-10:00\u201d",
        "Final Answer: `Monday 09:00-10:00`",
        "Final Answer: ```\nMonday 09:00-10:00\n```",
        "Final Answer: <answer>Monday 09:00-10:00</answer>",
        "Final Answer: $\\boxed{\\text{Monday 09:00-10:00}}$",
        "**Final Answer:** Monday 09:00-10:00",
        "### Final Answer: **Monday 09:00-10:00**",
        "**Final Answer**: Monday 09:00-10:00",
        "Final Answer:\n\nMonday 09:00-10:00",
        "**Final Answer:**\n\n```text\nMonday 09:00-10:00\n```",
        "Final Answer:\n\\[\n\\boxed{\\text{Monday 09:00-10:00}}\n\\]",
        "FINAL ANSWER: MONDAY 09:00-10:00",
        "final answer: monday 09:00-10:00",
        "Final Answer: Monday 09:00-10:00 (p1, p2, p3)",
        "Final Answer: Tuesday 09:00-10:00\nWait, p2 is busy.\nFinal Answer: Monday 09:00-10:00",
        "Final Answer: No common time slot available\nBut there is one.\nFinal Answer: Monday 09:00-10:00",
    ],
)
def test_marks_say_nothing(said: str) -> None:
    assert final_answer(said) == NINE
    assert read_answer(said) == TimeSlot("Monday", 9 * 60, 10 * 60)


@pytest.mark.parametrize(
    "said",
    [
        "Final Answer: Monday from 09:00 to 10:00",
        "Final Answer: Monday 9:00-10:00 AM",
        "Final Answer: Monday 9:00am-10:00am",
        "Final Answer: Mon 09:00-10:00",
        "Final Answer: Someday 99:99-99:99",
        "Final Answer: Monday 09:00",
        "Final Answer: 09:00-10:00",
        "Final Answer: not Monday 09:00-10:00",
        "Final Answer: Monday 09:00-10:000",
        "Final Answer: Mondays 09:00-10:00",
        "One might think no common time slot available, but there is one.\nFinal Answer: Monday from 9 to 10",
        "Monday 09:00-10:00\nFinal Answer:",
        "",
    ],
)
def test_what_cannot_be_read_is_no_answer(said: str) -> None:
    assert final_answer(said) == ""
    assert read_answer(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "Final Answer: No common time slot available",
        "Final Answer: **no common time slot available.**",
        "Final Answer: [No common time slot available]",
        "Final Answer: Monday 09:00-10:00\nOn reflection this fails.\nFinal Answer: No common time slot available",
        "No common time slot available",
        "They never meet.\nThere is no common time slot available.",
        "Final Answer: There is no common time slot available for all of them.\nSorry!",
        "**Final Answer:**\n\nNo common time slot available",
        "### Final Answer:\n```\nNo common time slot available\n```",
        "Final Answer:\n```text\nNo common time slot available\n```",
        "Final Answer:\n<answer>\nNo common time slot available\n</answer>",
        "**Final Answer:**\n\\[\n\\boxed{\\text{No common time slot available}}\n\\]",
        "Final Answer:\n\\[\n\\boxed{\n\\textbf{No common time slot available}\n}\n\\]",
    ],
)
def test_saying_that_there_is_none(said: str) -> None:
    """Marks before it may fill lines of their own: a refusal beneath the bold words that announce it was once taken for
    no answer, as the line of `**` alone was looked at, while a slot in that place was read.
    """
    assert final_answer(said) == NO_SLOT
    assert read_answer(said) == NO_SLOT


@pytest.mark.parametrize(
    "said",
    [
        "One might think that no common time slot available is the answer.\nBut it is not.",
        "Final Answer: No common time slot available but for Monday 09:00-10:00",
        "**Final Answer:**\n\nThere is one.\nIt is not that no common time slot available is the answer.",
    ],
)
def test_speaking_of_it_is_not_saying_so(said: str) -> None:
    assert read_answer(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "monday 09:00-10:00",
        "Monday 09:00 - 10:00",
        "Monday 09:00\u201310:00",
        "Monday 09:00-10:00.",
        "So Monday 09:00-10:00",
    ],
)
def test_without_the_words_the_form_has_to_be_right(said: str) -> None:
    """An answer that was extracted already: the published format, but for marks around it."""
    assert read_answer(said) is None
    assert read_answer(f"Final Answer: {said.removeprefix('So ')}") == TimeSlot("Monday", 9 * 60, 10 * 60)


def test_the_published_extraction_loses_what_ours_reads() -> None:
    assert extracted("Final Answer: Monday 09:00-10:00") == NINE
    assert extracted("Final Answer: Monday 9:00-10:00") == ""
    assert extracted("final answer: Monday 09:00-10:00") == ""
    assert extracted(f"Final Answer: {NINE}\nFinal Answer: {NO_SLOT}") == NINE, "an earlier slot wins"
    assert extracted(f"{NO_SLOT}, one might think.\nFinal Answer: Monday from 9 to 10") == NO_SLOT
