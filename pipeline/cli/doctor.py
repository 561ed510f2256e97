"""`benchwright doctor`: what this machine has and what is missing."""

import importlib.metadata
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from textwrap import fill
from typing import Literal

import click
from rich.text import Text

from agents.browser.settings import BrowserSettings
from agents.browser.visits import browser
from agents.coding.installing import is_installed
from agents.coding.roster import PROGRAMS, SET_BY_FILE, make_program
from agents.gateway.mirror import mirror_faults
from agents.sandbox.cgroups import make_group
from agents.sandbox.network import isolation
from agents.sandbox.roster import USUAL, try_sandbox
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.stopping import run_until_stopped
from plans.errors import EXIT_CODE, AuthorError, Cause, InfrastructureError, InvalidFile, SandboxRefused
from plans.records.base import Record
from plans.records.model_settings import Endpoint
from plans.records.sandboxing import SandboxLimits
from plans.settings import (
    CONFIGURATION,
    Settings,
    key_of,
    read_image,
    read_mirror,
    read_models,
    read_settings,
)

ENOUGH_DISK = 2_000_000_000
"""Bytes that a run of the demo's size may need, archives and profile folders included."""


class Diagnosis(Record):
    """One thing that was looked for, and how it stands."""

    what: str
    state: Literal["ok", "limited", "missing", "wrong"]
    """limited: the main job works without it, but less well. wrong: a file of the user's that has to be mended."""
    found: str
    mend: str = ""
    """What to do; empty when all is well."""


def diagnose(settings: Settings) -> list[Diagnosis]:
    """Look for everything that the main job needs, or is better with."""
    return [
        _python(),
        _packages(),
        _browser(settings),
        _namespace(),
        _disk(),
        _editor(settings),
        _sandbox(),
        _docker(),
        _code_agents(settings),
        _models(),
        _mirror(),
    ]


def _python() -> Diagnosis:
    return Diagnosis(what="Python", state="ok", found=f"{platform.python_version()} at {sys.executable}")


def _packages() -> Diagnosis:
    versions = {name: _version(name) for name in ("benchwright", "langgraph", "playwright", "pydantic")}
    gone = [name for name, version in versions.items() if version is None]
    found = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    if gone:
        return Diagnosis(
            what="Packages", state="missing", found=found, mend=f"Run `make setup`: no {', '.join(gone)}."
        )
    return Diagnosis(what="Packages", state="ok", found=found)


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _browser(settings: Settings) -> Diagnosis:
    mend = (
        "Run `make setup`, or install Debian's chromium-headless-shell (Ubuntu: Google Chrome), "
        "or name a binary in BENCHWRIGHT_CHROMIUM."
    )
    if settings.chromium is None:
        return Diagnosis(what="Chromium", state="missing", found="none", mend=mend)
    try:
        version = run_until_stopped(_version_of(settings.chromium))
    except InfrastructureError as error:
        return Diagnosis(what="Chromium", state="missing", found=str(error), mend=mend)
    found = f"{settings.chromium}, started, version {version}"
    if "headless-shell" not in settings.chromium.name and "headless_shell" not in settings.chromium.name:
        return Diagnosis(
            what="Chromium",
            state="limited",
            found=found,
            mend="A headless shell judges twice as fast (`make setup`).",
        )
    return Diagnosis(what="Chromium", state="ok", found=found)


async def _version_of(binary: Path) -> str:
    async with browser(binary, BrowserSettings()) as running:
        return running.version


def _namespace() -> Diagnosis:
    what = "Network namespace"
    if (way := isolation()) is not None:
        found = "as an ordinary user" if "-Urn" in way else "as root"
        return Diagnosis(what=what, state="ok", found=found)
    return Diagnosis(
        what=what,
        state="limited",
        found="none can be made",
        mend="Judged pages are kept off the network by the browser's own settings instead.",
    )


def _disk() -> Diagnosis:
    free = min(shutil.disk_usage(place).free for place in (Path.cwd(), Path(tempfile.gettempdir())))
    found = f"{free / 1e9:.1f} GB free"
    if free < ENOUGH_DISK:
        return Diagnosis(
            what="Disk", state="limited", found=found, mend="Free some: 2 GB are enough for the demo."
        )
    return Diagnosis(what="Disk", state="ok", found=found)


def _editor(settings: Settings) -> Diagnosis:
    if settings.editor is None:
        return Diagnosis(
            what="Editor",
            state="limited",
            found="none",
            mend="Set EDITOR to edit artifacts in `--review ask`.",
        )
    return Diagnosis(what="Editor", state="ok", found=settings.editor)


def _sandbox() -> Diagnosis:
    """Whether the very command runs by which submissions and agents are executed."""
    what = "Sandbox"
    try:
        try_sandbox(USUAL)
    except SandboxRefused as refused:
        mend = f"{refused} Until then submissions and agents that must be executed are refused; static ones need none."
        return Diagnosis(what=what, state="limited", found="none that is safe", mend=mend)
    group = make_group(SandboxLimits())
    if group is None:
        return Diagnosis(
            what=what,
            state="limited",
            found=f"{USUAL}, tried; no control group",
            mend="Memory of a whole sandbox is watched instead of bounded, and may be overdrawn for a moment; "
            "processor time is shared with all else. Control groups take root.",
        )
    group.remove()
    return Diagnosis(what=what, state="ok", found=f"{USUAL}, tried, with a control group")


