"""A simulated user whose words are a model's; what is told, and whether it leaks a criterion, is settled by program."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar, cast

from agents.browser.grounding.names import stem, stems
from agents.gateway.prompts import Prompts
from agents.users.personas import Persona, persona_digest, read_persona, read_phrasebook
from agents.users.template_user import (
    Complaint,
    FeedbackMessage,
    TemplateUser,
    flat,
    report_lines,
    root_failures,
    telling,
    telling_of_nothing,
)
from plans.contracts.models import Model
from plans.digests import text_digest
from plans.errors import ModelError
from plans.files import parse_record, read_text
from plans.plain_text import count_text, lines_of
from plans.records.base import FileRecord
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, FeedbackPoint, FeedbackWording, LeakPolicy
from plans.records.marks import MarkCode
from plans.records.model_call import Message, ModelCall, ModelUse, Shape, model_use
from plans.records.specification import PRD, Requirement
from plans.records.verdict import Judgement

WORDS_FILE = Path(__file__).with_name("never_said.yaml")
LONGEST_RUN = 5
"""Words in a row, as they stand in what is kept back, from which they were taken from there."""
FEWEST_NEW = 3
"""Telling words of a statement that the message was not told, and has, from which it may say the statement."""
FEWEST_OF_A_TITLE = 2
"""Telling words of a title that the message was not told, and has, from which it says the title."""
MOST_OF_IT = 0.6
"""Share of a statement's telling words from which it is said."""
SHORTEST_DATUM = 3
TYPED = frozenset({"value", "filename", "content", "input", "line"})
"""Fields of a task's steps and commands that hold data."""
PATTERNS = {
    "an id of a requirement": re.compile(r"\bR\d+(?:\.\d+)+\b"),
    "an address": re.compile(r"\bhttps?://|\bwww\.", re.IGNORECASE),
    "code": re.compile(r"```|\{[a-z_]+\}|</?[a-z][a-z0-9-]*[^>]*>|\b[a-z]\w*\(\)", re.IGNORECASE),
    "a selector": re.compile(r"(?<![\w.])[.#][a-z][\w-]*[-_]\w+|\[[a-z-]+(?:[*^$~|]?=[^\]]*)?\]|(?<!\S)//\w"),
}
_SENTENCE_END = re.compile(r"(?<=[.!?;:\n])\s+")


class NeverSaid(FileRecord):
    """`never_said.yaml`."""

    SCHEMA: ClassVar[str] = "never-said"

    benchmark: tuple[str, ...]
    machinery: tuple[str, ...]
    player: tuple[str, ...]
    stop: tuple[str, ...]
    """Words that tell nothing by themselves."""


@dataclass(frozen=True)
class Secrets:
    """What a message may not say, and what it was told."""

    ids: tuple[str, ...]
    data: tuple[str, ...]
    statements: tuple[str, ...]
    titles: tuple[str, ...]
    told: str
    """All that it may say, in one text."""


def secrets_of(criteria: Criteria, prd: PRD, told: Sequence[str], given: Collection[str]) -> Secrets:
    """What is kept back of an item from a message that was `told` these lines; `given` are ids of requirements whose
    text is among them.
    """
    kept = [leaf for leaf in prd.leaves() if leaf.id not in given]
    statements = [outcome.statement for task in criteria.tasks for outcome in task.outcomes]
    statements += [sentence for leaf in kept for sentence in _SENTENCE_END.split(leaf.text)]
    data = {datum for task in criteria.tasks for datum in _typed(task.how.model_dump(mode="json"))}
    data |= {datum for leaf in kept for datum in leaf.data}
    return Secrets(
        ids=tuple(sorted(_ids(criteria))),
        data=tuple(sorted(datum for datum in data if _is_telling(datum))),
        statements=tuple(statements),
        titles=tuple(_titles(kept)),
        told=" ".join(" ".join(told).split()),
    )


def leaks_in(text: str, secrets: Secrets) -> list[str]:
    """What a text gives away, each with the words that do; empty where it keeps to what it was told."""
    return list(dict.fromkeys([*_foreign(text, secrets), *_given_away(text, secrets)]))


def telling_stems(text: str) -> frozenset[str]:
    """Stems of the words of a text that tell something."""
    return frozenset(stems(text)) - _stop_stems()


@cache
def read_never_said() -> NeverSaid:
    """The words."""
    return parse_record(read_text(WORDS_FILE), NeverSaid, WORDS_FILE)


