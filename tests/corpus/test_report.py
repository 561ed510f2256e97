"""What the judge's report says, writes down, and answers as exit code."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import Console

from plans.files import write_record
from plans.records.verdict import Status
from tests.corpus.bounds import Floor, SmallFloor
from tests.corpus.looks import read_looks
from tests.corpus.material import App
from tests.corpus.report import Asked, main, report
from tests.corpus.stand_in import ASIDE, FLOOR, TUNED, StandInJudge, label, lay_out

pytestmark = pytest.mark.slow

UNEARNED = {f"{TUNED}/hollow added": Status.PASSED}


@dataclass(frozen=True)
class Answer:
    """How a report ended."""

    code: int
    said: str
    page: str


async def reported(asked: Asked, otherwise: Mapping[str, Status] | None = None) -> Answer:
    said = io.StringIO()
    code = await report(StandInJudge(otherwise or {}), asked, Console(file=said, width=400))
    page = asked.out / "report.html"
    return Answer(code, said.getvalue(), page.read_text() if page.exists() else "")


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(root=lay_out(tmp_path / "corpus"), out=tmp_path / "out")


@pytest.fixture
def tuned_alone(tmp_path: Path) -> Asked:
    """As it is today: of the half set aside nothing is labelled."""
    return Asked(root=lay_out(tmp_path / "corpus", labelled=(TUNED,)), out=tmp_path / "out")


async def test_a_judge_that_is_always_right_reaches_the_goals(asked: Asked) -> None:
    answer = await reported(asked)
    assert answer.code == 0
    assert "All goals are reached." in answer.said


@pytest.mark.parametrize("hold", ["goals", "floor"])
async def test_no_app_is_an_error(asked: Asked, hold: str) -> None:
    """`--only typo` judged nothing, and was content."""
    answer = await reported(replace(asked, only="typo", hold=hold))
    assert answer.code == 1
    assert "no labelled app with 'typo'" in answer.said


def test_no_app_is_an_error_of_the_command_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "typo", "--out", str(tmp_path)]) == 1
    assert "nothing was judged" in capsys.readouterr().out


async def test_a_half_without_labels_tests_no_goals(tuned_alone: Asked) -> None:
    for asked in (replace(tuned_alone, half="aside"), tuned_alone, replace(tuned_alone, half="tuned")):
        answer = await reported(asked)
        assert answer.code == 1
        assert "goals not tested" in answer.said


async def test_held_to_the_floor_the_goals_are_told_and_do_not_decide(tuned_alone: Asked) -> None:
    answer = await reported(replace(tuned_alone, hold="floor"))
    assert answer.code == 0
    for told in (answer.said, answer.page):
        assert "goals not tested: of the half set aside no labelled app was judged" in told


async def test_passes_that_were_not_earned_count_in_every_half(asked: Asked) -> None:
    """On the half that may be tuned on they counted only when it was judged alone."""
    answer = await reported(asked, UNEARNED)
    assert answer.code == 1
    assert "tuned half: adversarial apps gained 1 pass not earned" in answer.said
    assert "fashion-boutique/hollow added" in answer.said


async def test_goals_are_held_on_the_half_set_aside(asked: Asked) -> None:
    wrong_when_tuned = await reported(asked, {f"{TUNED}/partial added": Status.FAILED})
    assert wrong_when_tuned.code == 0
    wrong_when_aside = await reported(
        replace(asked, out=asked.out / "again"), {f"{ASIDE}/partial added": Status.FAILED}
    )
    assert wrong_when_aside.code == 1
    assert "aside half: accuracy 75.0%; goal: 97.0%" in wrong_when_aside.said
    assert "not reached" in wrong_when_aside.page


async def test_a_pass_not_earned_is_told_apart_from_one_that_no_run_would_give(asked: Asked) -> None:
    gained = await reported(asked, UNEARNED)
    assert "not earned, 1 of them in a run" in gained.said
    blocked = await reported(
        replace(asked, out=asked.out / "again"), {**UNEARNED, f"{TUNED}/hollow listed": Status.FAILED}
    )
    assert "not earned, 0 of them in a run" in blocked.said
    assert f"{TUNED}/hollow added (blocked in a run: listed did not pass)" in blocked.page


async def test_an_app_without_labels_leaves_the_goals_untested(asked: Asked) -> None:
    (asked.root / "labels" / ASIDE / "hollow.yaml").unlink()
    answer = await reported(asked)
    assert answer.code == 1
    assert "1 of its apps have no labels" in answer.said


@pytest.mark.parametrize(
    ("otherwise", "beneath"),
    [
        ({f"{TUNED}/{style} listed": Status.UNRESOLVED for style in ("partial", "hollow")}, "decided share"),
        ({f"{TUNED}/{style} listed": Status.FAILED for style in ("partial", "hollow")}, "accuracy"),
        (UNEARNED, "unearned passes"),
    ],
)
async def test_a_figure_beneath_its_floor_fails(
    tuned_alone: Asked, otherwise: dict[str, Status], beneath: str
) -> None:
    answer = await reported(replace(tuned_alone, hold="floor"), otherwise)
    assert answer.code == 1
    assert f"tuned half: {beneath}" in answer.said.partition("Floor not held or not tested:")[2]


async def test_labels_that_are_taken_away_fall_beneath_the_floor(tuned_alone: Asked) -> None:
    label(App(TUNED, "hollow", tuned_alone.root), {"listed": "yes", "added": "unclear"})
    answer = await reported(replace(tuned_alone, hold="floor"))
    assert answer.code == 1
    assert "tuned half: labelled tasks 3; the floor is 4" in answer.said


async def test_a_part_is_not_held_to_the_floor_of_the_whole(tuned_alone: Asked) -> None:
    answer = await reported(replace(tuned_alone, hold="floor", only="partial"))
    assert answer.code == 1
    assert "floor not tested" in answer.said
    assert "beneath the floor" not in answer.said


async def test_the_small_part_is_held_to_a_floor_of_its_own(tuned_alone: Asked) -> None:
    """CI judges the few apps that FLOOR.yaml names, in minutes; a fall there fails it as one of the whole half does."""
    small = SmallFloor(apps=(f"{TUNED}/hollow",), labelled=2, accuracy=0.75)
    write_record(tuned_alone.root / "FLOOR.yaml", Floor(tuned=FLOOR, small=small))
    asked = replace(tuned_alone, hold="floor", small=True)
    assert (await reported(asked)).code == 0
    assert (await reported(replace(asked, out=asked.out / "unearned"), UNEARNED)).code == 1
    elsewhere = {f"{TUNED}/partial {task}": Status.FAILED for task in ("listed", "added")}
    assert (await reported(replace(asked, out=asked.out / "elsewhere"), elsewhere)).code == 0


async def test_without_a_floor_nothing_can_fall_beneath_it(tmp_path: Path) -> None:
    root = lay_out(tmp_path / "corpus", floor=None)
    answer = await reported(Asked(root=root, out=tmp_path / "out", hold="floor"))
    assert answer.code == 1
    assert "floor not tested" in answer.said


async def test_every_look_at_the_half_set_aside_is_on_record(asked: Asked) -> None:
    """A look by `--only` left no trace."""
    await reported(asked)
    await reported(replace(asked, only=ASIDE), {f"{ASIDE}/partial added": Status.FAILED})
    await reported(replace(asked, only=ASIDE))
    await reported(replace(asked, half="tuned"))
    looks = read_looks(asked.root)
    assert [(look.only, look.apps) for look in looks] == [("", 2), (ASIDE, 2), (ASIDE, 2)]
    assert looks[0].tasks.both == 3


async def test_the_page_tells_of_wrong_verdicts_with_reason_and_label(asked: Asked) -> None:
    wrong = {f"{TUNED}/partial added": Status.FAILED, f"{TUNED}/partial listed": Status.UNRESOLVED}
    page = (await reported(asked, wrong)).page
    decided, undecided = page.split("<h3>Wrong verdicts</h3>")[1].split("<h3>Undecided</h3>")[:2]
    assert "<b>added</b>: judge failed, people yes" in decided
    assert "judge failed: saw &lt;i&gt;added" in decided
    assert "people yes: added: &lt;b&gt;tried" in decided
    assert "<b>listed</b>: judge unresolved" in undecided
    for part in ("level presence", "style hollow", f"project {TUNED}", "outcomes"):
        assert part in page


async def test_figures_stand_beside_floor_and_goal(tuned_alone: Asked) -> None:
    answer = await reported(tuned_alone, {f"{TUNED}/partial added": Status.FAILED})
    line = next(line for line in answer.said.splitlines() if line.startswith("accuracy"))
    assert line.split() == ["accuracy", "75.0%", "75.0%", "97.0%", "not", "reached"]
    assert FLOOR.accuracy == 0.75
