"""An item implemented by a code agent that saw the request and the rules of submission, and what its failures mean.

A reference and its mutants have one author: what that author took for granted, every cell of the matrix takes for
granted. So a code agent builds the item from what agents under test are told, and is judged as they are. Whose fault a
task is that does not pass, the role `verifier` rules: where it is the app's, its author is told and submits again.
What a person wrote for the same request is taken over as it is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import yaml
from pydantic import Field, JsonValue

from agents.authoring.events import Hear, Implemented, Implementing, unheard
from agents.authoring.generation.craft import wanted_text
from agents.authoring.generation.files import PAGES, PROGRAMS, FileRules, collisions, laid, marked
from agents.authoring.generation.pages import flow, shown_criteria
from agents.authoring.generation.reference_by_agent import AuthorWorkspace, found_files, told_end
from agents.authoring.generation.trying import Undisturbed
from agents.authoring.verification.gate import judged_row
from agents.authoring.verification.matrix import independent_row
from agents.authoring.verification.reading.answers import occurs
from agents.authoring.writing import AuthoringMode, ReadAnswer, Writer, WritingOrder
from plans.contracts.coding import CodeAgent, IndependentBrief
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.digests import text_digest
from plans.errors import GivenUp, InvalidFile
from plans.families import family_named
from plans.model_settings import OWN_CODER
from plans.records.base import Problem
from plans.records.code_agent import AgentReport
from plans.records.criteria import EvaluationTask
from plans.records.model_call import ModelUse, Shape
from plans.records.project import (
    FaultOwner,
    Files,
    Independent,
    IndependentImplementation,
    IndependentRuling,
    MadeArtifact,
    Project,
)
from plans.records.verdict import Status, TaskVerdict
from plans.scratch import scratch
from plans.slugs import new_id

ROUNDS = 3
"""Times that an implementation is submitted at most."""
_SHOWN_CHARACTERS = 60_000
"""Of the project's files, as the verifier is shown them."""
_STAGE = "independent"
MOST_BY_PERSON = 500
"""Files of an implementation by a person."""


class WrittenRuling(Shape):
    """Whose fault one task is."""

    task: str
    """Id of the task."""
    reason: str
    """What of the project or of the criterion decides it, in one or two sentences."""
    quote: str
    """At least four words, letter by letter, of the request, the specification or the task that the ruling rests on:
    of its title, a statement or a step, and not of what the judge reports."""
    fault: FaultOwner
    tell: str
    """Where the fault is the project's, what a user who knows the request would say about it; else empty."""


class WrittenRulings(Shape):
    """A ruling on each task that does not pass."""

    rulings: list[WrittenRuling] = Field(min_length=1)


@dataclass(frozen=True)
class Adjudicator:
    """Rules by a model in the role `verifier` whose fault it is that tasks do not pass."""

    model: Model
    way: AuthoringMode
    hear: Hear = unheard

    async def ruled(
        self, project: Project, seen: str, files: Files, missed: Sequence[TaskVerdict], number: int
    ) -> MadeArtifact[tuple[WrittenRuling, ...]]:
        """A ruling on each of the `missed` tasks, in their order, each with words that stand where it says.

        `number` tells rounds apart. Raises GivenUp where no such rulings come, and what a Model raises.
        """
        tried = _tried(project, [verdict.task for verdict in missed])
        tasks = [_shown(project.criteria.task(one.task), one, tried.steps[one.task]) for one in missed]
        prd = wanted_text(project.prd)
        sources = (seen, prd, *tried.targets, *_quotable(project, tried))
        asked = [verdict.task for verdict in missed]

        async def read(written: WrittenRulings) -> ReadAnswer[tuple[WrittenRuling, ...]]:
            by_task = {ruling.task: ruling for ruling in written.rulings}
            problems = [f"No ruling on task {id!r}." for id in asked if id not in by_task]
            problems += [f"Nobody asked about task {id!r}." for id in by_task if id not in asked]
            given = Counter(ruling.task for ruling in written.rulings)
            problems += [f"Task {id!r} has {n} rulings; give one." for id, n in given.items() if n > 1]
            for ruling in written.rulings:
                if not any(occurs(ruling.quote, source) for source in sources):
                    problems.append(
                        f"Task {ruling.task!r}: {ruling.quote!r} stands in none of request, specification and task; "
                        "what the judge reports of the project is no source."
                    )
                if ruling.fault == "app" and not ruling.tell.strip():
                    problems.append(f"Task {ruling.task!r}: say in `tell` what a user would say about it.")
            return ReadAnswer(tuple(by_task[id] for id in asked if id in by_task), problems)

        shown, left_out = _fitting(files)
        order = WritingOrder(
            what=f"Rulings on the independent implementation of {project.id!r}",
            template="adjudicate",
            words={
                "seen": seen,
                "prd": prd,
                "targets": tried.targets,
                "tasks": tasks,
                "files": shown,
                "left_out": left_out,
            },
            stage=_STAGE,
            project=project.id,
            salt=f"round {number}",
        )
        writer = Writer(
            self.model, "verifier", "agents.authoring.verification", system="adjudicating", hear=self.hear
        )
        return await writer.written(order, WrittenRulings, read)


