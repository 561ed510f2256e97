"""The files of a criterion: what its commands run, what they are to write, and what an output is compared with."""

import ast
import posixpath
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.plan import EntryCommand, EntryDraft
from plans.errors import InvalidFile
from plans.plain_text import lines_of
from plans.records.published import PublishedDefect
from plans.shell import RunTarget
from plans.syntax_trees import module_tree

Function = ast.FunctionDef | ast.AsyncFunctionDef
_GIVES_UP = frozenset({"fail", "exit", "_exit", "skip", "skipTest", "importorskip", "xfail", "SkipTest"})
"""Functions by which a test ends where a module is missing."""
_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
"""What is raised, or caught, where a module is missing."""
SHIPPED = ("evaluation/", "evaluation")
"""Where the grader's own files lie; what lies elsewhere the submission brings."""
_SUFFIXES = (
    r"csv|tsv|jsonl?|txt|md|html|xlsx?|docx|pdf|png|jpe?g|svg|gif|db|sqlite|log|pem|enc|dot|xml|ya?ml|pkl|zip"
)
_FILE = re.compile(rf"(?<![\w/.*?-])[\w./*?-]*[\w*?]\.(?:{_SUFFIXES})(?![\w/])")
_OUTPUT_OPTION = re.compile(
    r"-o|--?(?:[\w-]+[_-])?(?:out|output|save|export|dest|target|report|result)(?:[_-][\w-]+)?"
)
_IS_REFERENCE = re.compile(r"expect|golden|reference", re.IGNORECASE)
_IS_OUTPUT = re.compile(
    r"(?:^|_)(?:actual|exported|export|output|generated|result|results)(?=_|$|\d)", re.IGNORECASE
)
_OUTPUT_FOLDERS = frozenset({"output", "outputs", "reports", "results", "exports"})
_WRITES = re.compile(
    r"\b(?:export|sav(?:e|ing)|generat|creat|writ|output|report|produc|download|backup)", re.IGNORECASE
)
_NEVER = (".py", ".in", ".pyc", ".ini", ".cfg", ".toml")
_WHOLE = frozenset({".", "src", "evaluation"})
_NO_PRODUCT = frozenset({"evaluation/detailed_test_plan.json", "evaluation/metric.json", "src/PRD.md"})


class Unparseable(ValueError):
    """Python refuses the file; the message says where and why."""


class ParsedFile:
    """A parsed file: the tests that it holds, and the modules that it imports.

    Raises Unparseable.
    """

    def __init__(self, source: bytes) -> None:
        body = _tree(source).body
        nodes = [node for statement in body for node in ast.walk(statement)]
        self.modules = frozenset(_imported(nodes))
        """Top-level names of the modules that it imports, wherever in it, but for those that it does without."""
        self._functions = frozenset(_functions(body, {}))

    def has_test(self, parts: Sequence[str]) -> bool:
        """Whether there is the function that a node id names, or a test in the class or file."""
        node = "::".join(parts)
        within = f"{node}::" if node else ""
        return node in self._functions or any(
            one.startswith(within) and one.rpartition("::")[2].startswith("test") for one in self._functions
        )


def _functions(
    scope: Sequence[ast.stmt], above: Mapping[str, ast.ClassDef], within: str = ""
) -> Iterator[str]:
    """The node ids of the functions of a scope and of its classes, with those inherited within the file."""
    reached = list(_reached(scope))
    classes = {**above, **{node.name: node for node in reached if isinstance(node, ast.ClassDef)}}
    for node in reached:
        yield from _functions_of(node, classes, within + node.name)


def _functions_of(
    node: Function | ast.ClassDef, classes: Mapping[str, ast.ClassDef], named: str
) -> Iterator[str]:
    if isinstance(node, Function):
        yield named
        return
    bases = (classes.get(base.id) for base in node.bases if isinstance(base, ast.Name))
    for owner in (node, *filter(None, bases)):
        yield from _functions(owner.body, {}, f"{named}::")


