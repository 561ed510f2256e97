"""Seed files as people keep them, and what is said about bad ones."""

import json
from pathlib import Path

import pytest

from pipeline.graph.seeds import read_seeds
from plans.errors import InvalidFile


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(path: Path) -> str:
    with pytest.raises(InvalidFile) as caught:
        read_seeds(path)
    return str(caught.value)


def test_yaml(tmp_path: Path) -> None:
    path = written(tmp_path, "seeds.yaml", "seeds:\n- id: shop\n  query: a shop\n  tags: [short]\n")

    (seed,) = read_seeds(path)
    assert (seed.id, seed.query, seed.tags) == ("shop", "a shop", ("short",))


def test_json_lines(tmp_path: Path) -> None:
    path = written(tmp_path, "seeds.jsonl", '{"id": "a", "query": "one"}\n\n{"id": "b", "query": "two"}\n')

    assert [seed.id for seed in read_seeds(path)] == ["a", "b"]


@pytest.mark.parametrize("inside", ["\u2028", "\u2029", "\x85"])
def test_a_json_line_ends_at_a_line_feed_alone(tmp_path: Path, inside: str) -> None:
    """Texts pasted from elsewhere hold such characters, which JSON does not escape: the line was torn."""
    line = f'{{"id": "a", "query": "one{inside}two"}}'
    path = written(tmp_path, "seeds.jsonl", f"{line}\r\n")

    assert [seed.query for seed in read_seeds(path)] == [f"one{inside}two"]


def test_plain_text_by_paragraphs(tmp_path: Path) -> None:
    path = written(tmp_path, "wishes.txt", "I want a shop\nfor plants.\n\n\nA quiz about stars!\n")

    assert {seed.id: seed.query for seed in read_seeds(path)} == {
        "i-want-a-shop-for-plants": "I want a shop for plants.",
        "a-quiz-about-stars": "A quiz about stars!",
    }


def test_plain_text_by_lines_keeps_ids_apart(tmp_path: Path) -> None:
    path = written(tmp_path, "wishes", "a shop\na shop\nпривет\n")

    assert [seed.id for seed in read_seeds(path)] == ["a-shop", "a-shop-2", "seed"]


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("We run a bike repair café on Sundays", "we-run-a-bike-repair-cafe-on"),
        ("Übersicht für Müßiggänger", "ubersicht-fur-mussigganger"),
        ("smørrebrød, łódź & ﬁgs", "smorrebrod-lodz-figs"),
        ("I don't know: кафе near me", "i-dont-know-near-me"),
    ],
)
def test_an_id_keeps_the_words_of_accented_letters(tmp_path: Path, query: str, id: str) -> None:
    """An item about a café was once called `caf`."""
    assert [seed.id for seed in read_seeds(written(tmp_path, "wishes", query))] == [id]


def test_very_long_first_words_still_make_an_id(tmp_path: Path) -> None:
    path = written(tmp_path, "wishes.txt", "x" * 300 + " and more")

    assert [seed.id for seed in read_seeds(path)] == ["x" * 28]


@pytest.mark.parametrize("name", ["seeds.yaml", "seeds.jsonl", "seeds.txt"])
def test_empty_file(tmp_path: Path, name: str) -> None:
    assert "is empty. Write at least one query" in refusal(written(tmp_path, name, " \n"))


@pytest.mark.parametrize(
    ("name", "mend"),
    [("s.yaml", "Put `seeds:` above the list."), ("s.json", 'Write {"seeds": [ … ]} around the list.')],
)
@pytest.mark.parametrize("seeds", ['[{"id": "a", "query": "a shop"}]', '[{"id": "a"}, {"id": "a"}]', "[]"])
def test_a_list_of_seeds_without_their_key_is_told_with_its_mend(
    tmp_path: Path, name: str, mend: str, seeds: str
) -> None:
    """It was "is not of type 'object'. Give a value of type object", with all of the seeds between."""
    file = written(tmp_path, name, seeds)
    assert (
        refusal(file)
        == f"{file}: is a list, and the list of seeds has to stand under the key `seeds`. {mend}"
    )


def test_not_utf8(tmp_path: Path) -> None:
    assert "is not UTF-8 text at byte 2" in refusal(written(tmp_path, "s.txt", b"a \xff\xfe"))


def test_missing(tmp_path: Path) -> None:
    assert "is missing" in refusal(tmp_path / "none.yaml")


