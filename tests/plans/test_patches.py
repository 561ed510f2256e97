"""Patches: what diff wrote comes out again, and whatever does not fit is refused by place."""

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.errors import AuthorError
from plans.patches import apply_patch, apply_together
from plans.records.project import Files

APP = "".join(f"line {number}\n" for number in range(1, 21))


def patch(before: str, after: str, path: str = "app.js") -> str:
    """What the catalog writes: difflib's unified diff."""
    return "".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), path, path))


lines = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n", "- d\n", "+ e\n"]), max_size=30).map("".join)


@given(lines.filter(bool), lines.filter(bool))
def test_a_patch_turns_the_one_text_into_the_other(before: str, after: str) -> None:
    if before == after:
        return
    assert apply_patch({"app.js": before}, patch(before, after)) == {"app.js": after}


def test_a_last_line_without_a_line_break_is_kept_so() -> None:
    written_by_git = (
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n"
        "+2\n\\ No newline at end of file\n"
    )
    assert apply_patch({"x": "one\ntwo"}, written_by_git) == {"x": "one\n2"}


def test_files_are_added_and_deleted() -> None:
    added = apply_patch({}, "--- /dev/null\n+++ b/new.js\n@@ -0,0 +1,2 @@\n+one\n+two\n")
    assert added == {"new.js": "one\ntwo\n"}
    assert apply_patch(added, "--- a/new.js\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n") == {}


@pytest.mark.parametrize("path", ["../../plan.yaml", "js/../../app.js", "/etc/motd", "..\\\\app.js"])
def test_a_patch_that_leaves_the_projects_folder_is_refused(path: str) -> None:
    """`check` said nothing of a mutant whose patch writes beside its item, until the gate made its files."""
    with pytest.raises(AuthorError, match="outside of the project's folder"):
        apply_patch({}, f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,1 @@\n+one\n")


def test_a_patch_for_other_files_is_refused_with_the_place() -> None:
    with pytest.raises(AuthorError, match=r"app\.js:5: it expects 'line 5', the file has 'line V'"):
        apply_patch({"app.js": APP.replace("line 5\n", "line V\n")}, patch(APP, APP.replace("line 7", "x")))


def test_line_endings_that_were_changed_are_told_as_such() -> None:
    """A patch with CRLF "changes 'app.js\\r', which is not there"; and none of the two may be taken for applied."""
    changed = patch(APP, APP.replace("line 7", "x"))
    for files, text in (
        ({"app.js": APP}, changed.replace("\n", "\r\n")),
        ({"app.js": APP.replace("\n", "\r\n")}, changed),
    ):
        with pytest.raises(AuthorError, match=r"core\.autocrlf"):
            apply_patch(files, text)


@pytest.mark.parametrize("junk", ["", "hello", "--- a\n+++ b\n@@ -1,9 +1,2 @@\n one\n"])
def test_what_is_no_patch_is_refused(junk: str) -> None:
    with pytest.raises(AuthorError, match="Make it again"):
        apply_patch({"app.js": APP}, junk)


def test_a_patch_of_a_missing_file_is_refused() -> None:
    with pytest.raises(AuthorError, match="'app.js', which is not there"):
        apply_patch({}, patch(APP, APP.replace("line 7", "x")))


def test_patches_of_different_places_are_laid_together_and_a_rival_is_left_out() -> None:
    files: Files = {"app.js": APP, "other.js": "same\n"}
    applied = apply_together(
        files,
        {
            "late": patch(APP, APP.replace("line 18\n", "line 18\nextra\n")),
            "early": patch(APP, APP.replace("line 2\n", "").replace("line 3\n", "")),
            "rival": patch(APP, APP.replace("line 3\n", "III\n")),
        },
    )
    assert applied.patches == ("late", "early")
    expected = APP.replace("line 2\nline 3\n", "").replace("line 18\n", "line 18\nextra\n")
    assert applied.files == {"app.js": expected, "other.js": "same\n"}


def test_two_insertions_at_one_place_are_rivals() -> None:
    both = {name: patch(APP, APP.replace("line 9\n", f"line 9\n{name}\n")) for name in ("first", "second")}
    assert apply_together({"app.js": APP}, both).patches == ("first",)


def test_neighbours_that_share_context_fit_together() -> None:
    """Defects of one function stand close to each other; the context of the one holds lines of the other."""
    both = {
        "nine": patch(APP, APP.replace("line 9\n", "IX\n")),
        "ten": patch(APP, APP.replace("line 10\n", "X\n")),
    }
    applied = apply_together({"app.js": APP}, both)
    assert applied.patches == ("nine", "ten")
    assert "IX\nX\n" in applied.files["app.js"]
