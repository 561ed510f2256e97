"""The PRD of a project, out of its features' requirements."""

from collections.abc import Iterator, Mapping, Sequence

from plans.catalog import numbering
from plans.catalog.wording import listed
from plans.python_project.catalog.part import Part
from plans.python_project.catalog.vocabulary import Vocabulary, capital, render
from plans.records.specification import PRD, Requirement


def requirement_ids(parts: Sequence[Part]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them."""
    return numbering.requirement_ids((part.feature.id, [leaf.id for leaf in part.leaves()]) for part in parts)


def compose_prd(parts: Sequence[Part], ids: Mapping[str, str]) -> PRD:
    """The clarified specification; raises InvalidFile."""
    words = parts[0].words
    titles = [_in_list(part.feature.title.lower()) for part in parts if not part.feature.base]
    told = f" Beside listing what there is, it offers {listed(titles)}." if titles else ""
    return PRD(
        title=words["brand"],
        overview=(
            f"{words['brand']} is {words['purpose']}, made for {words['audience']}. It is a program in Python for the "
            f"command line: it shows a menu when it is started by itself, and does one thing when it is started with a "
            f"command. What it knows it keeps in a file of the project.{told}"
        ),
        users=(
            f"{capital(words['audience'])}, at the menu: a number is typed, and the answer read.",
            "Scripts of theirs, which start it with a command and read its lines.",
        ),
        typical_use=tuple(_stories(parts)),
        requirements=tuple(_requirement(part, number, ids) for number, part in enumerate(parts, 1)),
        data_requirements=tuple(_data_requirements(words)),
        non_goals=(
            "Windows, colours, or anything that needs more than a terminal of plain text.",
            "A network, a database, or packages beyond the standard library of Python 3.11.",
            "Several people who change the same file at once.",
            "Accounts and passwords.",
        ),
    )


def _in_list(title: str) -> str:
    """A title as one of several, marked where it holds an "and" itself."""
    return f"“{title}”" if " and " in title else title


def _stories(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if part.feature.story:
            yield render(part.feature.story, part.words, f"{part.where}: story")


def _requirement(part: Part, number: int, ids: Mapping[str, str]) -> Requirement:
    template, words = part.feature.requirements, part.words
    children = tuple(
        Requirement(
            id=ids[f"{part.feature.id}.{leaf.id}"],
            title=render(leaf.title, words, f"{part.where}: requirements.{leaf.id}.title"),
            text=render(leaf.text, words, f"{part.where}: requirements.{leaf.id}.text"),
            data=tuple(
                line
                for datum in leaf.data
                for line in render(datum, words, f"{part.where}: requirements.{leaf.id}.data").splitlines()
                if line.strip()
            ),
        )
        for leaf in part.leaves()
    )
    return Requirement(
        id=f"R{number}",
        title=render(template.title, words, f"{part.where}: requirements.title"),
        text=render(template.text, words, f"{part.where}: requirements.text"),
        children=children,
    )


def _data_requirements(words: Vocabulary) -> Iterator[str]:
    key, label = words["key"], words["label"]
    yield (
        f"`{words['data_file']}`, beside `src/`, is a JSON list in UTF-8 with an object for each {words['item']}. The "
        f"project brings at least {len(words['shipped'])} believable ones; whatever {words['items']} stand there when "
        "the program starts are those that it works with."
    )
    yield f"`id`: a whole number from 1 up, of which no two {words['items']} have the same; there may be gaps."
    yield f"`{key['name']}` ({label['name']}): a text that is not empty."
    yield f"`{key['kind']}` ({label['kind']}): one of {listed(words['kinds'], 'or')}, written so."
    decimals = words["decimals"]
    number = f"a number with at most {_decimals(decimals)}" if decimals else "a whole number"
    shown = f"; it is shown with {_decimals(decimals)}" if decimals else ""
    yield (
        f"`{key['amount']}` ({label['amount']}): {number} in {words['unit']} from 0 to {words['maximum']}{shown}."
    )
    yield f"`{key['date']}` ({label['date']}): a day of the calendar, as a text of the form 2026-05-31."
    yield f"`{key['person']}` ({label['person']}): a text that is not empty."
    yield f"`{key['note']}` ({label['note']}): a text, which may be empty."


def _decimals(number: int) -> str:
    return f"{number} decimal" if number == 1 else f"{number} decimals"
