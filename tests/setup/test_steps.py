"""Which steps of set-up are done again, and which not."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest


class Recorder:
    """Stands in for pip, venv and the search for a browser: leaves what they would leave, and a note."""

    def __init__(self, scripts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, browser: Path):
        self.set_up = scripts["set_up"]
        self.steps: list[str] = []
        self.browser = browser
        self.fails_at: str | None = None
        monkeypatch.setattr(self.set_up, "run", self.run)
        monkeypatch.setattr(scripts["chromium"], "find", self.find)
        self.there = "none"
        monkeypatch.setattr(scripts["sandbox"], "provide", self.provide)
        monkeypatch.setattr(scripts["sandbox"], "found", lambda: self.there)
        monkeypatch.setattr(sys, "argv", ["set-up"])

    def run(self, *command: str | Path, advice: str) -> None:
        step = next(word for word in ("venv", "--require-hashes", "--editable") if word in command)
        self.steps.append(step)
        if step == self.fails_at:
            raise self.set_up.SetUpError(f"failed\n{advice}")
        if step == "venv":
            python: Path = self.set_up.PYTHON
            python.parent.mkdir(parents=True)
            python.touch()

    def find(self) -> Path:
        self.steps.append("browser")
        self.browser.write_text("")
        self.browser.chmod(0o755)
        return self.browser

    def provide(self) -> None:
        self.steps.append("sandbox")
        self.there = "/usr/bin/bwrap"

    def call(self) -> list[str]:
        """Calls set-up; the steps that it did."""
        self.steps = []
        self.exit_code = self.set_up.main()
        return self.steps


@pytest.fixture
def recorder(scripts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Recorder:
    return Recorder(scripts, monkeypatch, tmp_path / "a-browser")


EVERYTHING = ["venv", "--require-hashes", "--editable", "browser", "sandbox"]


def test_the_first_call_does_everything_and_the_second_nothing(recorder: Recorder, clone: Path) -> None:
    assert recorder.call() == EVERYTHING
    assert (clone / ".venv/benchwright-chromium").read_text() == f"{recorder.browser}\n"
    assert recorder.call() == []
    assert recorder.exit_code == 0


def test_another_lock_makes_the_environment_anew(recorder: Recorder, clone: Path) -> None:
    recorder.call()
    (clone / ".venv/of-the-old-lock").touch()
    (clone / "requirements.lock").write_text("click==8.1.9\n")
    assert recorder.call() == EVERYTHING
    assert not (clone / ".venv/of-the-old-lock").exists()


def test_a_link_to_another_clones_environment_is_left_alone(
    recorder: Recorder, clone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended in a traceback: what a link leads to can't be removed, and must not be."""
    others = tmp_path / "other-clone" / ".venv"
    others.mkdir(parents=True)
    (others / "in-use").touch()
    (clone / ".venv").symlink_to(others)
    assert recorder.call() == []
    assert recorder.exit_code == 1
    assert "is a link to" in capsys.readouterr().err
    assert (others / "in-use").exists()


def test_a_moved_clone_is_set_up_again(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts in a virtual environment name its folder."""
    recorder.call()
    monkeypatch.setattr(recorder.set_up, "ROOT", recorder.set_up.ROOT / ".." / recorder.set_up.ROOT.name)
    assert recorder.call() == EVERYTHING


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [("line-length = 110", "line-length = 111", []), ("click>=8.1", "click>=8.0", ["--editable"])],
    ids=["lint rule", "dependency"],
)
def test_an_edit_of_the_project_file(
    recorder: Recorder, clone: Path, old: str, new: str, steps: list[str]
) -> None:
    recorder.call()
    project = clone / "pyproject.toml"
    assert old in project.read_text()
    project.write_text(project.read_text().replace(old, new))
    assert recorder.call() == steps


@pytest.mark.parametrize("step", ["venv", "--require-hashes"])
def test_an_environment_that_was_not_finished_is_made_anew(recorder: Recorder, step: str) -> None:
    recorder.fails_at = step
    recorder.call()
    assert recorder.exit_code == 1
    recorder.fails_at = None
    assert recorder.call() == EVERYTHING


def test_what_was_finished_before_an_interruption_is_kept(recorder: Recorder) -> None:
    recorder.fails_at = "--editable"
    recorder.call()
    recorder.fails_at = None
    assert recorder.call() == ["--editable", "browser", "sandbox"]


def test_a_browser_that_was_removed_is_looked_for_again(recorder: Recorder) -> None:
    recorder.call()
    recorder.browser.unlink()
    assert recorder.call() == ["browser"]


def test_a_sandbox_that_was_removed_is_provided_again(recorder: Recorder) -> None:
    recorder.call()
    recorder.there = "none"
    assert recorder.call() == ["sandbox"]


def test_a_failure_says_what_to_do(recorder: Recorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.fails_at = "--require-hashes"
    recorder.call()
    assert "See that pip reaches its package index" in capsys.readouterr().err


@pytest.mark.slow
def test_a_killed_set_up_keeps_the_next_one_waiting_until_its_pip_has_ended(clone: Path) -> None:
    """The orphan wrote into the environment that the next call was making."""
    ended = clone / "ended"
    pip = clone / "pip.py"
    pip.write_text(
        f"import pathlib, time\nprint('at work', flush=True)\ntime.sleep(2)\npathlib.Path({str(ended)!r}).touch()\n"
    )
    first_call = f"from set_up import *\nwith one_at_a_time(): run(sys.executable, {str(pip)!r}, advice='')"
    first = subprocess.Popen(
        [sys.executable, "-c", first_call], cwd=clone / ".setup", stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "at work\n"
    first.kill()
    first.wait()
    first.stdout.close()
    second = f"from set_up import *\nwith one_at_a_time(): sys.exit(not Path({str(ended)!r}).exists())"
    result = subprocess.run(
        [sys.executable, "-c", second],
        cwd=clone / ".setup",
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert result.returncode == 0, "it did not wait"
    assert "another set-up is at work" in result.stdout
