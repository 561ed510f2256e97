"""The words and operators of a bash command line; unlike shlex it knows a quoted `|` from one that is a pipe."""

from typing import NamedTuple

_OPERATORS = frozenset(";&|<>()\n")
_BLANKS = frozenset(" \t\r")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}


class Token(NamedTuple):
    """A word without its quotes, or an operator of one or more characters."""

    text: str
    is_operator: bool = False
    begin: int = 0
    """Where it stands in the line, with its quotes."""
    end: int = 0


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line; raises ValueError where a quotation or an escape is not ended."""
    return _Reader(line).tokens()


class _Reader:
    """Goes through a line once."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._place = 0
        self._found: list[Token] = []
        self._word: list[str] | None = None
        """Parts of the word that is being read; None between words."""
        self._is_plain = True
        """Whether nothing of it is quoted."""
        self._begin = 0
        """Where it begins."""

    def tokens(self) -> list[Token]:
        while self._place < len(self._line):
            character = self._line[self._place]
            if self._word is None:
                self._begin = self._place
            if character in _BLANKS:
                self._end_word()
                self._place += 1
            elif character in _OPERATORS:
                self._operator()
            elif character == "\\":
                self._escaped()
            elif character in "'\"":
                self._add(self._quoted(character), is_plain=False)
            elif self._line.startswith("$'", self._place):
                self._place += 1
                self._add(self._quoted("'", is_escaping=True), is_plain=False)
            elif self._line.startswith("$(", self._place):
                self._add(self._substitution(), is_plain=False)
            else:
                self._add(character)
                self._place += 1
        self._end_word()
        return self._found

    def _add(self, text: str, *, is_plain: bool = True) -> None:
        if self._word is None:
            self._word = []
        self._word.append(text)
        self._is_plain = self._is_plain and is_plain

    def _end_word(self, end: int | None = None) -> None:
        if self._word is not None:
            end = self._place if end is None else end
            self._found.append(Token("".join(self._word), begin=self._begin, end=end))
        self._word, self._is_plain = None, True

    def _operator(self) -> None:
        begin = self._place
        while self._place < len(self._line) and self._line[self._place] in _OPERATORS:
            self._place += 1
        text = self._line[begin : self._place]
        if text[0] in "<>" and self._word is not None and self._is_plain and "".join(self._word).isdigit():
            # The number of what is redirected, as in `2>`.
            self._word = None
        self._end_word(begin)
        self._found.append(Token(text, is_operator=True, begin=begin, end=self._place))

    def _escaped(self) -> None:
        if self._place + 1 >= len(self._line):
            raise ValueError("nothing follows its last backslash")
        following = self._line[self._place + 1]
        if following != "\n":
            self._add(following, is_plain=False)
        self._place += 2

    def _quoted(self, mark: str, *, is_escaping: bool = False) -> str:
        """What stands in quotes; within double ones a backslash escapes a few characters, within `$'` many."""
        parts: list[str] = []
        self._place += 1
        while self._place < len(self._line):
            character = self._line[self._place]
            following = self._line[self._place + 1 : self._place + 2]
            self._place += 1
            if character == mark:
                return "".join(parts)
            if character == "\\" and is_escaping and following in _ESCAPES:
                parts.append(_ESCAPES[following])
                self._place += 1
            elif character == "\\" and mark == '"' and following and following in '"\\$`\n':
                parts.append("" if following == "\n" else following)
                self._place += 1
            else:
                parts.append(character)
        raise ValueError(f"it has no closing quotation mark {mark}")

    def _substitution(self) -> str:
        """A `$(…)` as it stands there."""
        begin, depth = self._place, 0
        for place in range(begin + 1, len(self._line)):
            depth += {"(": 1, ")": -1}.get(self._line[place], 0)
            if depth == 0:
                self._place = place + 1
                return self._line[begin : self._place]
        raise ValueError("it has no end of its $(")
