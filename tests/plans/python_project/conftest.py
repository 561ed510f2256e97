"""The shipped catalog, read once."""

import pytest

from plans.python_project.catalog.library import ProgramCatalog, shipped_library


@pytest.fixture(scope="session")
def library() -> ProgramCatalog:
    return shipped_library()
