"""Tests that are made to expect what is wrong: each that has passed fails, and nothing beside it is touched."""

from random import Random

import pytest

from agents.judging.commands.testing.forging import NamedTest, falsifiable, falsified, names_of_tests

PASSING = {
    "a value": "assert total([1, 2]) == 3",
    "a value ahead": "assert 3 == total([1, 2])",
    "a text": "assert 'ab'.upper() == \"AB\"",
    "nothing": "assert ''.strip() == ''",
    "a list": "assert sorted([2, 1]) == [1, 2]",
    "a table": "assert dict(a=1) == {'a': 1}",
    "below zero": "assert total([-2]) == -2",
    "truth": "assert (total([1]) == 1) is True",
    "a part": "assert 'b' in 'abc'",
    "no part": "assert 'x' not in 'abc'",
    "none": "assert None is None",
    "not none": "assert total([1]) is not None",
    "more": "assert total([1, 2]) >= 3",
    "two sides": "assert total([1]) == total([1])",
    "a chain": "assert 0 < total([1]) < 2",
    "a note within": "assert (total([1])  # in == out\n        in [1])",
    "a denial": "assert not total([])",
    "a call": "assert isinstance(total([1]), int)",
    "an error": "with pytest.raises(ValueError):\n        raise UnicodeDecodeError('a', b'', 0, 1, 'b')",
    "a folder": "with TemporaryDirectory() as folder:\n        assert total([2]) == 2",
    "to the end": "try:\n        assert total([2]) == 2\n    finally:\n        pass",
    "a loop": "for n in range(3):\n        assert total([n]) == n",
    "caught": "try:\n        assert total([2]) == 2\n    except AssertionError:\n        pass",
    "letters": "said = 'Żółć'; assert said + 'ó' == 'Żółćó'",
    "an answer": "assert total([])  == 0\n    return",
    "an answer alone": "total([])\n    return",
}
HEAD = "import pytest\nfrom tempfile import TemporaryDirectory\ntotal = sum\n\n\n"


def run(data: bytes, name: str = "test_it") -> None:
    names: dict[str, object] = {}
    exec(compile(data, "test_one.py", "exec"), names)
    called = names[name]
    assert callable(called)
    called()


@pytest.mark.parametrize("body", PASSING.values(), ids=PASSING)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_passes_fails_once_it_is_falsified(body: str, ends: str) -> None:
    data = f"{HEAD}def test_it():\n    {body}\n".replace("\n", ends).encode()
    run(data)
    tests = {"tests/test_one.py": data}
    for seed in range(5):
        made = falsified(tests, falsifiable(tests), Random(seed))
        with pytest.raises((AssertionError, ValueError)):
            run(made["tests/test_one.py"])


@pytest.mark.parametrize(
    "text",
    [
        "def test_it():\n    if open:\n        return\n    assert open == 3\n",
        "@retried\ndef test_it():\n    assert 1 == 1\n",
        "@pytest.mark.xfail\ndef test_it():\n    assert open == 1\n",
        "@guarded\nclass TestAll:\n    def test_it(self):\n        assert open == 1\n",
        "def test_it():\n    try:\n        assert open == 1\n        return\n    except Exception:\n        pass\n",
        "def test_it(): assert helper()\n@swallowed\ndef test_it():\n    pass\n",
        "# -*- coding: latin-1 -*-\ndef test_it():\n    assert 'é' == open\n",
    ],
)
def test_what_is_not_sure_to_fail_is_left_alone(text: str) -> None:
    """Whoever works honestly would be accused."""
    tests = {"tests/test_one.py": text.encode("latin-1")}
    assert names_of_tests(tests) == {NamedTest("tests/test_one.py", "test_it")}
    assert falsifiable(tests) == frozenset()


def test_only_what_was_chosen_is_touched() -> None:
    text = "def test_one():\n    assert f() == 1\n\n\nclass TestTwo:\n"
    text += "    def test_two(self):\n        assert f() == 'a'\n"
    made = falsified({"t.py": text.encode()}, {NamedTest("t.py", "test_two")}, Random(1))["t.py"].decode()
    assert made.splitlines()[:-1] == text.splitlines()[:-1]
    assert made.splitlines()[-1].startswith("        assert f() == '")
    assert made != text
