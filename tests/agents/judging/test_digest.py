"""The judge's digest: whatever could change a verdict is in it, and nothing else."""

from pathlib import Path

import pytest

from agents.judging.digest import ENTRANCES
from agents.judging.programmatic import ProgrammaticJudge
from agents.sandbox.roster import SANDBOXES, make_sandbox, sandbox_digest
from plans.code_digests import closure_sources
from plans.errors import AuthorError

ROOT = Path(__file__).parents[3]

BY_NAME = ("agents/sandbox/bubblewrap/", "agents/sandbox/docker/", "agents/sandbox/by_inspect/")


def test_code_and_words_of_a_verdict_are_in_it() -> None:
    """The table of whose fault is what verdict was once not in it, and neither was how texts are mended."""
    names = set(closure_sources(ENTRANCES))
    assert {
        "agents/judging/dag.py",
        "agents/judging/attempting.py",
        "agents/browser/grounding/lexicon.yaml",
        "agents/sandbox/serving.py",
        "plans/errors.py",
        "plans/wellformed.py",
        "plans/records/steps.py",
    } <= names
    assert any(name.startswith("agents/browser/javascript/") and name.endswith(".js") for name in names)


def test_what_decides_no_verdict_is_not() -> None:
    """A fix to Docker, or another record of the authors', once voided the evidence of every suite."""
    names = closure_sources(ENTRANCES)
    others = (
        "agents/coding/",
        "agents/authoring/",
        "agents/gateway/",
        "pipeline/",
        "review/",
        "plans/webapp/",
    )
    assert [name for name in names if name.startswith((*BY_NAME, *others))] == []
    assert not {"plans/records/decision.py", "plans/records/labels.py", "plans/records/comparison.py"} & set(
        names
    )


def test_a_sandbox_has_a_digest_of_its_own() -> None:
    """It counts for hand-ins that were run in it, and for no others."""
    assert len({sandbox_digest(name) for name in (*SANDBOXES, "inspect:docker")}) == len(SANDBOXES) + 1
    boxed = ProgrammaticJudge(None, sandbox=make_sandbox("bubblewrap"))
    bare = ProgrammaticJudge(None)
    assert boxed.digest == bare.digest
    assert (boxed.sandbox_digest, bare.sandbox_digest) == (sandbox_digest("bubblewrap"), "")
    with pytest.raises(AuthorError, match="no sandbox 'cellar'"):
        sandbox_digest("cellar")


def test_what_is_made_or_started_by_name_is_known() -> None:
    """No import tells of it, so it would drop out of the digest without a word."""
    by_name = (b"import_module(", b'"-m"', b"__import__(", b"entry_points(")
    names = closure_sources((*ENTRANCES, "agents.authoring.verification.gate"))
    assert {name for name in names if any(way in (ROOT / name).read_bytes() for way in by_name)} == {
        "agents/judging/pool.py",  # the worker, an entrance of its own
        "agents/sandbox/roster.py",  # sandboxes, each with its own digest
        "plans/families.py",  # a family's checks and trivial hand-ins, which the gate's digest names
    }
