"""Ways to break a text that keeps to constraints: each breaks one, and says what else it touches."""

import re
from typing import Any

from plans.text.constraint import Constraint
from plans.text.document import document, finder, words
from plans.text.language import asks_of, constraint_of
from plans.text.vocabulary_files import wording

MADE_UP = "xyzzy"
STRUCTURE = {
    "bullet": "bullets",
    "step": "numbered",
    "item": "numbered",
    "numbered": "numbered",
    "heading": "headings",
    "section": "headings",
    "title": "title",
    "paragraph": "paragraphs",
    "opening": "paragraphs",
    "only_in": "paragraphs",
    "each_named": "paragraphs",
    "sentence": "sentences",
    "question": "sentences",
    "just_before": "sentences",
    "together": "sentences",
    "first_line": "paragraphs",
    "last_line": "paragraphs",
    "least_words": "length",
    "most_words": "length",
    "longer": "length",
    "grow": "length",
    "shrink": "length",
    "ends": "sentences",
    "begins": "paragraphs",
    "year": "digits",
    "time": "digits",
    "digit": "digits",
    "number": "digits",
    "written": "digits",
}
"""Part of a name of a kind, claim or fact → what it depends on."""
INSERTED = {"paragraphs", "sentences", "length", "headings"}
"""What one more paragraph touches: it lies in a section too."""


def touched(constraint: Constraint) -> set[str]:
    """What a constraint depends on: words that it names, and parts of the text."""
    texts = _texts({"kind": constraint.called(), **asks_of(constraint)})
    parts = {part for text in texts for name, part in STRUCTURE.items() if name in text.split(" ")[0]}
    named = {word for text in texts for word in re.findall(r"[\w'-]+", text.casefold())}
    return parts | named | ({"length"} if parts & {"paragraphs", "sentences", "headings"} else set())


def broken(constraint: Constraint, text: str) -> tuple[str, set[str]] | None:
    """The text, changed so that it misses the constraint, and what was touched; None where its condition is not met."""
    kind, asks = constraint.called(), asks_of(constraint)
    named = {word for one in _texts(asks) for word in re.findall(r"[\w'-]+", one.casefold())}
    match kind:
        case "if_then" | "if_then_else":
            return _broken_consequence(kind, asks, text)
        case "whenever_paragraph":
            return with_paragraph(text, f"The {MADE_UP} has {asks['trigger'][0]} in it."), INSERTED | named
        case "never_together":
            both = f"{asks['trigger'][0]} and {asks['forms'][0]}"
            return with_paragraph(text, f"The {MADE_UP} has {both} in it."), INSERTED | named
        case "no_term" | "none_of":
            return with_paragraph(text, f"Then {_texts(asks)[0]} came."), INSERTED | named
        case "no_digits" | "no_first_person" | "no_mark":
            signs = {"no_digits": "7", "no_first_person": "I"}.get(kind) or wording().marks[
                asks["mark"]
            ].characters[0]
            return with_paragraph(text, f"Then {signs} came."), INSERTED | {"digits"}
        case "no_bullets":
            return with_paragraph(text, f"- {MADE_UP} one\n- {MADE_UP} two"), {
                "bullets",
                "length",
                "sentences",
                "headings",
            }
        case "no_numbered_list":
            added = {"numbered", "length", "sentences", "digits", "headings"}
            return with_paragraph(text, f"1. {MADE_UP} one\n2. {MADE_UP} two"), added
        case "no_headings":
            return with_paragraph(text, f"## {MADE_UP}\n\nIt goes on."), INSERTED
        case "most_words" | "most_sentences" | "most_paragraphs":
            return with_paragraph(text, "\n\n".join(["Then it goes on for some time."] * 100)), INSERTED
        case "paragraphs_grow" | "paragraphs_shrink":
            return with_paragraph(text, "So."), INSERTED
        case "least_words" | "least_paragraphs":
            return "It ends.", {*INSERTED, *STRUCTURE.values(), "all"}
        case "questions" | "closing_question":
            return text.replace("?", "."), {"sentences"}
        case "quotation":
            return text.replace('"', ""), {"quotation"}
        case "written" | "years_rising" | "times_rising":
            name = asks["pattern"] if kind == "written" else kind.split("s_")[0]
            return re.sub(wording().patterns[name].expression, MADE_UP, text), {"digits"}
        case "numbered_items" | "steps_counted" | "each_step":
            return without_lines(text, r"\d+\. "), {
                "numbered",
                "digits",
                "length",
                "sentences",
                "headings",
                "all",
            }
        case "bullet_points" | "bullets_alphabetical" | "each_bullet":
            return without_lines(text, "- "), {"bullets", "length", "sentences", "headings", "all"}
        case "heading" | "heading_at" | "headings_in_order" | "each_heading" | "each_section":
            return without_lines(text, "## "), {"headings", "length", "all"}
        case "paragraph_begins":
            paragraphs = document(text).paragraphs
            first = paragraphs[asks["place"] - 1 if asks["place"] > 0 else -1]
            return text.replace(first, f"{MADE_UP} {first}", 1), {
                "paragraphs",
                "sentences",
                "length",
                "headings",
            }
        case "first_line" | "last_line":
            return text.replace(asks["text"], f"{MADE_UP} {asks['text']}"), INSERTED | {"sentences"}
        case "each_paragraph" | "each_sentence":
            claim = asks["claim"]
            if claim["claim"] == "omits":
                return with_paragraph(text, f"Then {claim['forms'][0]} came."), INSERTED | named
            if claim["claim"].startswith("most"):
                return with_paragraph(text, f"{'It, ' * 150}goes on. " + "It goes on. " * 50), INSERTED
            return with_paragraph(text, "So."), INSERTED
        case _:
            gone = asks.get("earlier") or asks.get("second") or _texts(asks)
            return without_words(text, [gone] if isinstance(gone, str) else gone), named


