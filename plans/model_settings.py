"""`benchwright.toml`, read: which endpoints there are, which agent asks which model, and what may be spent.

[endpoints.local]
url = "http://127.0.0.1:8000/v1"
protocols = ["chat", "responses"]
key_variable = "LOCAL_KEY"
prices."some-model" = { input = 1.25, cached_input = 0.1, output = 10 }

[agents.codex]
model = "some-model"
session = "fresh"

[budget.turn]
cost = 2.0
[budget.run]
cost = 50.0
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from plans.errors import InvalidFile
from plans.files import read_text
from plans.records.model_settings import ModelSettings
from plans.records.problem import Problem


def read_model_settings(path: Path) -> ModelSettings:
    """What the file says, and nothing where there is none; raises InvalidFile with every problem in it."""
    if not path.exists():
        return ModelSettings()
    try:
        value = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InvalidFile([_problem(path, f"cannot be read: {error}.", "Correct the syntax.")]) from None
    try:
        return ModelSettings.model_validate(_listed(value), strict=False)
    except ValidationError as error:
        found = error.errors(include_input=False, include_context=False, include_url=False)
        raise InvalidFile(
            [
                _problem(path, f"{'.'.join(map(str, one['loc']))}: {one['msg']}.", "Correct the value.")
                for one in found
            ]
        ) from None


def _listed(value: Mapping[str, Any]) -> dict[str, Any]:
    """Endpoints as a list, each with the name by which it stands in the file."""
    named = value.get("endpoints", {})
    if not isinstance(named, dict):
        return dict(value)
    listed = [
        {**cast("dict[str, Any]", one), "name": name} if isinstance(one, dict) else one
        for name, one in cast("dict[str, Any]", named).items()
    ]
    return {**value, "endpoints": listed}


def _problem(path: Path, message: str, mend: str) -> Problem:
    return Problem(where=str(path), message=message, mend=mend)
