"""Pictures of a state: PNG files of few colours."""

import math
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from plans.causal.scene import SIDE, CollisionScene, Pose, State, Thing, placed
from plans.dialect import load_yaml
from plans.files import read_text
from plans.records.base import Record


class Substance(Record):
    """What a thing is made of."""

    friction: float
    """Coulomb coefficient; in a contact those of both sides are multiplied."""
    elasticity: float
    """Coefficient of restitution, 0 (none comes back) to 1; in a contact those of both sides are multiplied."""


class ThingStock(Record):
    """What `stock.yaml` holds."""

    colours: dict[str, tuple[int, int, int]]
    """Name → red, green, blue."""
    materials: dict[str, Substance]


@cache
def stock() -> ThingStock:
    """What is beside this file."""
    return ThingStock.model_validate(load_yaml(read_text(Path(__file__).with_name("stock.yaml"))))


CAPTION = 32
"""Pixels above the frame, in which it says which picture it is; within the frame it could hide a thing."""
OUTLINE = 2
SPOKE = 3
"""Pixels of the line by which one sees a circle turn."""
PAPER, EDGE, BAND = (250, 250, 246), (20, 20, 24), (222, 228, 236)
_PAPER, _EDGE, _BAND = range(3)
FIRST_COLOUR = 3
"""Place of the first thing's colour in the palette."""
LETTER_SIZE = 22


def picture(scene: CollisionScene, state: State, caption: str) -> bytes:
    """The state as a PNG file."""
    image = _empty(caption).copy()
    image.putpalette(_palette(tuple(thing.colour for thing in scene.things)))
    draw = ImageDraw.Draw(image)
    for number, (thing, pose) in enumerate(zip(scene.things, state, strict=True)):
        _draw(draw, thing, pose, FIRST_COLOUR + number)
    packed = BytesIO()
    image.save(packed, "PNG", compress_level=1)
    return packed.getvalue()


@cache
def _empty(caption: str) -> Image.Image:
    image = Image.new("P", (SIDE, SIDE + CAPTION), _PAPER)
    image.putpalette(_palette(()))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.rectangle((0, 0, SIDE - 1, CAPTION - 1), fill=_BAND)
    draw.text(
        (SIDE // 2, CAPTION // 2), caption, fill=_EDGE, font=ImageFont.load_default(LETTER_SIZE), anchor="mm"
    )
    draw.rectangle((0, CAPTION, SIDE - 1, CAPTION + SIDE - 1), outline=_EDGE)
    return image


@cache
def _palette(colours: tuple[str, ...]) -> bytes:
    named = stock().colours
    return bytes(
        part for colour in (PAPER, EDGE, BAND, *(named[name] for name in colours)) for part in colour
    )


def _draw(draw: ImageDraw.ImageDraw, thing: Thing, pose: Pose, colour: int) -> None:
    if thing.shape != "circle":
        corners = [(x, y + CAPTION) for x, y in placed(thing, pose)]
        draw.polygon(corners, fill=colour, outline=_EDGE, width=OUTLINE)
        return
    x, y, angle = pose
    y, radius = y + CAPTION, thing.width / 2
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour, outline=_EDGE, width=OUTLINE)
    # Without it nobody could see a circle spin, and what spin does in the next contact would be no fair question.
    draw.line((x, y, x + radius * math.cos(angle), y + radius * math.sin(angle)), fill=_EDGE, width=SPOKE)
