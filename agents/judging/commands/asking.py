"""Asking a model in the role `ui_judge`: who plays it, as verdicts name them, and a call by the prompts of a room."""

from collections.abc import Sequence

from agents.gateway.prompts import Prompts
from plans.records.model_call import JudgeModel, KnownMessage, Message, ModelCall, as_said
from plans.records.usage import PlayedRole


def player_by(played: PlayedRole, prompts: Prompts) -> JudgeModel:
    """Who plays the role, with the digests of the prompts that they are asked by."""
    return JudgeModel(
        endpoint=played.endpoint, model=played.model, sampling=played.sampling, prompts=dict(prompts.hashes)
    )


def by_its_words(call: ModelCall) -> ModelCall:
    """The same call, known by nothing but what stands in it."""
    return call.model_copy(update={"messages": tuple(map(as_said, call.messages))})


def asked_by(
    prompts: Prompts,
    files: Sequence[str],
    item: str,
    words: str,
    pictures: Sequence[str] = (),
    salt: str = "",
    known_by: str = "",
) -> ModelCall:
    """A call about an item: the room's `system` prompt and these `words`; `files` are all prompts that it goes by.

    `known_by`: what stands in the journal's key in place of the words, where these are others each time; empty: they
    do.
    """
    asked = Message(role="user", text=words, pictures=tuple(pictures))
    if known_by:
        asked = KnownMessage(role="user", text=words, pictures=tuple(pictures), known_by=known_by)
    return ModelCall(
        role="ui_judge",
        messages=(Message(role="system", text=prompts.rendered("system")), asked),
        template_hash=prompts.template_hash(*files),
        salt=salt,
        stage="judge",
        project=item,
    )
