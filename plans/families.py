"""Families of items and of instances, found by their folders: nothing registers them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Annotated, cast

from pydantic import Field, JsonValue

from plans.contracts.authoring import Check, Generator, TrivialSubmissions
from plans.contracts.runs import Metrics
from plans.errors import AuthorError
from plans.files import read_record
from plans.records.base import Record
from plans.records.criteria import TASK_KINDS, KindWord
from plans.records.plan import Plan
from plans.records.run import Interface
from plans.records.task_kinds import CommandTask

CodePlace = Annotated[str, Field(pattern=r"^[a-z_][\w.]*:[A-Za-z_]\w*$")]
"""Where something of a family's is written, as `module:name`."""

USUAL = "webapp"
"""Taken where nobody names another and no suite tells."""
BESIDE = ("__pycache__", "fixtures", "design", "review.jsonl", "provenance.yaml")
"""What lies in such a folder and is never seen by its code."""
BACKUPS = ("~", ".bak", ".orig", ".swp", ".tmp", "#")
"""Ends of the names that editors give to what they keep beside a file."""
REQUIRED_FILES = ("plan.yaml", "generator.py", "checks.py", "metrics.py")
"""Files by which a folder is such a family."""
HOME = Path(__file__).parent


class Family(Record):
    """What sets a kind of benchmark apart from the others, everywhere that one is asked which."""

    generator: CodePlace
    """The class of its catalog author, a Generator; it takes no arguments."""
    checks: CodePlace
    """A tuple of its own program-decided checks, beside those that hold for every family."""
    metrics: CodePlace
    """The class of its formulas, a Metrics; it takes no arguments."""
    judge: str
    """Who decides its tasks, by a name of pipeline/cli/wiring/judging.py."""
    kinds: tuple[KindWord, ...] = Field(min_length=1)
    """In what ways its tasks are tried: those that its judge decides."""
    trivial_submissions: CodePlace | None = None
    """The class of its TrivialSubmissions, which takes no arguments; without it nothing of the family can be
    released.
    """
    uncommented: tuple[str, ...] = ()
    """Names of files, with `*` for any letters, in which no comment can stand, and so no canary: `*.csv`."""
    interfaces: tuple[Interface, ...] = Field(min_length=1)
    """Interfaces by which its judge can reach a submission."""
    has_clause: bool = False
    """Whether its items ask for an accessible interface, and are scored on it, unless the interface is free. Rates of
    the two are never compared."""
    submission: str
    """What a submission of it is called, in the singular, such as `web app`."""

    @property
    def is_tried_by_commands(self) -> bool:
        """Whether all its tasks are. Then each is run on what was built, and shown with its command, what came out and
        what was expected, before defects are planted in it; and each earns 0, 1 or 2 points, so that results hold
        PRDBench's tables of them too.
        """
        return all(issubclass(TASK_KINDS[kind], CommandTask) for kind in self.kinds)


FAMILIES: dict[str, Family] = {
    "webapp": Family(
        generator="plans.webapp.generator:WebAppAuthor",
        checks="plans.webapp.checks:CHECKS",
        metrics="plans.project_metrics:ProjectMetrics",
        judge="browser",
        kinds=("browser",),
        trivial_submissions="plans.webapp.trivial:TrivialPages",
        interfaces=("fixed", "free"),
        has_clause=True,
        submission="web app",
    ),
    "python_project": Family(
        generator="plans.python_project.generator:PythonProjectAuthor",
        checks="plans.python_project.checks:CHECKS",
        metrics="plans.project_metrics:ProjectMetrics",
        judge="commands",
        kinds=(
            "unit-test",
            "shell-interaction",
            "file-comparison",
        ),
        trivial_submissions="plans.python_project.trivial:TrivialPrograms",
        uncommented=("*.json", "*.csv", "*.txt"),
        interfaces=("fixed", "free"),
        submission="Python project",
    ),
}
"""Every family by its name, which is also that of its folder."""


def family_named(name: str) -> Family:
    """The family of that name; AuthorError names those there are."""
    if name not in FAMILIES:
        raise AuthorError(f"There is no family {name!r}. Use one of: {', '.join(sorted(FAMILIES))}.")
    return FAMILIES[name]


def require_interface(family: str, interface: Interface) -> None:
    """AuthorError where no judge of the family could reach submissions so."""
    known = family_named(family)
    if interface not in known.interfaces:
        raise AuthorError(
            f"Each {known.submission} of the family {family!r} is reached by ways that are the same for all of them, "
            f"and nobody would read in a README how one is started: with a {interface} interface all would be judged "
            "as not to be started. Leave --interface out."
        )


def generator(family: str) -> Generator:
    """The catalog author of a family; AuthorError names the families there are."""
    return cast("Generator", _load(family_named(family).generator)())


def checks(family: str) -> tuple[Check, ...]:
    """The program-decided checks of a family; AuthorError names the families there are."""
    return cast("tuple[Check, ...]", _load(family_named(family).checks))


def metrics(family: str) -> Metrics:
    """The formulas of a family; AuthorError names the families there are."""
    return cast("Metrics", _load(family_named(family).metrics)())


def trivial_submissions(family: str) -> TrivialSubmissions:
    """The submissions of a family that have to fail; AuthorError where it gives none, and for a family that is none."""
    place = family_named(family).trivial_submissions
    if place is None:
        raise AuthorError(
            f"The family {family!r} gives no submissions that have to fail, so nothing would show that its judge "
            "passes nobody who did no work, and nothing of it can be released. Name them in plans/families.py."
        )
    return cast("TrivialSubmissions", _load(place)())


def _load(place: str):
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def seen_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Path in the folder and place of each file and link that its code could see, in order; hidden ones are none."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not _is_beside(inside) and (path.is_symlink() or path.is_file()):
            yield inside.as_posix(), path


def _is_beside(inside: PurePath) -> bool:
    return inside.name.endswith(BACKUPS) or any(
        part in BESIDE or part.startswith(".") for part in inside.parts
    )


Json = dict[str, JsonValue]
Evaluates = Callable[[Json, str], Json]


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
