"""The environment, read in one place."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plans.errors import AuthorError
from plans.model_settings import (
    ENDPOINT_FORM,
    MIRROR_FORM,
    OF_THE_ENVIRONMENT,
    endpoint_fault,
    key_fault,
    mirror_fault,
    read_model_settings,
    shown_variable,
)
from plans.records.model_settings import (
    PROTOCOLS,
    ROLES,
    Endpoint,
    ModelRole,
    ModelSettings,
    RoleSettings,
    WireProtocol,
)
from plans.records.sandboxing import Mirror

CHROMIUM_PLACES = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
"""Binaries, not the wrapper scripts in /usr/bin: those add extensions and keys. The first one is twice as fast."""

CHROMIUM_NOTE = "benchwright-chromium"
"""File in the virtual environment in which set-up notes the browser that it found."""

CONFIGURATION = "benchwright.toml"
"""File in the working directory that names endpoints, models and budgets."""

IMAGE = "node:22-bookworm"
"""What the sandbox `docker` runs programs in, unless another is named: it has Node.js, npm, Python and tar."""
_MIRROR_PLACES = {
    "BENCHWRIGHT_MIRROR_PYTHON": "python",
    "BENCHWRIGHT_MIRROR_NODE": "node",
    "BENCHWRIGHT_MIRROR_FILES": "files",
}
"""Variable → field of Mirror."""
_READ_BY_CLIENT = ("PATH", "HOME", "USER", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK")
_READ_BY_INSTALLERS = (
    *("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
)
_PROXIES = frozenset({"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"})
_READ_IN_ANY_CASE = (*_PROXIES, "NO_PROXY")
_LOOPBACK = ("localhost", ".localhost", "127.0.0.0/8", "127.0.0.1", "::1")
"""Entries of NO_PROXY for this machine itself; package clients differ in which of them they read."""
_CONFIGURED_BY = ("PIP_", "NPM_CONFIG_")
_CONFIGURATIONS = {
    "PIP_CONFIG_FILE": (".config/pip/pip.conf", ".pip/pip.conf", "Library/Application Support/pip/pip.conf"),
    "NPM_CONFIG_USERCONFIG": (".npmrc",),
}
"""Variable → where the client would look by itself, below the user's home."""

MOST_WORKERS = 64
"""Browsers at once, each of which takes some 200 MB."""


