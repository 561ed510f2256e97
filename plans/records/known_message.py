"""A message that is known by something else than its words, which are others each time and ask the same."""

from pydantic import Field

from plans.records.model_call import Message


class KnownMessage(Message):
    """One turn of a conversation that shows what came of a trial: dates, temporary places and whatever is drawn by lot
    stand in it, and a reply to it that was paid for is a reply to what comes of the same trial made anew.
    """

    known_by: str = Field(min_length=1)
    """Digest of all that decides what is asked: it stands in the journal's key in place of words and pictures."""


def as_known(message: Message) -> Message:
    """The message as the journal knows it."""
    if isinstance(message, KnownMessage):
        return Message(role=message.role, text=message.known_by)
    return message


def as_said(message: Message) -> Message:
    """The message as it is said, known by nothing else."""
    if isinstance(message, KnownMessage):
        return Message(role=message.role, text=message.text, pictures=message.pictures)
    return message
