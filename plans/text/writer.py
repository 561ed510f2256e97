"""Writes a text that keeps to constraints, where one is found: their demands become a plan, and the plan a draft."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import Any, NamedTuple

from plans.text.claims import BaseClaim, Quantity, Unit
from plans.text.constraint import Constraint
from plans.text.demands import (
    NO_LIMIT,
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
    Present,
    Rising,
    Together,
    UnitPlace,
)
from plans.text.document import document, finder, mentions, words
from plans.text.vocabulary_files import frames, wording

_LISTS: tuple[Quantity, ...] = ("bullets", "numbered")
IN_A_SENTENCE = 3
"""Things that one sentence mentions."""
PADS = 400
"""Sentences that are put in to reach a length, before it is given up."""
TRIES = 24
"""Combinations of ways, and numbers of paragraphs, that are tried."""
MORE_PARAGRAPHS = 4


@dataclass
class Blueprint:
    """What is to be written."""

    low: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    high: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    barred: list[re.Pattern[str]] = field(default_factory=list[re.Pattern[str]])
    """What no sentence of our own may hold: what is absent, and what stands in one paragraph alone."""
    present: list[Present] = field(default_factory=list[Present])
    fixed: list[FixedText] = field(default_factory=list[FixedText])
    only: list[Only] = field(default_factory=list[Only])
    march: list[str] = field(default_factory=list[str])
    """Words whose first mentions come in this order."""
    headings: list[str] = field(default_factory=list[str])
    """Headings that come in this order."""
    items: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Kind of list item → what its items mention, in order."""
    each: dict[Unit, list[BaseClaim]] = field(default_factory=dict[Unit, list[BaseClaim]])
    adjacent: list[Adjacent] = field(default_factory=list[Adjacent])
    together: list[Together] = field(default_factory=list[Together])
    rising: list[Rising] = field(default_factory=list[Rising])
    growing: list[Growing] = field(default_factory=list[Growing])
    closes_with_question: bool = False

    def least(self, of: Quantity) -> int:
        """How many there have to be."""
        return self.low.get(of, 0)

    def most(self, of: Quantity) -> int:
        """How many there may be."""
        return self.high.get(of, NO_LIMIT)

    def heading_texts(self) -> list[str]:
        """Headings that are named, in whatever small or capital letters, each once."""
        named = [
            one.options[0] for one in self.present if one.place is not None and one.place.unit == "heading"
        ]
        fixed = [one.text for one in self.fixed if one.slot == "heading"]
        return list({text.casefold(): text for text in (*named, *self.headings, *fixed)}.values())

    def heading_count(self) -> int:
        """How many headings there have to be."""
        return max(self.least("headings"), len(self.heading_texts()))

    def fits(self, text: str) -> bool:
        """Whether a sentence of our own holds nothing that may not stand there."""
        return not any(barred.search(text) for barred in self.barred)


def blueprint(demands: Iterable[Demand]) -> Blueprint | None:
    """The demands together; None where orders go in a circle or a number is to be both above and below another."""
    plan = Blueprint()
    orders: dict[str, list[Sequence[str]]] = {}
    for demand in demands:
        match demand:
            case Bound(of=of, low=low, high=high):
                # One item alone would be no list.
                least = max(low, 2) if low and of in _LISTS else low
                plan.low[of] = max(plan.least(of), least)
                plan.high[of] = min(plan.most(of), high)
            case NoneOfKind(found=found):
                plan.barred.append(found)
            case Present():
                plan.present.append(demand)
            case FixedText():
                plan.fixed.append(demand)
            case Only(forms=forms):
                plan.only.append(demand)
                plan.barred.append(finder(forms))
            case Ordered(texts=texts, of=of):
                orders.setdefault(of, []).append(texts)
            case Each(unit=unit, claim=claim):
                plan.each.setdefault(unit, []).append(claim)
                if claim.called() == "omits":
                    plan.barred.append(finder(claim.asks()["forms"]))
            case Adjacent():
                plan.adjacent.append(demand)
            case Together():
                plan.together.append(demand)
            case Rising():
                plan.rising.append(demand)
            case Growing():
                plan.growing.append(demand)
            case ClosingQuestion():
                plan.closes_with_question = True
    try:
        merged = {of: _merged(lists) for of, lists in orders.items()}
    except CycleError:
        return None
    plan.march, plan.headings = merged.pop("word", []), merged.pop("heading", [])
    plan.items = merged
    return None if any(plan.least(of) > plan.most(of) for of in plan.low) else plan


