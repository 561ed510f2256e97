"""The README's picture of the graph is the graph."""

from pathlib import Path

from pipeline.graph.picture import PICTURE_BEGIN, PICTURE_END, mermaid

README = Path(__file__).parents[3] / "README.md"


def test_readme_shows_the_graph_as_it_is() -> None:
    text = README.read_text()
    assert PICTURE_BEGIN in text, (
        f"README.md lost the picture; put {PICTURE_BEGIN!r} and {PICTURE_END!r} back"
    )
    shown = text[text.index(PICTURE_BEGIN) : text.index(PICTURE_END) + len(PICTURE_END)]
    assert shown == mermaid(), "renew it with `python -m pipeline.graph.picture`"
