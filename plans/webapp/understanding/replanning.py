"""What reviewers' notes at a redo make of the plan: which features it leaves, and which subjects."""

from collections.abc import Collection, Iterator, Sequence

from pydantic import JsonValue

from plans.records.plan import Parameter, Plan
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.redoing import ReadNote, Redo, answer, read_notes, told_of_feature
from plans.webapp.understanding.words import phrase_book


def redone_plan(plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used."""
    redo = read_notes(notes, library, phrase_book(library))
    domains = next((note.domains for note in reversed(redo.notes) if note.domains), ())
    parameters = tuple(_redone(parameter, redo, domains, library) for parameter in plan.parameters)
    redone = plan.model_copy(update={"parameters": parameters})
    answers = (
        answer(note, _told(note, redo, domains, library), "the plan is as it was", "plan.yaml")
        for note in redo.notes
    )
    return redone, tuple(answers)


def _redone(parameter: Parameter, redo: Redo, domains: Sequence[str], library: Library) -> Parameter:
    values = parameter.values
    if values is not None and parameter.name == "features":
        out = redo.dropped - {feature.id for feature in library.base}
        values = _with(_without(values, out), redo.added)
    elif values is not None and parameter.name == "facts":
        values = _with(_without(values, redo.left_out), sorted(redo.told))
        out, back = ("rating" if "ratings" in ids else "" for ids in (redo.dropped, redo.added))
        values = _with(_without(values, [out]), [back] if back else [])
    elif values is not None and parameter.name == "domain" and domains:
        values = tuple(domains)
    return parameter.model_copy(update={"values": values})


def _without(values: Sequence[JsonValue], out: Collection[str]) -> tuple[JsonValue, ...]:
    return tuple(value for value in values if value not in out)


def _with(values: Sequence[JsonValue], added: Sequence[str]) -> tuple[JsonValue, ...]:
    return (*values, *(id for id in added if id not in values))


def _told(note: ReadNote, redo: Redo, domains: Sequence[str], library: Library) -> Iterator[str]:
    for id in (*note.added, *note.dropped):
        left = "left out" if id in redo.dropped else "among the features"
        yield told_of_feature(id, library, f"is {left}")
    if note.has_prices is not None:
        yield "prices are left out" if redo.left_out else "prices are in"
    if note.domains == domains and domains:
        yield f"seeds are about {', '.join(library.domains[id].item.plural for id in domains)} alone"
    elif note.domains:
        yield "another subject was named by a later note"
