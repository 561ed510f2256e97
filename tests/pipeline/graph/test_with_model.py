"""Authoring with models that read and weigh: what they find goes back, and what they weigh is verified."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agents.authoring.evaluation.by_model import ModelEvaluator, Weighed, Weighing
from agents.authoring.verification.gate import StaticGate
from agents.authoring.verification.reading.answers import (
    Clause,
    ClauseReading,
    Quoted,
    ReaderFault,
    ReaderFindings,
    read_definitions,
)
from agents.authoring.verification.reading.reader import ModelReader
from agents.gateway.faults import FailedTry as Broken
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.cost_estimate import authoring_roles
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.drafts import Drafts
from pipeline.graph.report import AuthoringReport
from pipeline.refresh.refreshing import grow_spec, new_version, refresh_spec
from plans.contracts.authoring import Reader
from plans.digests import graded_digest
from plans.errors import StorageFailed
from plans.families import generator
from plans.files import read_record
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.feedback import EvaluationPlan
from plans.records.model_call import ModelRequest
from plans.records.plan import Plan
from plans.records.project import Project, Provenance
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import hand_written
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.agents.gateway.scripted import Says, Scripted
from tests.pipeline.graph import test_author_by_model as by_model
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate, ScriptedGenerator
from tests.pipeline.graph.studio import results, spec

pytestmark = pytest.mark.slow

SEED = {"shop": "a shop for plants"}


class ReadingGate(ScriptedGate):
    """A gate that has items read too."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self._reader = reader

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        made = await super().verify(project, plan, known)
        found = await self._reader.read(project)
        reasons = [f"check {check.check}: {finding}" for check in found for finding in check.findings]
        return made.model_copy(
            update={
                "checks": (*made.checks, *found),
                "released": made.released and not reasons,
                "reasons": (*made.reasons, *reasons),
            }
        )


READINGS = 24
"""Eight checks, each read three times."""


def weighing(request: ModelRequest) -> Weighing:
    """The first task matters most, and thrice as much as the last."""
    ids = re.findall(r"^## ([a-z0-9-]+): ", request.messages[1].text, re.MULTILINE)
    tasks = [Weighed(task=id, importance=1 if place else 3, difficulty=3) for place, id in enumerate(ids)]
    return Weighing(tasks=tasks, doubts=[], feedback="symptom", feedback_reason="It says enough.")


def quoted(request: ModelRequest) -> Quoted:
    """Some words that are really there."""
    prd = request.messages[1].text.split("## Artifact: prd")[1]
    row = next(row for row in prd.splitlines() if len(row.split()) > 3 and not row.startswith(("#", "~")))
    return Quoted(artifact="prd", words=row.lstrip("- "))


def holds(request: ModelRequest) -> ReaderFindings | ClauseReading:
    return by_clause(request) or ReaderFindings(faults=[], evidence=[quoted(request)], verdict="holds")


def fails(request: ModelRequest) -> ReaderFindings | ClauseReading:
    quotations = [quoted(request), Quoted(artifact="prd", words="There is a page.")]
    fault = ReaderFault(what="Nobody knows what it means.", mend="Say it plainly.", quotations=quotations)
    return by_clause(request) or ReaderFindings(faults=[fault], evidence=[], verdict="fails")


def by_clause(request: ModelRequest) -> ClauseReading | None:
    """The requirements taken apart, each a clause that nothing tries; None where another question is asked."""
    if "**coverage**" not in request.messages[1].text:
        return None
    leaves = re.findall(r"^- \*\*(R[\d.]+) [^*]*\*\* (.+)$", request.messages[1].text, re.MULTILINE)
    return ClauseReading(clauses=[Clause(requirement=id, words=text, tried_by=[]) for id, text in leaves])


def answering(reads: Callable[[ModelRequest], Says]) -> Callable[[ModelRequest], Says]:
    def says(request: ModelRequest) -> Says:
        return weighing(request) if "Weigh them." in request.messages[1].text else reads(request)

    return says


async def author(
    folder: Path, model: Scripted, drafts: type[Drafts] = Drafts
) -> tuple[AuthoringReport, ReadingGate]:
    asked, paths = spec(SEED, with_model=True, refinements=1), SuitePaths(folder)
    assert authoring_roles(asked) == ("verifier", "evaluator")
    settings = settings_for("http://127.0.0.1:1/v1", at_once=1)
    with open_journal(paths.journal) as journal:
        async with open_gateway(settings, lambda _: KEY, journal, lambda *_: model) as gateway:
            gate = ReadingGate(ModelReader(gateway, "browser"))
            context = authoring_context(asked, paths, ScriptedGenerator(), gate, gateway)
            assert isinstance(context.evaluator, ModelEvaluator)
            context = replace(context, drafts=drafts(paths, asked.canary))
            return await author_suite(context, AutoReviewer(), NoProgress()), gate


async def test_other_weights_are_verified_once_and_then_it_goes_on(tmp_path: Path) -> None:
    report, gate = await author(tmp_path, Scripted(answering(holds)))
    assert results(report) == {"shop": "released"}
    item = SuitePaths(tmp_path).item("shop")
    tasks = read_project(item).criteria.tasks
    evaluation = read_record(item.evaluation, EvaluationPlan)
    assert set(evaluation.difficulty.values()) == {3}
    assert [task.weight for task in tasks] == [2.25, 0.75]
    assert gate.judged == ["shop 1", "shop 1"]
    outputs = {one.artifact: one.uses for one in read_record(item.provenance, Provenance).outputs}
    assert list(outputs) == ["evaluation.yaml"]
    assert [use.role for use in outputs["evaluation.yaml"]] == ["evaluator"]


