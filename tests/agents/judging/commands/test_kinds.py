"""Kinds of tasks that are tried by commands: each has who decides it, and what nobody decides is refused."""

from pathlib import Path

import pytest

from agents.judging.commands import judge
from agents.sandbox.roster import make_sandbox
from plans.errors import AuthorError
from plans.families import FAMILIES
from plans.records.criteria import TASK_KINDS, Criteria
from plans.records.verdict import JudgeRequest
from tests.agents.judging.commands.programs import shell, task


def test_each_kind_that_a_family_tries_by_commands_is_decided() -> None:
    families = [family for family in FAMILIES.values() if family.is_tried_by_commands]
    assert {kind for family in families for kind in family.kinds} == set(judge.KIND_JUDGES)
    assert set(judge.KIND_JUDGES) < set(TASK_KINDS)


async def test_a_kind_that_nobody_decides_is_refused_before_anything_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(judge.KIND_JUDGES, "shell-interaction")
    criteria = Criteria(tasks=(task("only", shell(None, "hello")),))
    with pytest.raises(AuthorError):
        await judge.CommandJudge(make_sandbox()).judge(
            JudgeRequest(item="till", submission=tmp_path, criteria=criteria)
        )
