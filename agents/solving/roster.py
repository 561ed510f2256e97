"""Which solvers there are that need no model, by name and family; their code is imported when they are asked for.

A solver is written by its name, such as `exact`; or as `NAME[@VERSION]=MODULE:CLASS` for a class of your own that is
made without arguments and implements plans.contracts.instances.Solver. It runs in benchwright's own process, and is
handed what a model gets.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from agents.solving.model import ModelSolver
from plans.contracts.instances import Solver
from plans.contracts.models import Model
from plans.dialect import load_yaml
from plans.errors import AuthorError, BenchwrightError
from plans.files import read_text
from plans.plug_ins import load_class
from plans.records.base import RULE, is_folder_name
from plans.records.instance import Instance, Response
from plans.records.scored_run import SolverSpec

WORDS = Path(__file__).with_name("refusals.yaml")
"""Family → what it says."""
ELSE = "else"


class RefusingSolver:
    """Implements plans.contracts.instances.Solver; looks at nothing of an instance."""

    name = "refusing"
    version = "1"
    families = None

    def __init__(self, family: str = "") -> None:
        words = cast("dict[str, str]", load_yaml(read_text(WORDS)))
        self._says = words.get(family, words[ELSE])

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """The same words to every instance."""
        return Response(instance=instance.id, text=self._says)


REFUSING = "refusing"
"""The one built-in solver that every family has."""

BUILT_IN_SOLVERS: Mapping[str, Mapping[str, str]] = {
    "exact": {"calendar": "agents.solving.built_in:ExactCalendar"},
    "bounded": {
        "calendar": "agents.solving.built_in:BoundedCalendar",
        "causal": "agents.solving.built_in:BoundedCausal",
    },
    "random": {
        "calendar": "agents.solving.built_in:RandomSlot",
        "causal": "agents.solving.built_in:RandomOption",
    },
    "constructive": {"text": "agents.solving.built_in:ConstructiveText"},
    "nearest-frame": {"causal": "agents.solving.built_in:ClosestFrame"},
    "extrapolation": {"causal": "agents.solving.built_in:LinearExtrapolation"},
}
"""Name → family → class, which is made without arguments."""

BASELINES: Mapping[str, tuple[str, ...]] = {
    "calendar": ("random", REFUSING),
    "causal": ("nearest-frame", "extrapolation", "random"),
}
"""Family → its trivial baselines, which stand beside every score; of any other it is the one that refuses."""

VERSION = "1"

_PLUG_IN = re.compile(r"(?P<name>[^=@:]+)(@(?P<version>[^=]+))?=(?P<place>[\w.]+:\w+)")
_ENDPOINT = re.compile(r"(?P<model>.+)@(?P<endpoint>[\w.-]+)")
_NAMED = re.compile(r"(?P<name>[a-z0-9][a-z0-9.-]*)=(?P<model>.+)")


def built_in_solvers(family: str) -> tuple[str, ...]:
    """Names of the solvers of ours that can answer a family's instances."""
    return (*(name for name, of in BUILT_IN_SOLVERS.items() if family in of), REFUSING)


def baselines_of(family: str) -> tuple[str, ...]:
    """Names of the trivial ones among them."""
    return BASELINES.get(family, (REFUSING,))


def solver_spec(text: str, family: str) -> SolverSpec:
    """What `--solver TEXT` means; AuthorError names the solvers that the family has."""
    if text in built_in_solvers(family):
        return SolverSpec(name=text, kind="built-in", version=VERSION)
    plug_in = _PLUG_IN.fullmatch(text)
    if plug_in is None:
        raise AuthorError(
            f"There is no solver {text!r} for the family {family!r}. Use one of {', '.join(built_in_solvers(family))}; "
            "or describe your own, NAME=MODULE:CLASS; or name a model with --model."
        )
    name, version, place = plug_in.group("name", "version", "place")
    return SolverSpec(name=_folder_name(name), kind="plug-in", version=version or "unstated", place=place)


def baseline_spec(name: str) -> SolverSpec:
    """A trivial baseline, as a run records it."""
    return SolverSpec(name=name, kind="built-in", version=VERSION, is_baseline=True)


def make_solver(spec: SolverSpec, family: str) -> Solver:
    """The built-in solver or plug-in; raises AuthorError where it cannot be made, or does not answer this family."""
    if spec.kind == "plug-in":
        return _plug_in(spec, family)
    if spec.name == REFUSING:
        return RefusingSolver(family)
    return load_class(BUILT_IN_SOLVERS[spec.name][family])()


def model_solver(text: str, model: Model, endpoints: tuple[str, ...]) -> tuple[SolverSpec, ModelSolver]:
    """What `--model TEXT` means: `MODEL`, `MODEL@ENDPOINT`, each with `NAME=` before it where one is asked twice.

    What follows an `@` and is no endpoint's name belongs to the model's. Raises AuthorError.
    """
    named = _NAMED.fullmatch(text)
    asked = named["model"] if named else text
    endpoint = None
    if (at := _ENDPOINT.fullmatch(asked)) and at["endpoint"] in endpoints:
        asked, endpoint = at.group("model", "endpoint")
    called = named["name"] if named else re.sub(r"[^a-z0-9]+", "-", asked.lower()).strip("-")[:64].rstrip("-")
    solver = ModelSolver(model, _folder_name(called), asked, endpoint)
    spec = SolverSpec(name=solver.name, kind="model", version=ModelSolver.version, played=solver.played)
    return spec, solver


def _plug_in(spec: SolverSpec, family: str) -> Solver:
    try:
        solver = load_class(spec.place)()
    except BenchwrightError:
        raise
    # Whatever a plug-in's own code raises when it is made is for its author to mend.
    except Exception as error:
        raise AuthorError(
            f"Solver {spec.name!r} could not be made of {spec.place!r}, which is made without arguments: "
            f"{type(error).__name__}: {error}. Correct its module."
        ) from error
    if not callable(getattr(solver, "solve", None)):
        raise AuthorError(
            f"{spec.place!r} has no `solve`, so nothing could be asked. It is to implement Solver."
        )
    families = getattr(solver, "families", None)
    if families is not None and family not in families:
        raise AuthorError(
            f"Solver {spec.name!r} answers {', '.join(families)}, and the suite is of the family {family!r}. Leave it "
            "out."
        )
    return solver


def _folder_name(name: str) -> str:
    if not is_folder_name(name):
        raise AuthorError(
            f"{name!r} cannot name a solver, as folders are named after it: {RULE}. Write NAME= before it."
        )
    return name
