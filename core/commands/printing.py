"""What the command line prints: JSON, words for people, progress."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from core.base.errors import LibraryCorruptError, UsageError
from core.base.findings import Finding
from core.base.library_records import PaperName
from core.base.records import (
    Manuscript,
    Neighbour,
    Paper,
    PaperNumber,
    Recommendation,
    Suggestion,
)
from core.base.reports import FollowState, FullTextReport, ImportEntry, ImportReport
from core.commands.boundary import as_it_is, harmless
from core.evaluation.harness import Answer
from core.library.exports.corpus_export import CorpusReport
from core.library.safety.verify import VerifyReport
from core.models.manifest import Manifest
from core.recommend.gaps import gap_sentences
from core.recommend.unread import judge_reading, part_text

Json = dict[str, Any]  # Any: JSON values
_AUTHORS_SHOWN = 3


class ConsoleJob:
    """Progress on stderr, where a person looks and no program reads; Ctrl+C is the stop."""

    def __init__(self) -> None:
        console = Console(file=as_it_is(sys.stderr))
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),  # names of files hold brackets
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("", total=None)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Move the bar."""
        description = harmless(note)
        self._progress.update(
            self._task, completed=steps_done, total=total or None, description=description
        )

    def check(self) -> None:
        """Do nothing: Ctrl+C raises ``KeyboardInterrupt`` by itself."""


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return "1 paper" or "2 papers"; ``plural`` where it takes more than an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


# --- output as JSON ---------------------------------------------------------------------------


def say_json(value: object) -> None:
    """Print one JSON value to stdout."""
    _say(json.dumps(value, ensure_ascii=False))


def _say(line: str) -> None:
    """Print a line. A reader who has closed the pipe misses it; the work goes on."""
    try:
        click.echo(line)
    except BrokenPipeError:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def import_json(
    report: ImportReport,
    entries: Iterable[ImportEntry],
    names: Mapping[PaperNumber, PaperName],
) -> Json:
    """Return the counts of an import, what was refused or left out, and every record."""
    skipped = [{"source": str(path), "reason": reason} for path, reason in report.skipped]
    fields = ("status", "source", "place", "title", "id", "reason")
    records = []
    for entry in entries:
        name = None if entry.paper is None else names.get(entry.paper)
        values = {field: getattr(entry, field) for field in fields}
        records.append({**values, "key": "" if name is None else name.key})
    return {**asdict(report), "skipped": skipped, "records": records}


def follow_json(state: FollowState) -> Json:
    """Return where the following of Zotero stands, and what the last look brought."""
    return {**asdict(state), "folder": None if state.folder is None else str(state.folder)}


def write_run(path: Path, answers: Iterable[Answer]) -> None:
    """Write every ranking of an evaluation, a JSON line a query."""
    try:
        with path.open("w", encoding="utf-8") as file:
            for answer in answers:
                ranking = [{"id": paper, "score": score} for paper, score in answer.ranking]
                line = {"id": answer.query, "ranking": ranking, "seconds": answer.seconds}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise UsageError(f"“{path}” cannot be written: {error.strerror}.") from error


# --- output as text for people ----------------------------------------------------------------


def print_entry(entry: ImportEntry) -> None:
    """Print what became of one record."""
    location = f"{entry.source}: {entry.place}" if entry.place else entry.source
    details = " · ".join(part for part in (entry.id, entry.title, entry.reason) if part)
    _say(f"{entry.status:9} {location}  {details}")


def print_import(report: ImportReport) -> None:
    """Print the sums of an import, and what to do about what was refused."""
    counts = f"{report.added} added, {report.merged} merged, {report.unchanged} unchanged"
    _say(
        f"{counts}, {len(report.refused)} refused, {len(report.skipped)} skipped; "
        f"{format_count(report.citations, 'citation')}, "
        f"{format_count(report.contexts, 'citing sentence')}"
    )
    remedies = Counter(refusal.remedy for refusal in report.refused if refusal.remedy)
    for remedy, count in remedies.most_common():
        _say(f"What to do about {count} refused: {remedy}")


