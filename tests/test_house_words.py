"""English words by which pages, seeds and notes are read stand in data files, where people find them and add to them.

"What finds things" had come to stand in five lists of four contents, each beside the code that needed it.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from plans.webapp.catalog.library import shipped_library
from tests.test_house import ROOT

pytestmark = pytest.mark.slow

READERS = (
    "agents/browser",
    "agents/judging",
    "plans/catalog/matching.py",
    "plans/catalog/notes.py",
    "plans/catalog/seed_reader.py",
    "plans/python_project/generator.py",
    "plans/webapp/generator.py",
)
HOMES = (
    "agents/browser/grounding/lexicon.yaml",
    "agents/judging/commands/adapting/words.yaml",
    "agents/judging/commands/words.yaml",
    "plans/catalog/reading_words.yaml",
    "plans/python_project/catalog/lexicon.yaml",
)
FEWEST = 2
"""Words of a literal from which it is a list of them."""
OF_MARKUP = """
    aria alt article banner body button canvas caption cell checkbox columnheader combobox contentinfo decimal
    dialog email feed figure file form generic grid gridcell group head header html image img input label labelledby
    legend link listbox listitem log main menu menubar menuitem meter month navigation none numeric option paragraph
    placeholder presentation progressbar radio radiogroup range readonly region row rowgroup rowheader search
    searchbox section select slider spinbutton status svg tab table tablist tabpanel textarea textbox time title
    tree treeitem value week date datetime-local color
    max min step maxlength
    checked current disabled expanded focused invalid pressed required selected
    about blob data http https javascript wss
"""
MARKUP = frozenset(OF_MARKUP.split())
"""Roles, states, elements, attributes and types of HTML and ARIA, and schemes of addresses: what markup is written in,
in any language. A literal may list these; our own names, which some `Literal` declares, too."""
CUTS = frozenset({"startswith", "endswith", "removeprefix", "removesuffix"})
"""Methods that are asked for beginnings and endings, which are no words."""
TAKES_WORDS = frozenset({"split", "split_words", "stems", "content"})
"""What makes a list of words of a string."""
EXEMPT = {
    "agents/judging/commands/testing/counting.py": "programs, options and output of pytest and unittest",
    "agents/judging/commands/running.py": "names in JUnit's form",
    "agents/judging/commands/responses.py": "commands of a shell, and what interpreters of Python say",
    "agents/judging/commands/working_copies.py": "modules of Python",
    "agents/browser/accessibility.py": "rules of axe-core, and events of a pointer",
    "agents/browser/page.py": "signs of work, by their names in javascript/observe.js",
    "plans/made_up.py": "syllables of made-up words",
    "agents/browser/visits.py": "switches of a browser",
}


def words_of(text: str) -> set[str]:
    """Lower-case words of three letters and more; of a pattern without its escapes, groups and classes."""
    plain = re.sub(r"\\.|\(\?[a-zA-Z]+[):]|\(\?P<\w+>|\[[^\]]*\]", " ", text)
    return set(re.findall(r"(?<![\w-])[a-z]{3,}(?:-[a-z]+)*(?![\w-])", plain))


def texts(nodes: list[ast.expr]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def lists(tree: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """Line and words of each literal that may be a list of words, our own names left out."""
    left_out = {
        id(inner)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal")
        or (isinstance(node, ast.Call) and called(node) in CUTS)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            # A sentence is prose for people, and a dotted name a module.
            single = (text for text in texts(node.elts) if not {" ", "."} & set(text.strip()))
            yield node.lineno, {word for text in single for word in words_of(text)}
        elif isinstance(node, ast.Call) and called(node) in TAKES_WORDS:
            owner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            yield node.lineno, {word for text in texts([*owner, *node.args]) for word in words_of(text)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            strings = [
                inner for part in node.args[:1] for inner in ast.walk(part) if isinstance(inner, ast.expr)
            ]
            yield node.lineno, {word for text in texts(strings) for word in words_of(text)}


def modules(place: str) -> list[Path]:
    """A module, or those of a folder."""
    path = ROOT / place
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def own_names() -> set[str]:
    """What some `Literal` of the records or of a reader declares, their fields, and ids of features."""
    nodes = [
        node
        for folder in ("plans/records", *READERS)
        for path in modules(folder)
        for node in ast.walk(ast.parse(path.read_text()))
    ]
    declared = {
        text
        for node in nodes
        if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal"
        for text in texts([inner for inner in ast.walk(node.slice) if isinstance(inner, ast.expr)])
    }
    fields = {
        node.target.id
        for node in nodes
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return declared | fields | set(shipped_library().features)


def strays(tree: ast.Module, known: set[str]) -> list[tuple[int, list[str]]]:
    return [(line, sorted(words - known)) for line, words in lists(tree) if len(words - known) >= FEWEST]


def test_no_list_of_english_words_stands_in_code() -> None:
    known = own_names() | MARKUP
    found = [
        f"{path.relative_to(ROOT)}:{line} {', '.join(words)}"
        for folder in READERS
        for path in modules(folder)
        if str(path.relative_to(ROOT)) not in EXEMPT
        for line, words in strays(ast.parse(path.read_text()), known)
    ]
    assert found == [], f"add them to {' or '.join(HOMES)}"


@pytest.mark.parametrize(
    "code",
    [
        '_FINDS = frozenset({"find", "filter"})',
        '_OUT = ("leave", "throw")',
        '_OUT = ["leave", "throw"]',
        'x = re.compile(r"(?i)\\b(?:imported|uploaded)\\b")',
        'x = re.search("kept|left", said)',
        '_TURNS = frozenset(stems("flip reverse"))',
        '_TURNS = "flip reverse".split()',
    ],
)
def test_a_list_of_english_words_would_be_noticed(code: str) -> None:
    assert strays(ast.parse(code), {"item"} | MARKUP)


@pytest.mark.parametrize(
    "code",
    [
        'is_row = role in ("item", "row")',
        'x = re.compile(r"(?P<number>\\d+)(?i:[a-z]+)")',
        'is_past = word.endswith(("ied", "hed"))',
        'Way = Literal["rising", "falling"]',
        'told = ("nothing like it on the page", "it went away")',
    ],
)
def test_what_is_no_list_of_words_is_let_be(code: str) -> None:
    assert strays(ast.parse(code), {"item"} | MARKUP) == []


@pytest.mark.parametrize("home", HOMES)
def test_no_word_stands_twice_in_a_list(home: str) -> None:
    assert [f"{place}: {word}" for place, words in word_lists(home) for word in sorted(doubled(words))] == []


def word_lists(home: str) -> Iterator[tuple[str, list[Any]]]:
    parts: list[tuple[str, Any]] = list(yaml.safe_load((ROOT / home).read_text()).items())
    for place, part in parts:
        if isinstance(part, dict):
            inner = cast("dict[str, Any]", part)
            parts.extend((f"{place}.{name}", words) for name, words in inner.items())
        elif isinstance(part, list):
            yield place, part


def doubled(words: list[Any]) -> set[str]:
    return {word for word, times in Counter(map(str, words)).items() if times > 1}
