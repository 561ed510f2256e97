"""A query that a person edited says what it needs before a run asks for it."""

from pathlib import Path

import pytest
import yaml

from plans.errors import InvalidFile
from plans.files import read_record
from plans.records.specification import Query


def test_a_query_without_a_level_is_refused_when_it_is_read(tmp_path: Path) -> None:
    """A run at the level that was taken out ended in a KeyError."""
    file = tmp_path / "query.yaml"
    said = {"text": "A shop."}
    file.write_text(yaml.safe_dump({"levels": {"low": said}}))
    with pytest.raises(InvalidFile, match="missing at medium, high, and a run may ask for any level"):
        read_record(file, Query)
    file.write_text(yaml.safe_dump({"levels": {"low": said, "medium": said, "high": said}}))
    assert read_record(file, Query).levels.keys() == {"low", "medium", "high"}
