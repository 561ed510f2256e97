"""Checks held against plainer second implementations on texts of random words, which share no code with the first."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from plans.text.document import document
from plans.text.language import constraint_of

pytestmark = pytest.mark.slow

WORDS = ("salt", "oil", "tea", "salts", "salty", "rye", "bread", "now", "we", "r7")


class Made:
    """A random text, with what it is made of: paragraphs of sentences of words, a list, headings, a title."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)

        def phrase(low: int, high: int) -> list[str]:
            return [chance.choice(WORDS) for _ in range(chance.randint(low, high))]

        self.title = phrase(1, 3) if chance.random() < 0.4 else []
        self.headings: list[list[str]] = []
        self.bullets = [phrase(2, 4) for _ in range(chance.choice((0, 0, 1, 2, 3)))]
        self.paragraphs: list[list[list[str]]] = []
        self.marks: list[str] = []
        blocks = [f"# {self.said(self.title)}"] if self.title else []
        for place in range(chance.randint(1, 4)):
            if chance.random() < 0.3:
                self.headings.append(phrase(1, 3))
                blocks.append(f"## {self.said(self.headings[-1])}")
            paragraph = [phrase(1, 6) for _ in range(chance.randint(1, 4))]
            marks = [chance.choice(".?!") for _ in paragraph]
            self.paragraphs.append(paragraph)
            if place == 0 and self.bullets:
                self.items_after = len(paragraph)
            blocks.append(
                " ".join(
                    self.said(words).capitalize() + mark for words, mark in zip(paragraph, marks, strict=True)
                )
            )
            self.marks += marks
            if place == 0 and self.bullets:
                blocks.append("\n".join(f"- {self.said(bullet)}" for bullet in self.bullets))
                self.marks += ["" for _ in self.bullets]
        self.text = "\n\n".join(blocks)

    @staticmethod
    def said(words: list[str]) -> str:
        return " ".join(words)

    def sentences(self) -> list[list[str]]:
        first, *others = self.paragraphs
        return [*first, *self.bullets, *(sentence for paragraph in others for sentence in paragraph)]

    def all_words(self) -> list[str]:
        """In the order of the text, but for headings, which come before all."""
        heads = [*self.title, *(word for heading in self.headings for word in heading)]
        return [*heads, *(word for sentence in self.sentences() for word in sentence)]


SALT = {"salt", "salts"}
NAIVE: list[tuple[str, dict[str, Any], Callable[[Made], bool]]] = [
    ("term", {"forms": ["salt", "salts"]}, lambda made: bool(SALT & set(made.all_words()))),
    (
        "term_times",
        {"forms": ["salt", "salts"], "count": 3},
        lambda made: sum(word in SALT for word in made.all_words()) >= 3,
    ),
    (
        "some_of",
        {"count": 2, "options": ["oil", "tea", "rye"]},
        lambda made: len({"oil", "tea", "rye"} & set(made.all_words())) >= 2,
    ),
    ("no_term", {"forms": ["salt"]}, lambda made: "salt" not in made.all_words()),
    ("no_first_person", {}, lambda made: "we" not in made.all_words()),
    ("no_digits", {}, lambda made: "r7" not in made.all_words()),
    ("no_mark", {"mark": "question"}, lambda made: "?" not in made.marks),
    ("no_bullets", {}, lambda made: not made.bullets),
    ("no_headings", {}, lambda made: not made.headings),
    ("most_words", {"count": 20}, lambda made: len(made.all_words()) <= 20),
    ("least_words", {"count": 20}, lambda made: len(made.all_words()) >= 20),
    ("least_paragraphs", {"count": 3}, lambda made: len(made.paragraphs) >= 3),
    ("most_sentences", {"count": 6}, lambda made: len(made.sentences()) <= 6),
    ("questions", {"count": 2}, lambda made: made.marks.count("?") >= 2),
    ("title", {"forms": ["tea"]}, lambda made: "tea" in made.title),
    (
        "in_paragraph",
        {"place": 2, "forms": ["tea"]},
        lambda made: len(made.paragraphs) > 1 and any("tea" in one for one in made.paragraphs[1]),
    ),
    ("in_sentence", {"place": -1, "forms": ["tea"]}, lambda made: "tea" in made.sentences()[-1]),
    (
        "in_sentence",
        {"place": 3, "forms": ["oil"]},
        lambda made: len(made.sentences()) > 2 and "oil" in made.sentences()[2],
    ),
    ("paragraph_begins", {"place": 1, "text": "Oil"}, lambda made: made.paragraphs[0][0][0] == "oil"),
    (
        "only_in",
        {"place": 1, "forms": ["rye"]},
        lambda made: 0 < sum(one.count("rye") for one in made.paragraphs[0]) == made.all_words().count("rye"),
    ),
    (
        "just_before",
        {"first": "oil", "second": "tea"},
        lambda made: any(
            "oil" in one and "tea" in two
            for one, two in zip(made.sentences(), made.sentences()[1:], strict=False)
        ),
    ),
    ("closing_question", {}, lambda made: made.marks[-1] == "?"),
    (
        "paragraphs_grow",
        {"count": 2},
        lambda made: (
            len(made.paragraphs) > 1
            and (sizes := [sum(map(len, one)) for one in made.paragraphs]) == sorted(sizes)
        ),
    ),
    (
        "bullets_alphabetical",
        {"count": 2},
        lambda made: len(made.bullets) > 1 and made.bullets == sorted(made.bullets),
    ),
    (
        "whenever_paragraph",
        {"trigger": ["oil"], "forms": ["tea"]},
        lambda made: all(
            any("tea" in sentence for sentence in one)
            for one in made.paragraphs
            if any("oil" in sentence for sentence in one)
        ),
    ),
    (
        "never_together",
        {"trigger": ["oil"], "forms": ["tea"]},
        lambda made: not any({"oil", "tea"} <= set(one) for one in made.sentences()),
    ),
    (
        "each_sentence",
        {"claim": {"claim": "most_words", "count": 5}},
        lambda made: all(len(one) <= 5 for one in made.sentences()),
    ),
    (
        "each_bullet",
        {"claim": {"claim": "least_words", "count": 3}},
        lambda made: bool(made.bullets) and all(len(one) >= 3 for one in made.bullets),
    ),
    (
        "each_paragraph",
        {"claim": {"claim": "mentions", "forms": ["bread", "rye"]}},
        lambda made: all(
            {"bread", "rye"} & {word for one in each for word in one} for each in made.paragraphs
        ),
    ),
    (
        "each_heading",
        {"claim": {"claim": "omits", "forms": ["tea"]}},
        lambda made: bool(made.headings) and not any("tea" in one for one in made.headings),
    ),
]


@pytest.mark.parametrize(("kind", "asks", "naive"), NAIVE)
def test_both_agree_on_random_texts(kind: str, asks: dict[str, Any], naive: Callable[[Made], bool]) -> None:
    constraint = constraint_of(kind, asks)
    seen = set[bool]()
    for seed in range(400):
        made = Made(seed)
        holds = constraint.kept(document(made.text)).holds
        assert holds == naive(made), made.text
        seen.add(holds)
    assert seen == {True, False}
