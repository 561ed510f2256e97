"""A run's record with some of it otherwise."""

from collections.abc import Mapping

from plans.records.run_spec import RunSpec


def changed_spec(spec: RunSpec, **parts: Mapping[str, object]) -> RunSpec:
    """The same but for these: part of the record → field → value."""
    return spec.model_copy(
        update={name: getattr(spec, name).model_copy(update=fields) for name, fields in parts.items()}
    )
