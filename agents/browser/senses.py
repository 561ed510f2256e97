"""What people say when something is refused or nothing is there, in whatever words."""

from collections.abc import Iterable

from agents.browser.grounding.lexicon import lexicon

_LONG = 160
"""Letters beyond which a text says more than that."""


def says_the_same(wanted: Iterable[str], text: str) -> bool:
    """Whether a text has a sense that one of the wanted wordings has too: "invalid", "we do not know that code".

    Only for texts that an action made appear: what stood there before refuses nothing.
    """
    if len(text) > _LONG:
        return False
    names = tuple(wanted)
    return any(
        sense.said.search(text) and any(sense.asked.search(name) for name in names)
        for sense in lexicon().senses.values()
    )
