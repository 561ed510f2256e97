"""The sample data of a static web app, found in its scripts by a parser and written anew.

Only what is plainly sample data is touched: lists of three or more objects with the same fields, as they stand in
scripts and in JSON between tags. What anything else speaks of stays: the specification, the criteria, other code. So
data in markup, or built by calls, is not found, and nothing is guessed. Whether the app still works is for a judge.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from random import Random
from typing import ClassVar, NamedTuple

import tree_sitter_javascript
from pydantic import Field
from tree_sitter import Language, Node, Parser

from plans.files import parse_record, read_text
from plans.records.base import FileRecord
from plans.records.project import Files, Rewriting

FILE = Path(__file__).with_name("sample_data.yaml")
LEAST_ENTRIES = 3
"""Objects of a list; fewer are as likely settings."""
_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_a-zß-öø-ÿ][^\W_]*(?:[ \-'’&,.:]+[^\W_]+)*[.!?]?")
"""Words, the first with a capital, and not more than a line of them."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MOST_WORDS = 6
"""Of a name; more of them are a description."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T.*)?")
_CURRENCY = re.compile(r"([$£€¥₹])[ \u00a0]?$")
_BEHIND = re.compile(r"^[ \u00a0]?([£€¥₹$])(?!\{)")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PULLED = 0.1
"""Share of its distance to the mean by which an amount is moved: so it stays within what was there."""
_CODE = ("arrow_function", "function_expression", "method_definition", "class")
"""What no sample data have in them; lists of settings and of choices may."""
_TAKES_APART = frozenset({"replace", "replaceAll", "split", "startsWith", "indexOf", "slice", "substring"})


class _Words(FileRecord):
    """`sample_data.yaml`."""

    SCHEMA: ClassVar[str] = "sample-data-words"

    words: tuple[str, ...] = Field(min_length=100)
    """What names are made of anew."""
    small_words: frozenset[str]
    """Words of names that stay, but at the beginning of one."""
    calendar: frozenset[str]
    """Names of days and months, which are no names of entries."""
    numbers: tuple[str, ...]
    """Numbers in words, from 0 on."""
    price_fields: frozenset[str]
    """Words in names of fields that hold amounts of money."""
    id_fields: frozenset[str]
    """Names of fields by which entries are told apart."""
    choice_fields: frozenset[str]
    """Names of fields that the choices and links of an interface have; a list that has no other is left alone."""


@cache
def _words() -> _Words:
    return parse_record(read_text(FILE), _Words, FILE)


@cache
def _language() -> Language:
    return Language(tree_sitter_javascript.language())


class ByteEdit(NamedTuple):
    """A change of a file, by places in its bytes as they were."""

    path: str
    start: int
    end: int
    text: str


Rewritings = Mapping[Rewriting, Sequence[ByteEdit]]
"""Only kinds for which something was found."""


def rewritten(files: Files, edits: Collection[ByteEdit]) -> Files:
    """The files that the edits change, as they then are; edits at one place are made in their order."""
    changed: Files = {}
    for path in sorted({edit.path for edit in edits}):
        data, made = files[path].encode(), bytearray()
        done = 0
        for edit in sorted((one for one in edits if one.path == path), key=lambda one: (one.start, one.end)):
            made += data[done : edit.start] + edit.text.encode()
            done = max(done, edit.end)
        changed[path] = (made + data[done:]).decode()
    return changed


def rewritings(files: Files, stated: str, random_seed: int) -> Rewritings:
    """What can be rewritten; the same arguments give the same.

    `stated`: every word of specification and request, and names of controls. Nothing that stands in it is rewritten,
    and where it says how amounts or dates are to be written, that stays.
    """
    app = _App(files)
    names = _Names(app, stated, Random(random_seed))
    found: dict[Rewriting, Sequence[ByteEdit]] = {
        "names": names.edits,
        "prices": list(_prices(app, stated)),
        "decimals": [] if re.search(r"decimal|\bcents?\b", stated, re.IGNORECASE) else list(_decimals(app)),
        "currency": list(_currency(app)),
        "dates": [] if re.search(r"YYYY|ISO 8601|\bdate format", stated) else list(_dates(app)),
        "entries": list(_entries(app, stated, names)),
    }
    return {kind: edits for kind, edits in found.items() if edits}


def sample_literals(files: Files) -> list[str]:
    """The lists of sample data as they stand in the files."""
    return [_text(one.node) for one in _App(files).collections]


def is_sound(files: Files) -> bool:
    """Whether all scripts can be parsed."""
    return not any(script.root.has_error for script in _scripts(files))


@dataclass(frozen=True)
class _Script:
    """A script, by itself or between tags."""

    path: str
    shift: int
    """What is to be added to a place in the tree to come to the place in the file."""
    root: Node

    def edit(self, start: int, end: int, text: str) -> ByteEdit:
        return ByteEdit(self.path, start + self.shift, end + self.shift, text)


class _Entry(NamedTuple):
    node: Node
    fields: dict[str, Node]


@dataclass(frozen=True)
class _Collection:
    script: _Script
    node: Node
    entries: list[_Entry]

    @property
    def place(self) -> tuple[str, int]:
        return self.script.path, self.node.start_byte + self.script.shift

    @cached_property
    def keys(self) -> list[str]:
        """Fields that every entry has."""
        return [key for key in self.entries[0].fields if all(key in one.fields for one in self.entries)]

    def values(self, key: str, of: Callable[[Node], str | None]) -> list[str]:
        """Of all entries; fewer where some have none of the kind."""
        return [value for one in self.entries if (value := of(one.fields[key])) is not None]

    def numbers(self, key: str) -> list[float]:
        return [float(value) for value in self.values(key, _number_of)]


class _App:
    """An app's files, and the lists of sample data in them."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.scripts = [script for script in _scripts(files) if not script.root.has_error]
        self.collections = [one for script in self.scripts for one in _collections(script)]

    @cached_property
    def data_strings(self) -> list[tuple[_Script, Node]]:
        """Every plain string within the sample data, once."""
        found: dict[tuple[str, int], tuple[_Script, Node]] = {}
        for one in self.collections:
            for node in _of_type(one.node, "string"):
                if _string_of(node) is not None:
                    found.setdefault(
                        (one.script.path, node.start_byte + one.script.shift), (one.script, node)
                    )
        return list(found.values())

    @cached_property
    def rest(self) -> str:
        """All that stands in the files beside the strings of the sample data, in lower case."""
        blanks = [
            ByteEdit(script.path, node.start_byte + script.shift, node.end_byte + script.shift, '""')
            for script, node in self.data_strings
        ]
        return "\n".join({**self.files, **rewritten(self.files, blanks)}.values()).casefold()


