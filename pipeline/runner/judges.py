"""The judges whose judgements lie in a run's folder."""

from collections.abc import Sequence
from typing import NamedTuple

from plans.errors import AuthorError
from plans.files import read_own_record, read_record
from plans.paths import JudgementPaths, RunPaths
from plans.records.run_spec import RunSpec
from plans.records.verdict import Judgement

SHOWN = 16
"""Characters of a digest that tell judges apart, in messages and in the names of folders."""


class KnownJudge(NamedTuple):
    """A judge that has looked at hand-ins of a run."""

    digest: str
    name: str


def known_judges(paths: RunPaths) -> Sequence[KnownJudge]:
    """The judge that the run was made with, then all others that its hand-ins were judged by again."""
    spec = read_record(paths.spec, RunSpec)
    own = KnownJudge(spec.judge.digest, spec.judge.name)
    found: dict[str, KnownJudge] = {}
    for folder in sorted(paths.trials.glob("*/*/*/round-*/judgements/*")):
        record = JudgementPaths(folder).record
        if folder.name not in found and record.exists():
            judgement = read_own_record(record, Judgement)
            found[folder.name] = KnownJudge(judgement.judge_digest, judgement.judge)
    others = [found[name] for name in sorted(found) if found[name].digest != own.digest]
    return [own, *others]


def judge_called(paths: RunPaths, start: str) -> str:
    """The digest of the run's only judge whose digest begins with `start`.

    Raises AuthorError naming the judges that there are, and InvalidFile when the folder holds no run.
    """
    judges = known_judges(paths)
    fitting = [judge for judge in judges if start and judge.digest.startswith(start)]
    if len(fitting) == 1:
        return fitting[0].digest
    there = ", ".join(f"{judge.digest[:SHOWN]} ({judge.name})" for judge in judges)
    many = "several judges'" if fitting else "no judge's"
    raise AuthorError(
        f"{start!r} begins {many} digest in {paths.root}, so there is nothing to report by. The run was judged by: "
        f"{there}."
    )
