"""What a page says as JSON, as it may be written down: pages may hold halves of a letter that no file can."""

import json
from typing import Any

from plans.wellformed import mended


def read_json(text: str) -> Any:
    """What a page's JSON says, with every text in it well formed."""
    value = json.loads(text)
    # JSON.stringify escapes surrogates only where they stand alone.
    return mended(value) if "\\ud" in text else value