def _merged(orders: Sequence[Sequence[str]]) -> list[str]:
    """One order that keeps to all; raises CycleError where there is none."""
    before: dict[str, list[str]] = {}
    for order in orders:
        for place, text in enumerate(order):
            before.setdefault(text, []).extend(order[max(0, place - 1) : place])
    return list(TopologicalSorter(before).static_order())


@dataclass
class Paragraph:
    """Sentences in order; what is added goes before the tail."""

    body: list[str] = field(default_factory=list[str])
    tail: list[str] = field(default_factory=list[str])
    first_line: str = ""
    """A line of its own above the sentences."""
    last_line: str = ""
    """A line of its own beneath them."""

    def text(self) -> str:
        """As it stands in the answer."""
        lines = (self.first_line, " ".join([*self.body, *self.tail]), self.last_line)
        return "\n".join(line for line in lines if line)

    def count(self) -> int:
        """Words."""
        return len(words(self.text()))

    def sentence_count(self) -> int:
        """Sentences, lines of their own among them."""
        return len(self.body) + len(self.tail) + bool(self.first_line) + bool(self.last_line)

    def mentions(self, *forms: str) -> bool:
        """Whether any of the words stands in it."""
        return mentions(self.text(), forms)

    def change(self, place: int, sentence: str) -> None:
        """Put another sentence in a place, counted over body and tail."""
        if place < len(self.body):
            self.body[place] = sentence
        else:
            self.tail[place - len(self.body)] = sentence


@dataclass
class TextDraft:
    """A text: title, headings before the first paragraphs, lists before the last one."""

    paragraphs: list[Paragraph]
    opening: int = 0
    """Paragraphs before the first heading."""
    title: str = ""
    headings: list[str] = field(default_factory=list[str])
    bullets: list[str] = field(default_factory=list[str])
    numbered: list[str] = field(default_factory=list[str])

    def text(self) -> str:
        """The whole answer, in Markdown."""
        blocks: list[str] = [f"# {self.title}"] if self.title else []
        for place, paragraph in enumerate(self.paragraphs):
            if 0 <= place - self.opening < len(self.headings):
                blocks.append(f"## {self.headings[place - self.opening]}")
            if place == len(self.paragraphs) - 1:
                blocks += self._lists()
            blocks.append(paragraph.text())
        return "\n\n".join(block for block in blocks if block) + "\n"

    def paragraph(self, number: int) -> Paragraph:
        """A paragraph by its place, from 1 on; -1 is the last."""
        return self.paragraphs[number - 1 if number > 0 else -1]

    def section(self, number: int) -> Paragraph:
        """The first paragraph of the section beneath that heading, from 1 on; -1 is the last heading."""
        index = number - 1 if number > 0 else len(self.headings) - 1
        return self.paragraphs[self.opening + index]

    def all_sentences(self) -> list[tuple[Paragraph, int]]:
        """Of each sentence that a word can be added to, where it stands; -1 for a line that stays as it is."""
        found: list[tuple[Paragraph, int]] = []
        for paragraph in self.paragraphs:
            found += [(paragraph, -1)] if paragraph.first_line else []
            found += [(paragraph, place) for place in range(len(paragraph.body) + len(paragraph.tail))]
            found += [(paragraph, -1)] if paragraph.last_line else []
        return found

    def _lists(self) -> list[str]:
        bullets = "\n".join(f"- {item}" for item in self.bullets)
        numbered = "\n".join(f"{number}. {item}" for number, item in enumerate(self.numbered, 1))
        return [bullets, numbered]


