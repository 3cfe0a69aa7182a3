"""A workspace in memory that really works: invented papers, real answers, no files.

``gate`` lets a test hold an answer back; ``calls`` names what was asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import FormatError, UnknownPaperError
from core.jobs import Job
from core.records import (
    CitingContext,
    Decision,
    Group,
    ImportEntry,
    ImportReport,
    Link,
    Manuscript,
    ManuscriptNumber,
    Marker,
    Neighbour,
    OpenManuscript,
    Paper,
    PaperFile,
    PaperNumber,
    PaperSet,
    Reason,
    ReasonKind,
    RecentManuscript,
    Recommendation,
    Rect,
    Reference,
    Refusal,
    Section,
    Sentence,
    ShelfModel,
    SortKey,
    Status,
    Suggestion,
    Verdict,
)
from desktop.protocols import CiteStyle, ExportFormat, Workspace

ADJECTIVES = ("Quiet", "Sparse", "Patient", "Nested", "Borrowed", "Coarse", "Honest", "Folded")
NOUNS = ("Gardens", "Ledgers", "Tides", "Lanterns", "Bridges", "Orchards", "Compasses", "Rivers")
FAMILIES = ("Abara", "Brandt", "Castellano", "Duarte", "Eriksen", "Fontaine", "Gupta", "Haas")
VENUES = ("Journal of Invented Results", "Workshop on Imaginary Data", "Annals of Nowhere", "")


def invented_paper(number: int) -> Paper:
    """Return paper ``number`` (from 1); the same each time."""
    adjective = ADJECTIVES[number % 8]
    noun = NOUNS[(number // 8) % 8]
    first, second = FAMILIES[number % 8], FAMILIES[(number * 3 + 1) % 8]
    title = f"{adjective} {noun}: a study of how things hold together, part {number}"
    return Paper(
        number=PaperNumber(number),
        id=f"made:{number}",
        ids=(f"made:{number}",),
        title=title,
        abstract=(
            f"We ask how {adjective.lower()} {noun.lower()} hold together when nobody looks. "
            "Three hundred invented measurements say that they do, and a simple model says why. "
            "What remains open is whether the same is true at night."
        )
        if number % 5
        else "",
        authors=(f"Ada {first}", f"Ben {second}", "Cleo Marsh")[: 1 + number % 3],
        year=None if number % 11 == 0 else 1990 + number % 36,
        venue=VENUES[number % 4],
        doi=f"10.5555/made.{number}" if number % 2 else "",
        keywords=(adjective.lower(), noun.lower()),
        citation_key=f"{first.lower()}{1990 + number % 36}{adjective.lower()}",
    )


class FakePapers:
    """Papers in a dictionary, groups in two more."""

    def __init__(self, count: int) -> None:
        self.all = {PaperNumber(n): invented_paper(n) for n in range(1, count + 1)}
        self.trashed: set[PaperNumber] = set()
        self.attached: dict[PaperNumber, list[PaperFile]] = {}
        self._groups: dict[str, dict[int, tuple[str, set[PaperNumber]]]] = {
            "collection": {
                1: ("Chapter two", {n for n in self.all if n % 7 == 0}),
                2: ("To read this week", {n for n in self.all if n % 13 == 0}),
            },
            "tag": {1: ("method", {n for n in self.all if n % 9 == 0}), 2: ("survey", set())},
        }
        self.calls: list[str] = []

    def present(self) -> list[PaperNumber]:
        return [n for n in self.all if n not in self.trashed]

    def count(self) -> int:
        return len(self.all) - len(self.trashed)

    def get(self, number: PaperNumber) -> Paper:
        if number not in self.all:
            raise UnknownPaperError(f"There is no paper {number}.")
        return self.all[number]

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        self.calls.append(f"get_many {len(numbers)}")
        return [self.all[n] for n in numbers if n in self.all]

    def ordered(
        self,
        *,
        sort: SortKey,
        descending: bool,
        collection: int | None = None,
        tag: int | None = None,
        trashed: bool = False,
    ) -> list[PaperNumber]:
        numbers = sorted(self.trashed) if trashed else self.present()
        for kind, group in (("collection", collection), ("tag", tag)):
            if group is not None:
                numbers = [n for n in numbers if n in self._groups[kind][group][1]]
        keys: dict[str, Callable[[Paper], Any]] = {
            "title": lambda paper: paper.title,
            "authors": lambda paper: paper.authors,
            "year": lambda paper: paper.year or 0,
            "venue": lambda paper: paper.venue,
            "added": lambda paper: paper.number,
        }
        return sorted(numbers, key=lambda n: keys[sort](self.all[n]), reverse=descending)

    def add(self, paper: Paper) -> None:
        self.all[paper.number] = paper

    def update(self, number: PaperNumber, **fields: object) -> None:
        changes: dict[str, Any] = dict(fields)
        self.all[number] = replace(self.get(number), **changes)

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        self.trashed |= set(numbers)

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        self.trashed -= set(numbers)

    def files(self, number: PaperNumber) -> list[PaperFile]:
        return self.attached.get(number, [])

    def collections(self) -> list[Group]:
        return self._list("collection")

    def add_collection(self, name: str) -> int:
        return self._add("collection", name)

    def rename_collection(self, number: int, name: str) -> None:
        self._groups["collection"][number] = (name, self._groups["collection"][number][1])

    def remove_collection(self, number: int) -> None:
        del self._groups["collection"][number]

    def assign_collection(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        self._assign("collection", number, papers, member=member)

    def collections_of(self, number: PaperNumber) -> list[Group]:
        return self._of("collection", number)

    def tags(self) -> list[Group]:
        return self._list("tag")

    def add_tag(self, name: str) -> int:
        return self._add("tag", name)

    def rename_tag(self, number: int, name: str) -> None:
        self._groups["tag"][number] = (name, self._groups["tag"][number][1])

    def remove_tag(self, number: int) -> None:
        del self._groups["tag"][number]

    def assign_tag(
        self, number: int, papers: Sequence[PaperNumber], *, member: bool = True
    ) -> None:
        self._assign("tag", number, papers, member=member)

    def tags_of(self, number: PaperNumber) -> list[Group]:
        return self._of("tag", number)

    def _list(self, kind: str) -> list[Group]:
        groups = [
            Group(number, name, len(members - self.trashed))
            for number, (name, members) in self._groups[kind].items()
        ]
        return sorted(groups, key=lambda group: group.name)

    def _add(self, kind: str, name: str) -> int:
        number = max(self._groups[kind], default=0) + 1
        self._groups[kind][number] = (name, set())
        return number

    def _assign(
        self, kind: str, number: int, papers: Sequence[PaperNumber], *, member: bool
    ) -> None:
        members = self._groups[kind][number][1]
        members |= set(papers)
        if not member:
            members -= set(papers)

    def _of(self, kind: str, paper: PaperNumber) -> list[Group]:
        holding = {n for n, (_, members) in self._groups[kind].items() if paper in members}
        return [group for group in self._list(kind) if group.number in holding]


class FakeCitations:
    """Paper n cites n+1 and n+2, in one sentence."""

    def __init__(self, papers: FakePapers) -> None:
        self._papers = papers

    def cited_by(self, number: PaperNumber) -> list[PaperNumber]:
        return [PaperNumber(n) for n in (number - 1, number - 2) if n in self._papers.all]

    def cites(self, number: PaperNumber) -> list[PaperNumber]:
        return [PaperNumber(n) for n in (number + 1, number + 2) if n in self._papers.all]

    def contexts_citing(self, number: PaperNumber, limit: int) -> list[CitingContext]:
        return [
            CitingContext(
                text="That such things hold together has been shown more than once [3, 4].",
                cited=(number,),
                citing=citing,
                section="Related work",
            )
            for citing in self.cited_by(number)[:limit]
        ]


class FakeManuscripts:
    """The manuscripts this workspace opened."""

    def __init__(self) -> None:
        self.opened: list[RecentManuscript] = []

    def recent(self, limit: int) -> list[RecentManuscript]:
        return self.opened[::-1][:limit]


class FakeLibrary:
    """The stores."""

    def __init__(self, count: int, folder: Path) -> None:
        self.folder = folder
        self.read_only = False
        self.papers = FakePapers(count)
        self.citations = FakeCitations(self.papers)
        self.manuscripts = FakeManuscripts()


class FakeWorkspace:
    """See the module. ``count`` papers are numbered from 1."""

    def __init__(self, count: int = 120, folder: Path = Path("Invented library")) -> None:
        self.library = FakeLibrary(count, folder)
        self.calls: list[str] = []
        self.gate: threading.Event | None = None
        self.model_state: Any = "ready"
        self.in_use = "all-MiniLM-L6-v2"
        self._decisions: dict[tuple[str, PaperNumber], Decision] = {}

    def close(self) -> None:
        self.calls.append("close")

    def search(self, text: str, *, limit: int | None = None) -> list[PaperNumber]:
        self.calls.append(f"search {text}")
        self._wait()
        words = text.lower().split()
        papers = self.library.papers
        found = [n for n in papers.present() if _holds(papers.all[n], words)]
        return found[:limit]

    def import_sources(
        self,
        sources: Sequence[Path],
        *,
        job: Job,
        on_entry: Callable[[ImportEntry], None] | None = None,
    ) -> ImportReport:
        report = ImportReport()
        for position, source in enumerate(sources):
            job.check()
            job.report(position, len(sources), source.name)
            self._wait()
            entry = self._import_one(source, report)
            if on_entry is not None:
                on_entry(entry)
        job.report(len(sources), len(sources))
        return report

    def _import_one(self, source: Path, report: ImportReport) -> ImportEntry:
        if source.suffix != ".bib":
            reason = f"“{source.name}” is of no known kind."
            report.refused.append(Refusal(source.name, "", reason, "Choose a .bib file."))
            return ImportEntry(status="refused", source=source.name, reason=reason)
        number = PaperNumber(max(self.library.papers.all, default=0) + 1)
        self.library.papers.add(replace(invented_paper(number), title=source.stem))
        report.added += 1
        return ImportEntry(status="added", source=source.name, title=source.stem)

    def open_manuscript(self, path: Path, job: Job) -> OpenManuscript:
        job.check()
        if not path.exists():
            raise FormatError(f"“{path.name}” could not be read: there is no such file.")
        opened = invented_manuscript(path)
        self.library.manuscripts.opened.append(
            RecentManuscript(number=opened.number, path=path, title=opened.manuscript.title)
        )
        return opened

    def open_text(self, text: str) -> OpenManuscript:
        sentences = tuple(
            Sentence(index, None, 0, part.strip() + ".", ())
            for index, part in enumerate(text.split("."))
            if part.strip()
        )
        manuscript = Manuscript(title="", sentences=sentences)
        return OpenManuscript(number=ManuscriptNumber(2), path=None, manuscript=manuscript)

    def recommend(
        self, opened: OpenManuscript, sentence: int, *, breadth: float, limit: int = 20
    ) -> Recommendation:
        self.calls.append(f"recommend {sentence} {breadth:.2f}")
        self._wait()
        rejected = {d.paper for d in self.decisions(opened) if d.decision == "reject"}
        here = [n for n in self.library.papers.present() if n not in rejected]
        start = (sentence * 7 + int(breadth * 10)) % max(1, len(here))
        chosen = (here[start:] + here[:start])[:limit]
        papers = self.library.papers.get_many(chosen)
        return Recommendation(
            text=opened.manuscript.sentences[sentence].text,
            sentence=sentence,
            suggestions=tuple(_suggestion(rank, paper) for rank, paper in enumerate(papers, 1)),
            sets=(PaperSet(tuple(papers[:3]), (_reason("cocitation", papers[0]),)),)
            if len(papers) >= 3
            else (),
            stages=("words", "vectors"),
            seconds=0.01,
        )

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        return [0.1 if s.markers else 0.9 for s in opened.manuscript.sentences]

    def decide(
        self,
        opened: OpenManuscript,  # noqa: ARG002 - one manuscript at a time here
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        text = sentence if isinstance(sentence, str) else sentence.text
        index = None if isinstance(sentence, str) else sentence.index
        self._decisions.pop((text, paper), None)
        if decision is not None:
            self._decisions[text, paper] = Decision(
                sentence_text=text,
                sentence_index=index,
                paper=paper,
                decision=decision,
                decided_at=datetime.now(UTC).isoformat(),
            )

    def decisions(self, opened: OpenManuscript) -> list[Decision]:  # noqa: ARG002 - see decide
        return list(self._decisions.values())

    def similar(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        self.calls.append(f"similar {list(numbers)} not {list(negatives)}")
        self._wait()
        seeds = set(numbers) | set(negatives)
        papers = [p for n, p in self.library.papers.all.items() if n not in seeds]
        start = sum(numbers) % max(1, len(papers))
        return [
            Neighbour(
                paper,
                1.0 - rank / 30,
                {
                    "meaning": 0.9 - rank / 40,
                    "words": max(0.0, 0.8 - rank / 12),
                    "citations": 0.6 if rank % 3 == 0 else 0.0,
                },
            )
            for rank, paper in enumerate((papers[start:] + papers[:start])[:limit])
        ]

    def index_words(self, job: Job) -> None:
        self.calls.append("index_words")
        job.check()

    def index_vectors(self, job: Job) -> None:
        self.calls.append("index_vectors")
        job.check()

    def load_model(self, job: Job) -> None:
        self.calls.append("load_model")
        job.check()

    def models(self) -> list[ShelfModel]:
        return [
            ShelfModel(
                name="all-MiniLM-L6-v2",
                in_use=self.in_use == "all-MiniLM-L6-v2",
                recipe="as published",
                base="MiniLM",
                dimension=384,
                date="2021-08-30",
                quality={"recall@10": 0.412},
            ),
            ShelfModel(
                name="my citations",
                in_use=self.in_use == "my citations",
                recipe="scincl",
                base="all-MiniLM-L6-v2",
                dimension=384,
                date="2026-05-02",
                quality={"recall@10": 0.473},
            ),
        ]

    def use_model(self, name: str, job: Job) -> None:
        job.check()
        self.in_use = name

    def status(self) -> Status:
        count = self.library.papers.count()
        return Status(
            papers=count,
            words="ready",
            vectors=(count, count),
            model=self.in_use,
            model_state=self.model_state,
        )

    def export(
        self,
        numbers: Sequence[PaperNumber],
        format: ExportFormat,  # noqa: A002, ARG002 - the name is the protocol's
    ) -> str:
        papers = self.library.papers.get_many(numbers)
        return "".join(f"@misc{{{p.citation_key},\n  title = {{{p.title}}}\n}}\n" for p in papers)

    def cite_command(
        self,
        numbers: Sequence[PaperNumber],
        style: CiteStyle = "latex",  # noqa: ARG002 - always LaTeX here
    ) -> str:
        keys = [paper.citation_key for paper in self.library.papers.get_many(numbers)]
        return f"\\cite{{{','.join(keys)}}}"

    def _wait(self) -> None:
        if self.gate is not None:
            self.gate.wait(10)


def invented_manuscript(path: Path | None = None) -> OpenManuscript:
    """Return a manuscript of eight sentences on one page, two of them with a marker."""
    texts = (
        "Gardens are held together by patience.",
        "Earlier work has shown this for ledgers [1].",
        "Tides behave differently when nobody measures them.",
        "We use the compass of Duarte and its later form [2].",
        "No model of lanterns has been tried on rivers.",
        "Sparse orchards need fewer bridges than dense ones.",
        "Our measurements were taken over three hundred nights.",
        "Contrasting bridges with rivers improves both.",
    )
    sentences = []
    for index, text in enumerate(texts):
        y = 120.0 + 24 * index
        start = text.find("[")
        markers = (Marker(start, start + 3, text[start : start + 3], (index // 3,)),)
        rect = Rect(0, 72, y, 72 + 4.6 * len(text), y + 14)
        sentences.append(
            Sentence(index, index // 4, 0, text, (rect,), markers if start >= 0 else ())
        )
    manuscript = Manuscript(
        title="On things that hold together",
        authors=("Ada Abara",),
        sections=(Section("1", "Introduction", 1), Section("2", "Method", 1)),
        sentences=tuple(sentences),
        references=(
            Reference(index=0, label="1", text="A. Abara. Quiet Gardens.", title="Quiet Gardens"),
            Reference(index=1, label="2", text="D. Duarte. Nested Tides.", title="Nested Tides"),
        ),
        extractor="invented 1",
    )
    return OpenManuscript(
        number=ManuscriptNumber(1),
        path=path,
        manuscript=manuscript,
        links={0: Link(PaperNumber(8), 0.97)},
    )


def _holds(paper: Paper, words: Sequence[str]) -> bool:
    text = " ".join((paper.title, *paper.authors, paper.venue, paper.abstract)).lower()
    return all(word in text for word in words)


def _reason(kind: ReasonKind, paper: Paper) -> Reason:
    return Reason(kind, "hold together when nobody looks", paper.number)


def _suggestion(rank: int, paper: Paper) -> Suggestion:
    cited: tuple[Any, ...] = ("here", "no", "elsewhere", "no", "no")
    return Suggestion(
        rank=rank,
        paper=paper,
        score=1.0 / rank,
        confidence=max(0.05, 0.95 - 0.07 * rank),
        cited=cited[rank % 5],
        reasons=(_reason("terms", paper), _reason("abstract", paper)),
    )


def as_workspace(fake: FakeWorkspace) -> Workspace:
    """Say to the type checker that the fake answers to the protocol."""
    return fake