def _foreign(text: str, secrets: Secrets) -> Iterator[str]:
    """Words that no user would use."""
    words = read_never_said()
    for what, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            if match.group() not in secrets.told:
                yield f"{match.group()!r} is {what}, which a user does not know"
    kinds = {
        "of those who test products": words.benchmark,
        "of those who build products": words.machinery,
        "of somebody who plays a user": words.player,
    }
    for whose, listed in kinds.items():
        for word in listed:
            if _has(text, word) and not _has(secrets.told, word):
                yield f"{word!r} is a word {whose}"
    for id in secrets.ids:
        if _has(text, id) and not _has(secrets.told, id):
            yield f"{id!r} is an id"


def _given_away(text: str, secrets: Secrets) -> Iterator[str]:
    """What is kept back."""
    for datum in secrets.data:
        if _says_datum(text, datum) and not _has(secrets.told, datum):
            yield f"{datum!r} is a datum that you were not told"
    for title in secrets.titles:
        if _has(text, title) and len(telling_stems(title) - telling_stems(secrets.told)) >= FEWEST_OF_A_TITLE:
            yield f"{title!r} is something else that is wished for, of which you were not told"
    for statement in secrets.statements:
        if said := _said_of(statement, text, secrets.told):
            yield f"{said!r} says more of what is wished for than you were told"


def _said_of(statement: str, text: str, told: str) -> str:
    """The words by which a text says a statement; empty where it does not, beyond what was told."""
    if run := _run(statement, text, told):
        return run
    new = telling_stems(statement) - telling_stems(told)
    found = new & telling_stems(text)
    if len(found) < max(FEWEST_NEW, MOST_OF_IT * len(new)):
        return ""
    words = [word for word in re.findall(r"[\w'’-]+", text) if telling_stems(word) & found]
    return " … ".join(dict.fromkeys(words))


def _run(statement: str, text: str, told: str) -> str:
    """Words in a row that stand in both, and not in what was told."""
    ours, theirs = list(stems(text)), list(stems(statement))
    known = f" {' '.join(stems(told))} "
    held = f" {' '.join(theirs)} "
    for place in range(len(ours) - LONGEST_RUN + 1):
        run = " ".join(ours[place : place + LONGEST_RUN])
        if f" {run} " in held and f" {run} " not in known and telling_stems(run) - telling_stems(told):
            return run
    return ""


def _ids(criteria: Criteria) -> Iterator[str]:
    """Ids that are no words of a language."""
    for task in criteria.tasks:
        yield from (id for id in (task.id, *(one.id for one in task.outcomes)) if re.search("[-_0-9]", id))


def _titles(leaves: Sequence[Requirement]) -> Iterator[str]:
    """Titles that could not be said by chance."""
    yield from (leaf.title for leaf in leaves if len(telling_stems(leaf.title)) >= FEWEST_OF_A_TITLE)


def _typed(value: object) -> Iterator[str]:
    """Data in steps and commands; what is bound in a run is known to nobody before."""
    if isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, object]", value).items():
            if name in TYPED and isinstance(inner, str):
                yield from (row.strip() for row in lines_of(inner) if "{" not in row)
            else:
                yield from _typed(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _typed(inner)


def _is_telling(datum: str) -> bool:
    return len(datum.strip()) >= SHORTEST_DATUM and bool(telling_stems(datum))


def _says_datum(text: str, datum: str) -> bool:
    """A single word counts where it is quoted: else anybody may use it."""
    if datum.isalpha():
        return re.search(rf"[\"'“‘«`]{re.escape(datum)}[\"'”’»`]", text, re.IGNORECASE) is not None
    return _has(text, datum)


def _has(text: str, phrase: str) -> bool:
    """Whether the phrase stands in a text by itself, in whatever case."""
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None


@cache
def _stop_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in read_never_said().stop)


MOST_AROUND = 60
"""Words of an opening, of a closing and of an aside."""
LEEWAY = 2
"""Times the words that were asked for from which a complaint is too long: models count badly."""


class SaidComplaint(Shape):
    """One complaint."""

    number: int
    """The number that it was handed with."""
    text: str
    """What the user says of it, one paragraph of plain text."""


class SaidMessage(Shape):
    """What the user writes."""

    opening: str
    """How the message begins."""
    complaints: list[SaidComplaint]
    """One for each that was handed over."""
    asides: list[str]
    """One for each other subject that was handed over; empty where there was none."""
    closing: str
    """How the message ends; may be empty."""


