"""Whether demands go together: the one place where kinds of constraints meet."""

import re
from collections.abc import Collection, Sequence

from plans.text.constraints.claims import Begins, Ends, Mentions, MostWords, Omits
from plans.text.constraints.demands import (
    Adjacent,
    Bound,
    ClosingQuestion,
    Demand,
    Each,
    FixedText,
    Growing,
    NoneOfKind,
    Only,
    Ordered,
    OrderedHeadings,
    OrderedItems,
    Present,
    Rising,
    Together,
    UnitPlace,
    Way,
)
from plans.text.document import finder, mentions, words


def clash(one: Way, other: Way) -> bool:
    """Whether no text meets both, or none that could be built is known; the same whichever way round."""
    return any(_clashes(a, b) or _clashes(b, a) for a in one for b in other)


def needed_texts(demand: Demand) -> tuple[str, ...]:
    """All that the demand wants written, as far as there is no choice."""
    match demand:
        case Present(options=options, count=count) if count == len(options):
            return options
        case FixedText(text=text):
            return (text,)
        case Only(forms=forms):
            return forms[:1]
        case Ordered(texts=texts) | OrderedHeadings(texts=texts) | OrderedItems(texts=texts):
            return texts
        case Adjacent(first=first, second=second):
            return (first, second)
        case Each(claim=claim):
            return claim.needs
        case Rising(pattern=pattern):
            return ("1900",) if pattern == "year" else ("09:00",)
        case ClosingQuestion():
            return ("?",)
        case _:
            return ()


def _clashes(one: Demand, other: Demand) -> bool:
    match one, other:
        case Bound(), Bound():
            return one.of == other.of and (one.low > other.high or other.low > one.high)
        case NoneOfKind(), Present():
            return _left(other.options, one.found) < other.count
        case NoneOfKind(), _:
            return any(one.found.search(text) for text in needed_texts(other))
        case Only(), Only():
            return one.paragraph != other.paragraph and _share(one.forms, other.forms)
        case Only(), Present():
            if other.place == UnitPlace("paragraph", one.paragraph):
                return False
            return _left(other.options, finder(one.forms)) < other.count
        case Only(), Together():
            return _share(one.forms, other.forms) or _share(one.forms, other.trigger)
        case Only(), _:
            return any(mentions(text, one.forms) for text in needed_texts(other))
        case Ordered(), Ordered():
            return _contradict(one.texts, other.texts)
        case Ordered(), Present():
            return _comes_early(one.texts, other)
        case Ordered(), FixedText(slot=slot, text=text):
            return slot != "last line" and mentions(text, one.texts)
        case Ordered(), OrderedHeadings():
            return any(mentions(text, one.texts) for text in other.texts)
        case Ordered(), Each(unit="heading", claim=Mentions(forms=forms)):
            return mentions(forms[0], one.texts)
        case FixedText(), FixedText():
            return _same_slot(one, other)
        case FixedText(slot="first line"), Bound(of="titles", low=low):
            return low > 0
        case FixedText(slot="first line", text=text), Present(
            options=options, place=UnitPlace(unit="sentence", number=1)
        ):
            return not mentions(text, options)
        case FixedText(slot="last line", text=text), Present(
            options=options, place=UnitPlace(unit="sentence", number=-1)
        ):
            return not mentions(text, options)
        case FixedText(slot="last line", text=text), ClosingQuestion():
            return not text.endswith("?")
        case Present(options=options, place=UnitPlace(unit="heading")), Each(unit="heading", claim=claim):
            return not any(map(claim.holds, options))
        case Each(claim=Omits(forms=forms)), Present(options=options, count=count):
            return _left(options, finder(forms)) < count
        case Each(claim=Omits(forms=forms)), Only() | Ordered() | OrderedItems() | Adjacent():
            return any(mentions(text, forms) for text in needed_texts(other))
        case FixedText(slot="heading", text=text), Each(unit="heading", claim=claim):
            return not claim.holds(text)
        case OrderedHeadings(), OrderedHeadings():
            return _contradict(one.texts, other.texts)
        case OrderedHeadings(texts=texts), Each(unit="heading", claim=claim):
            return not all(map(claim.holds, texts))
        case OrderedHeadings(texts=texts), FixedText(slot="heading", text=text, number=number):
            return text in texts and texts.index(text) + 1 > number > 0
        case OrderedItems(unit=unit, texts=texts), OrderedItems(unit=same, texts=others):
            return unit == same and _contradict(texts, others)
        case Growing(), Growing():
            return one != other
        case Rising(pattern=pattern), Present(options=options, count=count):
            found = re.compile(r"\b\d{4}\b" if pattern == "year" else r"\d:\d")
            return _left(options, found) < count
        case Rising(), FixedText(text=text):
            return bool(re.search(r"\d", text))
        case Each(unit=unit, claim=claim), Each(unit=same, claim=another):
            return unit == same and claim.excludes(another)
        case Each(unit="paragraph", claim=Begins(text=text)), FixedText(slot=slot, text=there):
            at_start = slot in ("start of paragraph", "first line")
            return at_start and not there.casefold().startswith(text.casefold())
        case Each(unit="paragraph", claim=Begins(text=text)), Ordered(texts=texts):
            return mentions(text, texts)
        case Each(unit="paragraph" | "sentence", claim=Ends() as claim), FixedText(
            slot="last line", text=there
        ):
            return not claim.holds(there)
        case Each(unit="paragraph", claim=Ends() as claim), ClosingQuestion():
            return not claim.holds("Is it?")
        case Each(unit="sentence", claim=MostWords(count=count)), FixedText() | Present():
            return any(len(words(text)) + 5 > count for text in needed_texts(other))
        case Together(forms=forms), NoneOfKind(found=found):
            return _left(forms, found) < 1
        case _:
            return False


def _left(options: Sequence[str], barred: re.Pattern[str]) -> int:
    return sum(1 for option in options if not barred.search(option))


def _share(one: Collection[str], other: Collection[str]) -> bool:
    return any(mentions(form, other) for form in one) or any(mentions(form, one) for form in other)


def _contradict(one: Sequence[str], other: Sequence[str]) -> bool:
    known = {text.casefold(): place for place, text in enumerate(one)}
    shared = [known[text.casefold()] for text in other if text.casefold() in known]
    return shared != sorted(shared)


def _comes_early(texts: Sequence[str], wanted: Present) -> bool:
    """Whether a word is wanted where it would come before others that are to come first."""
    place = wanted.place
    if place is None or place.unit not in ("title", "heading", "sentence") or place.number == -1:
        return False
    later = texts[1:] if place.unit == "sentence" else texts
    return any(mentions(option, later) for option in wanted.options)


def _same_slot(one: FixedText, other: FixedText) -> bool:
    starts = {"first line", "start of paragraph"}
    same = (one.slot, one.number) == (other.slot, other.number) or (
        {one.slot, other.slot} == starts and 1 in (one.number, other.number) and one.number == other.number
    )
    repeats = one.slot == other.slot == "heading" and one.text == other.text and one.number != other.number
    return (same and one.text != other.text) or repeats
