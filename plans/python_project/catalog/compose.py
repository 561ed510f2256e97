"""From a selection to a whole Python project: PRD, query, criteria with the grader's files, reference."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from pydantic import JsonValue, TypeAdapter, ValidationError

from plans.catalog.choosing import unfit
from plans.catalog.contents import MutantTemplate, enumerated
from plans.catalog.making import (
    Composition,
    FeaturePart,
    MutantHome,
    Prose,
    TemplateWords,
    capital,
    marked,
    task_id,
)
from plans.errors import InvalidFile
from plans.python_project.catalog.answers import SampleRecords, sample
from plans.python_project.catalog.library import (
    FileTemplate,
    ProgramCatalog,
    ProgramDomain,
    ProgramFeature,
    ProgramTask,
    ShellTemplate,
    UnitTemplate,
)
from plans.python_project.catalog.sampling import ProgramSelection
from plans.python_project.catalog.vocabulary import (
    NO_TRACEBACK,
    as_json,
    assembled,
    program_templates,
    words_of,
)
from plans.records.base import Problem, Record, found_in
from plans.records.criteria import Criteria, ExpectedOutcome, TaskMethod
from plans.records.project import Alternative, Built, Files, Grader, LaidOver
from plans.records.specification import PRD
from plans.records.task_kinds import (
    GAP,
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

PACKAGE = "package/"
"""The folder of the shell whose files go into the package."""
OUTCOME = "met"
"""Id of the one outcome of each task."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."
_OPENINGS = (
    "I need {{ purpose }} for the command line, in Python. Call it {{ brand }}; it is for {{ audience }}.",
    "Please write {{ brand }}, {{ purpose }}, as a Python program for the terminal. It is for {{ audience }}.",
    "Could you make me {{ purpose }}? A Python program with a menu in the terminal is enough. Name: {{ brand }}.",
)
PROGRAM = "python src/main.py"
QUIT = "0"


class _Menu(Record):
    menu: tuple[tuple[str, ...], ...]
    """Entries by the names of their actions, with what is typed when they ask."""
    left: bool = False


class _Input(Record):
    input: str


_FORM: TypeAdapter[_Menu | _Input] = TypeAdapter(_Menu | _Input)


class MenuAction(NamedTuple):
    """An entry of the menu, which is a command too."""

    number: int
    name: str
    title: str
    arguments: tuple[str, ...]

    @property
    def usage(self) -> str:
        """The command with what it takes."""
        return " ".join((self.name, *self.arguments))


