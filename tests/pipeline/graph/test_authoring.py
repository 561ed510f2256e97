"""Authoring from seeds to a published suite, with an author and a gate that do as they are told."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.graph.authoring import author_suite
from pipeline.graph.build import SUITE
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.spec import begin, read_spec
from plans.digests import record_digest
from plans.errors import AuthorError, Busy, InvalidFile, RunMismatch
from plans.files import held, read_record, write_record
from plans.items import KEEP_LINE_ENDINGS, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Parameter, Plan
from plans.records.seed import SeedFile
from review.checkpoints import AutoReviewer, DeferringReviewer
from tests.pipeline.graph.scripted import PLAN, NoProgress, ScriptedGate
from tests.pipeline.graph.studio import FINE, author, context, published, results, spec


async def test_every_seed_becomes_an_item(tmp_path: Path) -> None:
    report = await author(tmp_path)

    assert report.is_all_released
    suite = read_suite(SuitePaths(tmp_path))
    assert [item.id for item in suite.items] == list(FINE)
    assert read_project(SuitePaths(tmp_path).item("quiz")).seed.seed.query == FINE["quiz"]


async def test_what_an_agent_sees_names_the_canary(tmp_path: Path) -> None:
    await author(tmp_path)

    suite = read_suite(SuitePaths(tmp_path))
    for name in ("README.md", "items/shop/prd.md", "items/shop/reference/index.html"):
        assert suite.canary in (tmp_path / name).read_text(), name


async def test_refused_seed_ends_alone(tmp_path: Path) -> None:
    report = await author(tmp_path, {**FINE, "no": "an impossible thing"})

    assert results(report) == {"shop": "released", "board": "released", "quiz": "released", "no": "refused"}
    assert "12 of 100" in report.items[-1].reasons[0]
    assert not report.is_all_released
    assert [seed.id for seed in read_record(SuitePaths(tmp_path).seeds, SeedFile).seeds] == list(FINE)


async def test_weak_item_is_made_again_and_told_why(tmp_path: Path) -> None:
    gate = ScriptedGate()
    report = await author(tmp_path, {"shop": "weak until 3"}, gate=gate)

    assert gate.judged == ["shop 1", "shop 2", "shop 3"]
    assert report.items[0].attempts == 3
    assert read_project(SuitePaths(tmp_path).item("shop")).parameters.values["attempt"] == 3


async def test_hopeless_item_is_given_up_with_its_reason(tmp_path: Path) -> None:
    report = await author(tmp_path, {"shop": "weak until 9", "quiz": "a quiz"})

    assert results(report) == {"shop": "not released", "quiz": "released"}
    assert report.items[0].reasons == ("attempt 3 is weak",)
    assert not (tmp_path / "items/shop").exists()
    assert (tmp_path / ".authoring/drafts/shop/evidence.json").exists(), "its evidence can be looked at"


async def test_what_cannot_be_built_goes_back_and_is_given_up_with_the_reason(tmp_path: Path) -> None:
    gate = ScriptedGate()
    report = await author(tmp_path, {"shop": "unbuildable", "quiz": "a quiz"}, gate=gate)

    assert results(report) == {"shop": "not released", "quiz": "released"}
    assert report.items[0].reasons == ("The page stays blank.",)
    assert report.items[0].attempts == 3, "it was made anew as often as one that the gate refuses"
    assert gate.judged == ["quiz 1"]


async def test_of_two_that_ask_the_same_the_earlier_one_stays(tmp_path: Path) -> None:
    report = await author(tmp_path, {"shop": "a shop", "quiz": "a quiz", "shop-again": "a shop again"})

    assert results(report) == {"shop": "released", "quiz": "released", "shop-again": "not released"}
    assert report.items[2].reasons[0].startswith("near-duplicate of 'shop': the same domain, and 100%")
    assert [item.id for item in read_suite(SuitePaths(tmp_path)).items] == ["shop", "quiz"]


async def test_growing_by_what_is_there_already_is_refused(tmp_path: Path) -> None:
    await author(tmp_path)
    report = await author(tmp_path, {"quiz-2": "another quiz"}, version="1.1.0", extends=True)

    assert results(report) == {"quiz-2": "not released"}
    assert read_suite(SuitePaths(tmp_path)).version == "1.0.0"


async def test_nothing_is_published_when_nothing_is_released(tmp_path: Path) -> None:
    report = await author(tmp_path, {"no": "impossible"})

    assert not report.is_written
    assert not (tmp_path / "suite.yaml").exists()


async def test_lost_browser_fails_one_item_and_holds_the_suite_back(tmp_path: Path) -> None:
    queries = {"shop": "a shop", "bad": "broken"}
    report = await author(tmp_path, queries)

    assert results(report) == {"shop": "ready", "bad": "failed"}
    assert "browser died" in report.items[1].reasons[0]
    assert not report.is_written


async def test_same_command_again_does_nothing_twice(tmp_path: Path) -> None:
    await author(tmp_path)
    before = published(tmp_path)
    gate = ScriptedGate()
    report = await author(tmp_path, gate=gate)

    assert report.is_all_released
    assert gate.judged == []
    assert published(tmp_path) == before


async def test_two_runs_of_the_same_seeds_are_the_same_suite(tmp_path: Path) -> None:
    await author(tmp_path / "one")
    await author(tmp_path / "two")

    assert published(tmp_path / "one") == published(tmp_path / "two")


async def test_other_seeds_do_not_shift_an_item(tmp_path: Path) -> None:
    await author(tmp_path / "alone", {"quiz": FINE["quiz"]}, canary="same")
    await author(tmp_path / "among", FINE, canary="same")

    alone = read_project(SuitePaths(tmp_path / "alone").item("quiz"))
    assert read_project(SuitePaths(tmp_path / "among").item("quiz")) == alone


async def test_other_settings_in_the_same_folder_are_refused(tmp_path: Path) -> None:
    await author(tmp_path, {"bad": "broken"})

    with pytest.raises(RunMismatch, match=r"random_seed \(0, now 7\)"):
        await author(tmp_path, {"bad": "broken"}, random_seed=7)


async def test_a_refresh_goes_on_where_its_parent_was_moved(tmp_path: Path) -> None:
    paths, old, new = SuitePaths(tmp_path / "new"), tmp_path / "old", tmp_path / "moved"
    old.mkdir()
    asked = spec(FINE, parents=str(old))
    begin(paths, asked)
    elsewhere = asked.model_copy(update={"parents": str(new)})
    with pytest.raises(RunMismatch):
        begin(paths, elsewhere)
    old.rename(new)
    begin(paths, elsewhere)
    assert read_spec(paths) == elsewhere
    with pytest.raises(RunMismatch):
        begin(paths, elsewhere.model_copy(update={"random_seed": 7}))


async def test_published_suite_is_not_overwritten(tmp_path: Path) -> None:
    await author(tmp_path)

    with pytest.raises(AuthorError, match=r"holds the suite tried 1.0.0"):
        await author(tmp_path, {"other": "another thing"})
    assert (await author(tmp_path)).is_all_released, "the refusal has changed nothing"


async def test_publishing_removes_what_a_killed_process_left_half_written(tmp_path: Path) -> None:
    """A torn .gitattributes stayed in the published suite for good."""
    torn = [tmp_path / f".{name}.aswi6i6r" for name in (".gitattributes", "suite.yaml", "README.md")]
    own = tmp_path / ".env.template"
    for path in (*torn, own):
        path.write_text("* -te")
    assert (await author(tmp_path)).is_all_released
    assert not any(path.exists() for path in torn)
    assert own.exists(), "a dotfile of somebody's own is none of ours"


async def test_growing_keeps_what_is_there(tmp_path: Path) -> None:
    await author(tmp_path)
    attributes = SuitePaths(tmp_path).git_attributes
    assert attributes.read_text() == KEEP_LINE_ENDINGS
    attributes.write_text("* -text\n*.png filter=lfs\n")
    report = await author(tmp_path, {"map": "a map of walks"}, version="1.1.0", extends=True)

    assert report.is_all_released
    assert "lfs" in attributes.read_text(), "what an author has added stays"
    suite = read_suite(SuitePaths(tmp_path))
    assert (suite.version, [item.id for item in suite.items]) == ("1.1.0", [*FINE, "map"])
    changelog = (tmp_path / "CHANGELOG.md").read_text()
    assert changelog.index("## 1.1.0") < changelog.index("## 1.0.0")
    assert "3 items kept" in changelog


async def test_a_changelog_in_another_encoding_is_told(tmp_path: Path) -> None:
    """A traceback about a byte."""
    await author(tmp_path)
    (tmp_path / "CHANGELOG.md").write_bytes("# Änderungen\n".encode("latin-1"))

    with pytest.raises(InvalidFile, match=r"CHANGELOG\.md.*UTF-8"):
        await author(tmp_path, {"map": "a map of walks"}, version="1.1.0", extends=True)


async def test_growing_may_not_overwrite_an_item(tmp_path: Path) -> None:
    await author(tmp_path)

    with pytest.raises(AuthorError, match=r"holds items with these ids already: quiz"):
        await author(tmp_path, {"quiz": "a quiz about birds"}, version="1.1.0", extends=True)


async def test_two_at_once_are_refused(tmp_path: Path) -> None:
    paths = SuitePaths(tmp_path)
    with held(paths.lock), pytest.raises(Busy, match="in use by process"):
        await author(tmp_path)


@pytest.mark.parametrize("place", [".authoring", ".authoring/drafts", ".authoring/drafts/quiz"])
async def test_nothing_is_written_through_a_link_out_of_the_suite(tmp_path: Path, place: str) -> None:
    """A suite from elsewhere had `.authoring` linked to a folder of its user's, and drafts were written there."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / "suite" / place
    link.parent.mkdir(parents=True)
    link.symlink_to(elsewhere)

    with pytest.raises(InvalidFile, match=f"{place}: is a link"):
        await author(tmp_path / "suite")
    assert list(elsewhere.iterdir()) == []
    assert not SuitePaths(tmp_path / "suite").suite.exists()


