"""Alternatives to a model's reference: the same app with other data, by a program, and in other markup, by the model.

Reference and criteria share one hand. Where one of these does not pass, the criteria are too particular, unless the app
itself was broken: so all of them are tried first, and what leaves a page that raises errors, or none, is dropped. What
fails is the release gate's to tell.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from agents.authoring.generation.craft import Orders
from agents.authoring.generation.files import edited, laid, shown
from agents.authoring.generation.references import Complaints
from agents.authoring.generation.sample_data import (
    Rewritings,
    is_sound,
    rewritings,
    rewritten,
    sample_literals,
)
from agents.authoring.generation.shapes import Edit, WrittenFile
from agents.authoring.generation.trying import Undisturbed, judged
from agents.authoring.writing import AuthoringMode, ReadAnswer, Writer, WritingOrder
from plans.contracts.authoring import Check
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.errors import BudgetError, Event, GivenUp
from plans.prd_text import requirements_text
from plans.records.base import found_in
from plans.records.marks import MarkCode
from plans.records.model_call import Shape
from plans.records.plan import Plan
from plans.records.project import (
    Alternative,
    Built,
    Files,
    Lack,
    LaidOver,
    MadeArtifact,
    Rewriting,
    Scheme,
    SeenFailing,
    Specified,
    VariationKind,
    Variations,
    Varied,
)
from plans.records.steps import Target
from plans.records.usage import Foreseen, Tokens
from plans.records.verdict import Judgement, Status

LETTERS = 4
"""Of a token, in prose and code."""
LONGEST_TOLD = 200
"""Characters of why there is no second rendering."""
LONGEST_PAGE = 8_000
"""Characters of a page of the reference that the author of other markup is shown."""
_CONTROLS = frozenset({"button", "link", "tab", "menuitem", "checkbox", "radio", "option"})
_BROKEN = frozenset({Event.NOT_SERVABLE, Event.SERVER_SILENT, Event.PAGE_UNRESPONSIVE})
"""Events of tasks on an app that does not run."""
_SCRIPTS = re.compile(r"(<(script|style)\b[^>]*>).*?(</\2)", re.DOTALL | re.IGNORECASE)
_DATA_TOLD: Mapping[Rewriting, str] = {
    "names": "other names",
    "prices": "other amounts",
    "decimals": "decimals shown otherwise",
    "currency": "the currency's sign on the other side",
    "dates": "dates written otherwise",
    "entries": "an entry more",
}


class WrittenRestyling(Shape):
    """The app in other markup and other words, all of its files."""

    files: list[WrittenFile]


class MetAlready(Shape):
    """A task that the app meets as it is."""

    task: str
    why: str
    """By which of what a user sees or does, in a sentence."""


class RestylingRepair(Shape):
    """What the app in other markup lacks of the requirements, put right."""

    edits: list[Edit]
    """Changes of files; each is made in the file as the one before it left it."""
    files: list[WrittenFile]
    """Files that are new or better written anew; mostly empty."""
    meets: list[MetAlready]
    """Tasks whose requirements the app meets as it is; mostly empty."""


class ModelVarier:
    """Implements plans.contracts.authoring.Varier by a program and a model in the role `generator`."""

    def __init__(
        self,
        model: Model,
        judge: Judge,
        checks: Sequence[Check],
        plan: Callable[[], Plan],
        way: AuthoringMode,
    ) -> None:
        """`checks`: the family's own program-decided ones, which other markup has to pass too; `plan`: the suite's, as
        it was reviewed; `way`: how its tasks are tried.
        """
        self._model = model
        self._judge = Undisturbed(judge)
        self._writer = Writer(model, "generator", "agents.authoring.generation", way)
        self._orders = Orders(plan, way)
        self._complaints = Complaints(checks, plan)
        self._way: AuthoringMode = way

    async def varied(self, specified: Specified, built: Built, canary: str) -> MadeArtifact[Varied]:
        """Of programs for the command line neither: what they work on is laid by their tasks."""
        if self._way == "commands":
            return MadeArtifact(Varied(alternatives=(), variations=Variations(lacking=_OF_PROGRAMS)))
        trial = _Trial(self._judge, specified, built)
        data = await _with_other_data(trial)
        markup = await self._restyled(trial, canary)
        parts = (data, markup.value)
        return MadeArtifact(
            Varied(
                alternatives=tuple(one for part in parts for one in part.alternatives),
                variations=Variations(
                    rewritten=data.variations.rewritten,
                    dropped=data.variations.dropped,
                    lacking=tuple(lack for part in parts for lack in part.variations.lacking),
                    failing=tuple(one for part in parts for one in part.variations.failing),
                ),
            ),
            markup.uses,
        )

    async def restyled(self, specified: Specified, built: Built, canary: str) -> MadeArtifact[Varied]:
        """The second rendering alone."""
        return await self._restyled(_Trial(self._judge, specified, built), canary)

    async def _restyled(self, trial: "_Trial", canary: str) -> MadeArtifact[Varied]:
        """The model's, once it runs; what it then does not pass is shown to it once, in words of outcomes alone."""
        specified = trial.specified
        order = self._order(trial)
        if not self._has_room(order, trial.built):
            return MadeArtifact(
                _lacking("restyled", "over budget", "the budget of models has no room for it")
            )

        async def read(files: Files, problems: list[str]) -> ReadAnswer[Files]:
            problems += self._complaints.of(specified, files)
            if not problems and not is_sound(files):
                problems.append("A script cannot be parsed.")
            if not problems and await trial.breaks({**trial.built.reference, **files}):
                problems.append(f"The app does not run: {trial.told_broken()}")
            return ReadAnswer(files, problems)

        async def read_first(written: WrittenRestyling) -> ReadAnswer[Files]:
            problems: list[str] = []
            return await read(laid(written.files, canary, problems), problems)

        try:
            first = await self._writer.written(order, WrittenRestyling, read_first)
        except GivenUp as error:
            return MadeArtifact(
                _lacking("restyled", "given up", " ".join(error.reasons[0].split())[:LONGEST_TOLD])
            )
        files, failing, uses = first.value, trial.failing("restyled"), list(first.uses)
        if failing:
            said: dict[str, str] = {}

            async def read_again(written: RestylingRepair) -> ReadAnswer[Files]:
                problems: list[str] = []
                changed = edited(files, written.edits, problems)
                said.update({one.task: one.why for one in written.meets})
                return await read(laid(written.files, canary, problems, changed), problems)

            # What cannot be put right by a second answer stands as it was first written.
            with suppress(GivenUp):
                again = self._again(trial, files, failing)
                second = await self._writer.written(again, RestylingRepair, read_again)
                files, uses = second.value, [*uses, *second.uses]
                failing = [
                    one.model_copy(update={"said": said.get(one.task, "")})
                    for one in trial.failing("restyled")
                ]
        made = _made(
            "restyled",
            "A second rendering by the model: other markup and wording, the same features.",
            files,
        )
        return MadeArtifact(
            Varied(alternatives=(made,), variations=Variations(failing=tuple(failing))),
            tuple(uses),
        )

    def _order(self, trial: "_Trial") -> WritingOrder:
        specified, reference = trial.specified, shown(trial.built.reference)
        pages = [
            _SCRIPTS.sub(r"\1\3", text)[:LONGEST_PAGE]
            for path, text in reference.items()
            if path.endswith(".html")
        ]
        words = {
            **self._orders.words(specified.recipe),
            "prd": requirements_text(specified.prd),
            "data": sample_literals(reference),
            "pages": pages,
        }
        return WritingOrder(
            what=f"The second rendering of {specified.recipe.id!r}",
            template="restyled",
            words=words,
            stage="restyled",
            project=specified.recipe.id,
            salt=str(specified.recipe.parameters.random_seed),
            included=("findings",),
        )

    def _again(self, trial: "_Trial", files: Files, failing: Sequence[SeenFailing]) -> WritingOrder:
        specified = trial.specified
        statements = {
            (task.id, outcome.id): outcome.statement
            for task in specified.criteria.tasks
            for outcome in task.outcomes
        }
        told = [
            f"Task {one.task}: {statements[one.task, one.outcome]} Seen in its place: {one.saw or 'nothing'}."
            for one in failing
        ]
        return WritingOrder(
            what=f"What the second rendering of {specified.recipe.id!r} lacks",
            template="restyled_again",
            words={"prd": requirements_text(specified.prd), "files": shown(files), "failures": told},
            stage="restyled",
            project=specified.recipe.id,
            salt=str(specified.recipe.parameters.random_seed),
            included=("files",),
        )

    def _has_room(self, order: WritingOrder, built: Built) -> bool:
        """Whether the budget has room for it, and for the mutants, which come after it and of which an item needs."""
        asked = len(json.dumps(order.words, default=str)) // LETTERS
        answered = sum(map(len, built.reference.values())) // LETTERS
        tokens = Tokens(input=asked + 2 * answered, output=2 * answered)
        try:
            self._model.foresee([Foreseen(role="generator", calls=2, tokens=tokens)])
        except BudgetError:
            return False
        return True


