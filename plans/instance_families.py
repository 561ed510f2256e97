"""Families of instances, found by their folders: nothing registers them, so that an approved one is only moved in.

    plans/<family>/
    ├── plan.yaml
    ├── generator.py     draw(parameters, random_seed)
    ├── checks.py        CHECKS, check(instance), questions(instance)?
    ├── metrics.py       evaluate(instance, answer), labels(instance), VARIANTS?
    ├── prompts/         Jinja files, where generator or checks speak by them
    └── fixtures/        a few instances with answers, for tests and for whoever reads the family

What their functions take and give says plans/contracts/instances.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pydantic import JsonValue

from plans.errors import AuthorError
from plans.families import FAMILIES
from plans.files import read_record
from plans.records.plan import Plan

Json = dict[str, JsonValue]
Evaluates = Callable[[Json, str], Json]

REQUIRED_FILES = ("plan.yaml", "generator.py", "checks.py", "metrics.py")
"""Files by which a folder is such a family."""
HOME = Path(__file__).parent


@dataclass(frozen=True)
class FamilyCode:
    """The functions of a built-in family."""

    name: str
    plan: Plan
    draw: Callable[[Json, int], Json]
    checks: tuple[str, ...]
    check: Callable[[Json], Mapping[str, str]]
    questions: Callable[[Json], Mapping[str, str]]
    evaluate: Evaluates
    labels: Callable[[Json], Mapping[str, str]]
    variants: Mapping[str, Evaluates]
    """Name → other way to score."""


def instance_families() -> tuple[str, ...]:
    """Names of the built-in families of instances."""
    folders = sorted(folder for folder in HOME.iterdir() if folder.name not in FAMILIES)
    return tuple(folder.name for folder in folders if is_family_folder(folder))


def is_family_folder(folder: Path) -> bool:
    """Whether the folder has all the parts of a family of instances."""
    return all((folder / part).is_file() for part in REQUIRED_FILES)


@cache
def family_code(name: str) -> FamilyCode:
    """The functions of a built-in family; AuthorError names the families there are."""
    if name not in instance_families():
        raise AuthorError(
            f"There is no family of instances {name!r}. Use one of: {', '.join(instance_families())}."
        )
    return packaged_code(package_of(name))


def package_of(name: str) -> str:
    """The package that is a built-in family's folder."""
    return f"plans.{name}"


@cache
def packaged_code(package: str) -> FamilyCode:
    """The functions of the family whose folder is this package, called as its last part is; raises InvalidFile."""
    generator, checks, metrics = (
        import_module(f"{package}.{part}") for part in ("generator", "checks", "metrics")
    )
    return FamilyCode(
        name=package.rpartition(".")[2],
        plan=read_record(folder_of(package) / "plan.yaml", Plan),
        draw=generator.draw,
        checks=checks.CHECKS,
        check=checks.check,
        questions=getattr(checks, "questions", _no_questions),
        evaluate=metrics.evaluate,
        labels=metrics.labels,
        variants=getattr(metrics, "VARIANTS", {}),
    )


def folder_of(package: str) -> Path:
    """The folder of a family's package; ModuleNotFoundError where there is none."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"There is no package {package!r}.", name=package)
    return Path(next(iter(spec.submodule_search_locations)))


def _no_questions(instance: Json) -> Mapping[str, str]:
    return {}
