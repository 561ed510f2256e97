"""What an answer consists of: title, headings, sections, paragraphs, sentences, list items, words."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from plans.errors import AuthorError

_WORD = re.compile(r"[^\W_]+(?:['.,:-](?=[^\W_])[^\W_]+)*")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', " ": " ", "‑": "-"})


def plain(text: str) -> str:
    """The text with straight quotation marks, ordinary blanks and line ends, and without marks of emphasis."""
    text = text.translate(_PLAIN).replace("\r\n", "\n").replace("\r", "\n")
    return _EMPHASIS.sub(r"\2", text) if "*" in text or "_" in text else text


def words(text: str) -> list[str]:
    """Words as they are counted: `sea-salt`, `it's`, `3.5` and `14:30` are one each, and a mark alone is none."""
    return _WORD.findall(text)


def finder(forms: Collection[str]) -> re.Pattern[str]:
    """Finds any of the words or phrases; AuthorError where there is none, since that would find everything."""
    return _finder(tuple(forms), re.IGNORECASE)


def exact_finder(phrase: str) -> re.Pattern[str]:
    """Finds a phrase that is quoted as exact: its capitals count, and it ends where a word ends."""
    return _finder((phrase,), re.NOFLAG)


def mentions(text: str, forms: Collection[str]) -> bool:
    """Whether any of the words or phrases stands in the text."""
    return finder(forms).search(text) is not None


def first_mention(text: str, form: str) -> int | None:
    """Where a word or phrase first stands."""
    found = finder((form,)).search(text)
    return None if found is None else found.start()


@lru_cache(maxsize=8192)
def _finder(forms: tuple[str, ...], flags: int) -> re.Pattern[str]:
    if not forms or not all(form.strip() for form in forms):
        raise AuthorError(
            f"A constraint names no word in {forms!r}, so that any text would do. Name the words."
        )
    options = "|".join(r"\s+".join(map(re.escape, form.split())) for form in forms)
    return re.compile(rf"(?<!\w)(?:{options})(?!\w)", flags)


_FENCE = re.compile(r"\A\s*```\w*\n(.*?)\n```\s*\Z", re.DOTALL)
_SUBJECT = re.compile(r"\A\s*(?:\*\*)?subject(?: line)?:(?:\*\*)?[^\n]*\n?", re.IGNORECASE)
_HASHES = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*\Z")
_BOLD = re.compile(r"(?:\*\*|__)(.+?)(?:\*\*|__):?\Z")
_RULED = re.compile(r"(?:(?<=\n\n)|\A)([^\s#>*+-][^\n]*)\n(={3,}|-{3,})[ \t]*(?=\n|\Z)")
_BREAK = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*\Z")
_BULLET = re.compile(r"\s*[-*+•–]\s+(\S.*)\Z")
_NUMBERED = re.compile(r"\s*(?:step\s+)?(\d{1,3})(?:[.)]|:(?=\s))\s+(\S.*)\Z", re.IGNORECASE)
_QUOTED = re.compile(r"\A\s*>\s?")
_END = re.compile(r"""(?<=[.!?…])["')\]]*\s+(?=["'(\[]?[^\W_a-z])|\n+""")
_SHORTENED = re.compile(r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Prof|vs|approx|etc)|\b(?:e\.g|i\.e|a\.m|p\.m))\.\Z")
_TITLE_WORDS, _COLON_WORDS, _GREETING_WORDS, _SIGN_OFF_WORDS = 12, 6, 6, 10


@dataclass(frozen=True)
class Section:
    """A heading and all that stands beneath it, lists included."""

    heading: str
    text: str


@dataclass(frozen=True)
class Document:
    """An answer, read."""

    text: str
    """All of it but a subject line, in plain marks."""
    title: str | None
    headings: tuple[str, ...]
    sections: tuple[Section, ...]
    paragraphs: tuple[str, ...]
    bullets: tuple[str, ...]
    numbered: tuple[str, ...]
    numbers: tuple[int, ...]
    """What the numbered items are numbered, in order."""
    sentences: tuple[str, ...]
    """Of paragraphs and list items, in order."""
    lines: tuple[str, ...]
    """Lines that are not blank; title, headings and items are lines."""

    @cached_property
    def word_count(self) -> int:
        """Words of all of it, headings and lists included."""
        return len(words(self.text))


def document(answer: str) -> Document:
    """Read an answer, whatever it is."""
    fenced = _FENCE.match(answer.strip())
    raw = _SUBJECT.sub("", fenced.group(1) if fenced else answer, count=1)
    return _Reading(raw.translate({0: " "})).document()


def sentences(text: str) -> list[str]:
    """Sentences of a paragraph; a point after an initial or a common abbreviation ends none."""
    found: list[str] = []
    begin = 0
    for end in _END.finditer(text):
        piece = text[begin : end.start()] + end.group().rstrip()
        if "\n" not in end.group() and _SHORTENED.search(piece):
            continue
        found.append(piece.strip())
        begin = end.end()
    found.append(text[begin:].strip())
    return [sentence for sentence in found if words(sentence)]


