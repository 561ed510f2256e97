"""A project's criteria DAG as a drawing: once large with titles, and once small enough to stand in rows."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.report.figures.layout import Place, layered
from plans.records.run_project import RunProject

BOX_WIDTH, BOX_HEIGHT = 190, 54
COLUMN, ROW = 222, 62
"""Distances of the large drawing, in CSS pixels."""

MINI_COLUMN, MINI_ROW, MINI_MARGIN = 24, 15, 8
"""Distances of the small drawing, in CSS pixels."""

TITLE_LINES, TITLE_WIDTH = 2, 25
"""Lines and characters a line of a title in a box."""


@dataclass(frozen=True)
class Box:
    """A task in the large drawing."""

    number: int
    title: str
    lines: tuple[str, ...]
    """The title, wrapped and cut to the box."""
    level: str
    weight: float
    withheld: bool
    x: float
    """Left edge."""
    y: float
    """Upper edge."""
    small_x: float
    """Centre in the small drawing."""
    small_y: float


@dataclass(frozen=True)
class DagFigure:
    """Both drawings of one project's criteria; sizes in CSS pixels."""

    boxes: tuple[Box, ...]
    """One per task, in the criteria's order."""
    edges: str
    """SVG path of all arrows of the large drawing."""
    width: int
    height: int
    small_edges: str
    small_width: int
    small_height: int


def dag_figure(project: RunProject) -> DagFigure:
    """Lay out a project's criteria; ValueError when they hold a cycle."""
    layout = layered({task.id: task.depends_on for task in project.criteria.tasks})
    boxes = tuple(
        Box(
            number=number,
            title=task.title,
            lines=_wrapped(task.title),
            level=task.level,
            weight=task.weight,
            withheld=project.is_withheld(task),
            x=_large(layout.places[task.id])[0],
            y=_large(layout.places[task.id])[1] - BOX_HEIGHT / 2,
            small_x=_small(layout.places[task.id])[0],
            small_y=_small(layout.places[task.id])[1],
        )
        for number, task in enumerate(project.criteria.tasks, 1)
    )
    routes = list(layout.routes.values())
    return DagFigure(
        boxes=boxes,
        edges=" ".join(_path(route, _large, BOX_WIDTH) for route in routes),
        width=(layout.columns - 1) * COLUMN + BOX_WIDTH + 4,
        height=round(layout.rows * ROW) + BOX_HEIGHT + 4,
        small_edges=" ".join(_path(route, _small, 0) for route in routes),
        small_width=(layout.columns - 1) * MINI_COLUMN + 2 * MINI_MARGIN,
        small_height=round(layout.rows * MINI_ROW) + 2 * MINI_MARGIN,
    )


def _wrapped(title: str) -> tuple[str, ...]:
    return tuple(textwrap.wrap(title, TITLE_WIDTH, max_lines=TITLE_LINES, placeholder="…"))


def _large(place: Place) -> tuple[float, float]:
    """Left edge and middle of the box at a place."""
    return place[0] * COLUMN + 2, round(place[1] * ROW + BOX_HEIGHT / 2 + 2, 1)


def _small(place: Place) -> tuple[float, float]:
    return place[0] * MINI_COLUMN + MINI_MARGIN, round(place[1] * MINI_ROW + MINI_MARGIN, 1)


def _path(route: Sequence[Place], at: Callable[[Place], tuple[float, float]], width: float) -> str:
    return " ".join(_strokes([at(place) for place in route], width))


def _strokes(points: Sequence[tuple[float, float]], width: float) -> Iterator[str]:
    """From the right edge of each place to the left edge of the next, and straight across the bends between."""
    for index, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        start, middle = x + width, (x + width + to_x) / 2
        yield f"{'M' if index == 0 else 'L'}{start:g} {y:g}"
        yield f"C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
