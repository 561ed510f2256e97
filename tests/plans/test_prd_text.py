"""prd.md: folded for reading line by line, and still the page that was meant."""

import pytest
from markdown_it import MarkdownIt

from plans.prd_text import WIDTH, prd_text
from plans.records.specification import PRD, Requirement

LONG = "The key ? and a button show an overview of all keys with what they do, and the key Escape closes it again."


def page(text: str, *data: str, typical_use: tuple[str, ...] = ()) -> str:
    leaf = Requirement(id="R1.1", title="A leaf", text=text, data=data)
    root = Requirement(id="R1", title="A part", text="What it is about.", children=(leaf,))
    prd = PRD(title="Shop", overview=LONG, requirements=(root,), typical_use=typical_use)
    return prd_text(prd, "a-canary-of-its-own")


def test_prose_is_folded_and_its_further_lines_stand_beneath_the_first():
    text = page(LONG, f"It says: {LONG}")
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert text.split("What it is about.\n\n")[1].splitlines()[:4] == [
        "- **R1.1 A leaf.** The key ? and a button show an overview of all keys with what they do, and the",
        "  key Escape closes it again.",
        "  - Stated data: It says: The key ? and a button show an overview of all keys with what they do, and",
        "    the key Escape closes it again.",
    ]


def test_stories_stand_before_the_requirements_and_only_where_there_are_any():
    text = page("Short.", typical_use=("Ana looks for a fern and finds it.",))
    assert text.index("## Typical use\n\n- Ana looks for a fern") < text.index("## Requirements")
    assert "Typical use" not in page("Short.")


@pytest.mark.parametrize("mark", ["-", "+", "*", "#", "1.", "12)", ">", "=", "---", "|", "~~~", "<b>"])
def test_no_fold_makes_a_list_a_heading_or_a_quotation_of_a_word(mark: str):
    """Wherever the fold falls: the text before the mark grows letter by letter across the edge."""
    for letters in range(1, 13):
        text = f"{'word ' * 14}{'x' * letters} {mark} and more of it {'word ' * 20}".strip()
        blocks = [token.type for token in MarkdownIt().parse(page(text)) if token.nesting == 1]
        assert blocks == [token.type for token in MarkdownIt().parse(page("Plain.")) if token.nesting == 1]


def test_paragraphs_of_a_requirement_stay_parted_inside_of_its_entry():
    blocks = [token.type for token in MarkdownIt().parse(page("One.\n\nTwo."))]
    assert blocks.count("bullet_list_open") == 1
    assert "  Two." in page("One.\n\nTwo.").splitlines()
