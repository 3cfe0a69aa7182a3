"""Actions on what hangs on papers: groups, notes, files, citations, decisions, saved searches, data
of others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.base.library_records import SearchMode
from core.base.notices import Notice
from core.base.records import CitingContext, Manuscript, ManuscriptNumber, PaperNumber, Sentence
from core.library.library import Library
from core.library.store.annotations import NoteStore
from core.library.store.attachments import content_hash, keep_copy
from core.library.store.groups import SavedSearches
from core.library.store.outside import Origin
from tests.lives import observing
from tests.lives.rows import OUTSIDE, Rows, drop_loose, drop_unstated, settle_texts
from tests.lives.steps import Now, Step

GROUPS = {"collection": "collections", "tag": "tags"}
SENTENCES = ("Moors are wet.", "Peat burns.", "Fens are rare.", "Reeds grow.")


# --- groups ---------------------------------------------------------------------------------------


def group(now: Now) -> Step | None:
    """Make, fill, empty, rename or remove a collection or a tag."""
    kind = now.one(tuple(GROUPS))
    there = [key[1] for key in now.keys(kind)]
    acts = [_make] if len(there) < 6 else []
    acts += [_put, _put, _take, _rename, _remove] if there else []
    return now.one(acts)(now, kind, there)


def _make(now: Now, kind: str, _there: list[int]) -> Step:
    number, name = now.next_number(GROUPS[kind]), f"{now.word()} {now.chance.randrange(10**6)}"
    papers = [PaperNumber(each) for each in now.some(now.papers())] if now.papers() else []
    rows = now.rows | {(kind, number): name}
    rows |= {(f"in {kind}", number, paper): 1 for paper in papers}
    return Step(
        f"make {kind} {number} with {papers}",
        lambda library: getattr(library, GROUPS[kind]).add(name, papers),
        (rows,),
    )


def _put(now: Now, kind: str, there: list[int]) -> Step | None:
    if not now.papers():
        return None
    number, papers = now.one(there), [PaperNumber(each) for each in now.some(now.papers(), 6)]
    rows = now.rows | {(f"in {kind}", number, paper): 1 for paper in papers}
    return Step(
        f"put {papers} into {kind} {number}",
        lambda library: getattr(library, GROUPS[kind]).assign(number, papers),
        (rows,),
    )


def _take(now: Now, kind: str, there: list[int]) -> Step | None:
    if not now.papers():
        return None
    number, papers = now.one(there), [PaperNumber(each) for each in now.some(now.papers(), 6)]
    left_out = {(f"in {kind}", number, paper) for paper in papers}
    rows = {key: value for key, value in now.rows.items() if key not in left_out}
    return Step(
        f"take {papers} out of {kind} {number}",
        lambda library: getattr(library, GROUPS[kind]).assign(number, papers, member=False),
        (rows,),
    )


def _rename(now: Now, kind: str, there: list[int]) -> Step:
    number, name = now.one(there), f"{now.word()} {now.chance.randrange(10**6)}"
    return Step(
        f"rename {kind} {number}",
        lambda library: getattr(library, GROUPS[kind]).rename(number, name),
        (now.rows | {(kind, number): name},),
    )


def _remove(now: Now, kind: str, there: list[int]) -> Step:
    number = now.one(there)
    rows = {key: value for key, value in now.rows.items() if key != (kind, number)}
    drop_loose(rows)
    return Step(
        f"remove {kind} {number}",
        lambda library: getattr(library, GROUPS[kind]).remove(number),
        (rows,),
    )


# --- notes and files ------------------------------------------------------------------------------


def note(now: Now) -> Step | None:
    """Write a note, or remove it."""
    if not now.papers():
        return None
    paper = PaperNumber(now.one(now.papers()))
    text = now.one(("", f"Read {now.word()}\n{now.chance.randrange(10**6)}"))
    rows = {key: value for key, value in now.rows.items() if key != ("note", paper)}
    rows |= {("note", paper): text} if text else {}
    return Step(
        f"note on {paper}", lambda library: NoteStore(library.database).set(paper, text), (rows,)
    )


def attach(now: Now) -> Step | None:
    """Copy a file into the library and attach it; one of few, so that papers share copies."""
    if not now.papers():
        return None
    paper, name = PaperNumber(now.one(now.papers())), f"source {now.chance.randrange(8)}.pdf"
    content = b"%PDF-1.7 " + name.encode()
    sha256 = hashlib.sha256(content).hexdigest()
    source = now.outside / name
    source.write_bytes(content)
    has = {value for key, value in now.rows.items() if key[0] == "file"}
    number = now.next_number("files")
    rows = now.rows if (paper, sha256) in has else now.rows | {("file", number): (paper, sha256)}
    settle_texts(rows)
    return Step(
        f"attach {name} to {paper}", lambda library: _attach(library, paper, source), (rows,)
    )


def _attach(library: Library, paper: PaperNumber, source: Path) -> None:
    sha256 = content_hash(source)
    library.papers.attach_file(paper, keep_copy(library.folder, source, sha256), sha256)


def detach(now: Now) -> Step | None:
    """Let a file belong to a paper no longer."""
    if not now.keys("file"):
        return None
    key = now.one(now.keys("file"))
    paper, sha256 = now.rows[key]
    rows = {each: value for each, value in now.rows.items() if each != key}
    settle_texts(rows)
    return Step(
        f"detach file {key[1]} from {paper}",
        lambda library: library.papers.detach_file(PaperNumber(paper), sha256),
        (rows,),
    )


# --- citations ------------------------------------------------------------------------------------


def cite(now: Now) -> Step | None:
    """Let papers cite others, as a list of edges says."""
    if len(now.papers()) < 2:
        return None
    chosen = [PaperNumber(each) for each in now.some(now.papers(), 5)]
    pairs = [(PaperNumber(now.one(now.papers())), each) for each in chosen]
    rows = cited_by(now.rows, pairs, "edges")
    return Step(
        f"citations {pairs}",
        lambda library: library.citations.add_citations(pairs, "edges"),
        (rows,),
        recorded=False,
    )


def cited_by(rows: Rows, pairs: Iterable[tuple[int, int]], source: str) -> Rows:
    """Return rows in which papers cite others, as a source says."""
    new = dict(rows)
    for citing, cited in pairs:
        if citing != cited and new.get(("cite", citing, cited), OUTSIDE) == OUTSIDE:
            new["cite", citing, cited] = source
    return new


def say(now: Now) -> Step | None:
    """Store the citing sentences of a paper in place of those before."""
    if len(now.papers()) < 2:
        return None
    citing = PaperNumber(now.one(now.papers()))
    said = [
        (
            f"Said {now.chance.randrange(10**6)} [1].",
            [PaperNumber(n) for n in now.some(now.papers())],
        )
        for _ in range(now.chance.randint(0, 3))
    ]
    rows, _ = saying(now.rows, citing, said, observing.last_context(now.database))
    contexts = [CitingContext(text=text, cited=tuple(cited)) for text, cited in said]
    return Step(
        f"{len(said)} citing sentences of {citing}",
        lambda library: library.citations.add_contexts(citing, contexts),
        (rows,),
        recorded=False,
    )


def saying(
    rows: Rows, citing: int, said: Sequence[tuple[str, Sequence[int]]], last: int
) -> tuple[Rows, int]:
    """Return rows with these citing sentences of a paper and no others, and the last number."""
    rows = {
        key: value
        for key, value in rows.items()
        if not (key[0] == "context" and value[0] == citing)
    }
    drop_loose(rows)
    for text, cited in said:
        others = [PaperNumber(each) for each in cited if each != citing]
        if others:
            last += 1
            rows["context", last] = (citing, text)
            rows |= {("said", last, each): 1 for each in others}
            rows = cited_by(rows, [(citing, each) for each in others], "contexts")
    return rows, last


# --- manuscripts and searches ---------------------------------------------------------------------


def open_manuscript(now: Now) -> Step | None:
    """Open a manuscript, one of few."""
    name = f"Manuscript {now.chance.randrange(3)}"
    sentences = tuple(
        Sentence(index=n, text=text, section=None, page=0, rects=())
        for n, text in enumerate(SENTENCES)
    )
    known = name in [now.rows[key] for key in now.keys("manuscript")]
    number = now.next_number("manuscripts")
    rows = now.rows if known else now.rows | {("manuscript", number): name}
    read = Manuscript(title=name, sentences=sentences)
    return Step(
        f"open {name}",
        lambda library: library.manuscripts.open(None, read, f"hash of {name}"),
        (rows,),
        recorded=False,
    )


def decide(now: Now) -> Step | None:
    """Decide on a paper for a sentence, or withdraw the decision."""
    if not now.keys("manuscript") or not now.papers():
        return None
    manuscript, paper = now.one(now.keys("manuscript"))[1], PaperNumber(now.one(now.papers()))
    sentence, verdict = now.one(SENTENCES), now.one(("cite", "reject", None))
    key = ("decision", manuscript, sentence, paper)
    rows = {each: value for each, value in now.rows.items() if each != key}
    rows |= {key: verdict} if verdict else {}
    return Step(
        f"decide {verdict} on {paper} for “{sentence}” of {manuscript}",
        lambda library: library.manuscripts.decide(
            ManuscriptNumber(manuscript), sentence, paper, verdict
        ),
        (rows,),
    )


def dismiss(now: Now) -> Step | None:
    """Say that a sentence needs no citation, or that it does."""
    if not now.keys("manuscript"):
        return None
    manuscript, sentence = now.one(now.keys("manuscript"))[1], now.one(SENTENCES)
    key, dismissed = ("dismissed", manuscript, sentence), now.chance.random() < 0.6
    rows = {each: value for each, value in now.rows.items() if each != key}
    rows |= {key: 1} if dismissed else {}
    return Step(
        f"dismiss {dismissed} “{sentence}” of {manuscript}",
        lambda library: library.manuscripts.dismiss_gap(
            ManuscriptNumber(manuscript), sentence, dismissed=dismissed
        ),
        (rows,),
    )


def forget(now: Now) -> Step | None:
    """Forget a manuscript with its decisions."""
    if not now.keys("manuscript"):
        return None
    number = now.one(now.keys("manuscript"))[1]
    rows = {key: value for key, value in now.rows.items() if key != ("manuscript", number)}
    drop_loose(rows)
    return Step(
        f"forget manuscript {number}",
        lambda library: library.manuscripts.forget(ManuscriptNumber(number)),
        (rows,),
    )


def search(now: Now) -> Step | None:
    """Save a search, rename or remove one."""
    there = now.keys("search")
    stamp = f"{now.word()} {now.chance.randrange(10**6)}"
    kind = now.one(("add", "rename", "remove") if there else ("add",))
    key = now.one(there) if there else ("search", 0)
    rows = {each: value for each, value in now.rows.items() if each != key or kind == "add"}
    mode: SearchMode = now.one(("words", "meaning"))
    if kind == "add":
        rows["search", now.next_number("saved_searches")] = (stamp, "moor wet")
    elif kind == "rename":
        rows[key] = (stamp, now.rows[key][1])

    def act(library: Library) -> None:
        searches = SavedSearches(library.database)
        if kind == "add":
            searches.add(stamp, mode, " moor  wet ")
        elif kind == "rename":
            searches.rename(key[1], stamp)
        else:
            searches.remove(key[1])

    return Step(f"{kind} search {key[1]}", act, (rows,))


# --- citation data of others ----------------------------------------------------------------------


def enrich(now: Now) -> Step | None:
    """Add citation data: a source, then citations, abstracts and notices, a transaction each."""
    if len(now.papers()) < 2:
        return None
    number = now.next_number("outside_sources")
    pairs = [
        (PaperNumber(now.one(now.papers())), PaperNumber(each))
        for each in now.some(now.papers(), 6)
    ]
    pairs = [pair for pair in pairs if pair[0] != pair[1]]
    told = [PaperNumber(each) for each in now.some(now.papers())]
    text = f"From elsewhere {now.chance.randrange(10**6)}."
    began = now.rows | {("source", number): "dump"}
    cited = cited_by(began, [each for each in pairs if ("cite", *each) not in began], OUTSIDE)
    cited |= {("outside cite", *pair, number): 1 for pair in pairs}
    told_of = dict(cited)
    for paper in told:
        if not began["paper", paper, "abstract"] and not began["paper", paper, "trashed"]:
            told_of["paper", paper, "abstract"] = text
            told_of["outside abstract", paper] = (number, text)
    noticed = told_of | {("notice", paper, number, "retracted"): 1 for paper in told}

    def act(library: Library) -> None:
        outside = library.outside
        source = outside.begin(Origin("dump", ("OpenAlex",), "f", "k", 9, 0))
        outside.add_citations(source, pairs)
        outside.add_abstracts(source, dict.fromkeys(told, text))
        outside.add_notices(source, [(each, Notice(kind="retracted", by="x")) for each in told])

    states = (began, cited, told_of, noticed)
    return Step(f"citation data {number} on {pairs}, {told}", act, states, recorded=False)


def take_back_data(now: Now) -> Step | None:
    """Take back what a source said; an abstract that was edited since stays."""
    if not now.keys("source"):
        return None
    number = now.one(now.keys("source"))[1]
    rows = dict(now.rows)
    for key in now.keys("outside abstract"):
        source, text = rows[key]
        if source == number and rows["paper", key[1], "abstract"] == text:
            rows["paper", key[1], "abstract"] = ""
    del rows["source", number]
    drop_loose(rows)
    drop_unstated(rows)
    return Step(
        f"take back citation data {number}",
        lambda library: library.outside.remove(number),
        (rows,),
    )
