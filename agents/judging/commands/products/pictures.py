"""How alike two pictures are: the same size, and how far their points are from each other."""

import io

from PIL import Image, ImageChops, ImageStat, UnidentifiedImageError

from plans.errors import FileRefused

MOST_POINTS = 40_000_000
"""Points of a picture that are read."""
_WHITE = 255.0


def likeness_of_pictures(written: bytes, expected: bytes) -> float:
    """From 0 to 1, which is equal point by point; pictures of other sizes are not alike at all.

    FileRefused for what is no picture, or a huge one.
    """
    one, other = _read(written), _read(expected)
    if one.size != other.size:
        return 0.0
    away = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return 1.0 - sum(away) / len(away) / _WHITE


def _read(data: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > MOST_POINTS:
                raise FileRefused(
                    f"it has {picture.width} × {picture.height} points, and that is more than are read"
                )
            return picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise FileRefused(f"it is no picture: {error}") from error
