"""Duplicates in a library: finding them, merging with all that hangs on them, and undoing it."""

from __future__ import annotations

import random
import string
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UnknownPaperError, UsageError
from core.base.jobs import JobCancelled
from core.base.records import CitingContext, Manuscript, PaperNumber, PaperRecord, Reference
from core.library.library import Library
from core.library.store.notes import NoteStore

TITLE = "Weighing citation contexts by rarity in the recommendation of papers"
STATED = (
    "olive tulip garden walk rarity context graph peat sand dune winter census chalk clay moss "
    "fern birch heath marsh river stone cloud storm light shade root leaf bark seed bloom"
)
WORDS = STATED.split()


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    """Add records as papers of their own, whatever the rule of imports says."""
    names = [PaperRecord(title=f"Placeholder {place}") for place in range(len(records))]
    with library.database.transaction():
        first = library.database.value("SELECT COUNT(*) FROM papers")
        list(library.papers.add((paper(f"{first} {each.title}") for each in names), source="test"))
        numbers = library.papers.numbers()[-len(records) :]
        for number, record in zip(numbers, records, strict=True):
            fields = PaperRecord.__dataclass_fields__.keys() - {"id", "extra"}
            library.papers.update(number, **{name: getattr(record, name) for name in fields})
    return numbers


def paper(title: str = TITLE, **fields: object) -> PaperRecord:
    values = {"authors": ("Ann Smith", "Bo Ng"), "year": 2020, **fields}
    return PaperRecord(title=title, **values)  # type: ignore[arg-type]  # names are fields


