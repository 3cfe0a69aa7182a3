"""The head of the suggestions: the sentence, the count, and which indexes were searched."""

from __future__ import annotations

from core.base.records import Outlook, Sentence
from desktop.language.wording import choose_plural, translate
from desktop.pages.sentence_map import Kind


def state_words(kind: Kind, sentence: Sentence, chosen: int) -> str:
    """Return what the selected sentence is; ``chosen`` papers are on the list to cite for it."""
    if kind is Kind.CITED:
        markers = " ".join(marker.text for marker in sentence.markers)
        return translate("SuggestionPanel", "Cites {markers}").format(markers=markers)
    if kind is Kind.CHOSEN:
        return choose_plural(
            translate("SuggestionPanel", "%Ln paper(s) to cite here", "", chosen), chosen
        )
    words = {
        Kind.GAP: translate("SuggestionPanel", "Needs a citation"),
        Kind.DISMISSED: translate("SuggestionPanel", "Not needed here"),
        Kind.PLAIN: translate("SuggestionPanel", "For the selected sentence"),
    }
    return words[kind]


def count_words(paper_count: int) -> str:
    """Return how many papers that are not cited yet are suggested."""
    return choose_plural(
        translate("SuggestionPanel", "%Ln new paper(s)", "", paper_count), paper_count
    )


def explain_outlook(outlook: Outlook, *, cites_fitting: bool) -> str:
    """Return what is said where no new paper is plausible; one cited already may fit."""
    if cites_fitting:
        return translate(
            "SuggestionPanel",
            "Nothing new is convincing: a paper you cite already fits better. "
            "The nearest new ones are listed below.",
        )
    if outlook == "weak":
        return translate(
            "SuggestionPanel",
            "Only weak suggestions: check whether one of them fits.",
        )
    return translate(
        "SuggestionPanel",
        "Nothing convincing: none of your papers is a good match for this sentence. "
        "The nearest ones are listed below.",
    )


def why_only_words(model_state: str) -> str:
    """Return why an answer rests on words alone."""
    reasons = {
        "loading": translate(
            "SuggestionPanel", "Only keywords so far: the model is still loading."
        ),
        "failed": translate("SuggestionPanel", "Only keywords: the model could not be loaded."),
        "none": translate("SuggestionPanel", "Only keywords: no model is in use."),
    }
    missing = translate(
        "SuggestionPanel",
        "Only keywords so far. Suggestions will be complete when indexing ends.",
    )
    return reasons.get(model_state, missing)


def unread_words() -> str:
    """Return what is said of pages that are shown but could not be read."""
    return translate(
        "SuggestionPanel",
        "The pages can be shown but not read, so there are no sentences to suggest papers for. "
        "Type or paste a passage instead: “Recommend for text…” (Ctrl+Shift+R).",
    )


def tally_words(gaps: int | None, chosen: int) -> str:
    """Return how a manuscript stands, for the status bar; ``gaps`` may not be known yet."""
    parts = []
    if gaps is not None:
        parts.append(choose_plural(translate("ManuscriptTab", "%Ln gap(s)", "", gaps), gaps))
    papers = translate("ManuscriptTab", "%Ln paper(s) to cite", "", chosen)
    return " · ".join((*parts, choose_plural(papers, chosen)))