def composed(plan: Blueprint, about: str, paragraphs: int) -> str:
    """A text of so many paragraphs on a topic, for the blueprint."""
    return _Composer(plan, about, paragraphs).text()


class _Composer:
    def __init__(self, plan: Blueprint, about: str, paragraphs: int) -> None:
        self.plan = plan
        self.about = about
        self.end = next((mark for mark in ".!" if plan.fits(mark)), "")
        self.mentioning = [one for one in frames().mentions if plan.fits(_bare(one).replace(".", self.end))]
        self.fillers = [one for one in frames().fillers if plan.fits(one.replace(".", self.end))]
        self.questions = [one for one in frames().questions if plan.fits(one)]
        self.used: dict[int, int] = {}
        self.draft = TextDraft([Paragraph() for _ in range(paragraphs)])

    def text(self) -> str:
        """The parts in an order in which none undoes another."""
        if not self.mentioning or not self.fillers:
            return ""
        self._lines()
        self._headings()
        self._march()
        self._rising()
        self._paragraph_pins()
        self._lists()
        self._title()
        self._anywhere()
        self._for_each_paragraph()
        self._together()
        self._tails()
        self._sentence_pins()
        self._starts()
        self._lengths()
        return self.draft.text()

    def _lines(self) -> None:
        for fixed in self.plan.fixed:
            if fixed.slot == "first line":
                self.draft.paragraphs[0].first_line = fixed.text
                self.draft.opening = 1
            elif fixed.slot == "last line":
                self.draft.paragraphs[-1].last_line = fixed.text

    def _headings(self) -> None:
        """Those with a place first, then those in order into what is left, then others, then fillers."""
        plan = self.plan
        named = [option for one in self._placed("heading") for option in one.options[:1]]
        fixed = [one for one in plan.fixed if one.slot == "heading"]
        texts = {text.casefold() for text in plan.heading_texts()}
        count = plan.heading_count()
        slots: list[str] = [""] * count
        for one in fixed:
            if one.number <= count:
                slots[one.number - 1 if one.number > 0 else -1] = one.text
        taken = {text.casefold() for text in slots}
        in_order = [text for text in plan.headings if text.casefold() not in taken]
        ordered = {text.casefold() for text in plan.headings}
        free = [text for text in dict.fromkeys(named) if text.casefold() not in taken | ordered]
        fillers = self._heading_fillers(texts)
        # A heading in order that has a place of its own keeps those before it above it.
        waiting = iter([*in_order, *free])
        for place, text in enumerate(slots):
            if not text:
                slots[place] = next(waiting, "") or next(fillers, "")
        self.draft.headings = slots

    def _heading_fillers(self, taken: set[str]) -> Iterator[str]:
        claims = self.plan.each.get("heading", [])
        for text in frames().headings:
            heading = _so(text, claims, joint=" with ")
            if heading.casefold() not in taken and self.plan.fits(text):
                yield heading

    def _march(self) -> None:
        """Words in order come first of all, so that no other sentence comes before them."""
        march = self.plan.march
        for begin in range(0, len(march), IN_A_SENTENCE):
            things = march[begin : begin + IN_A_SENTENCE]
            self.draft.paragraphs[0].body.append(self._sentence(things))

    def _rising(self) -> None:
        for one in self.plan.rising:
            if one.pattern == "year":
                things = [str(1900 + 10 * place) for place in range(one.count)]
            else:
                things = [f"{9 + place // 2:02d}:{place % 2 * 30:02d}" for place in range(one.count)]
            self._shortest().body.append(self._sentence(things))

    def _paragraph_pins(self) -> None:
        for one in self._placed("paragraph"):
            assert one.place is not None
            number = one.place.number
            paragraph = self._shortest() if number == 0 else self.draft.paragraph(number)
            self._mention(
                paragraph, [option for option in one.options if self._may_stand(option)][: one.count]
            )
        for one in self._placed("section"):
            assert one.place is not None
            self._mention(self.draft.section(one.place.number), one.options[:1])
        for only in self.plan.only:
            self._mention(self.draft.paragraph(only.paragraph), only.forms[:1])
        for pair in self.plan.adjacent:
            self._shortest().body += [self._sentence([pair.first]), self._sentence([pair.second])]

    def _lists(self) -> None:
        self.draft.bullets = self._items("bullet", self.plan.least("bullets"))
        self.draft.numbered = self._items("numbered item", self.plan.least("numbered"))

    def _items(self, unit: Unit, least: int) -> list[str]:
        """Items that begin in alphabetical order, whatever they mention."""
        named = self.plan.items.get(unit, [])
        pins = self._placed(unit)
        count = max(least, len(named))
        texts: list[str] = []
        pairs = zip(frames().items, frames().plain_items, strict=True)
        usable = [pair for pair in pairs if all(self.plan.fits(_bare(text)) for text in pair)]
        for place, (with_thing, plain) in zip(range(count), usable, strict=False):
            things = named[place : place + 1]
            for pin in pins:
                assert pin.place is not None
                if place == (pin.place.number - 1 if pin.place.number > 0 else count - 1):
                    things = [*things, *(option for option in pin.options[:1] if option not in things)]
            text = with_thing.replace("{things}", _joined(things)) if things else plain
            texts.append(_so(text, self.plan.each.get(unit, []), joint=", with "))
        return texts

    def _title(self) -> None:
        wanted = [option for one in self._placed("title") for option in one.options[:1]]
        if self.plan.least("titles") or wanted:
            frame = next((title for title in frames().titles if self.plan.fits(_bare(title))), "{things}")
            self.draft.title = frame.replace("{things}", _joined(wanted or ["it all"]))

    def _anywhere(self) -> None:
        """What has no place, as far as it does not stand there yet; the topic last."""
        for one in self.plan.present:
            if one.place is not None:
                continue
            text = self.draft.text()
            options = [option for option in one.options if self._may_stand(option)]
            there = [option for option in options if finder((option,)).search(text)]
            for option in [option for option in options if option not in there][
                : max(0, one.count - len(there))
            ]:
                self._shortest().body.append(self._sentence([option]))
            for option in options[:1] if one.times > 1 else ():
                found = len(finder((option,)).findall(self.draft.text()))
                for _ in range(one.times - found):
                    self._shortest().body.append(self._sentence([option]))
        if self.plan.fits(self.about) and not mentions(self.draft.text(), (self.about,)):
            self._shortest().body.append(self._sentence([self.about]))
        asked = self.draft.text().count("?")
        for question in self._in_turn(self.questions, self.plan.least("questions") - asked):
            self._shortest().body.append(question)

    def _for_each_paragraph(self) -> None:
        for forms in self._claimed("mentions"):
            for paragraph in self.draft.paragraphs:
                self._mention(paragraph, forms[:1])
        for _ in self._claimed("has_number"):
            for paragraph in self.draft.paragraphs:
                if not re.search(r"\d", paragraph.text()):
                    paragraph.body.append(self._sentence(["3 of them"]))
        for paragraph in self.draft.paragraphs:
            if not paragraph.body:
                self._fill(paragraph)

    def _together(self) -> None:
        # A word that is brought in may ask for a further one.
        for _ in self.plan.together:
            for one in self.plan.together:
                for paragraph in self.draft.paragraphs:
                    if paragraph.mentions(*one.trigger) and not paragraph.mentions(*one.forms):
                        self._mention(paragraph, [form for form in one.forms if self._may_stand(form)][:1])

    def _tails(self) -> None:
        ends = list(self._claimed("ends"))
        for place, paragraph in enumerate(self.draft.paragraphs):
            is_last = place == len(self.draft.paragraphs) - 1
            for name in ends if not paragraph.last_line else ():
                mark = wording().marks[name].characters[0]
                if mark == "?" and self.questions:
                    paragraph.tail = [self.questions[place % len(self.questions)]]
                else:
                    paragraph.tail = [self.fillers[place % len(self.fillers)].rstrip(".") + mark]
            if is_last and self.plan.closes_with_question and self.questions and not paragraph.last_line:
                paragraph.tail = [self.questions[-1]]

    def _sentence_pins(self) -> None:
        for one in self._placed("sentence"):
            assert one.place is not None
            number = one.place.number
            while number > len(self.draft.paragraphs[0].body) and self._has_room(self.draft.paragraphs[0]):
                self._fill(self.draft.paragraphs[0])
            known = self.draft.all_sentences()
            if number > len(known):
                continue
            paragraph, place = known[number - 1 if number > 0 else -1]
            if place < 0:
                continue
            sentence = [*paragraph.body, *paragraph.tail][place]
            if not mentions(sentence, one.options):
                paragraph.change(place, _with(sentence, one.options[0]))
                self._together()

    def _starts(self) -> None:
        starts = {
            one.number if one.number > 0 else len(self.draft.paragraphs): one.text
            for one in self.plan.fixed
            if one.slot == "start of paragraph"
        }
        for text in self._claimed("begins"):
            starts |= {
                place: text for place in range(1, len(self.draft.paragraphs) + 1) if place not in starts
            }
        for place, text in starts.items():
            paragraph = self.draft.paragraph(place)
            if paragraph.first_line or not paragraph.body:
                continue
            first = paragraph.body[0]
            paragraph.body[0] = f"{text}, {first[0].lower()}{first[1:]}"

    def _lengths(self) -> None:
        """Least lengths of paragraphs and sections, then of the text, then growing from one to the next."""
        least = max(self._claimed("least_words"), default=0)
        for paragraph in self.draft.paragraphs:
            for _ in range(PADS):
                if paragraph.count() >= least:
                    break
                self._fill(paragraph)
        missing = self.plan.least("words") - len(words(self.draft.text()))
        for turn in range(PADS):
            if missing <= 0:
                break
            roomy = [paragraph for paragraph in self.draft.paragraphs if self._has_room(paragraph)]
            paragraph = roomy[turn % len(roomy)] if roomy else self.draft.paragraphs[-1]
            before = paragraph.count()
            self._fill(paragraph)
            missing -= paragraph.count() - before
        for one in self.plan.growing:
            known = self.draft.paragraphs if one.is_rising else self.draft.paragraphs[::-1]
            for shorter, longer in zip(known, known[1:], strict=False):
                for _ in range(PADS):
                    if longer.count() >= shorter.count():
                        break
                    self._fill(longer)

    def _claimed(self, name: str) -> Iterator[Any]:
        """The fields of claims of a name on paragraphs or sections: each paragraph is written as its section's only."""
        for unit in ("paragraph", "section"):
            for claim in self.plan.each.get(unit, []):
                if claim.called() == name:
                    yield next(iter(claim.asks().values()), None)

    def _has_room(self, paragraph: Paragraph) -> bool:
        return all(paragraph.count() + 9 <= most for most in self._claimed("most_words")) and all(
            paragraph.sentence_count() < most for most in self._claimed("most_sentences")
        )

    def _placed(self, unit: Unit) -> list[Present]:
        return [
            one for one in self.plan.present if isinstance(one.place, UnitPlace) and one.place.unit == unit
        ]

    def _may_stand(self, option: str) -> bool:
        return not any(barred.search(option) for barred in self.plan.barred)

    def _mention(self, paragraph: Paragraph, options: Sequence[str]) -> None:
        missing = [option for option in options if not paragraph.mentions(option)]
        if missing:
            paragraph.body.append(self._sentence(missing))

    def _shortest(self) -> Paragraph:
        return min(
            self.draft.paragraphs, key=lambda paragraph: (paragraph.sentence_count(), paragraph.count())
        )

    def _sentence(self, things: Sequence[str]) -> str:
        frame = self._next(self.mentioning)
        return frame.replace(".", self.end).replace("{things}", _joined(things))

    def _fill(self, paragraph: Paragraph) -> None:
        paragraph.body.append(self._next(self.fillers).replace(".", self.end))

    def _next(self, texts: list[str]) -> str:
        turn = self.used.get(id(texts), 0)
        self.used[id(texts)] = turn + 1
        return texts[turn % len(texts)]

    def _in_turn(self, texts: list[str], count: int) -> list[str]:
        return [self._next(texts) for _ in range(count)] if texts else []


