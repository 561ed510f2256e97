"""How much the demo in a folder shows, as the demo notes it there."""

from pipeline.cli.demo import MARKER, Extent
from plans.files import read_text
from plans.paths import RunPaths


def read_extent(paths: RunPaths) -> Extent | None:
    """None where no demo was begun, or by a version that did not say."""
    marker = paths.root / MARKER
    noted = read_text(marker).splitlines()[1:] if marker.is_file() else []
    return Extent.model_validate_json(noted[0]) if noted else None
