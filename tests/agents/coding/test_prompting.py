"""The words by which a code agent is asked."""

import pytest

from agents.coding.prompting import (
    PROMPTS,
    FailedCheck,
    debug_prompt,
    development_prompt,
    feedback_prompt,
    free_development_prompt,
    prompt_hashes,
)
from plans.errors import AuthorError

PRD = "# Ledger\n\n1.1 `add` books <amount> & says so.\n"


def test_a_fixed_interface_is_told_with_the_specification() -> None:
    text = development_prompt(PRD, ["`python src/main.py add AMOUNT`", "the file `ledger.csv`"])
    assert text.endswith(PRD + "\n")
    assert "- `python src/main.py add AMOUNT`\n- the file `ledger.csv`\n" in text
    assert "which is empty" in text


def test_a_fixed_interface_that_nobody_names_is_refused() -> None:
    with pytest.raises(AuthorError, match="ask for free development"):
        development_prompt(PRD, [])


def test_free_development_asks_for_a_page_that_says_how() -> None:
    text = free_development_prompt(PRD, is_empty=False)
    assert "README.md" in text
    assert "as it stands" in text
    assert "these ways alone" not in text


def test_feedback_is_a_users_words_and_debugging_a_report() -> None:
    assert "says:\n\nThe total is wrong.\n" in feedback_prompt("The total is wrong.")
    failed = [
        FailedCheck(title="Adds", expected="`3`", seen="`{{ 4 }}`"),
        FailedCheck(title="Lists", expected="a row"),
    ]
    text = debug_prompt(failed, tried=7)
    assert "2 of 7 checks" in text
    assert "1. Adds\n   - expected: `3`\n   - seen: `{{ 4 }}`\n2. Lists" in text
    assert "seen: nothing" in text


def test_every_prompt_has_its_digest() -> None:
    assert set(prompt_hashes()) == {f"coding/{file.name}" for file in PROMPTS.iterdir()}