def _bare(frame: str) -> str:
    """A frame without its gap, whose name is a word too."""
    return frame.replace("{things}", "")


def _joined(things: Sequence[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def _with(sentence: str, thing: str) -> str:
    body = sentence.rstrip(".!?")
    return f"{body}, with {thing}{sentence[len(body) :]}"


def _so(text: str, claims: Sequence[BaseClaim], joint: str) -> str:
    """A heading or item for which the claims hold; how it begins and ends comes last."""
    for claim in sorted(claims, key=lambda claim: claim.called() in ("begins", "ends")):
        value: Any = next(iter(claim.asks().values()), None)
        match claim.called():
            case "mentions" if not claim.holds(text):
                text = f"{text}{joint}{value[0]}"
            case "has_number" if not claim.holds(text):
                text = f"{text}{joint}3 of them"
            case "least_words":
                while not claim.holds(text):
                    text = f"{text} and so on"
            case "begins" if not claim.holds(text):
                text = f"{value}, {text[0].lower()}{text[1:]}"
            case "ends" if not claim.holds(text):
                text = f"{text}{wording().marks[value].characters[0]}"
            case _:
                pass
    return text


class WrittenText(NamedTuple):
    """A text, and which constraints it misses, by their places; it is the best of those that were tried."""

    text: str
    missed: tuple[int, ...]


def written(constraints: Sequence[Constraint], about: str) -> WrittenText:
    """A text on a topic for all constraints that a program decides; the same one each time.

    That it misses some is no proof that none exists. Empty, with all missed, where no two ways go together.
    """
    decided = [place for place, constraint in enumerate(constraints) if not constraint.JUDGED]
    best = WrittenText("", tuple(decided))
    for text in islice(_drafts([constraints[place] for place in decided], about), TRIES):
        read = document(text)
        missed = tuple(place for place in decided if not constraints[place].kept(read).holds)
        if len(missed) < len(best.missed) or not best.text:
            best = WrittenText(text, missed)
        if not missed:
            break
    return best


def _drafts(constraints: Sequence[Constraint], about: str) -> Iterator[str]:
    for ways in product(*(constraint.ways() for constraint in constraints)):
        plan = blueprint(demand for way in ways for demand in way)
        if plan is None:
            continue
        for paragraphs in _paragraph_counts(plan):
            yield composed(plan, about, paragraphs)


def _paragraph_counts(plan: Blueprint) -> range:
    """As few as demands allow, and somewhat more: those that follow headings, and two around lists."""
    has_lists = plan.least("bullets") + plan.least("numbered") + sum(map(len, plan.items.values())) > 0
    headings = plan.heading_count()
    # A first line of its own stands above all headings, in a paragraph of its own.
    headings += headings > 0 and any(one.slot == "first line" for one in plan.fixed)
    least = max(plan.least("paragraphs"), headings, 2 if has_lists else 1)
    preferred = max(least, min(3, plan.most("paragraphs")))
    return range(preferred, min(preferred + MORE_PARAGRAPHS, plan.most("paragraphs")) + 1)
