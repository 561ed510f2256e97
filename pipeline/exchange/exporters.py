"""Which export formats there are, by name, and those of users, by MODULE:CLASS."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plans.contracts.runs import Exporter
from plans.errors import AuthorError, BenchwrightError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.plug_ins import load_class, raised

FORMATS = {"prdbench": "pipeline.exchange.prdbench.exporting:PRDBenchExporter"}
"""Name → class."""


def make_exporter(name: str) -> Exporter:
    """The exporter of a format, or a user's own class; raises AuthorError where there is none of that name."""
    place = FORMATS.get(name, name)
    if ":" not in place:
        raise AuthorError(
            f"There is no export format {name!r}. Use one of {', '.join(FORMATS)}, or name a class of your own that "
            "implements plans.contracts.runs.Exporter, MODULE:CLASS."
        )
    made = _made(load_class(place), place)
    if not isinstance(made, Exporter):
        raise AuthorError(
            f"{place!r} is no exporter: it needs `families` and `export(suite, out)`, as "
            "plans.contracts.runs.Exporter has them."
        )
    return made


def _made(kind: Any, place: str) -> Any:
    try:
        return kind()
    except BenchwrightError:
        raise
    # Whatever a plug-in's own code raises when it is made is for its author to mend.
    except Exception as error:
        raise AuthorError(
            f"{place!r} could not be made without arguments: {raised(error)}. Correct its `__init__`."
        ) from error


def export_suite(exporter: Exporter, suite: SuitePaths, out: Path) -> Mapping[str, str]:
    """Write a suite by an exporter; item → what it was written as.

    Raises AuthorError for a suite of a family that the format cannot hold, and for a folder that is not empty.
    """
    read = read_suite(suite)
    if out.exists() and any(out.iterdir()):
        raise AuthorError(f"{out} is not empty, and files in it could be replaced. Choose another --out.")
    if read.family not in exporter.families:
        raise AuthorError(
            f"{read.name} is of the family {read.family!r}, and this format holds {', '.join(exporter.families)} "
            "alone. Name another suite, or another format."
        )
    return exporter.export(suite, out)
