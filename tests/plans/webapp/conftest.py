"""The shipped catalog and its author, read once."""

import pytest

from plans.records.plan import Plan
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.generator import CatalogAuthor


@pytest.fixture(scope="session")
def library() -> Library:
    return shipped_library()


@pytest.fixture(scope="session")
def author(library: Library) -> CatalogAuthor:
    return CatalogAuthor(library)


@pytest.fixture(scope="session")
def plan(author: CatalogAuthor) -> Plan:
    return author.plan()
