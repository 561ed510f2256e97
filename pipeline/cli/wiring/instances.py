"""Families of instances: which code stands behind their names, and who answers what it cannot tell."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.authoring.verification.asking.asker import ModelAsker
from agents.families.sandboxed import open_elsewhere
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.suggesting import meant
from pipeline.instances.built_in import open_built_in
from plans.contracts.instances import Asker, InstanceFamily
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.families import FAMILIES
from plans.instance_families import instance_families, is_family_folder, package_of


@asynccontextmanager
async def open_family(
    name: str, jobs: int = 1, families: Path | None = None
) -> AsyncGenerator[InstanceFamily]:
    """A family of instances at work: a built-in one in so many processes, one from the folder `families` in one process
    of a sandbox, always.

    AuthorError names the families there are, and refuses one from elsewhere that has the name of a built-in one.
    """
    if families is not None and (families / name).is_dir():
        refuse_built_in_name(name)
        async with open_elsewhere(families / name, make_sandbox(USUAL)) as elsewhere:
            yield elsewhere
        return
    if name not in instance_families():
        raise AuthorError(_unknown(name, families))
    with open_built_in(package_of(name), jobs) as built_in:
        yield built_in


def refuse_built_in_name(name: str) -> None:
    """AuthorError for a name under which nobody could tell whose code made a suite."""
    if name in (*FAMILIES, *instance_families()):
        raise AuthorError(
            f"{name!r} is a family of ours, and one from elsewhere of the same name would be taken for it. Call its "
            "folder, and `family` in its plan.yaml, otherwise."
        )


def _unknown(name: str, families: Path | None) -> str:
    ours = instance_families()
    if families is None:
        return (
            f"There is no family of instances {name!r}. Use one of: {', '.join(ours)}; one from elsewhere is found "
            f"with --families DIR, in which its folder lies.{meant(name, ours)}"
        )
    there = sorted(one.name for one in families.glob("*") if is_family_folder(one))
    return (
        f"There is no family of instances {name!r}: neither among ours ({', '.join(ours)}) nor in {families} "
        f"({', '.join(there) or 'none'}).{meant(name, (*ours, *there))}"
    )


def asker_by(model: Model | None) -> Asker | None:
    """Who is asked of instances what no program can tell; nobody without a model."""
    return None if model is None else ModelAsker(model)
