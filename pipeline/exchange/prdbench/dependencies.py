"""What a published criterion hangs on, though no plan says so: criteria before it whose failure explains its own."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from pipeline.exchange.prdbench.drafting import Draft, Program, programs_of
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.outputs import Outputs
from pipeline.exchange.prdbench.signs import first_sign, signs
from plans.plain_text import folded
from plans.records.published import Edge

_FIRST = 4
"""Among how many criteria of a plan that of starting the program is looked for."""
_OFTEN = 0.5
"""Share of a program's sessions that end with the same line, from which that line leaves the program."""
_WORD = re.compile(r"[^\W\d_][\w-]+")
_STEM = 5
"""Letters by which two forms of a noun are one: template, templates."""


def edges_of(
    drafts: Sequence[Draft], folder: PublishedFolder, outputs: Mapping[int, Outputs]
) -> dict[int, tuple[Edge, ...]]:
    """Ordinal → what that criterion hangs on, each other criterion once and always an earlier one.

    Args:
        drafts: The task's criteria, in the order of the plan.
        folder: The task.
        outputs: Ordinal → the files of that criterion's outcome.
    """
    programs = {draft.entry.ordinal: programs_of(draft, folder) for draft in drafts}
    gates = _gates(drafts, programs)
    sessions = _sessions(drafts, programs)
    found: dict[int, tuple[Edge, ...]] = {}
    for place, draft in enumerate(drafts):
        earlier = drafts[:place]
        edges = [
            *_by_name(draft, earlier),
            *_by_session(draft, earlier, sessions, programs),
            *_by_file(draft, earlier, outputs),
            *_by_noun(draft, earlier, programs, "import_query"),
            *_by_noun(draft, earlier, programs, "build_solve"),
            *_by_gate(draft, gates, programs),
        ]
        once: dict[int, Edge] = {}
        for edge in edges:
            once.setdefault(edge.on, edge)
        found[draft.entry.ordinal] = tuple(sorted(once.values(), key=lambda edge: edge.on))
    return found


def same_runs(drafts: Sequence[Draft]) -> dict[int, int]:
    """Ordinal → the first criterion before it with the very same commands and input."""
    first: dict[object, int] = {}
    found: dict[int, int] = {}
    for draft in drafts:
        if (run := draft.run) is None:
            continue
        ordinal = first.setdefault(run, draft.entry.ordinal)
        if ordinal != draft.entry.ordinal:
            found[draft.entry.ordinal] = ordinal
    return found


def _gates(drafts: Sequence[Draft], programs: Mapping[int, list[Program]]) -> dict[Program, Draft]:
    """Program → the criterion that it starts at all: one of the first few, whose title says so."""
    found: dict[Program, Draft] = {}
    for draft in drafts[:_FIRST]:
        if draft.entry.kind == "shell_interaction" and first_sign(draft.title, signs().starts):
            for program in programs[draft.entry.ordinal]:
                found.setdefault(program, draft)
    return found


def _by_gate(
    draft: Draft, gates: Mapping[Program, Draft], programs: Mapping[int, list[Program]]
) -> Iterator[Edge]:
    for program in programs[draft.entry.ordinal]:
        gate = gates.get(program)
        if gate is not None and gate.entry.ordinal < draft.entry.ordinal:
            because = f"both start {program[-1]!r}, and {_called(gate)} is that it starts"
            yield Edge(on=gate.entry.ordinal, reason="gate", because=because)


def _sessions(drafts: Sequence[Draft], programs: Mapping[int, list[Program]]) -> dict[int, tuple[str, ...]]:
    """Ordinal → what is typed, without the lines at its end that only leave the program."""
    last: dict[Program, Counter[str]] = {}
    for draft in drafts:
        for program in programs[draft.entry.ordinal][:1]:
            if draft.session:
                last.setdefault(program, Counter())[draft.session[-1]] += 1
    leaving = {
        program: {line for line, times in ends.items() if times > 1 and times >= _OFTEN * ends.total()}
        for program, ends in last.items()
    }
    found: dict[int, tuple[str, ...]] = {}
    for draft in drafts:
        of_programs = (leaving.get(program, set()) for program in programs[draft.entry.ordinal][:1])
        exits = {*signs().exits}.union(*of_programs)
        lines = list(draft.session)
        while lines and lines[-1].casefold() in exits:
            lines.pop()
        found[draft.entry.ordinal] = tuple(lines)
    return found


