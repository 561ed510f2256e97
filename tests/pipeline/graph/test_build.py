"""The picture of the graph in the guide is the graph."""

from pathlib import Path

from pipeline.graph.build import PICTURE_BEGIN, PICTURE_END, mermaid

PAGE = Path(__file__).parents[3] / ".github" / "authoring.md"


def test_the_guide_shows_the_graph_as_it_is() -> None:
    text = PAGE.read_text()
    assert PICTURE_BEGIN in text, (
        f"authoring.md lost the picture; put {PICTURE_BEGIN!r} and {PICTURE_END!r} back"
    )
    shown = text[text.index(PICTURE_BEGIN) : text.index(PICTURE_END) + len(PICTURE_END)]
    assert shown == mermaid(), "renew it with `python -m pipeline.graph.build`"