def _tree(source: bytes) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # Backslashes that escape nothing are common in these files, and break nothing.
            warnings.simplefilter("ignore")
            return module_tree(source)
    except SyntaxError as error:
        # That of a file with a wrong encoding has no line.
        place = f"line {error.lineno}: " if error.lineno else ""
        raise Unparseable(f"{place}{error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unparseable(str(error) or "it is nested too deeply") from None


def _imported(nodes: Sequence[ast.AST]) -> Iterator[str]:
    spared = {
        id(node)
        for tried in nodes
        if isinstance(tried, ast.Try) and any(map(_goes_on, tried.handlers))
        for statement in tried.body
        for node in ast.walk(statement)
    }
    for node in nodes:
        if id(node) in spared:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".", 1)[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".", 1)[0]


def _goes_on(handler: ast.ExceptHandler) -> bool:
    """Whether it goes on where a module is missing: it neither skips nor fails."""
    named = [node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)] if handler.type else []
    inside = [node for statement in handler.body for node in ast.walk(statement)]
    gives_up = any(isinstance(node, ast.Raise) or _name_of_call(node) in _GIVES_UP for node in inside)
    return (not named or not _MISSING.isdisjoint(named)) and not gives_up


def _reached(scope: Sequence[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """Functions and classes of a scope, those under an `if` or a `try` among them."""
    for statement in scope:
        if isinstance(statement, Function | ast.ClassDef):
            yield statement
        elif isinstance(statement, ast.If | ast.Try | ast.With):
            blocks = [statement.body, getattr(statement, "orelse", []), getattr(statement, "finalbody", [])]
            blocks += [handler.body for handler in getattr(statement, "handlers", [])]
            for block in blocks:
                yield from _reached(block)


def _name_of_call(node: ast.AST) -> str:
    """The last name of what is called: `pytest.skip(...)` is skip."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) and isinstance(node, ast.Call) else ""


class Scripts(NamedTuple):
    """What a criterion's commands run, as far as it is shipped."""

    defects: tuple[PublishedDefect, ...] = ()
    modules: frozenset[str] = frozenset()
    """Top-level names of the modules that they import."""
    files: tuple[str, ...] = ()
    """The scripts and files of tests themselves."""


class TaskFiles:
    """The Python files of one task, each read and parsed once."""

    def __init__(self, folder: PublishedFolder) -> None:
        self.folder = folder
        self.source = cache(self._source)
        """A file as Python reads it, or why it does not."""

    def _source(self, file: str) -> ParsedFile | str:
        try:
            return ParsedFile(self.folder.read(file))
        except InvalidFile as error:
            return error.problems[0].message
        except Unparseable as error:
            return str(error)


def scripts_of(draft: EntryDraft, library: TaskFiles) -> Scripts:
    """What is known of a criterion's scripts and tests without running them."""
    folder = library.folder
    defects: list[PublishedDefect] = []
    modules: set[str] = set()
    files: list[str] = []
    for command in draft.commands:
        for call, target in command.targets:
            if target.kind in ("module", "code"):
                continue
            place = folder.place(target.name, call.folder or ".")
            # What lies elsewhere the submission brings.
            if place is None or (place not in folder.files and not place.startswith(SHIPPED)):
                continue
            found = _shipped(place, target, library)
            defects += found.defects
            modules |= found.modules
            files += found.files
    unique = {defect.message: defect for defect in defects}
    return Scripts(tuple(unique.values()), frozenset(modules), tuple(dict.fromkeys(files)))


def _shipped(place: str, target: RunTarget, library: TaskFiles) -> Scripts:
    """What a script or test file that belongs to the task says of itself."""
    files = _python_files(place, target, library.folder)
    if not files:
        thing = "script" if target.kind == "script" else "test"
        return Scripts((_fatal(f"the {thing} {place!r} is not there"),))
    sources = {file: library.source(file) for file in files}
    read = {
        **sources,
        **{file: library.source(file) for file in _configurations(place, target, library.folder)},
    }
    broken = [
        _fatal(f"Python cannot parse {file!r} ({source})")
        for file, source in read.items()
        if isinstance(source, str)
    ]
    whole = {file: source for file, source in sources.items() if not isinstance(source, str)}
    modules = frozenset(name for source in whole.values() for name in source.modules)
    is_test = target.kind != "script" and not broken
    if is_test and not any(source.has_test(target.parts) for source in whole.values()):
        named = "::".join(target.parts)
        broken.append(_fatal(f"{', '.join(whole)} {f'has no {named!r}' if named else 'holds no test'}"))
    return Scripts(tuple(broken), modules, tuple(files))


def _fatal(what: str) -> PublishedDefect:
    return PublishedDefect(
        kind="script", message=f"{what}, so the command fails whatever is submitted.", blocks=True
    )


def _python_files(place: str, target: RunTarget, folder: PublishedFolder) -> list[str]:
    """The Python files that a path stands for: itself, or the tests of a folder or of a module's dotted name."""
    if place in folder.files:
        return [place] if place.endswith(".py") or target.kind == "script" else []
    if target.kind == "script":
        return []
    if place in folder.folders:
        return [
            file
            for file in sorted(folder.files)
            if file.startswith(f"{place}/")
            and file.endswith(".py")
            and (posixpath.basename(file).startswith("test_") or file.endswith("_test.py"))
        ]
    dotted = f"{place.replace('.', '/')}.py"
    return [dotted] if target.kind == "unittest" and dotted in folder.files else []


def _configurations(place: str, target: RunTarget, folder: PublishedFolder) -> list[str]:
    """The files that pytest reads first, from the tests upwards."""
    above: list[str] = []
    at: str = place
    while target.kind == "pytest" and at:
        at = posixpath.dirname(at)
        above.append(posixpath.join(at, "conftest.py"))
    return [file for file in above if file in folder.files]


class Outputs(NamedTuple):
    """The files of one criterion's outcome."""

    references: tuple[str, ...]
    missing: tuple[str, ...]
    """References that the plan names and that are not there."""
    products: tuple[str, ...]
    """Those that are surely to be written come first."""
    supposed: tuple[str, ...]
    """Of the products, those that are typed and named nowhere else: they may be anything to the program."""
    mistaken: tuple[str, ...]
    """Products that the plan names where a reference is due."""
    stale: tuple[str, ...]
    """Shipped files that the criterion's commands are to write."""


def stale_products(drafts: Sequence[EntryDraft], folder: PublishedFolder) -> frozenset[str]:
    """Shipped files of a task that its commands are to write.

    Never one that some criterion takes as its input, nor one that is called expected.
    """
    taken = {place for draft in drafts for place in _placed(draft.entry.input_files, folder)}
    taken |= {
        command.found.input.file for draft in drafts for command in draft.commands if command.found.input.file
    }
    written = {place for draft in drafts for place in _written(draft, folder)}
    named = {place for draft in drafts for place in _named(draft, folder)}
    found: set[str] = set()
    for file in folder.files:
        if file in taken or file in _NO_PRODUCT or file.endswith(_NEVER) or _IS_REFERENCE.search(file):
            continue
        if file in written or _is_beneath(file, written) or (file in named and _seems_written(file, folder)):
            found.add(file)
    return frozenset(found)


def outputs_of(draft: EntryDraft, folder: PublishedFolder, stale: frozenset[str]) -> Outputs:
    """The files of one criterion's outcome.

    Args:
        draft: The criterion.
        folder: Its task.
        stale: The task's stale products.
    """
    written = list(_written(draft, folder))
    named = set(_named(draft, folder))
    references: list[str] = []
    missing: list[str] = []
    mistaken: list[str] = []
    for name in draft.entry.expected_files:
        place = folder.place(name)
        if place is None:
            missing.append(name)
        elif there := _matching(place, folder):
            kept = [file for file in there if file not in stale]
            references += kept
            mistaken += [place] if not kept else []
        elif _is_to_be_written(place, written):
            mistaken.append(place)
        else:
            missing.append(name)
    products = [place for place in written if posixpath.splitext(place)[1]]
    supposed: list[str] = []
    own = sorted(file for file in stale if file in named or file in written or _is_beneath(file, written))
    if draft.entry.kind == "file_comparison" or _WRITES.search(draft.title):
        taken = {*_placed(draft.entry.input_files, folder), *folder.files, *missing}
        told = sorted(place for place in set(_told(draft, folder)) if place not in taken)
        surely = {*products, *mistaken, *own}
        supposed = [place for place in told if place not in surely and not _is_spoken_of(place, draft)]
        products += [place for place in told if place not in supposed]
    products = [*products, *mistaken, *own, *supposed]
    return Outputs(
        *(tuple(dict.fromkeys(part)) for part in (references, missing, products, supposed, mistaken, own))
    )


def _is_spoken_of(place: str, draft: EntryDraft) -> bool:
    """Whether a text for people names the file, as one that is to come about."""
    texts = (draft.title, draft.entry.description, draft.entry.expected_output)
    return any(posixpath.basename(place) in (text or "") for text in texts)


def _is_to_be_written(place: str, written: Sequence[str]) -> bool:
    """Whether a file that is not there is the product itself: it lies outside of what is shipped for grading."""
    return not place.startswith("evaluation/") or place in written or _is_beneath(place, written)


def _is_beneath(file: str, places: Iterable[str]) -> bool:
    """Whether it lies in one of some folders; those in which everything lies say nothing."""
    return any(file.startswith(f"{place}/") for place in places if place not in _WHOLE)


def _matching(place: str, folder: PublishedFolder) -> list[str]:
    if any(sign in place for sign in "*?["):
        return folder.matching(place)
    return [place] if place in folder.files else []


def _written(draft: EntryDraft, folder: PublishedFolder) -> Iterator[str]:
    """Files and folders to which a criterion's commands say that they write."""
    for command in draft.commands:
        for call in command.calls:
            at = call.folder or "."
            names = [*call.writes, *_option_values(call.words)]
            yield from (place for name in names if (place := folder.place(name, at)) is not None)


def _option_values(words: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, is_set, value = word.partition("=")
        if _OUTPUT_OPTION.fullmatch(option):
            if is_set:
                yield value
            elif following and not following.startswith("-"):
                yield following


def _named(draft: EntryDraft, folder: PublishedFolder) -> Iterator[str]:
    """Files that a criterion names: in its commands, in what is typed, in its texts."""
    for command in draft.commands:
        for call in command.calls:
            yield from _places(call.words, call.folder or ".", folder)
    yield from _told(draft, folder)
    yield from _places(_with_folder(draft.entry.description), ".", folder)
    yield from _placed(draft.entry.expected_files, folder)


def _told(draft: EntryDraft, folder: PublishedFolder) -> Iterator[str]:
    """Files that are named where an outcome is: a program is told them by what is typed, and people by the outcome."""
    for command in draft.commands:
        yield from _places(_typed_files(command), _program_folder(command), folder)
    yield from _places(_with_folder(draft.entry.expected_output), ".", folder)


def _with_folder(text: str | None) -> list[str]:
    """The files that a text names with their folder; a bare name may lie anywhere."""
    return [name for name in _FILE.findall(text or "") if "/" in name]


def _typed_files(command: EntryCommand) -> Iterator[str]:
    for line in lines_of(command.found.input.text or ""):
        yield from _FILE.findall(line)


def _program_folder(command: EntryCommand) -> str:
    return next((call.folder for call in reversed(command.calls) if call.folder), ".")


def _places(words: Iterable[str], at: str, folder: PublishedFolder) -> Iterator[str]:
    for word in words:
        if _FILE.fullmatch(word) and (place := folder.place(word, at)) is not None:
            yield place


def _placed(names: Iterable[str], folder: PublishedFolder) -> Iterator[str]:
    return (place for name in names if (place := folder.place(name)) is not None)


def _seems_written(file: str, folder: PublishedFolder) -> bool:
    """Whether the name of a shipped file that a criterion names says that it was left there by a run: an expected file
    of the same name lies there too, or it is called an output or lies among outputs.
    """
    base = posixpath.basename(file)
    stem, suffix = posixpath.splitext(base)
    core = re.sub(r"^(?:actual|test|output|exported)_", "", stem)
    wanted = {
        f"{kind}{name}{suffix}"
        for kind in ("expected_", "expected_exported_", "expected_output_")
        for name in (stem, core)
    }
    return (
        any(name in folder.by_name for name in wanted)
        or _IS_OUTPUT.search(stem) is not None
        or not _OUTPUT_FOLDERS.isdisjoint(posixpath.dirname(file).split("/"))
    )
