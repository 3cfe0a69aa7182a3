"""What recipes, their settings and the check of a corpus say, so that it is translated.

A test holds the table to what the trainer says of its recipes.
"""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Engine", "Name of the new model; made from recipe and base if empty."),
    QT_TRANSLATE_NOOP("Engine", "Model to start from: a name on the shelf or a folder."),
    QT_TRANSLATE_NOOP("Engine", "cuda, cuda:1, mps or cpu; empty: the fastest there is."),
    QT_TRANSLATE_NOOP(
        "Engine", "Learns from citing sentences, and from which papers are cited together."
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Learns what a paper says from summaries, titles and sentences of its own abstract.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Cocite (recommended)"),
    QT_TRANSLATE_NOOP("Engine", "as published"),
    QT_TRANSLATE_NOOP("Engine", "one of {0} is expected"),
    QT_TRANSLATE_NOOP(
        "Engine", "letters, digits, dots, hyphens and underscores are expected, a letter first"
    ),
    QT_TRANSLATE_NOOP("Engine", "a whole number is expected"),
    QT_TRANSLATE_NOOP("Engine", "a number is expected"),
    QT_TRANSLATE_NOOP("Engine", "at least {0} is expected"),
    QT_TRANSLATE_NOOP("Engine", "at most {0} is expected"),
    QT_TRANSLATE_NOOP("Engine", "more than {0} is expected"),
    QT_TRANSLATE_NOOP("Engine", "less than {0} is expected"),
    QT_TRANSLATE_NOOP("Engine", "Papers with an abstract"),
    QT_TRANSLATE_NOOP("Engine", "Citations between papers with abstracts"),
    QT_TRANSLATE_NOOP("Engine", "Pairs of a sentence and a paper with an abstract that it cites"),
    QT_TRANSLATE_NOOP("Engine", "Sentences that cite two or more papers with abstracts"),
    QT_TRANSLATE_NOOP("Engine", "Papers with a full text"),
    QT_TRANSLATE_NOOP("Engine", "Held-out sentences that cite a paper with an abstract"),
    QT_TRANSLATE_NOOP("Engine", "{0}: {1}, which is enough."),
    QT_TRANSLATE_NOOP("Engine", "{0}: {1}; below {2}, scores are coarse. {3}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: {1}; below {2}, expect little. {3}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: {1}, so nothing says which state of a model is best. {2}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: {1}; at least {2} are needed. {3}"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Import PDFs of papers that cite one another, and have their full texts read.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Import papers with abstracts."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Import PDFs with their reference lists; a corpus folder takes an edges.tsv of citing and"
        " cited ids.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "One in twenty papers that cite is held out: import more PDFs that cite papers of yours.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine", "all-MiniLM-L6-v2 with an adapter for queries, trained on sentences that cite."
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "all-MiniLM-L6-v2 as published: general sentence meaning, not trained on citations.",
    ),
)
