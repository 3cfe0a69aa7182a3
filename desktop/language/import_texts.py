"""What the engine says of records that were imported, so that it is translated."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP(
        "Engine", "the address names no DOI or arXiv id, and nothing is fetched from it"
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "only its id is known, for Cocite looks nothing up online; import its BibTeX entry or its "
        "PDF, and the rest is filled in",
    ),
    QT_TRANSLATE_NOOP("Engine", "the text is too long for one reference"),
    QT_TRANSLATE_NOOP("Engine", "no title, DOI or arXiv id was found in the reference"),
    QT_TRANSLATE_NOOP("Engine", "the text does not look like a reference"),
    QT_TRANSLATE_NOOP("Engine", "it has no title"),
    QT_TRANSLATE_NOOP("Engine", "it is of no kind that can be imported"),
    QT_TRANSLATE_NOOP("Engine", "its id {0} belongs to another paper, “{1}”"),
)