def faults_of(said: SaidMessage, told: FeedbackMessage, persona: Persona, secrets: Secrets) -> list[str]:
    """What keeps the words from being said, each in words that a model can go by; empty when nothing does."""
    found = [*_around(said, told), *_numbering(said, told)]
    by_number = {one.number: one.text for one in said.complaints}
    for number, complaint in enumerate(told.complaints, 1):
        if number in by_number:
            wrong = _complaint_faults(by_number[number], complaint, persona, told)
            found += [f"Complaint {number} {fault}." for fault in wrong]
    for place, text in _parts(said):
        found += [f"{place}: {leak}." for leak in leaks_in(text, secrets)]
    return found


def message_of(said: SaidMessage, points: Sequence[str], places: Sequence[int], *, closing: str = "") -> str:
    """The whole message: one paragraph for a single thing, else a line for each. `points` stand in for the complaints,
    and the asides before those at `places`; `closing` is said before the model's own.
    """
    lines = list(points)
    for place, aside in sorted(zip(places, said.asides, strict=True), reverse=True):
        lines.insert(place, flat(aside))
    opening, ending = flat(said.opening), f"{closing} {flat(said.closing)}".strip()
    if len(lines) == 1:
        return f"{opening} {lines[0]} {ending}".strip()
    return "\n".join([opening, "", *(f"- {line}" for line in lines), *(["", ending] if ending else [])])


def _parts(said: SaidMessage) -> Iterator[tuple[str, str]]:
    yield "The opening", said.opening
    yield from ((f"Complaint {one.number}", one.text) for one in said.complaints)
    yield from ((f"Aside {place}", text) for place, text in enumerate(said.asides, 1))
    yield "The closing", said.closing


def _around(said: SaidMessage, told: FeedbackMessage) -> Iterator[str]:
    if not said.opening.strip():
        yield "The opening is empty."
    if len(said.asides) != len(told.asides) or not all(text.strip() for text in said.asides):
        asked = count_text(len(told.asides), "aside")
        yield f"There are {len(said.asides)} asides, of which none may be empty, and {asked} were asked for."
    for place, text in _parts(said):
        if not place.startswith("Complaint") and len(text.split()) > MOST_AROUND:
            yield f"{place} has {len(text.split())} words, and at most {MOST_AROUND} are read."


def _numbering(said: SaidMessage, told: FeedbackMessage) -> Iterator[str]:
    numbers = [one.number for one in said.complaints]
    asked = range(1, len(told.complaints) + 1)
    if missing := [str(number) for number in asked if number not in numbers]:
        yield f"Complaints that are not there: {', '.join(missing)}."
    if foreign := sorted({number for number in numbers if number not in asked}):
        yield f"Complaints that you were not handed: {', '.join(map(str, foreign))}."
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        yield f"Complaints that are there more than once: {', '.join(map(str, twice))}."


def _complaint_faults(
    text: str, complaint: Complaint, persona: Persona, told: FeedbackMessage
) -> Iterator[str]:
    if not text.strip():
        yield "is empty"
        return
    most = LEEWAY * persona.most_words + len(complaint.wanted.split())
    if len(text.split()) > most:
        yield f"has {len(text.split())} words; say it in at most {persona.most_words}"
    said = telling_stems(text)
    about = telling_stems(f"{complaint.failure.topic} {complaint.failure.wish}")
    if about and not told.is_closed and not about & said:
        yield f"does not say that it is about {complaint.failure.topic!r}"
    cause = telling_stems(complaint.cause)
    if cause and not cause & said:
        yield f"does not put it down to {complaint.cause!r}"
    for datum in complaint.data:
        if flat(datum).casefold() not in flat(text).casefold():
            yield f"does not say {datum!r} word for word"


REWRITES = 2
"""How often a model is shown what is wrong with its words, before a template's are said in their place."""
STAGE = "feedback"
_PROMPTS = Prompts("agents.users")
_USED = ("user", "complaints", "rewrite")


