"""Which features can be in one project, and what each brings in."""

from collections.abc import Collection, Iterable, Sequence

from plans.catalog.contents import Domain, Feature, Library


def with_requirements(
    library: Library[Feature], domain: Domain, id: str, chosen: Collection[str]
) -> list[str]:
    """The feature after all that it requires and is not chosen yet; empty when that is not legal here."""
    added: list[str] = []

    def add(feature: Feature) -> bool:
        if feature.id in chosen or feature.id in added:
            return True
        if feature.id in domain.without or not all(domain.offers(need) for need in feature.needs):
            return False
        if any(clash(feature, library.features[other]) for other in (*chosen, *added)):
            return False
        if not all(add(library.features[other]) for other in feature.requires):
            return False
        added.append(feature.id)
        return True

    return added if add(library.features[id]) else []


def why_not(library: Library[Feature], domain: Domain, id: str, chosen: Collection[str]) -> str:
    """Why `with_requirements` gives nothing, in words that go on from the feature's name; empty when it gives some."""
    feature = library.features[id]
    items = domain.item.plural
    if id in domain.without:
        return f"the feature does not apply to {items}"
    if missing := [need for need in feature.needs if not domain.offers(need)]:
        return f"{items} have no {' and no '.join(domain.called(need) for need in missing)}"
    if clashing := next((other for other in chosen if clash(feature, library.features[other])), None):
        return f"it does not go together with “{library.features[clashing].title}”"
    for other in feature.requires:
        if other not in chosen and (reason := why_not(library, domain, other, chosen)):
            return f"it needs “{library.features[other].title}”, and {reason}"
    return "" if with_requirements(library, domain, id, chosen) else "it does not go together with the rest"


def legal_wishes(
    library: Library[Feature], domain: Domain, wanted: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """The wanted features that can be in one project, and the others with why not; of two that clash, the first."""
    chosen = [feature.id for feature in library.base]
    legal: list[str] = []
    illegal: dict[str, str] = {}
    for id in wanted:
        if id in chosen:
            legal += [] if library.features[id].base else [id]
        elif added := with_requirements(library, domain, id, chosen):
            chosen += added
            legal.append(id)
        else:
            illegal[id] = why_not(library, domain, id, chosen)
    return legal, illegal


def why_gone(id: str, offered: Library[Feature], left: Library[Feature]) -> str:
    """Why a wish is not among what is left to choose from."""
    if id not in offered.features:
        return "the plan has no place for it"
    lacking = [other for other in offered.features[id].requires if other not in left.features]
    titles = ", ".join(f"“{offered.features[other].title}”" for other in lacking)
    return f"it needs {titles}, which is not wanted"


def required(library: Library[Feature], id: str) -> list[str]:
    """All that a feature brings in, by way of others too."""
    found: list[str] = []
    for other in library.features[id].requires:
        found += [other, *required(library, other)]
    return found


def task_count(library: Library[Feature], features: Iterable[str]) -> int:
    """Evaluation tasks that these features bring at most."""
    return sum(len(library.features[id].tasks) for id in features)


def clash(a: Feature, b: Feature) -> bool:
    """Whether two features cannot be in one project."""
    return a.id in b.conflicts or b.id in a.conflicts