@dataclass(frozen=True)
class ProgramPart(FeaturePart[ProgramTask]):
    """A feature of a project; its words hold `p`, `actions`, `menu`, and what the feature's `given` comes to."""

    feature: ProgramFeature
    laid: tuple[str, ...]
    """Files that every task of the project finds."""

    def outcomes(self, template: ProgramTask, at: str) -> Sequence[ExpectedOutcome]:
        return [ExpectedOutcome(id=OUTCOME, statement=self.render(template.statement, f"{at}.statement"))]

    def how(self, template: ProgramTask, at: str) -> TaskMethod:
        statement = self.render(template.statement, f"{at}.statement")
        rubric = Rubric(two=statement, one=self.render(template.partly, f"{at}.partly"), zero=ZERO)
        if template.unit is not None:
            return self._unit(template.unit, rubric)
        id = task_id(f"{self.feature.id}.{template.id}")
        laid = [*self._arranged_files(template, at, id)]
        arrange = Arrangement(words=self._arranged(len(laid)), files=tuple(laid))
        if template.shell is not None:
            return self._shell(template.shell, f"{at}.shell", arrange, rubric)
        assert template.file is not None
        return self._file(template.file, f"{at}.file", arrange, rubric, id)

    def own_files(self, template: ProgramTask) -> Iterator[tuple[str, str]]:
        """The grader's files for one task: what is laid for it, and what its product is held against."""
        task, at = task_id(f"{self.feature.id}.{template.id}"), f"tasks.{template.id}"
        own = self.knowing(template.given, f"{at}.")
        for path, text in template.files.items():
            yield f"inputs/{task}/{own.render(path, at)}", own.render(text, f"{at}.files")
        if template.file is not None:
            product = own.render(template.file.product, f"{at}.file.product")
            yield reference_path(task, product), own.render(template.file.reference, f"{at}.file.reference")

    def _arranged_files(self, template: ProgramTask, at: str, task: str) -> Iterator[Laid]:
        """What is laid for a task, its own files last; where it brings one for a place, the usual one gives way."""
        own = [self.render(path, f"{at}.files") for path in template.files]
        yield from (Laid(file=f"laid/{path}", to=path) for path in self.laid if path not in own)
        yield from (Laid(file=f"inputs/{task}/{path}", to=path) for path in own)

    def _arranged(self, files: int) -> str:
        words, others = self.words, files - 1
        are = "is" if others == 1 else "are"
        more = f"; {others} more of the grader's files {are} laid beside it" if others > 0 else ""
        return (
            f"The program starts, and {words['data_file']} holds the grader's {len(words['records'])} "
            f"{words['items']}{more}."
        )

    def _unit(self, template: UnitTemplate, rubric: Rubric) -> UnitTest:
        path = tests_path(self.feature.module)
        line = " ".join(("python -m pytest -q", *(f"{path}::{test}" for test in template.tests)))
        arrange = Arrangement(words=f"{self.words['package']} can be imported from src/.")
        return UnitTest(
            kind="unit-test", tests=(path,), arrange=arrange, act=(Command(line=line),), rubric=rubric
        )

    def _shell(
        self, template: ShellTemplate, at: str, arrange: Arrangement, rubric: Rubric
    ) -> ShellInteraction:
        shown = [self.render(one, f"{at}.shown") for one in template.shown]
        never = [self.render(one, f"{at}.never") for one in template.never]
        expected = self.render(template.expected, f"{at}.expected")
        return ShellInteraction(
            kind="shell-interaction",
            arrange=arrange,
            act=self._commands(template.act, at),
            expected=Printed(words=expected, pattern=assembled(shown, never)),
            rubric=rubric,
        )

    def _file(
        self, template: FileTemplate, at: str, arrange: Arrangement, rubric: Rubric, id: str
    ) -> FileComparison:
        product = self.render(template.product, f"{at}.product")
        return FileComparison(
            kind="file-comparison",
            arrange=arrange,
            act=self._commands(template.act, at),
            product=product,
            reference=reference_path(id, product),
            expected=self.render(template.expected, f"{at}.expected"),
            rubric=rubric,
        )

    def _commands(self, act: Sequence[JsonValue], at: str) -> tuple[Command, ...]:
        return tuple(self._command(one, f"{at}.act[{place}]") for place, one in enumerate(act))

    def _command(self, one: JsonValue, at: str) -> Command:
        if isinstance(one, str):
            return Command(line=f"{PROGRAM} {self.render(one, at)}")
        try:
            form = _FORM.validate_python(one)
        except ValidationError:
            raise self._unread(one, at, "is no command", "Write it as text, `menu` or `input`.") from None
        if isinstance(form, _Input):
            return Command(line=PROGRAM, input=self.render(form.input, at))
        lines: list[str] = []
        for name, *answers in form.menu:
            if name not in self.words["menu"]:
                raise self._unread(
                    one, at, f"picks {name!r}, which is no entry of the menu", "Name an action."
                )
            lines += [str(self.words["menu"][name]), *(self.render(answer, at) for answer in answers)]
        if not form.left:
            lines.append(QUIT)
        return Command(line=PROGRAM, input="".join(f"{line}\n" for line in lines))

    def _unread(self, one: JsonValue, at: str, message: str, mend: str) -> InvalidFile:
        return InvalidFile([Problem(where=self.place(at), message=f"{one!r:.200} {message}.", mend=mend)])


def parts_over(
    library: ProgramCatalog, domain: ProgramDomain, selection: ProgramSelection, sample: SampleRecords
) -> list[ProgramPart]:
    """The selected features with the words for their templates, over these records; raises InvalidFile."""
    words, templates = words_of(library, domain, selection, sample), program_templates()
    features = [library.features[id] for id in selection.features]
    laid = tuple(dict.fromkeys((words["data_file"], *(path for one in features for path in one.lays))))
    parts = [ProgramPart(one, words, templates, laid) for one in features]
    words["actions"] = actions = _actions(parts)
    words["menu"] = {action.name: action.number for action in actions}
    return [
        replace(part, words={**words, "p": selection.parameters.get(part.feature.id, {})}).knowing(
            part.feature.given, ""
        )
        for part in parts
    ]


