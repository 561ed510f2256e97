"""Families of instances: which code stands behind their names, and who answers what it cannot tell."""

from collections.abc import Generator
from contextlib import contextmanager

from agents.authoring.verification.asking.asker import ModelAsker
from pipeline.instances.built_in import open_built_in
from plans.contracts.instances import Asker, InstanceFamily
from plans.contracts.models import Model
from plans.instance_families import family_code, package_of


@contextmanager
def open_family(name: str, jobs: int = 1) -> Generator[InstanceFamily]:
    """A family of instances at work, in so many processes; AuthorError names the families there are."""
    family_code(name)
    with open_built_in(package_of(name), jobs) as family:
        yield family


def asker_by(model: Model | None) -> Asker | None:
    """Who is asked of instances what no program can tell; nobody without a model."""
    return None if model is None else ModelAsker(model)