def with_paragraph(text: str, paragraph: str) -> str:
    """One more paragraph before the last one; what is one paragraph with lines of its own stays together."""
    blocks = text.strip().split("\n\n")
    place = max(len(blocks) - 1, 1)
    return "\n\n".join([*blocks[:place], paragraph.strip(), *blocks[place:]]) + "\n"


def without_words(text: str, gone: list[str]) -> str:
    """Each is replaced by as many words of ours, so that no length changes."""
    return finder(gone).sub(lambda found: " ".join([MADE_UP] * len(words(found.group()))), text)


def without_lines(text: str, begin: str) -> str:
    return "\n".join(line for line in text.split("\n") if not re.match(begin, line))


def _broken_consequence(kind: str, asks: dict[str, Any], text: str) -> tuple[str, set[str]] | None:
    holds = _holds(asks["condition"], text)
    if not holds and kind == "if_then":
        return None
    order = asks["consequence"] if holds else asks["otherwise"]
    named = {word for one in _texts(order) for word in re.findall(r"[\w'-]+", one.casefold())}
    match order["fact"]:
        case "text_omits":
            changed = with_paragraph(text, f"Then {order['forms'][0]} came."), INSERTED | named
        case "headings_at_least":
            changed = without_lines(text, "## "), {"headings", "length", "all"}
        case "bullets_at_most":
            changed = (
                with_paragraph(text, f"- {MADE_UP}\n" * 12),
                {"bullets", "length", "sentences", "headings"},
            )
        case "bullets_at_least":
            changed = without_lines(text, "- "), {"bullets", "length", "sentences", "headings", "all"}
        case "closes_with_question":
            changed = text.replace("?", "."), {"sentences"}
        case _:
            changed = without_words(text, order["forms"]), named
    return changed if _holds(asks["condition"], changed[0]) == holds else None


def _holds(fact: dict[str, Any], text: str) -> bool:
    never = {"fact": "text_mentions", "forms": ["never-ever-there"]}
    rule = constraint_of("if_then", {"condition": fact, "consequence": never})
    return not rule.kept(document(text)).is_vacuous


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for one in inner for text in _texts(one)]
