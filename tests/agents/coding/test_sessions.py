"""What stays of a turn for the next one, and what is kept from it."""

from pathlib import Path

from agents.coding.installed import keep, resumed, set_aside
from agents.coding.programs.claude_code import ClaudeCode
from agents.coding.programs.gemini_cli import GeminiCli
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.records.sandboxing import Mount, SandboxNeeds


def lay(folder: Path, **files: str) -> Path:
    """A folder with these files; `__` in a name stands for a slash."""
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


async def test_a_session_comes_back_and_nothing_else_of_the_home(tmp_path: Path) -> None:
    home = lay(tmp_path / "home", **{".claude__projects__-old-place__one.jsonl": '{"cwd": "/old/place"}'})
    lay(home, **{".claude__settings.json": "redirecting", ".bashrc": "echo hello"})
    secret = tmp_path / "secret.jsonl"
    secret.write_text("of this machine")
    (home / ".claude/projects/-old-place/two.jsonl").symlink_to(secret)
    keep(ClaudeCode(), "one", home, tmp_path / "memory", "/old/place")
    (tmp_path / "again").mkdir()
    needs = SandboxNeeds(mounts=(Mount(source=tmp_path / "again", writable=True),))
    async with LocalUnsafe().open(needs) as sandbox:
        session = await resumed(
            ClaudeCode(), tmp_path / "memory", sandbox, str(tmp_path / "again"), "/new/place"
        )
    assert session == "one"
    found = {
        path.relative_to(tmp_path / "again").as_posix(): path.read_text()
        for path in (tmp_path / "again").rglob("*")
        if path.is_file()
    }
    assert found == {".claude/projects/-new-place/one.jsonl": '{"cwd": "/new/place"}'}


async def test_a_single_file_of_a_session_comes_back_as_a_file(tmp_path: Path) -> None:
    """It came back as a folder of the same name, and the program did not start."""
    home = lay(tmp_path / "home", **{".gemini__projects.json": "{}", ".gemini__tmp__a__chat.json": "{}"})
    keep(GeminiCli(), "one", home, tmp_path / "memory", "/work")
    (tmp_path / "again").mkdir()
    needs = SandboxNeeds(mounts=(Mount(source=tmp_path / "again", writable=True),))
    async with LocalUnsafe().open(needs) as sandbox:
        await resumed(GeminiCli(), tmp_path / "memory", sandbox, str(tmp_path / "again"), "/work")
    assert (tmp_path / "again/.gemini/projects.json").is_file()
    assert (tmp_path / "again/.gemini/tmp/a/chat.json").is_file()


def test_settings_of_a_workspace_are_out_of_the_way_and_come_back(tmp_path: Path) -> None:
    work = lay(tmp_path / "work", **{".claude__settings.json": "{}", "index.html": "page", ".mcp.json": "{}"})
    with set_aside(work, (".claude", ".mcp.json", "missing.json")) as aside:
        assert aside == [".claude", ".mcp.json"]
        assert [path.name for path in work.iterdir()] == ["index.html"]
        (work / ".mcp.json").write_text("new")
    assert (work / ".claude/settings.json").read_text() == "{}"
    assert (work / ".mcp.json").read_text() == "new"


def test_a_link_is_set_aside_itself_and_not_what_it_leads_to(tmp_path: Path) -> None:
    outside = lay(tmp_path / "outside", **{"settings.json": "of this machine"})
    work = lay(tmp_path / "work", **{"index.html": "page"})
    (work / ".claude").symlink_to(outside)
    with set_aside(work, (".claude/settings.json",)) as aside:
        assert aside == [".claude"]
        assert (outside / "settings.json").exists()
        assert not (work / ".claude").is_symlink()
    assert (work / ".claude").is_symlink()
