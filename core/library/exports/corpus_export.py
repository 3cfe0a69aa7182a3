"""Writes what a library knows as a training corpus, a folder that training opens.

Papers in the trash are left out, as citing and as cited ones. A full text that Cocite read itself
is written whole; of one that came from a corpus the library keeps the citing sentences and those
beside them, so that is what is written. One in ten of the papers with citing sentences is held
out for dev, chosen by the hash of its id alone: it stays there however the library grows.

Manuscripts come last, each up to twice: what its sentences cite, as other full texts do, and what
a person chose or refused for them. Both are for training.
"""

from __future__ import annotations

import gzip
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.files import new_folder, replace_text
from core.base.identity import OWN_PREFIX
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.records import Manuscript, ManuscriptNumber, Paper, PaperNumber, Sentence, Verdict
from core.formats.corpus import DRAFT_PREFIX, MANUSCRIPT_PREFIX, held_out_share
from core.library.database.connection import as_json
from core.library.library import Library

_BATCH = 1_000
_LISTED = "SELECT value FROM json_each(?)"

_Json = dict[str, Any]  # Any: JSON values
_Ids = Mapping[PaperNumber, str]
Cited = Mapping[int, Sequence[PaperNumber]]
"""By the position of a sentence, the papers of the library that it cites."""
CitedBy = Callable[[ManuscriptNumber], Cited]


@dataclass(slots=True)
class CorpusReport:
    """What was written; ``contexts`` are sentences that cite, ``dev`` papers held out.

    ``drafted`` are sentences of manuscripts that cite, beside ``contexts``. ``chosen`` are the
    papers chosen for sentences of manuscripts, ``refused`` those refused there.
    """

    papers: int = 0
    with_abstract: int = 0
    fulltexts: int = 0
    contexts: int = 0
    citations: int = 0
    dev: int = 0
    drafted: int = 0
    chosen: int = 0
    refused: int = 0


def export_corpus(
    library: Library, folder: Path, job: Job | None = None, *, cited_by: CitedBy = lambda _: {}
) -> CorpusReport:
    """Write the library as a corpus into a new or empty folder; all of it, or nothing.

    ``cited_by`` finds what a manuscript cites.

    Raises:
        UsageError: something lies there already.
        LibraryError: the folder cannot be written.
        JobCancelled: a stop was asked for.
    """
    with new_folder(folder) as unfinished, library.database.snapshot():
        return _Exporter(library, unfinished, job or SilentJob(), cited_by).write()


