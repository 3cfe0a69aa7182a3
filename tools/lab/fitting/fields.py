"""The two fields that the scorer is fitted and measured on, each with its papers and manuscripts.

``FieldData`` reads a field's texts from the development data. ``build_libraries`` makes libraries
of its papers: "full" with the abstracts there are, "half" without those of every second paper and
"bare" without any. A paper has the same number in all of them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.base.records import PaperRecord
from core.evaluation.queries import Query, read_queries
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.bare import bare
from core.recommend.context import Passage

FieldName = Literal["computer science", "life sciences"]
Variant = Literal["full", "half", "bare"]
VARIANTS: tuple[Variant, ...] = ("full", "half", "bare")
BEFORE = 120
"""Sentences before the citing one that a passage keeps."""
_HELD_OUT = 40
"""Papers that are not on OpenReview, the first by checksum: the encoder learned none of these."""


@dataclass(frozen=True, slots=True)
class FieldFiles:
    """The files of a field, by stem, and whether only papers with an abstract may answer."""

    papers: tuple[str, ...]
    training: tuple[str, ...]
    queries: str
    pool: str = ""
    is_learned: bool = False
    """Whether the encoder that ships learned from the training papers, but for a few of them."""


FIELDS: Mapping[FieldName, FieldFiles] = {
    "computer science": FieldFiles(
        ("acl", "acm", "ibm", "openreview", "paperlists", "pmlr", "scisumm"),
        ("ibm-train", "neurips-train-1", "neurips-train-2", "neurips-train-3"),
        "neurips-dev",
        "dev-pool.txt",
        is_learned=True,
    ),
    "life sciences": FieldFiles(("bio",), ("bio-train",), "bio-dev"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """A citing sentence of a training paper: text without markers, and what it cites."""

    manuscript: str
    position: int
    text: str
    cited: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPaper:
    """A training paper: its sentences, those that cite, and all papers that it cites."""

    id: str
    title: str
    abstract: str
    sentences: tuple[str, ...]
    citing: tuple[Citing, ...]
    references: tuple[str, ...]


def choose_unlearned(papers: Iterable[TrainingPaper]) -> frozenset[str]:
    """Return the papers of the encoder's field that were left out when it was trained.

    What ships learned from all papers of OpenReview; the reranker also from a few sentences of each
    training paper of both fields.
    """
    others = (paper.id for paper in papers if not paper.id.startswith("or:"))
    by_checksum = sorted(others, key=lambda name: hashlib.sha1(name.encode()).hexdigest())
    return frozenset(by_checksum[:_HELD_OUT])


class FieldData:
    """The papers, training papers and development queries of one field."""

    def __init__(self, name: FieldName, data: Path) -> None:
        self.name, self._data, self._files = name, data, FIELDS[name]
        records = {
            record.id: record
            for stem in self._files.papers
            for record in map(_make_record, _read_lines(data / "papers" / f"{stem}.jsonl.gz"))
        }
        has_abstracts = bool(self._files.pool)
        self._answers = frozenset(
            paper for paper, record in records.items() if record.abstract or not has_abstracts
        )
        self.training = [
            paper
            for stem in self._files.training
            for paper in self._read_training(data / "fulltexts" / f"{stem}.jsonl.gz")
        ]
        self.unlearned = (
            choose_unlearned(self.training)
            if self._files.is_learned
            else frozenset(paper.id for paper in self.training)
        )
        kept = set(records)
        if self._files.pool:
            kept = set((data / "queries" / self._files.pool).read_text("utf-8").split())
            kept |= {cited for paper in self.training for cited in paper.references}
        self.records = [record for paper, record in sorted(records.items()) if paper in kept]
        self.owners = {paper: records[paper] for paper in self._manuscripts() & records.keys()}

    def read_queries(self) -> list[Query]:
        """Read the development queries."""
        return read_queries(self._data / "queries" / f"{self._files.queries}.jsonl.gz")

    def make_training_queries(self, *, learned: bool = False) -> Iterator[Query]:
        """Yield the citing sentences of the papers that the encoder did not learn from, or all."""
        for paper in self.training:
            if learned or paper.id in self.unlearned:
                cited: dict[str, None] = {}
                for citing in paper.citing:
                    yield _make_query(paper, citing, cited)
                    cited |= dict.fromkeys(citing.cited)

    def _manuscripts(self) -> set[str]:
        return {paper.id for paper in self.training}

    def _read_training(self, file: Path) -> Iterator[TrainingPaper]:
        for line in _read_lines(file):
            sentences = [
                sentence
                for section in line["sections"]
                for paragraph in section["paragraphs"]
                for sentence in paragraph
            ]
            texts = tuple(
                bare(one["text"], [tuple(marker) for marker in one["markers"]]) for one in sentences
            )
            citing = tuple(
                Citing(manuscript=line["id"], position=at, text=texts[at], cited=cited)
                for at, one in enumerate(sentences)
                if (cited := tuple(p for p in one["cites"] if p in self._answers)) and texts[at]
            )
            references = {entry["id"] for entry in line["references"] if entry["id"]}
            references |= {paper for one in citing for paper in one.cited}
            yield TrainingPaper(
                id=line["id"],
                title=line["title"],
                abstract=line["abstract"],
                sentences=texts,
                citing=citing,
                references=tuple(sorted(references & self._answers)),
            )


def build_libraries(field: FieldData, folder: Path) -> None:
    """Make the libraries of a field in ``folder``, unless they are there."""
    records = field.records
    for variant in VARIANTS:
        target = folder / variant
        if (target / "words" / "state.json").exists():
            continue
        with Library.open(target, create=True) as library:
            for _ in library.papers.add(
                records
                if variant == "full"
                else [_strip_abstract(record, variant) for record in records],
                source="field",
            ):
                pass
            WordIndex(target / "words", library.identity).follow(library.papers)
        if variant == "full" and not any(record.abstract for record in records):
            break


def _strip_abstract(record: PaperRecord, variant: Variant) -> PaperRecord:
    odd = hashlib.sha1(record.id.encode()).digest()[1] % 2 == 1
    return replace(record, abstract="") if variant == "bare" or odd else record


def _make_query(paper: TrainingPaper, citing: Citing, cited: Mapping[str, None]) -> Query:
    at = citing.position
    return Query(
        id=f"{paper.id}#{at}",
        passage=Passage(
            sentence=citing.text,
            title=paper.title,
            abstract=paper.abstract,
            before=paper.sentences[max(at - BEFORE, 0) : at],
            after=paper.sentences[at + 1 : at + 2],
        ),
        relevant=citing.cited,
        already_cited=frozenset(cited),
        self_id=paper.id,
    )


def _make_record(line: Mapping[str, Any]) -> PaperRecord:
    return PaperRecord(
        id=line["id"],
        title=line["title"],
        abstract=line["abstract"],
        authors=tuple(line["authors"]),
        year=line["year"],
        venue=line["venue"],
    )


def _read_lines(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
