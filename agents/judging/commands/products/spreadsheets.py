"""Cells of a spreadsheet, by sheet and place; formulas count as they are written."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator

from openpyxl import load_workbook

from agents.judging.commands.products.files import number_text
from plans.errors import FileRefused

MOST_UNPACKED = 100_000_000
"""Bytes that a workbook may have unpacked: a small file can hold gigabytes."""
MOST_CELLS = 5_000_000
"""Cells that are walked over, empty ones too: a file of a few lines can say that it has thousands of millions."""


def cells_of(data: bytes) -> Counter[tuple[str, str]]:
    """(sheet and place, cell) of everything in a workbook; FileRefused for what is none."""
    try:
        _refuse_bombs(data)
        return Counter(_read(data))
    except FileRefused:
        raise
    except Exception as error:
        # The libraries raise whatever their parts raise on a damaged file, and no submission may end a judgement.
        raise FileRefused(f"it is no workbook: {error}") from error


def _read(data: bytes) -> Iterator[tuple[str, str]]:
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
