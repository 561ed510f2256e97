"""Agents that go where they have no business: real programs beside a real run folder."""

import errno
import os
import shlex
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, run_suite
from plans.errors import InvalidFile, RunMismatch
from plans.files import read_record, write_record
from plans.paths import JudgementPaths, RunPaths
from plans.records.result import RunResult
from plans.records.run import RoundRecord, Submission
from plans.records.verdict import Judgement
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

EMPTY = "echo '<h1>x</h1>' > index.html; "


async def run(folder: Path, script: str, rounds: int = 2, *, with_oracle: bool = False) -> RunResult:
    """A run of a shell script as agent; where an oracle is asked for, it works and is judged first."""
    sandbox, judge = LocalUnsafe(), ReadingJudge()
    specs = [*(["oracle"] if with_oracle else []), f"mine=command:sh -c {shlex.quote(script)}"]
    agents = [make_agent(agent_spec(spec), sandbox) for spec in specs]
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge, sandbox=sandbox, rounds=rounds)
    return await run_suite(
        spec,
        LineUp([shop()], agents),
        Services(judge, TemplateUser(), JinjaPrompter()),
        RunPaths(folder),
        jobs=1,
    )


def rates(result: RunResult) -> list[float]:
    return [at.criteria_pass_rate.high for at in result.agents[-1].rounds]


async def test_nothing_of_the_run_lies_above_or_beside_the_working_directory(tmp_path: Path) -> None:
    thief = (
        'up=.; for i in 1 2 3; do up=$up/..; ls -d "$up"/round-* "$up"/archive "$up"/projects "$up"/trials '
        f'2>/dev/null; cp "$up"/archive/*/files/index.html . 2>/dev/null; done > {tmp_path}/seen; '
        f"pwd > {tmp_path}/where; ls -A .. > {tmp_path}/beside; [ -e index.html ] || {EMPTY}"
    )
    result = await run(tmp_path / "run", f"{thief} true", with_oracle=True)
    assert rates(result) == [0.0, 0.0]
    assert (tmp_path / "seen").read_text() == ""
    assert (tmp_path / "beside").read_text() == "app\n"
    where = Path((tmp_path / "where").read_text().strip())
    assert not where.is_relative_to(tmp_path)
    assert not where.parent.exists()
    assert "shop" not in str(where)
    assert "mine" not in str(where)


async def test_verdicts_that_an_agent_writes_beside_its_workspace_count_nothing(tmp_path: Path) -> None:
    forger = (
        f"{EMPTY} mkdir -p ../round-2/judgements; ln -s {tmp_path} ../round-1; touch ../round-2/round.json"
    )
    assert rates(await run(tmp_path / "run", forger)) == [0.0, 0.0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run"]


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ("mkdir -p {trial}/round-2/judgements/" + "a" * 16, "round-2/judgements lies there before"),
        ("mkdir -p {trial}/round-1/judgements", "round-1/judgements lies there before"),
        ("echo '{{}}' > {trial}/round-1/feedback.json", "round-1/feedback.json lies there before"),
        ("ln -s {victim} {trial}/round-2", "round-2 is a link"),
        ("rm -r {trial}/round-1; ln -s {victim} {trial}/round-1", "round-1 is a link"),
        ("mv {trial} {victim}/away; ln -s {victim}/away {trial}", "mine/1 is a link"),
        ("mkdir {trial}/round-2; ln -s {victim}/x {trial}/round-2/message.md", "message.md is a link"),
    ],
)
async def test_what_the_run_did_not_write_into_a_round_stops_it(
    tmp_path: Path, planted: str, named: str
) -> None:
    """An agent that finds the run folder, as any unprotected program can, gets no verdict of its own believed."""
    folder, victim = tmp_path / "run", tmp_path / "victim"
    victim.mkdir()
    trial = RunPaths(folder).trial("shop", "mine", 1).root
    with pytest.raises(RunMismatch, match=named):
        await run(folder, EMPTY + planted.format(trial=trial, victim=victim))
    moved = {"away", "round-1", "message.md"} if "away" in planted else set[str]()
    assert {path.name for path in victim.rglob("*")} == moved


async def test_a_record_of_a_round_that_was_not_played_is_not_believed(tmp_path: Path) -> None:
    """It would name any submission of the archive, the oracle's too, as the agent's own."""
    folder = tmp_path / "run"
    trials = RunPaths(folder).trials / "shop"
    forger = (
        f"{EMPTY} mkdir -p {trials}/mine/1/round-2; "
        f'sed "s/oracle/mine/; s/\\"round\\": 1/\\"round\\": 2/" {trials}/oracle/1/round-1/round.json '
        f"> {trials}/mine/1/round-2/round.json"
    )
    result = await run(folder, forger, with_oracle=True)
    assert rates(result) == [0.0, 0.0]


