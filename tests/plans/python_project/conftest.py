"""The shipped catalog, read once."""

import pytest

from plans.python_project.catalog.library import Library, shipped_library


@pytest.fixture(scope="session")
def library() -> Library:
    return shipped_library()
