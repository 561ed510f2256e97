"""The YAML and JSON of record files: no dates, no key twice, several lines of text as a block."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple, cast

import yaml
from yaml.resolver import Resolver

# libyaml's are twelve times as fast, and part of every wheel of PyYAML.
_FastLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FastDumper: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
MERGE = "<<"
"""YAML's key that takes over another mapping; it may stand more than once, and what it brings may be set again."""


NEST_LIMIT = 100
"""Lists and mappings within each other that a text may have; no record has a tenth of it."""
NODE_LIMIT = 2_000_000
"""Values that a text may have, those counted again that an alias repeats."""
_COMPOSABLE = 5_000
"""Lists and mappings within each other that libyaml can make nodes of; some times as many overflow its stack."""


class KeyTwice(NamedTuple):
    """A key that a mapping has already: of two values the first would be lost without a word."""

    key: str
    line: int | None
    """Line of the later one, from 1."""


class KeysTwice(ValueError):
    """The text has mappings with a key that stands there twice."""

    def __init__(self, keys: Sequence[KeyTwice]) -> None:
        super().__init__(f"keys stand there twice: {', '.join(key.key for key in keys)}")
        self.keys = tuple(keys)


def load_yaml(text: str) -> Any:
    """The value of a YAML text; raises KeysTwice, yaml.YAMLError, ValueError and RecursionError."""
    _refuse_bottomless(text)
    loader = _Loader(text)
    try:
        value = loader.get_single_data()
    finally:
        loader.dispose()
    if loader.keys_twice:
        raise KeysTwice(loader.keys_twice)
    return value


def load_json(text: str) -> Any:
    """The value of a JSON text; raises KeysTwice, ValueError and RecursionError."""
    twice: list[str] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, value in pairs:
            if key in made:
                twice.append(key)
            made[key] = value
        return made

    value = json.loads(text, object_pairs_hook=object_of)
    if text.count("[") + text.count("{") > NEST_LIMIT:
        _refuse_deep(value)
    if twice:
        raise KeysTwice(list(_keys_twice(compose(text))) or [KeyTwice(key, None) for key in twice])
    return value


def dump_yaml(value: Any, inline: frozenset[str] = frozenset()) -> str:
    """A YAML text that a person can read and diff; entries below the keys `inline` take one line each."""
    return yaml.dump(
        value, Dumper=_dumper(inline), sort_keys=False, allow_unicode=True, width=_LINE if inline else 110
    )


def compose(text: str) -> yaml.Node | None:
    """The text's nodes, which know their lines; None when YAML cannot read it, as some JSON.

    For files with problems alone, since it costs a second parse.
    """
    try:
        _refuse_bottomless(text)
        # YAML has no pairs of surrogates, which JSON writes for an emoji.
        return yaml.compose(_SURROGATE.sub(r"\\ufffd", text), Loader=_Loader)
    except (yaml.YAMLError, RecursionError):
        return None


def line_of(node: yaml.Node | None, location: Sequence[str | int]) -> int | None:
    """The line, from 1, of what the keys and indices lead to, or of the last that is there.

    A key that is not there is passed over: a file of an earlier version may lack a level of today's.
    """
    for step in location:
        if isinstance(node, yaml.MappingNode):
            following = next((v for k, v in node.value if k.value == str(step)), node)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            following = node.value[step]
        else:
            following = None
        if following is None:
            break
        node = following
    return node.start_mark.line + 1 if node is not None else None


class _Loader(_FastLoader):
    """SafeLoader without implicit dates (records hold them as text) that notes keys which stand twice."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.keys_twice: list[KeyTwice] = []

    def get_single_data(self) -> Any:
        node = self.get_single_node()
        if node is None:
            return None
        _measure(node, {})
        return self.construct_document(node)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        self.keys_twice.extend(_of_mapping(node))
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class TooNested(yaml.MarkedYAMLError, ValueError):
    """The text nests deeper than any record, or repeats itself by aliases more than can be read."""


_DEEP = f"more than {NEST_LIMIT} lists and mappings are within each other"


def _refuse_bottomless(text: str) -> None:
    """Follow the nesting without making nodes, where there may be more of it than libyaml survives."""
    # Nesting by indentation alone grows by one a line, and each line is longer: no file is large enough.
    if sum(map(text.count, "[{-?")) <= _COMPOSABLE:
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > NEST_LIMIT:
            raise TooNested(problem=_DEEP, problem_mark=cast("Any", event.start_mark))


def _refuse_deep(value: Any) -> None:
    level: list[Any] = [value]
    for _ in range(NEST_LIMIT + 1):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise TooNested(problem=_DEEP)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).values()
    return cast("list[Any]", value) if isinstance(value, list) else ()


class _Extent(NamedTuple):
    """How large a node is with everything that its aliases repeat."""

    nodes: int
    height: int


def _measure(node: yaml.Node, known: dict[int, _Extent | None]) -> _Extent:
    """The node's extent; raises TooNested. `known` has None for a node that is being measured."""
    if isinstance(node, yaml.ScalarNode):
        return _Extent(1, 0)
    if id(node) in known:
        extent = known[id(node)]
        if extent is None:
            raise TooNested(problem="an alias stands inside what it repeats", problem_mark=node.start_mark)
        return extent
    known[id(node)] = None
    nodes, height = 1, 0
    for entry in cast("list[Any]", node.value):
        for inner in cast("tuple[yaml.Node, ...]", entry if isinstance(entry, tuple) else (entry,)):
            below = _measure(inner, known)
            nodes, height = nodes + below.nodes, max(height, below.height)
    if height >= NEST_LIMIT:
        raise TooNested(problem=_DEEP, problem_mark=node.start_mark)
    if nodes > NODE_LIMIT:
        problem = f"its aliases make more than {NODE_LIMIT:,} values of it"
        raise TooNested(problem=problem, problem_mark=node.start_mark)
    known[id(node)] = _Extent(nodes, height + 1)
    return _Extent(nodes, height + 1)


