"""The words of queries: what they say is what the outcomes look for, and they read as a person writes."""

import json
import re
from collections.abc import Iterator

import pytest

from agents.browser.grounding.names import says
from plans.catalog.contents import ItemNoun
from plans.records.specification import Query, Underspecification
from plans.webapp.catalog.compose import WebComposition
from plans.webapp.catalog.domain import CATEGORIES, INVENTED, WebDomain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import TONES, selection_for

EMPTY_MESSAGES = (
    "There's nothing left",
    "There's nothing left with these filters.",
    "Nothing is left",
    "Nothing fits",
    "Nothing matches your search",
    "Nothing here yet",
    "Nothing to show.",
    "No tasks found",
    "No tasks match these filters",
    "No tasks fit",
)
"""What an app says that was told "it should tell me when there's nothing left", or something like it."""


def domains(library: WebCatalog) -> Iterator[WebDomain]:
    yield from library.domains.values()
    for category in CATEGORIES:
        yield library.domain(f"{INVENTED}{category}", ItemNoun(singular="kite", plural="kites"))


def queries(library: WebCatalog, domain: WebDomain, *features: str) -> Iterator[Query]:
    """The query in every tone and, by several seeds, with every opening and wish."""
    for seed in range(2):
        selection = selection_for(library, domain, features, seed)
        for tone in TONES:
            told = selection.model_copy(update={"tone": tone})
            yield WebComposition(library, told).query()


@pytest.mark.parametrize("message", EMPTY_MESSAGES)
@pytest.mark.parametrize(("feature", "target"), [("browse", "nothing left"), ("search", "no match")])
def test_what_the_query_asks_to_be_said_is_taken_for_it(
    library: WebCatalog, feature: str, target: str, message: str
) -> None:
    """The low query says "tell me when there's nothing left", and an app that said just that failed."""
    found = library.features[feature].targets[target]
    if isinstance(found, dict) and "like" in found:
        found = library.features["browse"].targets[str(found["like"])]
    assert isinstance(found, dict)
    synonyms = found["synonyms"]
    assert isinstance(synonyms, list)
    names = [str(name).replace("{{ items }}", "tasks") for name in (found["name"], *synonyms)]
    assert any(says(name, message) for name in names)


def test_the_start_page_its_examples_and_the_unit_are_told_where_they_are_not_withheld(
    library: WebCatalog,
) -> None:
    """Apps with 5 or 30 entries, with "3 days", or with the list on a page of its own failed what nobody told them."""
    for domain in domains(library):
        unit = library.lexicon.units[domain.facets.amount.unit].word
        for query in queries(library, domain, "sort"):
            for level in (Underspecification.LOW, Underspecification.MEDIUM):
                text = query.levels[level].text
                assert re.search(r"start page|First thing you see", text), text
                assert "10 to 20 examples" in text
                assert unit in text


def test_no_query_has_the_wrong_article_or_tells_what_it_is_and_for_whom_in_one_breath(
    library: WebCatalog,
) -> None:
    """Agents read "pick a area" and "for a small team for small teams"."""
    for domain in domains(library):
        for query in queries(library, domain, "filter", "create"):
            for told in query.levels.values():
                assert not re.search(r"(?i)\ba (?:[aeio]\w*|un[^i]\w*|votes|points)\b", told.text), told.text
                sentences = re.split(r"[.?] ", told.text)
                assert not any(domain.purpose in one and domain.audience in one for one in sentences), (
                    told.text
                )


def test_a_label_that_a_wish_quotes_is_one_that_the_steps_look_for(library: WebCatalog) -> None:
    """Who names the button as the query does must pass."""
    for feature in library.features.values():
        looked_for = json.dumps([feature.targets, [task.steps for task in feature.tasks]]).casefold()
        for wish in (wish for wishes in feature.wishes.values() for wish in wishes):
            for label in re.findall(r'"([^"]+)"', wish.text):
                assert label.casefold() in looked_for, f"{feature.id}: {label}"


NUMBER_DEMANDED = re.compile(
    r"\b(?:says?|states?|shows?|counts?)\b[^.;]*\b(?:how many|number of(?! stars))\b|how many pieces", re.I
)
NUMBER_SAID = re.compile(r"how many|\bnumber\b|\bcounts?\b|\btotal\b|\bstock\b|\{\{ p\.\w+ \}\}", re.I)


