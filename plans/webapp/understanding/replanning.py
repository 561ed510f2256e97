"""What reviewers' notes at a redo make of the plan: which features it leaves, and which subjects."""

from collections.abc import Collection, Iterator, Sequence

from pydantic import JsonValue

from plans.records.plan import Parameter, Plan
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.redoing import ReadNote, Redo, read_notes
from plans.webapp.understanding.words import phrase_book


def redone_plan(plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used."""
    redo = read_notes(notes, library, phrase_book(library))
    domains = next((note.domains for note in reversed(redo.notes) if note.domains), ())
    parameters = tuple(_redone(parameter, redo, domains, library) for parameter in plan.parameters)
    redone = plan.model_copy(update={"parameters": parameters})
    return redone, tuple(_answer(note, redo, domains, library) for note in redo.notes)


def _redone(parameter: Parameter, redo: Redo, domains: Sequence[str], library: Library) -> Parameter:
    values = parameter.values
    if values is not None and parameter.name == "features":
        out = redo.dropped - {feature.id for feature in library.base}
        values = _with(_without(values, out), redo.added)
    elif values is not None and parameter.name == "domain" and domains:
        values = tuple(domains)
    return parameter.model_copy(update={"values": values})


def _without(values: Sequence[JsonValue], out: Collection[str]) -> tuple[JsonValue, ...]:
    return tuple(value for value in values if value not in out)


def _with(values: Sequence[JsonValue], added: Sequence[str]) -> tuple[JsonValue, ...]:
    return (*values, *(id for id in added if id not in values))


def _answer(note: ReadNote, redo: Redo, domains: Sequence[str], library: Library) -> str:
    told = [*_told(note, redo, domains, library)]
    if not told:
        return (
            f"Note “{note.text}”: nothing in it is a feature or a subject of the catalog, so the plan is as it was. "
            "Say “with …” or “without …”, or edit plan.yaml."
        )
    told += [f"“{phrase}” could not be used" for phrase in note.unused]
    return f"Note “{note.text}”: {'; '.join(told)}."


def _told(note: ReadNote, redo: Redo, domains: Sequence[str], library: Library) -> Iterator[str]:
    base = {feature.id for feature in library.base}
    for id in (*note.added, *note.dropped):
        title = f"“{library.features[id].title}”"
        if id in base:
            yield f"{title} stays: every project is built on it"
        else:
            yield f"{title} is {'left out' if id in redo.dropped else 'among the features'}"
    if note.domains == domains and domains:
        yield f"seeds are about {', '.join(library.domains[id].item.plural for id in domains)} alone"
    elif note.domains:
        yield "another subject was named by a later note"
