"""The shipped catalog and its author, read once."""

import pytest

from plans.records.plan import Plan
from plans.webapp.catalog.library import WebCatalog, shipped_library
from plans.webapp.generator import WebAppAuthor


@pytest.fixture(scope="session")
def library() -> WebCatalog:
    return shipped_library()


@pytest.fixture(scope="session")
def author(library: WebCatalog) -> WebAppAuthor:
    return WebAppAuthor(library)


@pytest.fixture(scope="session")
def plan(author: WebAppAuthor) -> Plan:
    return author.plan()
