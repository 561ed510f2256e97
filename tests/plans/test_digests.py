"""A digest of code follows imports and counts what the code does, not how it is worded."""

import ast
import sys
from pathlib import Path

import pytest

from plans.digests import closure_digest, closure_sources, files_digest, forget_parsed_files, tree_digest

FILES = {
    "toyhouse/__init__.py": "",
    "toyhouse/judge.py": "from toyhouse.hands import press\nfrom toyhouse import errors as faults\nimport json\n",
    "toyhouse/errors.py": "TABLE = {}\n",
    "toyhouse/hands/__init__.py": "from .words import FOUND\n",
    "toyhouse/hands/press.py": "def press():\n    import toyhouse.late\n",
    "toyhouse/hands/words.py": "FOUND = 1\n",
    "toyhouse/hands/words.yaml": "finds: [search]\n",
    "toyhouse/hands/scripts/look.js": "look()\n",
    "toyhouse/hands/notes.md": "Words for people.\n",
    "toyhouse/late.py": "",
    "toyhouse/boxes/__init__.py": "",
    "toyhouse/boxes/crane.py": "",
    "toyhouse/boxes/crane.yaml": "",
    "toyhouse/other.py": "",
    "toyhouse/yard/plain/tools.py": "import toyhouse.late",
}
REACHED = {
    "toyhouse/__init__.py",
    "toyhouse/judge.py",
    "toyhouse/errors.py",
    "toyhouse/hands/__init__.py",
    "toyhouse/hands/press.py",
    "toyhouse/hands/words.py",
    "toyhouse/hands/words.yaml",
    "toyhouse/hands/scripts/look.js",
    "toyhouse/late.py",
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code in which one judge uses some files, and boxes are made by name."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "toyhouse", raising=False)
    return tmp_path


def test_what_is_imported_is_in_it_and_nothing_else(house: Path) -> None:
    """Imports of a package, of a name in one, relative ones, those in a function; data beside what is reached."""
    assert set(closure_sources(["toyhouse.judge"])) == REACHED


@pytest.mark.parametrize("name", sorted(FILES))
def test_an_edit_changes_it_where_the_file_is_reached_and_there_alone(house: Path, name: str) -> None:
    before = files_digest(dict(closure_sources(["toyhouse.judge"])))
    with (house / name).open("a") as file:
        file.write("ADDED = 1\n")
    forget_parsed_files()
    after = files_digest(dict(closure_sources(["toyhouse.judge"])))
    assert (after != before) == (name in REACHED)


@pytest.mark.parametrize(
    ("source", "equivalent"),
    [
        ("X = 1\n", "# why\nX = (\n    1\n)  # danger\n"),
        ("X = 1\n", '"""What this module is."""\nX = 1\n"""What X is."""\n'),
        ("def f():\n    return 1\n", 'def f():\n    """One."""\n    return 1\n'),
        ("class A:\n    x = 1\n", 'class A:\n    """An A."""\n\n    x = 1\n    """Its x."""\n'),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(source: str, equivalent: str) -> None:
    assert tree_digest(ast.parse(source)) == tree_digest(ast.parse(equivalent))


@pytest.mark.parametrize(
    ("source", "other"),
    [
        ("X = 1\n", "X = 1.0\n"),
        ("X = 1\n", "X = '1'\n"),
        ("X = ')'\n", "X = ''\n"),
        ("f(a, b)\n", "f(a)(b)\n"),
        ("def f(a, /): pass\n", "def f(a): pass\n"),
        ("x = 'a', 'b'\n", "x = ['a', 'b']\n"),
        ("if a:\n    b\nc\n", "if a:\n    b\n    c\n"),
        ("print('text')\n", "print('other')\n"),
    ],
)
def test_whatever_a_program_does_counts(source: str, other: str) -> None:
    assert tree_digest(ast.parse(source)) != tree_digest(ast.parse(other))


def test_what_is_made_by_name_has_to_be_given(house: Path) -> None:
    assert "toyhouse/boxes/crane.py" in closure_sources(["toyhouse.judge", "toyhouse.boxes.crane"])


def test_a_folder_need_not_be_a_package_to_hold_a_module(house: Path) -> None:
    assert set(closure_sources(["toyhouse.yard.plain.tools"])) == {
        "toyhouse/__init__.py",
        "toyhouse/late.py",
        "toyhouse/yard/plain/tools.py",
    }


def test_a_module_that_is_not_there_is_no_empty_digest(house: Path) -> None:
    for name in ("toyhouse.nobody", "nowhere.at.all"):
        with pytest.raises(ModuleNotFoundError, match=name):
            closure_digest([name])


def test_it_does_not_depend_on_the_order() -> None:
    one, other = "plans.digests", "plans.scratch"
    assert closure_digest([one, other]) == closure_digest([other, one]) != closure_digest([one])