def _actions(parts: Sequence[ProgramPart]) -> tuple[MenuAction, ...]:
    return tuple(
        MenuAction(
            number,
            action.name,
            part.render(action.title, f"actions.{action.name}"),
            tuple(part.render(argument, f"actions.{action.name}") for argument in action.arguments),
        )
        for number, (part, action) in enumerate(
            ((part, action) for part in parts for action in part.feature.actions), 1
        )
    )


class ProgramComposition(Composition[ProgramPart]):
    """The parts of one Python project."""

    keeps_written_order = True

    def __init__(self, library: ProgramCatalog, selection: ProgramSelection) -> None:
        super().__init__(selected_parts(library, selection), selection.random_seed)
        self._library = library
        self._words = self.parts[0].words

    def prose(self) -> Prose:
        return Prose(
            kind="It is a program in Python for the command line: it shows a menu when it is started by itself, and "
            "does one thing when it is started with a command. What it knows it keeps in a file of the project.",
            beside="listing what there is,",
            users=(
                f"{capital(self._words['audience'])}, at the menu: a number is typed, and the answer read.",
                "Scripts of theirs, which start it with a command and read its lines.",
            ),
            data_requirements=tuple(_data_requirements(self._words)),
            non_goals=(
                "Windows, colours, or anything that needs more than a terminal of plain text.",
                "A network, a database, or packages beyond the standard library of Python 3.11.",
                "Several people who change the same file at once.",
                "Accounts and passwords.",
            ),
        )

    def opening_and_closing(self, rng: random.Random) -> tuple[str, str]:
        return rng.choice(_OPENINGS), ""

    def criteria(self) -> Criteria:
        """None of which expects what the plan itself says."""
        criteria = super().criteria()
        if problems := list(echo_problems(self.prd(), criteria)):
            raise InvalidFile(problems)
        return criteria

    def built(self, canary: str) -> Built:
        """The reference, the same with other data, and the grader's files; programs and tests carry the canary."""
        words = self._words
        other_data = Alternative(
            name="other-data", kind="other-data", description="The same program with other sample data."
        )
        return Built(
            reference=self._reference(canary),
            alternatives=(
                LaidOver(
                    alternative=other_data, files={words["data_file"]: data_text(words, words["others"])}
                ),
            ),
            grader=self._grader(canary),
        )

    def mutant_home(self, part: ProgramPart, template: MutantTemplate, reference: Files) -> MutantHome:
        path = f"src/{self._words['package']}/{template.file or f'{part.feature.module}.py'}"
        return MutantHome(path, reference.get(path, ""), path)

    def _reference(self, canary: str) -> Files:
        """The project as it is submitted by the oracle."""
        package = self._words["package"]
        files: Files = {}
        for path, template in self._library.shell.items():
            home = path.removesuffix(".j2").replace(PACKAGE, f"src/{package}/")
            files[home] = program_templates().render(template, self._words, f"shell/{path}")
        for part in self.parts:
            template, where = (
                self._library.modules[part.feature.id],
                f"features/{part.feature.id}/module.py.j2",
            )
            home = f"src/{package}/{part.feature.module}.py"
            files[home] = part.templates.render(template, part.words, where)
        shipped = {self._words["data_file"]: data_text(self._words, self._words["shipped"])}
        for part in self.parts:
            shipped |= {path: part.render(text, f"ships.{path}") for path, text in part.feature.ships.items()}
        return dict(sorted({**marked(files, canary), **shipped}.items()))

    def _grader(self, canary: str) -> Grader:
        """Everything that tasks name; tests carry the canary."""
        files: Files = {f"laid/{self._words['data_file']}": data_text(self._words, self._words["records"])}
        for part in self.parts:
            for path, text in part.feature.lays.items():
                files[f"laid/{path}"] = part.render(text, f"lays.{path}")
        for part in self.parts:
            if (tests := self._library.tests.get(part.feature.id)) is not None:
                rendered = part.templates.render(tests, part.words, f"features/{part.feature.id}/tests.py.j2")
                files |= marked({tests_path(part.feature.module): rendered}, canary)
            for template in part.tasks():
                files |= dict(part.own_files(template))
        return {path: text.encode() for path, text in sorted(files.items())}


