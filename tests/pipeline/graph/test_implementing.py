"""Authoring with another hand that implements each proved item from the request alone."""

from dataclasses import replace
from pathlib import Path

from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from plans.contracts.authoring import Implement
from plans.errors import BrowserLost, GivenUp
from plans.files import read_record
from plans.items import read_project
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.model_call import ModelUse
from plans.records.model_settings import SamplingSettings
from plans.records.plan import Plan
from plans.records.project import (
    INDEPENDENTS,
    Independent,
    IndependentImplementation,
    IndependentRuling,
    MadeArtifact,
    Project,
    Provenance,
)
from review.checkpoints import AutoReviewer
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate
from tests.pipeline.graph.studio import context, results

SHOP = {"shop": "a shop for plants"}
RULED = IndependentRuling(task="colour", fault="criterion", reason="Nobody asked for red.", by="model")


def implementation(*rulings: IndependentRuling) -> IndependentImplementation:
    about = Independent(
        name="by-model",
        author="minimal:other",
        by="model",
        is_other_author=True,
        seen="low",
        seen_digest="0" * 64,
        rulings=rulings,
    )
    return IndependentImplementation(about=about, files={"index.html": "<h1>theirs</h1>"})


async def authored(folder: Path, gate: ScriptedGate, implement: Implement) -> AuthoringReport:
    begun = replace(context(folder, SHOP, gate), implement=implement)
    return await author_suite(begun, AutoReviewer(), NoProgress())


async def test_a_proved_item_is_implemented_once_and_judged_with_what_came_of_it(tmp_path: Path) -> None:
    gate, asked = ScriptedGate(), list[str]()
    digest = "0" * 64
    use = ModelUse(
        role="coder", endpoint="http://127.0.0.1:1/v1", model="other", sampling=SamplingSettings(),
        prompt_hash=digest, template_hash=digest, key=digest,
    )  # fmt: skip

    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        asked.append(project.id)
        return MadeArtifact(implementation(RULED), (use,))

    report = await authored(tmp_path, gate, implement)
    assert results(report) == {"shop": "released"}
    assert asked == ["shop"]
    place = SuitePaths(tmp_path).item("shop")
    project = read_project(place)
    assert project.independents == (implementation(RULED),)
    assert gate.judged[:2] == ["shop 1", "shop 1"], "before it was there, and with it"
    provenance = read_record(place.provenance, Provenance)
    assert [output.artifact for output in provenance.outputs] == [INDEPENDENTS]
    assert not provenance.is_of_a_maker, "a catalog made the item, whoever implemented it"


async def test_an_item_is_released_without_one_where_nothing_comes_of_it(tmp_path: Path) -> None:
    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        raise GivenUp("nothing that can be served", ["There is no index.html."])

    report = await authored(tmp_path, ScriptedGate(), implement)
    assert results(report) == {"shop": "released"}
    assert read_project(SuitePaths(tmp_path).item("shop")).independents == ()


async def test_what_was_implemented_is_not_paid_for_again_after_a_failure(tmp_path: Path) -> None:
    asked = list[str]()

    class Losing(ScriptedGate):
        async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
            if project.independents and len(asked) == 1 and not self.judged[2:]:
                self.judged.append("lost")
                raise BrowserLost("The browser died; run the same command again.")
            return await super().verify(project, plan, known)

    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        asked.append(project.id)
        return MadeArtifact(implementation())

    first = await authored(tmp_path, Losing(), implement)
    assert results(first) == {"shop": "failed"}
    again = await authored(tmp_path, ScriptedGate(), implement)
    assert results(again) == {"shop": "released"}
    assert asked == ["shop"]


async def test_tasks_that_it_does_not_pass_are_named_in_the_report_of_the_work(tmp_path: Path) -> None:
    class Unfair(ScriptedGate):
        async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
            evidence = await super().verify(project, plan, known)
            never = ("colour",) if project.independents else ()
            return evidence.model_copy(update={"never_shown_fair": never})

    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        return MadeArtifact(implementation(RULED))

    [item] = (await authored(tmp_path, Unfair(), implement)).items
    assert (item.result, item.never_shown_fair) == ("released", ("colour",))