@dataclass(frozen=True)
class IndependentAuthor:
    """Has a code agent implement items from what agents under test are told."""

    agent: CodeAgent
    author: str
    """Who it is, as the item will say: a model or a code agent."""
    is_other_author: bool
    """Whether it is another model than the one that wrote the item."""
    judge: Judge
    adjudicator: Adjudicator | None
    """None: nobody rules, and the author is handed back nothing."""
    rounds: int = ROUNDS
    """At least 1."""
    hear: Hear = unheard

    async def implemented(
        self, project: Project, told: IndependentBrief, canary: str
    ) -> MadeArtifact[IndependentImplementation]:
        """The implementation as it was last submitted and could be judged, with rulings on the tasks that do not pass:
        the last one on each, so that what an earlier round found of a task that now waits for another is kept.

        Raises GivenUp where the author leaves nothing that can be served at first, EndpointFailed and JudgeError where
        the author or the judge could not work, and what a Model raises.
        """
        account: list[str] = []
        with scratch("independent") as folder:
            workspace = AuthorWorkspace(
                self.agent, folder / "desk", project.id, project.parameters.random_seed
            )
            workspace.lay()
            submitted = await self._round(workspace, project, told, canary, told.first, 1)
            uses, rulings = list(submitted.uses), {one.task: one for one in submitted.rulings}
            account += submitted.account
            for number in range(2, self.rounds + 1):
                if not submitted.lacking:
                    break
                message = told.again("\n\n".join(submitted.lacking))
                try:
                    submitted = await self._round(workspace, project, told, canary, message, number)
                except GivenUp as error:
                    # What the rounds before it showed of the criteria holds all the same.
                    account.append(f"Round {number} was left out: {' '.join(error.reasons) or error}")
                    break
                uses += submitted.uses
                account += submitted.account
                rulings |= {one.task: one for one in submitted.rulings}
        about = Independent(
            name=self.agent.spec.name,
            author=self.author,
            by="model" if self.agent.spec.kind == OWN_CODER else "agent",
            is_other_author=self.is_other_author,
            seen=told.seen,
            seen_digest=text_digest(told.text),
            account=" ".join(account),
            rounds=submitted.number,
            rulings=_kept([one for task, one in rulings.items() if task in submitted.not_passed]),
        )
        return MadeArtifact(IndependentImplementation(about=about, files=submitted.files), tuple(uses))

    async def _round(
        self,
        workspace: AuthorWorkspace,
        project: Project,
        told: IndependentBrief,
        canary: str,
        message: str,
        number: int,
    ) -> "_SubmittedVersion":
        """One round: what the agent then submits, judged, and ruled on where tasks do not pass."""
        self.hear(Implementing(project.id, self.author, number, self.rounds))
        report, uses = await workspace.worked(message, number)
        files = _submitted(workspace.app, project, canary, report)
        judgement = await judged_row(
            Undisturbed(self.judge), project, independent_row(project, self.author, files)
        )
        missed = [one for one in judgement.tasks if one.status not in (Status.PASSED, Status.BLOCKED)]
        names = tuple(one.task for one in missed)
        passed = sum(one.status is Status.PASSED for one in judgement.tasks)
        self.hear(Implemented(project.id, number, passed, len(judgement.tasks), names))
        rulings, account = await self._rulings(project, told.text, files, missed, number)
        not_passed = frozenset(one.task for one in judgement.tasks if one.status is not Status.PASSED)
        return _SubmittedVersion(number, files, not_passed, rulings.value, (*uses, *rulings.uses), account)

    async def ruled_anew(
        self, project: Project, told: IndependentBrief
    ) -> MadeArtifact[IndependentImplementation]:
        """The item's implementation as it is, with rulings on those of its failures on which nobody has ruled, as where
        criteria have become others since. Raises as `implemented`, but GivenUp never.
        """
        known = project.independents[0]
        judgement = await judged_row(
            Undisturbed(self.judge), project, independent_row(project, self.author, known.files)
        )
        ruled = {ruling.task for ruling in known.about.rulings}
        missed = [
            one
            for one in judgement.tasks
            if one.status not in (Status.PASSED, Status.BLOCKED) and one.task not in ruled
        ]
        made, account = await self._rulings(project, told.text, known.files, missed, known.about.rounds)
        about = known.about.model_copy(
            update={
                "rulings": (*known.about.rulings, *_kept(made.value)),
                "account": " ".join(filter(None, (known.about.account, *account))),
            }
        )
        return MadeArtifact(known.model_copy(update={"about": about}), made.uses)

    async def _rulings(
        self,
        project: Project,
        seen: str,
        files: Files,
        missed: Sequence[TaskVerdict],
        number: int,
    ) -> tuple[MadeArtifact[tuple[WrittenRuling, ...]], list[str]]:
        """The rulings, and why there are none where they never came right: the tasks stay not ruled on, and count as
        never shown fair, whereas without the implementation nothing would be said of them.
        """
        if not missed or self.adjudicator is None:
            return MadeArtifact(()), []
        try:
            return await self.adjudicator.ruled(project, seen, files, missed, number), []
        except GivenUp as error:
            return MadeArtifact(()), [f"Nobody ruled on round {number}: {' '.join(error.reasons) or error}"]