def tests_path(module: str) -> str:
    """Where the tests of a module lie, in the grader and in the submission."""
    return f"tests/test_{module}.py"


def reference_path(task: str, product: str) -> str:
    """Where the grader has what a product is held against."""
    return f"expected/{task}/{PurePosixPath(product).name}"


def data_text(words: TemplateWords, records: Sequence[object]) -> str:
    """The data file with these records."""
    return f"{as_json([words['plain'](entry) for entry in records])}\n"


def selected_parts(library: ProgramCatalog, selection: ProgramSelection) -> list[ProgramPart]:
    """The selected features with the words for their templates, over records that give what their tasks rely on.

    Raises InvalidFile where no set of the domain's records gives that.
    """
    domain = library.domains[selection.domain]

    def parts(drawn: SampleRecords) -> list[ProgramPart]:
        return parts_over(library, domain, selection, drawn)

    chosen = sample(
        domain, selection.record_count, selection.random_seed, lambda drawn: not [*_lacking(parts(drawn))]
    )
    made = parts(chosen)
    if problems := [unfit(domain, "records", so) for so in _lacking(made)]:
        raise InvalidFile(problems)
    return made


def _lacking(parts: Sequence[ProgramPart]) -> Iterator[str]:
    for part in parts:
        for reliance in part.feature.relies_on:
            if not part.value_of(reliance.that, "relies_on"):
                yield f"{part.feature.id} relies on it that {reliance.so}"


def echo_problems(prd: PRD, criteria: Criteria) -> Iterator[Problem]:
    """Each shell interaction whose expected output stands in the plan's own words, inputs, patterns or PRD."""
    told = plan_text(prd, criteria)
    for task in criteria.tasks:
        if task.how.pattern:
            wanted = _positive(task.how.pattern)
            # Most are ruled out by their first part, which is a hundredth of the work of the whole.
            parts = wanted.split(GAP)
            if all(re.search(part, told) for part in parts) and (found := re.search(wanted, told)):
                yield Problem(
                    where=f"task {task.id}",
                    message=f"expects {wanted!r:.300}, which the plan itself says: {found[0][-80:]!r}.",
                    mend="Expect what only a program that works prints: values, rows, an order.",
                )


def plan_text(prd: PRD, criteria: Criteria) -> str:
    """Every text of PRD and criteria, a line each."""
    return "\n".join((*found_in(prd, str), *found_in(criteria, str)))


def _positive(pattern: str) -> str:
    """What has to be found, without what may not."""
    return pattern[pattern.index(f"){GAP}") + 1 + len(GAP) :] if NO_TRACEBACK in pattern else pattern


def _data_requirements(words: TemplateWords) -> Iterator[str]:
    key, label = words["key"], words["label"]
    yield (
        f"`{words['data_file']}`, beside `src/`, is a JSON list in UTF-8 with an object for each {words['item']}. The "
        f"project brings at least {len(words['shipped'])} believable ones; whatever {words['items']} stand there when "
        "the program starts are those that it works with."
    )
    yield f"`id`: a whole number from 1 up, of which no two {words['items']} have the same; there may be gaps."
    yield f"`{key['name']}` ({label['name']}): a text that is not empty."
    yield f"`{key['kind']}` ({label['kind']}): one of {enumerated(words['kinds'], 'or')}, written so."
    decimals = words["decimals"]
    number = f"a number with at most {_decimals(decimals)}" if decimals else "a whole number"
    shown = f"; it is shown with {_decimals(decimals)}" if decimals else ""
    yield (
        f"`{key['amount']}` ({label['amount']}): {number} in {words['unit']} from 0 to {words['maximum']}{shown}."
    )
    yield f"`{key['date']}` ({label['date']}): a day of the calendar, as a text of the form 2026-05-31."
    yield f"`{key['person']}` ({label['person']}): a text that is not empty."
    yield f"`{key['note']}` ({label['note']}): a text, which may be empty."


def _decimals(number: int) -> str:
    return f"{number} decimal" if number == 1 else f"{number} decimals"
