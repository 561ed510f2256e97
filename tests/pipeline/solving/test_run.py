"""A run of solvers: asked, kept, scored, taken up again."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pipeline.cli.folders import free_place
from pipeline.report.instances import instance_page, instance_remarks
from pipeline.report.page import render
from pipeline.solving.planning import read_instance_suite
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run import FAILURES_IN_A_ROW, open_scored_run, score_suite
from plans.errors import AuthorError, BudgetError, InvalidFile, RunMismatch
from plans.files import held
from plans.paths import RunPaths
from plans.records.instance import Instance, Response
from plans.records.marks import Mark, MarkCode
from tests.pipeline.solving.making import Adder, entrant, lines, planned, sums_suite


@dataclass
class Sometimes(Adder):
    """Has no answer for some instances while its endpoint is down, and no money after some."""

    down: frozenset[str] = frozenset()
    affords: int = 10_000

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        if len(self.asked) >= self.affords:
            raise BudgetError("nothing is left")
        response = await super().solve(instance, media, repeat)
        if instance.id in self.down:
            return Response(instance=instance.id, text="", failed="the endpoint is down")
        return response


async def test_solvers_are_asked_everything_and_scored_by_split(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    good, bad = Adder(), Adder("bad", frozenset(one.id for one in suite.splits["feasible"]))
    entrants = (entrant(good), entrant(bad))
    spec, scorers = planned(suite, *entrants, repeats=2)
    result = await score_suite(spec, suite, entrants, scorers, RunPaths(tmp_path / "run"))
    assert result.planned == {"feasible": 10, "infeasible": 2}
    first, second = result.solvers
    assert [one.whole.pass_all.low for one in first.splits] == [1, 1]
    assert [one.whole.pass_all.low for one in second.splits] == [0, 1]
    assert [one.whole.refusal.low for one in first.splits] == [0, 1]
    assert second.splits[0].by_check["format"].passed.low == 1
    assert second.splits[0].by_check["sum"].passed.low == 0
    assert sorted(good.asked) == sorted((one.id, repeat) for one in suite.instances for repeat in (1, 2))
    assert first.used.answers == 24
    assert (first.used.unreported, first.used.input_tokens, first.used.seconds) == (24, None, 12.0)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["solvers"]["bad"]["splits"]["feasible"]["pass_all"] == 0


async def test_a_run_killed_while_its_folder_was_made_is_taken_up(tmp_path: Path) -> None:
    """With pictures or instances in it and no run.yaml, the folder was refused as somebody else's."""
    suite, paths = sums_suite(tmp_path / "suite", pictured=True), RunPaths(tmp_path / "run")
    spec, scorers = planned(suite, entrant(Adder()))
    with held(paths.lock):
        await open_scored_run(paths, spec, suite, scorers.family)
    paths.spec.unlink()
    assert {paths.media, paths.instances, paths.times} < {*paths.root.iterdir()}
    assert free_place(paths.root, "run") == paths.root
    result = await score_suite(spec, suite, (entrant(Adder()),), scorers, paths)
    assert result.solvers[0].splits[0].whole.pass_all.low == 1

    paths.spec.unlink()
    with pytest.raises(AuthorError):
        free_place(paths.root, "run")


async def test_a_part_of_a_suite_is_asked_marked_and_not_taken_for_the_whole(tmp_path: Path) -> None:
    """To learn what a model costs, a suite of its own had to be made."""
    whole, paths, solver = sums_suite(tmp_path / "suite", pictured=True), RunPaths(tmp_path / "run"), Adder()
    part = whole.first(3)
    assert part.instances == (*whole.splits["feasible"][:3], *whole.splits["infeasible"])
    assert part.media == whole.media
    spec, scorers = planned(part, entrant(solver), limit=3)
    result = await score_suite(spec, part, (entrant(solver),), scorers, paths)
    assert result.planned == {"feasible": 3, "infeasible": 2}
    assert {id for id, _ in solver.asked} == {one.id for one in part.instances}
    assert MarkCode.PART_ASKED in {mark.code for mark in result.marks}
    with pytest.raises(RunMismatch, match=r"play.limit: was 3, is not there — say --limit as before"):
        await score_suite(
            planned(whole, entrant(solver))[0], whole, (entrant(solver),), scorers, RunPaths(tmp_path / "run")
        )


