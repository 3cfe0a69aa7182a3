"""A two-column manuscript made at test time, with the exact place of each sentence.

All of it is invented. In the texts below a leading "!" marks a sentence that needs a citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from core.base.records import Manuscript, Marker, Rect, Reference, Section, Sentence

TITLE = "Listening for Silence: Acoustic Monitoring of Wetland Birds with Few Labels"
AUTHORS = ("Ilse Varga", "Tomas Okonjo", "Mei-Lin Haddad")
FONT, BOLD, SIZE, LEADING = "Times-Roman", "Times-Bold", 9.6, 11.8
MARGIN, GUTTER = 54.0, 20.0

ABSTRACT = (
    (
        "Wetland birds are heard far more often than they are seen, and recorders in the reeds "
        "collect more sound than anyone can listen to."
    ),
    "We study how few labelled minutes suffice to tell forty species apart in such recordings.",
    (
        "A detector that learns first from unlabelled nights and then from labels needs a tenth "
        "of the annotations of one trained from scratch."
    ),
    "We release the annotations, the split by site, and the code.",
)

SECTIONS: tuple[tuple[str, str, int, tuple[str, ...]], ...] = (
    (
        "1",
        "Introduction",
        1,
        (
            (
                "Passive acoustic monitoring has become the standard way of following bird "
                "populations over large areas [1, 2]."
            ),
            (
                "!Populations of reed-nesting birds have declined across the continent for four "
                "decades, mostly through the draining of shallow wetlands."
            ),
            "A single recorder fills a disk with two thousand hours of sound in a season.",
            (
                "!Convolutional networks trained on spectrograms now identify several thousand "
                "species at a quality close to that of experienced listeners."
            ),
            (
                "Such networks are trained on clean recordings in which one bird sings in front of "
                "the microphone [3, 4]."
            ),
            (
                "!In the field the same networks lose a third of their precision, because distant "
                "voices overlap and the background is seldom quiet."
            ),
            (
                "Labelling the missing material takes an expert about nine minutes for each minute "
                "of sound [5]."
            ),
            "We ask how many of these minutes can be saved.",
            (
                "Our contributions are a benchmark of eleven wetlands, a training schedule for few "
                "labels, and an analysis of the errors that remain."
            ),
        ),
    ),
    (
        "2",
        "Related work",
        1,
        (),
    ),
    (
        "2.1",
        "Detecting birds by their voice",
        2,
        (
            "Early detectors compared the contour of a call with a bank of templates [6].",
            (
                "!Hidden Markov models later allowed the tempo of a song to vary, at the price of "
                "careful initialisation."
            ),
            "Spectrogram networks replaced both within a few years [3, 7, 8].",
            (
                "!Transformers that attend over patches of a spectrogram need more data, but are "
                "less easily misled by rain and wind."
            ),
            "None of these systems was built for choirs in which six species call at once.",
            "Source separation helps when the voices differ in pitch [9].",
        ),
    ),
    (
        "2.2",
        "Learning from few labels",
        2,
        (
            (
                "!Self-supervised pretraining on audio predicts masked frames or distinguishes two "
                "views of one clip from views of others."
            ),
            "Contrastive objectives are sensitive to the choice of negatives [10].",
            (
                "!Two clips from the same night are poor negatives, as the same individual often "
                "sings in both."
            ),
            "Active learning chooses the clips that an annotator should hear next [11, 12].",
            "In practice the chosen clips are the loudest ones, which are also the easiest.",
            "!Calibrated uncertainty reduces this bias considerably.",
        ),
    ),
    (
        "3",
        "Recordings",
        1,
        (
            "We placed forty-four recorders in eleven wetlands between March and July.",
            "Each recorder was active for ten minutes of every half hour, day and night.",
            "Sites were chosen to cover reed beds, wet meadows, and open water in equal parts.",
            (
                "Two of the authors and three volunteers annotated 3,120 minutes with the protocol "
                "of an earlier survey [5]."
            ),
            (
                "!Agreement between annotators was measured with a chance-corrected coefficient "
                "for more than two raters."
            ),
            "Where two annotators disagreed a third one decided.",
            "Species heard on fewer than three sites were set aside.",
            (
                "The split into training and test is by site, since neighbouring recorders hear "
                "the same birds."
            ),
            "!Random splits of spatially correlated data are known to overstate accuracy.",
        ),
    ),
    (
        "4",
        "Method",
        1,
        (
            "The detector is a network of eleven layers that reads a spectrogram of four seconds.",
            (
                "We use a mel scale with 96 bands between 0.5 and 12 kHz and per-channel energy "
                "normalisation [13]."
            ),
            (
                "!Normalising each channel by its own slowly moving energy suppresses steady noise "
                "such as wind."
            ),
            (
                "Pretraining takes pairs of clips that are adjacent in time as positives and clips "
                "of another site as negatives."
            ),
            "The temperature of the loss is 0.1 and was not tuned.",
            "!Mixing two spectrograms and their labels is a simple and strong augmentation.",
            (
                "For the labelled phase we lower the learning rate of the first six layers by a "
                "factor of ten."
            ),
            (
                "Training stops when the average precision on a held-out site has not grown for "
                "five epochs [14]."
            ),
        ),
    ),
    (
        "5",
        "Results",
        1,
        (
            (
                "With all labels the pretrained detector reaches a mean average precision of 0.71 "
                "against 0.69 without pretraining."
            ),
            "With a tenth of the labels it keeps 0.68, while the other one falls to 0.52.",
            "The gain is largest for bitterns and rails, whose voices are low and rare.",
            (
                "!Low-frequency calls carry far over open water and are therefore recorded with "
                "little energy by many microphones."
            ),
            "Errors concentrate in the hour before sunrise, when up to nine species overlap.",
            (
                "A detector trained on the loudest clips only does worse than one trained on a "
                "random choice, in line with an earlier observation [12]."
            ),
            (
                "!Ensembles of independently trained networks give better calibrated scores than a "
                "single one."
            ),
            "On two sites near a motorway all detectors fail alike.",
        ),
    ),
    (
        "6",
        "Conclusion",
        1,
        (
            "Unlabelled nights are worth listening to.",
            (
                "A few hundred labelled minutes, spread over sites and hours, replace a season of "
                "annotation."
            ),
            "!Similar savings have been reported for marine mammals and for bats.",
            "We hope that the benchmark helps those who have recorders but no annotators.",
        ),
    ),
)

REFERENCES = (
    ("A. Brandt and L. Osei", "Monitoring birds by ear and machine", 2016),
    ("R. Castellano et al.", "Autonomous recorders in conservation: a review", 2018),
    ("J. Lindqvist and P. Moreau", "A network that knows three thousand voices", 2019),
    ("S. Adeyemi", "Clean recordings, noisy fields", 2020),
    ("M. Kowalczyk et al.", "The cost of listening: annotation effort in bioacoustics", 2017),
    ("D. Ferrant", "Template matching for bird calls", 1998),
    ("H. Nakagawa and B. Stroud", "Spectrograms as images", 2017),
    ("E. Petrov et al.", "Deep detectors for dawn choruses", 2021),
    ("C. Rossi and U. Weiss", "Separating overlapping singers", 2019),
    ("F. Duarte", "On the choice of negatives", 2021),
    ("K. Yilmaz et al.", "Which clip next? Active learning for sound", 2018),
    ("N. Abara and V. Holm", "Loud is not informative", 2020),
    ("G. Sato et al.", "Per-channel energy normalisation revisited", 2019),
    ("O. Bianchi", "When to stop training", 2015),
)


@dataclass
class _Line:
    """A line being filled: its words, each with the sentence it belongs to."""

    words: list[tuple[str, int | None]] = field(default_factory=list)

    def width(self) -> float:
        return stringWidth(" ".join(word for word, _ in self.words), FONT, SIZE)


class PaperWriter:
    """Sets text in two columns and notes where each sentence went."""

    def __init__(self, path: Path) -> None:
        self._canvas = Canvas(str(path), pagesize=A4, invariant=True)
        self._page, self._column, self._y = 0, 0, MARGIN
        self._width = (A4[0] - 2 * MARGIN - GUTTER) / 2
        self.rects: dict[int, list[Rect]] = {}

    def heading(self, text: str, size: float = 11.0) -> None:
        """Set a heading that never stands alone at the end of a column."""
        if self._y > A4[1] - MARGIN - 4 * LEADING:
            self._next_column()
        self._y += LEADING * 0.8
        self._draw(text, BOLD, size)
        self._y += LEADING * 1.3

    def title(self, title: str, authors: Sequence[str]) -> None:
        """Set the title across both columns."""
        self._canvas.setFont(BOLD, 15)
        self._canvas.drawCentredString(A4[0] / 2, A4[1] - MARGIN - 14, title[: title.index(" of ")])
        self._canvas.drawCentredString(
            A4[0] / 2, A4[1] - MARGIN - 32, title[title.index(" of ") + 1 :]
        )
        self._canvas.setFont(FONT, 11)
        self._canvas.drawCentredString(A4[0] / 2, A4[1] - MARGIN - 56, ",  ".join(authors))
        self._y = self._top = MARGIN + 76

    def paragraph(self, sentences: Iterable[tuple[int, str]]) -> None:
        """Set sentences one after the other, justified."""
        line = _Line()
        for index, text in sentences:
            for word in text.split():
                line.words.append((word, index))
                if line.width() > self._width:
                    spill = line.words.pop()
                    self._set(line, justify=True)
                    line = _Line([spill])
        self._set(line, justify=False)
        self._y += LEADING * 0.4

    def close(self) -> None:
        """Write the file."""
        self._canvas.save()

    _top = MARGIN

    def _set(self, line: _Line, *, justify: bool) -> None:
        if self._y > A4[1] - MARGIN:
            self._next_column()
        gaps = max(1, len(line.words) - 1)
        natural = stringWidth(" ", FONT, SIZE)
        space = natural + (self._width - line.width()) / gaps if justify else natural
        x = left = self._left()
        baseline = self._y + SIZE
        spans: dict[int, tuple[float, float]] = {}
        self._canvas.setFont(FONT, SIZE)
        for word, index in line.words:
            self._canvas.drawString(x, A4[1] - baseline, word)
            end = x + stringWidth(word, FONT, SIZE)
            if index is not None:
                spans[index] = (spans.get(index, (x, x))[0], end)
            x = end + space
        for index, (start, end) in spans.items():
            box = Rect(self._page, max(start, left), self._y + 1.2, end, self._y + SIZE + 2.4)
            self.rects.setdefault(index, []).append(box)
        self._y += LEADING

    def _draw(self, text: str, font: str, size: float) -> None:
        self._canvas.setFont(font, size)
        self._canvas.drawString(self._left(), A4[1] - self._y - size, text)

    def _left(self) -> float:
        return MARGIN + self._column * (self._width + GUTTER)

    def _next_column(self) -> None:
        self._column += 1
        if self._column == 2:
            self._canvas.showPage()
            self._page, self._column, self._top = self._page + 1, 0, MARGIN
        self._y = self._top


def write_paper(path: Path) -> Manuscript:
    """Write the sample manuscript as a PDF and return it as it should be read."""
    writer = PaperWriter(path)
    writer.title(TITLE, AUTHORS)
    texts: list[tuple[int | None, str]] = []

    def number(section: int | None, sentences: Iterable[str]) -> list[tuple[int, str]]:
        start = len(texts)
        texts.extend((section, text.lstrip("!")) for text in sentences)
        return [(index, texts[index][1]) for index in range(start, len(texts))]

    writer.heading("Abstract")
    writer.paragraph(number(None, ABSTRACT))
    for section, (label, title, _, sentences) in enumerate(SECTIONS):
        writer.heading(f"{label}  {title}", 11.0 if "." not in label else 10.0)
        half = len(sentences) // 2 + 1
        numbered = number(section, sentences)
        for part in (numbered[:half], numbered[half:]):
            if part:
                writer.paragraph(part)
    writer.heading("References")
    for place, (authors, title, year) in enumerate(REFERENCES, start=1):
        writer.paragraph([(-place, f"[{place}] {authors}. {title}. {year}.")])
    writer.close()
    return Manuscript(
        title=TITLE,
        authors=AUTHORS,
        abstract=" ".join(ABSTRACT),
        sections=tuple(Section(label, title, level) for label, title, level, _ in SECTIONS),
        sentences=tuple(
            _sentence(index, section, text, writer.rects.get(index, []))
            for index, (section, text) in enumerate(texts)
        ),
        references=tuple(
            Reference(
                index=place,
                label=str(place + 1),
                text=f"{authors}. {title}. {year}.",
                authors=(authors,),
                title=title,
                year=year,
                rects=tuple(writer.rects.get(-place - 1, ())),
            )
            for place, (authors, title, year) in enumerate(REFERENCES)
        ),
        extractor="test",
    )


def needs() -> list[float]:
    """Return, for each sentence of the sample manuscript, how much it needs a citation."""
    raw = [*ABSTRACT, *(text for *_, sentences in SECTIONS for text in sentences)]
    return [0.86 if text.startswith("!") else 0.12 for text in raw]


def write_long_paper(path: Path, *, pages: int, sentences: int) -> Manuscript:
    """Write a manuscript of many pages; each sentence takes one line."""
    canvas = Canvas(str(path), pagesize=A4)
    made: list[Sentence] = []
    per_page = sentences // pages
    for page in range(pages):
        canvas.setFont(FONT, SIZE)
        for row in range(per_page):
            text = f"Sentence {len(made)} of page {page} says something that was shown before."
            y = MARGIN + row * 26
            canvas.drawString(MARGIN, A4[1] - y - SIZE, text)
            end = MARGIN + stringWidth(text, FONT, SIZE)
            rect = Rect(page, MARGIN, y, end, y + SIZE + 2.4)
            made.append(Sentence(len(made), 0, page, text, (rect,)))
        canvas.showPage()
    canvas.save()
    return Manuscript(
        title="A long one", sections=(Section("1", "All of it", 1),), sentences=tuple(made)
    )


def _sentence(index: int, section: int | None, text: str, rects: Sequence[Rect]) -> Sentence:
    markers = tuple(
        Marker(
            found.start(),
            found.end(),
            found.group(),
            tuple(int(label) - 1 for label in found.group(1).split(",")),
        )
        for found in re.finditer(r"\[(\d+(?:, \d+)*)\]", text)
    )
    page = rects[0].page if rects else 0
    return Sentence(index, section, page, text, tuple(rects), markers)
