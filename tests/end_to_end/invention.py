"""A library and a manuscript that nobody has seen before: every title and name is drawn anew.

The words are pronounceable and mean nothing, the sentences around them are English, so a reader of
PDFs and an encoder find what they know how to work with, and nothing can be learnt by heart.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    PageTemplate,
    Paragraph,
)

CONSONANTS, VOWELS, ENDINGS = "bdfgklmnprstvz", "aeiou", "klmnrx"

PAPERS, CITED = 24, 8
MARGIN, GUTTER = 56.0, 22.0

TITLES = (
    "{A} {b} and the {c} of {d}",
    "On the {b} of {a} under {d} {c}",
    "{A} from {b}: {c} without {d}",
    "How {a} shapes {b} in {c} {d}",
    "Towards {a} {b} for {c} and {d}",
)
ABSTRACTS = (
    (
        "We study how {a} depends on {b} when the {c} is only partly known. On three "
        "collections the {d} explains most of what is seen, and {e} adds little. The "
        "measurements are released."
    ),
    (
        "Earlier accounts of {a} treat {b} as given. We show that {c} decides whether {d} holds, "
        "and we give a simple test for {e} that needs no further data."
    ),
    (
        "This paper introduces {a}, a way to obtain {b} from {c}. Compared with {d} it is faster "
        "and no less exact, and it does not need {e} at all."
    ),
)
CITING = (
    "The first careful description of {a} rests on a long series of {b} measurements {n}.",
    "Many groups have since linked {c} to {d}, although with very different means {n}.",
    "It is widely held that {b} comes before {a} whenever the {c} is large {n}.",
    "Their account of {d} was later refined for the case of strong {e} {n}.",
)
LEANING = (
    "It has been shown that {b} decides how strongly {d} acts on the {c} of such systems.",
    "Previous studies found that {a} without {c} leads to a marked loss of {d} and of {e}.",
    "Several authors have argued that {c} can be obtained from {a} even where {d} is missing.",
)
PLAIN = (
    "We describe our own data in the next section.",
    "All figures in this section are means of five runs.",
    "The remainder of the text follows the order of the experiments.",
    "We return to this point at the end.",
    "Our second question is what this costs in practice.",
    "The setting is the same as before, with one exception.",
)


@dataclass(frozen=True)
class InventedPaper:
    """A paper with the five words that only it is about."""

    key: str
    title: str
    authors: tuple[tuple[str, str], ...]
    year: int
    venue: str
    abstract: str
    words: tuple[str, ...]

    def bibtex(self) -> str:
        names = " and ".join(f"{family}, {given}" for given, family in self.authors)
        return (
            f"@article{{{self.key},\n  title = {{{self.title}}},\n  author = {{{names}}},\n"
            f"  year = {{{self.year}}},\n  journal = {{{self.venue}}},\n"
            f"  abstract = {{{self.abstract}}}\n}}\n"
        )

    def entry(self) -> str:
        names = [f"{given} {family}" for given, family in self.authors]
        return f"{' and '.join(names)}. {self.title}. {self.venue}, {self.year}."


class Invention:
    """What a person brings on the first day: a ``.bib`` and the draft of a manuscript.

    ``cited[n - 1]`` is what the marker [n] means; the last entry is of a paper that the library
    does not have. ``leaning`` holds sentences with the one paper that each of them rests on.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._used: set[str] = set()
        self.papers = [self.new_paper(number) for number in range(PAPERS)]
        self.cited = [*self._random.sample(self.papers, CITED), self.new_paper(PAPERS)]
        free = [paper for paper in self.papers if paper not in self.cited]
        self.leaning = [
            (self.said(text, paper), paper)
            for text, paper in zip(LEANING, self._random.sample(free, len(LEANING)), strict=True)
        ]
        self.title = self.said(
            "{A} and {b} as seen from the {c} of {d}", self.new_paper(PAPERS + 1)
        )
        own = self.new_paper(PAPERS + 2)
        self.authors = own.authors
        self.abstract = own.abstract
        self.two_columns = self._random.random() < 0.5
        self.sections = self._sections()

    def citing(self, number: int) -> str:
        """Return the sentence that bears the marker [number] alone."""
        return next(
            sentence
            for _, body in self.sections
            for sentence in body
            if f" [{number}]." in sentence
        )

    def write_bib(self, path: Path) -> None:
        path.write_text("\n".join(paper.bibtex() for paper in self.papers), encoding="utf-8")

    def write_pdf(self, path: Path) -> None:
        write_article(
            path,
            self.title,
            self.authors,
            self.abstract,
            self.sections,
            [paper.entry() for paper in self.cited],
            two_columns=self.two_columns,
        )

    def _sections(self) -> list[tuple[str, list[str]]]:
        numbers = list(range(1, len(self.cited) + 1))
        citing = [
            self.said(CITING[number % len(CITING)], self.cited[number - 1], n=f"[{number}]")
            for number in numbers
        ]
        first, second = numbers[:2]
        citing.append(self.said(CITING[0], self.new_paper(PAPERS + 3), n=f"[{first}, {second}]"))
        bodies: list[list[str]] = [[], [], []]
        for place, sentence in enumerate(citing):
            bodies[place % 3] += [sentence, PLAIN[place % len(PLAIN)]]
        for body, (sentence, _) in zip(bodies, self.leaning, strict=True):
            body.insert(2, sentence)
        return list(zip(("Introduction", "Related work", "Discussion"), bodies, strict=True))

    def new_paper(self, number: int) -> InventedPaper:
        words = tuple(self._word() for _ in range(5))
        title = self._filled(self._random.choice(TITLES), words)
        authors = tuple(
            (self._word().capitalize(), self._word().capitalize())
            for _ in range(self._random.randint(1, 3))
        )
        year = self._random.randint(1990, 2024)
        return InventedPaper(
            key=f"{authors[0][1].lower()}{year}n{number}",
            title=title,
            authors=authors,
            year=year,
            venue=f"Journal of {self._word().capitalize()}",
            abstract=self._filled(self._random.choice(ABSTRACTS), words),
            words=words,
        )

    def said(self, text: str, paper: InventedPaper, **values: str) -> str:
        return self._filled(text, paper.words, **values)

    @staticmethod
    def _filled(text: str, words: tuple[str, ...], **values: str) -> str:
        letters = dict(zip("abcde", words, strict=True))
        filled = text.format(A=words[0].capitalize(), **letters, **values)
        return filled[0].upper() + filled[1:]

    def _word(self) -> str:
        """Return a word that was not used yet."""
        draw = self._random
        while True:
            syllables = [draw.choice(CONSONANTS) + draw.choice(VOWELS) for _ in range(3)]
            word = "".join(syllables) + draw.choice(ENDINGS)
            if word not in self._used:
                self._used.add(word)
                return word


