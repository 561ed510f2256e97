"""Ids that become folder names, on whatever machine a suite is pulled to."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

ITEM_ID = r"^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$"
"""Shape of every id that becomes a folder name: no dots, slashes or upper case."""

VERSION = r"^[0-9]+\.[0-9]+\.[0-9]+$"
"""Shape of a suite's version."""

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
"""Names that Windows keeps for devices, so that no folder of a suite could be made there."""

RULE = (
    "use at most 64 lower-case letters, digits and dashes, and no name of a Windows device such as con or aux"
)


def is_folder_name(name: str) -> bool:
    """Whether a folder of that name can be made anywhere."""
    return re.fullmatch(ITEM_ID, name) is not None and name not in RESERVED


def _not_reserved(name: str) -> str:
    if name in RESERVED:
        raise ValueError(
            f"{name!r} names a device on Windows, where no folder can be called so; choose another name"
        )
    return name


FolderName = Annotated[str, Field(pattern=ITEM_ID), AfterValidator(_not_reserved)]
"""An id that is a folder's name."""
