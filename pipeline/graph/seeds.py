"""Seed files as people keep them, read and held against what no seed may hold."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import JsonValue, ValidationError
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from plans.contracts.authoring import Sampler
from plans.dialect import KeysTwice, compose, line_of, load_json
from plans.errors import InvalidFile
from plans.files import parse_record, read_record, read_text, unread_reason
from plans.records.base import Problem
from plans.records.plan import TaskSpecification
from plans.records.seed import Seed, SeedFile
from plans.slugs import new_id

LONGEST_QUERY = 20_000
"""Characters of a seed's query. A longer one is no request, and what comes of it is a file that cannot be read."""
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for tabs and the ends of lines, and what turns the direction of writing: in a
terminal, a page or a prompt they show a reviewer another text than is there."""
_NAMED = 5
"""Characters of one text that are named."""


class SeedText(NamedTuple):
    """One text of a seed, and where it stands."""

    field: str
    text: str
    where: str
    """Path, with the line where it is known."""


def texts_of(seed: Seed, where: str) -> Iterator[SeedText]:
    """Every text of a seed that somebody wrote freely."""
    named = {"query": seed.query, "source": seed.source, "category": seed.category, "domain": seed.domain}
    yield from (SeedText(field, text, where) for field, text in named.items() if text)
    yield from (SeedText("tags", tag, where) for tag in seed.tags)
    yield from (SeedText("features", id, where) for id in (*(seed.features or ()), *seed.without))
    yield from (SeedText("parameters", text, where) for text in _texts_within(seed.parameters))


def _texts_within(value: JsonValue) -> Iterator[str]:
    """Every text of a JSON value, keys among them."""
    match value:
        case str():
            yield value
        case list():
            yield from (text for one in value for text in _texts_within(one))
        case dict():
            yield from (text for name, one in value.items() for text in (name, *_texts_within(one)))
        case _:
            pass


def wrong_texts(texts: Iterable[SeedText]) -> list[Problem]:
    """A problem for each text that is too long, and for each that holds what is not seen."""
    return [problem for text in texts for problem in _wrong(text)]


def _wrong(one: SeedText) -> Iterator[Problem]:
    if one.field == "query" and len(one.text) > LONGEST_QUERY:
        message = f"the query has {len(one.text):,} characters, of at most {LONGEST_QUERY:,}."
        mend = "Say in short what is wanted; part several requests by a blank line, or give each an id of its own."
        yield Problem(where=one.where, message=message, mend=mend)
    if unseen := list(dict.fromkeys(_UNSEEN.findall(one.text))):
        points = ", ".join(f"U+{ord(character):04X}" for character in unseen[:_NAMED])
        more = ", …" if len(unseen) > _NAMED else ""
        message = f"the {one.field} holds characters that are not seen ({points}{more})."
        mend = "Remove them: reviewers would read another text than agents get."
        yield Problem(where=one.where, message=message, mend=mend)


ID_LENGTH = 28
"""Longest id that is made from a query's first words."""


def read_seeds(path: Path) -> tuple[Seed, ...]:
    """The seeds of a file, read by its suffix; raises InvalidFile with every problem, duplicate ids among them."""
    text = read_text(path)
    if not text.strip():
        raise InvalidFile([_problem(path, "is empty.", "Write at least one query into it.")])
    return tuple(_reader(path)(text, path))


def read_task(path: Path) -> TaskSpecification:
    """What a benchmark is to be about, as plain text, or as a YAML or JSON record; raises InvalidFile."""
    if path.suffix in (".yaml", ".yml", ".json"):
        return read_record(path, TaskSpecification)
    text = read_text(path).strip()
    if not text:
        raise InvalidFile([_problem(path, "is empty.", "Say what the benchmark is to be about.")])
    return TaskSpecification(task=text)


def refuse_misnamed(seeds: Iterable[Seed], sampler: Sampler, path: Path) -> None:
    """Raises InvalidFile when seeds of this file ask by name for what their author does not have."""
    told = ((seed.id, sampler.misnamed(seed)) for seed in seeds)
    if problems := [_problem(path, f"the seed {id!r}", wrong) for id, wrong in told if wrong]:
        raise InvalidFile(problems)


def names_seeds(path: Path) -> bool:
    """Whether a file of this kind gives its seeds ids: of plain text they are made of the first words."""
    return _reader(path) is not _plain


def _reader(path: Path) -> Callable[[str, Path], list[Seed]]:
    match path.suffix.lower():
        case ".yaml" | ".yml" | ".json":
            return _records
        case ".jsonl":
            return _lines
        case _:
            return _plain


def _records(text: str, path: Path) -> list[Seed]:
    try:
        seeds = parse_record(text, SeedFile, path).seeds
    except InvalidFile as error:
        problems = _without_their_key(text, path) or error.problems
        unseen = wrong_texts(_texts_in(text, path))
        raise InvalidFile([*problems, *unseen, *_duplicates(_ids_in(text), path)]) from None
    wrong = wrong_texts(one for seed in seeds for one in texts_of(seed, str(path)))
    if wrong or len({seed.id for seed in seeds}) < len(seeds):
        node = compose(text)
        placed = (
            texts_of(seed, _at(path, line_of(node, ("seeds", index, "query"))))
            for index, seed in enumerate(seeds)
        )
        unseen = wrong_texts(one for texts in placed for one in texts)
        raise InvalidFile([*unseen, *_duplicates(_ids_in(text), path)])
    return list(seeds)


