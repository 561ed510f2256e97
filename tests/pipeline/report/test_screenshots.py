"""Screenshots: only real pictures, each once, within what the page can carry."""

from pathlib import Path

import pytest

from pipeline.report.trials import LARGEST, Album, FairShare

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 300
JPEG = b"\xff\xd8\xff\xe0" + b"y" * 300


@pytest.fixture
def album() -> Album:
    share = FairShare(10_000, parts=1)
    share.begin_part()
    return Album(share)


def test_a_picture_is_embedded_once_and_linked_from_then_on(album: Album, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(PNG)
    (tmp_path / "copy.png").write_bytes(PNG)
    first, again = album.picture(tmp_path, "a.png"), album.picture(tmp_path, "copy.png")
    assert first.source.startswith("data:image/png;base64,")
    assert again.source == ""
    assert again.anchor == first.anchor


def test_the_first_bytes_decide_what_it_is_not_the_name(album: Album, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(JPEG)
    (tmp_path / "b.png").write_bytes(b"<svg onload='alert(1)'></svg>")
    assert album.picture(tmp_path, "a.png").source.startswith("data:image/jpeg;")
    assert album.picture(tmp_path, "b.png").missing == "the file is neither JPEG nor PNG"


def test_what_cannot_be_shown_says_why(album: Album, tmp_path: Path) -> None:
    (tmp_path / "big.jpg").write_bytes(JPEG + b"z" * LARGEST)
    assert "more than" in album.picture(tmp_path, "big.jpg").missing
    assert album.picture(tmp_path, "none.jpg").missing == "the file is gone"
    outside = tmp_path.parent / "outside.png"
    outside.write_bytes(PNG)
    assert album.picture(tmp_path, "../outside.png").missing == "its name leaves the evidence folder"


def test_a_link_out_of_the_evidence_folder_is_not_followed(album: Album, tmp_path: Path) -> None:
    secret = tmp_path.parent / "secret.png"
    secret.write_bytes(PNG)
    (tmp_path / "link.png").symlink_to(secret)
    assert album.picture(tmp_path, "link.png").source == ""


def test_space_that_one_project_leaves_over_the_next_may_use() -> None:
    share = FairShare(100, parts=2)
    share.begin_part()
    assert share.take(30)
    assert not share.take(30)
    share.begin_part()
    assert share.take(70)
    assert (share.spent, share.refused) == (100, 1)
