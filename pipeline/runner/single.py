"""Judging one folder, from wherever it comes."""

from pipeline.runner.archive import archive, cut, was_cut
from plans.contracts.judging import Judge
from plans.errors import AuthorError
from plans.grading import sealed
from plans.items import read_grader
from plans.paths import RunPaths
from plans.records.judging import JudgeRequest
from plans.records.marks import Mark, MarkCode
from plans.records.verdict import Judgement
from plans.scratch import scratch


async def judge_folder(judge: Judge, request: JudgeRequest) -> Judgement:
    """Judge a copy of the request's folder, made as hand-ins are archived: links are not followed. The grader's files
    are copied too.

    What could not be copied is marked. Raises AuthorError when there is no such folder, InvalidFile where the
    grader's files cannot be read, and what the judge raises.
    """
    folder = request.hand_in
    if not folder.is_dir():
        raise AuthorError(
            f"{folder} is no folder, so there is nothing to judge. Name the folder that holds the app."
        )
    with scratch("judge") as folder_of_run:
        run = RunPaths(folder_of_run)
        hand_in = archive(folder.resolve(), run)
        files = run.archived(hand_in.digest).files
        with sealed(read_grader(request.grader) if request.grader else {}) as grader:
            copies = {"hand_in": files, "grader": grader, "left_out": cut(hand_in)}
            judgement = await judge.judge(request.model_copy(update=copies))
    marks = (*judgement.marks, Mark(code=MarkCode.SUBMISSION_CUT)) if was_cut(hand_in) else judgement.marks
    return judgement.model_copy(update={"hand_in_digest": hand_in.digest, "marks": marks})