class _Exporter:
    def __init__(self, library: Library, folder: Path, job: Job, cited_by: CitedBy) -> None:
        self._library = library
        self._folder = folder
        self._job = job
        self._cited_by = cited_by
        self._report = CorpusReport()
        numbers = library.papers.numbers()
        self._ids: _Ids = {
            number: _portable(paper_id, number, library.identity)
            for number, paper_id in library.papers.ids(numbers).items()
        }
        self._citing: list[str] = []
        """Papers with citing sentences."""
        self._manuscripts: list[str] = []

    def write(self) -> CorpusReport:
        _write_lines(self._folder / "papers.jsonl.gz", map(_line, self._papers()))
        _write_lines(self._folder / "fulltexts.jsonl.gz", map(_line, self._fulltexts()))
        if texts := [*self._drafts(), *self._decided()]:
            (self._folder / "fulltexts").mkdir()
            _write_lines(self._folder / "fulltexts" / "manuscripts.jsonl.gz", map(_line, texts))
        _write_lines(self._folder / "edges.tsv.gz", self._edges())
        dev = held_out_share(self._citing)
        splits = {
            "train": [citing_paper for citing_paper in self._citing if citing_paper not in dev]
            + self._manuscripts,
            "dev": [citing_paper for citing_paper in self._citing if citing_paper in dev],
            "test": [],
        }
        replace_text(self._folder / "splits.json", json.dumps(splits, ensure_ascii=False))
        self._report.dev = len(dev)
        return self._report

    def _papers(self) -> Iterator[_Json]:
        for paper in self._all_papers(Message("Papers"), list(self._ids)):
            self._report.papers += 1
            self._report.with_abstract += bool(paper.abstract)
            yield _record(paper, self._ids[paper.number])

    def _fulltexts(self) -> Iterator[_Json]:
        numbers = self._library.database.integers(
            """SELECT DISTINCT number FROM (
                   SELECT paper AS number FROM fulltexts UNION SELECT citing FROM contexts
                   UNION SELECT paper FROM bibliography)
               ORDER BY number"""
        )
        numbers = [number for number in numbers if number in self._ids]
        for paper in self._all_papers(Message("Full texts"), numbers):
            text = self._fulltext(paper)
            self._report.fulltexts += bool(text["sections"])
            yield text

    def _fulltext(self, paper: Paper) -> _Json:
        references = self._library.citations.references(paper.number)
        manuscript = self._library.fulltexts.manuscript(paper.number)
        if manuscript is None:
            sections = self._excerpts(paper.number)
        else:
            links = {
                listed_reference.index: link.paper
                for listed_reference, link in references
                if link is not None
            }
            other_links = {index: cited for index, cited in links.items() if cited != paper.number}
            sections = self._whole(manuscript, other_links)
        citing = sum(
            bool(sentence["cites"])
            for section in sections
            for paragraph in section["paragraphs"]
            for sentence in paragraph
        )
        self._report.contexts += citing
        if citing:
            self._citing.append(self._ids[paper.number])
        return {
            "id": self._ids[paper.number],
            "title": paper.title,
            "abstract": paper.abstract,
            "sections": sections,
            "references": [
                {
                    "key": reference.label,
                    "text": reference.text,
                    "id": None if link is None else self._ids.get(link.paper),
                }
                for reference, link in references
            ],
        }

    def _whole(self, manuscript: Manuscript, links: Mapping[int, PaperNumber]) -> list[_Json]:
        """Return the sections of a full text as it was read."""
        sections = []
        for section, sentences in itertools.groupby(manuscript.sentences, lambda one: one.section):
            paragraphs = itertools.groupby(sentences, lambda one: one.paragraph)
            sections.append(
                {
                    "title": "" if section is None else manuscript.sections[section].title,
                    "paragraphs": [
                        [self._sentence(sentence, links) for sentence in group]
                        for _, group in paragraphs
                    ],
                }
            )
        return sections

    def _sentence(self, sentence: Sentence, links: Mapping[int, PaperNumber]) -> _Json:
        cited = (
            links[reference]
            for marker in sentence.markers
            for reference in marker.references
            if reference in links
        )
        return {
            "text": sentence.text,
            "cites": self._list_known_ids(cited),
            "markers": [[marker.start, marker.end] for marker in sentence.markers],
        }

    def _drafts(self) -> Iterator[_Json]:
        """Yield the manuscripts whose sentences cite papers of the library, with what these cite.

        What was chosen for a sentence is left to ``_manuscript``.
        """
        numbers = self._library.manuscripts.numbers()
        for row, number in enumerate(numbers):
            self._job.check()
            self._job.report(row, len(numbers), Message("Manuscripts"))
            if not (cited := self._cited_by(number)):
                continue
            chosen = {
                (decision.sentence_index, decision.paper)
                for decision in self._library.manuscripts.decisions(number)
            }
            manuscript = self._library.manuscripts.get(number)
            sections = self._whole(manuscript, {})
            for sentence, values in zip(manuscript.sentences, _sentences(sections), strict=True):
                papers = cited.get(sentence.index, ())
                new = [paper for paper in papers if (sentence.index, paper) not in chosen]
                values["cites"] = self._list_known_ids(new)
                self._report.drafted += bool(values["cites"])
            yield self._make_entry(manuscript, f"{DRAFT_PREFIX}{self._code(number)}", sections)

    def _decided(self) -> Iterator[_Json]:
        yield from map(self._manuscript, self._library.manuscripts.with_choices())

    def _code(self, number: ManuscriptNumber) -> str:
        return f"{self._library.identity[:8]}:{number}"

    def _manuscript(self, number: ManuscriptNumber) -> _Json:
        """Return a manuscript whose sentences cite what was chosen for them.

        Sentences that are no longer in it come last, each for itself.
        """
        manuscript = self._library.manuscripts.get(number)
        verdicts: defaultdict[int | str, dict[Verdict, list[PaperNumber]]] = defaultdict(dict)
        for decision in self._library.manuscripts.decisions(number):
            key = (
                decision.sentence_text
                if decision.sentence_index is None
                else decision.sentence_index
            )
            verdicts[key].setdefault(decision.decision, []).append(decision.paper)
        sections = self._whole(manuscript, {})
        for sentence, one in zip(manuscript.sentences, _sentences(sections), strict=True):
            self._decide(one, verdicts.get(sentence.index, {}))
        lost_texts = [text for text in verdicts if isinstance(text, str) and text]
        lone = [self._decide(_sentence_json(text, [], []), verdicts[text]) for text in lost_texts]
        if lone:
            sections.append({"title": "", "paragraphs": [[one] for one in lone]})
        return self._make_entry(manuscript, f"{MANUSCRIPT_PREFIX}{self._code(number)}", sections)

    def _make_entry(self, manuscript: Manuscript, paper_id: str, sections: list[_Json]) -> _Json:
        self._manuscripts.append(paper_id)
        return {
            "id": paper_id,
            "title": manuscript.title,
            "abstract": manuscript.abstract,
            "sections": sections,
            "references": [],
        }

    def _decide(
        self, sentence_values: _Json, verdicts: Mapping[Verdict, list[PaperNumber]]
    ) -> _Json:
        """Add to a sentence what was chosen and what was refused for it."""
        chosen, refused = (self._list_known_ids(verdicts.get(v, ())) for v in ("cite", "reject"))
        self._report.chosen += len(chosen)
        self._report.refused += len(refused)
        sentence_values["cites"] = chosen
        if refused:
            sentence_values["refused"] = refused
        return sentence_values

    def _excerpts(self, paper: PaperNumber) -> list[_Json]:
        """Return what is kept of a full text that came from a corpus."""
        rows = self._library.database.rows(
            """SELECT x.number, x.section, x.paragraph, x.before, x.text, x.after, x.markers
               FROM contexts x WHERE x.citing = ? ORDER BY x.number""",
            paper,
        )
        cited = self._list_citations([row[0] for row in rows])
        sections = []
        for title, in_section in itertools.groupby(rows, lambda row: row[1]):
            paragraphs = []
            for _, in_paragraph in itertools.groupby(in_section, lambda row: row[2]):
                excerpts = [
                    (
                        before,
                        _sentence_json(
                            text, self._list_known_ids(cited[number]), json.loads(markers)
                        ),
                        after,
                    )
                    for number, _, _, before, text, after, markers in in_paragraph
                ]
                paragraphs.append(_joined(excerpts))
            sections.append({"title": title, "paragraphs": paragraphs})
        return sections

    def _list_citations(self, contexts: Sequence[int]) -> dict[int, list[PaperNumber]]:
        cited: dict[int, list[PaperNumber]] = {number: [] for number in contexts}
        for context, paper in self._library.database.rows(
            f"SELECT context, paper FROM context_citations WHERE context IN ({_LISTED})",
            as_json(contexts),
        ):
            cited[context].append(paper)
        return cited

    def _edges(self) -> Iterator[str]:
        for batch in self._batches(Message("Citations"), list(self._ids)):
            for citing, cited in self._library.database.rows(
                f"""SELECT citing, cited FROM citations WHERE citing IN ({_LISTED})
                    ORDER BY citing, cited""",
                as_json(batch),
            ):
                if cited in self._ids:
                    self._report.citations += 1
                    yield f"{self._ids[citing]}\t{self._ids[cited]}\n"

    def _list_known_ids(self, papers: Iterable[PaperNumber]) -> list[str]:
        return [self._ids[paper] for paper in dict.fromkeys(papers) if paper in self._ids]

    def _all_papers(self, note: Message, numbers: Sequence[PaperNumber]) -> Iterator[Paper]:
        for batch in self._batches(note, numbers):
            yield from self._library.papers.get_many(batch)

    def _batches(
        self, note: Message, numbers: Sequence[PaperNumber]
    ) -> Iterator[Sequence[PaperNumber]]:
        for start in range(0, len(numbers), _BATCH):
            self._job.check()
            self._job.report(start, len(numbers), note)
            yield numbers[start : start + _BATCH]


