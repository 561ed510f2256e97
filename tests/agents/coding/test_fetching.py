"""What package clients, and the code that packages run when they are installed, get of our environment."""

import json
import sys
from pathlib import Path

import pytest

from agents.coding.installing import COMPLETE, fetch, is_fetched
from plans.errors import InstallFailed
from plans.settings import installer_environment

TELL = "import json, os; json.dump(dict(os.environ), open('told.json', 'w')); open(os.path.expanduser('~/x'), 'w')"


def told(folder: Path) -> dict[str, str]:
    """What a command finds that fills the folder."""
    fetch(folder, [[sys.executable, "-I", "-c", TELL]], ("own",), "own")
    return json.loads((folder / "told.json").read_text())


def test_no_key_reaches_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variable of ours did, the model's key among them, so that an install script could send it anywhere."""
    for name in ("BENCHWRIGHT_KEY", "MY_MODEL_KEY", "AWS_SECRET_ACCESS_KEY", "PYTHONPATH", "NODE_OPTIONS"):
        monkeypatch.setenv(name, "secret")
    for name in ("PIP_INDEX_URL", "npm_config_registry", "https_proxy", "SSL_CERT_FILE"):
        monkeypatch.setenv(name, "as it was")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found = told(tmp_path / "own-1.0")
    assert "secret" not in found.values()
    assert {"PIP_INDEX_URL", "npm_config_registry", "https_proxy", "SSL_CERT_FILE", "PATH"} <= set(found)
    assert found["HOME"] != str(tmp_path / "home")
    assert not Path(found["HOME"]).exists(), "its home is gone when all is installed"
    assert (tmp_path / "own-1.0" / COMPLETE).read_text() == "own\n"


def test_a_clients_settings_are_named_where_they_lie_in_a_home_that_it_does_not_get(tmp_path: Path) -> None:
    """Where a registry of one's own is named there, nothing could be installed without."""
    (tmp_path / ".npmrc").write_text("registry=https://packages.example/\n")
    (tmp_path / ".config/pip").mkdir(parents=True)
    (tmp_path / ".config/pip/pip.conf").write_text("[global]\nindex-url = https://packages.example/simple\n")
    given = installer_environment(Path("/new"), {"HOME": str(tmp_path), "PATH": "/usr/bin"})
    assert given == {
        "HOME": "/new",
        "PATH": "/usr/bin",
        "PIP_CONFIG_FILE": str(tmp_path / ".config/pip/pip.conf"),
        "NPM_CONFIG_USERCONFIG": str(tmp_path / ".npmrc"),
    }
    own = {"HOME": str(tmp_path), "npm_config_userconfig": "/mine", "PIP_CONFIG_FILE": "/dev/null"}
    assert installer_environment(Path("/new"), own) == {**own, "HOME": "/new"}


def test_a_registry_on_loopback_is_asked_through_no_proxy() -> None:
    """It was exempt only where the user's NO_PROXY said so."""
    proxied = {"https_proxy": "http://proxy.example:3128", "NO_PROXY": "intranet"}
    given = installer_environment(Path("/new"), proxied)
    assert given["no_proxy"] == given["NO_PROXY"]
    assert {"intranet", "localhost", "127.0.0.1", "::1"} <= {*given["no_proxy"].split(",")}
    everything = installer_environment(Path("/new"), {**proxied, "NO_PROXY": "*"})
    assert everything["NO_PROXY"] == "*"


def test_what_failed_half_way_counts_as_missing(tmp_path: Path) -> None:
    with pytest.raises(InstallFailed, match="own could not be installed, python.* ended with 3"):
        fetch(tmp_path / "own", [[sys.executable, "-I", "-c", "raise SystemExit(3)"]], (), "own")
    assert not is_fetched(tmp_path / "own")
