"""Fault drill: what this machine does to the judge, and what processes, clocks, line ends and containers do to it."""

import json
import os
import shutil
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from pipeline.runner.archive import archived
from plans.files import read_own_record
from plans.items import read_project
from plans.paths import RunPaths, SuitePaths
from plans.records.result import RunResult
from plans.records.run import RoundRecord
from plans.records.verdict import Judgement, Status
from plans.settings import read_settings
from tests.agents.gateway.model_endpoint import completion, endpoint_saying, sent
from tests.agents.sandbox.providers import refusal
from tests.drill.agents import at_endpoint
from tests.drill.commands import Ended, at_once, benchwright, started, tried, until
from tests.drill.conftest import PAGE, PAGE_TASKS, PROGRAM, SHIPPED, cut, suite_of
from tests.pipeline.cli.test_models_verb import served
from tests.pipeline.runner.test_full_disk import NAMESPACE, can_mount

needs_sandbox = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

DYING = """#!/bin/sh
[ "$1" = --version ] || [ ! -e {broken} ] || exec timeout --signal KILL 0.5 {chromium} "$@"
exec {chromium} "$@"
"""
"""A browser that dies half a second after its start, for as long as a file is there."""


@needs_sandbox
@pytest.mark.skipif(not can_mount(), reason="this machine does not let us mount a small file system")
def test_06_graders_own_setup_fails_and_writes_a_zero(
    pages: SuitePaths, programs: SuitePaths, tmp_path: Path
) -> None:
    """What breaks on this machine while it judges fails no submission, and the same command decides it later."""
    reference, chromium = pages.item(PAGE).reference, read_settings().chromium
    broken, dying = tmp_path / "broken", tmp_path / "chromium"
    broken.touch()
    dying.write_text(DYING.format(broken=broken, chromium=chromium))
    dying.chmod(0o755)
    run = RunPaths(tmp_path / "run")
    order = (
        *("run", pages.root, "--agent", f"one=command:cp -r {reference}/. .", "--mount", reference),
        *("--agent", f"two=command:cp -r {reference}/. .", "--rounds", 1, "--out", run.root),
    )
    lost = tried(*order, env={"BENCHWRIGHT_CHROMIUM": str(dying)})
    undecided = [score.rounds[0].task_pass_rate for score in read_own_record(run.result, RunResult).agents]
    assert all(rates.low < 1 == rates.high for rates in undecided), lost.said
    # A fast machine decides a task or two before the browser dies; only a trial without any ends the command with 4.
    assert lost.code == (4 if any(rates.low == 0 for rates in undecided) else 0), lost.said
    broken.unlink()
    benchwright(*order, env={"BENCHWRIGHT_CHROMIUM": str(dying)})
    for rates in (score.rounds[0].task_pass_rate for score in read_own_record(run.result, RunResult).agents):
        assert (rates.low, rates.high) == (1, 1)

    program, page = programs.item(PROGRAM), pages.item(PAGE)
    small = tmp_path / "small"
    small.mkdir()
    mounted = f'mount -t tmpfs -o size=2m tmpfs {small} && TMPDIR={small} exec "$@"'
    locking = SuitePaths(tmp_path / "locking")
    shutil.copytree(programs.root, locking.root)
    locking.runtime.mkdir()
    (locking.runtime / "runtime.yaml").write_text("schema_version: 1\nkind: python\n")
    (locking.runtime / "requirements.lock").write_text("there-is-no-such-wheel==1.0\n")
    with served(endpoint_saying(sent(completion("I am sorry, I cannot help with that.")))) as url:
        ended = at_once(
            lambda: tried(
                "judge", reference, "--item", page.root, env={"BENCHWRIGHT_CHROMIUM": "/bin/false"}
            ),
            lambda: tried(
                "judge",
                program.reference,
                "--item",
                program.root,
                before=(*NAMESPACE, "sh", "-c", mounted, "sh"),
            ),
            lambda: tried(
                *("judge", program.reference, "--item", locking.item(PROGRAM).root),
                env={"BENCHWRIGHT_RUNTIMES": str(tmp_path / "runtimes")},
            ),
            lambda: tried(
                "judge", reference, "--item", page.root, "--judge", "model", env=at_endpoint(url, "chat")
            ),
        )
    assert [one.code for one in ended] == [4, 4, 4, 8], "\n".join(one.said for one in ended)

    judged = tmp_path / "judged.json"
    with started("judge", program.reference, "--item", program.root, "--json", output=judged) as process:
        killed = set[int]()
        while process.poll() is None and len(killed) < 3:
            for child in process.children(recursive=True):
                with suppress(psutil.Error):
                    if child.name() == "bwrap" and child.pid not in killed:
                        killed.add(child.pid)
                        child.kill()
        ended_by = process.wait(timeout=100)
    # What is hit depends on the moment: what the judge tries first, which ends it with 4 and no verdict, or a task,
    # which is tried again and passes, or is left open.
    assert ended_by in (0, 1, 4)
    if ended_by == 4:
        assert json.loads(judged.read_text())["error"]["code"] == "infrastructure"
    else:
        judgement = Judgement.model_validate_json(judged.read_text())
        assert Status.FAILED not in {task.status for task in judgement.tasks}