def _keys_twice(node: yaml.Node | None) -> Iterator[KeyTwice]:
    if isinstance(node, yaml.MappingNode):
        yield from _of_mapping(node)
        for _, value in node.value:
            yield from _keys_twice(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _keys_twice(value)


def _of_mapping(node: yaml.MappingNode) -> Iterable[KeyTwice]:
    seen: set[tuple[str, str]] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value == MERGE:
            continue
        named = (key.tag, key.value)
        if named in seen:
            yield KeyTwice(key.value, key.start_mark.line + 1)
        seen.add(named)


class _Dumper(_FastDumper):
    """SafeDumper that writes several lines of text as a block, so that a person can read and diff them."""

    inline: ClassVar[frozenset[str]] = frozenset()

    def represent_data(self, data: Any) -> yaml.Node:
        # A record's text, lists and mappings are never shared, so nothing has to be asked about aliases.
        if type(data) is str:
            return _text_node(data)
        if type(data) is dict:
            pairs = [
                (self.represent_data(key), self.represent_data(value))
                for key, value in cast("dict[Any, Any]", data).items()
            ]
            for key, entries in pairs:
                if key.value in self.inline:
                    _write_entries_inline(entries)
            return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=False)
        if type(data) is list:
            values = [self.represent_data(value) for value in cast("list[Any]", data)]
            return yaml.SequenceNode("tag:yaml.org,2002:seq", values, flow_style=False)
        return super().represent_data(data)

    def resolve(self, kind: type[yaml.Node], value: str, implicit: Any) -> str:
        if kind is yaml.ScalarNode and len(value) <= _SHORT:
            return _dumped_tag(value, tuple(implicit))
        return cast("str", super().resolve(kind, value, implicit))


@cache
def _dumper(inline: frozenset[str]) -> type[_Dumper]:
    return type("_InlineDumper", (_Dumper,), {"inline": inline}) if inline else _Dumper


_LINE = 125
"""Characters of a line in a file with such entries: the longest of them, indented."""
_INLINE_WIDTH = 120
"""Characters of the longest nested mapping that takes one line; flat ones are folded over several."""


def _write_entries_inline(node: yaml.Node) -> None:
    """Write each entry, or where it is too long each part of it that is not, in one line."""
    entries = cast("list[Any]", node.value) if isinstance(node, yaml.CollectionNode) else []
    for entry in entries:
        _write_inline(cast("yaml.Node", entry[1] if isinstance(entry, tuple) else entry))


def _write_inline(node: yaml.Node) -> None:
    if not isinstance(node, yaml.CollectionNode):
        return
    width = _inline_width(node)
    node.flow_style = width is not None and (width <= _INLINE_WIDTH or _is_flat(node))
    if not node.flow_style:
        _write_entries_inline(node)


def _is_flat(node: yaml.Node) -> bool:
    """Whether it holds only texts, numbers and lists of these, so that it reads well when it is folded."""
    values = cast("list[Any]", node.value)
    if isinstance(node, yaml.SequenceNode):
        return all(isinstance(one, yaml.ScalarNode) for one in values)
    return all(
        isinstance(one, yaml.ScalarNode) or (isinstance(one, yaml.SequenceNode) and _is_flat(one))
        for _, one in values
    )


def _inline_width(node: yaml.Node) -> int | None:
    """Characters that a value takes in one line, at most; None for a text of several lines, which takes a block."""
    if isinstance(node, yaml.ScalarNode):
        return None if node.style == "|" else len(node.value)
    parts = [
        _inline_width(inner)
        for entry in cast("list[Any]", node.value)
        for inner in cast("tuple[yaml.Node, ...]", entry if isinstance(entry, tuple) else (entry,))
    ]
    return None if None in parts else 2 + sum(part + 2 for part in parts if part is not None)


@lru_cache(maxsize=10_000)
def _dumped_tag(value: str, implicit: tuple[bool, bool]) -> str:
    """The tag that a plain or quoted scalar has by itself: the same few names and numbers stand in every record."""
    return cast("str", Resolver().resolve(yaml.ScalarNode, value, implicit))


_SHORT = 40
"""Characters of the longest text whose tag is kept."""


def _text_node(text: str) -> yaml.ScalarNode:
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)
