"""Which files a criterion's commands are to write, which ones an output is compared with, and which are shipped though
they are to be written.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pipeline.exchange.prdbench.drafting import Command, Draft
from pipeline.exchange.prdbench.folder import PublishedFolder
from plans.plain_text import lines_of

_SUFFIXES = (
    r"csv|tsv|jsonl?|txt|md|html|xlsx?|docx|pdf|png|jpe?g|svg|gif|db|sqlite|log|pem|enc|dot|xml|ya?ml|pkl|zip"
)
_FILE = re.compile(rf"(?<![\w/.*?-])[\w./*?-]*[\w*?]\.(?:{_SUFFIXES})(?![\w/])")
_OUTPUT_OPTION = re.compile(
    r"-o|--?(?:[\w-]+[_-])?(?:out|output|save|export|dest|target|report|result)(?:[_-][\w-]+)?"
)
_IS_REFERENCE = re.compile(r"expect|golden|reference", re.IGNORECASE)
_IS_OUTPUT = re.compile(
    r"(?:^|_)(?:actual|exported|export|output|generated|result|results)(?=_|$|\d)", re.IGNORECASE
)
_OUTPUT_FOLDERS = frozenset({"output", "outputs", "reports", "results", "exports"})
_WRITES = re.compile(
    r"\b(?:export|sav(?:e|ing)|generat|creat|writ|output|report|produc|download|backup)", re.IGNORECASE
)
_NEVER = (".py", ".in", ".pyc", ".ini", ".cfg", ".toml")
_WHOLE = frozenset({".", "src", "evaluation"})
_NO_PRODUCT = frozenset({"evaluation/detailed_test_plan.json", "evaluation/metric.json", "src/PRD.md"})


class Outputs(NamedTuple):
    """The files of one criterion's outcome."""

    references: tuple[str, ...]
    missing: tuple[str, ...]
    """References that the plan names and that are not there."""
    products: tuple[str, ...]
    """Those that are surely to be written come first."""
    supposed: tuple[str, ...]
    """Of the products, those that are typed and named nowhere else: they may be anything to the program."""
    mistaken: tuple[str, ...]
    """Products that the plan names where a reference is due."""
    stale: tuple[str, ...]
    """Shipped files that the criterion's commands are to write."""


def stale_products(drafts: Sequence[Draft], folder: PublishedFolder) -> frozenset[str]:
    """Shipped files of a task that its commands are to write.

    Never one that some criterion takes as its input, nor one that is called expected.
    """
    taken = {place for draft in drafts for place in _placed(draft.entry.input_files, folder)}
    taken |= {
        command.found.input.file for draft in drafts for command in draft.commands if command.found.input.file
    }
    written = {place for draft in drafts for place in _written(draft, folder)}
    named = {place for draft in drafts for place in _named(draft, folder)}
    found: set[str] = set()
    for file in folder.files:
        if file in taken or file in _NO_PRODUCT or file.endswith(_NEVER) or _IS_REFERENCE.search(file):
            continue
        if file in written or _is_beneath(file, written) or (file in named and _seems_written(file, folder)):
            found.add(file)
    return frozenset(found)


def outputs_of(draft: Draft, folder: PublishedFolder, stale: frozenset[str]) -> Outputs:
    """The files of one criterion's outcome.

    Args:
        draft: The criterion.
        folder: Its task.
        stale: The task's stale products.
    """
    written = list(_written(draft, folder))
    named = set(_named(draft, folder))
    references: list[str] = []
    missing: list[str] = []
    mistaken: list[str] = []
    for name in draft.entry.expected_files:
        place = folder.place(name)
        if place is None:
            missing.append(name)
        elif there := _matching(place, folder):
            kept = [file for file in there if file not in stale]
            references += kept
            mistaken += [place] if not kept else []
        elif _is_to_be_written(place, written):
            mistaken.append(place)
        else:
            missing.append(name)
    products = [place for place in written if posixpath.splitext(place)[1]]
    supposed: list[str] = []
    own = sorted(file for file in stale if file in named or file in written or _is_beneath(file, written))
    if draft.entry.kind == "file_comparison" or _WRITES.search(draft.title):
        taken = {*_placed(draft.entry.input_files, folder), *folder.files, *missing}
        told = sorted(place for place in set(_told(draft, folder)) if place not in taken)
        surely = {*products, *mistaken, *own}
        supposed = [place for place in told if place not in surely and not _is_spoken_of(place, draft)]
        products += [place for place in told if place not in supposed]
    products = [*products, *mistaken, *own, *supposed]
    return Outputs(
        *(tuple(dict.fromkeys(part)) for part in (references, missing, products, supposed, mistaken, own))
    )


