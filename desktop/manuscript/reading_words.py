"""What a tab says while its file is read, and offers where it could not be."""

from __future__ import annotations

from core.base.errors import EngineError, PdfScanError
from desktop.language.wording import translate

PAGE_SECONDS = 15
"""That the recognition of a page takes on one core; 15 to 19 s measured on a busy machine."""


def reading_words(*, recognise: bool, rest: bool = False) -> str:
    """Return what is said while a file is read, or the rest of a long one."""
    if rest:
        return translate(
            "ManuscriptTab",
            "The first pages can be used already. References, citations and the other pages "
            "follow when the whole file is read.",
        )
    if recognise:
        return translate(
            "ManuscriptTab",
            "Recognising the text: the sentences are marked when all pages are read.",
        )
    return translate(
        "ManuscriptTab", "Reading the manuscript: its sentences are marked in a moment."
    )


def try_again_words(error: EngineError) -> str:
    """Return what can be done about a file that could not be read."""
    if isinstance(error, PdfScanError):
        text = translate("ManuscriptTab", "Read it with text recognition, about {seconds} s a page")
        return text.format(seconds=PAGE_SECONDS)
    return translate("ManuscriptTab", "Try again")
