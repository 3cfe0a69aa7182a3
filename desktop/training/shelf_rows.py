"""What the list of models says of each."""

from __future__ import annotations

from core.runs.records import ShelfEntry
from desktop.language.engine_words import in_language
from desktop.language.wording import choose_plural, translate
from desktop.training.rows import Row
from desktop.training.words import (
    METRICS,
    date_words,
    found_words,
    languages_words,
    metric_name,
    place_words,
    quality,
    score,
)


def model_row(entry: ShelfEntry) -> Row:
    """Return the row of a model."""
    cells = (
        entry.title,
        ", ".join(map(place_words, entry.used_for)),
        in_language(entry.recipe),
        entry.base,
        str(entry.dimension or ""),
        date_words(entry.date),
        quality(entry.quality, entry.bm25),
    )
    return Row(cells, in_language(entry.description), bold=entry.is_main)


def described(entry: ShelfEntry) -> str:
    """Return what is said below the list of the model that is chosen."""
    parts = [in_language(entry.description)]
    if entry.made_for:
        place_text = translate("Training", "Intended for {place}.")
        parts.append(place_text.format(place=place_words(entry.made_for)))
    if entry.languages:
        parts.append(languages_words(entry.languages))
    if entry.quality:
        listed = ", ".join(
            f"{metric_name(name)} {score(entry.quality[name])} ({score(entry.bm25.get(name))})"
            for name in METRICS
            if name in entry.quality
        )
        question_count = entry.questions
        measured = translate(
            "Training",
            "On %Ln of your citing sentence(s), BM25 in brackets: {scores}.",
            "",
            question_count,
        )
        parts.append(choose_plural(measured, question_count).format(scores=listed))
    elif entry.claimed.get("recall@10") is not None:
        claimed = entry.claimed["recall@10"]
        parts.append(
            translate("Training", "On its training data it {found} (R@10 {score}).").format(
                found=found_words(claimed), score=score(claimed)
            )
        )
    if entry.keeps_vectors:
        parts.append(
            translate(
                "Training", "Papers keep the vectors of its base, so using it takes a moment."
            )
        )
    return " ".join(part for part in parts if part)
