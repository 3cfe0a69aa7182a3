"""What a tab says while its file is read, and offers where it could not be."""

from __future__ import annotations

from core.base.errors import EngineError, PdfScanError
from desktop.language.wording import figure, translate


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


def recognising_words(pages_done: int, total: int, seconds: float) -> str:
    """Return how far recognition is, and how many seconds it takes a page on this machine."""
    text = translate(
        "ManuscriptTab",
        "Recognising the text: {done} of {total} pages are done, about {seconds} s a page. The"
        " sentences are marked when all are read.",
    )
    return text.format(
        done=figure(pages_done), total=figure(total), seconds=figure(max(seconds, 1))
    )


def try_again_words(error: EngineError) -> str:
    """Return what can be done about a file that could not be read."""
    if isinstance(error, PdfScanError):
        return translate("ManuscriptTab", "Read it with text recognition")
    return translate("ManuscriptTab", "Try again")
