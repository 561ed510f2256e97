"""Suites of instances: the same bytes whoever makes them, in whatever batches, and whatever stops the work."""

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

import pytest

from pipeline.instances import making, sampling
from pipeline.instances.sampling import read_instances
from pipeline.instances.spec import kept_spec
from plans import files
from plans.errors import AuthorError, RunMismatch, StorageFailed
from plans.files import read_own_record, read_record
from plans.items import KEEP_LINE_ENDINGS, read_suite
from plans.paths import SuitePaths
from plans.records.instance import Instance, SuiteCoverage
from plans.records.plan import Plan
from plans.records.suite import Suite
from tests.pipeline.instances.families import CHECKS, GENERATOR, PICTURED, PLAN, write_family
from tests.pipeline.instances.suites import files_of, made


def instances_in(folder: Path) -> list[Instance]:
    paths = SuitePaths(folder)
    return [one for split in read_instances(paths, read_suite(paths)).values() for one in split]


async def test_a_suite_holds_as_many_as_were_asked_for_evenly_over_the_plan(
    home: Path, tmp_path: Path
) -> None:
    paths = SuitePaths(tmp_path / "sums")
    torn = [paths.root / f".{name}.aswi6i6r" for name in ("coverage.html", ".gitattributes")]
    paths.root.mkdir()
    for path in torn:
        path.write_text("torn by a kill")
    result = await made(write_family(home), paths.root, 60)
    assert not any(path.exists() for path in torn)
    suite = read_record(paths.suite, Suite)
    assert result.suite == suite
    assert [split.name for split in suite.splits] == ["even", "odd"]
    assert sum(split.instances for split in suite.splits) == 60
    every = instances_in(paths.root)
    assert len({one.id for one in every}) == len({one.prompt for one in every}) == 60
    assert set(Counter(one.parameters["terms"] for one in every).values()) == {15}
    assert set(Counter(one.parameters["shape"] for one in every).values()) == {30}
    assert read_record(paths.plan, Plan).task == "Adding whole numbers."
    for file in (paths.card, paths.coverage_page):
        assert suite.canary in file.read_text()
    assert "## 1.0.0" in paths.changelog.read_text()
    assert paths.git_attributes.read_text() == KEEP_LINE_ENDINGS
    assert not paths.batches.exists(), "what was kept for a kill is needed no more"


async def test_coverage_tells_strata_what_was_measured_and_what_passed(home: Path, tmp_path: Path) -> None:
    halving = CHECKS.replace('"feasibility": ""', '"feasibility": "it is odd" if sum(numbers) % 2 else ""')
    result = await made(write_family(home, checks=halving), tmp_path / "sums", 80)
    coverage = result.coverage
    assert coverage.instances == {"even": 80}, "what a check refuses goes into no split"
    rates = {check.check: check for check in coverage.checks}
    share = rates["feasibility"].rate()
    assert share is not None
    assert 0.35 < share < 0.65
    assert rates["feasibility"].rate("odd") == 0.0
    assert rates["feasibility"].rate("even") == 1.0
    assert rates["consistency"].rate() == 1.0
    assert sum(coverage.drawn.values()) == sum(rates["feasibility"].put_to.values()) > 120
    assert coverage.unasked == ("clarity",)
    by_name = {one.name: one for one in coverage.parameters}
    assert [part.name for part in by_name["terms"].strata] == ["2", "3", "4", "5"]
    assert [part.instances for part in by_name["terms"].strata] == [{"even": 20}] * 4
    assert by_name["constrainedness"].is_measured
    assert sum(sum(part.instances.values()) for part in by_name["constrainedness"].strata) == 80


