"""Workbooks and pictures that commands wrote, read by libraries of the extra `python-project`."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator

from openpyxl import load_workbook
from PIL import Image, ImageChops, ImageStat, UnidentifiedImageError

from agents.judging.commands.products import number_text
from plans.errors import FileRefused

MOST_UNPACKED = 100_000_000
"""Bytes that a workbook may have unpacked: a small file can hold gigabytes."""
MOST_CELLS = 5_000_000
"""Cells that are walked over, empty ones too: a file of a few lines can say that it has thousands of millions."""
MOST_POINTS = 40_000_000
"""Points of a picture that are read."""
_WHITE = 255.0


def cells_of(data: bytes) -> Counter[tuple[str, str]]:
    """(sheet and place, cell) of everything in a workbook; FileRefused for what is none."""
    try:
        _refuse_bombs(data)
        return Counter(_cells(data))
    except FileRefused:
        raise
    except Exception as error:
        # The libraries raise whatever their parts raise on a damaged file, and no submission may end a judgement.
        raise FileRefused(f"it is no workbook: {error}") from error


def _cells(data: bytes) -> Iterator[tuple[str, str]]:
    book = load_workbook(io.BytesIO(data), read_only=True)
    left = MOST_CELLS
    for sheet in book.worksheets:
        for row, values in enumerate(sheet.iter_rows(values_only=True)):
            left -= len(values) + 1
            if left < 0:
                raise FileRefused(f"it has more than {MOST_CELLS:,} cells, and these are not read")
            for column, value in enumerate(values):
                if value is not None:
                    yield f"{sheet.title}!{row}:{column}", _shown(value)


def _refuse_bombs(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        size = sum(entry.file_size for entry in packed.infolist())
    if size > MOST_UNPACKED:
        raise FileRefused(f"it holds {size:,} bytes unpacked, and at most {MOST_UNPACKED:,} are read")


def _shown(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_text(value)
    return " ".join(str(value).split())


def likeness_of_pictures(written: bytes, expected: bytes) -> float:
    """From 0 to 1, which is equal point by point; pictures of other sizes are not alike at all.

    FileRefused for what is no picture, or a huge one.
    """
    one, other = _opened(written), _opened(expected)
    if one.size != other.size:
        return 0.0
    away = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return 1.0 - sum(away) / len(away) / _WHITE


def _opened(data: bytes) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > MOST_POINTS:
                raise FileRefused(
                    f"it has {picture.width} × {picture.height} points, and that is more than are read"
                )
            return picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise FileRefused(f"it is no picture: {error}") from error