ROGUE = """grep -l '[d]rill-{mark}' /proc/[0-9]*/cmdline > survivors.txt 2> /dev/null
echo '<!doctype html><title>Mine</title>' > index.html
setsid sh -c 'while :; do date >> index.html; sleep 0.1; done # drill-{mark}' > /dev/null 2>&1 &
sleep 0.5
{kill}
kill -9 $PPID
exit 0
"""
"""Says who is left of its last round, then leaves a child that goes on writing, and kills what started it."""
# Never where it would reach this machine: in a namespace of its own a shell has a small number.
KILL_ALL = "test $$ -lt 1000 && kill -9 -1"


@needs_sandbox
def test_08_processes_that_outlive_the_turn_or_kill_the_harness(pages: SuitePaths, tmp_path: Path) -> None:
    """An agent leaves a child of its own session behind and kills what started it: what it leaves has ended when its
    turn does, what is judged is what is kept, and how its turn ended is its own doing.
    """
    mark = uuid4().hex

    def survivors() -> list[psutil.Process]:
        found = psutil.process_iter(["cmdline"])
        return [one for one in found if f"drill-{mark}" in " ".join(one.info["cmdline"] or ())]

    def played(sandbox: str) -> RunPaths:
        script, run = tmp_path / f"{sandbox}.sh", RunPaths(tmp_path / sandbox)
        script.write_text(ROGUE.format(mark=mark, kill=KILL_ALL if sandbox == "bubblewrap" else ""))
        benchwright(
            *("run", pages.root, "--agent", f"rogue=command:sh {script}", "--mount", script),
            *("--rounds", 2, "--time-limit", 20, "--sandbox", sandbox, "--out", run.root),
        )
        return run

    try:
        for sandbox in ("bubblewrap", "local-unsafe"):
            run = played(sandbox)
            assert survivors() == [], sandbox
            for number in (1, 2):
                round = run.trial(PAGE, "rogue", 1).round(number)
                record = read_own_record(round.record, RoundRecord)
                assert record.report.ended in ("done", "agent failed"), sandbox
                assert record.report.seconds < 15, "it ended at once"
                kept = archived(run, record.submission_digest)
                assert (kept.files / "survivors.txt").read_text() == ""
                (judged,) = round.root.rglob("judgement.json")
                assert read_own_record(judged, Judgement).submission_digest == record.submission_digest
    finally:
        for process in survivors():
            process.kill()


@needs_sandbox
def test_09_clock_zone_locale(pages: SuitePaths, programs: SuitePaths) -> None:
    """Verdicts and digests are the same in another zone and locale, and by another clock, over midnight too."""
    asked = (
        (pages.item(PAGE), ("--task", "timer-shown")),
        (programs.item(PROGRAM), ("--task", "menu-saved")),
    )
    elsewhere = {"TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"}
    clocks: list[tuple[dict[str, str], tuple[str, ...]]] = [({}, ()), (elsewhere, ())]
    has_faketime = shutil.which("faketime") is not None
    if has_faketime:
        clocks[1:] = [
            (elsewhere, ("faketime", "+400 days")),
            ({"TZ": "UTC"}, ("faketime", "1970-01-02 23:59:55")),
        ]
    for item, tasks in asked:
        order = ("judge", item.reference, "--item", item.root, *tasks, "--json")
        ended = at_once(*(partial(tried, *order, env=place, before=before) for place, before in clocks))
        assert [one.code for one in ended] == [0] * len(clocks), "\n".join(one.said for one in ended)
        assert len({decided(one) for one in ended}) == 1
    if not has_faketime:
        pytest.skip("another zone and locale held; other clocks need the command `faketime` (apt: faketime)")


def decided(ended: Ended) -> str:
    """What a judgement comes to: its verdicts, and the digests of what was judged by what."""
    judgement = Judgement.model_validate_json(ended.out)
    verdicts = [(task.task, task.status, task.outcomes) for task in judgement.tasks]
    return json.dumps(
        [
            *(judgement.graded_digest, judgement.submission_digest, judgement.judge_digest),
            *(mark.model_dump_json() for mark in judgement.marks),
            *(
                (task, status, [(one.outcome, one.status) for one in outcomes])
                for task, status, outcomes in verdicts
            ),
        ]
    )