async def test_batches_and_order_of_work_change_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few numbers and short sums, so that many are alike, and are drawn again."""
    narrow = PLAN.replace("maximum: 110", "maximum: 14").replace("maximum: 5\n", "maximum: 3\n")
    package = write_family(home, plan=narrow)
    expected: dict[str, bytes] = {}
    for size in (1, 7, 1000):
        keep = sampling.make.__kwdefaults__
        monkeypatch.setattr(sampling.make, "__kwdefaults__", {**keep, "batch": size})
        result = await made(package, tmp_path / f"in-{size}" / "sums", 150)
        assert result.coverage.alike > 10
        found = dict(files_of(tmp_path / f"in-{size}" / "sums"))
        expected = expected or found
        assert found == expected


@pytest.mark.slow
async def test_one_two_and_three_processes_make_the_same_bytes(
    home: Path, tmp_path: Path, at_once: None
) -> None:
    package = write_family(home, generator=PICTURED)
    for jobs in (1, 2, 3):
        await made(package, tmp_path / str(jobs) / "sums", 120, jobs=jobs)
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2") == files_of(tmp_path / "3")
    assert any(name.endswith(".png") for name in files_of(tmp_path / "1"))


@pytest.mark.slow
async def test_more_than_there_are_different_ones_is_told_and_not_endless(home: Path, tmp_path: Path) -> None:
    few = GENERATOR.replace('chance.randint(0, int(parameters["size"]))', "chance.randint(1, 2)")
    result = await made(write_family(home, generator=few), tmp_path / "sums", 500)
    assert result.added < 130
    assert result.wanted == 500
    assert result.coverage.given_up >= sampling.IDLE
    assert result.coverage.examples[0].reasons[0].startswith("alike to ")
    assert len({one.prompt for one in instances_in(tmp_path / "sums")}) == result.added


async def test_a_single_instance_is_a_suite_too(home: Path, tmp_path: Path) -> None:
    result = await made(write_family(home), tmp_path / "sums", 1)
    assert result.added == 1
    assert [one.id.rpartition("-")[2] for one in instances_in(tmp_path / "sums")] == ["00001"]


async def test_a_stratum_that_never_works_is_told_and_the_others_fill_up(home: Path, tmp_path: Path) -> None:
    refusing = CHECKS.replace(
        '"feasibility": ""', '"feasibility": "none of five" if len(numbers) == 5 else ""'
    )
    result = await made(write_family(home, checks=refusing), tmp_path / "sums", 40)
    assert result.added == 40
    terms = next(one for one in result.coverage.parameters if one.name == "terms")
    assert terms.uncovered == ("5",)
    assert sorted(sum(part.instances.values()) for part in terms.strata) == [0, 13, 13, 14]
    assert "terms: no instance was found for 5" in (tmp_path / "sums" / "coverage.html").read_text()


async def test_where_everything_is_refused_nothing_is_published(home: Path, tmp_path: Path) -> None:
    refusing = CHECKS.replace('"feasibility": ""', '"feasibility": "never"')
    with pytest.raises(AuthorError, match=r"(?s)No instance of sums_\d+ was found.*feasibility: never"):
        await made(write_family(home, checks=refusing), tmp_path / "sums", 3)
    assert not SuitePaths(tmp_path / "sums").suite.exists()


async def test_a_number_that_is_none_is_told_before_it_is_written(home: Path, tmp_path: Path) -> None:
    package = write_family(home, generator=GENERATOR.replace("min(1.0, sum(numbers) / 500)", "float('nan')"))
    with pytest.raises(AuthorError, match=r"instance of random seed \d+ .*constrainedness.*finite number"):
        await made(package, tmp_path / "sums", 3)


@pytest.mark.slow
async def test_killed_after_any_file_and_taken_up_again_it_is_the_same_suite(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped as a kill would: each file is there whole or not at all, so it is enough to stop between two of them."""
    package = write_family(home, generator=PICTURED)
    monkeypatch.setattr(sampling.make, "__kwdefaults__", {"batch": 8})
    await made(package, tmp_path / "whole" / "sums", 20)
    whole = files_of(tmp_path / "whole")
    write, left = files.write_bytes, 0

    class Killed(BaseException):
        pass

    def writing(path: Path, data: bytes, *, is_synced: bool = False) -> None:
        nonlocal left
        if not left:
            raise Killed
        left -= 1
        write(path, data, is_synced=is_synced)

    for name in ("plans.files", "pipeline.instances.making"):
        monkeypatch.setattr(f"{name}.write_bytes", writing)
    stops = 0
    for stop in range(0, 200, 4):
        folder = tmp_path / f"stopped-{stop}"
        left = stop
        try:
            await made(package, folder / "sums", 20)
        except Killed:
            stops += 1
        left = 1000
        await made(package, folder / "sums", 20)
        assert files_of(folder) == whole
        if stop > stops * 4:
            break
    assert stops > 10


@pytest.mark.slow
def test_killed_by_the_system_and_taken_up_again_it_is_the_same_suite(home: Path, tmp_path: Path) -> None:
    slow = GENERATOR.replace("chance = ", "import time; time.sleep(0.004); chance = ")
    package = write_family(home, generator=slow)
    program = textwrap.dedent(
        f"""
        import asyncio, sys
        from pathlib import Path
        from pipeline.instances import built_in
        from tests.pipeline.instances.suites import made
        built_in.WARM = 0.0
        if __name__ == "__main__":
            asyncio.run(made({package!r}, Path(sys.argv[1]), 600, jobs=2))
        """
    )
    (tmp_path / "program.py").write_text(program)
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": f"{root}:{home}"}
    command = [sys.executable, str(tmp_path / "program.py")]
    folder = tmp_path / "killed" / "sums"
    kills = 0
    while not SuitePaths(folder).suite.exists():
        work = subprocess.Popen([*command, str(folder)], env=environment, start_new_session=True)
        began = len([*SuitePaths(folder).batches.glob("*.json")])
        while work.poll() is None and len([*SuitePaths(folder).batches.glob("*.json")]) < began + 2:
            time.sleep(0.02)
        if work.poll() is None:
            work.send_signal(signal.SIGKILL)
            kills += 1
        work.wait()
        assert _workers_end(work.pid), "workers end with whoever they work for"
    assert kills >= 2
    subprocess.run([*command, str(tmp_path / "whole" / "sums")], env=environment, check=True)
    assert files_of(folder) == files_of(tmp_path / "whole" / "sums")