def test_a_sentence_gives_a_requirement_away_only_if_it_speaks_of_the_number_that_is_demanded(
    library: WebCatalog,
) -> None:
    """Queries said "show me all the bookings", withheld nothing, and apps failed for not saying how many there are."""
    silent = [
        f"{feature.id}.{leaf.id}: {wish.text}"
        for feature in library.features.values()
        for leaf in feature.requirements.leaves
        if NUMBER_DEMANDED.search(leaf.text)
        for wishes in feature.wishes.values()
        for wish in wishes
        if leaf.id in wish.gives and not NUMBER_SAID.search(wish.text)
    ]
    assert silent == []


def test_no_criterion_demands_the_colours_of_the_first_visit(library: WebCatalog) -> None:
    """A wish for "a dark mode I can switch on and off" was judged by the start that had been sampled."""
    theme = library.features["theme"]
    judged = [leaf.text for leaf in theme.requirements.leaves]
    judged += [json.dumps([task.outcomes, task.steps]) for task in theme.tasks]
    assert not [text for text in judged if "p.start" in text]


def test_the_button_that_opens_a_form_is_not_taken_for_the_one_in_it(library: WebCatalog) -> None:
    """A dead "Comments" at each entry passed for the button that posts one."""
    posts = [step for step in library.features["comments"].tasks[0].steps if '{"post"' in json.dumps(step)]
    assert [step for step in posts if '"all_of"' in json.dumps(step)]


@pytest.mark.parametrize(
    ("feature", "control", "outcome"),
    [
        ("booking", "confirm button", "confirm"), ("create", "save button", "save"), ("edit", "save button", "save"),
        ("coupon", "apply button", "button"), ("undo", "undo button", "usable"), ("theme", "theme switch", "works"),
        ("persistence", "reset button", "back"), ("timer", "start button", "runs"),
    ],
)  # fmt: skip
def test_a_control_is_used_before_it_counts_as_there(
    library: WebCatalog, feature: str, control: str, outcome: str
) -> None:
    """A form passed that had a "Save" which saves nothing."""
    presence = library.features[feature].tasks[0]
    written = [json.dumps(step) for step in presence.steps]
    used = max(at for at, step in enumerate(written) if step.startswith('{"click"') and control in step)
    seen = max(at for at, step in enumerate(written) if f'{{"{outcome}": ' in step)
    assert used < seen
    dead = [mutant.task for mutant in library.features[feature].mutants if mutant.operator == "no-op"]
    assert presence.id in dead, "nothing proves that a dead control is noticed"


def test_a_requirement_speaks_of_no_feature_that_is_not_there(library: WebCatalog) -> None:
    """Pages without search and filter said "a new search, filter or order"."""
    domain = library.domains["houseplants"]
    for wanted, said in (
        (("paging", "sort"), "A new order ("),
        (("paging", "search"), "A new search starts"),
        (("paging", "search", "filter", "sort"), "A new search, filter or order ("),
    ):
        selection = selection_for(library, domain, wanted, 1).model_copy(
            update={"features": ("browse", *wanted)}
        )
        texts = [leaf.text for leaf in WebComposition(library, selection).prd().leaves()]
        assert any(text.startswith(said) for text in texts), texts


def test_what_is_counted_stands_in_the_plural(library: WebCatalog) -> None:
    """“A form with a negative points is not saved”, and “the points of a word is wrong”."""
    domain = library.domains["vocabulary"]
    for feature in library.features:
        prd = WebComposition(library, selection_for(library, domain, [feature], 0)).prd()
        told = [prd.overview, *prd.typical_use, *(f"{part.title}. {part.text}" for part in prd.walk())]
        wrong = re.compile(
            r"\ba (?:negative )?points\b|(?<!highest )(?<!number of )\bpoints (?:of a \w+ )?(?:is|was)\b",
            re.I,
        )
        assert [text for text in told if wrong.search(text)] == [], feature


def test_a_unit_that_is_its_own_word_is_named_once(library: WebCatalog) -> None:
    """The unit of a quiz was told as “(points or points)”."""
    for domain in domains(library):
        composition = WebComposition(library, selection_for(library, domain, ["browse"], 1))
        told = " ".join(
            outcome.statement for task in composition.criteria().tasks for outcome in task.outcomes
        )
        assert not re.search(r"\b(\w+) or \1\b", told), domain.id