def _scripts(files: Files) -> Iterator[_Script]:
    parser = Parser(_language())
    for path, text in sorted(files.items()):
        suffix = PurePosixPath(path).suffix
        if suffix in (".js", ".mjs"):
            yield _Script(path, 0, parser.parse(text.encode()).root_node)
        elif suffix == ".html":
            for found in _SCRIPT.finditer(text):
                shift, source = len(text[: found.start(2)].encode()), found[2]
                if "json" in found[1]:
                    # A brace at the beginning of a script opens a block.
                    shift, source = shift - 1, f"({source})"
                yield _Script(path, shift, parser.parse(source.encode()).root_node)


def _collections(script: _Script) -> Iterator[_Collection]:
    for node in _of_type(script.root, "array"):
        parts = [part for part in node.named_children if part.type != "comment"]
        if len(parts) < LEAST_ENTRIES or any(part.type != "object" for part in parts):
            continue
        found = _Collection(script, node, [_Entry(part, _fields(part)) for part in parts])
        is_choice = len(found.keys) < 2 or _words().choice_fields.issuperset(found.keys)
        if not is_choice and not _of_type(node, _CODE):
            yield found


def _fields(entry: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for pair in entry.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            found[_text(key).strip("\"'")] = value
    return found


@dataclass
class _Names:
    """Names of entries, each word of which is replaced by another, everywhere by the same.

    What other code or other texts of the app speak of as well stays, and the rest of its list is renamed.
    """

    app: _App
    stated: str
    rng: Random
    edits: list[ByteEdit] = field(default_factory=list[ByteEdit])
    titles: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    """Place of a list → the field that holds the names of its entries."""

    def __post_init__(self) -> None:
        fixed = self.stated.casefold()
        everything = "\n".join((fixed, *self.app.files.values())).casefold()
        self._free = [word for word in _words().words if word not in everything]
        self.rng.shuffle(self._free)
        self._instead: dict[str, str] = {}
        renamed: dict[str, str] = {}
        for one in self.app.collections:
            for key in one.keys:
                values = one.values(key, _string_of)
                if len(set(values)) < len(one.entries) or not all(map(_is_name, values)):
                    continue
                if any(value.casefold() in fixed for value in values):
                    continue
                free = [value for value in values if value.casefold() not in self.app.rest]
                made = {value: new for value in free if (new := self.renamed(value)) is not None}
                if len(made) * 2 > len(values) and len(set(made.values())) == len(made):
                    renamed |= made
                    self.titles.setdefault(one.place, key)
        for script, node in self.app.data_strings:
            if (new := renamed.get(_string_of(node) or "")) is not None:
                self.edits.append(script.edit(node.start_byte + 1, node.end_byte - 1, new))

    def renamed(self, name: str) -> str | None:
        """None where no word is left, or none of the name's may be replaced."""
        missing = False

        def other(found: re.Match[str]) -> str:
            nonlocal missing
            word = found[0]
            key = word.casefold()
            if key in _words().small_words and found.start() > 0:
                return word
            if key not in self._instead:
                if not self._free:
                    missing = True
                    return word
                self._instead[key] = self._free.pop()
            new = self._instead[key]
            return new.capitalize() if word[0].isupper() else new

        made = _WORD.sub(other, name)
        return None if missing or made == name else made

    def fresh(self) -> str | None:
        """A name that no entry has."""
        if len(self._free) < 2:
            return None
        return f"{self._free.pop().capitalize()} {self._free.pop()}"


def _is_name(value: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(value)]
    is_text = len(words) <= _MOST_WORDS and _NAME.fullmatch(value) is not None
    return is_text and any(word not in _words().calendar for word in words)


def _prices(app: _App, stated: str) -> Iterator[ByteEdit]:
    """Amounts moved a little towards their mean: whole ones get decimals, others lose theirs.

    Their order stays, and no number that is stated comes to lie on another side of one. Where they are shown rounded,
    they stay whole.
    """
    limits = {float(one) for one in re.findall(r"\d+(?:\.\d+)?", stated)}
    rounds = any(
        word in app.rest for word in ("math.round", "tofixed(0)", "tofixed()", "math.floor", "math.ceil")
    )
    rounds = rounds or re.search(r"maximumfractiondigits\s*:\s*0", app.rest) is not None
    shows_cents = "tofixed(2)" in app.rest or re.search(r"style\s*:\s*[\"']currency", app.rest) is not None
    for one in app.collections:
        for key in one.keys:
            if not any(word.casefold() in _words().price_fields for word in _CAMEL.findall(key)):
                continue
            before = one.numbers(key)
            if len(before) < len(one.entries):
                continue
            mean = sum(before) / len(before)
            are_whole = all(number == int(number) for number in before)
            gets_decimals = are_whole and shows_cents and not rounds
            made = {number: _moved(number, mean, gets_decimals) for number in before}
            in_order = sorted(made)
            keeps = len(set(made.values())) == len(made) and [made[n] for n in in_order] == sorted(
                made.values()
            )
            if not keeps:
                continue
            for entry, number in zip(one.entries, before, strict=True):
                new = made[number]
                if new == number or any(min(new, number) <= limit <= max(new, number) for limit in limits):
                    continue
                node = entry.fields[key]
                yield one.script.edit(
                    node.start_byte, node.end_byte, f"{new:.2f}" if gets_decimals else f"{new:.0f}"
                )


def _moved(number: float, mean: float, gets_decimals: bool) -> float:
    moved = number + (mean - number) * _PULLED
    if gets_decimals:
        return int(moved) + 0.25 if moved > number else max(int(moved) - 0.25, 0.75)
    return float(round(moved))


def _decimals(app: _App) -> Iterator[ByteEdit]:
    """Whole amounts lose the decimals that they are shown with; where none are shown, all amounts get two."""
    fixed = [(s, n) for s in app.scripts for n in _of_type(s.root, "call_expression") if _is_fixed(n)]
    for script, node in fixed:
        yield script.edit(node.end_byte, node.end_byte, '.replace(/\\.00$/, "")')
    options = [
        (script, node)
        for script in app.scripts
        for node in _of_type(script.root, "object")
        if "currency" in _texts_of(node).get("style", "")
    ]
    for script, node in options:
        yield script.edit(node.start_byte + 1, node.start_byte + 1, 'trailingZeroDisplay: "stripIfInteger", ')
    if fixed or options or "tolocalestring" in app.rest or "math." in app.rest:
        return
    for script, value in _signed(app):
        if value.type in ("identifier", "member_expression"):
            text = _text(value)
            shown = f'(typeof {text} === "number" ? {text}.toFixed(2) : {text})'
            yield script.edit(value.start_byte, value.end_byte, shown)


def _is_fixed(node: Node) -> bool:
    called, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    named = called.child_by_field_name("property") if called is not None else None
    return named is not None and _text(named) == "toFixed" and given is not None and _text(given) == "(2)"


def _signed(app: _App) -> Iterator[tuple[_Script, Node]]:
    """What stands behind the sign of a currency in templates."""
    for script in app.scripts:
        for template in _of_type(script.root, "template_string"):
            for before, node in _neighbours(template):
                if before is not None and _CURRENCY.search(before) and node.named_children:
                    yield script, node.named_children[0]


def _currency(app: _App) -> Iterator[ByteEdit]:
    """The sign of the currency behind the amount where it stood before it, and before it where it stood behind.

    Nothing is changed where a script takes texts apart by the sign.
    """
    if any(_takes_signs_apart(script) for script in app.scripts):
        return
    for script in app.scripts:
        for template in _of_type(script.root, "template_string"):
            data = script.root.text or b""
            for before, node in _neighbours(template):
                behind = data[node.end_byte : template.end_byte - 1].decode()
                if before is not None and (sign := _CURRENCY.search(before)):
                    start = node.start_byte - len(sign[0].encode())
                    if behind.startswith("{"):
                        continue
                    yield script.edit(start, node.start_byte, "")
                    yield script.edit(node.end_byte, node.end_byte, f" {sign[1]}")
                elif sign := _BEHIND.match(behind):
                    yield script.edit(node.start_byte, node.start_byte, "\\$" if sign[1] == "$" else sign[1])
                    yield script.edit(node.end_byte, node.end_byte + len(sign[0].encode()), "")
        for sum_ in _of_type(script.root, "binary_expression"):
            left, right = sum_.child_by_field_name("left"), sum_.child_by_field_name("right")
            operator = sum_.child_by_field_name("operator")
            if left is None or right is None or operator is None or _text(operator) != "+":
                continue
            if left.type == "binary_expression":
                left = left.child_by_field_name("right") or left
            if left.type == "string" and (sign := _CURRENCY.search(_string_of(left) or "")):
                start = left.end_byte - 1 - len(sign[0].encode())
                yield script.edit(start, left.end_byte - 1, "")
                yield script.edit(right.start_byte, right.start_byte, "(")
                yield script.edit(right.end_byte, right.end_byte, f' + " {sign[1]}")')


def _neighbours(template: Node) -> Iterator[tuple[str | None, Node]]:
    """Each substitution of a template with the text right before it; None where another one is."""
    data, start = template.text or b"", template.start_byte
    last = start + 1
    for node in template.named_children:
        if node.type == "template_substitution":
            before = data[last - start : node.start_byte - start].decode()
            yield (before or None), node
            last = node.end_byte


def _takes_signs_apart(script: _Script) -> bool:
    if any(
        re.search(r"[$£€¥₹]", _text(node).rstrip("$/")) for node in _of_type(script.root, "regex_pattern")
    ):
        return True
    for call in _of_type(script.root, "call_expression"):
        called, given = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        named = called.child_by_field_name("property") if called is not None else None
        if named is None or given is None or _text(named) not in _TAKES_APART:
            continue
        if any(re.search(r"[$£€¥₹]", _text(one)) for one in _of_type(given, "string")):
            return True
    return False


def _dates(app: _App) -> Iterator[ByteEdit]:
    """Dates that are written in the words of a locale: months long or short, and the order of day and month."""
    for script in app.scripts:
        for call in _of_type(script.root, ("call_expression", "new_expression")):
            called = call.child_by_field_name("function") or call.child_by_field_name("constructor")
            given = call.child_by_field_name("arguments")
            if called is None or given is None:
                continue
            if not _text(called).endswith(("toLocaleDateString", "DateTimeFormat")):
                continue
            parts = given.named_children
            if not parts:
                shown = '("en-GB", { day: "numeric", month: "short", year: "numeric" })'
                yield script.edit(given.start_byte, given.end_byte, shown)
            elif len(parts) == 2 and parts[1].type == "object":
                month = _texts_of(parts[1]).get("month", "").strip("\"'")
                if month not in ("long", "short"):
                    continue
                # The last of two fields of one name counts; that words of a locale are lost would make them data.
                other = "short" if month == "long" else "long"
                before_last = parts[1].named_children[-1].end_byte
                yield script.edit(before_last, before_last, f', month: "{other}"')
                if parts[0].type == "string" and _text(parts[0])[1:-1] in ("en-US", "en-GB"):
                    locale = "en-GB" if _text(parts[0])[1:-1] == "en-US" else "en-US"
                    yield script.edit(parts[0].start_byte + 1, parts[0].end_byte - 1, locale)


def _entries(app: _App, stated: str, names: _Names) -> Iterator[ByteEdit]:
    """An entry more in each list whose entries have names of their own: like another one, under a name of its own.

    None where how many there are is stated, but for a number of which there are to be at least so many.
    """
    for one in app.collections:
        title = names.titles.get(one.place)
        if title is None or _is_counted(len(one.entries), stated):
            continue
        last = one.entries[-1]
        changes = {key: _further(one, key) for key in one.keys if key != title}
        fresh = names.fresh()
        if fresh is None or None in changes.values():
            continue
        changes[title] = f"{_text(last.fields[title])[0]}{fresh}{_text(last.fields[title])[0]}"
        made, start = bytearray(), last.node.start_byte
        data, done = last.node.text or b"", 0
        for key, node in sorted(last.fields.items(), key=lambda pair: pair[1].start_byte):
            made += data[done : node.start_byte - start]
            made += (changes.get(key) or _text(node)).encode()
            done = node.end_byte - start
        made += data[done:]
        yield one.script.edit(last.node.end_byte, last.node.end_byte, f",\n{made.decode()}")


def _further(one: _Collection, key: str) -> str | None:
    """What the last entry's copy has in a field, empty for the same; None where nothing is known that fits."""
    nodes = [entry.fields[key] for entry in one.entries]
    texts = [_text(node) for node in nodes]
    if len(set(texts)) < len(texts):
        return ""
    is_id = key.casefold() in _words().id_fields
    numbers = one.numbers(key)
    if len(numbers) == len(texts):
        if is_id:
            return f"{max(numbers) + 1:.0f}"
        if any(word.casefold() in _words().price_fields for word in _CAMEL.findall(key)):
            gaps = range(int(min(numbers)) + 1, int(max(numbers)))
            free = next((number for number in gaps if number not in numbers), None)
            return None if free is None else str(free)
        return None
    strings = one.values(key, _string_of)
    if len(strings) < len(texts):
        return "" if not any(_of_type(node, "string") for node in nodes) else None
    quote = texts[-1][0]
    if is_id:
        return f"{quote}{strings[-1]}-2{quote}"
    # A text of some length may stand twice, and so may a day; a short code or an address may not.
    is_prose = all(len(text.split()) > 5 for text in strings)
    return "" if is_prose or all(_DATE.fullmatch(text) for text in strings) else None


def _is_counted(number: int, stated: str) -> bool:
    words = [str(number), *([_words().numbers[number]] if number < len(_words().numbers) else [])]
    found = re.finditer(rf"(at least |not fewer than )?\b(?:{'|'.join(words)})\b", stated, re.IGNORECASE)
    return any(one[1] is None for one in found)


def _of_type(node: Node, kind: str | tuple[str, ...]) -> list[Node]:
    """The node and those beneath it that are of this type, in their order."""
    kinds = (kind,) if isinstance(kind, str) else kind
    found: list[Node] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in kinds:
            found.append(one)
        waiting += reversed(one.children)
    return found


def _texts_of(entry: Node) -> dict[str, str]:
    return {key: _text(value) for key, value in _fields(entry).items()}


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _string_of(node: Node) -> str | None:
    """None for what is no string, or has an escape in it."""
    if node.type != "string" or any(part.type == "escape_sequence" for part in node.children):
        return None
    return _text(node)[1:-1]


def _number_of(node: Node) -> str | None:
    if node.type != "number" or re.fullmatch(r"\d+(?:\.\d+)?", _text(node)) is None:
        return None
    return _text(node)
