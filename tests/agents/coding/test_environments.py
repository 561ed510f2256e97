"""Runtime environments of suites: really built by pip and npm, from packages that are made here, used in a sandbox."""

import hashlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from agents.coding.environments import built
from agents.sandbox.hosting import Showing, refuse_other_packages
from agents.sandbox.roster import USUAL, make_sandbox
from agents.sandbox.serving import CommandSite
from plans.errors import InstallFailed, InvalidFile, SandboxRefused
from plans.files import write_record
from plans.records.sandboxing import BuiltRuntime, RuntimeEnvironment, SandboxNeeds
from plans.runtimes import RECORD
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.slow

needs_it = pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")


def wheel(folder: Path, greeting: str = "hello") -> str:
    """A package of one line; gives the digest of its file."""
    folder.mkdir(exist_ok=True)
    path, info = folder / "tiny_greeting-1.0-py3-none-any.whl", "tiny_greeting-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("tiny_greeting.py", f"WORD = {greeting!r}\n")
        parts.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-greeting\nVersion: 1.0\n")
        parts.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        parts.writestr(f"{info}/RECORD", "tiny_greeting.py,,\n")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def declared(folder: Path, lock: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    write_record(folder / RECORD, RuntimeEnvironment(kind="python"))
    (folder / "requirements.lock").write_text(lock)
    return folder


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pip finds wheels, and no registry."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "shelf"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return tmp_path / "shelf"


@needs_it
async def test_a_locked_package_is_found_inside_and_nobody_can_change_it(shelf: Path, tmp_path: Path) -> None:
    digest = wheel(shelf)
    suite = declared(tmp_path / "runtime", f"tiny-greeting==1.0 \\\n    --hash=sha256:{digest}\n")
    runtime = await built(suite, tmp_path / "cache")
    assert runtime is not None
    assert runtime.packages == ("tiny-greeting",)
    folder = Path(runtime.mounts[0].source).name
    assert folder.startswith(f"{runtime.digest[:32]}-cpython-3")
    assert sys.platform in folder
    use = "import sys, tiny_greeting; print(tiny_greeting.WORD); open(tiny_greeting.__file__, 'w')"
    async with Showing(make_sandbox(USUAL), runtime).open(SandboxNeeds()) as sandbox:
        result = await sandbox.exec(["python3", "-c", use], timeout=60)
    assert result.stdout == "hello\n", result.stderr
    assert "Read-only file system" in result.stderr or "Permission denied" in result.stderr

    # The same lock is built once: without a wheel anywhere it is there still.
    (shelf / "tiny_greeting-1.0-py3-none-any.whl").unlink()
    assert await built(suite, tmp_path / "cache") == runtime


async def test_a_wheel_that_is_not_the_one_locked_is_not_installed(shelf: Path, tmp_path: Path) -> None:
    digest = wheel(shelf)
    wheel(shelf, "something else")
    suite = declared(tmp_path / "runtime", f"tiny-greeting==1.0 --hash=sha256:{digest}\n")
    with pytest.raises(InstallFailed, match="DO NOT MATCH THE HASHES"):
        await built(suite, tmp_path / "cache")


async def test_building_it_runs_nothing_of_a_package(shelf: Path, tmp_path: Path) -> None:
    """A package of sources runs its own code to be built, and did so as whoever gave the command."""
    trace = tmp_path / "trace"
    shelf.mkdir()
    files = {
        "PKG-INFO": "Metadata-Version: 2.1\nName: tiny-greeting\nVersion: 1.0\n",
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
        "backend.py": f"open({str(trace)!r}, 'w').write('built')\n",
    }
    with tarfile.open(shelf / "tiny_greeting-1.0.tar.gz", "w:gz") as parts:
        for name, text in files.items():
            member = tarfile.TarInfo(f"tiny_greeting-1.0/{name}")
            member.size = len(text)
            parts.addfile(member, io.BytesIO(text.encode()))
    with pytest.raises(InstallFailed, match="No matching distribution"):
        await built(declared(tmp_path / "runtime", "tiny-greeting==1.0\n"), tmp_path / "cache")
    assert not trace.exists()


async def test_a_lock_that_is_missing_is_refused(tmp_path: Path) -> None:
    suite = declared(tmp_path / "runtime", "")
    (suite / "requirements.lock").unlink()
    with pytest.raises(InvalidFile, match="it is not there"):
        await built(suite, tmp_path / "cache")


async def test_a_suite_that_declares_none_has_none(tmp_path: Path) -> None:
    assert await built(tmp_path / "runtime", tmp_path / "cache") is None


def test_what_the_environment_lacks_leaves_a_submission_undecided(tmp_path: Path) -> None:
    """It is neither served nor failed: the same submission may be right where its package is."""
    runtime = BuiltRuntime(digest="d" * 64, mounts=(), path=(), packages=("tiny-greeting", "express"))
    site = CommandSite(tmp_path, ("npm", "run", "--silent", "start"))
    (tmp_path / "requirements.txt").write_text("# what it needs\nTiny_Greeting>=1\n")
    (tmp_path / "package.json").write_text(
        '{"dependencies": {"express": "^5"}, "devDependencies": {"vite": "^7"}}'
    )
    refuse_other_packages(site, runtime)
    (tmp_path / "package.json").write_text('{"dependencies": {"express": "^5", "left-pad": "1"}}')
    with pytest.raises(SandboxRefused, match="Environment: the submission needs left-pad"):
        refuse_other_packages(site, runtime)
