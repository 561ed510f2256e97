"""What was installed for this machine is refused where it could not be used, before anything is installed."""

import pytest

from agents.coding.installing import refuse_unfit_programs, refuse_unfit_runtime
from plans.errors import AuthorError


def test_programs_play_where_they_can_start_and_ask() -> None:
    for sandbox in ("bubblewrap", "docker", "local-unsafe"):
        refuse_unfit_programs(sandbox, ["codex"], "linux")
    refuse_unfit_programs("local-unsafe", ["codex"], "darwin")
    for sandbox in ("inspect:docker", "docker"):
        refuse_unfit_programs(sandbox, [], "darwin")


def test_a_program_of_another_platform_is_refused_in_containers() -> None:
    """It was installed for macOS, and then could not start in Linux."""
    with pytest.raises(AuthorError, match=r"codex would be installed for this machine \(darwin\).*command:"):
        refuse_unfit_programs("docker", ["codex"], "darwin")


@pytest.mark.parametrize("kind", ["inspect:docker", "inspect:k8s:values.yaml"])
def test_a_program_without_a_way_to_its_model_is_refused(kind: str) -> None:
    with pytest.raises(AuthorError, match=f"codex .* {kind} has no way in or out"):
        refuse_unfit_programs(kind, ["codex", "mine"], "linux")


def test_packages_are_used_where_programs_find_them() -> None:
    for sandbox in ("bubblewrap", "docker", "local-unsafe", "inspect:docker"):
        refuse_unfit_runtime(sandbox, "python", "linux")
    refuse_unfit_runtime("bubblewrap", "node", "linux")
    refuse_unfit_runtime("docker", "node", "linux")
    for sandbox in ("local-unsafe", "inspect:docker"):
        with pytest.raises(AuthorError, match=f"above their workspace, and {sandbox} cannot"):
            refuse_unfit_runtime(sandbox, "node", "linux")
    for kind in ("python", "node"):
        with pytest.raises(AuthorError, match=r"installed for this machine \(darwin\)"):
            refuse_unfit_runtime("docker", kind, "darwin")
