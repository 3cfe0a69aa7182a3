"""Actions on what files say: reading them, reading them again, links of their references, marks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from core.base.errors import PdfCrashError, PdfUnreadableError
from core.base.identity import doi_key
from core.base.jobs import Job, SilentJob
from core.base.library_records import Annotation, AnnotationKind
from core.base.records import Manuscript, Marker, PaperNumber, Rect, Reference, Sentence
from core.library.imports.fulltext_reading import read_waiting
from core.library.imports.relinking import link_new_papers, link_unsettled
from core.library.library import Library
from core.library.store.annotations import AnnotationStore
from core.library.store.attachments import content_hash
from core.library.store.fulltexts import FullTextStore
from core.manuscript.references.linking import Linker
from tests.lives import observing
from tests.lives.hanging import cited_by, saying
from tests.lives.rows import OUTSIDE, Rows, drop_loose
from tests.lives.steps import Now, Step

EXTRACTORS = ("alder", "birch", "cedar")
_FAILED, _SET_ASIDE = 0.15, 0.2


def text_of(sha256: str, extractor: str) -> Manuscript | str:
    """Return what a program reads in a file, or the state that it is in then."""
    chance = random.Random(f"{sha256} {extractor}")
    if (drawn := chance.random()) < _SET_ASIDE:
        return "failed" if drawn < _FAILED else "set aside"
    cited = chance.sample(range(1, 60), chance.randint(0, 6))
    references = tuple(
        Reference(index=n, label=str(n + 1), text=f"[{n + 1}]", doi=f"10.55555/w{each}")
        for n, each in enumerate(cited)
    )
    sentences = tuple(
        _sentence(index, chance.sample(range(len(cited)), min(len(cited), 2)), extractor)
        for index in range(3)
    )
    return Manuscript(title=f"Read {sha256[:6]}", sentences=sentences, references=references)


def _sentence(index: int, cited: Sequence[int], extractor: str) -> Sentence:
    markers = (Marker(0, 3, "[1]", tuple(cited)),) if cited else ()
    text = f"[1] is the text that was read as {extractor}, {index}."
    return Sentence(index=index, section=None, page=0, text=text, rects=(), markers=markers)


class _Reader:
    """Reads by the content of a file alone."""

    def __init__(self, extractor: str) -> None:
        self._extractor = extractor

    def read_manuscript(self, path: Path, _job: Job | None = None) -> Manuscript:
        found = text_of(content_hash(path), self._extractor)
        if found == "failed":
            raise PdfUnreadableError("“{file}” is damaged.", file=path.name)
        if found == "set aside":
            raise PdfCrashError("“{file}” ended its reader.", file=path.name)
        assert isinstance(found, Manuscript)
        return found


# --- reading --------------------------------------------------------------------------------------


def read(now: Now) -> Step | None:
    """Read the files that wait, of all papers or of some, by one of several programs."""
    if not now.papers() or not now.keys("file"):
        return None
    extractor = now.one(EXTRACTORS)
    papers = None if now.chance.random() < 0.5 else [PaperNumber(n) for n in now.some(now.papers())]
    states = _read(now, papers, extractor)

    def act(library: Library) -> None:
        store = FullTextStore(library.database, library.citations, extractor)
        linker = Linker(library.papers)
        read_waiting(store, papers, [_Reader(extractor)], linker, SilentJob())

    told = f"read as {extractor}: {papers or 'all'}, {len(states) - 1} files"
    return Step(told, act, tuple(states), recorded=False)


def _read(now: Now, papers: Sequence[int] | None, extractor: str) -> list[Rows]:
    """Return the rows before, and after each file."""
    lie = {sha256: path for path, sha256 in reversed(observing.file_paths(now.database))}
    states, last, tried = [now.rows], observing.last_context(now.database), set[str]()
    while True:
        waiting = _waiting(states[-1], papers, extractor)
        files = list(dict.fromkeys(each for each in waiting if each not in tried))
        if not files:
            return states
        for sha256 in files:
            rows, last = _after_reading(states[-1], sha256, extractor, last, lie[sha256].is_file())
            states.append(rows)
            tried.add(sha256)


def _files(rows: Rows) -> list[tuple[int, int, str]]:
    return sorted((key[1], *value) for key, value in rows.items() if key[0] == "file")


def _waiting(rows: Rows, papers: Sequence[int] | None, extractor: str) -> list[str]:
    """Return the files that are to be read: of each paper the first that may serve."""
    found, served = [], set()
    for _, paper, sha256 in _files(rows):
        if rows["paper", paper, "trashed"] or paper in served:
            continue
        state, by, _ = rows.get(("reading", sha256), ("", "", 0))
        if state == "set aside" or by == extractor:
            served |= {paper} if state == "read" else set()
            continue
        served.add(paper)
        if papers is None or paper in papers:
            found.append(sha256)
    return found


def _after_reading(
    rows: Rows, sha256: str, extractor: str, last: int, there: bool
) -> tuple[Rows, int]:
    text = text_of(sha256, extractor) if there else "failed"
    if isinstance(text, str):
        was_read = rows.get(("reading", sha256), ("",))[0] == "read"
        return rows | {("reading", sha256): ("read" if was_read else text, extractor, 1)}, last
    rows = rows | {("reading", sha256): ("read", extractor, 0)}
    for paper in _served_by(rows, sha256):
        rows = rows | {("fulltext", paper): sha256}
        rows, last = _settled(rows, paper, text, last)
    return rows, last


def _served_by(rows: Rows, sha256: str) -> list[int]:
    """Return the papers of a file that have no earlier one that could be read."""
    first: dict[int, str] = {}
    for _, paper, each in _files(rows):
        if each == sha256 or rows.get(("reading", each), ("",))[0] == "read":
            first.setdefault(paper, each)
    return sorted(paper for paper, each in first.items() if each == sha256)


def _settled(rows: Rows, paper: int, text: Manuscript, last: int) -> tuple[Rows, int]:
    """Return rows with what a text says of its paper's citations in place of all it said before."""
    links = _links(rows, text)
    rows = {
        key: value
        for key, value in rows.items()
        if not (key[0] in ("reference", "linked") and key[1] == paper)
        and not (key[:2] == ("cite", paper) and value in ("references", "contexts"))
    }
    outside = {key[1:3] for key in rows if key[:2] == ("outside cite", paper)}
    rows = cited_by(rows, outside, OUTSIDE)
    for n, reference in enumerate(text.references):
        rows["reference", paper, n] = reference.doi
        if n in links:
            rows["linked", paper, n] = links[n]
    said = [
        (
            each.text,
            list(dict.fromkeys(links[n] for m in each.markers for n in m.references if n in links)),
        )
        for each in text.sentences
    ]
    rows, last = saying(rows, paper, said, last)
    return cited_by(rows, [(paper, each) for each in links.values()], "references"), last


