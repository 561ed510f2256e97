"""The kinds of constraints: for each its group, how a text can keep to it, and the check that decides scores."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import SerializeAsAny

from plans.text.claims import Claim, Quantity, Unit, amount, begins, member, pieces
from plans.text.constraint import FACTS, KINDS, Fact, Group, Kept, fact, judged, kind
from plans.text.demands import (
    NO_LIMIT,
    Adjacent,
    Bound,
    ClosingQuestion,
    Each,
    FixedText,
    Growing,
    NoneOfKind,
    Only,
    Ordered,
    Present,
    Rising,
    Together,
    UnitPlace,
    Way,
)
from plans.text.document import Document, exact_finder, finder, first_mention, mentions, words
from plans.text.slots import (
    Count,
    Forms,
    MarkName,
    Options,
    Ordinal,
    PatternName,
    Several,
    Subject,
    Text,
    Texts,
    fields_of,
)
from plans.text.vocabulary_files import frames, wording

__all__ = ["FACTS", "KINDS"]
Limits = tuple[int, int]


# Kinds and facts that say how many there may be of something: the limits, by their count if they have one.


def _exactly(count: Several) -> Limits:
    return count, count


def _at_least(count: Several) -> Limits:
    return count, NO_LIMIT


def _one_or_more(count: Count) -> Limits:
    return count, NO_LIMIT


def _more_than(count: Several) -> Limits:
    return count + 1, NO_LIMIT


def _at_most(count: Several) -> Limits:
    return 0, count


def _any() -> Limits:
    return 1, NO_LIMIT


def _none() -> Limits:
    return 0, 0


COUNTED: dict[str, tuple[Group, Quantity, Callable[..., Limits]]] = {
    "numbered_items": ("positive", "numbered", _exactly),
    "bullet_points": ("positive", "bullets", _at_least),
    "least_words": ("positive", "words", _at_least),
    "least_paragraphs": ("positive", "paragraphs", _at_least),
    "questions": ("positive", "questions", _at_least),
    "no_bullets": ("negative", "bullets", _none),
    "no_numbered_list": ("negative", "numbered", _none),
    "no_headings": ("negative", "headings", _none),
    "most_words": ("negative", "words", _at_most),
    "most_paragraphs": ("negative", "paragraphs", _at_most),
    "most_sentences": ("negative", "sentences", _at_most),
}
COUNTED_FACTS: dict[str, tuple[Quantity, Callable[..., Limits]]] = {
    "longer_than": ("words", _more_than),
    "has_bullets": ("bullets", _any),
    "has_numbered": ("numbered", _any),
    "has_headings": ("headings", _any),
    "has_title": ("titles", _any),
    "more_paragraphs": ("paragraphs", _more_than),
    "headings_at_least": ("headings", _at_least),
    "bullets_at_most": ("bullets", _at_most),
    "bullets_at_least": ("bullets", _one_or_more),
}


def _counting(
    of: Quantity, limits: Callable[..., Limits]
) -> tuple[Callable[..., bool], Callable[[Any], Way]]:
    """The check and the demand of what says how many there may be."""

    def check(doc: Document, **fields: Any) -> bool:
        low, high = limits(**fields)
        return low <= amount(doc, of) <= high

    return check, lambda it: [Bound(of, *limits(**it.asks()))]


def _few(of: Quantity, limits: Callable[..., Limits]) -> Callable[[Any], Way]:
    """The demand of what says that there are fewer."""
    return lambda it: [Bound(of, high=limits(**it.asks())[0] - 1)]


for _name, (_group, _of, _limits) in COUNTED.items():
    _check, _demands = _counting(_of, _limits)
    kind(_group, _demands, name=_name, fields=fields_of(_limits, behind=0))(_check)
for _name, (_of, _limits) in COUNTED_FACTS.items():
    _check, _demands = _counting(_of, _limits)
    fact(_demands, _few(_of, _limits), name=_name, fields=fields_of(_limits, behind=0))(_check)


# What has to be there.


@kind("positive", lambda it: [Present(it.forms[:1])])
def term(doc: Document, forms: Forms) -> bool:
    """One of the words stands somewhere; title, headings and lists count."""
    return mentions(doc.text, forms)


@kind("positive", lambda it: [Present(it.forms[:1], times=it.count)])
def term_times(doc: Document, forms: Forms, count: Several) -> bool:
    """The words stand there so often, all together."""
    return len(finder(forms).findall(doc.text)) >= count


@kind("positive", lambda it: [Present((it.text,))])
def phrase(doc: Document, text: Text) -> bool:
    """A phrase stands there exactly, capitals included."""
    return exact_finder(text).search(doc.text) is not None


@kind("positive", lambda it: [Present(it.options, count=it.count)])
def some_of(doc: Document, count: Several, options: Options) -> bool:
    """So many different ones of the words stand there."""
    return sum(mentions(doc.text, (option,)) for option in options) >= count


@kind("positive", lambda it: [Present((wording().patterns[it.pattern].example,))])
def written(doc: Document, pattern: PatternName) -> bool:
    """Something written in a given way, such as a price."""
    return re.search(wording().patterns[pattern].expression, doc.text) is not None


@kind("positive", lambda it: [Bound("headings", low=1), Present((it.text,), place=UnitPlace("heading", 0))])
def heading(doc: Document, text: Text) -> bool:
    """A heading that reads so, in any capitals; the title is none."""
    return text.casefold() in map(_heading_text, doc.headings)


@kind("positive", lambda it: _titled(it.forms))
def title(doc: Document, forms: Forms) -> bool:
    """A title with one of the words in it."""
    return doc.title is not None and mentions(doc.title, forms)


@kind("positive", lambda it: [Present(_quotations(it.count))])
def quotation(doc: Document, count: Several) -> bool:
    """Words of somebody in quotation marks, on one line, and of at least so many words."""
    return any(len(words(found)) >= count for found in re.findall(r'"([^"\n]+)"', doc.text))


judged("discuss", "positive", subject=Subject)
judged("compare", "positive", first=Text, second=Text)


# What may not be there; it counts even where a text only says that it leaves it out.


@kind("negative", lambda it: [NoneOfKind(finder(it.forms))])
def no_term(doc: Document, forms: Forms) -> bool:
    """None of the inflections of a word; a possessive counts."""
    return not mentions(doc.text, forms)


@kind("negative", lambda it: [NoneOfKind(finder(it.options))])
def none_of(doc: Document, options: Options) -> bool:
    """None of several words; a possessive counts."""
    return not mentions(doc.text, options)


@kind("negative", lambda it: [NoneOfKind(re.compile(r"\d")), Bound("numbered", high=0)])
def no_digits(doc: Document) -> bool:
    """No digits; the numbers of a numbered list are some."""
    return re.search(r"\d", doc.text) is None


@kind("negative", lambda it: _without_mark(wording().marks[it.mark].characters))
def no_mark(doc: Document, mark: MarkName) -> bool:
    """A punctuation mark does not occur."""
    return not any(sign in doc.text for sign in wording().marks[mark].characters)


@kind("negative", lambda it: [NoneOfKind(finder(wording().first_person))])
def no_first_person(doc: Document) -> bool:
    """The writer says neither I nor we, in quotations neither."""
    return not mentions(doc.text, wording().first_person)


judged("no_hint", "negative", subject=Subject)
judged("no_tone", "negative", subject=Subject)


# Where something has to be.


def _in(unit: Unit, of: Quantity) -> None:
    """Make a kind: a unit at a place mentions one of the words."""

    def check(doc: Document, place: Ordinal, forms: Forms) -> bool:
        return any(mentions(piece, forms) for piece in _at(place, pieces(doc, unit)))

    def demands(it: Any) -> Way:
        return [Bound(of, low=max(it.place, 1)), Present(it.forms[:1], place=UnitPlace(unit, it.place))]

    kind("positional", demands, name=f"in_{unit.split()[-1]}")(check)


_in("paragraph", "paragraphs")
_in("sentence", "sentences")
_in("section", "headings")
_in("numbered item", "numbered")


@kind("positional", lambda it: [*_enough(it.place), FixedText("start of paragraph", it.place, it.text)])
def paragraph_begins(doc: Document, place: Ordinal, text: Text) -> bool:
    """A paragraph begins with a word or phrase, in any capitals."""
    return any(begins(piece, text) for piece in _at(place, doc.paragraphs))


@kind("positional", lambda it: [Bound("titles", high=0), FixedText("first line", 1, it.text)])
def first_line(doc: Document, text: Text) -> bool:
    """The first line reads so; a title would be the first line, and a subject line is none."""
    return doc.lines[:1] == (text,)


@kind("positional", lambda it: [FixedText("last line", -1, it.text)])
def last_line(doc: Document, text: Text) -> bool:
    """The last line reads exactly so."""
    return doc.lines[-1:] == (text,)


@kind("positional", lambda it: [*_enough(it.place), Only(it.forms, it.place)])
def only_in(doc: Document, place: Ordinal, forms: Forms) -> bool:
    """The words stand in one paragraph and nowhere else, title, headings and lists included."""
    inside = sum(len(finder(forms).findall(piece)) for piece in _at(place, doc.paragraphs))
    return 0 < inside == len(finder(forms).findall(doc.text))


@kind(
    "positional",
    lambda it: [Bound("headings", low=max(it.place, 1)), FixedText("heading", it.place, it.text)],
)
def heading_at(doc: Document, place: Ordinal, text: Text) -> bool:
    """A heading at a place reads so, in any capitals; the title is none."""
    return any(_heading_text(one) == text.casefold() for one in _at(place, doc.headings))


@kind("positional", lambda it: [Adjacent(it.first, it.second)])
def just_before(doc: Document, first: Text, second: Text) -> bool:
    """Somewhere a sentence with the one word is followed at once by a sentence with the other."""
    return any(mentions(one, (first,)) and mentions(two, (second,)) for one, two in pairwise(doc.sentences))


@kind("positional", lambda it: [ClosingQuestion()])
def closing_question(doc: Document) -> bool:
    """The last sentence is a question; those of list items count."""
    return closes_with_question(doc)


judged("introduction_tells", "positional", subject=Subject)
judged("ends_with_call", "positional", subject=Subject)


# In which order things come; equal ones may come in any order.


@kind("sequencing", lambda it: [Ordered(it.texts)])
def terms_in_order(doc: Document, texts: Texts) -> bool:
    """All words stand there, and first mentions come in this order; title and headings count."""
    places = [place for one in texts if (place := first_mention(doc.text, one)) is not None]
    return len(places) == len(texts) and places == sorted(places)


@kind(
    "sequencing", lambda it: [Ordered((it.earlier, it.later))], lambda it: [NoneOfKind(finder((it.later,)))]
)
def not_before(doc: Document, later: Text, earlier: Text) -> Kept:
    """The one word is first mentioned after the other; vacuous where it does not stand at all."""
    second, first = first_mention(doc.text, later), first_mention(doc.text, earlier)
    if second is None:
        return Kept(True, is_vacuous=True)
    return Kept(first is not None and first < second)


@kind("sequencing", lambda it: [Bound("headings", low=len(it.texts)), Ordered(it.texts, "heading")])
def headings_in_order(doc: Document, texts: Texts) -> bool:
    """These headings are there, in this order; others may stand between them."""
    left = iter(map(_heading_text, doc.headings))
    return all(one.casefold() in left for one in texts)


def _items_in_order(unit: Literal["bullet", "numbered item"], of: Quantity, name: str) -> None:
    """Make a kind: list items mention these, each in an item of its own; others may stand between them."""

    def check(doc: Document, texts: Texts) -> bool:
        left = iter(pieces(doc, unit))
        return all(any(mentions(item, (text,)) for item in left) for text in texts)

    kind("sequencing", lambda it: [Bound(of, low=len(it.texts)), Ordered(it.texts, unit)], name=name)(check)


_items_in_order("bullet", "bullets", "bullets_in_order")
_items_in_order("numbered item", "numbered", "steps_in_order")


@kind("sequencing", lambda it: [Bound("numbered", low=it.count)])
def steps_counted(doc: Document, count: Several) -> bool:
    """So many numbered items at least, numbered from 1 on in one list, without a gap."""
    return len(doc.numbers) >= count and doc.numbers == tuple(range(1, len(doc.numbers) + 1))


def _rising(pattern: Literal["year", "time"]) -> None:
    """Make a kind: so many different ones are named, and none comes after a later one; one may come again."""

    def check(doc: Document, count: Several) -> bool:
        found = [one.zfill(5) for one in re.findall(wording().patterns[pattern].expression, doc.text)]
        return len(set(found)) >= count and found == sorted(found)

    kind("sequencing", lambda it: [Rising(pattern, it.count)], name=f"{pattern}s_rising")(check)


_rising("year")
_rising("time")


@kind("sequencing", lambda it: [Bound("bullets", low=it.count)])
def bullets_alphabetical(doc: Document, count: Several) -> bool:
    """So many bullet points at least, in alphabetical order by their letters in any capitals."""
    letters = [[word.casefold() for word in words(bullet)] for bullet in doc.bullets]
    return len(letters) >= count and letters == sorted(letters)


@kind("sequencing", lambda it: [Bound("paragraphs", low=it.count), Growing(is_rising=True)])
def paragraphs_grow(doc: Document, count: Several) -> bool:
    """So many paragraphs at least, each at least as long in words as the one before."""
    return len(doc.paragraphs) >= count and all(a <= b for a, b in pairwise(_lengths(doc)))


@kind("sequencing", lambda it: [Bound("paragraphs", low=it.count), Growing(is_rising=False)])
def paragraphs_shrink(doc: Document, count: Several) -> bool:
    """So many paragraphs at least, each at most as long in words as the one before."""
    return len(doc.paragraphs) >= count and all(a >= b for a, b in pairwise(_lengths(doc)))


judged("actions_in_order", "sequencing", texts=Texts)


# Facts, and what has to be where something else is.


@fact(lambda it: [Present(it.forms[:1])], lambda it: [NoneOfKind(finder(it.forms))])
def text_mentions(doc: Document, forms: Forms) -> bool:
    """One of the words stands somewhere, title and headings included."""
    return mentions(doc.text, forms)


@fact(lambda it: [NoneOfKind(finder(it.forms))], lambda it: [Present(it.forms[:1])])
def text_omits(doc: Document, forms: Forms) -> bool:
    """None of the words stands anywhere."""
    return not mentions(doc.text, forms)


@fact(lambda it: _titled(it.forms))
def title_mentions(doc: Document, forms: Forms) -> bool:
    """There is a title, and one of the words stands in it."""
    return doc.title is not None and mentions(doc.title, forms)


@fact(lambda it: [Bound("paragraphs", low=1), Present(it.forms[:1], place=UnitPlace("paragraph", 1))])
def opening_mentions(doc: Document, forms: Forms) -> bool:
    """One of the words stands in the first paragraph."""
    return any(mentions(paragraph, forms) for paragraph in doc.paragraphs[:1])


@fact(lambda it: [Bound("paragraphs", low=1), Present(it.forms[:1], place=UnitPlace("paragraph", -1))])
def last_paragraph_mentions(doc: Document, forms: Forms) -> bool:
    """One of the words stands in the last paragraph."""
    return any(mentions(paragraph, forms) for paragraph in doc.paragraphs[-1:])


@fact(lambda it: [ClosingQuestion()])
def closes_with_question(doc: Document) -> bool:
    """The last sentence is a question; those of list items count."""
    return bool(doc.sentences) and doc.sentences[-1].rstrip("\"')] ").endswith("?")


Condition = Annotated[SerializeAsAny[Fact], member(FACTS, "fact", lambda: wording().states)]
Consequence = Annotated[SerializeAsAny[Fact], member(FACTS, "fact", lambda: wording().orders)]


@kind(
    "conditional",
    lambda it: [*it.condition.demands(), *it.consequence.demands()],
    lambda it: it.condition.denial(),
)
def if_then(doc: Document, condition: Condition, consequence: Consequence) -> Kept:
    """If something is so, then something else is; vacuous where the condition is not met."""
    if not condition.holds(doc):
        return Kept(True, is_vacuous=True)
    return Kept(consequence.holds(doc))


@kind(
    "conditional",
    lambda it: [*it.condition.demands(), *it.consequence.demands()],
    lambda it: [*it.condition.denial(), *it.otherwise.demands()],
)
def if_then_else(
    doc: Document, condition: Condition, consequence: Consequence, otherwise: Consequence
) -> bool:
    """If something is so, then something else is; otherwise a third, so that one of the two always applies."""
    return (consequence if condition.holds(doc) else otherwise).holds(doc)


@kind(
    "conditional",
    lambda it: [
        Together(it.trigger, it.forms),
        Present(it.trigger[:1], place=UnitPlace("paragraph", 1)),
    ],
    lambda it: [NoneOfKind(finder(it.trigger))],
)
def whenever_paragraph(doc: Document, trigger: Forms, forms: Forms) -> Kept:
    """A paragraph with any of the one words has one of the others too; vacuous where none has any of the one words."""
    found = [paragraph for paragraph in doc.paragraphs if mentions(paragraph, trigger)]
    return Kept(all(mentions(paragraph, forms) for paragraph in found), is_vacuous=not found)


@kind(
    "conditional",
    lambda it: [Present(it.trigger[:1]), NoneOfKind(finder(it.forms))],
    lambda it: [NoneOfKind(finder(it.trigger))],
)
def never_together(doc: Document, trigger: Forms, forms: Forms) -> Kept:
    """No sentence has both; vacuous where no sentence has any of the one words."""
    found = [sentence for sentence in doc.sentences if mentions(sentence, trigger)]
    return Kept(not any(mentions(sentence, forms) for sentence in found), is_vacuous=not found)


judged("if_meant", "conditional", subject=Subject, aim=Subject)


# What has to hold for each of several.


def _each(unit: Unit, of: Quantity, least: int, name: str) -> None:
    """Make a kind: a claim holds for every unit. Without any it is not kept, as the sentence asks for some."""

    def check(doc: Document, claim: Claim) -> bool:
        found = pieces(doc, unit)
        return bool(found) and all(map(claim.holds, found))

    kind("iterative", lambda it: [Bound(of, low=least), Each(unit, it.claim)], name=name)(check)


_each("paragraph", "paragraphs", 2, "each_paragraph")
_each("sentence", "paragraphs", 1, "each_sentence")
_each("section", "headings", 2, "each_section")
_each("bullet", "bullets", 2, "each_bullet")
_each("numbered item", "numbered", 2, "each_step")
_each("heading", "headings", 2, "each_heading")


@kind(
    "iterative",
    lambda it: [
        *(Present((one,), place=UnitPlace("paragraph", 0)) for one in it.texts),
        Together(it.texts, it.forms),
    ],
)
def each_named(doc: Document, texts: Texts, forms: Forms) -> bool:
    """Some paragraph mentions each together with one of the words; one may do for several."""
    found = [paragraph for paragraph in doc.paragraphs if mentions(paragraph, forms)]
    return all(any(mentions(paragraph, (one,)) for paragraph in found) for one in texts)


judged("each_told", "iterative", texts=Texts, subject=Subject)


def _at(place: int, found: tuple[str, ...]) -> tuple[str, ...]:
    """The one at a place, from 1 on and -1 for the last, if there is one."""
    return found[-1:] if place == -1 else found[place - 1 : place]


def _enough(place: int) -> Way:
    return [Bound("paragraphs", low=max(place, 1))]


def _titled(forms: tuple[str, ...]) -> Way:
    return [Bound("titles", low=1), Present(forms[:1], place=UnitPlace("title", 1))]


def _quotations(count: int) -> tuple[str, ...]:
    return tuple(f'"{one}"' for one in frames().quotations if len(words(one)) >= count)


def _without_mark(signs: str) -> Way:
    found = NoneOfKind(re.compile(f"[{re.escape(signs)}]"))
    return [found, Bound("questions", high=0)] if "?" in signs else [found]


def _heading_text(heading: str) -> str:
    """A heading as it is compared: without a number before it, in small letters."""
    return re.sub(r"\A\s*\d+[.)]\s*", "", heading).rstrip(":.").strip().casefold()


def _lengths(doc: Document) -> list[int]:
    return [len(words(paragraph)) for paragraph in doc.paragraphs]
