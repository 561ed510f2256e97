"""The corpus becomes a calibration: counts of each app and level, found again by the judge that they are of."""

import io
from pathlib import Path

from rich.console import Console

from pipeline.runner.scoring.calibration import JudgeCalibration
from plans.errors import Event
from plans.files import write_text
from plans.records.criteria import Level
from plans.records.result import AppCounts, Calibration, CauseCounts, Uncorrected
from plans.records.verdict import Judgement, JudgeRequest, OutcomeCause, Status, TaskVerdict, World
from tests.corpus.calibration import calibrate
from tests.corpus.looks import read_looks
from tests.corpus.material import App
from tests.corpus.stand_in import ASIDE, TUNED, StandInJudge, label, lay_out
from tests.specs import RUN, changed_spec


class NamingJudge(StandInJudge):
    """A judge that names a cause for what it does not pass, and loses its browser where a test wants it."""

    lost = ""

    async def judge(self, request: JudgeRequest) -> Judgement:
        made = await super().judge(request)
        return made.model_copy(update={"tasks": tuple(self._named(request, one) for one in made.tasks)})

    def _named(self, request: JudgeRequest, verdict: TaskVerdict) -> TaskVerdict:
        if f"{request.item}/{request.submission.parent.name} {verdict.task}" == self.lost:
            return verdict.model_copy(update={"event": Event.BROWSER_LOST})
        cause = None if verdict.status is Status.PASSED else OutcomeCause.NOT_BOUND
        outcomes = tuple(one.model_copy(update={"cause": cause}) for one in verdict.outcomes)
        return verdict.model_copy(update={"outcomes": outcomes})


def counts(style: str, level: Level, fulfilled: tuple[int, int], unfulfilled: tuple[int, int]) -> AppCounts:
    not_passed = CauseCounts(
        fulfilled=fulfilled[0] - fulfilled[1], unfulfilled=unfulfilled[0] - unfulfilled[1]
    )
    return AppCounts(
        project=ASIDE,
        app=style,
        level=level,
        is_adversarial=style == "hollow",
        fulfilled=fulfilled[0],
        fulfilled_passed=fulfilled[1],
        fulfilled_failed=0,
        unfulfilled=unfulfilled[0],
        unfulfilled_passed=unfulfilled[1],
        causes={OutcomeCause.NOT_BOUND: not_passed} if not_passed != CauseCounts() else {},
    )


async def made(judge: StandInJudge, folder: Path, root: Path) -> Calibration:
    said = Console(file=io.StringIO(), width=200)
    return await calibrate(judge, said, judgements=folder / "judged", out=folder / "shipped", root=root)


async def test_the_half_set_aside_becomes_counts_and_the_look_is_on_record(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "corpus")
    judge = NamingJudge({f"{ASIDE}/partial added": Status.UNRESOLVED})
    written = await made(judge, tmp_path, root)
    assert written.apps == (
        counts("hollow", Level.PRESENCE, (1, 1), (0, 0)),
        counts("hollow", Level.FUNCTIONALITY, (0, 0), (1, 0)),
        counts("partial", Level.PRESENCE, (1, 1), (0, 0)),
        counts("partial", Level.FUNCTIONALITY, (1, 0), (0, 0)),
    )
    assert [look.judge for look in read_looks(root)] == [judge.digest]
    asked = {"name": judge.name, "digest": judge.digest, "world": World.OPEN}
    found = JudgeCalibration(changed_spec(RUN, judge=asked), tmp_path / "shipped")
    assert found.accuracy is not None
    assert (found.accuracy.fulfilled, found.accuracy.unfulfilled) == (2, 1)
    assert found.uncorrected is Uncorrected.TOO_FEW_LABELS
    # What was judged is not judged again; labels, criteria and apps are in the corpus digest.
    assert len(judge.asked) == 2
    again = await made(judge, tmp_path, root)
    assert (again, len(judge.asked)) == (written, 2)
    write_text(App(ASIDE, "partial", root).site / "more.js", "1")
    assert (await made(judge, tmp_path, root)).corpus_digest != written.corpus_digest


async def test_unclear_labels_and_tasks_that_could_not_be_judged_count_nowhere(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "corpus")
    label(App(ASIDE, "partial", root), {"listed": "unclear", "added": "yes"})
    judge = NamingJudge({f"{ASIDE}/hollow added": Status.UNRESOLVED})
    judge.lost = f"{ASIDE}/hollow added"
    written = await made(judge, tmp_path, root)
    assert {(one.app, one.level, one.fulfilled, one.unfulfilled) for one in written.apps} == {
        ("hollow", Level.PRESENCE, 1, 0),
        ("partial", Level.FUNCTIONALITY, 1, 0),
    }
    assert TUNED not in {one.project for one in written.apps}
