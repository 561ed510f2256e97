"""The command as a person gives it, in a process of its own: run to its end, killed on the way, several at once."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).with_name("benchwright")
LIMIT = 110.0
"""Seconds: a little less than a test has, so that a command that hangs is named."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


def environment(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, without settings of benchwright, and with these variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BENCHWRIGHT_")}
    return {**kept, **(variables or {})}


def line_of(words: Sequence[object], before: Sequence[str] = ()) -> list[str]:
    """The argv; `before` is prepended, for example `("faketime", "+400 days")`."""
    return [*before, str(COMMAND), *map(str, words)]


def tried(
    *words: object,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    before: Sequence[str] = (),
) -> Ended:
    """Run the command, however it ends; but never in a traceback."""
    done = subprocess.run(
        line_of(words, before),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(env),
        cwd=cwd,
        timeout=LIMIT,
        check=False,
    )
    out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    assert "Traceback" not in err, err
    return Ended(done.returncode, out, err)


def benchwright(
    *words: object,
    code: int = 0,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    before: Sequence[str] = (),
) -> Ended:
    """Run the command; it has to end with `code`."""
    ended = tried(*words, env=env, cwd=cwd, before=before)
    assert ended.code == code, f"exit {ended.code}, not {code}: {' '.join(map(str, words))}\n{ended.said}"
    return ended


def at_once(*calls: Callable[[], Ended]) -> list[Ended]:
    """Run several commands side by side."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [one.result() for one in [pool.submit(call) for call in calls]]


@contextmanager
def started(
    *words: object,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    before: Sequence[str] = (),
    output: Path = Path(os.devnull),
) -> Iterator[psutil.Popen]:
    """Start the command, what it prints going to `output`; in the end it is killed, if it has not ended."""
    with output.open("wb") as out:
        process = psutil.Popen(
            line_of(words, before),
            env=environment(env),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.DEVNULL,
        )
    try:
        yield process
    finally:
        with suppress(psutil.NoSuchProcess):
            process.kill()
        process.wait()


def killed(
    condition: Callable[[], bool], *words: object, env: Mapping[str, str] | None = None, cwd: Path = ROOT
) -> bool:
    """Kill the command by SIGKILL as soon as the condition holds; whether it was still running then."""
    with started(*words, env=env, cwd=cwd) as process:
        until(lambda: condition() or process.poll() is not None)
        return process.poll() is None


def until(condition: Callable[[], bool], limit: float = LIMIT) -> None:
    """Wait for the condition."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.01)


def tear(path: Path) -> int:
    """Cut a file in the middle of its last line, as a power cut may; returns the number of that line."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2])
    return len(lines)
