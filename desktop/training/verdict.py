"""The verdict of a comparison: use the new model, or keep the one in use."""

from __future__ import annotations

from dataclasses import dataclass

from core.runs.records import BM25, Judgement, Part, Versus
from desktop.language.wording import figure, translate
from desktop.training.words import FEW_QUESTIONS, found_words, signed

_LEAST = 20
"""Below so many questions an interval means nothing: a single one may decide."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the new model is better for certain, in a sentence, and the model to keep if not.

    ``kept_model`` is "" where no other model of its kind is in use.
    """

    better: bool
    sentence: str
    kept_model: str


def verdict(judgement: Judgement, title: str) -> Verdict:
    """Return what to do, by the model in use; by BM25 where the new model is the one in use."""
    against = judgement.versus[-1] if judgement.versus else None
    kept_model = "" if against is None or against.model == BM25 else against.title
    other = "BM25" if against is None else against.title
    if not judgement.questions or against is None:
        text = translate("Verdict", "Nothing here can tell whether “{model}” is better.")
    elif judgement.questions < _LEAST:
        text = translate("Verdict", "Too few questions to tell which is better.")
    elif against.low > 0:
        text = translate("Verdict", "“{model}” finds more than “{other}”.")
    elif against.high < 0:
        text = translate("Verdict", "“{model}” finds less than “{other}”.")
    elif judgement.questions < FEW_QUESTIONS:
        text = translate("Verdict", "Too few questions to tell which is better.")
    else:
        text = translate("Verdict", "No clear difference between “{model}” and “{other}”.")
    better = against is not None and judgement.questions >= _LEAST and against.low > 0
    return Verdict(better, text.format(model=title, other=other), kept_model)


def _on_new(part: Part | None) -> str:
    if part is None:
        return ""
    text = translate("Verdict", "New sentences ({questions}): no clear difference")
    if part.low > 0:
        text = translate("Verdict", "New sentences ({questions}): better")
    elif part.high < 0:
        text = translate("Verdict", "New sentences ({questions}): worse")
    return _with_bounds(text, part)


def _on_old(part: Part | None) -> str:
    if part is None:
        return ""
    text = translate("Verdict", "Known sentences ({questions}): no clear loss")
    if part.high < 0:
        text = translate("Verdict", "Known sentences ({questions}): worse")
    return _with_bounds(text, part)


def _with_bounds(text: str, part: Part) -> str:
    bounds = translate("Verdict", "{text}: {mean} ({low} to {high}).")
    mean_text = text.format(questions=figure(part.questions))
    mean, low, high = map(signed, (part.mean, part.low, part.high))
    return bounds.format(text=mean_text, mean=mean, low=low, high=high)


def comparison_words(judgement: Judgement, versus: Versus) -> str:
    """Return what both models find, in words, and the difference with its interval."""
    scores = {row.model: row.scores.get("recall@10", 0.0) for row in judgement.rows}
    new = judgement.rows[-1]
    comparison = translate(
        "Verdict",
        "“{model}” {found}, “{other}” {count}. Difference in R@10 {mean} (95 % interval {low} to "
        "{high}); better for {wins} sentences, worse for {losses}, equal for {ties}.",
    ).format(
        model=new.title,
        found=found_words(new.scores.get("recall@10", 0.0)),
        other=versus.title,
        count=figure(100 * scores.get(versus.model, 0.0)),
        mean=signed(versus.mean),
        low=signed(versus.low),
        high=signed(versus.high),
        wins=figure(versus.wins),
        losses=figure(versus.losses),
        ties=figure(versus.ties),
    )
    parts = filter(None, (_on_new(versus.on_new), _on_old(versus.on_old)))
    comparison = " ".join((comparison, *parts))
    if versus.by_papers is None:
        return comparison
    mean, low, high = map(signed, versus.by_papers)
    by_papers = translate(
        "Verdict", "Similar papers: difference in MAP {mean} (95 % interval {low} to {high})."
    )
    return f"{comparison} {by_papers.format(mean=mean, low=low, high=high)}"
