"""What a simulated user is to tell in one message: which complaints, which of them wrongly, and what beside them.

It is all that the model which words the message gets to know: what the leak policy keeps back, it is not told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from agents.users.failures import MOST_POINTS, Failure
from agents.users.personas import Persona
from plans.records.feedback import Fault, LeakPolicy

NO_PAGE = "there is a page to open, and it comes up"
"""What is wished for where nothing of a hand-in could be opened."""


@dataclass(frozen=True)
class Complaint:
    """One thing that the message has to tell."""

    failure: Failure
    wanted: str = ""
    """What the user had in mind; empty where the policy keeps it back."""
    fault: Fault | None = None
    cause: str = ""
    """What it is wrongly put down to."""

    @property
    def data(self) -> tuple[str, ...]:
        """What has to be said word for word, as nobody could guess it."""
        if not self.wanted:
            return ()
        return tuple(datum for requirement in self.failure.requirements for datum in requirement.data)


@dataclass(frozen=True)
class Telling:
    """One message."""

    title: str
    """Name of the product."""
    round: int
    complaints: tuple[Complaint, ...]
    unsaid: tuple[str, ...] = ()
    """Tasks that are kept back."""
    asides: tuple[str, ...] = ()
    """What else is spoken of."""
    has_more: bool = False
    """Whether there are more failures than a person would write about."""
    is_closed: bool = False
    """Whether nothing at all could be opened."""

    @property
    def lines(self) -> Iterator[str]:
        """All that the message may say."""
        yield self.title
        yield from self.asides
        for one in self.complaints:
            yield from (one.failure.topic, one.failure.wish, one.wanted, one.cause)

    @property
    def given(self) -> frozenset[str]:
        """Ids of the requirements whose text it may say."""
        return frozenset(
            requirement.id
            for one in self.complaints
            if one.wanted
            for requirement in one.failure.requirements
        )


def telling(
    title: str,
    failed: Sequence[Failure],
    persona: Persona,
    policy: LeakPolicy,
    *,
    round: int,
    random_seed: int,
) -> Telling:
    """What is told of these failures, the heaviest first; the same arguments give the same."""
    draw = Random(f"{random_seed}/{round}/telling")
    faults = persona.faults
    # Drawn for every failure alike, so that what is drawn for one does not hang on what was drawn for another.
    drawn = [(draw.random(), draw.random(), draw.random(), draw.random()) for _ in failed]
    said = [place for place, (kept, *_) in enumerate(drawn) if place == 0 or kept >= faults.unsaid]
    blamed = [place for place in said if drawn[place][1] < faults.wrong_cause]
    if faults.wrong_cause and not blamed:
        blamed = [0]
    complaints: list[Complaint] = []
    for place in said[:MOST_POINTS]:
        _, _, praised, cause = drawn[place]
        is_praised = place > 0 and place not in blamed and praised < faults.said_to_work
        wanted = "" if policy is LeakPolicy.SYMPTOM or is_praised else failed[place].wanted
        if place in blamed:
            causes = persona.causes
            complaints.append(
                Complaint(failed[place], wanted, "wrong cause", causes[int(cause * len(causes))])
            )
        else:
            complaints.append(Complaint(failed[place], wanted, "said to work" if is_praised else None))
    return Telling(
        title=title,
        round=round,
        complaints=tuple(complaints),
        unsaid=tuple(one.task for place, one in enumerate(failed) if place not in said),
        asides=tuple(draw.sample(persona.topics, faults.asides)),
        has_more=len(said) > MOST_POINTS,
    )


def telling_of_nothing(title: str, failure: Failure, *, round: int) -> Telling:
    """What is told where nothing of a hand-in could be opened: that, whatever the persona gets wrong elsewhere."""
    unopened = Failure(failure.task, "presence", NO_PAGE, title, (), ())
    return Telling(title=title, round=round, complaints=(Complaint(unopened),), is_closed=True)
