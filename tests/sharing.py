"""What the tests of a module have in common: to start a browser costs more than most of them do."""

from collections.abc import Iterable
from pathlib import Path

import pytest
import pytest_asyncio


def share_loops(items: Iterable[pytest.Item], folder: Path) -> None:
    """Give the tests of each module that lies in `folder` one loop, in which fixtures of the module's can live."""
    for item in items:
        if item.path.parent == folder and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)