async def test_checkpoints_of_another_graph_are_refused(tmp_path: Path) -> None:
    await author(tmp_path, {"bad": "broken"})
    with sqlite3.connect(SuitePaths(tmp_path).checkpoints) as database:
        database.execute(
            "UPDATE checkpoints SET metadata = replace(CAST(metadata AS TEXT), ?, ?)",
            _versions(SUITE.version, 0),
        )
    database.close()

    with pytest.raises(AuthorError, match=r"begun with version 0 of the authoring graph"):
        await author(tmp_path, {"bad": "broken"})


async def test_damaged_checkpoints_are_told_not_raised_raw(tmp_path: Path) -> None:
    work = context(tmp_path, FINE)
    begin(work.paths, work.spec)
    work.paths.checkpoints.write_bytes(b"no database at all, but quite some text" * 50)

    with pytest.raises(Exception, match=r"checkpoints.sqlite cannot be used"):
        await author_suite(work, AutoReviewer(), NoProgress())


async def test_spec_is_kept_for_other_processes(tmp_path: Path) -> None:
    await author(tmp_path)

    spec = read_spec(SuitePaths(tmp_path))
    assert [assignment.seed.query for assignment in spec.assignments] == list(FINE.values())


def _versions(old: int, new: int) -> tuple[str, str]:
    return f'"graph_version": {old}', f'"graph_version": {new}'