def test_12_line_ends_and_encodings(meetings: Path, pages: SuitePaths, tmp_path: Path) -> None:
    """Git changes no line end of a suite; where somebody did, it is refused. Names and terminals of any kind do."""
    source = tmp_path / "source"
    shutil.copytree(meetings, source / "meetings")
    shutil.copytree(SHIPPED.root, source / "sample")
    git("init", "--quiet", at=source)
    git("add", "--all", at=source)
    git("commit", "--quiet", "--message", "Suites", at=source)
    git("-c", "core.autocrlf=true", "clone", "--quiet", str(source), str(tmp_path / "clone"), at=tmp_path)
    crlf = SuitePaths(tmp_path / "crlf")
    shutil.copytree(pages.root, crlf.root)
    for file in crlf.root.rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    patched = SuitePaths(tmp_path / "patched")
    shutil.copytree(pages.root, patched.root)
    patches = [*patched.root.rglob("mutant.patch")]
    for file in patches:
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))

    odd = tmp_path / "Größe 空 'a\"b"
    odd.mkdir()
    seeds = odd / "seeds.txt"
    seeds.write_bytes(
        b"\xef\xbb\xbfA list of birds for our club, with a search.\r\n\r\nA list of my bicycles.\r\n"
    )
    wide = odd / "wide.txt"
    wide.write_bytes("A list of birds for our club.".encode("utf-16"))
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    item = pages.item(PAGE)
    ended = at_once(
        lambda: tried("instances", "check", tmp_path / "clone" / "meetings"),
        lambda: tried("check", tmp_path / "clone" / "sample", "--json"),
        lambda: tried("check", crlf.root, "--json"),
        lambda: tried("check", patched.root, "--json"),
        lambda: tried("author", seeds, "--gate", "static", "--out", odd / "suite", env=plain),
        lambda: tried("author", wide, "--gate", "static", "--out", odd / "wide", env=plain),
        lambda: tried("judge", item.reference, "--item", item.root, "--task", "browse-list", env=plain),
        lambda: tried("doctor", env=plain),
    )
    cloned, sample, changed, unpatched, authored, unread, judged, doctor = ended
    assert cloned.code == 0, cloned.said
    assert json.loads(sample.out)["errors"] == 0, "the clone is as the suite was"
    assert changed.code == 3, changed.said
    assert unpatched.code == 1, unpatched.said
    found = [problem["where"] for problem in json.loads(unpatched.out)["problems"]]
    assert all(any(patch.parent.name in where for where in found) for patch in patches)
    assert [one.code for one in (authored, unread, judged, doctor)] == [0, 3, 0, 0], "\n".join(
        one.said for one in (authored, unread, judged, doctor)
    )


def git(*words: str, at: Path) -> None:
    who = ("-c", "user.name=Drill", "-c", "user.email=drill@example.org")
    subprocess.run(["git", *who, *words], cwd=at, check=True)


CONTAINER = (
    "unshare",
    *(() if os.geteuid() == 0 else ("-Ur",)),
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
)
"""A bare container: mounts and processes of its own, its first process the command, which nobody reaps for."""
SMALL = 'mount -t tmpfs -o size=1m tmpfs /dev/shm && exec "$@"'
NONE = 'mount -t tmpfs -o ro,size=1m tmpfs /dev/shm && exec "$@"'


def can_contain() -> bool:
    probe = subprocess.run([*CONTAINER, "sh", "-c", SMALL, "sh", "true"], capture_output=True, check=False)
    return probe.returncode == 0


@pytest.mark.skipif(not can_contain(), reason="this machine lets us make no mount and process namespaces")
def test_17_browser_in_a_bare_container(pages: SuitePaths, tmp_path: Path) -> None:
    """As the first process of a container with next to no shared memory, or none: it judges, and leaves no zombies."""
    project = cut(read_project(SHIPPED.item(PAGE)), PAGE_TASKS[:1])
    quick = suite_of(tmp_path / "quick", [project])
    reference, run = quick.item(PAGE).reference, RunPaths(tmp_path / "run")
    copies = f"mine=command:sh -c 'cp -r {reference}/. . && date +%N > stamp.txt'"
    order = (
        *("run", quick.root, "--agent", copies, "--mount", reference),
        *("--rounds", 1, "--repeats", 10, "--out", run.root),
    )
    most = 0
    with started(*order, before=(*CONTAINER, "sh", "-c", SMALL, "sh")) as process:

        def has_ended() -> bool:
            nonlocal most
            with suppress(psutil.Error):
                states = [child.status() for child in process.children(recursive=True)]
                most = max(most, states.count(psutil.STATUS_ZOMBIE))
            return process.poll() is not None

        until(has_ended)
        assert process.wait() == 0
    assert most < 10, "one for each judgement"
    (score,) = read_own_record(run.result, RunResult).agents
    assert (score.rounds[0].task_pass_rate.low, score.rounds[0].unresolved) == (1, 0)
    judgements = [read_own_record(path, Judgement) for path in run.trials.rglob("judgement.json")]
    assert len({judgement.submission_digest for judgement in judgements}) == 10

    bare = (*CONTAINER, "sh", "-c", NONE, "sh")
    item = pages.item(PAGE)
    doctor, judged = at_once(
        lambda: tried("doctor", before=bare),
        lambda: tried("judge", item.reference, "--item", item.root, before=bare),
    )
    # Either all of it works, or doctor says beforehand that it will not, and nothing is failed for it.
    assert (doctor.code, judged.code) in ((0, 0), (4, 4)), doctor.said + judged.said
