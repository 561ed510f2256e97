"""What `doctor` says: whether the very command runs in which others' programs are executed, and which models answer."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.sandbox.bubblewrap import provider
from agents.sandbox.roster import USUAL
from pipeline.cli.doctor import Diagnosis, diagnose, doctor
from plans.settings import read_settings
from tests.agents.sandbox import stand_in_docker
from tests.agents.sandbox.providers import refusal


def found_of(what: str = "Sandbox") -> Diagnosis:
    return next(one for one in diagnose(read_settings()) if one.what == what)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")
def test_a_sandbox_that_was_tried_is_named() -> None:
    found = found_of()
    assert found.state in ("ok", "limited")
    assert found.found.startswith("bubblewrap, tried")


@pytest.mark.slow
@pytest.mark.browser
def test_where_there_is_none_it_says_what_to_install_and_that_the_rest_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Static submissions need none, so its want is no fault of the machine."""
    monkeypatch.setattr("agents.sandbox.bubblewrap.provider._tried_once", lambda: _refused(tmp_path))
    found = found_of()
    assert found.state == "limited"
    assert "apt-get install bubblewrap" in found.mend
    assert "static submissions need none" in found.mend
    assert CliRunner().invoke(doctor, ["--json"]).exit_code == 0


@pytest.mark.slow
@pytest.mark.browser
def test_it_says_whether_a_docker_daemon_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    client = tmp_path / "docker"
    client.write_text(
        "#!/bin/sh\necho 'Cannot connect to the Docker daemon at unix:///run/docker.sock.' >&2; exit 1\n"
    )
    client.chmod(0o755)
    found = found_of("Sandbox docker")
    assert (found.state, found.found) == ("limited", "not available")
    assert found.mend.startswith("No docker daemon answers (Cannot connect to the Docker daemon at unix")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(stand_in_docker.lack() is not None, reason=stand_in_docker.lack() or "")
def test_a_docker_daemon_that_answers_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in_docker.provide(monkeypatch, tmp_path / "daemon")
    found = found_of("Sandbox docker")
    assert (found.state, found.found) == ("ok", "tried, with the image node:22-bookworm"), found.mend


@pytest.mark.slow
@pytest.mark.browser
def test_a_configuration_that_is_wrong_is_told_in_lines_that_a_terminal_has_room_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It was not looked at, and what doctor printed into a file or a pipe was 350 columns wide."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "benchwright.toml").write_text('[endpoint.one]\nurl = "http://x"\n[budget.run]\ncost = -1\n')
    done = CliRunner().invoke(doctor)
    assert done.exit_code == 3
    assert "✗ wrong    Models" in done.output
    assert "benchwright.toml:1: endpoint: there is no such field." in done.output
    assert "benchwright.toml:4: budget.run.cost: -1 is less" in done.output
    assert max(map(len, done.output.splitlines())) <= 100


@pytest.mark.slow
@pytest.mark.browser
def test_an_endpoint_whose_key_is_nowhere_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "benchwright.toml").write_text(
        '[endpoints.one]\nurl = "http://x"\nprotocols = ["chat"]\nkey_variable = "NOBODY_HAS_IT"\n'
    )
    found = found_of("Models")
    assert (found.state, found.found) == ("limited", "one (chat)")
    assert "takes its key from 'NOBODY_HAS_IT'" in found.mend


def _refused(empty: Path) -> None:
    """What comes of a search on a machine that lacks it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(empty))
        provider._bwrap()
