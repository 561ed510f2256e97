"""What a model writes as patterns is sent back where it cannot be searched for."""

import pytest

from agents.authoring.generation.programs.task_kinds import pattern_problems
from agents.judging.commands import searching

KNOWN = frozenset({"total", "books", "import"})


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:.|.)*Import!",
        r"(?:(?:a|b) )+total",
        r"(a|b){2,}",
        r"(a+)+",
    ],
)
@pytest.mark.parametrize("is_shown", [True, False], ids=["shown", "never"])
def test_a_repeated_group_is_sent_back_unsearched(
    pattern: str, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hung whoever authored, and again at each later try."""
    monkeypatch.delattr(searching.Search, "found")
    shown, never = ([pattern], []) if is_shown else (["total: 5"], [pattern])
    assert len(list(pattern_problems(shown, never, KNOWN))) == 1


@pytest.mark.parametrize(
    "pattern",
    [
        r"total: (?:5|6) books",
        r"(?:total|books)?: 5",
        r"(?:total: [(|)*]\|)+5",
        r"\((?:5|6)\)\*",
        r"(?:books, ){2}5",
    ],
)
def test_other_groups_are_searched_for(pattern: str) -> None:
    assert list(pattern_problems([pattern], [], KNOWN)) == []


def test_a_pattern_that_takes_too_long_is_sent_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """No form tells of it beforehand."""
    monkeypatch.setattr(searching, "SECONDS", 0.3)
    assert len(list(pattern_problems([r"(?:.?.?)*!"], [], KNOWN))) == 1


def test_what_is_printed_in_silence_is_sent_back() -> None:
    assert len(list(pattern_problems([r"[a-z]: "], [], KNOWN))) == 1
