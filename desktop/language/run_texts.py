"""What a training says of itself while it runs and when it ends, so that it is translated."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Engine", "Reading the corpus"),
    QT_TRANSLATE_NOOP("Engine", "Reading {0}"),
    QT_TRANSLATE_NOOP("Engine", "Measuring {0}"),
    QT_TRANSLATE_NOOP("Engine", "Measuring on held-out citations"),
    QT_TRANSLATE_NOOP("Engine", "Choosing what to learn from"),
    QT_TRANSLATE_NOOP("Engine", "Trying how many examples fit into memory"),
    QT_TRANSLATE_NOOP("Engine", "Mining hard negatives"),
    QT_TRANSLATE_NOOP("Engine", "Encoding papers"),
    QT_TRANSLATE_NOOP("Engine", "Neighbours in the citation graph"),
    QT_TRANSLATE_NOOP("Engine", "BM25 queries"),
    QT_TRANSLATE_NOOP("Engine", "summaries"),
    QT_TRANSLATE_NOOP("Engine", "Saving the model"),
    QT_TRANSLATE_NOOP("Engine", "Stopped as asked; the last state is kept."),
    QT_TRANSLATE_NOOP("Engine", "Stopped as asked, before there was a state to keep."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "An earlier version chose the best state by other scores, which do not compare with"
        " these. The best is looked for anew from here on.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Stopped as asked; the model is the best state, of step {0}."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Its process ended without a word, as when it is killed or the computer is shut down.",
    ),
    QT_TRANSLATE_NOOP("Engine", "The run is finished already."),
    QT_TRANSLATE_NOOP("Engine", "The model is trained; it could not be compared with its base."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The new model finds more than its base: recall@10 {0} against {1}"
        " (95 % interval of the difference {2} to {3}).",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The new model finds less than its base: recall@10 {0} against {1}"
        " (95 % interval of the difference {2} to {3}).",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "No difference from its base is certain: recall@10 {0} against {1}"
        " (95 % interval of the difference {2} to {3}).",
    ),
)
