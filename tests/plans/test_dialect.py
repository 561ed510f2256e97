"""YAML as it is written reads as what it was, down to odd texts, whatever short cut is taken."""

from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from plans.dialect import dump_yaml, load_yaml

ODD = st.text(" \n\t\r:-#|>'\"%&*!?{}[]~1aéyn\u2028", max_size=12)
TEXT = st.text(st.characters(blacklist_categories=("Cs",))) | ODD
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=8
)


@given(VALUES)
def test_what_is_written_reads_as_what_it_was(value: Any) -> None:
    assert load_yaml(dump_yaml({"value": value})) == {"value": value}


@given(st.dictionaries(ODD, LEAVES, max_size=4))
def test_short_cuts_write_what_the_library_writes(value: Any) -> None:
    """Texts of one line, as the library itself puts them."""
    flat = {
        key.replace("\n", " "): one.replace("\n", " ") if isinstance(one, str) else one
        for key, one in value.items()
    }
    assert dump_yaml(flat) == yaml.dump(
        flat, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=110
    )