def write_article(
    path: Path,
    title: str,
    authors: Sequence[tuple[str, str]],
    abstract: str,
    sections: Sequence[tuple[str, Sequence[str]]],
    references: Sequence[str],
    *,
    two_columns: bool,
) -> None:
    """Typeset an article with a numbered reference list as a PDF."""
    _Press(path, two_columns=two_columns).build(
        [
            Paragraph(title, _style(17, bold=True, centred=True, after=10)),
            Paragraph(
                ", ".join(f"{given} {family}" for given, family in authors),
                _style(11, centred=True),
            ),
            FrameBreak(),
            Paragraph("Abstract", _style(12, bold=True)),
            Paragraph(abstract, _style(9)),
            *(part for place in enumerate(sections, 1) for part in _section(*place)),
            Paragraph("References", _style(12, bold=True)),
            *(
                Paragraph(f"[{number}] {reference}", _style(9, hang=16))
                for number, reference in enumerate(references, 1)
            ),
        ]
    )


def _section(number: int, section: tuple[str, Sequence[str]]) -> list[Flowable]:
    heading, sentences = section
    half = len(sentences) // 2
    return [
        Paragraph(f"{number} {heading}", _style(12, bold=True)),
        Paragraph(" ".join(sentences[:half]), _style(10)),
        Paragraph(" ".join(sentences[half:]), _style(10)),
    ]


class _Press(BaseDocTemplate):
    """Sets a title over one column or two."""

    def __init__(self, path: Path, *, two_columns: bool) -> None:
        super().__init__(str(path), pagesize=A4, invariant=1)
        width, height = A4
        head = Frame(MARGIN, height - 150, width - 2 * MARGIN, 100, id="head")
        whole = self._columns(width, height - MARGIN, two_columns=two_columns)
        below = self._columns(width, height - 150, two_columns=two_columns)
        self.addPageTemplates(
            [
                PageTemplate(id="first", frames=[head, *below], autoNextPageTemplate="later"),
                PageTemplate(id="later", frames=whole),
            ]
        )

    @staticmethod
    def _columns(width: float, top: float, *, two_columns: bool) -> list[Frame]:
        count = 2 if two_columns else 1
        each = (width - 2 * MARGIN - (count - 1) * GUTTER) / count
        return [
            Frame(MARGIN + column * (each + GUTTER), MARGIN, each, top - MARGIN, 0, 0, 0, 0)
            for column in range(count)
        ]


def _style(
    size: float, *, bold: bool = False, centred: bool = False, after: float = 4, hang: float = 0
) -> ParagraphStyle:
    return ParagraphStyle(
        "text",
        fontName="Times-Bold" if bold else "Times-Roman",
        fontSize=size,
        leading=size * 1.22,
        alignment=TA_CENTER if centred else TA_JUSTIFY,
        spaceBefore=8 if bold else 0,
        spaceAfter=after,
        leftIndent=hang,
        firstLineIndent=-hang,
    )
