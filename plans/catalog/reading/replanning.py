"""What reviewers' notes at a redo make of a plan: which features it leaves, and which subjects."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from pydantic import JsonValue

from plans.catalog.reading.notes import ReadNote, Redo, Telling, answer
from plans.records.plan import Parameter, Plan


def redone(
    plan: Plan, redo: Redo, telling: Telling, facts_of: Mapping[str, str] | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used.

    `facts_of`: feature → the fact of the plan's `facts` that comes and goes with it.
    """
    domains = next((note.domains for note in reversed(redo.notes) if note.domains), ())
    parameters = tuple(
        _redone(parameter, redo, domains, telling.fixed, facts_of or {}) for parameter in plan.parameters
    )
    answers = (
        answer(note, _told(note, redo, domains, telling), "the plan is as it was", "plan.yaml")
        for note in redo.notes
    )
    return plan.model_copy(update={"parameters": parameters}), tuple(answers)


def _redone(
    parameter: Parameter,
    redo: Redo,
    domains: Sequence[str],
    fixed: Collection[str],
    facts_of: Mapping[str, str],
) -> Parameter:
    values = parameter.values
    if values is not None and parameter.name == "features":
        values = _with(_without(values, redo.dropped.difference(fixed)), redo.added)
    elif values is not None and parameter.name == "facts":
        values = _with(_without(values, redo.left_out), sorted(redo.told))
        out, back = (
            [fact for id, fact in facts_of.items() if id in ids] for ids in (redo.dropped, redo.added)
        )
        values = _with(_without(values, out), back)
    elif values is not None and parameter.name == "domain" and domains:
        values = tuple(domains)
    return parameter.model_copy(update={"values": values})


def _without(values: Sequence[JsonValue], out: Collection[str]) -> tuple[JsonValue, ...]:
    return tuple(value for value in values if value not in out)


def _with(values: Sequence[JsonValue], added: Sequence[str]) -> tuple[JsonValue, ...]:
    return (*values, *(id for id in added if id not in values))


def _told(note: ReadNote, redo: Redo, domains: Sequence[str], telling: Telling) -> Iterator[str]:
    drawn = "may be drawn for any item (to put it into one, redo that item with this note)"
    for id in (*note.added, *note.dropped):
        yield telling.of_feature(id, "is left out" if id in redo.dropped else drawn)
    yield from map(telling.of_fact, note.facts)
    if note.domains == domains and domains:
        yield f"seeds are about {', '.join(telling.items[id] for id in domains)} alone"
    elif note.domains:
        yield "another subject was named by a later note"