def _workers_end(session: int) -> bool:
    for _ in range(200):
        if not any(_session(entry) == session for entry in Path("/proc").glob("[0-9]*")):
            return True
        time.sleep(0.05)
    return False


def _session(entry: Path) -> int | None:
    try:
        state, _, rest = (entry / "stat").read_text().rpartition(")")[2].strip().partition(" ")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if state == "Z" else int(rest.split()[2])


async def test_a_full_disk_is_told_and_the_same_command_goes_on(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = write_family(home)
    monkeypatch.setattr(sampling.make, "__kwdefaults__", {"batch": 8})
    replace, full = Path.replace, True

    def replacing(self: Path, target: Path) -> Path:
        if full and "batches" in Path(target).parts and "00000016" in Path(target).name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", replacing)
    with pytest.raises(StorageFailed, match="The disk is full.*run the same command again"):
        await made(package, tmp_path / "sums", 30)
    assert len([*SuitePaths(tmp_path / "sums").batches.glob("*.json")]) == 2
    full = False
    result = await made(package, tmp_path / "sums", 30)
    assert result.added == 30
    await made(package, tmp_path / "whole" / "sums", 30)
    assert files_of(tmp_path / "sums") == files_of(tmp_path / "whole" / "sums")


async def test_other_work_is_not_mixed_into_what_is_unfinished_or_there(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = write_family(home)

    class Killed(BaseException):
        pass

    def killed(*arguments: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(making, "publish", killed)
        with pytest.raises(Killed):
            await made(package, tmp_path / "sums", 20)
    with pytest.raises(RunMismatch, match=r"random_seed \(0, now 1\).*--out"):
        await made(package, tmp_path / "sums", 20, random_seed=1)
    finished = await made(package, tmp_path / "sums", 20)
    with pytest.raises(AuthorError, match="holds the suite sums 1.0.0, which would be overwritten"):
        await made(package, tmp_path / "sums", 20, random_seed=1)
    assert await made(package, tmp_path / "sums", 20) == finished, "the same again is there already"
    kept = kept_spec(SuitePaths(tmp_path / "sums"))
    assert kept is not None
    assert kept.random_seed == 0


async def test_what_grows_is_what_it_would_have_been_at_once(home: Path, tmp_path: Path) -> None:
    package = write_family(home, generator=PICTURED)
    await made(package, tmp_path / "grown" / "sums", 25)
    first = files_of(tmp_path / "grown" / "sums")["instances/odd.jsonl"]
    result = await made(package, tmp_path / "grown" / "sums", 15, version="1.1.0", kind="grown", first=25)
    assert (result.added, result.suite.version) == (15, "1.1.0")
    await made(package, tmp_path / "whole" / "sums", 40)
    grown, whole = files_of(tmp_path / "grown" / "sums"), files_of(tmp_path / "whole" / "sums")
    same = [name for name in whole if name.startswith(("instances/", "media/"))]
    assert {name: grown[name] for name in same} == {name: whole[name] for name in same}
    assert grown["instances/odd.jsonl"].startswith(first), "what is there stays as it is"
    changelog = grown["CHANGELOG.md"].decode()
    assert changelog.index("## 1.1.0") < changelog.index("## 1.0.0")
    coverages = [
        read_own_record(SuitePaths(tmp_path / kind / "sums").coverage, SuiteCoverage)
        for kind in ("grown", "whole")
    ]
    assert coverages[0] == coverages[1]


async def test_a_refreshed_suite_shares_no_instance_with_the_old_one(home: Path, tmp_path: Path) -> None:
    narrow = PLAN.replace("maximum: 110", "maximum: 16")
    package = write_family(home, plan=narrow)
    await made(package, tmp_path / "sums", 200)
    result = await made(
        package,
        tmp_path / "sums-2",
        200,
        version="2.0.0",
        kind="refreshed",
        random_seed=1,
        parent="sums 1.0.0",
        parent_folder=str(tmp_path / "sums"),
    )
    assert result.suite.parent == "sums 1.0.0"
    old, new = ({one.prompt for one in instances_in(tmp_path / name)} for name in ("sums", "sums-2"))
    assert len(new) == 200
    assert not old & new
    assert result.coverage.alike > 0, "what was in the old one came, and was drawn again"
    assert "none is alike to one of sums 1.0.0" in (tmp_path / "sums-2" / "CHANGELOG.md").read_text()


async def test_what_a_killed_work_left_of_pictures_goes(home: Path, tmp_path: Path) -> None:
    package = write_family(home, generator=PICTURED)
    stray = tmp_path / "sums" / "media" / f"{'0' * 64}.png"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"")
    await made(package, tmp_path / "sums", 5)
    assert not stray.exists()
    named = {digest for one in instances_in(tmp_path / "sums") for digest in one.media}
    assert {file.stem for file in stray.parent.iterdir()} == named


async def test_lines_hold_whole_records_for_other_programs(home: Path, tmp_path: Path) -> None:
    await made(write_family(home), tmp_path / "sums", 5)
    lines = (tmp_path / "sums" / "instances" / "even.jsonl").read_text().splitlines()
    assert all(json.loads(line)["schema_version"] == 1 for line in lines)
