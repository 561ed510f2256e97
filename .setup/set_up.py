"""Sets up this clone: a virtual environment, the locked dependencies, the project itself, a Chromium and a sandbox.

Runs before anything is installed, so it knows the standard library only. What it leaves:

    .venv/                          made anew when the lock, the Python or the clone's place has changed
    .venv/benchwright-set-up.json   the steps that are done, each with the digest of what it was done from
    .venv/benchwright-chromium      the path of the browser's program

A step is written down once it is done, so one that was interrupted is done again, and a second call does nothing.
macOS is written for and untried.
"""

import argparse
import fcntl
import hashlib
import json
import os
import platform
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chromium
import sandbox
from common import PYTHON, ROOT, VENV, SetUpError, run, say, write_whole

LOCK = ROOT / "requirements.lock"
STAMP = VENV / "benchwright-set-up.json"
CHROMIUM = VENV / "benchwright-chromium"


def main() -> int:
    parser = argparse.ArgumentParser(prog=".setup/set-up", description="Set up this clone of benchwright.")
    parser.add_argument("--quiet", action="store_true", help="say nothing when there is nothing to do")
    quiet: bool = parser.parse_args().quiet
    try:
        if not is_done():
            with one_at_a_time():
                install_dependencies()
                install_project()
                provide_chromium()
                provide_sandbox()
            say(f"done; next: . {VENV.name}/bin/activate, then benchwright doctor")
        elif not quiet:
            say(f"nothing to do: {VENV} is there, and so is {CHROMIUM.read_text().strip()}")
    except SetUpError as error:
        print(f"set-up: {error}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print("set-up: interrupted; the next call does this step again", file=sys.stderr, flush=True)
        return 130
    return 0


def is_done() -> bool:
    return (
        done_from("dependencies") == dependencies_digest()
        and done_from("project") == project_digest()
        and PYTHON.exists()
        and chromium.still_there(CHROMIUM)
        and done_from("sandbox") == sandbox.found()
    )


def install_dependencies() -> None:
    if done_from("dependencies") == dependencies_digest() and PYTHON.exists():
        return
    if VENV.exists() or VENV.is_symlink():
        say(".venv is unfinished, or made from another lock, Python or place: making it anew")
        if VENV.is_symlink():
            raise SetUpError(
                f"{VENV} is a link to {VENV.resolve()}, made for another clone or lock, where it may be in use. "
                "Remove the link (`rm .venv`) and call again."
            )
        shutil.rmtree(VENV)
    say(f"making .venv with Python {platform.python_version()}")
    run(
        sys.executable,
        "-m",
        "venv",
        VENV,
        advice="Install your system's venv package for this Python, and call again.",
    )
    say(
        "installing the locked dependencies (some 90 packages, 300 MB to fetch; one to five minutes, by your network)"
    )
    # Byte code is left to be made when a module is first imported: most modules never are, and it is half the time.
    run(
        *(
            PYTHON,
            "-m",
            "pip",
            "install",
            "-qq",
            "--no-input",
            "--no-compile",
            "--require-hashes",
            "-r",
            LOCK,
        ),
        advice="The lines above are pip's. See that pip reaches its package index and that the disk has 1.5 GB free, "
        "and call again.",
    )
    write_down("dependencies", dependencies_digest())


def install_project() -> None:
    if done_from("project") == project_digest():
        return
    say("installing benchwright itself, editable")
    # The build backend is in the lock, so nothing is fetched here.
    run(
        *(PYTHON, "-m", "pip", "install", "-qq", "--no-input", "--no-deps", "--no-index"),
        *("--no-build-isolation", "--editable", ROOT),
        advice="The lines above are pip's. See that pyproject.toml is as it should be, and call again.",
    )
    write_down("project", project_digest())


def provide_chromium() -> None:
    if not chromium.still_there(CHROMIUM):
        write_whole(CHROMIUM, f"{chromium.find()}\n")


def provide_sandbox() -> None:
    if done_from("sandbox") != sandbox.found():
        sandbox.provide()
        write_down("sandbox", sandbox.found())


def dependencies_digest() -> str:
    python = f"{sys.implementation.name} {platform.python_version()} {platform.machine()} {sys.base_prefix}"
    return digest(python, str(ROOT), LOCK.read_text())


def project_digest() -> str:
    """Of the tables that an installation reads: a new lint rule installs nothing."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text())
    read = [tables["build-system"], tables["project"], tables["tool"]["hatch"]]
    return digest(dependencies_digest(), json.dumps(read, sort_keys=True))


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def done_from(step: str) -> str | None:
    return steps_done().get(step)


def write_down(step: str, source: str) -> None:
    write_whole(STAMP, json.dumps(steps_done() | {step: source}, indent=2) + "\n")


def steps_done() -> dict[str, str]:
    return json.loads(STAMP.read_text()) if STAMP.exists() else {}


@contextmanager
def one_at_a_time() -> Iterator[None]:
    with Path(__file__).open() as here:
        os.set_inheritable(here.fileno(), True)
        try:
            fcntl.flock(here, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another set-up is at work in this clone; waiting for it")
            fcntl.flock(here, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main())