class PersonsWork(NamedTuple):
    """An implementation that a person wrote, as it lies in a folder."""

    folder: Path
    author: str
    account: str = ""
    """How it came about, in the author's words; empty: as it was told before, if it was."""


class TakenOver(NamedTuple):
    """The same as an item keeps it."""

    implementation: IndependentImplementation
    passed_over: tuple[str, ...]
    """Files of the folder that no item keeps, such as pictures."""


def taken_over(work: PersonsWork, project: Project, told: IndependentBrief, canary: str) -> TakenOver:
    """The person's implementation of `project`, in the place of what the same person wrote of it before.

    Its files carry the canary. Rulings on an earlier version stand while its files are the same. Raises InvalidFile
    where the folder holds nothing to judge.
    """
    rules, problems, passed_over = _rules(project), list[str](), list[str]()
    found = found_files(work.folder, problems, rules, MOST_BY_PERSON, passed_over)
    files = {one.path: marked(one.path, one.content, canary) for one in found}
    problems += collisions(files)
    if len(files) > MOST_BY_PERSON:
        problems.append(f"There are more than {MOST_BY_PERSON} files; name the folder of the project alone.")
    if rules.start not in files:
        problems.append(rules.without_start)
    own = [one for one in project.independents if (one.about.by, one.about.author) == ("person", work.author)]
    if len(own) > 1:
        names = ", ".join(one.about.name for one in own)
        problems.append(
            f"{work.author!r} wrote several implementations of {project.id} ({names}); which of them this one replaces "
            "is not known. Rename the author in all but one independent.yaml, or name another author."
        )
    if problems:
        mend = "Mend it, and give the command again."
        raise InvalidFile([Problem(where=str(work.folder), message=one, mend=mend) for one in problems])
    before = own[0] if own else None
    is_same = before is not None and before.files == files
    about = Independent(
        name=before.about.name
        if before
        else new_id(work.author, [one.about.name for one in project.independents], otherwise="person"),
        author=work.author,
        by="person",
        is_other_author=True,
        seen=told.seen,
        seen_digest=text_digest(told.text),
        account=work.account or (before.about.account if before else ""),
        rounds=before.about.rounds + (not is_same) if before else 1,
        rulings=before.about.rulings if before and is_same else (),
    )
    return TakenOver(IndependentImplementation(about=about, files=files), tuple(passed_over))


