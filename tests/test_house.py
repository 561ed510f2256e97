"""The order of the house: rooms, floors, and what may stand at the top level."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import agents
from plans.records.criteria import TASK_KINDS

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("plans", "agents", "review", "pipeline")
TOP_LEVEL_FOLDERS = {*FLOORS, "generated", "tests"}
SEEN_BY_A_FAMILY = (
    "plans.records",
    "plans.contracts",
    "plans.errors",
    "plans.files",
    "plans.dialect",
    "plans.shorthand",
    "plans.patches",
    "plans.digests",
    "plans.shell",
    "plans.catalog",
    "plans.project_metrics",
    "plans.patches",
)
"""Nouns, contracts, the error tree, the reading of its own data files, of Python and of command lines, the making of
patches, a project's own reference, and what catalogs and formulas of all families share: nothing that reaches beyond
the family.
"""
WIRING = "pipeline.cli.wiring"
CONTRACTS = ("plans.contracts", "review.checkpoints")
"""Where Protocols stand, with what lies beneath."""
READ_BY_NAME = ("pipeline.runner.reader.RunFolder",)
"""The one way in which our own runs are read; the verbs that read a run make it from the run's folder."""

Imports = dict[str, set[str]]
Sources = dict[str, ast.Module]


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.splitlines()


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.fixture(scope="module")
def files() -> dict[str, Path]:
    return {module_name(path): path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")}


@pytest.fixture(scope="module")
def sources(files: dict[str, Path]) -> Sources:
    return {name: ast.parse(path.read_text(), filename=str(path)) for name, path in files.items()}


@pytest.fixture(scope="module")
def imports(files: dict[str, Path], sources: Sources) -> Imports:
    """Of every module of ours the modules of ours that it imports, wherever in the file it does so."""
    found: Imports = {}
    for name, path in files.items():
        named = set(imported_names(sources[name], name, path))
        found[name] = {home for target in named if (home := home_of(target, files)) and home != name}
    return found


def imported_names(tree: ast.AST, importer: str, path: Path) -> Iterator[str]:
    package = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement at any depth. `ast.walk` visits their expressions too, which takes ten times as long."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, field, ()):
            yield node
            yield from statements(node)


def home_of(target: str, files: dict[str, Path]) -> str | None:
    """The module that holds an imported name: `plans.records.plan.Plan` lies in `plans.records.plan`."""
    while target and target not in files:
        target = target.rpartition(".")[0]
    return target or None


def test_no_folder_at_the_top_level_but_the_rooms() -> None:
    folders = {Path(path).parts[0] for path in tracked() if "/" in path}
    assert {folder for folder in folders if not folder.startswith(".")} <= TOP_LEVEL_FOLDERS


def test_agents_is_our_package() -> None:
    """The PyPI package `openai-agents` installs a top-level package `agents` too. Beside it this project's command
    fails with "No module named 'agents.authoring'", or the two folders blend silently. Keep it out of this
    environment; code agents under test run inside the sandbox anyway.
    """
    assert agents.__file__ is not None
    assert Path(agents.__file__).parent == ROOT / "agents"
    assert list(agents.__path__) == [str(ROOT / "agents")]
    assert not re.search(r"^openai-agents\b", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


def test_the_lock_names_versions_and_no_addresses() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    assert not re.search(
        r"^\s*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host)\b", lock, re.MULTILINE
    )
    entries = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    assert entries
    assert [entry for entry in entries if not re.match(r"[a-z0-9-]+==[0-9][^ ]* ", entry)] == []


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    # Set-up installs the whole lock, and this one is as large as all others together.
    asked = project["dependencies"] + sum((extras[name] for name in extras if name != "inspect"), [])
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert {re.split(r"[<>=!~;\[ ]", name)[0].lower() for name in asked} <= locked, "run `make lock`"


@pytest.mark.slow
def test_a_family_sees_what_every_family_may_see_alone(imports: Imports) -> None:
    """So that a family from elsewhere can do whatever a built-in one does."""
    families = [folder.name for folder in (ROOT / "plans").iterdir() if (folder / "plan.yaml").exists()]
    strays = [
        f"{module} imports {target}"
        for family in families
        for module, targets in imports.items()
        if within(module, f"plans.{family}")
        for target in targets
        if not any(within(target, room) for room in (*SEEN_BY_A_FAMILY, f"plans.{family}"))
    ]
    assert strays == []


def test_the_runner_sees_agents_through_contracts_alone(imports: Imports) -> None:
    """Concrete classes meet in pipeline/cli/wiring, so that a plug-in stands where a built-in agent stands."""
    strays = [
        f"{module} imports {target}"
        for module, targets in imports.items()
        if within(module, "pipeline.runner")
        for target in targets
        if within(target, "agents")
    ]
    assert strays == []


def test_no_module_asks_of_which_kind_a_task_is(sources: Sources) -> None:
    """What differs by kind is a property of the kind's record, or the business of its judge, so that a kind of somebody
    else's is taken everywhere as ours are.
    """
    asked = [f"{name}, line {line}" for name, tree in sources.items() for line in kinds_asked(tree)]
    assert asked == []


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(how, UnitTest | kinds.BrowserSteps)",
        "type(task.how) is FileComparison",
        "list(found_in(task, ShellInteraction))",
        "match how:\n    case UnitTest() as one:\n        pass",
        "task.how.kind == 'browser'",
        "task.how.word() in ('unit-test', 'browser')",
        "'browser' in family.kinds",
        "match task.how.kind:\n    case 'browser':\n        pass",
    ],
)
def test_who_asks_of_which_kind_a_task_is_is_found(code: str) -> None:
    assert list(kinds_asked(ast.parse(code)))


