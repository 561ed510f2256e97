"""Commands of tasks, written short.

"search fern"                            python src/main.py search fern
{menu: [[search, fern], [list]]}         python src/main.py, and on its input the entries by number, then 0
{menu: [[search]], left: true}           the same, but the input ends where 0 would stand
{input: "abc\n"}                         python src/main.py, with this input
"""

from collections.abc import Sequence

from pydantic import JsonValue, TypeAdapter, ValidationError

from plans.errors import InvalidFile
from plans.python_project.catalog.vocabulary import Vocabulary, render
from plans.records.base import Record
from plans.records.problem import Problem
from plans.records.task_modes import Command

PROGRAM = "python src/main.py"
QUIT = "0"


class _Menu(Record):
    menu: tuple[tuple[str, ...], ...]
    """Entries by the names of their actions, with what is typed when they ask."""
    left: bool = False


class _Input(Record):
    input: str


_FORM: TypeAdapter[_Menu | _Input] = TypeAdapter(_Menu | _Input)


def commands(act: Sequence[JsonValue], words: Vocabulary, where: str) -> tuple[Command, ...]:
    """The commands of a task; raises InvalidFile for what is none."""
    return tuple(_command(one, words, f"{where}.act[{place}]") for place, one in enumerate(act))


def _command(one: JsonValue, words: Vocabulary, where: str) -> Command:
    if isinstance(one, str):
        return Command(line=f"{PROGRAM} {render(one, words, where)}")
    try:
        form = _FORM.validate_python(one)
    except ValidationError:
        raise _unread(one, where, "is no command", "Write it in a form that acting.py lists.") from None
    if isinstance(form, _Input):
        return Command(line=PROGRAM, input=render(form.input, words, where))
    lines: list[str] = []
    for name, *answers in form.menu:
        if name not in words["menu"]:
            raise _unread(one, where, f"picks {name!r}, which is no entry of the menu", "Name an action.")
        lines += [str(words["menu"][name]), *(render(answer, words, where) for answer in answers)]
    if not form.left:
        lines.append(QUIT)
    return Command(line=PROGRAM, input="".join(f"{line}\n" for line in lines))


def _unread(one: JsonValue, where: str, message: str, mend: str) -> InvalidFile:
    return InvalidFile([Problem(where=where, message=f"{one!r:.200} {message}.", mend=mend)])