def _links(rows: Rows, text: Manuscript) -> dict[int, int]:
    """Return the papers outside the Trash that answer to the DOIs of references."""
    found = {
        n: rows.get(("id", doi_key(each.doi)), (0,))[0] for n, each in enumerate(text.references)
    }
    return {n: paper for n, paper in found.items() if paper and not rows["paper", paper, "trashed"]}


def retry(now: Now) -> Step | None:
    """Let the files of papers that could not be read wait again."""
    if not now.papers():
        return None
    papers = [PaperNumber(each) for each in now.some(now.papers())]
    files = {sha256 for _, paper, sha256 in _files(now.rows) if paper in papers}
    rows = dict(now.rows)
    for key in now.keys("reading"):
        state, _, has_reason = rows[key]
        if key[1] in files and state != "read":
            del rows[key]
        elif key[1] in files and has_reason:
            rows[key] = (state, "", 0)
    return Step(
        f"let wait again {papers}",
        lambda library: library.fulltexts.retry(papers),
        (rows,),
        recorded=False,
    )


def relink(now: Now) -> Step | None:
    """Look up references that may have found their paper."""
    if not now.keys("fulltext"):
        return None
    before = now.rows

    def act(library: Library) -> None:
        linker = Linker(library.papers)
        link_new_papers(library, linker, SilentJob())
        link_unsettled(library, linker, SilentJob())
        assert not library.fulltexts.unsettled()

    def holds(rows: Rows) -> None:
        has_text = {key[1] for key in rows if key[0] == "fulltext"}
        open_ = [
            key
            for key, doi in rows.items()
            if key[0] == "reference"
            and key[1] in has_text
            and ("linked", *key[1:]) not in rows
            and (paper := rows.get(("id", doi_key(doi)), (0,))[0])
            and not rows["paper", paper, "trashed"]
        ]
        assert not open_, f"references that the library has are open: {open_[:5]}"
        made = ("reference", "linked", "cite", "context", "said")
        others = {key for key, _ in before.items() ^ rows.items() if key[0] not in made}
        assert not others, f"linking changed {sorted(map(str, others))[:5]}"

    return Step("relink", act, (), recorded=False, holds=holds)


# --- marks ----------------------------------------------------------------------------------------


def mark(now: Now) -> Step | None:
    """Mark something in a file, change a mark or remove it."""
    if not now.keys("file"):
        return None
    there = now.keys("mark")
    kind = now.one(("put", "put", "change", "remove") if there else ("put",))
    if kind == "remove":
        return _unmark(now)
    paper, sha256 = now.rows[now.one(now.keys("file"))]
    number = now.next_number("annotations")
    if kind == "change":
        _, number = now.one(there)
        (paper,) = now.rows["mark", number]
    form: AnnotationKind = now.one(("highlight", "note"))
    text, note = f"marked {now.word()}", now.one(("", f"{now.word()} {now.chance.randrange(99)}"))
    made = Annotation(
        *(PaperNumber(paper), sha256, form, "yellow", (Rect(0, 1, 2, 3, 4),), text, note),
        number if kind == "change" else 0,
    )
    said = {"kind": form, "text": text, "note": note}
    rows = now.rows | {("mark", number): (paper,)}
    rows |= {("mark says", number, name): value for name, value in said.items()}
    return Step(
        f"{kind} mark {number} in a file of {paper}",
        lambda library: AnnotationStore(library.database).put(made),
        (rows,),
    )


def _unmark(now: Now) -> Step:
    key = now.one(now.keys("mark"))
    rows = {each: value for each, value in now.rows.items() if each != key}
    drop_loose(rows)
    return Step(
        f"remove mark {key[1]}",
        lambda library: AnnotationStore(library.database).remove(key[1]),
        (rows,),
    )