def kinds_asked(tree: ast.Module) -> Iterator[int]:
    """Lines on which code goes by the kind of a task."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "found_in"), args=[_, kinds, *_]):
                found = names_a_kind(kinds)
            case ast.MatchClass(cls=kind):
                found = names_a_kind(kind)
            case ast.Compare():
                sides = [node.left, *node.comparators]
                is_word = any(
                    isinstance(one, ast.Constant) and one.value in TASK_KINDS for one in ast.walk(node)
                )
                found = any(map(names_a_kind, sides)) or (is_word and any(map(is_kind, sides)))
            case ast.Match(subject=subject) if is_kind(subject):
                found = True
            case _:
                found = False
        if found:
            yield getattr(node, "lineno", 0)


def names_a_kind(node: ast.AST) -> bool:
    """Whether the class of a kind stands in it."""
    known = {kind.__name__ for kind in TASK_KINDS.values()}
    return any(
        (isinstance(one, ast.Name) and one.id in known)
        or (isinstance(one, ast.Attribute) and one.attr in known)
        for one in ast.walk(node)
    )


def is_kind(node: ast.AST) -> bool:
    """Whether it is the kind of a task, or the kinds of a family."""
    match node:
        case ast.Attribute(value=ast.Attribute(attr="how") | ast.Name(id="how"), attr="kind"):
            return True
        case ast.Call(func=ast.Attribute(attr="word")):
            return True
        case ast.Attribute(attr="kinds"):
            return True
        case _:
            return False


def test_concrete_classes_meet_in_wiring_alone(files: dict[str, Path], sources: Sources) -> None:
    """Elsewhere in the pipeline a judge, a gate, an author or a reviewer is whatever stands behind the contract."""
    contracts = [
        methods(kind)
        for name, tree in sources.items()
        if any(within(name, home) for home in CONTRACTS)
        for kind in classes(tree)
        # One that only unites others asks for nothing that they do not.
        if is_protocol(kind) and methods(kind)
    ]
    concrete = {
        f"{module}.{kind.name}"
        for module, tree in sources.items()
        for kind in classes(tree)
        if not is_protocol(kind) and any(methods(kind) >= contract for contract in contracts)
    }
    assert {
        "agents.judging.programmatic.ProgrammaticJudge",
        "agents.authoring.verification.gate.ReleaseGate",
        "agents.authoring.planning.agent.PlanningAgent",
        "agents.sandbox.bubblewrap.provider.Bubblewrap",
        "agents.sandbox.local_unsafe.LocalUnsafe",
        "agents.users.template_user.TemplateUser",
        "agents.coding.prompting.JinjaPrompter",
        "review.terminal.TerminalReviewer",
        "review.checkpoints.PresetReviewer",
    } <= concrete, "the search finds what it is to find"
    strays = [
        f"{module} imports {target}"
        for module, tree in sources.items()
        if within(module, "pipeline") and not within(module, WIRING)
        for target in imported_names(tree, module, files[module])
        if target in concrete and room(target) != room(module) and target not in READ_BY_NAME
    ]
    assert strays == []


def classes(tree: ast.Module) -> list[ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def is_protocol(kind: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in kind.bases)


def methods(kind: ast.ClassDef) -> set[str]:
    """Names of what a class does, properties left out: a class may hold those as plain attributes."""
    return {
        node.name
        for node in kind.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.decorator_list
        and not node.name.startswith("_")
    }


def room(target: str) -> str:
    return ".".join(target.split(".")[:2])


def within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("plans/low.py", "import agents", "A floor imports only the floors beneath it"),
        ("agents/low.py", "import review", "A floor imports only the floors beneath it"),
        ("review/low.py", "import pipeline", "A floor imports only the floors beneath it"),
        ("agents/browser/low.py", "import agents.judging", "Within agents"),
        ("agents/coding/low.py", "import agents.users", "Within agents"),
        ("agents/sandbox/low.py", "import agents.gateway", "Within agents"),
        ("plans/a/low.py", "import plans.b.low", "No circle anywhere"),
    ],
)
def test_the_import_contract_has_teeth(tmp_path: Path, module: str, line: str, contract: str) -> None:
    """One forbidden import in a house that is otherwise in order."""
    rooms = [*FLOORS, "agents/judging", "agents/coding", "agents/users", "agents/browser", "agents/gateway"]
    for room in [*rooms, "agents/sandbox", "plans/a", "plans/b"]:
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "__init__.py").touch()
    (tmp_path / "plans/b/low.py").write_text("import plans.a\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert lint_imports(tmp_path).returncode == 0
    (tmp_path / module).write_text(f"{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert re.search(rf"{contract}.*BROKEN", result.stdout, re.DOTALL)


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def words_of(name: str) -> str:
    """`NOT_HANDED_IN` and `notHandedIn` as ` not handed in `."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return f" {' '.join(parts).lower()} "


