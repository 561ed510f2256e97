"""Which Chromium is taken, and what is said when none can be had."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def chromium(scripts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """On a machine with no browser and no package manager, where a program works that is called `good`."""
    module = scripts["chromium"]
    monkeypatch.setattr(module, "INSTALLED", ())
    monkeypatch.setattr(module, "ON_PATH", ())
    monkeypatch.setattr(module, "PLAYWRIGHT_CACHES", (str(tmp_path / "cache"),))
    monkeypatch.setattr(module, "DRIVER", (sys.executable, "-c", "raise SystemExit(0)"))
    monkeypatch.setattr(module, "works", lambda program: program.name == "good")
    monkeypatch.setattr(module, "may_install", lambda: False)
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    return module


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return str(path)


def test_a_named_one_is_taken_or_refused_but_not_replaced(
    chromium: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(chromium, "INSTALLED", (program(tmp_path / "installed" / "good"),))
    monkeypatch.setenv("BENCHWRIGHT_CHROMIUM", program(tmp_path / "named" / "good"))
    assert chromium.find() == tmp_path / "named" / "good"
    monkeypatch.setenv("BENCHWRIGHT_CHROMIUM", program(tmp_path / "bad"))
    with pytest.raises(chromium.SetUpError, match="Name another program, or unset it"):
        chromium.find()


def test_one_that_does_not_start_is_passed_over(
    chromium: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ubuntu's chromium-browser is there, and is only a pointer to a snap."""
    places = (program(tmp_path / "stand-in"), str(tmp_path / "absent"), program(tmp_path / "good"))
    monkeypatch.setattr(chromium, "INSTALLED", places)
    assert chromium.find() == tmp_path / "good"


def test_debians_headless_shell_comes_first(scripts: dict[str, ModuleType]) -> None:
    assert scripts["chromium"].INSTALLED[0].endswith("/chromium-headless-shell")


@pytest.mark.parametrize(
    "name", ["chrome-linux/headless_shell", "chrome-headless-shell-linux64/chrome-headless-shell"]
)
def test_what_playwright_downloaded_is_found_under_both_its_names(
    chromium: ModuleType, tmp_path: Path, name: str
) -> None:
    place = program(tmp_path / "cache" / "chromium_headless_shell-1200" / name)
    assert [str(found) for found in chromium.installed()] == [place]


def test_none_at_all(chromium: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(chromium.SetUpError, match="apt-get install chromium-headless-shell"):
        chromium.find()
    assert "that needs root and apt-get" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [
        ("time.sleep(60)", "did not begin within 0.5 s"),
        ("print('10% of 100 MiB', flush=True); time.sleep(60)", "has come to a halt"),
        ("print('10% of 100 MiB', flush=True); time.sleep(0.8); print('100% of 100 MiB')", None),
        ("print('no such host'); sys.exit(1)", "failed"),
    ],
)
def test_a_download_that_has_begun_may_go_on(
    chromium: ModuleType, monkeypatch: pytest.MonkeyPatch, behaviour: str, outcome: str | None
) -> None:
    monkeypatch.setattr(chromium, "SECONDS_TO_BEGIN", 0.5)
    monkeypatch.setattr(chromium, "SECONDS_BETWEEN_SIGNS", 1.5)
    with subprocess.Popen(
        [sys.executable, "-S", "-c", f"import sys, time; {behaviour}"], stdout=subprocess.PIPE, text=True
    ) as download:
        assert chromium.follow(download) == outcome
        download.kill()


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (
            "no\n[pid=1][err] libnss3.so: cannot open\n[pid=1] <process did exit: exitCode=127>",
            "libnss3.so: cannot open",
        ),
        ("no\n[pid=1] <process did exit: exitCode=1, signal=null>", "exitCode=1, signal=null"),
        ("the program does not exist\nat all", "the program does not exist"),
    ],
)
def test_playwrights_long_account_is_told_in_one_line(
    scripts: dict[str, ModuleType], message: str, reason: str
) -> None:
    assert scripts["try_chromium"].reason(message) == reason


@pytest.mark.slow
@pytest.mark.browser
def test_the_browser_of_this_clone_starts_and_draws(scripts: dict[str, ModuleType]) -> None:
    recorded = Path(sys.prefix) / "benchwright-chromium"
    assert scripts["try_chromium"].main(recorded.read_text().strip()) == 0
