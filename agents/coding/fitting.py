"""Which sandboxes can use what package clients install on this machine: told before anything is installed."""

import sys
from collections.abc import Sequence
from typing import Literal

from agents.sandbox.docker.box import NAME as DOCKER
from agents.sandbox.roster import BY_INSPECT, USUAL
from plans.errors import AuthorError

SHOWING_MODULES = frozenset({USUAL, DOCKER})
"""Sandboxes with a file system of their own, in which Node finds packages above the workspace."""


def refuse_unfit_programs(sandbox: str, programs: Sequence[str], platform: str = sys.platform) -> None:
    """Raise AuthorError where installed programs could not play in the sandbox of that name."""
    if not programs:
        return
    if sandbox.startswith(BY_INSPECT):
        raise AuthorError(
            f"{programs[0]} asks its model through our relay, and {sandbox} has no way in or out for connections, so "
            f"that every round would be refused. Choose --sandbox {USUAL} or {DOCKER}, or play command agents alone."
        )
    if sandbox == DOCKER and platform != "linux":
        raise AuthorError(
            f"{programs[0]} would be installed for this machine ({platform}), and containers are Linux, where it does "
            "not start. Put the program into the image (BENCHWRIGHT_IMAGE) and play it as NAME=command:COMMAND LINE."
        )


def refuse_unfit_mirror(sandbox: str) -> None:
    """Raise AuthorError where no mirror could be reached from the sandbox of that name."""
    if sandbox.startswith(BY_INSPECT):
        raise AuthorError(
            f"--mirror brings packages through a door of ours, and {sandbox} has no way in or out for connections. "
            f"Choose --sandbox {USUAL} or {DOCKER}, or leave --mirror out."
        )


def refuse_unfit_runtime(sandbox: str, kind: Literal["python", "node"], platform: str = sys.platform) -> None:
    """Raise AuthorError where a suite's runtime environment could not be used in the sandbox of that name."""
    if sandbox == DOCKER and platform != "linux":
        raise AuthorError(
            f"The suite locks packages, which would be installed for this machine ({platform}), and containers are "
            "Linux, where they cannot be used. Work with this suite on Linux."
        )
    if kind == "node" and sandbox not in SHOWING_MODULES:
        raise AuthorError(
            f"The suite locks packages of Node.js, which programs find above their workspace, and {sandbox} cannot "
            f"show them there. Choose --sandbox {USUAL} or {DOCKER}."
        )
