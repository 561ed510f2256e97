"""What it costs to prove an item: the whole release gate of one item, in processor seconds."""

from agents.authoring.verification.gate import ReleaseGate
from agents.judging.programmatic import ProgrammaticJudge
from plans.files import read_record
from plans.records.plan import Plan
from plans.settings import read_settings
from tests.benchmarks.figures import Figures
from tests.benchmarks.meter import metered
from tests.benchmarks.sample import SAMPLE, sample_project


async def test_the_whole_gate_of_an_item(figures: Figures) -> None:
    project, plan = sample_project(), read_record(SAMPLE.plan, Plan)
    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        # The checks that need no browser are measured with authoring.
        gate = ReleaseGate(judge, checks=())
        with metered() as cost:
            evidence = await gate.verify(project, plan)
    figures.note("gate of an item of 16 tasks, processor", cost.processor, "s", 90)
    figures.note("gate of an item of 16 tasks, clock", cost.seconds, "s")
    figures.note("  submissions judged", len(evidence.cells), "")
    assert evidence.released, evidence.reasons
