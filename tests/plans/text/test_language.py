"""Constraints are said in English and read back as the same; what conflicts, conflicts both ways."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.errors import AuthorError
from plans.text.conflicts import RULES, conflict
from plans.text.constraint import GROUPS
from plans.text.kinds import KINDS
from plans.text.language import (
    all_said,
    asks_of,
    constraint_of,
    question_of,
    read_back,
)
from plans.text.vocabulary_files import conflict_table, drawing_table, wording
from tests.plans.text.drawn import DECIDED, one_of_kind

pytestmark = pytest.mark.slow

PAIRS = st.tuples(st.sampled_from(DECIDED), st.integers(0, 400))


def test_every_kind_is_said_and_drawn_and_every_judged_one_has_a_question() -> None:
    assert wording().kinds.keys() == KINDS.keys() == drawing_table().kinds.keys()
    assert wording().questions.keys() == {name for name, kind in KINDS.items() if kind.JUDGED}
    assert {kind.GROUP for kind in KINDS.values()} == set(GROUPS)
    assert len(DECIDED) >= 30


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_is_said_reads_back_in_every_wording(kind: str) -> None:
    for seed in range(40):
        constraint = one_of_kind(kind, seed)
        for sentence in all_said(constraint):
            assert read_back(sentence) == constraint, sentence


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_fields_survive_json(kind: str) -> None:
    constraint = one_of_kind(kind, 1)
    assert constraint_of(kind, asks_of(constraint)) == constraint


@given(
    forms=st.lists(
        st.from_regex(r"[a-z]{1,6}( [a-z]{1,4})?", fullmatch=True), min_size=1, max_size=4, unique=True
    )
)
def test_any_words_are_quoted_and_read_back(forms: list[str]) -> None:
    constraint = constraint_of("no_term", {"forms": [*forms]})
    assert all(read_back(sentence) == constraint for sentence in all_said(constraint))


def test_what_says_no_constraint_reads_back_as_none() -> None:
    for sentence in (
        "Please be brief.",
        "",
        'Mention "salt"',
        "Write at least some words.",
        'If "salt" comes up, sing.',
    ):
        assert read_back(sentence) is None


@given(one=PAIRS, other=PAIRS)
@settings(max_examples=200)
def test_conflicts_are_mutual(one: tuple[str, int], other: tuple[str, int]) -> None:
    a, b = one_of_kind(*one), one_of_kind(*other)
    assert conflict(a, b) == conflict(b, a)


@given(one=PAIRS)
def test_nothing_conflicts_with_itself(one: tuple[str, int]) -> None:
    constraint = one_of_kind(*one)
    assert not conflict(constraint, constraint)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("term", {"forms": ["salt"]}), ("no_term", {"forms": ["salt", "salts"]})),
        (("least_words", {"count": 300}), ("most_words", {"count": 200})),
        (("in_paragraph", {"place": 1, "forms": ["salt"]}), ("only_in", {"place": 2, "forms": ["salt"]})),
        (
            ("terms_in_order", {"texts": ["salt", "oil"]}),
            ("terms_in_order", {"texts": ["oil", "tea", "salt"]}),
        ),
        (("heading", {"text": "First Steps"}), ("no_headings", {})),
        (("closing_question", {}), ("last_line", {"text": "Pass it on."})),
        (("each_bullet", {"claim": {"claim": "has_number"}}), ("no_digits", {})),
        (("steps_counted", {"count": 3}), ("no_digits", {})),
        (("first_line", {"text": "Pass it on."}), ("title", {"forms": ["salt"]})),
        (("phrase", {"text": "Practice makes perfect"}), ("no_term", {"forms": ["perfect"]})),
        (
            ("some_of", {"count": 2, "options": ["salt", "oil", "tea"]}),
            ("none_of", {"options": ["oil", "tea"]}),
        ),
        (("only_in", {"place": 1, "forms": ["salt"]}), ("title", {"forms": ["salt"]})),
        (("paragraphs_grow", {"count": 4}), ("most_paragraphs", {"count": 3})),
        (("heading_at", {"place": 1, "text": "Small Print"}), ("heading_at", {"place": 1, "text": "Salt"})),
        (
            ("each_bullet", {"claim": {"claim": "least_words", "count": 9}}),
            ("each_bullet", {"claim": {"claim": "most_words", "count": 8}}),
        ),
        (("questions", {"count": 2}), ("no_mark", {"mark": "question"})),
    ],
)
def test_conflicts_that_a_reader_would_see(
    one: tuple[str, dict[str, Any]], other: tuple[str, dict[str, Any]]
) -> None:
    assert conflict(constraint_of(*one), constraint_of(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("paragraphs_grow", {"count": 2}), ("paragraphs_shrink", {"count": 3})),
        (("title", {"forms": ["oil"]}), ("terms_in_order", {"texts": ["salt", "oil"]})),
        (("not_before", {"later": "salt", "earlier": "oil"}), ("no_term", {"forms": ["salt"]})),
    ],
)
def test_what_some_text_keeps_to_is_no_conflict(
    one: tuple[str, dict[str, Any]], other: tuple[str, dict[str, Any]]
) -> None:
    assert not conflict(constraint_of(*one), constraint_of(*other))


def test_the_table_of_conflicts_names_kinds_and_rules_that_there_are() -> None:
    rows = conflict_table().rows
    assert {name for row in rows for name in (*row.one, *row.other)} <= KINDS.keys()
    assert {row.rule for row in rows} == RULES.keys()


def test_a_condition_that_need_not_occur_conflicts_with_nothing_of_its_consequence() -> None:
    rule = constraint_of(
        "if_then",
        {
            "condition": {"fact": "text_mentions", "forms": ["salt"]},
            "consequence": {"fact": "text_mentions", "forms": ["oil"]},
        },
    )
    assert not conflict(rule, constraint_of("no_term", {"forms": ["oil"]}))
    assert not conflict(rule, constraint_of("term", {"forms": ["salt"]}))


@pytest.mark.parametrize(
    ("kind", "asks", "told"),
    [
        ("rhyme", {}, "There is no kind of constraint 'rhyme'"),
        ("term", {}, "forms"),
        ("term", {"forms": []}, "cannot be quoted"),
        ("term", {"forms": ['say "salt"']}, "cannot be quoted"),
        ("no_mark", {"mark": "tilde"}, "is no mark"),
        ("in_paragraph", {"place": 0, "forms": ["salt"]}, "is no place"),
        ("least_words", {"count": 0}, "count"),
        ("term", {"forms": ["salt"], "colour": "red"}, "colour"),
    ],
)
def test_a_constraint_that_is_none_is_refused_with_the_reason(
    kind: str, asks: dict[str, Any], told: str
) -> None:
    with pytest.raises(AuthorError, match=told):
        constraint_of(kind, asks)


def test_a_judge_is_asked_about_what_no_program_decides() -> None:
    asked = question_of(constraint_of("if_meant", {"subject": "the price of oil", "aim": "an example"}))
    assert asked == "Does the text give an example, or else not touch upon the price of oil at all?"
