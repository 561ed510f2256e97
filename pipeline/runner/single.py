"""Judging one folder, from wherever it comes."""

import tempfile
from collections.abc import Collection
from pathlib import Path

from pipeline.runner.archive import CUT, archive, was_cut
from plans.contracts import Judge
from plans.errors import AuthorError
from plans.paths import RunPaths
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement


async def judge_folder(
    folder: Path,
    item: str,
    criteria: Criteria,
    judge: Judge,
    *,
    evidence: Path | None = None,
    only: Collection[str] | None = None,
    random_seed: int = 0,
) -> Judgement:
    """Judge a copy of `folder`, made as hand-ins are archived: links are not followed, the folder is not touched.

    `only` limits the tasks to these and their prerequisites. What could not be copied is marked. Raises AuthorError
    when there is no such folder, and what the judge raises.
    """
    if not folder.is_dir():
        raise AuthorError(
            f"{folder} is no folder, so there is nothing to judge. Name the folder that holds the app."
        )
    with tempfile.TemporaryDirectory(prefix="benchwright-judge-") as name:
        run = RunPaths(Path(name))
        hand_in = archive(folder.resolve(), run)
        files = run.archived(hand_in.digest).files
        judgement = await judge.judge(
            item, files, criteria, evidence=evidence, only=only, random_seed=random_seed
        )
    marks = (*judgement.marks, CUT) if was_cut(hand_in) else judgement.marks
    return judgement.model_copy(update={"hand_in_digest": hand_in.digest, "marks": marks})
