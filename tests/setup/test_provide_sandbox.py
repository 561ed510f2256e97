"""Where bubblewrap comes from, and what is said where it cannot be had."""

from types import ModuleType

import pytest


@pytest.fixture
def sandbox(scripts: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A machine without bubblewrap, on which it can be installed."""
    module = scripts["sandbox"]
    there: list[str] = []
    asked: list[tuple[str, ...]] = []

    def apt_get(*words: str) -> bool:
        asked.append(words)
        there.extend(words[1:] if words[0] == "install" else ())
        return True

    monkeypatch.setattr(module, "apt_get", apt_get)
    monkeypatch.setattr(module, "may_install", lambda: True)
    monkeypatch.setattr(
        module, "PACKAGES", {"bubblewrap": lambda: there or None, "libseccomp2": lambda: "libseccomp.so.2"}
    )
    monkeypatch.setattr(module.sys, "platform", "linux")
    module.asked = asked
    return module


def test_root_has_it_installed(sandbox: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    sandbox.provide()
    assert sandbox.asked == [("update",), ("install", "bubblewrap")]
    assert "set-up: sandbox: " in capsys.readouterr().out
    sandbox.provide()
    assert len(sandbox.asked) == 2


def test_others_are_told_what_to_install_and_go_on(
    sandbox: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox, "may_install", lambda: False)
    sandbox.provide()
    assert sandbox.asked == []
    assert "apt-get install bubblewrap" in capsys.readouterr().out


def test_elsewhere_than_on_linux_it_says_that_there_is_none(
    sandbox: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox.sys, "platform", "darwin")
    sandbox.provide()
    assert "it needs Linux" in capsys.readouterr().out
