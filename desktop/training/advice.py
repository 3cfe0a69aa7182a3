"""What can be done with what there is to learn from, in one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.runs.records import CorpusChecked
from desktop.language.wording import QT_TRANSLATE_NOOP, figure, translate
from desktop.training.words import FEW_QUESTIONS

Outlook = Literal["good", "doubtful", "none"]
_ASKED = 2 * FEW_QUESTIONS
"""Held-out sentences that are needed: one half chooses the state, the other half judges."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether a training makes sense, and the sentence that says so."""

    outlook: Outlook
    sentence: str


_SENTENCES: dict[str, tuple[Outlook, str]] = {
    "nothing": (
        "none",
        QT_TRANSLATE_NOOP(
            "Advice",
            "There is too little here to train a model. Import PDFs of papers that cite one "
            "another, wait until their full texts are read, and try again.",
        ),
    ),
    "unjudged": (
        "doubtful",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, but nothing here can tell whether it helped: no held-out sentence"
            " cites a paper with an abstract.",
        ),
    ),
    "few": (
        "doubtful",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, but there are too few citations to tell whether it helped"
            " (held-out sentences: {count}; needed: {needed}).",
        ),
    ),
    "little": (
        "good",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, and judge the result. There is little to learn from: expect a small "
            "gain, or none.",
        ),
    ),
    "enough": (
        "good",
        QT_TRANSLATE_NOOP(
            "Advice", "You can train: there is enough to learn from, and to judge the result."
        ),
    ),
}


def advice(checked: CorpusChecked) -> Advice:
    """Return what a corpus allows, the worst matter first."""
    question_count = {finding.subject: finding.count for finding in checked.findings}.get(
        "dev contexts", 0
    )
    levels = set(checked.recipes.values())
    if levels <= {"missing"}:
        case = "nothing"
    elif question_count < _ASKED:
        case = "few" if question_count else "unjudged"
    else:
        case = "enough" if "enough" in levels else "little"
    outlook, sentence = _SENTENCES[case]
    text_template = translate("Advice", sentence)
    return Advice(
        outlook, text_template.format(count=figure(question_count), needed=figure(_ASKED))
    )
