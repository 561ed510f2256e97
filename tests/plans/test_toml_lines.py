"""Where in a TOML text what is wrong with it stands."""

import tomllib

from plans.model_settings import DEEPEST, is_too_deep, line_in, toml_lines

TEXT = '''\
model = "m"
["endpoints".'a.b'] # [not.this]
protocols = [
  "chat",
  "morse",
]
prices."some = model" = { input = 1, output = -1 }

  [ budget . turn ]
note = """
cost = 1
"""
[[lists]]
[budget.run]
'''


def test_tables_keys_and_what_lies_within_a_line_have_their_lines() -> None:
    tomllib.loads(TEXT)
    lines = toml_lines(TEXT)
    assert [
        line_in(lines, location)
        for location in (
            ("model",),
            ("endpoints", "a.b"),
            ("endpoints", "a.b", "protocols", 1),
            ("endpoints", "a.b", "prices", "some = model"),
            ("endpoints", "a.b", "prices", "some = model", "output"),
            ("budget", "turn", "note"),
            ("lists", 0),
            ("budget", "run"),
        )
    ] == [1, 2, 3, 7, 7, 10, 13, 14]


def test_what_is_missing_has_the_line_of_the_table_that_it_is_missing_in() -> None:
    lines = toml_lines(TEXT)
    assert line_in(lines, ("endpoints", "a.b", "url")) == 2
    assert line_in(lines, ("budget", "run", "cost", "more")) == 14
    assert line_in(lines, ("nowhere",)) is None


def test_a_key_of_any_number_of_parts_is_sound_and_too_deep_to_be_read() -> None:
    """It was gone down one call for each part, until Python gave up."""
    assert not is_too_deep(tomllib.loads(TEXT))
    assert not is_too_deep(tomllib.loads(f"{'.'.join('a' * DEEPEST)} = 1"))
    assert is_too_deep(tomllib.loads(f"{'.'.join('a' * 5000)} = 1"))
