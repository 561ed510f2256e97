"""A simulated user whose words are a model's: what is told is settled by program, and how it is told by a persona.

The model gets to know what the leak policy lets it say, and nothing else: no steps, no expected outcomes, nothing off
the hand-in's pages. What it writes is checked all the same, since a guess can give away as much as knowledge.
"""

from collections.abc import Mapping, Sequence
from random import Random

from agents.gateway.prompts import Prompts
from agents.users.failures import flat, root_failures
from agents.users.leaks import WORDS_FILE, secrets_of
from agents.users.personas import persona_digest, read_persona
from agents.users.phrasebook import read_phrasebook
from agents.users.saying import SaidMessage, faults_of, message_of
from agents.users.telling import Complaint, Telling, telling, telling_of_nothing
from agents.users.template_user import TemplateUser, report_lines
from plans.contracts.models import Model
from plans.digests import text_digest
from plans.errors import ModelError
from plans.files import read_text
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, FeedbackPoint, LeakPolicy, Wording
from plans.records.marks import MarkCode
from plans.records.model_call import Message, ModelCall
from plans.records.model_use import ModelUse, model_use
from plans.records.prd import PRD
from plans.records.verdict import Judgement

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
        wording = Wording(by="model" if said else "template", uses=tuple(uses), findings=tuple(findings))
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

    def _call(self, told: Telling, item: str, round: int, random_seed: int) -> ModelCall:
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
        told: Telling,
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

    def _spoken(self, said: SaidMessage, told: Telling, policy: LeakPolicy, random_seed: int) -> Feedback:
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
