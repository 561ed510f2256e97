"""What was said in a trial so far: it grows with every step, and is kept for the next round."""

from pathlib import Path
from typing import ClassVar

from agents.gateway.budget import TOKEN_BYTES
from plans.files import read_own_record, write_record
from plans.records.base import FileRecord
from plans.records.model_call import Message

NOTE = "conversation.json"
"""File in a trial's memory."""
CONTEXT = 100_000
"""Tokens, as they are estimated, beyond which old results of tools are left out."""
SHARE = 0.6
"""Of it that is left after that: a little at each step would keep endpoints from finding anything in their caches."""
LEFT_OUT = "[left out, as the conversation grew too long; look again if you need it]"
FRESH = 4
"""Messages at the end of which nothing is left out."""


class Conversation(FileRecord):
    """`conversation.json` in a trial's memory."""

    SCHEMA: ClassVar[str] = "conversation"

    messages: tuple[Message, ...] = ()

    @property
    def size(self) -> int:
        """Tokens, as they are estimated."""
        return sum(map(_size, self.messages))

    def having(self, *messages: Message) -> "Conversation":
        """It with these at its end."""
        return self.model_copy(update={"messages": (*self.messages, *messages)})

    def fitted(self, most: int = CONTEXT) -> "Conversation":
        """It without its oldest results of tools, as far as it has to be; the same where it is short enough."""
        if self.size <= most:
            return self
        messages, size = list(self.messages), self.size
        for place, message in enumerate(messages[:-FRESH]):
            if size <= most * SHARE:
                break
            if message.role == "tool":
                shorter = message.model_copy(update={"text": LEFT_OUT})
                size -= max(_size(message) - _size(shorter), 0)
                messages[place] = shorter if _size(shorter) < _size(message) else message
        return self.model_copy(update={"messages": tuple(messages)})


def kept_in(memory: Path | None) -> Conversation:
    """What was said in the rounds before; nothing where nothing is kept."""
    if memory is None or not (memory / NOTE).is_file():
        return Conversation()
    return read_own_record(memory / NOTE, Conversation)


def keep_in(memory: Path | None, conversation: Conversation) -> None:
    """Keep it for the next round."""
    if memory is not None:
        write_record(memory / NOTE, conversation)


def _size(message: Message) -> int:
    used = sum(len(use.arguments) for use in message.tool_uses)
    return (len(message.text.encode(errors="replace")) + used) // TOKEN_BYTES + 8
