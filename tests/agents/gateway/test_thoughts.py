"""Thoughts before an answer, as endpoints send them."""

import pytest

from agents.gateway.prompts import ModelAnswer, parted


@pytest.mark.parametrize(
    ("text", "thoughts", "answer"),
    [
        ("Monday 09:00-10:00", "", "Monday 09:00-10:00"),
        ("<think>a</think>b", "<think>a</think>", "b"),
        ("\n<think>\na\n</think>\n\nb\n", "\n<think>\na\n</think>\n\n", "b\n"),
        ("<thinking>a</thinking>\n<think></think> b", "<thinking>a</thinking>\n<think></think> ", "b"),
        ("a\n</think>\n\nb", "a\n</think>\n\n", "b"),
        ("<think>a", "<think>a", ""),
        ("<think>a</think>", "<think>a</think>", ""),
        ("Write <think>a</think> so.", "", "Write <think>a</think> so."),
        ("A line has </think> in it.", "", "A line has </think> in it."),
        ("", "", ""),
    ],
)
def test_only_what_stands_before_an_answer_is_thoughts(text: str, thoughts: str, answer: str) -> None:
    assert parted(text) == ModelAnswer(thoughts, answer)
    assert "".join(parted(text)) == text
