"""The commands that ask a library: ``search``, ``recommend``, ``similar`` and ``evidence``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from core.base import settings
from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.findings import CitationEvidence, EntryCheck, EvidenceReport
from core.base.messages import capital
from core.base.records import (
    Manuscript,
    OpenManuscript,
    PaperFilter,
    PaperSet,
    Recommendation,
    Suggestion,
)
from core.commands import common, printing
from core.programs import json_forms
from core.recommend import gaps
from core.recommend.entry_checks import entry_name
from core.recommend.unread import judge_reading, reading_json
from core.services import evidence_page
from core.workspace import Workspace

# --- papers for words, sentences, manuscripts and papers --------------------------------------


@click.command()
@common.library_folder
@click.argument("manuscript", type=common.PATH, required=False)
@click.option("--sentence", type=click.IntRange(0), help="Index of the sentence, from 0.")
@click.option("--text", help="Recommend for this text instead.")
@common.model_option
@common.limit_option
@common.filter_options
@common.as_json_option
def recommend(  # noqa: PLR0913 - one parameter an option
    folder: Path,
    manuscript: Path | None,
    sentence: int | None,
    text: str | None,
    *,
    model: str,
    limit: int,
    options: common.FilterOptions,
    as_json: bool,
) -> None:
    """Recommend papers for a sentence, a text, or all of a manuscript that needs citations.

    New papers that appeared after the manuscript are hidden if its year is known (--years any
    shows them).
    """
    _require_one_question(manuscript, sentence, text)
    with common.open_workspace(folder) as workspace:
        if manuscript is None:
            opened = workspace.manuscripts.open_text("")
        else:
            opened = workspace.manuscripts.open(manuscript)
        paper_filter = options.make_filter(workspace, opened.manuscript.year)
        sentence_indices = [] if text is not None else _asked_sentences(workspace, opened, sentence)
        common.load_if_useful(workspace, model)
        workspace.recommending.second_stage.load(in_process=True)
        if text is not None:
            answer = workspace.recommending.recommend_text(
                opened, text, limit=limit, paper_filter=paper_filter
            )
            # A text alone is all there is, and so its own first sentence.
            recommendations = [answer if manuscript else replace(answer, sentence=0)]
        else:
            recommendations = [
                workspace.recommending.rerank(opened, index, limit=limit, paper_filter=paper_filter)
                for index in sentence_indices
            ]
        one = text is not None or sentence is not None
        whole = None if one else _whole(workspace, opened, limit, paper_filter)
        _show(workspace, opened, recommendations, whole, limit=limit, as_json=as_json)


@click.command()
@common.library_folder
@click.argument("paper_ids", nargs=-1, required=True)
@click.option("--not", "negative", multiple=True, help="A paper the answer should be unlike.")
@common.model_option
@common.limit_option
@common.as_json_option
def similar(
    folder: Path,
    paper_ids: tuple[str, ...],
    negative: tuple[str, ...],
    model: str,
    limit: int,
    as_json: bool,
) -> None:
    """Find the papers like some others, by meaning, words and citations."""
    with common.open_workspace(folder) as workspace:
        liked, disliked = (common.numbers(workspace, ids) for ids in (paper_ids, negative))
        common.load_if_useful(workspace, model)
        neighbours = workspace.similar.to(liked, disliked, limit)
        names = workspace.library.papers.names(liked)
        keys = [names[number].key for number in liked]
    if as_json:
        printing.say_json(json_forms.similar_json(paper_ids, keys, neighbours))
    else:
        printing.print_neighbours(neighbours)


def _require_one_question(manuscript: Path | None, sentence: int | None, text: str | None) -> None:
    if text is None and manuscript is None:
        raise UsageError(
            "There is no text to recommend papers for.", remedy="Name a PDF, or use --text."
        )
    if text is not None and not text.strip():
        raise UsageError("The text is blank.", remedy="Give --text a sentence or a passage.")
    if text is not None and sentence is not None:
        message = "--sentence and --text exclude each other."
        raise UsageError(message, remedy="Choose one of them.")


def _asked_sentences(
    workspace: Workspace, opened: OpenManuscript, sentence: int | None
) -> list[int]:
    total = len(opened.manuscript.sentences)
    if sentence is None:
        return gaps.gap_sentences(opened.manuscript, workspace.manuscripts.needs_citation(opened))
    if sentence >= total:
        raise UsageError(
            f"There is no sentence {sentence}: the manuscript has {total}.",
            remedy="Sentences are numbered from 0; see cocite parse.",
        )
    return [sentence]


def _show(
    workspace: Workspace,
    opened: OpenManuscript,
    recommendations: Sequence[Recommendation],
    whole: Recommendation | None,
    *,
    limit: int,
    as_json: bool,
) -> None:
    title = opened.manuscript.title
    if not as_json:
        printing.print_reading(opened.manuscript)
        for recommendation in recommendations:
            printing.print_recommendation(recommendation, limit)
        if whole is not None:
            printing.print_recommendation(whole, limit)
        return
    answers = [*recommendations, *([whole] if whole is not None else [])]
    explained_items: list[Suggestion | PaperSet] = []
    for recommendation in answers:
        explained_items += [*recommendation.suggestions, *recommendation.sets]
    numbers = dict.fromkeys(reason.paper for one in explained_items for reason in one.reasons)
    names = workspace.library.papers.names(list(numbers))
    sentences = [
        json_forms.recommendation_json(title, recommendation, names, limit)
        for recommendation in recommendations
    ]
    if whole is None:
        printing.say_json(sentences[0])
    else:
        papers = json_forms.whole_json(whole, names)
        verdict = reading_json(judge_reading(opened.manuscript))
        answer = {"title": title, "reading": verdict, "sentences": sentences}
        printing.say_json(answer | {"manuscript": papers})


def _whole(
    workspace: Workspace, opened: OpenManuscript, limit: int, paper_filter: PaperFilter
) -> Recommendation:
    with printing.ConsoleJob() as job:
        return workspace.recommending.recommend_manuscript(
            opened, limit=limit, paper_filter=paper_filter, job=job
        )


# --- the command that searches a library: ``search`` ------------------------------------

_SETTINGS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""``-survey`` is a word that is not wanted, and so is ``-hypothesis``."""


