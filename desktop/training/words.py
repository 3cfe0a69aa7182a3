"""Figures and states as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.runs.records import ENOUGH_HELD_OUT, Level, Run, UsedFor
from desktop.language import wording
from desktop.language.languages import language_name
from desktop.language.wording import QT_TRANSLATE_NOOP, figure, in_language, translate
from desktop.ui.jobs_panel import duration

FEW_QUESTIONS = ENOUGH_HELD_OUT // 2
"""Below so many sentences that judge, a difference of some points is chance."""
BY_PAPERS = "cited map"
METRICS = ("recall@10", "map@10", "mrr", "ndcg@10", BY_PAPERS)
"""The first four are asked by citing sentences, the last by papers."""
_METRIC_NAMES = {"recall@10": "R@10", "map@10": "MAP", "mrr": "MRR", "ndcg@10": "nDCG"}


_PLACES: dict[UsedFor, str] = {
    "encoder": QT_TRANSLATE_NOOP("Training", "sentences"),
    "reranker": QT_TRANSLATE_NOOP("Training", "rereading"),
    "similar": QT_TRANSLATE_NOOP("Training", "similar papers"),
    "languages": QT_TRANSLATE_NOOP("Training", "other languages"),
    "evidence": QT_TRANSLATE_NOOP("Training", "passages of evidence"),
}
_MANY = "multilingual"


def place_words(place: UsedFor) -> str:
    """Return what a model is in use for."""
    return translate("Training", _PLACES[place])


def languages_words(codes: Sequence[str]) -> str:
    """Return which languages a model knows; "" if none of them has a name here."""
    if _MANY in codes:
        return translate("Training", "Knows many languages.")
    names = ", ".join(filter(None, map(language_name, codes)))
    return translate("Training", "Knows {languages}.").format(languages=names) if names else ""


def metric_name(metric: str) -> str:
    """Return the usual short name of a metric."""
    if metric == BY_PAPERS:
        return translate("Training", "MAP by papers")
    return _METRIC_NAMES.get(metric, metric)


def score(value: float | None) -> str:
    """Return a score between 0 and 1, or a dash."""
    return "–" if value is None else figure(value, 3)


def found_words(recall: float) -> str:
    """Return recall at 10 in words."""
    return translate("Training", "finds {count} of 100 cited papers among the first ten").format(
        count=figure(100 * recall)
    )


def signed(value: float) -> str:
    """Return a difference with its sign."""
    return ("+" if value >= 0 else "") + figure(value, 3)


def metric_heading(metric: str) -> str:
    """Return what a metric says, in words, and its usual name."""
    words = {
        "recall@10": translate("Training", "Cited papers among the first ten (R@10)"),
        "map@10": translate("Training", "Ranks of all cited papers (MAP)"),
        "mrr": translate("Training", "Rank of the first cited paper (MRR)"),
        "ndcg@10": translate("Training", "Order of the first ten (nDCG)"),
        BY_PAPERS: translate("Training", "Similar papers (MAP)"),
    }
    return words.get(metric, metric)


def metric_help(metric: str) -> str:
    """Return how a metric is read."""
    words = {
        "recall@10": translate(
            "Training", "Share of the papers a sentence cites that are among the first ten. 1: all."
        ),
        "map@10": translate(
            "Training",
            "Average precision within the first ten. 1: all cited papers come before any other.",
        ),
        "mrr": translate(
            "Training",
            "Mean of 1 divided by the rank of the first cited paper. 0.5: it is the second on"
            " average.",
        ),
        "ndcg@10": translate(
            "Training",
            "Quality of the order of the first ten. 1: best possible.",
        ),
        BY_PAPERS: translate(
            "Training",
            "Average precision where a paper, not a sentence, asks for the papers it cites among"
            " others: what Similar papers and the map rest on. 1: all cited papers come first.",
        ),
    }
    return words.get(metric, "")


def quality(own: Mapping[str, float], bm25: Mapping[str, float]) -> str:
    """Return how many of 100 cited papers are among the first ten, beside those of BM25."""
    if "recall@10" not in own:
        return translate("Training", "not measured")
    score_text = figure(100 * own["recall@10"])
    if "recall@10" not in bm25:
        return score_text
    return translate("Training", "{model} (BM25 {bm25})").format(
        model=score_text, bm25=figure(100 * bm25["recall@10"])
    )


def size(count: int) -> str:
    """Return bytes in the unit that suits them."""
    if count >= 2**30:
        return f"{figure(count / 2**30, 1)} GB"
    return f"{max(1, round(count / 2**20))} MB"


def per_second(speed: float) -> str:
    """Return a speed with as many digits as mean something."""
    return figure(speed, 0 if speed >= 10 else 1)


def day(moment: str) -> str:
    """Return date and time of an ISO 8601 moment on this computer's clock."""
    when = wording.on_this_clock(moment)
    return "" if when is None else wording.moment(when)


def date_words(day: str) -> str:
    """Return an ISO 8601 date or moment as a date here; what is none stays as it is."""
    when = wording.on_this_clock(day)
    return day if when is None else wording.date_words(when.date())


def level_words(level: Level) -> str:
    """Return how far there is enough of something."""
    words = {
        "enough": translate("Training", "enough"),
        "thin": translate("Training", "little"),
        "missing": translate("Training", "too little"),
    }
    return words[level]


def level_look(level: Level) -> str:
    """Return how such a word looks."""
    return {"enough": "muted", "thin": "warning", "missing": "bad"}[level]


def state_words(run: Run) -> str:
    """Return where a run stands, in a few words."""
    words = {
        "starting": translate("Training", "starting…"),
        "running": translate("Training", "preparing…"),
        "stopping": translate("Training", "stopping…"),
        "stopped": translate("Training", "paused"),
        "finished": translate("Training", "finished"),
        "failed": translate("Training", "failed"),
        "interrupted": translate("Training", "interrupted"),
        "unreadable": translate("Training", "cannot be read"),
    }
    if run.state == "running" and (run.steps or run.doing):
        return " · ".join(part for part in (_step_words(run), doing_words(run)) if part)
    if run.state == "finished" and run.ended_at:
        return translate("Training", "stopped at step {step} of {steps}, best state kept").format(
            step=figure(run.ended_at), steps=figure(run.steps)
        )
    if run.state in ("stopped", "interrupted") and run.step:
        return f"{words[run.state]}, " + translate("Training", "step {step}").format(
            step=figure(run.step)
        )
    return words[run.state]


def _step_words(run: Run) -> str:
    if not run.step:
        first = translate("Training", "first of {steps} steps…").format(steps=figure(run.steps))
        return "" if run.doing else first
    return translate("Training", "step {step} of {steps}").format(
        step=figure(run.step), steps=figure(run.steps)
    )


def doing_words(run: Run) -> str:
    """Return what goes on beside the steps and how far it is, "" while steps are taken."""
    if not run.doing:
        return ""
    doing_text = in_language(run.doing)
    if not run.total:
        return f"{doing_text}…"
    return translate("Training", "{what}: {done} of {total}").format(
        what=doing_text, done=figure(run.done_count), total=figure(run.total)
    )


def time_left(seconds: float | None) -> str:
    """Return a time that is left, "" if it is not known."""
    return (
        ""
        if seconds is None
        else translate("Training", "{time} left").format(time=duration(seconds))
    )