def _docker() -> Diagnosis:
    """Whether the other sandbox can be had; where the usual one can, nobody needs it."""
    what = "Sandbox docker"
    try:
        try_sandbox("docker")
    except SandboxRefused as refused:
        mend = f"{refused} Nothing but `--sandbox docker` needs it."
        return Diagnosis(what=what, state="limited", found="not available", mend=mend)
    return Diagnosis(what=what, state="ok", found=f"tried, with the image {read_image()}")


def _models() -> Diagnosis:
    """Whether installed code agents would find a model: `benchwright.toml` and the environment, read as a run does."""
    try:
        models = read_models(kinds=SET_BY_FILE)
    except AuthorError as error:
        return Diagnosis(
            what="Models", state="wrong", found=str(error), mend="Until then no run with a code agent begins."
        )
    if not models.endpoints:
        found = (
            f"no endpoint, in {CONFIGURATION} or BENCHWRIGHT_ENDPOINT: only models that play a role, and code agents "
            "that people use, ask one"
        )
        return Diagnosis(what="Models", state="ok", found=found)
    found = "; ".join(f"{one.name} ({' and '.join(one.protocols)})" for one in models.endpoints)
    faults = [fault for one in models.endpoints if (fault := _key_fault(one))]
    return Diagnosis(what="Models", state="limited" if faults else "ok", found=found, mend="\n".join(faults))


def _mirror() -> Diagnosis:
    """Whether the mirror answers by which `run --mirror` lets agents have packages; nothing else asks it."""
    what = "Package mirror"
    try:
        mirror = read_mirror(kinds=SET_BY_FILE)
    except InvalidFile:
        return Diagnosis(
            what=what, state="wrong", found=f"not known, as {CONFIGURATION} is wrong: see Models"
        )
    except AuthorError as error:
        return Diagnosis(
            what=what, state="wrong", found=str(error), mend="Until then no `run --mirror` begins."
        )
    if not mirror.kinds:
        found = (
            f"none, in {CONFIGURATION} or BENCHWRIGHT_MIRROR_PYTHON and _NODE: only `run --mirror` asks one"
        )
        return Diagnosis(what=what, state="ok", found=found)
    if faults := run_until_stopped(mirror_faults(mirror)):
        mend = (
            "Correct it, or what is shown to it. Until then `run --mirror` is refused; nothing else needs it."
        )
        return Diagnosis(what=what, state="limited", found="\n".join(faults.values()), mend=mend)
    return Diagnosis(what=what, state="ok", found=f"answers: {mirror.told}")


def _key_fault(endpoint: Endpoint) -> str:
    try:
        key_of(endpoint)
    except AuthorError as error:
        return str(error)
    return ""


def _code_agents(settings: Settings) -> Diagnosis:
    there = [
        program
        for program in map(make_program, PROGRAMS)
        if is_installed(program, program.version, settings.programs)
    ]
    clients = [client for client in ("node", "npm") if shutil.which(client)]
    names = ", ".join(f"{program.name} {program.version}" for program in there) or "none installed yet"
    found = f"{names}; {' and '.join(clients) or 'no Node.js'}"
    if len(clients) == 2:
        return Diagnosis(what="Code agents", state="ok", found=found)
    return Diagnosis(
        what="Code agents",
        state="limited",
        found=found,
        mend="Most code agents that people use need Node.js and npm (Debian: nodejs and npm).",
    )


LOOK = {"ok": ("✓", "green"), "missing": ("✗", "red"), "limited": ("!", "yellow"), "wrong": ("✗", "red")}
"""State → sign and colour; never colour alone."""
WIDEST = 100
"""Columns of the longest line, unless a path is longer: those are never broken."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Check what this machine has and what it lacks, and say what to do about it.

    It starts the browser and the sandbox, and reads benchwright.toml. Exit code 4 when something that the main job
    needs is missing, else 3 when benchwright.toml or a variable is wrong.

    \b
    Example:
      benchwright doctor
    """
    diagnoses = diagnose(read_settings())
    if as_json:
        echo_json([one.model_dump() for one in diagnoses])
    else:
        _print(diagnoses)
    states = {one.state for one in diagnoses}
    causes = {"missing": Cause.INFRASTRUCTURE, "wrong": Cause.AUTHOR}
    ctx.exit(next((EXIT_CODE[cause] for state, cause in causes.items() if state in states), 0))


def _print(diagnoses: list[Diagnosis]) -> None:
    """A line or a few for each: what was found, and beneath it what to do."""
    console = open_console()
    indent = max(len(one.what) for one in diagnoses) + 13
    for one in diagnoses:
        sign, colour = LOOK[one.state]
        head = f"{sign} {one.state:<8} {one.what}"
        text = "\n".join(_wrapped(line, min(console.width, WIDEST) - indent) for line in _told(one))
        beneath = text.replace("\n", "\n" + " " * indent)
        line = Text.assemble((head[:10], colour), f"{head[10:]:<{indent - 10}}", beneath)
        console.print(line, highlight=False, soft_wrap=True)


def _told(one: Diagnosis) -> list[str]:
    return [*one.found.split("\n"), *one.mend.split("\n")] if one.mend else one.found.split("\n")


def _wrapped(line: str, width: int) -> str:
    return fill(line, max(width, 30), break_long_words=False, break_on_hyphens=False)
