"""Families of instances: which code stands behind their names."""

from collections.abc import Generator
from contextlib import contextmanager

from pipeline.instances.built_in import open_built_in
from plans.contracts.instances import InstanceFamily
from plans.instance_families import family_code, package_of


@contextmanager
def open_family(name: str, jobs: int = 1) -> Generator[InstanceFamily]:
    """A family of instances at work, in so many processes; AuthorError names the families there are."""
    family_code(name)
    with open_built_in(package_of(name), jobs) as family:
        yield family
