"""What whoever runs or judges a published criterion has to know of it."""

import re
from collections.abc import Iterator

from pipeline.exchange.prdbench.drafting import Draft
from pipeline.exchange.prdbench.outputs import Outputs
from pipeline.exchange.prdbench.scripts import Scripts
from pipeline.exchange.prdbench.signs import first_sign, signs
from plans.plain_text import folded
from plans.records.published import Remark, RemarkKind

_PICTURE = re.compile(r"\.(?:png|jpe?g|svg|gif)$", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff]")
_IS_READ: tuple[RemarkKind, ...] = ("vision", "network", "chinese", "random", "timing", "interrupt")


def remarks_of(draft: Draft, outputs: Outputs, scripts: Scripts) -> tuple[Remark, ...]:
    """The remarks on a criterion, each kind once."""
    found: dict[RemarkKind, Remark] = {}
    for remark in _all(draft, outputs, scripts):
        found.setdefault(remark.kind, remark)
    return tuple(found.values())


def has_chinese(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return _HAN.search(text) is not None


def _all(draft: Draft, outputs: Outputs, scripts: Scripts) -> Iterator[Remark]:
    for file in (*outputs.references, *outputs.products):
        if _PICTURE.search(file):
            yield Remark(kind="vision", because=f"its outcome is the picture {file!r}")
    for kind in _IS_READ:
        if (word := first_sign(draft.texts, signs().remarks.get(kind, ()))) is not None:
            yield Remark(kind=kind, because=f"it says {folded(word)!r}")
    if has_chinese(draft.texts):
        yield Remark(kind="chinese", because="its text has Chinese characters")
    for name in scripts.timed:
        yield Remark(kind="timing", because=f"{name} reads a clock")
    for name in scripts.written_by_agent:
        yield Remark(kind="agent_written_test", because=f"{name!r} is a test that the agent has to write")
