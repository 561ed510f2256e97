"""Actions that a model names on a page, as steps that the program can run in place of a task's own."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agents.browser.charting.atlas import Atlas, Screen, element_of
from agents.browser.grounding.looks import look_of
from agents.browser.snapshot import Snapshot
from agents.gateway.quoting import string
from agents.judging.bound import is_operable
from agents.judging.wire import Stuck
from plans.records.criteria import EvaluationTask
from plans.records.expressions import placeholders
from plans.records.findings import AdaptedStep, Look, Meaning
from plans.records.model_shape import Shape
from plans.records.steps import (
    Action,
    Back,
    Check,
    Click,
    Compute,
    Drag,
    Draw,
    Expect,
    Fill,
    Generate,
    Hover,
    Press,
    Reload,
    Remember,
    Select,
    Step,
    Upload,
)
from plans.records.targets import Role, Target
from plans.records.values import written

_KEYS = re.compile(
    r"Enter|Escape|Tab|Shift\+Tab|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)"
    r"|(Control|Meta)\+[abd-uwyz]|/"
)
"""Keys that an action may press: none that enter text, or what the clipboard holds."""
_ONLY_LOOKED = ("press", "press and confirm", "point", "back", "key")
"""What may be done before something is observed or read: nothing that enters a value, or hides what was not shown."""
_OPERATES = frozenset({"press", "press and confirm", "choose", "tick", "untick", "drag", "upload", "key"})
"""What may stand for a press: something that the app can react to."""
_MOST_ACTIONS = 12
"""Actions that one answer may hold."""
_LONGEST_WORDS = 60
"""Letters of what an element says, in the words of an action."""
_SHORTEST_VALUE = 3
"""Letters from which a value tells what an element is that holds it."""


class AnsweredAction(Shape):
    """One thing to be done in the app."""

    step: int
    """Number of the step that it belongs to."""
    place: Literal["before", "instead"]
    """before: done before the step, which is done then too. instead: done in place of the step."""
    do: Literal[
        "press", "press and confirm", "fill", "choose", "tick", "untick", "key", "point", "drag", "upload", "reload",
        "back",
    ]  # fmt: skip
    """What is done. press and confirm: press, and accept the question that follows. choose: an option, of a list of any
    kind. point: move the pointer onto it."""
    element: str | None
    """Sign of the element on the page shown; null for reload, back, and a key that is pressed nowhere in particular."""
    onto: str | None
    """Of drag: sign of the element on which it is dropped; else null."""
    text: str | None
    """Of fill, what is entered; of choose, the option's words; of key, its name such as Enter. Values that the steps
    made up or read are written as {name}: another time they are others. Else null."""


_OPERATED_AS: Mapping[str, Role] = {
    "press": "button",
    "press and confirm": "button",
    "fill": "textbox",
    "choose": "combobox",
    "tick": "checkbox",
    "untick": "checkbox",
    "upload": "file",
}
"""What is done → the role of what it is done to."""


def adapted_steps(
    task: EvaluationTask, stuck: Stuck, answered: Sequence[AnsweredAction], made_up: str
) -> tuple[dict[int, AdaptedStep], list[str]]:
    """Actions of an answer as steps that the program can run, by the step that they belong to, and what is wrong.

    Of a step whose actions are not all in order nothing is taken. `made_up` is entered where a choice is replaced by
    free text: the model does not choose what its own way is held against.
    """
    faults: list[str] = []
    if len(answered) > _MOST_ACTIONS:
        return {}, [f"{len(answered)} actions are too many: at most {_MOST_ACTIONS} are tried"]
    found: dict[int, AdaptedStep] = {}
    for number in dict.fromkeys(one.step for one in answered):
        own = [one for one in answered if one.step == number]
        adapting = _Adapting(task, stuck, number, own, made_up)
        wrong = list(adapting.faults())
        faults += [f"step {number}: {fault}" for fault in wrong]
        if not wrong:
            found[number] = adapting.adapted()
    return found, faults


@dataclass(frozen=True, slots=True)
class _Adapting:
    """The actions that belong to one step."""

    task: EvaluationTask
    stuck: Stuck
    number: int
    answered: Sequence[AnsweredAction]
    made_up: str

    @property
    def step(self) -> Step:
        return self.task.steps[self.number - 1]

    @property
    def _enters_choice(self) -> bool:
        """Whether free text stands for a choice."""
        return self.is_instead and isinstance(self.step, Select) and self.step.bind is not None

    @property
    def is_instead(self) -> bool:
        return any(one.place == "instead" for one in self.answered)

    def faults(self) -> Iterator[str]:
        """Why the actions cannot be tried."""
        if not 1 <= self.number <= len(self.task.steps):
            yield f"the task has {len(self.task.steps)} steps"
            return
        if self.is_instead:
            yield from self._replacing_faults()
        for one in self.answered:
            if one.do in _OPERATED_AS or one.do in ("point", "drag") or (one.do == "key" and one.element):
                yield from self._element_faults(one.do, one.element)
            if one.do == "drag":
                yield from self._element_faults(one.do, one.onto)
            if one.do in ("fill", "choose", "key") and one.text is None:
                yield f"{one.do} needs a text"
            if one.do == "key" and not _KEYS.fullmatch(one.text or ""):
                yield f"the key {string(one.text or '', 20)} is not pressed"
            if isinstance(self.step, Expect | Remember | Compute | Draw) and one.do not in _ONLY_LOOKED:
                yield f"nothing is entered or reloaded ({one.do}) before something is observed or read"
            if one.do == "upload" and not isinstance(self.step, Upload):
                yield "only a step that gives a file can be replaced by an upload"
            if unknown := [name for name in placeholders(one.text or "") if name not in self._bound_names()]:
                yield f"{{{unknown[0]}}} is bound by no step before it"

    def _bound_names(self) -> set[str]:
        """Names that are bound when the step is come to."""
        before = self.task.steps[: self.number - 1]
        return {name for step in before if (name := getattr(step, "bind", None))}

    def _replacing_faults(self) -> Iterator[str]:
        step = self.step
        if self.number != self.stuck.step:
            yield "only the step that got stuck is replaced; bind the targets of others, or act before them"
        if isinstance(step, Expect | Remember | Generate | Draw | Compute):
            yield "the program reads or computes it, so that it is not replaced; act before it, or bind what it reads"
        if isinstance(step, Click | Check | Drag | Upload) and not _OPERATES & {
            one.do for one in self.answered
        }:
            yield "none of its actions is anything that the app could react to"
        entered = [one for one in self.answered if one.do in ("fill", "choose") and one.text]
        if isinstance(step, Select) and step.bind is not None and len(entered) != 1:
            yield f"its actions have to enter or choose one value, which {{{step.bind}}} is then"
        if isinstance(step, Fill | Select) and step.value is not None:
            names = list(placeholders(step.value))
            needed = [f"{{{name}}}" for name in names] or [step.value]
            texts = [one.text or "" for one in self.answered if one.do in ("fill", "choose")]
            given = " ".join([*texts, *map(self._said, self.answered)])
            if missing := [word for word in needed if word not in given]:
                yield f"its actions enter or choose {missing[0]!r} nowhere"

    def _said(self, one: AnsweredAction) -> str:
        """What an element says, with values in it as names."""
        words = _words_at(self.stuck.page, one.element)
        for name, value in self._values():
            words = words.replace(value, f"{{{name}}}")
        return words

    def _element_faults(self, do: str, sign: str | None) -> Iterator[str]:
        index = _index_of(self.stuck.page, sign)
        if index is None:
            yield f"{do}: no element of the page goes by the sign {sign!r}"
        elif do in _OPERATED_AS and not is_operable(self.stuck.page, index, _OPERATED_AS[do]):
            yield f"{do}: {sign} takes no press or entry"

    def _values(self) -> list[tuple[str, str]]:
        bound = self._bound_names()
        names = {name: value for name, value in self.stuck.names.items() if name in bound}
        pairs = ((name, written(value)) for name, value in names.items() if isinstance(value, str))
        return [(name, value) for name, value in pairs if len(value) >= _SHORTEST_VALUE]

    def adapted(self) -> AdaptedStep:
        """The actions as steps; `faults` has found none."""
        actions: list[Action] = []
        meant: list[Meaning] = []

        def target(sign: str | None, role: Role) -> Target:
            index = _index_of(self.stuck.page, sign)
            assert index is not None
            name = f"adapted step {self.number}, part {len(meant) + 1}"
            look, containing = self._look(index)
            found = Target(role=role, name=name, containing=containing)
            meant.append(Meaning(target=found.anywhere, look=look))
            return found

        for one in self.answered:
            actions.append(self._action(one, target))
        return AdaptedStep(
            step=self.number, actions=tuple(actions), meant=tuple(meant), is_instead=self.is_instead
        )

    def _look(self, index: int) -> tuple[Look, str | None]:
        """What an element looks like, and the value that it holds, where that is another each time."""
        look = look_of(self.stuck.page, index)
        words = _words(self.stuck.page, index)
        held = next((name for name, value in self._values() if value.casefold() in words.casefold()), None)
        if held is None:
            return look, None
        bare = Look(look.tag, look.role, look.tokens, (), is_any_words=True)
        return bare, f"{{{held}}}"

    def _action(self, one: AnsweredAction, target: Callable[[str | None, Role], Target]) -> Action:
        step, text = self.step, one.text or ""
        match one.do:
            case "press" | "press and confirm":
                own = step.then if self.is_instead and isinstance(step, Click) else None
                then = "confirm" if one.do == "press and confirm" else own
                return Click(do="click", target=target(one.element, "button"), then=then)
            case "fill":
                value = self.made_up if self._enters_choice else text
                return Fill(do="fill", target=target(one.element, "textbox"), value=value)
            case "choose":
                return Select(do="select", target=target(one.element, "combobox"), value=text)
            case "tick" | "untick":
                return Check(do="check", target=target(one.element, "checkbox"), on=one.do == "tick")
            case "key":
                return Press(do="press", key=text, target=target(one.element, "any") if one.element else None)
            case "point":
                return Hover(do="hover", target=target(one.element, "any"))
            case "drag":
                return Drag(do="drag", target=target(one.element, "any"), to=target(one.onto, "any"))
            case "upload":
                assert isinstance(step, Upload)
                return step.model_copy(update={"target": target(one.element, "file")})
            case "reload":
                return Reload(do="reload")
            case "back":
                return Back(do="back")


def actions_in_words(page: Snapshot, actions: Sequence[AnsweredAction]) -> str:
    """Actions as the model named them, with what their elements say."""
    parts = (
        (one.do, string(_words_at(page, one.element), _LONGEST_WORDS), one.text or "") for one in actions
    )
    return "; ".join(" ".join(filter(None, part)) for part in parts)


def _index_of(page: Snapshot, sign: str | None) -> int | None:
    """The element that a sign means on the page shown; None where it means none."""
    found = element_of(Atlas(screens=(Screen(way=(), snapshot=page),), presses=0), sign or "")
    return found[1] if found else None


def _words_at(page: Snapshot, sign: str | None) -> str:
    index = _index_of(page, sign)
    return "" if index is None else _words(page, index)


def _words(snapshot: Snapshot, index: int) -> str:
    element = snapshot.elements[index]
    return " ".join((element.name or snapshot.text(index)).split())
