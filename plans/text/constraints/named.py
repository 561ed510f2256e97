"""Records that are told apart by a name in one of their fields."""

from typing import ClassVar

from plans.records.base import Record


class Named(Record):
    """One kind of several; its name is the default of the field that tells them apart."""

    TOLD_BY: ClassVar[str]
    """That field."""

    @classmethod
    def called(cls) -> str:
        """Its name."""
        return str(cls.model_fields[cls.TOLD_BY].default)
