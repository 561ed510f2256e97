"""The shape that a model's answer is asked to have."""

from plans.records.base import Record


class AskedShape(Record):
    """The shape that an answer in JSON is to have."""

    name: str
    schema_text: str
    """JSON Schema as canonical JSON text."""