async def test_growing_keeps_the_plan_that_was_reviewed(tmp_path: Path) -> None:
    """The family's own plan was written over it, so what a reviewer had taken out came back."""
    await author(tmp_path)
    paths = SuitePaths(tmp_path)
    reviewed = PLAN.model_copy(
        update={
            "parameters": (Parameter(name="colour", description="colour of the page", values=("green",)),)
        }
    )
    write_record(paths.plan, reviewed)
    report = await author(tmp_path, {"map": "a map of walks"}, version="1.1.0", extends=True)

    assert report.is_all_released
    assert read_record(paths.plan, Plan) == reviewed
    assert read_suite(paths).plan_digest == record_digest(reviewed)
    assert read_project(paths.item("map")).parameters.values["colours"] == ["green"]


async def test_corrected_seeds_may_follow_those_that_came_to_nothing(tmp_path: Path) -> None:
    """They were refused as other settings, until .authoring was deleted by hand."""
    await author(tmp_path, {"no": "an impossible thing"})
    again = await author(tmp_path, {"no": "an impossible thing"})
    assert results(again) == {"no": "refused"}, "the same command tells the same again"

    report = await author(tmp_path, {"yes": "a possible thing"})

    assert results(report) == {"yes": "released"}
    assert [item.id for item in read_suite(SuitePaths(tmp_path)).items] == ["yes"]


async def test_growth_that_came_to_nothing_may_be_tried_with_other_seeds(tmp_path: Path) -> None:
    await author(tmp_path)
    await author(tmp_path, {"no": "impossible"}, version="1.1.0", extends=True)
    report = await author(tmp_path, {"map": "a map of walks"}, version="1.1.0", extends=True)

    assert results(report) == {"map": "released"}


async def test_work_that_waits_is_not_taken_for_work_that_came_to_nothing(tmp_path: Path) -> None:
    await author(tmp_path, {"no": "impossible"}, DeferringReviewer())

    with pytest.raises(RunMismatch, match="unfinished work"):
        await author(tmp_path, {"yes": "a possible thing"})


