"""Known phrases are found by the letter, in another number or tense, or misspelt; each word is read once."""

import pytest

from plans.catalog.matching import (
    PhraseBook,
    PhraseMeaning,
    negated_sentences,
    reading_words,
    tokens,
    unread_phrases,
)

BOOK = PhraseBook(
    [
        ("houseplants", PhraseMeaning("domain", "plants")),
        ("board games", PhraseMeaning("domain", "games")),
        ("board", PhraseMeaning("feature", "kanban")),
        ("search", PhraseMeaning("feature", "search")),
        ("never lose", PhraseMeaning("feature", "persistence")),
        ("csv", PhraseMeaning("feature", "import")),
        ("csv", PhraseMeaning("feature", "export")),
        ("to-do", PhraseMeaning("domain", "tasks")),
    ]
)


def found(text: str) -> dict[str, set[str]]:
    return {hit.text: {meaning.id for meaning in hit.meanings} for hit in BOOK.find(text)}


@pytest.mark.parametrize(
    ("text", "said", "id"),
    [
        ("My houseplants", "houseplants", "plants"),
        ("My house plants", "house plants", "plants"),
        ("my Houseplnts", "Houseplnts", "plants"),
        ("searching them", "searching", "search"),
    ],
)
def test_a_phrase_is_found_in_any_form(text: str, said: str, id: str) -> None:
    assert found(text) == {said: {id}}


def test_each_word_is_read_once_by_the_longest_phrase() -> None:
    assert found("a shelf of board games") == {"board games": {"games"}}
    assert found("a board of games") == {"board": {"kanban"}}


def test_a_phrase_ends_with_its_sentence() -> None:
    assert found("A board. Games too.") == {"board": {"kanban"}}


def test_a_phrase_may_mean_several_things() -> None:
    assert found("as csv") == {"csv": {"import", "export"}}


def test_words_that_say_nothing_are_no_phrase() -> None:
    assert found("what there is to do") == {}


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("With a search.", set[int]()),
        ("With a board. No search!", {1}),
        ("I can't search. I never lose it.", {0}),
        ("I can’t search", {0}),
    ],
)
def test_a_sentence_that_says_no_is_told_unless_a_known_phrase_says_it(
    text: str, sentences: set[int]
) -> None:
    assert negated_sentences(tokens(text), BOOK.find(text)) == sentences


def test_what_no_phrase_holds_is_told_in_runs() -> None:
    text = "A search for holographic unicorns, and a board with purple glitter."
    assert unread_phrases(text, tokens(text), BOOK.find(text)) == ["holographic unicorns", "purple glitter"]


def test_no_negation_is_passed_over_as_a_word_of_no_weight() -> None:
    assert not reading_words().negations & reading_words().stopwords