def test_duplicate_ids_are_all_named(tmp_path: Path) -> None:
    lines = "".join(f'{{"id": "{id}", "query": "q"}}\n' for id in ("a", "b", "a", "b", "a", "c"))

    said = refusal(written(tmp_path, "s.jsonl", lines))
    assert "'a' stands there more than once" in said
    assert "'b' stands there more than once" in said
    assert "'c'" not in said


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.yaml", "seeds:\n- {id: a, query: q}\n- {id: b, domain: 3}\n- {id: a, query: q}\n"),
        ("s.json", '{"seeds": [\n{"id": "a", "query": "q"},\n{"id": "b"},\n{"id": "a", "query": "r"}]}'),
        ("s.jsonl", '\n{"id": "a", "query": "q"}\n{"id": "b"}\n{"id": "a"}\n'),
    ],
)
def test_an_id_that_stands_twice_is_told_with_its_lines_whatever_else_is_wrong(
    tmp_path: Path, name: str, text: str
) -> None:
    """Any other problem of the file hid it, and no line was told."""
    said = refusal(written(tmp_path, name, text))

    assert f"{name}:4: the id 'a' stands there more than once, on lines 2 and 4." in said
    assert f"{name}:3: " in said


def test_every_bad_line_is_told_with_its_number(tmp_path: Path) -> None:
    said = refusal(written(tmp_path, "s.jsonl", '{"id": "../up", "query": "q"}\nno json\n{"id": "a"}\n[]\n'))

    for place in ("s.jsonl:1: id:", "s.jsonl:2: is no JSON", "s.jsonl:3: query:", "s.jsonl:4: the line:"):
        assert place in said


def test_a_key_that_stands_twice_in_a_json_line_is_refused(tmp_path: Path) -> None:
    """The last one won, as it does in no other kind of seed file, and the first was lost without a word."""
    line = '{"id": "a", "query": "first", "query": "second"}'
    said = refusal(written(tmp_path, "s.jsonl", f'{{"id": "b", "query": "q"}}\n{line}\nno json\n'))

    assert "s.jsonl:2: the key 'query' stands there twice" in said
    assert "s.jsonl:3: is no JSON" in said


@pytest.mark.parametrize("line", ["9" * 6_000, "[" * 100_000])
def test_a_json_line_beyond_the_reader_is_told_with_its_number(tmp_path: Path, line: str) -> None:
    """Each once ended in a traceback."""
    said = refusal(written(tmp_path, "s.jsonl", f'{{"id": "a", "query": "q"}}\n{line}\n'))

    assert "s.jsonl:2: is no JSON" in said


@pytest.mark.parametrize("name", ["s.json", "s.yaml"])
def test_seeds_nested_beyond_the_reader_are_refused_and_nothing_crashes(tmp_path: Path, name: str) -> None:
    """Looking for ids in what could not be read overflowed the stack of the YAML library, and the process was gone."""
    assert "cannot be read" in refusal(written(tmp_path, name, "[" * 100_000))


def test_an_overlong_query_is_refused_with_the_others_that_are_wrong(tmp_path: Path) -> None:
    """One paragraph of 2.1 MB stopped all in the end, by an error that named a file below .authoring."""
    long = "an app " * 300_000
    path = written(tmp_path, "seeds.txt", f"a shop\n\n{long}\n\na blog\x1b[2J with posts\n\na quiz\n")
    told = refusal(path)
    assert f"{path}:3: the query has 2,099,999 characters, of at most 20,000." in told
    assert f"{path}:5: the query holds characters that are not seen (U+001B)." in told
    assert len(told) < 1000


UNSEEN = [("\\u0000", "U+0000"), ("\\u001b", "U+001B"), ("\\u202e", "U+202E")]


@pytest.mark.parametrize(("escaped", "named"), UNSEEN)
@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl"])
def test_characters_that_nobody_sees_are_named_by_code_point(
    tmp_path: Path, escaped: str, named: str, kind: str
) -> None:
    """A reviewer read another text in the terminal than the agents got."""
    seed = f'{{"id": "a", "query": "a shop{escaped}"}}'
    text = seed if kind == "jsonl" else f'{{"seeds": [\n{seed}]}}'
    path = written(tmp_path, f"seeds.{kind}", text)
    told = refusal(path)
    assert (
        f"{path}:{1 if kind == 'jsonl' else 2}: the query holds characters that are not seen ({named})"
        in told
    )


def test_unseen_characters_are_told_beside_what_the_schema_refuses(tmp_path: Path) -> None:
    path = written(tmp_path, "seeds.yaml", 'seeds:\n- id: a\n  query: "x\\u202e"\n- id: b\n  quarry: y\n')
    told = refusal(path)
    assert "seeds.yaml:3: the query holds" in told
    assert "quarry" in told


def test_ends_of_lines_tabs_and_marks_of_direction_are_taken(tmp_path: Path) -> None:
    query = "A shop,\r\n\twith \u05d7\u200f and 👍🏽 and \u2028 \x85 too"
    path = written(tmp_path, "seeds.json", json.dumps({"seeds": [{"id": "a", "query": query}]}))
    assert read_seeds(path)[0].query == query
