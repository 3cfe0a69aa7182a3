"""Merges of real bibliographies, of which each was looked at by a person.

What takes a merge back: rows, numbers and keys as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.identity import family_name, title_key
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.base.reports import ImportEntry
from core.library.imports.importing import import_sources
from core.library.library import Library
from core.library.store.annotations import NoteStore
from core.library.store.inverses import read_import_merges
from tests import wording
from tests.core.library.duplicates.planted import add, contents, paper

# --- records that an import made part of a paper: what takes each out of it again -------------


_MOST_BYTES = 500_000


def _are_one_work(one: PaperRecord, other: PaperRecord) -> bool:
    """Whether two records are one work by what a person looks at first."""
    first, second = ({family_name(author) for author in r.authors} for r in (one, other))
    same_people = first == second or not first or not second
    same_place = one.year == other.year and one.extra.get("volume") == other.extra.get("volume")
    return title_key(one.title) == title_key(other.title) and same_people and same_place


@pytest.mark.data
def test_no_two_works_of_real_bibliographies_become_one(library: Library, data_dir: Path) -> None:
    files = [file for file in data_dir.rglob("*.bib") if file.stat().st_size < _MOST_BYTES]
    assert len(files) > 20
    import_sources(library, files, parser=None)
    merges = read_import_merges(library.database)
    assert merges
    for merge in merges:
        paper = library.papers.get(merge.paper)
        assert _are_one_work(paper, merge.record), merge.reason
    again: list[ImportEntry] = []
    import_sources(library, files, parser=None, on_entry=again.append)
    assert not [entry for entry in again if entry.status in ("added", "merged")]


# --- inverses ---------------------------------------------------------------------------------


def test_an_undone_merge_leaves_no_trace(
    library: Library, twins: tuple[PaperNumber, PaperNumber, PaperNumber]
) -> None:
    one, other, _ = twins
    before, revision = contents(library), library.papers.revision()
    merge = library.duplicates.merge(one, [other], {"year": 2021, "abstract": "Chosen."})
    assert contents(library) != before
    library.duplicates.undo(merge)
    assert contents(library) == before
    assert library.verify().sound
    changed = library.papers.changes(revision, 99)
    assert {each.number for each in changed if each.present} == {one, other}
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.duplicates.pairs:undo undone")
    ):
        library.duplicates.undo(merge)


def test_merges_can_be_undone_after_the_library_was_closed(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        one, other, third = add(library, paper(), paper(), paper(year=2021))
        before = contents(library)
        library.duplicates.merge(one, [other])
        library.duplicates.merge(third, [one])
    with Library.open(folder) as library:
        latest, first = library.duplicates.merges(9)
        assert (latest.keeper, latest.absorbed) == (third, (one,))
        with pytest.raises(
            UsageError, match=wording.pattern("core.library.duplicates.pairs:undo that")
        ):
            library.duplicates.undo(first.number)
        library.duplicates.undo(latest.number)
        library.duplicates.undo(first.number)
        assert contents(library) == before
        assert library.duplicates.merges(9) == []


def test_what_was_changed_after_a_merge_outlives_its_undoing(
    library: Library, twins: tuple[PaperNumber, PaperNumber, PaperNumber]
) -> None:
    one, other, third = twins
    merge = library.duplicates.merge(one, [other])
    library.papers.update(one, title="Mended", citation_key="mended")
    library.tags.remove(next(g.number for g in library.tags.all() if g.name == "b"))
    later = library.tags.add("later")
    library.tags.assign(later, [one])
    library.papers.trash([third])
    library.papers.purge([third])
    library.duplicates.undo(merge)
    kept, back = library.papers.get_many([one, other])
    assert (kept.title, kept.citation_key, back.abstract) == ("Mended", "mended", "Two.")
    assert [group.name for group in library.tags.of(one)] == ["a", "later"]
    assert [group.name for group in library.tags.of(other)] == ["a"]
    assert library.verify().sound


def test_notes_and_authors_written_after_a_merge_outlive_its_undoing(library: Library) -> None:
    kept, gone = add(library, paper("Olives", authors=()), paper("Tulips", authors=("A B", "C D")))
    notes = NoteStore(library.database)
    notes.set(gone, "Short.")
    merge = library.duplicates.merge(kept, [gone])
    notes.set(kept, "Short.\nAnd long.")
    library.papers.update(kept, authors=("A B", "Right Author"))
    library.duplicates.undo(merge)
    assert (notes.get(kept), notes.get(gone)) == ("Short.\nAnd long.", "Short.")
    assert library.papers.get(kept).authors == ("A B", "Right Author")
    assert library.papers.get(gone).authors == ("A B", "C D")


def test_a_merge_taken_back_after_what_was_cited_is_gone_leaves_no_sentence_without_citation(
    library: Library,
) -> None:
    kept, gone, cited = add(library, paper("Olives"), paper("Tulips"), paper("Roses"))
    for number in (kept, gone):  # one list is kept, the other has to be put back
        context = CitingContext(text=f"Of {number}.", cited=(cited,))
        library.citations.add_contexts(number, [context])
    merge = library.duplicates.merge(kept, [gone])
    library.papers.trash([cited])
    library.papers.purge([cited])
    library.duplicates.undo(merge)
    assert library.database.column("SELECT text FROM contexts") == []
    assert library.verify().sound


def test_the_ids_of_a_paper_are_numbered_without_gaps_when_a_merge_is_taken_back(
    library: Library,
) -> None:
    kept, gone = add(library, paper("Olives", doi="10.1000/a"), paper("Tulips", arxiv="2001.00001"))
    merge = library.duplicates.merge(kept, [gone])
    library.papers.update(kept, doi="10.1000/b")  # it comes after those there were
    library.duplicates.undo(merge)
    positions = "SELECT position FROM identifiers WHERE paper = ? ORDER BY position"
    there = library.database.column(positions, kept)
    assert there == list(range(len(there)))


def _file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.pdf"
    path.write_bytes(b"%PDF")
    return path


def test_rows_whose_numbers_were_given_out_since_come_back_under_others(
    library: Library, tmp_path: Path
) -> None:
    kept, gone, other = add(library, paper("Olives"), paper("Tulips"), paper("Roses"))
    for number, sha256 in ((kept, "1"), (gone, "1")):
        library.papers.attach_file(number, _file(tmp_path, sha256), sha256)
    for number in (kept, gone):
        context = CitingContext(text=f"Of {number}.", cited=(other,))
        library.citations.add_contexts(number, [context])
    merge = library.duplicates.merge(kept, [gone])
    library.papers.attach_file(other, _file(tmp_path, "2"), "2")
    library.citations.add_contexts(other, [CitingContext(text="Of another.", cited=(kept,))])
    library.duplicates.undo(merge)
    files = {n: [file.path.name for file in library.papers.files(n)] for n in (kept, gone, other)}
    assert files == {kept: ["1.pdf"], gone: ["1.pdf"], other: ["2.pdf"]}
    said = library.database.rows(
        """SELECT x.citing, x.text, c.paper FROM contexts x
           JOIN context_citations c ON c.context = x.number ORDER BY x.citing"""
    )
    assert said == [
        (kept, f"Of {kept}.", other),
        (gone, f"Of {gone}.", other),
        (other, "Of another.", kept),
    ]
    assert library.verify().sound


def test_a_citation_key_given_out_since_is_not_taken_back(library: Library) -> None:
    one, other = add(library, paper(), paper(doi="10.1000/b"))
    key = library.papers.get(other).citation_key
    merge = library.duplicates.merge(one, [other])
    (third,) = add(library, paper("A census"))
    library.papers.update(third, citation_key=key)
    library.duplicates.undo(merge)
    back = library.papers.get(other)
    assert library.papers.get(third).citation_key == key
    assert back.citation_key != key
    assert library.papers.resolve("doi:10.1000/b") == other
