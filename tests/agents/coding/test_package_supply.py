"""Packages while an agent works: real pip and npm in a real sandbox, which reach the mirror and nothing else."""

import shutil
from pathlib import Path

import pytest

from agents.coding.command import CommandAgent
from agents.coding.installed import InstalledAgent
from agents.coding.installing import COMPLETE
from agents.coding.model_access import KEPT, PORT, ModelAccess, environment, named_for
from agents.gateway.budget import Account
from agents.gateway.transport import ModelRoute
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.sandbox.roster import USUAL, make_sandbox
from plans.contracts.sandboxing import SandboxProvider
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.model_settings import Allowance, Endpoint
from plans.records.sandboxing import MIRRORED, FetchedPackages, Mirror
from tests.agents.coding.test_installed import Own
from tests.agents.gateway.mirroring import PASSWORD, TARBALL, WHEEL, StandIn, saying
from tests.agents.sandbox.providers import PYTHON, each_stand_in, provided, refusal

needs_it = pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")
NPM = shutil.which("npm")
PIP = f"{PYTHON} -m pip install --quiet --target lib tiny-greeting"
ATTEMPT = """
import os, socket, urllib.request
for address in ({host!r}, ("127.0.0.1", {port}), ("192.0.2.1", 80)):
    try:
        socket.create_connection(address, 5).close()
        print(address, "open")
    except OSError as error:
        print(address, "shut")
try:
    print(urllib.request.urlopen(os.environ["PIP_INDEX_URL"] + "../secret").read())
except OSError as error:
    print(error)
print(sorted(os.environ.values()))
"""


async def played(
    folder: Path, script: str, mirror: Mirror | None, sandbox: SandboxProvider | None = None
) -> tuple[AgentReport, str]:
    """What a program of these lines reports and prints, in the usual sandbox."""
    (folder / "work").mkdir(exist_ok=True)
    spec = AgentSpec(name="own", kind="command", version="1", options={"command": f"/bin/sh -c '{script}'"})
    agent = CommandAgent(spec, sandbox or make_sandbox(USUAL), None, mirror)
    brief = Brief(message="hello", round=1, time_limit=90, random_seed=1)
    report = await agent.work(brief, folder / "work", folder / "transcript.txt")
    return report, (folder / "transcript.txt").read_text()


@pytest.mark.slow
@needs_it
async def test_pip_installs_a_wheel_of_the_mirrors_second_host(tmp_path: Path) -> None:
    async with StandIn().serving() as stand_in:
        report, said = await played(tmp_path, PIP, stand_in.mirror)
    assert report.ended == "done", said
    assert (tmp_path / "work/lib/tiny_greeting.py").read_text() == "WORD = 'hello'\n"
    text = (tmp_path / KEPT).read_text()
    kept = FetchedPackages.model_validate_json(text)
    assert [(one.kind, one.name, one.file) for one in kept.files] == [("files", "tiny_greeting", WHEEL)]
    assert kept.mirror == stand_in.mirror.recorded()
    assert PASSWORD not in text + said


@pytest.mark.parametrize("name", each_stand_in()[:1])
async def test_a_container_has_packages_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    container = provided(name, monkeypatch, tmp_path / "daemon")
    async with StandIn().serving() as stand_in:
        report, said = await played(tmp_path, PIP, stand_in.mirror, container)
    assert report.ended == "done", said
    assert (tmp_path / "work/lib/tiny_greeting.py").is_file()


@pytest.mark.slow
@needs_it
@pytest.mark.skipif(NPM is None or not NPM.startswith("/usr/bin"), reason="the system has no npm")
async def test_npm_installs_a_tarball_and_its_lock_names_no_address_of_ours(tmp_path: Path) -> None:
    """What stood in the lock led nowhere once the turn was over."""
    async with StandIn().serving() as stand_in:
        report, said = await played(tmp_path, "npm install --loglevel=warn @tiny/greeting", stand_in.mirror)
    assert report.ended == "done", said
    assert (tmp_path / "work/node_modules/@tiny/greeting/index.js").is_file()
    assert "127.0.0.1" not in (tmp_path / "work/package-lock.json").read_text()
    kept = FetchedPackages.model_validate_json((tmp_path / KEPT).read_text())
    assert [(one.kind, one.name, one.file) for one in kept.files] == [("node", "@tiny/greeting", TARBALL)]


