"""What `doctor` says about the sandbox: whether the very command runs in which others' programs are executed."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.sandbox.bubblewrap import provider
from agents.sandbox.roster import USUAL
from pipeline.cli.diagnosis import Diagnosis, diagnose
from pipeline.cli.doctor import doctor
from plans.settings import read_settings
from tests.agents.sandbox.providers import refusal


def sandbox() -> Diagnosis:
    return next(one for one in diagnose(read_settings()) if one.what == "Sandbox")


@pytest.mark.browser
@pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")
def test_a_sandbox_that_was_tried_is_named() -> None:
    found = sandbox()
    assert found.state in ("ok", "limited")
    assert found.found.startswith("bubblewrap, tried")


@pytest.mark.browser
def test_where_there_is_none_it_says_what_to_install_and_that_the_rest_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Static hand-ins need none, so its want is no fault of the machine."""
    monkeypatch.setattr("agents.sandbox.bubblewrap.provider._tried_once", lambda: _refused(tmp_path))
    found = sandbox()
    assert found.state == "limited"
    assert "apt-get install bubblewrap" in found.mend
    assert "static hand-ins need none" in found.mend
    assert CliRunner().invoke(doctor, ["--json"]).exit_code == 0


def _refused(empty: Path) -> None:
    """What comes of a search on a machine that lacks it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(empty))
        provider._bwrap()