@pytest.mark.parametrize("name", ["NOT_HANDED_IN", "TrivialHandIns", "handed_in"])
def test_a_retired_word_is_found_in_any_case(name: str) -> None:
    assert any(f" {word} " in words_of(name) for word in ("hand ins", "handed in"))


def test_no_retired_word_comes_back_within_a_name() -> None:
    """Whole identifiers of one case were compared, so that NOT_HANDED_IN was missed."""
    words = yaml.safe_load((ROOT / ".github" / "glossary.yaml").read_text())["words"]
    retired = {f" {one} ": word for word, about in words.items() for one in about.get("retired_words", ())}
    found: list[str] = []
    for path in tracked():
        if not path.endswith(".py") or not path.startswith((*FLOORS, "tests")):
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            names = {getattr(node, field, None) for field in ("id", "name", "arg", "attr")}
            found += [
                f"{path}:{getattr(node, 'lineno', 1)}: {name}: call it a {word}"
                for name in names
                if isinstance(name, str)
                for one, word in retired.items()
                if one in words_of(name)
            ]
    assert not found, "\n".join(found)


def test_no_retired_name_comes_back() -> None:
    """`.github/glossary.yaml` has one word for one thing, and the names that stood for it before."""
    words = yaml.safe_load((ROOT / ".github" / "glossary.yaml").read_text())["words"]
    retired = {name: word for word, about in words.items() for name in about.get("retired", ())}
    any_retired = re.compile(rf"\b({'|'.join(retired)})\b")
    found: list[str] = []
    for path in tracked():
        if not path.endswith(".py") or not path.startswith((*FLOORS, "tests")):
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        if not any_retired.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            names = {getattr(node, field, None) for field in ("id", "name", "arg", "attr")}
            for name in {one for one in names if isinstance(one, str)} & retired.keys():
                line = getattr(node, "lineno", 1)
                found.append(f"{path}:{line}: {name}: call it a {retired[name]}")
    assert not found, "\n".join(found)