@dataclass(frozen=True)
class Settings:
    """What the environment says."""

    chromium: Path | None
    """The browser binary: the one that the environment names, there or not, else one that is there, else None."""
    editor: str | None
    """Command that edits a text file."""
    reviewer: str
    """Name written into decisions."""
    worker_count: int
    """Browser workers at once."""
    programs: Path
    """Where the programs of code agents are installed."""


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (default: the process's own); AuthorError for a value that makes no sense."""
    env = _set_variables(environment)
    return Settings(
        chromium=_chromium(env),
        editor=env.get("VISUAL") or env.get("EDITOR"),
        reviewer=env.get("BENCHWRIGHT_REVIEWER") or env.get("USER") or env.get("LOGNAME") or "developer",
        worker_count=_worker_count(env),
        programs=_programs(env),
    )


def _set_variables(environment: Mapping[str, str] | None) -> dict[str, str]:
    """The variables (default: the process's own) that say something: `VAR=` and one of blanks are as good as unset."""
    env = os.environ if environment is None else environment
    return {name: value for name, value in env.items() if value.strip()}


def read_models(environment: Mapping[str, str] | None = None, kinds: Sequence[str] = ()) -> ModelSettings:
    """Endpoints, models and budget: `benchwright.toml` here, or where BENCHWRIGHT_CONFIG says, and the environment.

    BENCHWRIGHT_ENDPOINT (an address), BENCHWRIGHT_PROTOCOLS (`chat` where it is unset; several by commas or blanks)
    and BENCHWRIGHT_KEY make an endpoint that comes before those of the file; BENCHWRIGHT_MODEL names its model.
    BENCHWRIGHT_PLANNER_MODEL and BENCHWRIGHT_PLANNER_ENDPOINT, as those of every role, go over what the file says of
    that role. `kinds` are the agents that the file may speak of. Raises InvalidFile, and AuthorError for a named file
    that is not there, a protocol that there is not and an address that leads nowhere.
    """
    env = _set_variables(environment)
    settings = read_model_settings(_configuration(env), kinds)
    model = env.get("BENCHWRIGHT_MODEL") or settings.model
    endpoints = (*_endpoint(env), *settings.endpoints)
    return settings.model_copy(
        update={"endpoints": endpoints, "model": model, "roles": {**settings.roles, **_roles(env, settings)}}
    )


def read_mirror(environment: Mapping[str, str] | None = None, kinds: Sequence[str] = ()) -> Mirror:
    """Where packages are had: `[mirror]` of `benchwright.toml`, over which the environment goes place by place.

    BENCHWRIGHT_MIRROR_PYTHON and BENCHWRIGHT_MIRROR_NODE hold an address each, BENCHWRIGHT_MIRROR_FILES those of
    further places, between blanks. Raises InvalidFile, and AuthorError for an address that leads nowhere.
    """
    env = _set_variables(environment)
    mirror = read_model_settings(_configuration(env), kinds).mirror
    said = {field: env[name].split() for name, field in _MIRROR_PLACES.items() if env.get(name)}
    for name, field in _MIRROR_PLACES.items():
        for fault in filter(None, map(mirror_fault, said.get(field, ()))):
            raise AuthorError(f"{name} {fault}, so no package could be had there. Write it as {MIRROR_FORM}.")
        if field != "files" and len(said.get(field, ())) > 1:
            raise AuthorError(
                f"{name} holds several addresses, and packages are had from one. Name the others in "
                "BENCHWRIGHT_MIRROR_FILES, if files of its pages lie there."
            )
    update = {field: tuple(found) if field == "files" else found[0] for field, found in said.items()}
    return mirror.model_copy(update=update)


def key_of(endpoint: Endpoint, environment: Mapping[str, str] | None = None) -> str:
    """The endpoint's key, empty where it asks for none; AuthorError when its variable is not set, or holds no key."""
    env = _set_variables(environment)
    if endpoint.key_variable is None:
        return ""
    variable = shown_variable(endpoint.key_variable)
    key = env.get(endpoint.key_variable)
    if not key:
        raise AuthorError(
            f"Endpoint {endpoint.name!r} takes its key from {variable}, which is not set, or empty, so "
            "every call would be refused. Set it, or correct key_variable in benchwright.toml."
        )
    if fault := key_fault(key):
        raise AuthorError(
            f"Endpoint {endpoint.name!r} takes its key from {variable}, and that holds no key: {fault}. A line end "
            "often comes with it from a file. Set the variable to the key alone."
        )
    return key


def _configuration(env: Mapping[str, str]) -> Path:
    """The usual file may be missing, and one that somebody named may not: its budgets would hold for nothing."""
    named = env.get("BENCHWRIGHT_CONFIG")
    if named and not Path(named).exists():
        raise AuthorError(
            f"BENCHWRIGHT_CONFIG names {named!r}, and no such file is there: its endpoints, models and budgets would "
            "be passed over. Correct the path, or unset the variable."
        )
    return Path(named or CONFIGURATION)


def _endpoint(env: Mapping[str, str]) -> tuple[Endpoint, ...]:
    url = env.get("BENCHWRIGHT_ENDPOINT")
    if not url:
        return ()
    named = (env.get("BENCHWRIGHT_PROTOCOLS") or "chat").replace(",", " ").split()
    protocols: tuple[WireProtocol, ...] = tuple(protocol for protocol in PROTOCOLS if protocol in named)
    if not url.startswith(("http://", "https://")) or not protocols or set(protocols) != set(named):
        raise AuthorError(
            f"BENCHWRIGHT_ENDPOINT is {url!r} and BENCHWRIGHT_PROTOCOLS {', '.join(named)!r}, and no agent could ask a "
            f"model there. The address begins with http:// or https://, protocols are {', '.join(PROTOCOLS)}; "
            "several of them by commas."
        )
    key = "BENCHWRIGHT_KEY" if env.get("BENCHWRIGHT_KEY") else None
    if fault := endpoint_fault(url, key is not None):
        raise AuthorError(
            f"BENCHWRIGHT_ENDPOINT {fault}, so no agent could ask a model there. Write it as {ENDPOINT_FORM}."
        )
    return (Endpoint(name=OF_THE_ENVIRONMENT, url=url, protocols=protocols, key_variable=key),)


def _roles(env: Mapping[str, str], settings: ModelSettings) -> dict[ModelRole, RoleSettings]:
    """The roles of which the environment says something."""
    found: dict[ModelRole, RoleSettings] = {}
    for role in ROLES:
        variables = {field: f"BENCHWRIGHT_{role.upper()}_{field.upper()}" for field in ("model", "endpoint")}
        if said := {field: env[variable] for field, variable in variables.items() if env.get(variable)}:
            found[role] = settings.part(role).model_copy(update=said)
    return found


def _programs(env: Mapping[str, str]) -> Path:
    """What another user can look into, where sandboxed programs run as one: root's home is closed to them."""
    if named := env.get("BENCHWRIGHT_PROGRAMS"):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return Path("/var/cache/benchwright/programs")
    cache = env.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "benchwright" / "programs"


def read_image(environment: Mapping[str, str] | None = None) -> str:
    """The image of the sandbox `docker`: BENCHWRIGHT_IMAGE, else the usual one."""
    env = _set_variables(environment)
    return env.get("BENCHWRIGHT_IMAGE") or IMAGE


def client_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the docker client reads to find its daemon; of ours it gets nothing else."""
    env = _set_variables(environment)
    return {
        name: value for name, value in env.items() if name in _READ_BY_CLIENT or name.startswith("DOCKER_")
    }


def installer_environment(home: Path, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """What package clients get: where programs lie, proxies, certificates and their own settings, and `home` for one.

    The user's settings of a client, which lie in the home that it does not get, are named to it.
    """
    env = _set_variables(environment)
    given = {
        name: value
        for name, value in env.items()
        if name in _READ_BY_INSTALLERS
        or name.upper() in _READ_IN_ANY_CASE
        or name.upper().startswith(_CONFIGURED_BY)
    }
    own = Path(env.get("HOME") or Path.home())
    known = {name.upper() for name in given}
    for variable, places in _CONFIGURATIONS.items():
        found = next((own / place for place in places if (own / place).is_file()), None)
        if variable not in known and found is not None:
            given[variable] = str(found)
    exempt = env.get("no_proxy") or env.get("NO_PROXY") or ""
    if {name.upper() for name in given} & _PROXIES and exempt != "*":
        # A registry on this machine is never asked through a proxy.
        both = ",".join(filter(None, (exempt, *_LOOPBACK)))
        given |= {"no_proxy": both, "NO_PROXY": both}
    return {**given, "HOME": str(home)}


def read_runtimes(environment: Mapping[str, str] | None = None) -> Path:
    """Where runtime environments of suites are built: BENCHWRIGHT_RUNTIMES, else a place outside any home folder."""
    env = _set_variables(environment)
    if named := env.get("BENCHWRIGHT_RUNTIMES"):
        return Path(named).absolute()
    if os.geteuid() == 0:
        return Path("/var/cache/benchwright/runtimes")
    return Path(f"/var/tmp/benchwright-{os.geteuid()}/runtimes")


def passed_on(names: Iterable[str], environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The named variables of the environment (default: the process's own); AuthorError names those that are
    not set, or empty.
    """
    env = _set_variables(environment)
    wanted = list(dict.fromkeys(names))
    if missing := [name for name in wanted if name not in env]:
        raise AuthorError(
            f"{', '.join(map(repr, missing))} cannot be passed on to the agent: not set in the environment, or "
            "empty. Set it, or leave --pass-env out."
        )
    return {name: env[name] for name in wanted}


_WAITING = 1
"""Browsers more than cores: at each moment about one of them waits for its page to settle."""


def _worker_count(env: Mapping[str, str]) -> int:
    said = env.get("BENCHWRIGHT_WORKERS")
    if not said:
        return min(os.cpu_count() or 1, 2) + _WAITING
    if not said.isdecimal() or not 1 <= int(said) <= MOST_WORKERS:
        raise AuthorError(
            f"BENCHWRIGHT_WORKERS is {said!r}, and it says how many submissions are judged at once. "
            f"Set it to a whole number from 1 to {MOST_WORKERS}, or unset it."
        )
    return int(said)


def _chromium(env: Mapping[str, str]) -> Path | None:
    named = env.get("BENCHWRIGHT_CHROMIUM")
    if named:
        return Path(named)
    note = Path(sys.prefix) / CHROMIUM_NOTE
    places = [*([note.read_text(encoding="utf-8").strip()] if note.is_file() else []), *CHROMIUM_PLACES]
    return next((Path(place) for place in places if place and os.access(place, os.X_OK)), None)
