"""Everything that the history tells of, and the library that it is done to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from core.base.jobs import SilentJob
from core.base.library_records import Annotation
from core.base.messages import Message
from core.base.records import (
    Link,
    Manuscript,
    ManuscriptNumber,
    PaperNumber,
    Rect,
    Reference,
    Sentence,
)
from core.library.database.record_log import marks
from core.library.database.recording import recorded_tables
from core.library.exports.kept_files import KeptFiles
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from core.library.store.annotations import AnnotationStore, NoteStore
from core.library.store.attachments import content_hash, keep_copy
from core.library.store.groups import SavedSearches
from core.library.store.outside import Origin
from tests.core.library.following.followed import Pages
from tests.rich_library import fill, records
from tests.zotero_library import ZoteroLibrary

ONE, TWO, THREE = PaperNumber(1), PaperNumber(2), PaperNumber(6)
READ = ManuscriptNumber(4)
PAPERS = 12

State = dict[str, list[object]]


def rich(folder: Path) -> Path:
    """Make a library with something in every table, its history forgotten, and a PDF of its own."""
    with Library.open(folder, create=True) as library:
        fill(library, PAPERS)
        NoteStore(library.database).set(TWO, "Read this.")
        SavedSearches(library.database).add("Moors", "words", "moor")
        attach(library, TWO, "own.pdf")
        attach(library, THREE, "third.pdf")
        library.manuscripts.open(None, manuscript(), "hash")
        library.manuscripts.set_link(READ, 1, None)
        library.manuscripts.dismiss_gap(READ, "Peat burns.")
        library.duplicates.merge(PaperNumber(9), [PaperNumber(10)])
        library.history.clear()
    return folder


def manuscript() -> Manuscript:
    sentence = Sentence(index=0, text="Moors are wet.", section=None, page=0, rects=())
    references = tuple(
        Reference(index=n, label=str(n), text=f"Smith. Moors {n}.") for n in range(2)
    )
    return Manuscript(title="On moors", sentences=(sentence,), references=references)


def attach(library: Library, paper: PaperNumber, name: str) -> Path:
    source = library.folder.parent / name
    source.write_bytes(b"%PDF-1.7 " + name.encode())
    kept = keep_copy(library.folder, source, content_hash(source))
    library.papers.attach_file(paper, kept, content_hash(source))
    return kept


def state(library: Library) -> State:
    """Return all that can be undone, without what the program counts or dates.

    Papers that came since are left out: undoing moves them to the Trash. What Zotero said last is
    no change of the library.
    """
    found: State = {}
    for table in recorded_tables(library.database.connection):
        if table.name in ("followed_items", "followed_collections"):
            continue
        old = [f"{owner} <= {PAPERS}" for owner in table.owners]
        rows = library.database.rows(
            f"SELECT * FROM {table.name} WHERE {' AND '.join(['TRUE', *old])}"
        )
        told = [marks(table.name, dict(zip(table.columns, row, strict=True))) for row in rows]
        found[table.name] = sorted(told, key=repr)
    return found


def difference(one: State, other: State) -> dict[str, object]:
    return {
        table: (
            [row for row in one[table] if row not in other[table]],
            [row for row in other[table] if row not in one[table]],
        )
        for table in one
        if one[table] != other[table]
    }


def detach(library: Library) -> None:
    file = library.papers.files(TWO)[-1]
    library.papers.detach_file(TWO, file.sha256)


def purge_all(library: Library) -> None:
    with library.database.action(Message("Deleted")):
        library.papers.trash(library.papers.numbers())
        library.papers.purge([ONE, TWO, THREE])


def decide_again(library: Library) -> None:
    with library.database.action(Message("Decided")):
        library.manuscripts.decide(READ, "Moors are wet.", ONE, "cite")
        library.manuscripts.decide(READ, "Moors are wet.", ONE, "reject")


def annotate(library: Library) -> None:
    mark = Annotation(ONE, "aa", "highlight", "yellow", (Rect(0, 1, 2, 3, 4),), "moor", "")
    AnnotationStore(library.database).put(mark)


def change_mark(library: Library) -> None:
    store = AnnotationStore(library.database)
    store.put(replace(store.many([1])[0], note="Sure."))


def import_one_known(library: Library) -> None:
    known = replace(records(1)[0], url="https://example.org/moor")
    list(library.papers.add([*records(2, start=77), known], source="x.bib"))


def look_at_zotero(library: Library) -> None:
    """Follow a Zotero: a new item, one that is a paper here, a collection, a tag and a file."""
    zotero = ZoteroLibrary(library.folder.parent / "Zotero")
    new = zotero.item("New on fens", DOI="10.5555/z", date="2001")
    zotero.credit(new, "Ann Roe")
    known = library.papers.get(ONE)
    item = zotero.item(known.title, DOI=known.doi or "10.5555/known", date=str(known.year))
    zotero.credit(item, *known.authors)
    zotero.tag(item, "from Zotero")
    collection = zotero.collection("Fens")
    zotero.collect(collection, item)
    zotero.collect(collection, new)
    attachment = zotero.attach(item, "fens.pdf")
    zotero.stored(attachment, "fens.pdf").write_bytes(b"%PDF-1.7 fens")
    zotero.annotate(attachment, "Fens are wet.")
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as follower:
        follower.look(SilentJob())


def enrich(library: Library) -> None:
    with library.database.action(Message("Added the citation data of “{name}”", name="x")):
        source = library.outside.begin(Origin("dump", ("OpenAlex",), "f", "k", 9, 0))
        library.outside.add_citations(source, [(THREE, TWO), (TWO, THREE)])


ACTIONS: dict[str, Callable[[Library], object]] = {
    "trash": lambda library: library.papers.trash([ONE, TWO]),
    "restore": lambda library: library.papers.restore([THREE]),
    "purge": lambda library: library.papers.purge([THREE]),
    "purge of papers that are cited": purge_all,
    "edit": lambda library: library.papers.update(
        ONE, title="Bogs", authors=("Bo Ek",), doi="10.1000/new", citation_key="bogs", year=None
    ),
    "edit of several": lambda library: library.papers.update_many(
        {ONE: {"year": 1900}, TWO: {"year": 1901}}
    ),
    "merge": lambda library: library.duplicates.merge(ONE, [TWO, PaperNumber(5)]),
    "old merge": lambda library: library.papers.merge(ONE, [TWO]),
    "keep apart": lambda library: library.duplicates.say_different([ONE, TWO, THREE]),
    "versions": lambda library: library.duplicates.link_versions([ONE, TWO]),
    "attach": lambda library: attach(library, ONE, "more.pdf"),
    "detach": detach,
    "make collection": lambda library: library.collections.add("New", [ONE, TWO]),
    "rename collection": lambda library: library.collections.rename(1, "Gelesen"),
    "remove collection": lambda library: library.collections.remove(1),
    "take out of collection": lambda library: library.collections.assign(1, [ONE], member=False),
    "tag": lambda library: library.tags.assign(1, [ONE, TWO]),
    "remove tag": lambda library: library.tags.remove(3),
    "note": lambda library: NoteStore(library.database).set(ONE, "Wet."),
    "no note": lambda library: NoteStore(library.database).set(TWO, ""),
    "mark": annotate,
    "unmark": lambda library: AnnotationStore(library.database).remove(1),
    "change a mark": change_mark,
    "look at Zotero": look_at_zotero,
    "add citation data": enrich,
    "import": import_one_known,
    "take a merge back": lambda library: library.duplicates.undo(
        library.duplicates.merges(9)[0].number
    ),
    "not different": lambda library: library.duplicates.say_different(
        [ONE, PaperNumber(4)], different=False
    ),
    "no versions": lambda library: library.duplicates.set_works({ONE: None}),
    "rename tag": lambda library: library.tags.rename(1, "wet"),
    "rename search": lambda library: SavedSearches(library.database).rename(1, "Wet"),
    "link a reference": lambda library: library.manuscripts.set_link(READ, 0, Link(ONE, 1.0)),
    "link no reference": lambda library: library.manuscripts.clear_link(READ, 1),
    "not dismiss": lambda library: library.manuscripts.dismiss_gap(
        READ, "Peat burns.", dismissed=False
    ),
    "let a file go": lambda library: KeptFiles(library.database).let_go(Path("/r.bib")),
    "save search": lambda library: SavedSearches(library.database).add("Wet", "words", "moor"),
    "remove search": lambda library: SavedSearches(library.database).remove(1),
    "decide": lambda library: library.manuscripts.decide(READ, "Moors are wet.", ONE, "cite"),
    "decide again": decide_again,
    "dismiss": lambda library: library.manuscripts.dismiss_gap(READ, "Moors are wet."),
    "forget manuscript": lambda library: library.manuscripts.forget(ManuscriptNumber(3)),
    "take back citation data": lambda library: library.outside.remove(1),
    "keep a file": lambda library: KeptFiles(library.database).keep(
        library.folder.parent / "refs.bib", "bibtex", collection=1
    ),
}