async def test_weights_that_a_killed_call_had_carried_over_are_verified_all_the_same(tmp_path: Path) -> None:
    """The next call found nothing to carry over, and released the item with the evidence of the weights before."""

    class CutShort(Drafts):
        def apply_weights(self, item: str) -> None:
            super().apply_weights(item)
            raise StorageFailed("The disk is full.")

    report, gate = await author(tmp_path, Scripted(answering(holds)), CutShort)
    assert (results(report), gate.judged) == ({"shop": "failed"}, ["shop 1"])
    report, gate = await author(tmp_path, Scripted(answering(holds)))
    assert (results(report), gate.judged) == ({"shop": "released"}, ["shop 1"])
    paths = SuitePaths(tmp_path)
    project, evidence = read_project(paths.item("shop")), read_record(paths.item("shop").evidence, Evidence)
    assert [task.weight for task in project.criteria.tasks] == [2.25, 0.75]
    graded = graded_digest(project.criteria, project.grader)
    assert (evidence.digests.graded, read_suite(paths).items[0].graded_digest) == (graded, graded)


async def test_what_a_model_only_weighed_is_the_catalogs_all_the_same(tmp_path: Path) -> None:
    """Its record of replies was taken for that of a maker: the suite was neither refreshed nor grown, and its card said
    that the evaluator's model had made it.
    """
    await author(tmp_path, Scripted(answering(holds)))
    paths = SuitePaths(tmp_path)
    project = read_project(paths.item("shop"))
    assert project.provenance is not None
    assert not project.is_specified_by_model
    card = paths.card.read_text()
    assert "Made by models" not in card
    assert "| Weighed by models | some-model |" in card

    catalog = ScriptedGenerator()
    refreshed = refresh_spec(new_version(paths, None), catalog, random_seed=1, gate="static")
    assert [one.id for one in refreshed.assignments] == ["shop-v"]
    grown = grow_spec(paths, catalog, catalog.plan(), 1, random_seed=1, gate="static")
    assert [one.id for one in grown.assignments] == ["grown-1"]


async def test_what_reads_badly_is_made_again_and_told_why(tmp_path: Path) -> None:
    def once(request: ModelRequest) -> Says:
        return fails(request) if len(model.asked) <= READINGS else holds(request)

    model = Scripted(answering(once))
    report, gate = await author(tmp_path, model)
    assert results(report) == {"shop": "released"}
    assert gate.judged[:2] == ["shop 1", "shop 2"]
    assert report.items[0].attempts == 2


async def test_what_goes_on_reading_badly_is_given_up_with_the_words(tmp_path: Path) -> None:
    report, _ = await author(tmp_path, Scripted(answering(fails)))
    assert results(report) == {"shop": "not released"}
    assert "Nobody knows what it means." in report.items[0].reasons[0]
    assert "by model" in report.items[0].reasons[0]


async def test_an_endpoint_that_fails_leaves_the_item_to_be_gone_on_with(tmp_path: Path) -> None:
    """Replies that came before are not asked for again."""
    broken = Scripted(
        lambda request: Broken("quota", "no credit") if len(broken.asked) > 5 else holds(request)
    )
    report, _ = await author(tmp_path, broken)
    assert results(report)["shop"] not in ("released", "not released")
    model = Scripted(answering(holds))
    report, _ = await author(tmp_path, model)
    assert results(report) == {"shop": "released"}
    readings = [one for one in model.asked if "Weigh them." not in one.messages[1].text]
    assert len(readings) == READINGS - 5


async def test_a_suite_that_models_make_read_and_weigh_from_the_seed_on(tmp_path: Path) -> None:
    """Every reply written by hand from its prompt: see tests/agents/authoring/by_hand."""
    endpoint = hand_written()
    asked, paths = by_model.spec().model_copy(update={"with_model": True}), SuitePaths(tmp_path)
    assert authoring_roles(asked) == ("planner", "generator", "verifier", "evaluator")
    async with endpoint.serving() as url:
        with open_journal(paths.journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                gate = StaticGate([], "", ModelReader(gateway, "browser"))
                author = generator("webapp")
                context = authoring_context(asked, paths, author, gate, gateway, by_model.Reading())
                report = await author_suite(context, AutoReviewer(), NoProgress())
    assert [item.result for item in report.items] == ["unproved"], report.items
    evidence = read_record(paths.item("lent").evidence, Evidence)
    assert [check.check for check in evidence.checks] == [
        f"{check.name} by model" for check in read_definitions("browser").checks
    ]
    assert evidence.untested is not None
    assert {(one.requirement, one.words) for one in evidence.untested} >= {
        ("R1.1", "the name of the friend who has the book"),
        ("R2.2", "or holds only spaces"),
    }
    assert all(check.passed and len(check.samples) == 3 for check in evidence.checks)
    assert not any(sample.flaws for check in evidence.checks for sample in check.samples), "all quoted truly"
    evaluation = read_record(paths.item("lent").evaluation, EvaluationPlan)
    clause = {"accessibility-access": 2}
    assert evaluation.difficulty == {"list": 1, "lend": 2, "give-back": 2, "search": 2, **clause}
    weights = {task.id: task.weight for task in read_project(paths.item("lent")).criteria.tasks}
    assert weights["list"] == weights["lend"] > weights["give-back"] > weights["search"]
    shapes = by_model.asked_for(endpoint)
    assert shapes.count("ReaderFindings") == READINGS - 3
    assert shapes.count("ClauseReading") == 3
    assert shapes.count("Weighing") == 1
