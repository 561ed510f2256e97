"""The judge's digest: whatever could change a verdict is in it, and nothing else."""

import time
from pathlib import Path

import pytest

from agents.judging.programmatic import ENTRANCES, ProgrammaticJudge, browser_version
from agents.sandbox.roster import SANDBOXES, make_sandbox, sandbox_digest
from plans.digests import closure_sources
from plans.errors import AuthorError, BrowserMissing

ROOT = Path(__file__).parents[3]

BY_NAME = ("agents/sandbox/bubblewrap/", "agents/sandbox/docker/", "agents/sandbox/by_inspect.py")


def test_code_and_words_of_a_verdict_are_in_it() -> None:
    """The table of whose fault is what verdict was once not in it, and neither was how texts are mended."""
    names = set(closure_sources(ENTRANCES))
    assert {
        "agents/judging/dag.py",
        "agents/judging/step_runner.py",
        "agents/browser/grounding/lexicon.yaml",
        "agents/sandbox/serving.py",
        "plans/errors.py",
        "plans/plain_text.py",
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
    assert not {"plans/records/review.py", "plans/records/result.py"} & set(names)


def test_a_sandbox_has_a_digest_of_its_own() -> None:
    """It counts for submissions that were run in it, and for no others."""
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
        "plans/families.py",  # a family's checks and trivial submissions, which the gate's digest names
    }


@pytest.mark.slow
def test_a_browser_that_never_says_its_version_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of four questions waited for it anew, and the error quoted our own code."""
    monkeypatch.setattr("agents.judging.programmatic._VERSION_LIMIT", 0.5)
    browser, starts, lives = tmp_path / "browser", tmp_path / "starts", tmp_path / "lives"
    browser.write_text(f"#!/bin/sh\necho x >> {starts}\n(sleep 2; echo x > {lives})\n")
    browser.chmod(0o755)
    for _ in range(2):
        with pytest.raises(BrowserMissing) as missing:
            browser_version(browser)
        assert "PosixPath" not in str(missing.value)
    assert starts.read_text() == "x\n"
    time.sleep(2)
    assert not lives.exists(), "what it started went on"