def _is_spoken_of(place: str, draft: Draft) -> bool:
    """Whether a text for people names the file, as one that is to come about."""
    texts = (draft.title, draft.entry.description, draft.entry.expected_output)
    return any(posixpath.basename(place) in (text or "") for text in texts)


def _is_to_be_written(place: str, written: Sequence[str]) -> bool:
    """Whether a file that is not there is the product itself: it lies outside of what is shipped for grading."""
    return not place.startswith("evaluation/") or place in written or _is_beneath(place, written)


def _is_beneath(file: str, places: Iterable[str]) -> bool:
    """Whether it lies in one of some folders; those in which everything lies say nothing."""
    return any(file.startswith(f"{place}/") for place in places if place not in _WHOLE)


def _matching(place: str, folder: PublishedFolder) -> list[str]:
    if any(sign in place for sign in "*?["):
        return folder.matching(place)
    return [place] if place in folder.files else []


def _written(draft: Draft, folder: PublishedFolder) -> Iterator[str]:
    """Files and folders to which a criterion's commands say that they write."""
    for command in draft.commands:
        for call in command.calls:
            at = call.folder or "."
            names = [*call.writes, *_option_values(call.words)]
            yield from (place for name in names if (place := folder.place(name, at)) is not None)


def _option_values(words: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, is_set, value = word.partition("=")
        if _OUTPUT_OPTION.fullmatch(option):
            if is_set:
                yield value
            elif following and not following.startswith("-"):
                yield following


def _named(draft: Draft, folder: PublishedFolder) -> Iterator[str]:
    """Files that a criterion names: in its commands, in what is typed, in its texts."""
    for command in draft.commands:
        for call in command.calls:
            yield from _places(call.words, call.folder or ".", folder)
    yield from _told(draft, folder)
    yield from _places(_with_folder(draft.entry.description), ".", folder)
    yield from _placed(draft.entry.expected_files, folder)


def _told(draft: Draft, folder: PublishedFolder) -> Iterator[str]:
    """Files that are named where an outcome is: a program is told them by what is typed, and people by the outcome."""
    for command in draft.commands:
        yield from _places(_typed_files(command), _program_folder(command), folder)
    yield from _places(_with_folder(draft.entry.expected_output), ".", folder)


def _with_folder(text: str | None) -> list[str]:
    """The files that a text names with their folder; a bare name may lie anywhere."""
    return [name for name in _FILE.findall(text or "") if "/" in name]


def _typed_files(command: Command) -> Iterator[str]:
    for line in lines_of(command.found.input.text or ""):
        yield from _FILE.findall(line)


def _program_folder(command: Command) -> str:
    return next((call.folder for call in reversed(command.calls) if call.folder), ".")


def _places(words: Iterable[str], at: str, folder: PublishedFolder) -> Iterator[str]:
    for word in words:
        if _FILE.fullmatch(word) and (place := folder.place(word, at)) is not None:
            yield place


def _placed(names: Iterable[str], folder: PublishedFolder) -> Iterator[str]:
    return (place for name in names if (place := folder.place(name)) is not None)


def _seems_written(file: str, folder: PublishedFolder) -> bool:
    """Whether the name of a shipped file that a criterion names says that it was left there by a run: an expected file
    of the same name lies there too, or it is called an output or lies among outputs.
    """
    base = posixpath.basename(file)
    stem, suffix = posixpath.splitext(base)
    core = re.sub(r"^(?:actual|test|output|exported)_", "", stem)
    wanted = {
        f"{kind}{name}{suffix}"
        for kind in ("expected_", "expected_exported_", "expected_output_")
        for name in (stem, core)
    }
    return (
        any(name in folder.by_name for name in wanted)
        or _IS_OUTPUT.search(stem) is not None
        or not _OUTPUT_FOLDERS.isdisjoint(posixpath.dirname(file).split("/"))
    )
