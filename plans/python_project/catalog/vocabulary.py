"""The words that templates speak with, and patterns of what programs print."""

import json
import pprint
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any

from pydantic import JsonValue

from plans.catalog.making import Templates, project_words
from plans.python_project.catalog.answers import ANSWERS, SampleRecords
from plans.python_project.catalog.library import DataRecord, ProgramCatalog, ProgramDomain
from plans.python_project.catalog.sampling import ProgramSelection
from plans.records.task_kinds import GAP

NO_TRACEBACK = r"(?![\s\S]*Traceback \(most)"
_BAR = r" *\| *"


class Patterns:
    """The patterns of a project whose amounts have so many decimals."""

    def __init__(self, decimals: int) -> None:
        self._decimals = decimals

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What templates may call."""
        return {
            "amount": self.amount,
            "line": self.line,
            "row": self.row,
            "rows": self.rows,
            "heads": self.heads,
            "any_row": self.any_row,
            "value": value,
            "exactly": exactly,
            "error": error,
            "menu_line": menu_line,
        }

    def amount(self, number: float) -> str:
        """A number as the program shows amounts."""
        return f"{number:.{self._decimals}f}"

    def line(self, entry: DataRecord) -> str:
        """The line of a record, as the PRD has it."""
        shown = (entry.id, entry.name, entry.kind, self.amount(entry.amount), entry.date, entry.person)
        return " | ".join(map(str, shown))

    def row(self, entry: DataRecord) -> str:
        """The line of a record; something may stand before it, as a prompt does that got no line break."""
        return r"(?<![\w.])" + _BAR.join(map(literal, self.line(entry).split(" | ")))

    def rows(self, entries: Sequence[DataRecord]) -> str:
        """Their lines, in this order."""
        return GAP.join(map(self.row, entries))

    def heads(self, entries: Sequence[DataRecord]) -> str:
        """How their lines begin, in this order: ids and names, whatever follows them."""
        return GAP.join(
            _BAR.join((rf"(?<![\w.]){entry.id}", rf"{literal(entry.name)}(?!\w)")) for entry in entries
        )

    def any_row(self, entries: Iterable[DataRecord]) -> str:
        """The line of one of them; of none, what is never found."""
        return "|".join(f"(?:{self.row(entry)})" for entry in entries) or r"(?!)"


def literal(text: object) -> str:
    """What matches this text alone; blanks and hyphens mean themselves, and so are left for people to read."""
    return re.escape(str(text)).replace("\\ ", " ").replace("\\-", "-")


def value(label: str, shown: object) -> str:
    """`Label: value`, the value standing alone."""
    return rf"{literal(label)} *: *{literal(shown)}(?![\w.]*\w)"


def exactly(text: str) -> str:
    """The text itself, whatever blanks part its words, as it stands on a line without more of it."""
    return r"(?<!\w)" + " +".join(map(literal, text.split())) + r" *(?=$|\n|\r)"


def error(*words: object) -> str:
    """A line that begins as errors do and names all of these, in any order."""
    named = "".join(rf"(?=[^\n]*{literal(word)})" for word in words)
    return rf"Error *:{named}"


def menu_line(number: int, title: str) -> str:
    """An entry of the menu, however its number is parted from its title."""
    return rf"(?<!\d){number} *[.):\]-]+ *{literal(title)}"


def body(shown: Sequence[str]) -> str:
    """What has to be found, one after the other."""
    return GAP.join(shown)


def assembled(shown: Sequence[str], never: Sequence[str]) -> str:
    """The whole pattern: found in this order, without what may never be found, and without a traceback."""
    absent = "".join(rf"(?![\s\S]*(?:{one}))" for one in never)
    return rf"\A{NO_TRACEBACK}{absent}{GAP}{body(shown)}"


def words_of(
    library: ProgramCatalog, domain: ProgramDomain, selection: ProgramSelection, sample: SampleRecords
) -> dict[str, Any]:
    """The names that a template may use, without the parameters `p` of a feature."""
    fields = domain.fields
    names = ("name", "kind", "amount", "date", "person", "note")
    patterns = Patterns(fields.amount.decimals)
    return {
        **project_words(domain, selection, domain.item),
        **ANSWERS,
        **patterns.functions(),
        "gap": GAP,
        "package": domain.package,
        "key": {name: getattr(fields, name).key for name in names},
        "label": {name: getattr(fields, name).label for name in names},
        "kinds": list(fields.kind.values),
        "unit": fields.amount.unit,
        "decimals": fields.amount.decimals,
        "maximum": patterns.amount(fields.amount.maximum),
        "network": domain.network,
        "slots": domain.slots,
        "seed": selection.random_seed,
        "data_file": f"data/{domain.item.plural.replace(' ', '_')}.json",
        "shipped": sample.shipped,
        "others": sample.others,
        "records": sample.laid,
        "new": sample.new,
        "left_out_tasks": selection.left_out_tasks,
        "modules": [library.features[id].module for id in selection.features],
        "plain": partial(plain, domain),
        "plains": partial(plains, domain),
        "cells": partial(rows_of_cells, domain),
    }


def plain(domain: ProgramDomain, entry: DataRecord) -> dict[str, JsonValue]:
    """A record as it stands in the data file; amounts without decimals are whole numbers there."""
    amount = entry.amount if domain.fields.amount.decimals else int(entry.amount)
    fields = domain.fields
    return {
        "id": entry.id,
        fields.name.key: entry.name,
        fields.kind.key: entry.kind,
        fields.amount.key: amount,
        fields.date.key: entry.date,
        fields.person.key: entry.person,
        fields.note.key: entry.note,
    }


def plains(domain: ProgramDomain, entries: Sequence[DataRecord]) -> list[dict[str, JsonValue]]:
    """Records as they stand in the data file."""
    return [plain(domain, entry) for entry in entries]


def rows_of_cells(domain: ProgramDomain, entries: Sequence[DataRecord]) -> list[list[JsonValue]]:
    """Records as rows of a table, their amounts with the decimals."""
    amount = domain.fields.amount
    shown = [{**plain(domain, entry), amount.key: f"{entry.amount:.{amount.decimals}f}"} for entry in entries]
    return [list(row.values()) for row in shown]


@cache
def program_templates() -> Templates:
    """The templates of texts and programs; blocks leave no line."""
    return Templates(
        {
            "quoted": quoted,
            "json": as_json,
            "code": partial(pprint.pformat, width=100, sort_dicts=False),
        },
        trim_blocks=True,
    )


def quoted(text: object) -> str:
    """As a word of a command line."""
    return shlex.quote(str(text))


def as_json(value: JsonValue) -> str:
    """As a data file has it, without the last line end."""
    return json.dumps(value, ensure_ascii=False, indent=2)
