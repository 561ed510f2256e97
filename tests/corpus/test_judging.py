"""Judgements of the corpus are kept, and made again when what they are about has changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from plans.files import write_record, write_text
from plans.records.criteria import Criteria
from tests.corpus.judging import judge_apps
from tests.corpus.material import App
from tests.corpus.stand_in import TUNED, StandInJudge, criteria, lay_out


async def judged(judge: StandInJudge, root: Path) -> None:
    app = App(TUNED, "partial", lay_out(root) if not root.exists() else root)
    told: list[App] = []
    await judge_apps(judge, [app], root / "judgements", lambda app, _: told.append(app))
    assert told == [app]


async def test_what_was_judged_is_not_judged_again(tmp_path: Path) -> None:
    judge = StandInJudge()
    await judged(judge, tmp_path / "corpus")
    await judged(judge, tmp_path / "corpus")
    assert judge.asked == ["fashion-boutique/partial"]


def edit_criteria(root: Path) -> None:
    first, *others = criteria().tasks
    heavier = first.model_copy(update={"weight": 2.0})
    write_record(root / "projects" / TUNED / "criteria.yaml", Criteria(tasks=(heavier, *others)))


def edit_site(root: Path) -> None:
    write_text(root / "apps" / TUNED / "partial" / "site" / "more.js", "1")


@pytest.mark.parametrize("edit", [edit_criteria, edit_site])
async def test_what_was_edited_is_judged_again(tmp_path: Path, edit: Callable[[Path], None]) -> None:
    """The judgement of before the edit was held against the labels of after it."""
    judge = StandInJudge()
    await judged(judge, tmp_path / "corpus")
    edit(tmp_path / "corpus")
    await judged(judge, tmp_path / "corpus")
    await judged(judge, tmp_path / "corpus")
    assert len(judge.asked) == 2


async def test_another_judge_judges_anew(tmp_path: Path) -> None:
    await judged(StandInJudge(), tmp_path / "corpus")
    other = StandInJudge(digest="b" * 64)
    await judged(other, tmp_path / "corpus")
    assert other.asked == ["fashion-boutique/partial"]