class ModelUser:
    """Implements plans.contracts.coding.UserSimulator by a model in the role `user`."""

    name = "model-1"

    def __init__(self, model: Model, persona: str) -> None:
        """Raises AuthorError where there is no such persona."""
        self.persona = persona
        self._model = model
        self._who = read_persona(persona)
        self.faults = self._who.faults
        self._template = TemplateUser()
        self._words = read_phrasebook(self._template.persona)

    @property
    def prompt_hashes(self) -> Mapping[str, str]:
        """The digests of its prompts, its persona, what it never says, and of the template that stands in for it."""
        return {
            **{f"users/{name}": digest for name, digest in _PROMPTS.hashes.items()},
            f"users/personas/{self.persona}.yaml": persona_digest(self.persona),
            f"users/{WORDS_FILE.name}": text_digest(read_text(WORDS_FILE)),
            **self._template.prompt_hashes,
        }

    async def feedback(
        self,
        judgement: Judgement,
        criteria: Criteria,
        prd: PRD,
        policy: LeakPolicy,
        *,
        round: int,
        random_seed: int,
    ) -> Feedback:
        """What this user says; a model that is asked the same again answers from the journal."""
        failed = root_failures(judgement, criteria, prd)
        if judgement.has(MarkCode.NOTHING_SERVABLE) and failed:
            told = telling_of_nothing(prd.title, failed[0], round=round)
        else:
            told = telling(prd.title, failed, self._who, policy, round=round, random_seed=random_seed)
        uses: list[ModelUse] = []
        findings: list[str] = []
        said: SaidMessage | None = None
        if told.complaints:
            call = self._call(told, judgement.item, round, random_seed)
            said = await self._said(call, told, criteria, prd, uses, findings)
        wording = FeedbackWording(
            by="model" if said else "template", uses=tuple(uses), findings=tuple(findings)
        )
        if said is None:
            kept = tuple(task for task in judgement.tasks if task.task not in told.unsaid)
            seen = judgement.model_copy(update={"tasks": kept})
            spoken = await self._template.feedback(
                seen, criteria, prd, policy, round=round, random_seed=random_seed
            )
        else:
            spoken = self._spoken(said, told, policy, random_seed)
        update = {"persona": self.persona, "unsaid": told.unsaid, "wording": wording}
        return spoken.model_copy(update=update)

    def _call(self, told: FeedbackMessage, item: str, round: int, random_seed: int) -> ModelCall:
        """The first request; the seed tells a repeat of a trial from another, and agents with one seed share it."""
        system = _PROMPTS.rendered("user", voice=self._who.voice, most_words=self._who.most_words)
        asked = _PROMPTS.rendered(
            "complaints",
            title=told.title,
            round=told.round,
            complaints=told.complaints,
            asides=told.asides,
            is_closed=told.is_closed,
        )
        return ModelCall(
            role="user",
            messages=(Message(role="system", text=system), Message(role="user", text=asked)),
            template_hash=_PROMPTS.template_hash(*_USED),
            salt=f"{random_seed}/{round}",
            stage=STAGE,
            project=item,
            round=round,
        )

    async def _said(
        self,
        call: ModelCall,
        told: FeedbackMessage,
        criteria: Criteria,
        prd: PRD,
        uses: list[ModelUse],
        findings: list[str],
    ) -> SaidMessage | None:
        """Words that can be said; None where the model gave none, after all its tries. Notes what it took in `uses` and
        `findings`.
        """
        secrets = secrets_of(criteria, prd, list(told.lines), told.given)
        for _ in range(1 + REWRITES):
            try:
                filled = await self._model.filled(call, SaidMessage)
            except ModelError as error:
                # It would say the same again, so that the run could never end.
                findings.append(str(error))
                return None
            uses += map(model_use, filled.replies)
            wrong = faults_of(filled.value, told, self._who, secrets)
            if not wrong:
                return filled.value
            findings += wrong
            call = call.model_copy(
                update={"messages": (*call.messages, *_sent_back(filled.replies[-1].text, wrong))}
            )
        return None

    def _spoken(
        self, said: SaidMessage, told: FeedbackMessage, policy: LeakPolicy, random_seed: int
    ) -> Feedback:
        texts = {one.number: flat(one.text) for one in said.complaints}
        points = [
            self._point(texts[number], complaint, policy)
            for number, complaint in enumerate(told.complaints, 1)
        ]
        draw = Random(f"{random_seed}/{told.round}/asides")
        places = [draw.randint(0, len(points)) for _ in told.asides]
        closing = self._words.more if told.has_more else ""
        text = message_of(said, [point.text for point in points], places, closing=closing)
        return Feedback(policy=policy, persona=self.persona, text=text, points=tuple(points), satisfied=False)

    def _point(self, text: str, complaint: Complaint, policy: LeakPolicy) -> FeedbackPoint:
        """What was looked for and seen is added by program: nothing off a page ever reaches the model."""
        lines = [text]
        if policy is LeakPolicy.FULL_REPORT and complaint.fault is None:
            lines += report_lines(complaint.failure, self._words)
        given = complaint.failure.requirements if complaint.wanted else ()
        return FeedbackPoint(
            task=complaint.failure.task,
            text="\n  - ".join(lines),
            requirements=tuple(requirement.id for requirement in given),
            fault=complaint.fault,
        )


def _sent_back(text: str, wrong: Sequence[str]) -> tuple[Message, Message]:
    asked = _PROMPTS.rendered("rewrite", findings=wrong)
    return Message(role="assistant", text=text), Message(role="user", text=asked)
