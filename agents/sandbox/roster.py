"""Which sandboxes there are, by name; a provider's code is imported when it is asked for.

A worker of the judge is a process of its own, so a sandbox goes there by its name and is made anew.
"""

from importlib import import_module
from typing import cast

from plans.contracts.sandboxing import SandboxProvider
from plans.digests import closure_digest
from plans.errors import AuthorError

SANDBOXES = {
    "bubblewrap": "agents.sandbox.bubblewrap.provider:Bubblewrap",
    "docker": "agents.sandbox.docker.provider:Docker",
    "local-unsafe": "agents.sandbox.local_unsafe:LocalUnsafe",
}
"""Name → class, which takes no arguments."""
BY_INSPECT = "inspect:"
"""Before the name of a sandbox of Inspect AI, and perhaps of its configuration."""
_INSPECT = "agents.sandbox.by_inspect"
USUAL = "bubblewrap"
"""Taken where nobody names another. A weaker one is chosen by its full name alone."""


def make_sandbox(name: str = USUAL) -> SandboxProvider:
    """The sandbox of that name; AuthorError names those there are."""
    if name.startswith(BY_INSPECT):
        return cast("SandboxProvider", import_module(_INSPECT).by_inspect(name))
    module, _, kind = _place(name).partition(":")
    return cast("SandboxProvider", getattr(import_module(module), kind)())


def try_sandbox(name: str = USUAL) -> SandboxProvider:
    """The sandbox of that name, once it has been tried on this machine.

    Raises SandboxRefused with what is missing: nothing weaker is ever taken in its stead.
    """
    sandbox = make_sandbox(name)
    sandbox.preflight()
    return sandbox


def sandbox_digest(name: str) -> str:
    """Digest of the code of the sandbox of that name; AuthorError names those there are."""
    return closure_digest((_INSPECT if name.startswith(BY_INSPECT) else _place(name).partition(":")[0],))


def _place(name: str) -> str:
    if name not in SANDBOXES:
        raise AuthorError(
            f"There is no sandbox {name!r}. Use one of: {', '.join(SANDBOXES)}, {BY_INSPECT}KIND (see README)."
        )
    return SANDBOXES[name]