def contents(library: Library) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of the library that a person can see, without what only counts changes."""
    database = library.database
    tables = database.column(
        """SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
           AND name NOT IN ('meta', 'merges', 'context_changes', 'fulltext_changes')
           AND name NOT LIKE 'history%'
           ORDER BY name"""
    )
    found = {}
    for table in tables:
        names = database.column("SELECT name FROM pragma_table_info(?)", table)
        shown = ", ".join(name for name in names if name not in {"revision", "unsettled"})
        found[table] = sorted(database.rows(f"SELECT {shown} FROM {table}"), key=repr)
    return found


@pytest.fixture
def twins(library: Library, tmp_path: Path) -> tuple[PaperNumber, PaperNumber, PaperNumber]:
    """Make two papers that are one, each with something of its own of every kind, and another."""
    one, other, third = add(
        library,
        paper(doi="10.1000/a", keywords=("walks",)),
        paper(TITLE.replace("rarity", "rarrity"), abstract="Two.", arxiv="2001.00001"),
        paper("A census of garden tulips", authors=("Eva Lind",), year=1999),
    )
    papers, citations = library.papers, library.citations
    for number, name in ((one, "a"), (other, "b"), (other, "a")):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(name.encode())
        papers.attach_file(number, path, name * 64)
        library.database.execute(
            "INSERT OR IGNORE INTO readings VALUES (?, ?, '1', 'failed', 'damaged', NULL, NULL)",
            ord(name),
            name * 64,
        )
        library.tags.assign(library.tags.add(name), [number])
        library.collections.assign(library.collections.add(name), [number])
    library.database.execute("INSERT INTO fulltexts VALUES (?, ?, 0)", other, ord("b"))
    references = [(Reference(index=0, label="1", text="Lind, A census.", title="A census"), None)]
    citations.set_references(other, references)
    citations.add_citations([(third, one), (third, other), (one, third), (other, one)], "test")
    citations.add_contexts(
        third,
        [
            CitingContext(text="Both are cited [1, 2].", cited=(one, other)),
            CitingContext(text="One is cited [2].", cited=(other,)),
        ],
    )
    citations.add_contexts(other, [CitingContext(text="It cites [3].", cited=(third, one))])
    citations.add_contexts(one, [CitingContext(text="It also cites [3].", cited=(third,))])
    opened = library.manuscripts.open(None, Manuscript(title="Mine"), "c" * 64)
    library.manuscripts.decide(opened, "It is so.", one, "reject")
    library.manuscripts.decide(opened, "It is so.", other, "cite")
    library.manuscripts.decide(opened, "It is not so.", other, "cite")
    for number in (one, other):
        NoteStore(library.database).set(number, f"A note on {number}.")
    library.embeddings.put("m", [one, other, third], np.eye(3, dtype=np.float16))
    library.duplicates.link_versions([other, third])
    return one, other, third


# --- finding ----------------------------------------------------------------------------------


def test_planted_duplicates_are_found_and_nothing_else(library: Library) -> None:
    draw = random.Random(7)
    records, planted = [], []
    for place in range(120):
        title = " ".join(draw.sample(WORDS, 6)) + f" {draw.choice(string.ascii_lowercase)}x{place}x"
        authors = (f"A{place} Name{place}", "Bo Ng")
        records.append(paper(title, authors=authors, year=1990 + place % 30))
    for place in range(0, 120, 4):
        cut = draw.randrange(2, 20)
        title = records[place].title
        typo = title[:cut] + title[cut + 1 :] if draw.random() < 0.5 else title.upper()
        planted.append((place + 1, len(records) + 1))
        records.append(paper(typo, authors=records[place].authors, year=records[place].year))
    add(library, *records)
    found = library.duplicates.scan()
    assert {group.papers for group in found} == set(planted)
    assert all(group.kind == "duplicate" for group in found)


def test_a_preprint_and_what_was_published_are_versions(library: Library) -> None:
    preprint, published = add(
        library, paper(arxiv="2001.00001", year=2019), paper(doi="10.1000/a", venue="ICML")
    )
    (group,) = library.duplicates.scan()
    assert group.kind == "version"
    assert not group.sure
    assert group.papers == (published, preprint)
    assert "One is a preprint, the other was published in ICML" in group.reasons


def test_a_group_is_sure_only_where_each_fits_each(library: Library) -> None:
    add(library, paper(doi="10.1000/a"), paper(), paper(doi="10.1000/b"))
    groups = library.duplicates.scan()
    assert [group.sure for group in groups if group.kind == "duplicate"] == [False]


def test_the_paper_that_says_most_comes_first(library: Library) -> None:
    poor, rich = add(library, paper(), paper(doi="10.1000/a", abstract="Long."))
    (group,) = library.duplicates.scan()
    assert group.papers == (rich, poor)


def test_what_is_in_the_trash_is_no_duplicate(library: Library) -> None:
    _, other = add(library, paper(), paper())
    library.papers.trash([other])
    assert library.duplicates.scan() == []


def test_a_scan_can_be_stopped(library: Library) -> None:
    class Stopped:
        def report(self, done: int, total: int, note: str = "") -> None:
            pass

        def check(self) -> None:
            raise JobCancelled

    add(library, paper(), paper())
    with pytest.raises(JobCancelled):
        library.duplicates.scan(Stopped())


# --- deciding ---------------------------------------------------------------------------------


def test_papers_said_to_be_different_are_not_asked_about_again(library: Library) -> None:
    numbers = add(library, paper(), paper())
    library.duplicates.say_different(numbers)
    assert library.duplicates.scan() == []
    library.duplicates.say_different(numbers[::-1], different=False)
    assert len(library.duplicates.scan()) == 1


def test_a_pair_that_a_merge_turned_round_is_forgotten_when_a_person_says_so(
    library: Library,
) -> None:
    first, second, third = add(library, paper(), paper(), paper("A census of tulips"))
    library.duplicates.say_different([first, second])
    library.duplicates.merge(third, [first])
    library.duplicates.say_different([second, third], different=False)
    assert not library.database.value("SELECT COUNT(*) FROM different_papers")


def test_versions_are_linked_and_answer_for_each_other(library: Library) -> None:
    one, other, third = add(library, paper(), paper(), paper("A census of tulips"))
    before = library.duplicates.link_versions([one, other])
    assert library.duplicates.scan() == []
    assert library.duplicates.find_versions([one, other, third]) == {one: (other,), other: (one,)}
    again = library.duplicates.link_versions([other, third])
    assert library.duplicates.find_versions([one]) == {one: (other, third)}
    library.duplicates.set_works(again)
    assert library.duplicates.find_versions([third, one]) == {one: (other,)}
    library.duplicates.set_works(before)
    assert library.duplicates.find_versions([one, other]) == {}


def test_a_version_in_the_trash_is_not_named(library: Library) -> None:
    one, other = add(library, paper(), paper())
    library.duplicates.link_versions([one, other])
    library.papers.trash([other])
    assert library.duplicates.find_versions([one]) == {}
    library.papers.restore([other])
    library.duplicates.set_works({one: None})
    assert library.duplicates.find_versions([one, other]) == {}


# --- merging ----------------------------------------------------------------------------------


def test_a_merge_keeps_everything(
    library: Library, twins: tuple[PaperNumber, PaperNumber, PaperNumber]
) -> None:
    one, other, third = twins
    keys = [library.papers.get(number).citation_key for number in (one, other)]
    library.duplicates.merge(one, [other])
    merged = library.papers.get(one)
    assert (merged.title, merged.abstract, merged.doi) == (TITLE, "Two.", "10.1000/a")
    assert (merged.citation_key, merged.extra["ids"]) == (keys[0], keys[1])
    for each in ("doi:10.1000/a", "arxiv:2001.00001"):
        assert library.papers.resolve(each) == one
    papers = library.papers
    assert [file.path.stem for file in papers.files(one)] == ["a", "b"]
    assert [group.name for group in library.tags.of(one)] == ["a", "b"]
    assert [group.name for group in library.collections.of(one)] == ["a", "b"]
    assert NoteStore(library.database).get(one) == f"A note on {one}.\n\nA note on {other}."
    assert library.citations.cites(one) == [third]
    assert library.citations.find_citing_papers(one) == [third]
    assert {each.text for each in library.citations.contexts_citing(one, 9)} == {
        "Both are cited [1, 2].",
        "One is cited [2].",
    }
    (opened,) = library.manuscripts.recent(9)
    decisions = library.manuscripts.decisions(opened.number)
    assert {each.sentence_text: each.decision for each in decisions} == {
        "It is so.": "reject",
        "It is not so.": "cite",
    }
    assert len(library.citations.references(one)) == 1
    assert library.duplicates.find_versions([one]) == {one: (third,)}
    assert library.verify().sound


def test_what_a_person_chose_goes_before_what_was_kept(library: Library) -> None:
    one, other = add(library, paper(), paper(venue="ICML", year=2021))
    library.duplicates.merge(one, [other], {"year": 2021, "title": "Chosen", "authors": ("C D",)})
    merged = library.papers.get(one)
    assert (merged.title, merged.year, merged.authors) == ("Chosen", 2021, ("C D",))
    assert merged.venue == "ICML"


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
    with pytest.raises(UsageError, match="can no longer be undone"):
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
        with pytest.raises(UsageError, match="no longer in the library"):
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


def test_a_merge_does_not_bring_back_a_doi_that_a_person_took_out(library: Library) -> None:
    kept, gone = (
        outcome.number
        for outcome in library.papers.add(
            [paper("Olives", doi="10.1000/wrong"), paper("Tulips", year=1900)], source="test"
        )
    )
    assert kept is not None
    assert gone is not None
    library.papers.update(kept, doi="")
    library.duplicates.merge(kept, [gone])
    assert library.papers.get(kept).doi == ""


def test_a_pair_that_a_merge_turns_round_stays_one_pair(library: Library) -> None:
    first, other, last = add(library, paper("Olives"), paper("Tulips"), paper("Roses"))
    library.duplicates.say_different([first, other])
    library.papers.merge(last, [first])
    library.duplicates.say_different([other, last])
    pairs = library.database.rows("SELECT one, other FROM different_papers")
    assert pairs == [(other, last)]


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


def test_a_merge_takes_the_fields_of_a_type_from_the_paper_that_was_chosen(
    library: Library,
) -> None:
    said = {"volume": "1", "page": "1–9"}, {"volume": "2", "ISSN": "1234-5679"}
    one, other = add(library, paper(doi="10.1000/1"), paper(doi="10.1000/2"))
    for number, extra in zip((one, other), said, strict=True):
        library.papers.update(number, extra=extra)
    merge = library.duplicates.merge(one, [other], {"volume": "2"})
    merged = library.papers.get(one).extra
    assert (merged["volume"], merged["page"], merged["ISSN"]) == ("2", "1–9", "1234-5679")
    library.duplicates.undo(merge)
    assert [library.papers.get(number).extra for number in (one, other)] == list(said)


def test_a_merge_with_a_paper_that_is_not_there_changes_nothing(library: Library) -> None:
    (one,) = add(library, paper())
    before = contents(library)
    with pytest.raises(UnknownPaperError):
        library.duplicates.merge(one, [PaperNumber(99)])
    with pytest.raises(ValueError, match="no field"):
        library.duplicates.merge(one, [], {"extra": {}})
    assert contents(library) == before


def test_all_sure_groups_are_merged_at_once_and_brought_back(library: Library) -> None:
    add(library, *(paper(f"{TITLE} of {word}s") for word in WORDS[:5] * 3))
    before = contents(library)
    groups = library.duplicates.scan()
    assert [len(group.papers) for group in groups if group.sure] == [3] * 5
    merges = [library.duplicates.merge_group(group) for group in groups]
    assert library.papers.count() == 5
    assert library.duplicates.scan() == []
    for merge in reversed(merges):
        library.duplicates.undo(merge)
    assert contents(library) == before
