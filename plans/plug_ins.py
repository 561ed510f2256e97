"""Classes that users name as MODULE:CLASS, and our own that are imported when they are asked for."""

import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from plans.errors import AuthorError, BenchwrightError


def load_class(place: str) -> Any:
    """What `place` names, MODULE:CLASS; raises AuthorError where it cannot be imported, whatever its module raises."""
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise AuthorError(
            f"{place!r} could not be loaded: {error}. Name an importable module and a class in it, MODULE:CLASS."
        ) from error
    except BenchwrightError:
        raise
    # Whatever a plug-in's own code raises when it is read is for its author to mend.
    except Exception as error:
        raise AuthorError(f"{place!r} could not be loaded: {raised(error)}. Correct its module.") from error


def raised(error: Exception) -> str:
    """What was raised, and where."""
    *_, last = traceback.extract_tb(error.__traceback__)
    place = "" if isinstance(error, SyntaxError) else f" ({Path(last.filename).name}, line {last.lineno})"
    return f"{type(error).__name__}: {error}{place}"