async def test_a_round_that_was_never_played_has_no_record(tmp_path: Path) -> None:
    """An agent that says its endpoint failed ends the trial; a record for later would be scored in its place."""
    later = RunPaths(tmp_path / "run").trial("shop", "mine", 1).round(2).root
    with pytest.raises(RunMismatch, match="the record of a round that was not played"):
        await run(tmp_path / "run", f"{EMPTY} mkdir -p {later}; echo '{{}}' > {later}/round.json; exit 75")


async def test_a_judgement_of_something_else_is_not_believed(tmp_path: Path) -> None:
    folder, judge = tmp_path / "run", ReadingJudge()
    await run(folder, EMPTY, with_oracle=True)
    trials = RunPaths(folder)
    place = JudgementPaths(trials.trial("shop", "mine", 1).round(2).judgement(judge.digest)).record
    perfect = JudgementPaths(trials.trial("shop", "oracle", 1).round(1).judgement(judge.digest)).record
    place.write_bytes(perfect.read_bytes())
    with pytest.raises(InvalidFile, match="submission_digest: .* it is about something else"):
        await run(folder, EMPTY, with_oracle=True)
    with pytest.raises(InvalidFile, match="submission_digest: .* it is about something else"):
        RunFolder(trials).result()
    right = read_record(trials.trial("shop", "mine", 1).round(2).record, RoundRecord).submission_digest
    for wrong in ({"graded_digest": "0"}, {"item": "other"}, {"judge_digest": "b" * 64}):
        forged = read_record(perfect, Judgement).model_copy(update={"submission_digest": right, **wrong})
        write_record(place, forged)
        with pytest.raises(InvalidFile, match=f"{next(iter(wrong))}: "):
            await run(folder, EMPTY, with_oracle=True)
    place.unlink()
    assert rates(await run(folder, EMPTY, with_oracle=True)) == [0.0, 0.0]


async def test_the_next_round_begins_with_all_that_was_submitted(tmp_path: Path) -> None:
    """Hidden files, the right to execute, folders and links within come along; what tools fill does not."""
    script = (
        f"find . -mindepth 1 | sort > {tmp_path}/found; [ -x bin/build ] && bin/build; "
        "mkdir -p bin .config node_modules; echo secret > .config/.key; ln -sf .config/.key key; "
        "printf '#!/bin/sh\\ncat key > built.txt\\n' > bin/build; chmod +x bin/build; touch node_modules/x"
    )
    folder = tmp_path / "run"
    await run(folder, script, rounds=1)
    assert (tmp_path / "found").read_text() == ""
    await run(tmp_path / "two", script, rounds=2)
    assert (tmp_path / "found").read_text().splitlines() == [
        *("./.config", "./.config/.key", "./bin", "./bin/build", "./key"),
    ]
    paths = RunPaths(tmp_path / "two")
    record = read_record(paths.trial("shop", "mine", 1).round(2).record, RoundRecord)
    kept = paths.archived(record.submission_digest)
    assert (kept.files / "built.txt").read_text() == "secret\n"
    assert read_record(kept.record, Submission).links == {"key": ".config/.key"}
    assert not list(folder.rglob("workspace"))


async def test_a_workspace_that_cannot_be_removed_loses_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an agent leaves as another user, through docker for example, ended the run, and the turn was paid again."""

    def refuse(workspace: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(workspace))

    monkeypatch.setattr("pipeline.runner.round.remove", refuse)
    result = await run(tmp_path / "run", f"{EMPTY} echo turn >> {tmp_path}/turns")
    assert rates(result) == [0.0, 0.0]
    assert result.faults == ()
    assert (tmp_path / "turns").read_text() == "turn\nturn\n"


async def test_a_repository_comes_along_as_the_file_that_the_message_names(tmp_path: Path) -> None:
    """A repository itself does not: opened by a person, its configuration would run the agent's programs."""
    git = "git -c user.name=Agent -c user.email=agent@localhost"
    script = (
        "if [ -e history.bundle ]; then git clone -q --bare history.bundle old; "
        f"git -C old log --format=%s > {tmp_path}/log; "
        f"ls -A > {tmp_path}/found; else git init -q; mkdir empty; {EMPTY} git add index.html; "
        f"{git} commit -qm First; git bundle create -q history.bundle --all; fi"
    )
    await run(tmp_path / "run", script)
    assert (tmp_path / "log").read_text() == "First\n"
    assert (tmp_path / "found").read_text().split() == ["history.bundle", "index.html", "old"]