class _Trial:
    """Tries what may stand beside a reference on the item's criteria, and keeps what came of the last one."""

    def __init__(self, judge: Judge, specified: Specified, built: Built) -> None:
        self.specified = specified
        self.built = built
        self._judge = judge
        self._last: Judgement | None = None
        self._usual: frozenset[str] | None = None

    async def breaks(self, files: Files) -> bool:
        """Whether nothing of the app runs, or its scripts raise errors that those of the reference do not."""
        judgement = self._last = await self._judged(files)
        if judgement.has(MarkCode.NOTHING_SERVABLE) or any(one.event in _BROKEN for one in judgement.tasks):
            return True
        if not (errors := _errors(judgement)):
            return False
        if self._usual is None:
            self._usual = _errors(await self._judged(self.built.reference))
        return not errors <= self._usual

    def told_broken(self) -> str:
        """What broke, as far as it was seen."""
        assert self._last is not None
        return "; ".join(sorted(_errors(self._last))) or "no page is shown, or it no longer answers."

    def failing(self, kind: VariationKind) -> list[SeenFailing]:
        """Outcomes of the last one that did not pass, but for those of blocked tasks, which were not tried."""
        assert self._last is not None
        return list(_failing(kind, self._last))

    async def _judged(self, files: Files) -> Judgement:
        recipe = self.specified.recipe
        scheme = Scheme(criteria=self.specified.criteria, grader=self.built.grader)
        return await judged(self._judge, recipe.id, files, scheme, recipe.parameters.random_seed)


