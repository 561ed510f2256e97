"""Each kind on texts that keep to it and texts that do not, the tricky cases among them."""

from typing import Any

import pytest

from plans.text.document import document
from plans.text.language import constraint_of
from tests.plans.text.drawn import DECIDED

SALT: dict[str, Any] = {"forms": ["salt", "salts"]}
TWO = "Salt comes first. Oil is next.\n\nThen comes tea. Bread is last."
SECTIONS = "# Soup\n\n## Salt\n\nTake oil.\n\n## Water\n\nTake salt."
LIST = "We need:\n\n- bread\n- Oil\n- tea\n\nThat is all."
STEPS = "Do this.\n\n1. Take salt.\n2. Take oil.\n3. Take tea.\n\nThat is all."


def claim(name: str, **fields: Any) -> dict[str, Any]:
    return {"claim": {"claim": name, **fields}}


def fact(name: str, **fields: Any) -> dict[str, Any]:
    return {"fact": name, **fields}


CASES: list[tuple[str, dict[str, Any], str, bool]] = [
    ("term", SALT, "Add the SALT.", True),
    ("term", SALT, "The salt's taste.", True),
    ("term", SALT, "A basalt rock, salty.", False),
    ("term", SALT, "Subject: salt\n\nNothing else.", False),
    ("term", {"forms": ["olive oil"]}, "Take olive\noil.", True),
    ("term_times", {**SALT, "count": 3}, "Salt, salts and salt's.", True),
    ("term_times", {**SALT, "count": 3}, "Salt and salts.", False),
    ("phrase", {"text": "Every little helps"}, "Every little helps!", True),
    ("phrase", {"text": "Every little helps"}, "every little helps", False),
    ("phrase", {"text": "little by little"}, "It grew little by little.", True),
    ("some_of", {"count": 2, "options": ["oil", "tea", "rye"]}, "Oil, oil, oil and rye.", True),
    ("some_of", {"count": 2, "options": ["oil", "tea", "rye"]}, "Oil, oil and oil.", False),
    ("written", {"pattern": "price"}, "It costs $4.", True),
    ("written", {"pattern": "price"}, "It costs 4 dollars.", False),
    ("written", {"pattern": "time"}, "At 9:05 sharp.", True),
    ("written", {"pattern": "time"}, "A score of 9:75.", False),
    ("written", {"pattern": "year"}, "In 1987.", True),
    ("written", {"pattern": "year"}, "For 1987%.", False),
    ("numbered_items", {"count": 3}, STEPS, True),
    ("numbered_items", {"count": 2}, STEPS, False),
    ("bullet_points", {"count": 3}, LIST, True),
    ("bullet_points", {"count": 4}, LIST, False),
    ("heading", {"text": "Water"}, SECTIONS, True),
    ("heading", {"text": "Water"}, "## 2. Water:\n\nA text.", True),
    ("heading", {"text": "Soup"}, SECTIONS, False),
    ("title", {"forms": ["soup"]}, SECTIONS, True),
    ("title", {"forms": ["water"]}, SECTIONS, False),
    ("least_words", {"count": 10}, TWO, True),
    ("least_words", {"count": 13}, TWO, False),
    ("least_paragraphs", {"count": 2}, TWO, True),
    ("least_paragraphs", {"count": 3}, SECTIONS, False),
    ("questions", {"count": 2}, "Why? Who? That is it.", True),
    ("questions", {"count": 2}, "Why?? That is it.", False),
    ("quotation", {"count": 3}, "She said “we go now” and went.", True),
    ("quotation", {"count": 4}, 'The "salt and oil" is there.', False),
    ("no_term", SALT, "This has no salt in it.", False),
    ("no_term", SALT, "This is salty.", True),
    ("no_term", SALT, "The salts' taste", False),
    ("none_of", {"options": ["oil", "tea"]}, "Coffee alone.", True),
    ("none_of", {"options": ["oil", "tea"]}, "Coffee, and a tea-pot.", False),
    ("no_digits", {}, "Two of them.", True),
    ("no_digits", {}, "1. Two of them.", False),
    ("no_mark", {"mark": "exclamation"}, "Oh.", True),
    ("no_mark", {"mark": "parenthesis"}, "Oh (no).", False),
    ("no_first_person", {}, "You and they.", True),
    ("no_first_person", {}, "Here I’m alone.", False),
    ("no_first_person", {}, "Visit www.us-example.org", False),
    ("no_bullets", {}, STEPS, True),
    ("no_bullets", {}, LIST, False),
    ("no_numbered_list", {}, LIST, True),
    ("no_numbered_list", {}, "Step 1: Take salt.\nStep 2: Take oil.", False),
    ("no_headings", {}, "# Soup\n\nTake salt.", True),
    ("no_headings", {}, SECTIONS, False),
    ("most_words", {"count": 12}, TWO, True),
    ("most_words", {"count": 11}, TWO, False),
    ("most_paragraphs", {"count": 2}, TWO, True),
    ("most_paragraphs", {"count": 2}, "A b.\n\nC d.\n\nE f.", False),
    ("most_sentences", {"count": 4}, TWO, True),
    ("most_sentences", {"count": 3}, TWO, False),
    ("in_paragraph", {"place": 1, **SALT}, TWO, True),
    ("in_paragraph", {"place": -1, **SALT}, TWO, False),
    ("in_paragraph", {"place": 3, **SALT}, TWO, False),
    ("in_sentence", {"place": -1, "forms": ["bread"]}, TWO, True),
    ("in_sentence", {"place": 1, "forms": ["soup"]}, SECTIONS, False),
    ("in_section", {"place": 2, **SALT}, SECTIONS, True),
    ("in_section", {"place": 1, **SALT}, SECTIONS, False),
    ("in_item", {"place": 2, "forms": ["oil"]}, STEPS, True),
    ("in_item", {"place": -1, "forms": ["oil"]}, STEPS, False),
    ("paragraph_begins", {"place": 2, "text": "Then"}, TWO, True),
    ("paragraph_begins", {"place": 2, "text": "The"}, TWO, False),
    ("first_line", {"text": "Pass it on."}, "Pass it on.\nNow.", True),
    ("first_line", {"text": "Pass it on."}, "# Title\n\nPass it on.", False),
    ("last_line", {"text": "Pass it on."}, "Now.\n\nPass it on.\n\n", True),
    ("last_line", {"text": "Pass it on."}, "Now. Pass it on.", False),
    ("only_in", {"place": 1, **SALT}, TWO, True),
    ("only_in", {"place": 1, **SALT}, "# Salt\n\nSalt.", False),
    ("only_in", {"place": 1, **SALT}, "Oil.\n\nTea.", False),
    ("heading_at", {"place": -1, "text": "water"}, SECTIONS, True),
    ("heading_at", {"place": 1, "text": "Water"}, SECTIONS, False),
    ("just_before", {"first": "oil", "second": "tea"}, TWO, True),
    ("just_before", {"first": "salt", "second": "tea"}, TWO, False),
    ("closing_question", {}, 'Now. She asked "Why?"', True),
    ("closing_question", {}, "Why? Now.", False),
    ("terms_in_order", {"texts": ["salt", "oil", "tea"]}, TWO, True),
    ("terms_in_order", {"texts": ["oil", "salt"]}, TWO, False),
    ("terms_in_order", {"texts": ["salt", "rye"]}, TWO, False),
    ("not_before", {"later": "tea", "earlier": "oil"}, TWO, True),
    ("not_before", {"later": "salt", "earlier": "oil"}, TWO, False),
    ("headings_in_order", {"texts": ["Salt", "Water"]}, SECTIONS, True),
    ("headings_in_order", {"texts": ["Water", "Salt"]}, SECTIONS, False),
    ("bullets_in_order", {"texts": ["bread", "tea"]}, LIST, True),
    ("bullets_in_order", {"texts": ["tea", "bread"]}, LIST, False),
    ("steps_in_order", {"texts": ["salt", "oil"]}, STEPS, True),
    ("steps_in_order", {"texts": ["salt", "salt"]} | {"texts": ["oil", "salt"]}, STEPS, False),
    ("steps_counted", {"count": 3}, STEPS, True),
    ("steps_counted", {"count": 2}, STEPS.replace("3.", "4."), False),
    ("years_rising", {"count": 2}, "In 1900 and 1900, then in 1912.", True),
    ("years_rising", {"count": 2}, "In 1912, after 1900.", False),
    ("times_rising", {"count": 2}, "At 9:15 and 10:00.", True),
    ("times_rising", {"count": 2}, "At 10:00 and 9:15.", False),
    ("bullets_alphabetical", {"count": 3}, LIST, True),
    ("bullets_alphabetical", {"count": 3}, LIST.replace("bread", "rye"), False),
    ("paragraphs_grow", {"count": 2}, "One two.\n\nOne two.\n\nOne two three.", True),
    ("paragraphs_grow", {"count": 2}, "One two.\n\nOne.", False),
    ("paragraphs_shrink", {"count": 2}, "One two.\n\nOne.", True),
    ("paragraphs_shrink", {"count": 2}, "One.", False),
    (
        "if_then",
        {"condition": fact("has_bullets"), "consequence": fact("bullets_at_most", count=3)},
        LIST,
        True,
    ),
    (
        "if_then",
        {"condition": fact("has_bullets"), "consequence": fact("title_mentions", **SALT)},
        LIST,
        False,
    ),
    (
        "if_then_else",
        {
            "condition": fact("has_title"),
            "consequence": fact("title_mentions", forms=["soup"]),
            "otherwise": fact("closes_with_question"),
        },
        SECTIONS,
        True,
    ),
    (
        "if_then_else",
        {
            "condition": fact("has_title"),
            "consequence": fact("title_mentions", forms=["soup"]),
            "otherwise": fact("closes_with_question"),
        },
        TWO,
        False,
    ),
    ("whenever_paragraph", {"trigger": ["salt"], "forms": ["oil"]}, TWO, True),
    ("whenever_paragraph", {"trigger": ["oil"], "forms": ["tea"]}, TWO, False),
    ("never_together", {"trigger": ["salt"], "forms": ["oil"]}, TWO, True),
    ("never_together", {"trigger": ["salt"], "forms": ["first"]}, TWO, False),
    ("each_paragraph", claim("most_sentences", count=2), TWO, True),
    ("each_paragraph", claim("mentions", **SALT), TWO, False),
    ("each_sentence", claim("most_words", count=4), TWO, True),
    ("each_sentence", claim("omits", forms=["tea"]), TWO, False),
    ("each_section", claim("least_words", count=2), SECTIONS, True),
    ("each_section", claim("has_number"), SECTIONS, False),
    ("each_bullet", claim("most_words", count=2), LIST, True),
    ("each_bullet", claim("begins", text="bread"), LIST, False),
    ("each_bullet", claim("most_words", count=2), STEPS, False),
    ("each_step", claim("begins", text="take"), STEPS, True),
    ("each_step", claim("ends", mark="exclamation"), STEPS, False),
    ("each_step", claim("has_number"), STEPS, False),
    ("each_heading", claim("most_words", count=2), SECTIONS, True),
    ("each_heading", claim("most_words", count=2), TWO, False),
    ("each_named", {"texts": ["salt", "oil"], "forms": ["first"]}, TWO, True),
    ("each_named", {"texts": ["salt", "tea"], "forms": ["first"]}, TWO, False),
]


@pytest.mark.parametrize(("kind", "asks", "answer", "holds"), CASES)
def test_what_keeps_to_a_constraint(kind: str, asks: dict[str, Any], answer: str, holds: bool) -> None:
    assert constraint_of(kind, asks).kept(document(answer)).holds is holds


def test_every_kind_that_a_program_decides_is_kept_by_some_text_and_missed_by_another() -> None:
    seen = {(kind, holds) for kind, _, _, holds in CASES}
    assert seen == {(kind, holds) for kind in DECIDED for holds in (True, False)}


@pytest.mark.parametrize(
    ("kind", "asks"),
    [
        ("if_then", {"condition": fact("has_title"), "consequence": fact("closes_with_question")}),
        ("whenever_paragraph", {"trigger": ["rye"], "forms": ["oil"]}),
        ("never_together", {"trigger": ["rye"], "forms": ["oil"]}),
        ("not_before", {"later": "rye", "earlier": "oil"}),
    ],
)
def test_a_condition_that_does_not_occur_is_kept_and_said_to_be_vacuous(
    kind: str, asks: dict[str, Any]
) -> None:
    assert constraint_of(kind, asks).kept(document(TWO)) == (True, True)