def _without_their_key(text: str, path: Path) -> list[Problem]:
    """A problem where a file is the list of seeds alone, whatever else is wrong there."""
    if not isinstance(compose(text), SequenceNode):
        return []
    is_json = path.suffix.lower() == ".json"
    mend = 'Write {"seeds": [ … ]} around the list.' if is_json else "Put `seeds:` above the list."
    return [_problem(path, "is a list, and the list of seeds has to stand under the key `seeds`.", mend)]


def _ids_in(text: str) -> Iterator[tuple[str, int]]:
    """Every id in a YAML or JSON text of seeds with its line, whatever else is wrong there."""
    seeds = _value_of(compose(text), "seeds")
    for seed in seeds.value if isinstance(seeds, SequenceNode) else ():
        if isinstance(id := _value_of(seed, "id"), ScalarNode):
            yield str(id.value), id.start_mark.line + 1


def _texts_in(text: str, path: Path) -> Iterator[SeedText]:
    """Every text of the seeds in a YAML or JSON text, whatever else is wrong there."""
    seeds = _value_of(compose(text), "seeds")
    for seed in seeds.value if isinstance(seeds, SequenceNode) else ():
        for name, value in seed.value if isinstance(seed, MappingNode) else ():
            if isinstance(value, ScalarNode):
                yield SeedText(str(name.value), str(value.value), _at(path, value.start_mark.line + 1))


def _value_of(node: Node | None, key: str) -> Node | None:
    pairs = node.value if isinstance(node, MappingNode) else ()
    return next((value for name, value in pairs if name.value == key), None)


def _lines(text: str, path: Path) -> list[Seed]:
    """One seed a line; only a line feed ends one, since a JSON text may hold U+2028 and U+0085 as they are."""
    seeds: list[Seed] = []
    problems: list[Problem] = []
    ids: list[tuple[str, int]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = load_json(line)
            if isinstance(value, dict):
                ids.append((str(cast("dict[str, object]", value).get("id", f"line {number}")), number))
            seed = Seed.model_validate(value)
            problems += wrong_texts(texts_of(seed, _at(path, number)))
            seeds.append(seed)
        except KeysTwice as error:
            mend = "Keep one of the two; the first would be ignored."
            problems += [
                _problem(path, f"the key {key!r} stands there twice.", mend, number) for key, _ in error.keys
            ]
        except ValidationError as error:
            for one in error.errors():
                field = ".".join(str(step) for step in one["loc"]) or "the line"
                mend = 'Write {"id": "...", "query": "..."}, with what else a seed may name.'
                problems.append(_problem(path, f"{field}: {one['msg']}.", mend, number))
        except (ValueError, RecursionError) as error:
            # Beside what is no JSON: numbers of thousands of digits, and brackets deeper than Python's stack.
            problems.append(
                _problem(path, f"is no JSON: {unread_reason(error)}.", "Write one object a line.", number)
            )
    if problems := [*problems, *_duplicates(ids, path)]:
        raise InvalidFile(problems)
    return seeds


def _plain(text: str, path: Path) -> list[Seed]:
    """Paragraphs, or lines where no blank line parts any."""
    paragraphs = {line: " ".join(part.split()) for line, part in _paragraphs(text)}
    lines = {number: line.strip() for number, line in enumerate(text.split("\n"), 1) if line.strip()}
    queries = lines if len(paragraphs) == 1 else paragraphs
    placed: dict[int, Seed] = {}
    for line, query in queries.items():
        taken = {seed.id for seed in placed.values()}
        placed[line] = Seed(
            id=new_id(query, taken, ID_LENGTH, otherwise="seed"), query=query, source=path.name
        )
    texts = (one for line, seed in placed.items() for one in texts_of(seed, _at(path, line)))
    if problems := wrong_texts(texts):
        raise InvalidFile(problems)
    return list(placed.values())


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Each paragraph with the line, from 1, on which it begins."""
    line = 1
    for part in re.split(r"(\n\s*\n)", text):
        if part.strip():
            yield line + part[: len(part) - len(part.lstrip())].count("\n"), part
        line += part.count("\n")


def _duplicates(ids: Iterable[tuple[str, int]], path: Path) -> list[Problem]:
    """A problem for each id that stands on several lines."""
    lines: dict[str, list[int]] = defaultdict(list)
    for id, line in ids:
        lines[id].append(line)
    mend = "Give each seed an id of its own: it becomes the item's folder."
    return [
        _problem(
            path, f"the id {id!r} stands there more than once, on lines {_listed(places)}.", mend, places[1]
        )
        for id, places in lines.items()
        if len(places) > 1
    ]


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _problem(path: Path, message: str, mend: str, line: int | None = None) -> Problem:
    return Problem(where=_at(path, line), message=message, mend=mend)


def _at(path: Path, line: int | None) -> str:
    return f"{path}:{line}" if line else str(path)