def _by_session(
    draft: Draft,
    earlier: Sequence[Draft],
    sessions: Mapping[int, tuple[str, ...]],
    programs: Mapping[int, list[Program]],
) -> Iterator[Edge]:
    """The criterion with the longest session that this one's begins with; those in between follow from it."""
    own, ordinal = sessions[draft.entry.ordinal], draft.entry.ordinal
    begun = [
        other
        for other in earlier
        if 0 < len(lines := sessions[other.entry.ordinal]) < len(own)
        and lines == own[: len(lines)]
        and programs[other.entry.ordinal]
        and programs[other.entry.ordinal] == programs[ordinal]
    ]
    if begun:
        longest = max(begun, key=lambda other: len(sessions[other.entry.ordinal]))
        because = f"its session begins with all that {_called(longest)} types"
        yield Edge(on=longest.entry.ordinal, reason="session_prefix", because=because)


def _by_file(draft: Draft, earlier: Sequence[Draft], outputs: Mapping[int, Outputs]) -> Iterator[Edge]:
    """Criteria that write the file which this one looks at, or takes as its input."""
    own = outputs[draft.entry.ordinal]
    wanted = {*own.products, *draft.entry.input_files}
    for other in earlier:
        shared = wanted & set(outputs[other.entry.ordinal].products)
        is_other_run = draft.run != other.run or draft.run is None
        if (
            shared
            and is_other_run
            and not (draft.entry.kind != "file_comparison" and shared <= set(own.products))
        ):
            because = f"{_called(other)} is to write {min(shared)!r}"
            yield Edge(on=other.entry.ordinal, reason="export_file", because=because)
            return


def _by_name(draft: Draft, earlier: Sequence[Draft]) -> Iterator[Edge]:
    """Criteria whose id it names in prose; a bare number with one dot may be any number."""
    said = "\n".join(text for text in (draft.entry.description, draft.entry.expected_output) if text)
    for other in earlier:
        id = other.id
        if id is None or id == draft.id or not (id.count(".") > 1 or id[-1].isalpha()):
            continue
        if re.search(rf"(?<![\w./-]){re.escape(id)}(?![\w/-]|\.\w)", said):
            yield Edge(on=other.entry.ordinal, reason="names_it", because=f"its text names {id}")


def _by_noun(
    draft: Draft,
    earlier: Sequence[Draft],
    programs: Mapping[int, list[Program]],
    reason: Literal["import_query", "build_solve"],
) -> Iterator[Edge]:
    """The first criterion that makes what this one asks for, told by their titles; of the same program alone."""
    words = signs().makes_for[reason]
    asks = first_sign(draft.title, words.users)
    own = programs[draft.entry.ordinal]
    if asks is None or not own or first_sign(draft.title, words.makers):
        return
    nouns = _nouns(draft.title)
    for other in earlier:
        shared = nouns & _nouns(other.title)
        if not shared or programs[other.entry.ordinal] != own:
            continue
        makes = first_sign(other.title, words.makers)
        if makes and not first_sign(other.title, words.users):
            what = f"{folded(makes)} there and {folded(asks)} here"
            because = (
                f"by their titles {_called(other)} makes what it asks for: {what}, of {folded(min(shared))}…"
            )
            yield Edge(on=other.entry.ordinal, reason=reason, because=because)
            return


@cache
def _of_no_thing() -> tuple[str, ...]:
    made = (word for makes in signs().makes_for.values() for word in (*makes.makers, *makes.users))
    return (*signs().no_noun, *made)


@lru_cache(maxsize=1_000)
def _nouns(title: str) -> frozenset[str]:
    """Beginnings of the words that tell what a title is about."""
    words = (word for word in _WORD.findall(title) if first_sign(word, _of_no_thing()) is None)
    return frozenset(word.casefold()[:_STEM] for word in words if len(word) > 2)


def _called(draft: Draft) -> str:
    return draft.id or f"criterion {draft.entry.ordinal}"