def print_follow(state: FollowState) -> None:
    """Print what the last look at a followed folder of Zotero brought, and what was left out."""
    if state.folder is None:
        _say("Following no folder of Zotero any more; what was taken stays.")
        return
    if state.problem:
        _say(state.problem)
        return
    _say(
        f"{state.folder}: {state.added} added, {state.changed} changed, {state.trashed} moved to"
        f" the Trash; {format_count(state.kept, 'field')} stay as you edited them"
    )
    for note in state.notes:
        _say(note)
    if state.held:
        _say("If they are meant to go: cocite follow --confirm.")


def print_corpus(report: CorpusReport) -> None:
    """Print what of a library was written as a corpus."""
    click.echo(
        f"{format_count(report.papers, 'paper')}, {report.with_abstract} with an abstract; "
        f"{format_count(report.fulltexts, 'full text')}, "
        f"{format_count(report.contexts, 'citing sentence')}, "
        f"{format_count(report.citations, 'citation')}"
    )
    click.echo(f"Citing papers held out to judge a training (splits.json): {report.dev}")
    if report.chosen or report.drafted:
        click.echo(
            f"From your manuscripts: {format_count(report.drafted, 'citing sentence')}, "
            f"{format_count(report.chosen, 'chosen paper')}, {report.refused} refused"
        )


def print_reading(manuscript: Manuscript) -> None:
    """Print what was not read of a manuscript: the verdict, and each part below it."""
    verdict = judge_reading(manuscript)
    if not verdict.text:
        return
    level = "Warning" if verdict.is_serious else "Note"
    click.echo(f"{level}: {verdict.text}")
    if len(verdict.parts) > 1:
        for part in verdict.parts:
            click.echo(f"  {part_text(part)}")
    click.echo()


def print_manuscript(manuscript: Manuscript, chances: Sequence[float]) -> None:
    """Print the outline of a manuscript and the sentences that need a citation."""
    print_reading(manuscript)
    click.echo(manuscript.title or "(no title found)")
    click.echo(", ".join(manuscript.authors))
    for section in manuscript.sections:
        click.echo(f"{'  ' * section.level}{section.number} {section.title}".rstrip())
    cited = sum(bool(sentence.markers) for sentence in manuscript.sentences)
    open_sentences = gap_sentences(manuscript, chances)
    click.echo(
        f"{format_count(len(manuscript.sentences), 'sentence')}, {cited} with citations, "
        f"{len(open_sentences)} that need one and have none; "
        f"{format_count(len(manuscript.references), 'reference')}"
    )
    if not manuscript.references:
        click.echo("No reference list was found, so citations could not be checked against it.")
    for index in open_sentences:
        click.echo(f"{index:5}  {chances[index]:4.0%}  {manuscript.sentences[index].text}")


def print_findings(findings: Sequence[Finding]) -> None:
    """Print what is wrong with a manuscript's citations."""
    groups: dict[str, list[Finding]] = {
        "To correct in the citations:": [],
        "Could not be checked:": [],
        "Good to know:": [],
    }
    problems, unchecked, notes = groups.values()
    for finding in findings:
        group = problems if finding.is_problem else unchecked if finding.is_to_mend else notes
        group.append(finding)
    for heading, group in groups.items():
        if group:
            click.echo(f"\n{heading}")
        for finding in group:
            click.echo(f"  {finding.text}")


