"""A text in parts, while it is written."""

from dataclasses import dataclass, field

from plans.text.words import mentions, words


@dataclass
class Paragraph:
    """Sentences in order; what is added goes before the tail."""

    body: list[str] = field(default_factory=list[str])
    tail: list[str] = field(default_factory=list[str])
    first_line: str = ""
    """A line of its own above the sentences."""
    last_line: str = ""
    """A line of its own beneath them."""

    def text(self) -> str:
        """As it stands in the answer."""
        lines = (self.first_line, " ".join([*self.body, *self.tail]), self.last_line)
        return "\n".join(line for line in lines if line)

    def count(self) -> int:
        """Words."""
        return len(words(self.text()))

    def sentence_count(self) -> int:
        """Sentences, lines of their own among them."""
        return len(self.body) + len(self.tail) + bool(self.first_line) + bool(self.last_line)

    def mentions(self, *forms: str) -> bool:
        """Whether any of the words stands in it."""
        return mentions(self.text(), forms)

    def change(self, place: int, sentence: str) -> None:
        """Put another sentence in a place, counted over body and tail."""
        if place < len(self.body):
            self.body[place] = sentence
        else:
            self.tail[place - len(self.body)] = sentence


@dataclass
class Draft:
    """A text: title, headings before the first paragraphs, lists before the last one."""

    paragraphs: list[Paragraph]
    opening: int = 0
    """Paragraphs before the first heading."""
    title: str = ""
    headings: list[str] = field(default_factory=list[str])
    bullets: list[str] = field(default_factory=list[str])
    numbered: list[str] = field(default_factory=list[str])

    def text(self) -> str:
        """The whole answer, in Markdown."""
        blocks: list[str] = [f"# {self.title}"] if self.title else []
        for place, paragraph in enumerate(self.paragraphs):
            if 0 <= place - self.opening < len(self.headings):
                blocks.append(f"## {self.headings[place - self.opening]}")
            if place == len(self.paragraphs) - 1:
                blocks += self._lists()
            blocks.append(paragraph.text())
        return "\n\n".join(block for block in blocks if block) + "\n"

    def paragraph(self, number: int) -> Paragraph:
        """A paragraph by its place, from 1 on; -1 is the last."""
        return self.paragraphs[number - 1 if number > 0 else -1]

    def section(self, number: int) -> Paragraph:
        """The first paragraph of the section beneath that heading, from 1 on; -1 is the last heading."""
        index = number - 1 if number > 0 else len(self.headings) - 1
        return self.paragraphs[self.opening + index]

    def all_sentences(self) -> list[tuple[Paragraph, int]]:
        """Of each sentence that a word can be added to, where it stands; -1 for a line that stays as it is."""
        found: list[tuple[Paragraph, int]] = []
        for paragraph in self.paragraphs:
            found += [(paragraph, -1)] if paragraph.first_line else []
            found += [(paragraph, place) for place in range(len(paragraph.body) + len(paragraph.tail))]
            found += [(paragraph, -1)] if paragraph.last_line else []
        return found

    def _lists(self) -> list[str]:
        bullets = "\n".join(f"- {item}" for item in self.bullets)
        numbered = "\n".join(f"{number}. {item}" for number, item in enumerate(self.numbered, 1))
        return [bullets, numbered]