@dataclass
class _Reading:
    """The lines of an answer on their way into parts."""

    raw: str
    title: str | None = None
    headings: list[str] = field(default_factory=list[str])
    sections: list[list[str]] = field(default_factory=list[list[str]])
    paragraphs: list[str] = field(default_factory=list[str])
    bullets: list[str] = field(default_factory=list[str])
    numbered: list[str] = field(default_factory=list[str])
    numbers: list[int] = field(default_factory=list[int])
    sentences: list[str] = field(default_factory=list[str])
    is_at_top: bool = True

    def document(self) -> Document:
        text = plain(self.raw)
        blocks = re.split(r"\n[ \t]*(?:\n[ \t]*)+", _RULED.sub(_with_hashes, self.raw.strip()))
        for block in blocks:
            lines = [line for line in block.split("\n") if line.strip() and not _BREAK.match(line.strip())]
            if lines:
                self._block(lines, is_all=len(blocks) == 1)
        return Document(
            text=text,
            title=self.title,
            headings=tuple(self.headings),
            sections=tuple(
                Section(heading, "\n".join(parts))
                for heading, parts in zip(self.headings, self.sections, strict=True)
            ),
            paragraphs=tuple(self.paragraphs),
            bullets=tuple(self.bullets),
            numbered=tuple(self.numbered),
            numbers=tuple(self.numbers),
            sentences=tuple(self.sentences),
            lines=tuple(
                _bare(line) for line in text.split("\n") if line.strip() and not _BREAK.match(line.strip())
            ),
        )

    def _block(self, lines: list[str], is_all: bool) -> None:
        """Lines between blank ones: headings and items end a paragraph, other lines go on with what is open."""
        if self.is_at_top and len(lines) == 1 and self._takes_title(lines[0], is_all):
            return
        open_items: list[str] | None = None
        running: list[str] = []
        is_alone = len(lines) == 1 or bool(_BULLET.match(lines[1]) or _NUMBERED.match(lines[1]))
        for place, line in enumerate(lines):
            heading = self._heading_of(line, is_alone and place == 0)
            bullet = None if heading else _BULLET.match(line)
            numbered = None if heading or bullet else _NUMBERED.match(line)
            if heading or bullet or numbered:
                self._paragraph(running)
                running, open_items = [], None
            if heading:
                self._heading(*heading)
            elif bullet:
                open_items = self.bullets
                self._item(open_items, plain(bullet.group(1)).strip())
            elif numbered:
                open_items = self.numbered
                self.numbers.append(int(numbered.group(1)))
                self._item(open_items, plain(numbered.group(2)).strip())
            elif open_items and line[:1] in (" ", "\t"):
                self._continue_item(open_items, plain(line).strip())
            else:
                open_items = None
                running.append(plain(_QUOTED.sub("", line, count=1)).strip())
        self._paragraph(running)

    def _takes_title(self, line: str, is_all: bool) -> bool:
        marked = _HASHES.match(line.strip())
        if marked:
            if len(marked.group(1)) > 1:
                return False
            self.title = plain(marked.group(2)).strip()
        else:
            bold = _BOLD.match(line.strip())
            text = bold.group(1) if bold else line.strip()
            is_item = _BULLET.match(line) or _NUMBERED.match(line)
            is_sentence = text.rstrip("\"')]*_”’ ").endswith(tuple(".!?:;,"))
            if is_all or is_item or is_sentence or not 0 < len(words(text)) <= _TITLE_WORDS:
                return False
            self.title = plain(text).strip()
        self.is_at_top = False
        return True

    def _heading_of(self, line: str, is_alone: bool) -> tuple[str, bool] | None:
        """The heading that a line is, and whether it is of the first level."""
        stripped = line.strip()
        if marked := _HASHES.match(stripped):
            return plain(marked.group(2)).strip(), len(marked.group(1)) == 1
        if bold := _BOLD.match(stripped):
            return plain(bold.group(1)).strip(), False
        is_item = _BULLET.match(line) or _NUMBERED.match(line)
        if is_alone and not is_item and stripped.endswith(":") and len(words(stripped)) <= _COLON_WORDS:
            return plain(stripped).strip(), False
        return None

    def _heading(self, text: str, top: bool = False) -> None:
        text = text.rstrip(":").strip()
        if top and self.is_at_top:
            self.title = text
        else:
            self.headings.append(text)
            self.sections.append([])
        self.is_at_top = False

    def _paragraph(self, lines: list[str]) -> None:
        if not lines:
            return
        text = "\n".join(lines)
        self.is_at_top = False
        self._belongs(text)
        count = len(words(text))
        is_greeting = len(lines) == 1 and text.endswith(",") and count <= _GREETING_WORDS
        is_sign_off = len(lines) > 1 and lines[0].endswith(",") and count <= _SIGN_OFF_WORDS
        if count and not is_greeting and not (is_sign_off and text[-1] not in ".!?"):
            self.paragraphs.append(text)
            self.sentences += sentences(text)

    def _item(self, items: list[str], text: str) -> None:
        self.is_at_top = False
        items.append(text)
        self._belongs(text)
        self.sentences += sentences(text)

    def _continue_item(self, items: list[str], text: str) -> None:
        items[-1] += f"\n{text}"
        self._belongs(text)
        self.sentences += sentences(text)

    def _belongs(self, text: str) -> None:
        if self.sections:
            self.sections[-1].append(text)


def _with_hashes(ruled: re.Match[str]) -> str:
    """A heading with a rule beneath, as one with hashes before it."""
    return f"{'#' if ruled.group(2).startswith('=') else '##'} {ruled.group(1)}\n"


def _bare(line: str) -> str:
    """A line without the marks before it."""
    marked = _HASHES.match(line.strip())
    text = marked.group(2) if marked else line
    bullet = _BULLET.match(text)
    return plain(bullet.group(1) if bullet else text).strip()