def _portable(paper_id: str, number: PaperNumber, library: str) -> str:
    """Return an id that means this paper wherever the corpus is read.

    ``cocite:<n>`` would name another paper in another library, and a table of edges takes neither
    tabs nor ends of lines.
    """
    if paper_id.startswith(OWN_PREFIX) or paper_id != " ".join(paper_id.split()):
        return f"library-{library[:8]}:{number}"
    return paper_id


def _record(paper: Paper, paper_id: str) -> _Json:
    return {
        "id": paper_id,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "url": paper.url,
        "keywords": list(paper.keywords),
    }


def _sentences(sections: Iterable[_Json]) -> Iterator[_Json]:
    return (one for section in sections for group in section["paragraphs"] for one in group)


def _sentence_json(text: str, cites: list[str], markers: list[list[int]]) -> _Json:
    return {"text": text, "cites": cites, "markers": markers}


def _joined(excerpts: Sequence[tuple[str, _Json, str]]) -> list[_Json]:
    """Return citing sentences with those beside them, each sentence once.

    The one after a sentence may be the next that cites, or the one before that.
    """
    sentences: list[_Json] = []
    waiting = ""
    for before, sentence, after in excerpts:
        if waiting and waiting != sentence["text"]:
            sentences.append(_sentence_json(waiting, [], []))
        if before and (not sentences or sentences[-1]["text"] != before):
            sentences.append(_sentence_json(before, [], []))
        sentences.append(sentence)
        waiting = after
    return [*sentences, _sentence_json(waiting, [], [])] if waiting else sentences


def _line(value: _Json) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a gzip file that depends on its lines alone, not on name and time."""
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        for line in lines:
            packed.write(line.encode("utf-8", "replace"))