class Killed(BaseException):
    """Stands for SIGKILL: nothing of ours catches it."""


@contextmanager
def dying_before_change(number: int) -> Generator[None]:
    """Die before the nth file is removed or renamed, from 0; goes on to the end where there are fewer."""
    changes = 0

    def counted(change: str) -> None:
        original = getattr(Path, change)

        def one(path: Path, *args: object, **options: object) -> object:
            nonlocal changes
            if changes == number:
                raise Killed
            changes += 1
            return original(path, *args, **options)

        patch.setattr(Path, change, one)

    with pytest.MonkeyPatch.context() as patch:
        for change in ("unlink", "rename"):
            counted(change)
        yield


async def begun_after_kill(folder: Path, kill: int, queries: dict[str, str], **changes: object) -> bool:
    """Take up new work in a folder where a kill fell before the change of this number; whether it did."""
    try:
        with dying_before_change(kill):
            begin(SuitePaths(folder), spec(queries, **changes))
    except Killed:
        return True
    return False


@pytest.mark.slow
async def test_growth_killed_while_the_work_before_is_set_aside_is_published(tmp_path: Path) -> None:
    """The publish thread of before was there still: `grow` told of an item, and suite.yaml was as ever."""
    kill, is_killed, queries = 0, True, {"map": "a map of walks"}
    while is_killed:
        folder = tmp_path / str(kill)
        await author(folder)
        is_killed = await begun_after_kill(folder, kill, queries, version="1.1.0", extends=True)
        report = await author(folder, queries, version="1.1.0", extends=True)

        assert results(report) == {"map": "released"}, kill
        suite = read_suite(SuitePaths(folder))
        assert (suite.version, [item.id for item in suite.items]) == ("1.1.0", [*FINE, "map"]), kill
        kill += 1
    assert kill > 2, "some of the kills must have hit"


@pytest.mark.slow
@pytest.mark.parametrize("again", [{"no": "impossible"}, {"yes": "a possible thing"}])
async def test_work_that_came_to_nothing_is_set_aside_whole_or_not_at_all(
    tmp_path: Path, again: dict[str, str]
) -> None:
    """It was refused as unfinished, although its drafts were gone."""
    kill, is_killed = 0, True
    while is_killed:
        folder = tmp_path / str(kill)
        await author(folder, {"no": "impossible", "weak": "weak until 9"})
        is_killed = await begun_after_kill(folder, kill, {"yes": "a possible thing"})
        if is_killed:
            report = await author(folder, again)
            assert report.is_written is ("yes" in again), kill
        kill += 1
    assert kill > 4, "some of the kills must have hit"


async def test_marker_of_work_before_says_nothing_of_the_new(tmp_path: Path) -> None:
    """A kill before the marker was removed: other seeds would have thrown away what was being made."""
    paths = SuitePaths(tmp_path)
    await author(tmp_path, {"no": "impossible"})
    paths.authoring_spec.unlink()
    await author(tmp_path, {"yes": "a possible thing"}, DeferringReviewer())

    with pytest.raises(RunMismatch, match="unfinished work"):
        await author(tmp_path, {"other": "another thing"})


class Heard(NoProgress):
    def __init__(self) -> None:
        self.refusals: list[TryRefusal] = []

    def refused(self, refusal: TryRefusal) -> None:
        self.refusals.append(refusal)


async def test_each_refused_try_is_told_and_keeps_its_evidence(tmp_path: Path) -> None:
    """Why an earlier try was refused was gone with its draft: the next attempt clears it."""
    heard = Heard()
    await author_suite(context(tmp_path, {"shop": "weak until 3"}), AutoReviewer(), heard)

    told = [(one.attempt, one.reasons, one.follows) for one in heard.refusals]
    assert told == [(1, ("attempt 1 is weak",), "made anew"), (2, ("attempt 2 is weak",), "made anew")]
    kept = [one.evidence for one in heard.refusals]
    assert kept == [SuitePaths(tmp_path).refused_evidence("shop", number) for number in (1, 2)]
    assert [read_record(path, Evidence).reasons[0] for path in kept if path] == [
        "attempt 1 is weak",
        "attempt 2 is weak",
    ]
    assert not any("refused" in name for name in published(tmp_path))


async def test_the_last_refused_try_is_told_as_given_up(tmp_path: Path) -> None:
    heard = Heard()
    await author_suite(context(tmp_path, {"shop": "weak until 9"}), AutoReviewer(), heard)
    assert [one.follows for one in heard.refusals] == ["made anew", "made anew", "given up"]