@click.command(context_settings=_SETTINGS)
@common.library_folder
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@common.limit_option
@common.as_json_option
def search(folder: Path, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    r"""Find papers by words and fields, as the search field of the window does.

    All of WORDS must hold. The last one may be the beginning of a word.

    \b
      graph walks          papers with both words
      '"hard negatives"'   these words beside one another
      -survey              without this word
      author:noether       also title: venue: keyword: tag: collection:
      year:2019-2022       also year:2019  year:2019-  'year:>2019'
      key:noether1921      a citation key; also doi: and arxiv:

    The shell takes quotes and > for itself: put what has them in single quotes.
    """
    text = " ".join(words)
    with common.open_workspace(folder) as workspace:
        numbers = workspace.papers.search(text)
        instead = "" if numbers else workspace.papers.searching.did_you_mean(text)
        papers = workspace.library.papers.get_many(numbers[:limit])
    if as_json:
        printing.say_json(json_forms.search_json(text, papers, len(numbers), instead))
    else:
        printing.print_papers(papers, len(numbers), instead)


# --- what cited papers say --------------------------------------------------------------------


_STOPPED = (
    "The look-up was stopped: entries that are not in the library are unchecked. Run the command"
    " again; what was looked up is not asked for twice."
)


@click.command()
@click.argument("manuscript", type=common.PATH)
@common.library_folder
@common.model_option
@click.option("--html", "page", type=common.PATH, help="Also write a page for reviewers.")
@click.option("--online", is_flag=True, help="Look up entries that are not in the library.")
@common.as_json_option
def evidence(
    manuscript: Path, folder: Path, *, model: str, page: Path | None, online: bool, as_json: bool
) -> None:
    """Show what the cited papers say: for each citation the nearest passages, with their page.

    Quotations and numbers are looked up, too. What deserves a look comes first: retracted papers,
    quotations that differ, citations without a passage near. Papers need a full text or an
    abstract in the library. Each reference is compared with the library's record of it; with
    --online those that are not in the library are looked up at the services that are switched on
    in the window, in Settings under Privacy.
    """
    with common.open_workspace(folder) as workspace, printing.ConsoleJob() as job:
        lookup = workspace.lookup if online else None
        if lookup is not None:
            lookup.consent = settings.load(settings.default_path()).consent()
            lookup.require_consent()
        opened = workspace.manuscripts.open(manuscript, job)
        workspace.indexing.load_model(name=model, in_process=True)
        report = workspace.evidence.check_manuscript(opened, job)
        if lookup is not None:
            try:
                report = workspace.evidence.look_up_entries(opened, report, lookup, job)
            except KeyboardInterrupt:
                click.echo(_STOPPED, err=True)
        html = workspace.evidence.make_page(opened, report)
        names = workspace.library.papers.names([paper.number for paper in report.papers])
    if page is not None:
        replace_text(page, html)
    if as_json:
        reading = reading_json(judge_reading(opened.manuscript))
        values = json_forms.evidence_report_json(opened.manuscript, report, names)
        printing.say_json({"title": opened.manuscript.title, "reading": reading, **values})
    else:
        printing.print_reading(opened.manuscript)
        for citation in report.citations:
            _print_citation(opened.manuscript, citation, report)
        for check in report.checks_by_interest():
            _print_check(opened.manuscript, check)


def _print_check(manuscript: Manuscript, check: EntryCheck) -> None:
    name = entry_name(manuscript.references[check.reference])
    reason = f" ({check.reason})" if check.reason else ""
    click.echo(f"{name}: {evidence_page.describe_check(check)}{reason}")
    if check.notice is not None:
        click.echo(f"  ! {evidence_page.describe_notice(check.notice)}")
    for line in evidence_page.describe_differences(check):
        click.echo(f"  {line}")


def _print_citation(
    manuscript: Manuscript, citation: CitationEvidence, report: EvidenceReport
) -> None:
    entry = manuscript.references[citation.reference]
    state = evidence_page.describe_state(citation.state)
    searched = evidence_page.describe_search(citation.searched)
    click.echo(f"{entry_name(entry)}: {state}{f' ({searched})' if searched else ''}")
    click.echo(f"  {manuscript.sentences[citation.sentence].text}")
    notice = report.notice(citation.reference)
    if notice is not None:
        click.echo(f"  ! {evidence_page.describe_notice(notice)}")
    for quotation in citation.quotations:
        click.echo(f"  “{quotation.text}”: {evidence_page.describe_quotation(quotation)}")
        for one in quotation.differences:
            click.echo(f"    {one.quoted or '–'} → {one.printed or '–'}")
    for passage in citation.passages:
        place = capital(evidence_page.describe_place(passage))
        click.echo(f"  > {passage.text} ({place})")
    for number in citation.numbers:
        click.echo(f"  {evidence_page.describe_number(number)}")
