"""What the report for co-authors says, so that it is translated."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Engine", "Citations for {0}"),
    QT_TRANSLATE_NOOP("Engine", "sentence with papers to cite"),
    QT_TRANSLATE_NOOP("Engine", "sentences with papers to cite"),
    QT_TRANSLATE_NOOP("Engine", "new entry for the list"),
    QT_TRANSLATE_NOOP("Engine", "new entries for the list"),
    QT_TRANSLATE_NOOP("Engine", "sentence still without"),
    QT_TRANSLATE_NOOP("Engine", "sentences still without"),
    QT_TRANSLATE_NOOP("Engine", "reference to mend"),
    QT_TRANSLATE_NOOP("Engine", "references to mend"),
    QT_TRANSLATE_NOOP("Engine", "{0} paper chosen"),
    QT_TRANSLATE_NOOP("Engine", "{0} papers chosen"),
    QT_TRANSLATE_NOOP("Engine", "written by Cocite on {0}"),
    QT_TRANSLATE_NOOP("Engine", "Citations to add and to mend"),
    QT_TRANSLATE_NOOP("Engine", "To cite"),
    QT_TRANSLATE_NOOP("Engine", "No paper was chosen yet."),
    QT_TRANSLATE_NOOP("Engine", "Still without a citation"),
    QT_TRANSLATE_NOOP("Engine", "Every sentence that seems to need a citation has one."),
    QT_TRANSLATE_NOOP("Engine", "References to mend"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Every citation leads to an entry, every entry is cited, and none is listed twice.",
    ),
    QT_TRANSLATE_NOOP("Engine", "No reference list was found."),
    QT_TRANSLATE_NOOP("Engine", "New entries for the reference list"),
    QT_TRANSLATE_NOOP("Engine", "Every chosen paper is in the list already."),
    QT_TRANSLATE_NOOP("Engine", "No longer in the manuscript"),
    QT_TRANSLATE_NOOP("Engine", "page {0}"),
    QT_TRANSLATE_NOOP("Engine", "cites {0}"),
    QT_TRANSLATE_NOOP("Engine", "in the list"),
    QT_TRANSLATE_NOOP("Engine", "in the list as {0}"),
    QT_TRANSLATE_NOOP("Engine", "{0} and {1} others"),
    QT_TRANSLATE_NOOP("Engine", "a passage"),
)