async def test_a_finished_run_asks_nothing_again(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    paths = RunPaths(tmp_path / "run")
    entrants = (entrant(Adder()),)
    spec, scorers = planned(suite, *entrants)
    before = await score_suite(spec, suite, entrants, scorers, paths)
    idle = Adder()
    assert await score_suite(spec, suite, (entrant(idle),), scorers, paths) == before
    assert idle.asked == []


async def test_a_run_goes_on_under_another_name_and_without_its_times(tmp_path: Path) -> None:
    """A renamed folder held another run, and a side file on which no number depends stopped every verb."""
    suite, paths = sums_suite(tmp_path / "suite"), RunPaths(tmp_path / "run")
    spec, scorers = planned(suite, entrant(Adder()))
    before = await score_suite(spec, suite, (entrant(Adder()),), scorers, paths)
    paths.root.rename(tmp_path / "moved")
    moved, renamed = RunPaths(tmp_path / "moved"), spec.model_copy(update={"name": "moved"})
    for damage in (moved.times.unlink, moved.times.touch, lambda: moved.times.write_text("{")):
        damage()
        assert await score_suite(renamed, suite, (entrant(Adder()),), scorers, moved) == before
        page = render(instance_page(ScoredRunFolder(moved)))
        assert re.search(r"<td>–( to [^;<]+)?; – of work", page)
        assert json.loads(moved.summary.read_text())["seconds"] is None


async def test_a_canary_in_an_answer_is_told_with_its_instances(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    entrants = (entrant(Adder()), entrant(Adder("leak", says=f"{suite.suite.canary}\n")))
    spec, scorers = planned(suite, *entrants)
    result = await score_suite(spec, suite, entrants, scorers, RunPaths(tmp_path / "run"))
    assert result.canaries == {"leak": tuple(one.id for one in suite.instances)}
    (remark,) = [one for one in instance_remarks(result) if one.title.endswith("12 answers")]
    assert remark.weight == "warning"
    assert "leak: sum-0000" in remark.text


async def test_a_lost_record_of_what_models_were_used_for_is_marked(tmp_path: Path) -> None:
    suite, paths = sums_suite(tmp_path / "suite"), RunPaths(tmp_path / "run")
    spec, scorers = planned(suite, entrant(Adder()))
    result = await score_suite(spec, suite, (entrant(Adder()),), scorers, paths)
    lost = Mark(code=MarkCode.USAGE_LOST)
    assert lost not in result.marks
    paths.models.write_text("{")
    assert lost in ScoredRunFolder(paths).result().marks


async def test_answers_that_could_not_be_had_are_unresolved_and_asked_for_again(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    down = frozenset(one.id for one in suite.splits["feasible"][:4])
    paths = RunPaths(tmp_path / "run")
    solver = Sometimes(down=down)
    spec, scorers = planned(suite, entrant(solver))
    result = await score_suite(spec, suite, (entrant(solver),), scorers, paths)
    [feasible, _] = result.solvers[0].splits
    assert (feasible.whole.pass_all.low, feasible.whole.pass_all.high) == (0.6, 1.0)
    assert feasible.whole.pass_all.decided == 1
    assert (feasible.failed, feasible.missing) == (4, 0)
    assert MarkCode.ANSWERS_MISSING in {mark.code for mark in result.marks}
    again = Sometimes()
    result = await score_suite(spec, suite, (entrant(again),), scorers, paths)
    assert {id for id, _ in again.asked} == down
    assert result.solvers[0].splits[0].whole.pass_all.low == 1


async def test_an_endpoint_that_is_down_is_not_waited_for_a_thousand_times(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite", 200)
    solver = Sometimes(down=frozenset(one.id for one in suite.instances))
    spec, scorers = planned(suite, entrant(solver))
    result = await score_suite(spec, suite, (entrant(solver),), scorers, RunPaths(tmp_path / "run"), jobs=4)
    assert FAILURES_IN_A_ROW <= len(solver.asked) <= FAILURES_IN_A_ROW + 4
    assert sum(one.missing for one in result.solvers[0].splits) == 200 - len(solver.asked)


async def test_without_money_the_run_stops_with_the_numbers_so_far(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    paths = RunPaths(tmp_path / "run")
    solver = Sometimes(affords=5)
    spec, scorers = planned(suite, entrant(solver))
    with pytest.raises(BudgetError):
        await score_suite(spec, suite, (entrant(solver),), scorers, paths, jobs=1)
    assert len(lines(paths.responses_of("adder", 1))) == 5
    whole = ScoredRunFolder(paths).result().solvers[0].splits[0].whole.pass_all
    assert (whole.low, whole.high) == (0.5, 1.0)
    rich = Sometimes()
    await score_suite(spec, suite, (entrant(rich),), scorers, paths)
    assert len(rich.asked) == 7


async def test_answers_that_are_not_there_yet_leave_open_whatever_is_planned(tmp_path: Path) -> None:
    """What applies was once told by answers alone: with seven of twelve not asked for yet, the table of checks was of
    five instances, or of twelve where somebody else had answered them.
    """
    suite = sums_suite(tmp_path / "suite")
    paths, beside = RunPaths(tmp_path / "run"), RunPaths(tmp_path / "beside")
    poor = entrant(Sometimes(affords=5))
    spec, scorers = planned(suite, poor)
    with pytest.raises(BudgetError):
        await score_suite(spec, suite, (poor,), scorers, paths, jobs=1)
    other, poor = entrant(Adder("other")), entrant(Sometimes(affords=5))
    spec, scorers = planned(suite, other, poor)
    with pytest.raises(BudgetError):
        await score_suite(spec, suite, (other, poor), scorers, beside, jobs=1)
    alone = ScoredRunFolder(paths).result().solvers[0].splits
    assert ScoredRunFolder(beside).result().solvers[1].splits == alone
    for table in (alone[0].by_check, alone[0].by_group, alone[0].apart):
        for name in set(table) - {"short", "style", "numeral"}:
            assert (table[name].instances, table[name].passed.low, table[name].passed.high) == (10, 0.5, 1.0)
    assert alone[0].apart["numeral"].instances == 10
    assert alone[1].by_check["sum"].passed.high == 1, "none of this split was asked for"


async def test_baselines_answer_once_and_one_that_solves_the_suite_is_told(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    baseline = Adder("trivial")
    entrants = (entrant(Adder()), entrant(baseline, is_baseline=True))
    spec, scorers = planned(suite, *entrants, repeats=3)
    result = await score_suite(spec, suite, entrants, scorers, RunPaths(tmp_path / "run"))
    assert len(baseline.asked) == 12
    # On the other split it does nothing but refuse, which is right of every instance there.
    assert result.solved_by_baseline == {"feasible": ("trivial",)}


async def test_another_run_in_the_folder_is_told_with_what_differs(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    paths = RunPaths(tmp_path / "run")
    entrants = (entrant(Adder()),)
    spec, scorers = planned(suite, *entrants)
    await score_suite(spec, suite, entrants, scorers, paths)
    other, _ = planned(suite, *entrants, repeats=2, variant="lenient")
    with pytest.raises(RunMismatch) as told:
        await score_suite(other, suite, entrants, scorers, paths)
    assert "play.repeats: was 1, is 2 — say --repeats as before" in str(told.value)
    assert "metering.variant: was not there, is lenient — say --metrics as before" in str(told.value)


async def test_another_way_to_score_is_marked(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    entrants = (entrant(Adder(says="The sum of these is not hard to find for anybody who can add. ")),)
    spec, scorers = planned(suite, *entrants, variant="lenient")
    result = await score_suite(spec, suite, entrants, scorers, RunPaths(tmp_path / "run"))
    assert result.solvers[0].splits[0].whole.pass_all.low == 1
    assert result.marks[0] == Mark(code=MarkCode.OTHER_METRICS, detail="'lenient'")


async def test_a_plug_in_is_shown_what_a_model_is_and_a_built_in_solver_of_ours_all(tmp_path: Path) -> None:
    """A plug-in was once handed the answer in `metadata`, and no number said so; parameters and random seed tell it
    too, as they give the same instance again.
    """

    @dataclass
    class Looker(Adder):
        seen: list[Instance] = field(default_factory=list[Instance])

        async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
            self.seen.append(instance)
            return await super().solve(instance, media, repeat)

    suite = sums_suite(tmp_path / "suite", pictured=True)
    ours, plug_in = Looker("ours"), Looker("theirs")
    theirs = entrant(plug_in)
    entrants = (
        entrant(ours),
        type(theirs)(theirs.spec.model_copy(update={"kind": "plug-in"}), plug_in),
    )
    spec, scorers = planned(suite, *entrants)
    result = await score_suite(spec, suite, entrants, scorers, RunPaths(tmp_path / "run"))
    assert tuple(ours.seen) == suite.instances
    assert [(one.id, one.prompt, one.media) for one in plug_in.seen] == [
        (one.id, one.prompt, one.media) for one in suite.instances
    ]
    for one in plug_in.seen:
        assert (one.metadata, one.constraints, one.parameters, one.random_seed) == ({}, (), {}, 0)
    assert result.solvers[1].splits[0].whole.pass_all.low == 1, "it is scored on the whole instance"


async def test_a_plug_in_that_breaks_is_told_by_name_and_instance(tmp_path: Path) -> None:
    class Broken(Adder):
        async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
            raise KeyError("sum")

    suite = sums_suite(tmp_path / "suite")
    broken = entrant(Broken())
    spec_of_plug_in = broken.spec.model_copy(update={"kind": "plug-in"})
    plug_in = type(broken)(spec_of_plug_in, broken.solver)
    spec, scorers = planned(suite, plug_in)
    with pytest.raises(AuthorError, match="'adder' failed on instance 'sum-0000' with KeyError"):
        await score_suite(spec, suite, (plug_in,), scorers, RunPaths(tmp_path / "run"), jobs=1)


def test_a_suite_whose_file_was_edited_is_refused(tmp_path: Path) -> None:
    suite = sums_suite(tmp_path / "suite")
    file = suite.paths.split("feasible")
    file.write_text(file.read_text().replace("What is", "What was"))
    with pytest.raises(InvalidFile, match="is not the file that suite.yaml names"):
        read_instance_suite(tmp_path / "suite")
