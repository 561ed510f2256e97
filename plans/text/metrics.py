"""What an answer scores: a mark for each constraint; the topic is told apart, and enters no number of theirs."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from pydantic import JsonValue

from plans.text.constraint import GROUPS, MOST, Constraint
from plans.text.document import Document, document, words
from plans.text.language import constraint_of, question_of
from plans.text.vocabulary_files import forms_of, wording

Json = dict[str, JsonValue]
PASSED, FAILED, UNRESOLVED = "passed", "failed", "unresolved"
TOPIC = "topic"
REFUSAL_WORDS = 80
"""Most words of a refusal: a longer answer is a text, whatever it begins with."""
ON_TOPIC = 3
"""Different words of the topic, beside those that constraints ask for, from which a text is on it; without any it is
off it. Between, only a reader can tell."""


def evaluate(instance: Json, answer: str) -> Json:
    """The fields of plans.records.instance.Evaluated.

    An answer without words, or that refuses, keeps to nothing: it would else pass whatever is only to be left out.
    `apart` has `topic`; `vacuous` names conditional constraints whose condition did not occur, which are kept.
    """
    constraints = constraints_of(instance)
    told = cast("list[dict[str, Any]]", instance["constraints"])
    text = document(answer)
    is_refusal = _is_refusal(text)
    is_nothing = is_refusal or not text.word_count
    checks: dict[str, str] = {}
    vacuous: list[str] = []
    asked: list[Json] = []
    for constraint, one in zip(constraints, told, strict=True):
        name = str(one["name"])
        if is_nothing:
            checks[name] = FAILED
        elif constraint.JUDGED:
            checks[name] = UNRESOLVED
            asked.append({"check": name, "question": question_of(constraint)})
        else:
            kept = constraint.kept(text)
            checks[name] = PASSED if kept.holds else FAILED
            vacuous += [name] if kept.is_vacuous else []
    topic = FAILED if is_nothing else _topic(instance, constraints, text)
    if topic == UNRESOLVED:
        about = str(cast("Json", instance["metadata"])["topic"])
        asked.append({"check": TOPIC, "question": wording().topic.replace("{about}", about)})
    return {
        "answer": text.text.strip(),
        "checks": {**checks},
        "groups": {str(one["name"]): str(one["group"]) for one in told},
        "apart": {TOPIC: topic},
        "vacuous": [*vacuous],
        "is_refusal": is_refusal,
        "open": [*asked],
    }


def labels(instance: Json) -> dict[str, str]:
    """Disaggregation → bucket."""
    parameters = cast("Json", instance["parameters"])
    told = cast("list[dict[str, Any]]", instance["constraints"])
    groups = [group for group in GROUPS if any(one["group"] == group for one in told)]
    # In whole numbers: tenths of floating-point numbers fall into the bucket beneath now and then.
    tenth = min(10 * len(told) // (MOST * len(GROUPS)), 9)
    return {
        "combination": " + ".join(groups),
        "constraints": str(len(told)),
        "constrainedness": f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}",
        "task": str(parameters["task"]),
        "user": str(parameters["user"]),
        "role": str(parameters["role"]),
        "domain": str(parameters["domain"]),
    }


def constraints_of(instance: Json) -> list[Constraint]:
    """The instance's constraints, in order; AuthorError for one that the language does not have."""
    told = cast("list[dict[str, Any]]", instance["constraints"])
    return [constraint_of(str(one["kind"]), cast("Mapping[str, JsonValue]", one["asks"])) for one in told]


def _is_refusal(text: Document) -> bool:
    return text.word_count <= REFUSAL_WORDS and _refusing().match(text.text.strip()) is not None


@lru_cache(maxsize=1)
def _refusing() -> re.Pattern[str]:
    """A beginning that says that the text will not be written; to be unable to come, or to thank enough, is none."""
    told = wording().refusing
    openings, unable, adverbs, refused = (
        "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases)
        for phrases in (told.openings, told.unable, told.adverbs, told.refused)
    )
    return re.compile(
        rf"(?:(?:{openings})\b\W*)*(?:{unable})\s+(?:(?:{adverbs})\s+)*(?:{refused})(?!\w)", re.IGNORECASE
    )


def _topic(instance: Json, constraints: Sequence[Constraint], text: Document) -> str:
    """By words of the topic's name and of its field that no constraint has put into the text."""
    metadata = cast("Json", instance["metadata"])
    asked = {stem for constraint in constraints for stem in _stems(str(constraint.model_dump()))}
    own = _stems(str(metadata["topic"]))
    noted = cast("list[str]", metadata["topic_words"])
    field = {stem for one in noted for form in forms_of(one) for stem in _stems(form)}
    there = _stems(text.text)
    if own <= there and not own <= asked:
        return PASSED
    found = len((own | field) & there - asked)
    return PASSED if found >= ON_TOPIC else UNRESOLVED if found or (own & asked) else FAILED


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    """Words of four letters and more, without the commonest endings."""
    return frozenset(
        re.sub(r"(?:ies|ing|es|ed|s|e|y)\Z", "", word) for word in words(text.casefold()) if len(word) > 3
    )
