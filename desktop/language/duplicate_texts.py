"""Why papers are taken for duplicates, as the engine says it, so that it is translated."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Engine", "Same DOI {0}"),
    QT_TRANSLATE_NOOP("Engine", "Same arXiv id {0}"),
    QT_TRANSLATE_NOOP("Engine", "Same title"),
    QT_TRANSLATE_NOOP("Engine", "One title is the other with a subtitle"),
    QT_TRANSLATE_NOOP("Engine", "The titles differ by a typing error: {0}"),
    QT_TRANSLATE_NOOP("Engine", "“{0}” and “{1}”"),
    QT_TRANSLATE_NOOP("Engine", "“{0}” and “{1}”, “{2}” and “{3}”"),
    QT_TRANSLATE_NOOP("Engine", "The titles differ in a letter"),
    QT_TRANSLATE_NOOP("Engine", "The titles are nearly the same"),
    QT_TRANSLATE_NOOP("Engine", "Same authors"),
    QT_TRANSLATE_NOOP("Engine", "Same first author"),
    QT_TRANSLATE_NOOP("Engine", "No author in common"),
    QT_TRANSLATE_NOOP("Engine", "{0} of the first authors in common"),
    QT_TRANSLATE_NOOP("Engine", "Same year"),
    QT_TRANSLATE_NOOP("Engine", "Years {0} and {1}"),
    QT_TRANSLATE_NOOP("Engine", "One is a preprint, the other was published"),
    QT_TRANSLATE_NOOP("Engine", "One is a preprint, the other was published in {0}"),
    QT_TRANSLATE_NOOP("Engine", "Different DOIs"),
    QT_TRANSLATE_NOOP("Engine", "Different arXiv ids"),
    QT_TRANSLATE_NOOP("Engine", "Published in {0} and in {1}"),
)
