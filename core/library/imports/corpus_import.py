"""The parts of a corpus that refer to papers: full texts with their citing sentences, and edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.base.records import CitingContext, Link, PaperNumber, PaperRecord, Reference
from core.formats.corpus import (
    FullTextEntry,
    FullTextSentence,
    read_edges,
    read_fulltexts,
)
from core.formats.entries import Problem
from core.library.imports.import_run import ImportRun, batch_entries
from core.library.store.intake import Outcome

_FULLTEXTS = 100
_EDGES = 20_000

_Known = Mapping[str, PaperNumber]


def import_fulltexts(run: ImportRun, path: Path) -> None:
    """Store citing sentences and references of full texts; a paper not yet there is added."""
    for batch in batch_entries(run, read_fulltexts(path), path, _FULLTEXTS):
        for entry in batch:
            if entry.problem:
                run.refuse_entry(path, entry.location, entry.problem)
        entries = [entry for entry in batch if not entry.problem]
        with run.library.database.transaction():
            added = _add_missing(run, entries, path)
            numbers = _list_papers(run, entries, added)
            known_papers = run.library.papers.resolve_many(
                {cited_id for entry in entries for cited_id in _cited_ids(entry)}
            )
            for entry, number in zip(entries, numbers, strict=True):
                if number is not None:
                    _store(run, number, entry, known_papers)
        run.tell(list(added.values()), list(added), path)


def import_edges(run: ImportRun, path: Path) -> None:
    """Add citations; those from or to papers the library does not have are only counted."""
    for batch in batch_entries(run, read_edges(path), path, _EDGES):
        pairs = []
        for edge in batch:
            if isinstance(edge, Problem):
                run.refuse_entry(path, edge.location, edge.reason)
            else:
                pairs.append(edge)
        known_papers = run.library.papers.resolve_many(
            {paper_id for pair in pairs for paper_id in pair}
        )
        known_pairs = [
            (known_papers[citing], known_papers[cited])
            for citing, cited in pairs
            if citing in known_papers and cited in known_papers
        ]
        run.report.unknown += len(pairs) - len(known_pairs)
        run.report.citations += run.library.citations.add_citations(known_pairs, path.name)


def _add_missing(
    run: ImportRun, entries: Sequence[FullTextEntry], path: Path
) -> dict[str, Outcome]:
    """Add the papers of full texts that the library lacks; return the outcomes by location."""
    known_papers = run.library.papers.resolve_many({entry.id for entry in entries})
    new = [entry for entry in entries if entry.id not in known_papers]
    records = [
        PaperRecord(id=entry.id, title=entry.title, abstract=entry.abstract) for entry in new
    ]
    outcomes = run.store(records, path)
    return {entry.location: outcome for entry, outcome in zip(new, outcomes, strict=True)}


def _list_papers(
    run: ImportRun, entries: Sequence[FullTextEntry], added: Mapping[str, Outcome]
) -> list[PaperNumber | None]:
    """Return the paper of each full text, ``None`` if its record was refused."""
    known_papers = run.library.papers.resolve_many({entry.id for entry in entries})
    return [
        added[entry.location].number if entry.location in added else known_papers.get(entry.id)
        for entry in entries
    ]


def _cited_ids(entry: FullTextEntry) -> Iterator[str]:
    for reference in entry.references:
        if reference.id:
            yield reference.id
    for _, _, sentences in _paragraphs(entry):
        for sentence in sentences:
            yield from sentence.cites


def _store(run: ImportRun, number: PaperNumber, entry: FullTextEntry, known_papers: _Known) -> None:
    citations = run.library.citations
    references = [
        (
            Reference(index=index, label=listed_reference.key, text=listed_reference.text),
            Link(known_papers[listed_reference.id], 1.0)
            if listed_reference.id in known_papers
            else None,
        )
        for index, listed_reference in enumerate(entry.references)
    ]
    citations.set_references(number, references)
    before = citations.count_citations(number)
    citations.add_contexts(number, _contexts(entry, known_papers))
    citations.add_citations(
        ((number, link.paper) for _, link in references if link is not None), "references"
    )
    after = citations.count_citations(number)
    run.report.contexts += after.contexts - before.contexts
    run.report.citations += after.citations - before.citations


def _contexts(entry: FullTextEntry, known_papers: _Known) -> Iterator[CitingContext]:
    """Yield the sentences that cite papers of the library, with those beside them."""
    for section, number, sentences in _paragraphs(entry):
        for position, sentence in enumerate(sentences):
            cited = tuple(
                dict.fromkeys(
                    known_papers[cited_id]
                    for cited_id in sentence.cites
                    if cited_id in known_papers
                )
            )
            if cited:
                yield CitingContext(
                    text=sentence.text,
                    cited=cited,
                    section=section,
                    before=sentences[position - 1].text if position else "",
                    after=sentences[position + 1].text if position + 1 < len(sentences) else "",
                    paragraph=number,
                    markers=sentence.markers,
                )


def _paragraphs(
    entry: FullTextEntry,
) -> Iterator[tuple[str, int, Sequence[FullTextSentence]]]:
    number = 0
    for section in entry.sections:
        for sentences in section.paragraphs:
            yield section.title, number, sentences
            number += 1
