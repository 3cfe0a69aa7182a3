"""Papers and a manuscript that nobody wrote."""

from __future__ import annotations

from pathlib import Path

from core.base.records import (
    Link,
    Manuscript,
    ManuscriptNumber,
    Marker,
    OpenManuscript,
    Paper,
    PaperNumber,
    Rect,
    Reference,
    Section,
    Sentence,
)

ADJECTIVES = ("Quiet", "Sparse", "Patient", "Nested", "Borrowed", "Coarse", "Honest", "Folded")
NOUNS = ("Gardens", "Ledgers", "Tides", "Lanterns", "Bridges", "Orchards", "Compasses", "Rivers")
FAMILIES = ("Abara", "Brandt", "Castellano", "Duarte", "Eriksen", "Fontaine", "Gupta", "Haas")
VENUES = ("Journal of Invented Results", "Workshop on Imaginary Data", "Annals of Nowhere", "")


def invented_paper(number: int) -> Paper:
    """Return paper ``number`` (from 1); the same each time."""
    adjective = ADJECTIVES[number % 8]
    noun = NOUNS[(number // 8) % 8]
    first, second = FAMILIES[number % 8], FAMILIES[(number * 3 + 1) % 8]
    title = f"{adjective} {noun}: a study of how things hold together, part {number}"
    return Paper(
        number=PaperNumber(number),
        id=f"made:{number}",
        ids=(f"made:{number}",),
        title=title,
        abstract=(
            f"We ask how {adjective.lower()} {noun.lower()} hold together when nobody looks. "
            "Three hundred invented measurements say that they do, and a simple model says why. "
            "What remains open is whether the same is true at night."
        )
        if number % 5
        else "",
        authors=(f"Ada {first}", f"Ben {second}", "Cleo Marsh")[: 1 + number % 3],
        year=None if number % 11 == 0 else 1990 + number % 36,
        venue=VENUES[number % 4],
        doi=f"10.5555/made.{number}" if number % 2 else "",
        keywords=(adjective.lower(), noun.lower()),
        citation_key=f"{first.lower()}{1990 + number % 36}{adjective.lower()}",
    )


def invented_manuscript(path: Path | None = None) -> OpenManuscript:
    """Return a manuscript of eight sentences on one page, two of them with a marker."""
    texts = (
        "Gardens are held together by patience.",
        "Earlier work has shown this for ledgers [1].",
        "Tides behave differently when nobody measures them.",
        "We use the compass of Duarte and its later form [2].",
        "No model of lanterns has been tried on rivers.",
        "Sparse orchards need fewer bridges than dense ones.",
        "Our measurements were taken over three hundred nights.",
        "Contrasting bridges with rivers improves both.",
    )
    sentences = []
    for index, text in enumerate(texts):
        y = 120.0 + 24 * index
        start = text.find("[")
        markers = (Marker(start, start + 3, text[start : start + 3], (index // 3,)),)
        rect = Rect(0, 72, y, 72 + 4.6 * len(text), y + 14)
        sentences.append(
            Sentence(index, index // 4, 0, text, (rect,), markers if start >= 0 else ())
        )
    manuscript = Manuscript(
        title="On things that hold together",
        authors=("Ada Abara",),
        sections=(Section("1", "Introduction", 1), Section("2", "Method", 1)),
        sentences=tuple(sentences),
        references=(
            Reference(index=0, label="1", text="A. Abara. Quiet Gardens.", title="Quiet Gardens"),
            Reference(index=1, label="2", text="D. Duarte. Nested Tides.", title="Nested Tides"),
        ),
        extractor="invented 1",
    )
    return OpenManuscript(
        number=ManuscriptNumber(1),
        path=path,
        manuscript=manuscript,
        links={0: Link(PaperNumber(8), 0.97)},
    )
