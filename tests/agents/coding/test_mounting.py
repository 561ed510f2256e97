"""What `--mount` may name: what a sandbox could not show, or would show in place of something else, is told at once."""

import os
from pathlib import Path

import pytest

from agents.coding.command import mounts_named, refuse_unshown
from agents.coding.roster import agent_spec
from plans.errors import AuthorError


def test_files_and_folders_are_named_by_where_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "link").symlink_to("tools")
    monkeypatch.chdir(tmp_path)
    assert mounts_named([Path("link"), Path("notes.txt")]) == f"{tmp_path}/tools:{tmp_path}/notes.txt"
    assert mounts_named([]) == ""


def test_a_path_that_would_be_read_as_two_is_refused(tmp_path: Path) -> None:
    """`--mount "x:/home/me/secret"` showed agents the folder `secret`, which nobody had named."""
    secret, named = tmp_path / "secret", tmp_path / f"x:{tmp_path}/secret"
    secret.mkdir()
    named.mkdir(parents=True)
    with pytest.raises(AuthorError, match="has ':' in its path, .* others would be shown. Move or rename it"):
        mounts_named([named])
    (tmp_path / "plain").symlink_to(named)
    with pytest.raises(AuthorError, match="plain' has ':' in its path"):
        mounts_named([tmp_path / "plain"])


def test_a_name_that_no_record_can_hold_is_refused(tmp_path: Path) -> None:
    for name in (b"\xff", b"two\nlines"):
        folder = tmp_path / os.fsdecode(name)
        folder.mkdir()
        with pytest.raises(AuthorError, match="has a name that cannot be written down"):
            mounts_named([folder])


@pytest.mark.parametrize("path", ["/", "/tmp", "/etc", "/home/.."])
def test_what_a_sandbox_makes_itself_is_not_covered(path: str) -> None:
    """`--mount /` was taken, and each round ended as "harness failed" without a word at the start."""
    with pytest.raises(AuthorError, match="would cover .*, which every sandbox makes itself"):
        mounts_named([Path(path)])


def test_the_folder_above_a_sandboxs_home_is_not_covered(tmp_path: Path) -> None:
    with pytest.raises(
        AuthorError, match="--mount '/home' would cover /home/user, .* Name what is needed in it"
    ):
        mounts_named([Path("/home")])
    assert mounts_named([tmp_path]) == str(tmp_path)


@pytest.mark.parametrize("path", ["/proc", "/proc/self", "/dev/shm", "/dev/null"])
def test_what_the_kernel_tells_of_this_machine_is_not_shown(path: str) -> None:
    """`--mount /proc` was taken, and showed what runs here."""
    with pytest.raises(AuthorError, match=f"lies in {path[:4]}.*, of which every sandbox has its own"):
        mounts_named([Path(path)])


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        AuthorError, match="gone' is not there, so no agent could read it. Correct it, or leave it out"
    ):
        mounts_named([tmp_path / "gone"])


@pytest.mark.parametrize(
    "line",
    [
        "python3 {here}/agent.py",
        "sh -c 'python3 {here}/agent.py'",
        "tool --config={here}/agent.py",
        "tool {here}",
    ],
    ids=["script", "line for a shell", "option", "folder"],
)
@pytest.mark.parametrize("sandbox", ["bubblewrap", "docker"])
def test_an_argument_that_the_sandbox_would_not_show_is_refused(
    line: str, sandbox: str, tmp_path: Path
) -> None:
    """Each round ended with exit code 2 and 0%, and only the transcript said that the script was not there."""
    (tmp_path / "agent.py").touch()
    spec = agent_spec(f"mine=command:{line.format(here=tmp_path)}")
    with pytest.raises(AuthorError, match=rf"does not show to it, .* Add --mount {tmp_path}"):
        refuse_unshown(spec, sandbox)
    refuse_unshown(spec, "local-unsafe")
    shown = spec.model_copy(update={"options": {**spec.options, "mounts": mounts_named([tmp_path])}})
    refuse_unshown(shown, sandbox)


def test_a_script_beside_us_is_not_in_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agent.py").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AuthorError, match=f"Add --mount {tmp_path}/agent.py, and name it by that path"):
        refuse_unshown(agent_spec("mine=command:python3 agent.py"), "bubblewrap")


@pytest.mark.parametrize(
    "line",
    [
        "cp {message_file} index.html",
        "sh -c 'cat > index.html; cat /etc/passwd /dev/null'",
        "tool --cache /tmp --at /work --url http://127.0.0.1/tmp --python /bin/sh /usr/bin/env",
        "tool /not/there",
    ],
)
def test_what_every_sandbox_has_or_nobody_has_is_no_matter(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.chdir(tmp_path)
    refuse_unshown(agent_spec(f"mine=command:{line}"), "bubblewrap")
