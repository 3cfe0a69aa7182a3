"""A key that a file or a person states beats one that was made up; each key leads to its paper."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibtex
from core.formats.registry import get_format
from core.library.library import Library
from tests import wording
from tests.core.library.keys.keyed_papers import QUAYS

MADE = "lind2018quays"


def stating(key: str, record: PaperRecord = QUAYS) -> PaperRecord:
    return replace(record, id="", extra={"citation_key": key})


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    outcomes = list(library.papers.add(records, source="test"))
    return [each.number for each in outcomes if each.number is not None]


def only(library: Library) -> Paper:
    (paper,) = library.papers.get_many(library.papers.numbers())
    return paper


def numbers_by_key(library: Library, key: str) -> list[PaperNumber]:
    return library.papers.numbers() and sorted(
        library.database.integers(
            """SELECT number FROM papers WHERE citation_key = ?1
               UNION SELECT paper FROM key_aliases WHERE alias = ?1""",
            key,
        )
    )


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("order", list(itertools.permutations((QUAYS, stating("quays18")))))
def test_a_stated_key_wins_in_any_order(
    library: Library, order: tuple[PaperRecord, ...], together: bool
) -> None:
    if together:
        add(library, *order)
    else:
        for record in order:
            add(library, record)
    paper = only(library)
    assert paper.citation_key == "quays18"
    assert paper.aliases == ((MADE,) if order[0] is QUAYS and not together else ())


def test_of_two_stated_keys_the_first_stays_and_the_other_is_an_alias(library: Library) -> None:
    add(library, stating("quays18"))
    add(library, stating("Lind:Quays"))
    add(library, stating("quays18"))
    paper = only(library)
    assert (paper.citation_key, paper.aliases) == ("quays18", ("Lind:Quays",))
    for key in ("quays18", "lind:quays"):
        assert numbers_by_key(library, key) == [paper.number]


def test_another_paper_gives_up_a_key_that_was_made_up_for_it(library: Library) -> None:
    (first,) = add(library, QUAYS)
    other = PaperRecord(title="Harbours seen from the air in winter", year=1999)
    (second,) = add(library, stating(MADE.upper(), other))
    one, two = library.papers.get_many([first, second])
    assert two.citation_key == MADE.upper()
    assert one.citation_key != MADE
    assert one.aliases == (MADE,)
    assert numbers_by_key(library, MADE) == [first, second]


def test_keys_of_a_file_may_differ_by_case_alone(library: Library) -> None:
    other = replace(QUAYS, title="Harbours seen from the air in winter", doi="10.55555/air.1")
    first, second = add(library, stating("Lind2018complete"), stating("Lind2018Complete", other))
    papers = library.papers.get_many([first, second])
    assert [paper.citation_key for paper in papers] == ["Lind2018complete", "Lind2018Complete"]
    assert [paper.aliases for paper in papers] == [(), ()]
    for key in ("Lind2018complete", "lind2018COMPLETE"):
        assert numbers_by_key(library, key) == [first, second]
    entries = list(bibtex.parse(get_format("bibtex").write(papers), ""))
    records = [entry.record for entry in entries if entry.record is not None]
    assert [record.extra["citation_key"] for record in records] == [
        *("Lind2018complete", "Lind2018Complete"),
    ]
    library.papers.update(first, citation_key="other")
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.store.editing:_set_citation_key")
    ):
        library.papers.update(first, citation_key="LIND2018Complete")
    library.papers.update(second, citation_key="LIND2018Complete")
    assert library.papers.get(second).citation_key == "LIND2018Complete"
    assert library.verify().sound


def test_a_made_up_key_does_not_differ_from_another_by_case_alone(library: Library) -> None:
    other = PaperRecord(title="Harbours seen from the air in winter", year=1999)
    first, second = add(library, stating(MADE.upper(), other), QUAYS)
    assert library.papers.get(first).citation_key == MADE.upper()
    assert library.papers.get(second).citation_key == f"{MADE}a"


def test_a_key_that_another_file_states_is_not_taken_away(library: Library) -> None:
    (first,) = add(library, stating("key"))
    other = replace(QUAYS, title="Harbours seen from the air in winter", doi="10.55555/air.1")
    (second,) = add(library, stating("key", other))
    one, two = library.papers.get_many([first, second])
    assert (one.citation_key, two.citation_key) == ("key", "keya")
    assert two.aliases == ("key",)
    add(library, stating("harbours", other))
    assert library.papers.get(second).citation_key == "harbours"
    assert set(library.papers.get(second).aliases) == {"key", "keya"}


def test_an_entry_whose_key_another_paper_has_changes_nothing_when_it_is_read_again(
    library: Library,
) -> None:
    other = replace(QUAYS, title="Harbours seen from the air in winter", doi="10.55555/quays.2")
    add(library, stating("key"), stating("key", other))
    papers = library.papers.get_many(library.papers.numbers())
    outcomes = library.papers.add([stating("key"), stating("key", other)], source="test")
    assert [outcome.status for outcome in outcomes] == ["unchanged", "unchanged"]
    assert library.papers.get_many(library.papers.numbers()) == papers


@pytest.mark.parametrize("by_hand", [True, False])
def test_merging_keeps_the_stated_key_whichever_paper_is_kept(
    library: Library, by_hand: bool
) -> None:
    other = PaperRecord(title="Something else entirely, of another year", year=1950)
    made, stated = add(library, QUAYS, stating("stated", other))
    if by_hand:
        library.duplicates.merge(made, [stated])
    else:
        library.papers.merge(made, [stated])
    paper = only(library)
    assert (paper.number, paper.citation_key, paper.aliases) == (made, "stated", (MADE,))


def test_of_several_stated_keys_the_first_of_a_merge_stays(library: Library) -> None:
    titles = ("Something else entirely, of another year", "And a third, which is of the same year")
    others = [PaperRecord(title=title, year=1950) for title in titles]
    made, one, two = add(
        library, QUAYS, *(stating(key, other) for key, other in zip("ab", others, strict=True))
    )
    library.duplicates.merge(made, [two, one])
    assert (only(library).citation_key, set(only(library).aliases)) == ("b", {"a", MADE})
    (entry,) = library.history.all()[:1]
    library.history.undo(entry.number)
    library.history.redo(entry.number)
    assert only(library).citation_key == "b"
    library.history.undo(entry.number)
    keys = [paper.citation_key for paper in library.papers.get_many([made, one, two])]
    assert keys == [MADE, "a", "b"]


def test_a_merge_that_is_taken_back_gives_each_paper_its_key(library: Library) -> None:
    other = PaperRecord(title="Something else entirely, of another year", year=1950)
    made, stated = add(library, QUAYS, stating("stated", other))
    merge = library.duplicates.merge(made, [stated])
    library.duplicates.undo(merge)
    one, two = library.papers.get_many([made, stated])
    assert (one.citation_key, one.aliases) == (MADE, ())
    assert (two.citation_key, two.aliases) == ("stated", ())
    assert numbers_by_key(library, "stated") == [stated]


def test_a_key_that_a_person_typed_counts_as_stated(library: Library) -> None:
    (number,) = add(library, QUAYS)
    library.papers.update(number, citation_key="mine")
    add(library, stating("quays18"))
    paper = only(library)
    assert (paper.citation_key, paper.aliases) == ("mine", ("quays18",))


def test_a_key_of_a_file_stays_findable_when_a_person_types_another(library: Library) -> None:
    (number,) = add(library, stating("quays18"))
    library.papers.update(number, citation_key="mine")
    assert library.papers.get(number).aliases == ("quays18",)
    library.papers.update(number, title="Another title of the same paper")
    assert library.papers.get(number).citation_key == "mine"


def test_signs_that_files_use_in_keys_stay(library: Library) -> None:
    for number, key in enumerate(("O'Neill(2001)", "smith@01", "über:1", "x" * 300)):
        record = PaperRecord(title=f"Paper number {number} of these", year=2000 + number)
        (paper,) = add(library, stating(key, record))
        assert library.papers.get(paper).citation_key == key
        (entry,) = bibtex.parse(get_format("bibtex").write([library.papers.get(paper)]), "")
        assert entry.record is not None
        assert entry.record.extra["citation_key"] == key


def test_a_made_up_key_stays_one_in_paper_records(library: Library, tmp_path: Path) -> None:
    add(library, QUAYS)
    path = tmp_path / "papers.jsonl"
    path.write_text(get_format("jsonl").write([only(library)]), "utf-8")
    with Library.open(tmp_path / "other", create=True) as other:
        records = [each.record for each in get_format("jsonl").read_entries(path) if each.record]
        add(other, *(replace(each, title=f"{each.title} again", doi="") for each in records))
        assert only(other).citation_key == MADE
        assert "made_key" not in only(other).extra
        add(other, stating("quays18", replace(only(other), doi="")))
        assert only(other).citation_key == "quays18"


def test_what_is_no_key_is_not_taken_for_one() -> None:
    for kind, text in (
        ("ris", "TY  - JOUR\nID  - {}\nTI  - A title\nER  - \n"),
        ("csl", '[{{"id": "{}", "type": "book", "title": "A title"}}]'),
    ):
        for key, stated in (
            ("lind2018", True),
            ("Lind:2018a", True),
            ("4711", False),
            ("http://zotero.org/users/1/items/ABC", False),
            ("ITEM-1", False),
        ):
            (entry,) = get_format(kind).parse(text.format(key), "")
            assert entry.record is not None
            assert ("citation_key" in entry.record.extra) == stated, (kind, key)


def test_a_paper_with_a_short_title_is_known_again_by_its_key(library: Library) -> None:
    moths = PaperRecord(title="Moths", authors=("Per Lind",), year=2018, venue="Quays")
    (number,) = add(library, moths)
    key = library.papers.get(number).citation_key
    (outcome,) = library.papers.add([stating(key, moths)], source="test")
    assert (outcome.status, outcome.number) == ("merged", number)  # the key is a stated one now
    assert library.papers.get(number).citation_key == key
    (outcome,) = library.papers.add([stating(key, replace(moths, year=2019))], source="test")
    assert (outcome.status, outcome.number) != ("merged", number)
    (outcome,) = library.papers.add([stating("moths", moths)], source="test")
    assert outcome.status == "added"


def test_a_key_and_a_short_title_alone_make_no_paper(library: Library) -> None:
    add(library, stating("moths", PaperRecord(title="Moths", year=2018)))
    (outcome,) = library.papers.add(
        [stating("moths", PaperRecord(title="Moths", abstract="Of others."))], source="test"
    )
    assert outcome.status == "added"
