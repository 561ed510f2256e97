"""Sandboxes of Inspect AI: what is refused. test_contract.py has what they keep to, where the package is installed."""

import importlib.util
import sys
from pathlib import Path

import pytest

from agents.sandbox.by_inspect import ByInspect
from agents.sandbox.roster import make_sandbox
from plans.errors import AuthorError, SandboxRefused
from plans.records.sandboxing import NetworkAccess, SandboxNeeds, SandboxService

needs_it = pytest.mark.skipif(
    importlib.util.find_spec("inspect_ai") is None, reason="Inspect AI is not installed (the extra `inspect`)"
)


@pytest.mark.parametrize("name", ["inspect:local", "inspect:local:config.yaml", "inspect:"])
def test_what_keeps_nothing_apart_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(AuthorError, match="nothing holds them back"):
        make_sandbox(name)


def test_kind_and_configuration_are_part_of_the_name_and_it_counts_as_weak() -> None:
    made = make_sandbox("inspect:k8s:values.yaml")
    assert (made.name, made.strength) == ("inspect:k8s:values.yaml", "weak")


def test_without_the_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    monkeypatch.setitem(sys.modules, "inspect_ai.util", None)
    with pytest.raises(SandboxRefused, match=r"pip install 'benchwright\[inspect\]'"):
        make_sandbox("inspect:docker").preflight()


async def test_connections_are_refused_before_anything_is_begun(tmp_path: Path) -> None:
    network = NetworkAccess(gateways=(SandboxService(port=4000, socket=tmp_path / "model.sock"),))
    with pytest.raises(SandboxRefused, match="no way in or out for connections"):
        async with ByInspect("docker").open(SandboxNeeds(network=network)):
            pass


@needs_it
@pytest.mark.filterwarnings("ignore")
def test_a_kind_that_inspect_does_not_know_is_refused_with_the_package_that_has_it() -> None:
    with pytest.raises(SandboxRefused, match="inspect-k8s-sandbox"):
        make_sandbox("inspect:k8s").preflight()