@needs_it
@pytest.mark.attack
async def test_beside_the_mirror_nothing_is_reached_and_its_password_is_nowhere(tmp_path: Path) -> None:
    async with StandIn().serving() as stand_in:
        host, port = stand_in.index.removeprefix("http://").split(":")
        (tmp_path / "work").mkdir()
        (tmp_path / "work/attempt.py").write_text(ATTEMPT.format(host=(host, int(port)), port=PORT))
        _, said = await played(tmp_path, f"{PYTHON} attempt.py", stand_in.mirror)
    assert [line.rpartition(" ")[2] for line in said.splitlines()[:3]] == ["shut", "open", "shut"], said
    assert "HTTP Error 404" in said
    assert PASSWORD not in said
    assert stand_in.asked == []


SHELL = f"""#!{PYTHON} -IS
import os, subprocess, sys, urllib.request
relay, token = sys.argv[1:3]
asked = urllib.request.Request(relay + "/v1/models", headers={{"authorization": "Bearer " + token}})
open("index.html", "w").write(str(urllib.request.urlopen(asked).status))
sys.exit(subprocess.run("{PIP}", shell=True).returncode)
"""


@pytest.mark.slow
@needs_it
async def test_a_program_that_is_installed_has_packages_beside_its_model(tmp_path: Path) -> None:
    """Both ways lead into one network, and what it was given for the one does not undo the other."""
    folder = tmp_path / "cache" / "own-1.0"
    (folder / "bin").mkdir(parents=True)
    (folder / COMPLETE).touch()
    (folder / "bin/own").write_text(SHELL)
    (folder / "bin/own").chmod(0o755)
    (tmp_path / "work").mkdir()
    route = ModelRoute(Endpoint(name="none", url="http://127.0.0.1:9", protocols=("chat",)), "some-model")
    means = ModelAccess(route, "chat", Allowance(), Account(), tmp_path / "cache")
    spec = AgentSpec(name="own", kind="own", version="1.0")
    brief = Brief(message="hello", round=1, time_limit=90, random_seed=1)
    async with StandIn().serving() as stand_in:
        agent = InstalledAgent(spec, Own(), make_sandbox(USUAL), means, stand_in.mirror)
        await agent.work(brief, tmp_path / "work", tmp_path / "transcript.txt")
    said = (tmp_path / "transcript.txt").read_text()
    assert (tmp_path / "work/lib/tiny_greeting.py").is_file(), said
    assert (tmp_path / "work/index.html").read_text() == "200"
    kept = FetchedPackages.model_validate_json((tmp_path / KEPT).read_text())
    assert [one.file for one in kept.files] == [WHEEL]


@needs_it
async def test_without_a_mirror_there_is_none_and_nothing_is_kept(tmp_path: Path) -> None:
    report, said = await played(tmp_path, "env", None)
    assert report.ended == "done"
    assert not {"PIP_INDEX_URL", "npm_config_registry"} & {
        line.partition("=")[0] for line in said.splitlines()
    }
    assert not (tmp_path / KEPT).exists()


@pytest.mark.slow
@needs_it
async def test_a_package_that_is_not_there_is_the_agents_matter_and_an_outage_is_not(tmp_path: Path) -> None:
    """A registry that is down was scored as if the agent had failed by itself."""
    async with StandIn().serving() as stand_in:
        report, _ = await played(tmp_path, PIP.replace("tiny", "other"), stand_in.mirror)
        assert report.ended == "agent failed"
        stand_in.pages["/simple/tiny-greeting/"] = saying("", status=503)
        report, _ = await played(tmp_path, PIP + " --retries 0", stand_in.mirror)
    assert (report.ended, report.detail) == ("endpoint failed", "package mirror: it answered 503")


async def test_where_nothing_is_protected_it_is_found_on_loopback(tmp_path: Path) -> None:
    async with StandIn().serving() as stand_in:
        report, said = await played(tmp_path, "env", stand_in.mirror, LocalUnsafe())
    assert report.ended == "done"
    assert "PIP_INDEX_URL=http://127.0.0.1:" in said
    assert FetchedPackages.model_validate_json((tmp_path / KEPT).read_text()).files == ()


def test_clients_are_pointed_to_what_there_is_alone() -> None:
    mirror = Mirror(node="https://mirror.example/npm")
    found = environment(mirror, "http://127.0.0.1:1")
    assert found["npm_config_registry"] == "http://127.0.0.1:1/node/"
    assert "PIP_INDEX_URL" not in found
    spec = AgentSpec(name="own", kind="command", version="1")
    assert named_for(spec, mirror).options == {MIRRORED: "node"}
    assert named_for(spec, None) == spec