def print_recommendation(recommendation: Recommendation, limit: int = 20) -> None:
    """Print a sentence, the papers it could cite with reasons, and what fits of those cited."""
    click.echo(f"\n“{recommendation.text}”")
    if recommendation.outlook == "nothing":
        click.echo("   Nothing convincing in this library; the nearest papers are:")
    elif recommendation.outlook == "weak":
        click.echo("   Only weak suggestions; see for yourself whether one fits:")
    for suggestion in recommendation.new[:limit]:
        _print_suggestion(suggestion)
    _print_hidden(recommendation.hidden)
    if again := recommendation.again():
        click.echo("   Cited elsewhere in the manuscript:")
    for suggestion in again:
        click.echo(f"      {_chance(suggestion)}")
    for group in recommendation.sets:
        beside = "; ".join(cite_line(paper) for paper in group.cited_papers)
        click.echo(f"   Usually beside {beside}:" if beside else "   To cite together:")
        for text in (*map(cite_line, group.papers), *(reason.text for reason in group.reasons)):
            click.echo(f"            {text}")


def _print_hidden(count: int) -> None:
    if count:
        hidden_papers = format_count(count, "more paper")
        click.echo(f"   Hidden by the filter: {hidden_papers} (--years any shows all years)")


def _print_suggestion(suggestion: Suggestion) -> None:
    click.echo(f"{suggestion.rank:4}. {_chance(suggestion)}")
    if suggestion.sentences:
        positions = ", ".join(map(str, suggestion.sentences))
        click.echo(f"            fits at sentence {positions}")
    for reason in suggestion.reasons:
        lead = "says: " if reason.kind == "abstract" else ""
        click.echo(f"            {lead}{reason.text}")


def _chance(suggestion: Suggestion) -> str:
    return f"{suggestion.confidence:4.0%}  {cite_line(suggestion.paper)}"


def print_neighbours(neighbours: Iterable[Neighbour]) -> None:
    """Print the neighbours of some papers with their evidence."""
    for index, neighbour in enumerate(neighbours, start=1):
        shares = ", ".join(f"{kind} {share:.2f}" for kind, share in neighbour.by.items() if share)
        click.echo(f"{index:4}. {cite_line(neighbour.paper)}  ({shares})")


def print_papers(papers: Sequence[Paper], found_count: int, instead: str) -> None:
    """Print the first papers of a search; what is not shown, and a better spelling, on stderr."""
    for index, paper in enumerate(papers, start=1):
        click.echo(f"{index:4}. {cite_line(paper)}")
    if found_count > len(papers):
        click.echo(f"{found_count:,} papers were found; --limit shows more.", err=True)
    if not found_count:
        more = f" Did you mean: {instead}" if instead else ""
        click.echo(f"No paper was found.{more}", err=True)


def print_models(models: Iterable[Manifest], used: Mapping[str, Sequence[str]]) -> None:
    """Print the shelf, a star at the models in use; some are for other things than sentences."""
    for model in models:
        star = "*" if model.name in used else " "
        description = f"{model.name:24} {model.kind:12} {model.recipe:12} {model.dimension:>5}"
        other_places = [
            place for place in used.get(model.name, ()) if place in ("similar", "languages")
        ]
        where = f"  (for {', '.join(used[model.name])})" if other_places else ""
        click.echo(f"{star} {description}  {model.base}{where}")


def print_fulltexts(report: FullTextReport) -> None:
    """Say how many PDFs were read, and name those that could not be."""
    tried = report.read + report.failed + report.set_aside
    if tried:
        click.echo(f"{report.read} of {tried} PDFs read")
    for refusal in report.refused:
        click.echo(f"{refusal.reason} {refusal.remedy}".strip(), err=True)


def print_verification(report: VerifyReport) -> None:
    """Print what a check of the library found."""
    for name, count in report.counts.items():
        click.echo(f"{name:24} {count:>10}")
    for problem in report.problems:
        click.echo(f"PROBLEM   {problem}")
    if report.problems:
        click.echo(f"What to do: {LibraryCorruptError.default_remedy}")


def cite_line(paper: Paper) -> str:
    """Return a paper in one line: title, first authors, year, venue, id."""
    names = ", ".join(paper.signers[:_AUTHORS_SHOWN])
    more = " et al." if len(paper.signers) > _AUTHORS_SHOWN else ""
    details = ", ".join(part for part in (names + more, str(paper.year or ""), paper.venue) if part)
    return f"{paper.title} — {details}  <{paper.id}>"