async def _with_other_data(trial: _Trial) -> Varied:
    """All that can be rewritten at once; where that breaks the app, one kind after the other as long as it runs."""
    reference = trial.built.reference
    found = rewritings(reference, _stated(trial.specified), trial.specified.recipe.parameters.random_seed)
    if not found:
        return _lacking(
            "other-data",
            "nothing found",
            "no list of sample data stands in its scripts that a program can change",
        )
    kinds = list(found)
    if await _breaks(trial, found, kinds):
        kept: list[Rewriting] = []
        for kind in found:
            if not await _breaks(trial, found, [*kept, kind]):
                kept.append(kind)
        kinds = kept
        if not kinds or await _breaks(trial, found, kinds):
            return _lacking("other-data", "breaks the app", f"tried: {', '.join(found)}")
    told = f"The same app with other sample data: {', '.join(_DATA_TOLD[kind] for kind in kinds)}."
    return Varied(
        alternatives=(_made("other-data", told, _laid_over(reference, found, kinds)),),
        variations=Variations(
            rewritten=tuple(kinds),
            dropped=tuple(kind for kind in found if kind not in kinds),
            failing=tuple(trial.failing("other-data")),
        ),
    )


async def _breaks(trial: _Trial, found: Rewritings, kinds: Sequence[Rewriting]) -> bool:
    files = {**trial.built.reference, **_laid_over(trial.built.reference, found, kinds)}
    return not is_sound(files) or await trial.breaks(files)


def _laid_over(reference: Files, found: Rewritings, kinds: Sequence[Rewriting]) -> Files:
    return rewritten(reference, [edit for kind in found if kind in kinds for edit in found[kind]])


def _stated(specified: Specified) -> str:
    """What must stay: words that anybody who builds the item may have read, and names of controls."""
    controls = (one for one in found_in(specified.criteria, Target) if one.role in _CONTROLS)
    data = (datum for leaf in specified.prd.leaves() for datum in leaf.data)
    return "\n".join(
        (
            requirements_text(specified.prd),
            *(level.text for level in specified.query.levels.values()),
            *(word for one in controls for word in (one.name, *one.synonyms)),
            *data,
        )
    )


def _errors(judgement: Judgement) -> frozenset[str]:
    """Errors of scripts that were seen, without the numbers in them: places and ports differ from run to run."""
    seen = (outcome.observation for task in judgement.tasks for outcome in task.outcomes)
    return frozenset(re.sub(r"\d+", "0", line) for one in seen if one is not None for line in one.console)


def _failing(kind: VariationKind, judgement: Judgement) -> Iterator[SeenFailing]:
    for task in judgement.tasks:
        if task.status in (Status.PASSED, Status.BLOCKED):
            continue
        for outcome in task.outcomes:
            if outcome.status is not Status.PASSED:
                seen = outcome.observation
                yield SeenFailing(
                    kind=kind,
                    task=task.task,
                    outcome=outcome.outcome,
                    looked_for=seen.looked_for if seen else "",
                    saw=seen.saw if seen else outcome.reason,
                )


def _made(kind: VariationKind, description: str, files: Files) -> LaidOver:
    return LaidOver(alternative=Alternative(name=kind, kind=kind, description=description), files=files)


def _lacking(kind: VariationKind, code: str, detail: str) -> Varied:
    lack = Lack.model_validate({"kind": kind, "code": code, "detail": detail})
    return Varied(alternatives=(), variations=Variations(lacking=(lack,)))


_OF_PROGRAMS = (
    Lack(kind="restyled", code="not applicable", detail="a program for the command line has no markup"),
    Lack(kind="other-data", code="not applicable", detail="its tasks lay the data that it works on"),
)