class _SubmittedVersion(NamedTuple):
    """What came of one round."""

    number: int
    files: Files
    not_passed: frozenset[str]
    """Tasks that it does not pass, also those that wait for others."""
    rulings: Sequence[WrittenRuling]
    uses: Sequence[ModelUse]
    account: Sequence[str]
    """Why nobody ruled, where somebody should have."""

    @property
    def lacking(self) -> list[str]:
        """What a user would say that it lacks."""
        return [ruling.tell for ruling in self.rulings if ruling.fault == "app"]


def _kept(rulings: Sequence[WrittenRuling]) -> tuple[IndependentRuling, ...]:
    return tuple(
        IndependentRuling(task=one.task, fault=one.fault, quote=one.quote, reason=one.reason, by="model")
        for one in rulings
    )


def _submitted(folder: Path, project: Project, canary: str, report: AgentReport) -> Files:
    """The text files of the workspace that make up a project; raises GivenUp where there are none to serve."""
    rules, problems = _rules(project), list[str]()
    files = laid(found_files(folder, problems, rules), canary, problems, rules=rules)
    if problems:
        what = f"The independent implementation of {project.id!r} cannot be taken over"
        raise GivenUp(what, [*problems, told_end(report)])
    return files


def _rules(project: Project) -> FileRules:
    """Of what files an implementation of the project is made."""
    return PROGRAMS if family_named(project.parameters.family).is_tried_by_commands else PAGES


def _fitting(files: Files) -> tuple[list[tuple[str, str]], int]:
    """The files that fit into the prompt, in order, and how many do not."""
    shown, room = list[tuple[str, str]](), _SHOWN_CHARACTERS
    for path, text in sorted(files.items()):
        if len(text) <= room:
            shown.append((path, text))
            room -= len(text)
    return shown, len(files) - len(shown)


class _Tried(NamedTuple):
    """How tasks are tried, as the verifier is shown it."""

    steps: Mapping[str, str]
    """Task → its steps with targets by their names, or its commands."""
    targets: Sequence[str]
    """Each target that the steps call by name, once."""
    words: Mapping[str, str]
    """Task → what its steps or commands say, without the names of their fields."""


def _tried(project: Project, tasks: Sequence[str]) -> _Tried:
    criteria = project.criteria
    own = criteria.model_copy(update={"tasks": tuple(criteria.task(id) for id in tasks)})
    if all(task.how.browser_steps for task in own.tasks):
        shown = shown_criteria(own)
        steps = {id: "\n".join(lines) for id, lines in shown.steps.items()}
        return _Tried(steps, [f"{name}: {flow(target)}" for name, target in shown.targets.items()], steps)
    ways = {task.id: task.how.model_dump(mode="json", exclude_defaults=True) for task in own.tasks}
    steps = {id: yaml.safe_dump(way, sort_keys=False, allow_unicode=True) for id, way in ways.items()}
    return _Tried(steps, (), {id: "\n".join(_texts(way)) for id, way in ways.items()})


def _texts(value: JsonValue) -> Iterator[str]:
    """All texts within, but for the keys of mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _quotable(project: Project, tried: _Tried) -> Iterator[str]:
    """What of the tasks a ruling may rest on: what their author wrote, and nothing that the judge reports of a page,
    which may say whatever it likes.
    """
    for id, words in tried.words.items():
        task = project.criteria.task(id)
        yield task.title
        yield from (outcome.statement for outcome in task.outcomes)
        yield words


def _shown(task: EvaluationTask, verdict: TaskVerdict, tried: str) -> Mapping[str, object]:
    """A task as the verifier is shown it."""
    found = {outcome.outcome: outcome for outcome in verdict.outcomes}
    return {
        "id": task.id,
        "title": task.title,
        "requirements": task.requirements,
        "status": verdict.status.value,
        "outcomes": [
            {
                "id": outcome.id,
                "statement": outcome.statement,
                "status": found[outcome.id].status.value if outcome.id in found else verdict.status.value,
                "reason": found[outcome.id].reason if outcome.id in found else verdict.reason,
            }
            for outcome in task.outcomes
        ],
        "tried": tried,
    }
