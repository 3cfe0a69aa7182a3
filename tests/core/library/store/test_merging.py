"""What is filled when a record is merged into a paper."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import UnknownPaperError
from core.base.items import INCOMPLETE
from core.base.records import PaperNumber, PaperRecord, SourceField, SourceText
from core.base.stated_keys import ALIASES, FIELD, MADE_KEY
from core.library.library import Library
from core.library.store.annotations import NoteStore
from core.library.store.merging import Draft, fill
from core.library.store.traits import make_traits
from tests.core.library.duplicates import planted
from tests.core.library.duplicates.planted import add, contents, paper

TITLE = "Weighing citation contexts by rarity"
SMITH, SMITH_SHORT = ("Ann Smith",), ("A. Smith",)


def test_only_empty_fields_are_filled() -> None:
    kept = PaperRecord(title="Kept", year=2020, venue="Here", extra={"pages": "1"})
    stated = PaperRecord(
        title="Stated", abstract="New.", year=1999, venue="There", extra={"pages": "2", "note": "n"}
    )
    assert fill(kept, stated) == {"abstract": "New.", "extra": {"pages": "1", "note": "n"}}
    assert fill(kept, kept) == {}


def draft(record: PaperRecord, key: str = "", number: int = 1, *, new: bool = False) -> Draft:
    return Draft(PaperNumber(number), record, {}, key, new=new)


def test_a_record_that_says_nothing_new_changes_nothing() -> None:
    record = PaperRecord(title=TITLE, authors=SMITH, year=2020, extra={"pages": "1"})
    kept = draft(record, "smith2020")
    traits = kept.traits
    kept.take(record, {})
    assert kept.record == record
    assert not kept.changed
    assert not kept.takes_key
    assert kept.traits is traits


def test_what_a_record_adds_counts_in_the_next_comparison() -> None:
    kept = draft(PaperRecord(title=TITLE), "smith2020")
    bare = kept.traits
    kept.take(PaperRecord(title=TITLE, year=2020), {"doi:10.55555/x.1": "10.55555/x.1"})
    assert kept.changed
    assert kept.ids == {"doi:10.55555/x.1": "10.55555/x.1"}
    assert kept.traits != bare
    assert kept.traits == make_traits(kept.record, kept.ids)


@pytest.mark.parametrize(
    ("key", "first", "others"),
    [
        pytest.param("smith2020", "{new}", ["file"], id="the entry, read again"),
        pytest.param("ann", "{old}", ["keywords"], id="another entry of the paper"),
    ],
)
def test_an_entry_that_is_read_again_replaces_how_it_was_written(
    key: str, first: str, others: list[str]
) -> None:
    def write(key: str, text: str, *more: str) -> PaperRecord:
        fields = (SourceField("note", text), *(SourceField(name, "{x}") for name in more))
        return PaperRecord(title=TITLE, source=SourceText(key, fields))

    kept = draft(write("smith2020", "{old}", "keywords"))
    kept.take(write(key, "{new}", "file"), {})
    source = kept.record.source
    assert source is not None
    assert source.fields[0] == SourceField("note", first)
    assert [field.name for field in source.fields[1:2]] == others
    assert {field.name for field in source.fields} == {"note", "file", "keywords"}
    assert kept.changed


def test_a_field_alone_is_a_change_and_counts_in_the_next_comparison() -> None:
    kept = draft(PaperRecord(title=TITLE))
    bare = kept.traits
    kept.take(PaperRecord(title=TITLE, year=2020), {})
    assert kept.changed
    assert kept.traits != bare


def test_a_paper_without_an_entry_takes_that_of_a_file_or_of_another_paper() -> None:
    source = SourceText("smith2020", (SourceField("note", "{x}"),))
    stated = PaperRecord(title=TITLE, source=source)
    imported, merged = draft(PaperRecord(title=TITLE)), draft(PaperRecord(title=TITLE))
    imported.take(stated, {})
    merged.absorb(draft(stated, "smith2020", 2))
    assert imported.record.source == merged.record.source == source
    imported.take(PaperRecord(title=TITLE), {})
    assert imported.record.source == source


def test_an_id_alone_is_a_change_and_an_id_that_is_there_is_none() -> None:
    kept = draft(PaperRecord(title=TITLE))
    kept.take(PaperRecord(title=TITLE), {"doi:10.55555/x.1": "10.55555/x.1"})
    assert kept.changed
    kept.changed = False
    kept.take(PaperRecord(title=TITLE), {"doi:10.55555/x.1": "10.55555/X.1"})
    assert not kept.changed
    assert kept.ids == {"doi:10.55555/x.1": "10.55555/x.1"}


def test_a_paper_in_the_trash_comes_back() -> None:
    kept = draft(PaperRecord(title=TITLE))
    kept.trashed = True
    kept.take(PaperRecord(title=TITLE), {})
    assert kept.changed
    assert not kept.trashed


def test_a_made_up_key_makes_room_for_the_first_that_is_stated() -> None:
    kept = draft(PaperRecord(title=TITLE), "smith2020")
    kept.take(PaperRecord(title=TITLE, extra={FIELD: "weights"}), {})
    assert kept.takes_key
    assert (kept.record.extra[FIELD], kept.record.extra[ALIASES]) == ("weights", "smith2020")
    kept.take(PaperRecord(title=TITLE, extra={FIELD: "rarity"}), {})
    assert kept.takes_key
    assert (kept.record.extra[FIELD], kept.record.extra[ALIASES]) == ("weights", "smith2020,rarity")


def test_a_stated_key_stays_and_the_other_becomes_an_alias() -> None:
    kept = draft(PaperRecord(title=TITLE, extra={FIELD: "weights"}), "weights")
    kept.take(PaperRecord(title=TITLE, extra={FIELD: "rarity"}), {})
    assert not kept.takes_key
    assert (kept.record.extra[FIELD], kept.record.extra[ALIASES]) == ("weights", "rarity")


@pytest.mark.parametrize(("new", "aliases"), [(False, "smith2020a"), (True, None)])
def test_a_paper_that_was_stored_stays_known_by_its_key(new: bool, aliases: str | None) -> None:
    kept = draft(PaperRecord(title=TITLE), "smith2020")
    ended = draft(PaperRecord(title=TITLE, year=2020), "smith2020a", 2, new=new)
    kept.absorb(ended)
    assert kept.absorbed == [PaperNumber(2)]
    assert kept.changed
    assert kept.record.year == 2020
    assert kept.record.extra.get(ALIASES) == aliases


def test_the_own_key_is_no_alias_unless_it_makes_room() -> None:
    same = draft(PaperRecord(title=TITLE), "smith2020")
    same.absorb(draft(PaperRecord(title=TITLE), "smith2020", 2))
    assert ALIASES not in same.record.extra
    other = draft(PaperRecord(title=TITLE, extra={FIELD: "weights"}), "smith2020", 2)
    leaving = draft(PaperRecord(title=TITLE), "smith2020a")
    leaving.absorb(other)
    assert leaving.takes_key
    assert leaving.record.extra[FIELD] == "weights"
    assert set(leaving.record.extra[ALIASES].split(",")) == {"smith2020a", "smith2020"}


def test_the_year_goes_with_the_place_of_publication() -> None:
    kept = PaperRecord(title="Kept", year=2019)
    stated = PaperRecord(title="Kept", year=2021, venue="Journal of Walks")
    assert fill(kept, stated) == {"venue": "Journal of Walks", "year": 2021}
    assert fill(stated, kept) == {}


def test_a_title_that_was_only_a_file_name_gives_way() -> None:
    kept = PaperRecord(title="scan0042", extra={"incomplete": True, "pages": "1"})
    assert fill(kept, PaperRecord(title=TITLE)) == {"title": TITLE, "extra": {"pages": "1"}}
    assert fill(kept, PaperRecord(title="scan0043", extra={"incomplete": True})) == {}
    assert make_traits(kept, ()).title_key == ""


def test_marks_of_a_record_that_is_not_whole_are_not_taken_over() -> None:
    stated = PaperRecord(title="scan0043", extra={INCOMPLETE: True, MADE_KEY: "x", "note": "n"})
    assert fill(PaperRecord(title=TITLE), stated) == {"extra": {"note": "n"}}


_FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "year": st.sampled_from([2019, 2020]),
        "authors": st.sampled_from([SMITH, SMITH_SHORT]),
        "abstract": st.just("About contexts."),
        "venue": st.just("Journal of Walks"),
        "doi": st.just("10.1000/a"),
        "arxiv": st.just("2001.00001"),
    },
)


@given(st.lists(_FIELDS, min_size=2, max_size=3))
def test_the_order_does_not_matter_for_which_fields_are_known(
    stated: list[dict[str, object]],
) -> None:
    known = set()
    for order in itertools.permutations(stated):
        merged = PaperRecord(title=TITLE)
        for fields in order:
            values = {n: getattr(merged, n) for n in PaperRecord.__dataclass_fields__}
            merged = PaperRecord(
                **{**values, **fill(merged, PaperRecord(title=TITLE, **fields))}  # type: ignore[arg-type]
            )
        known.add(frozenset(n for n in PaperRecord.__dataclass_fields__ if getattr(merged, n)))
    assert len(known) == 1


def test_a_merge_keeps_everything(
    library: Library, twins: tuple[PaperNumber, PaperNumber, PaperNumber]
) -> None:
    one, other, third = twins
    keys = [library.papers.get(number).citation_key for number in (one, other)]
    library.duplicates.merge(one, [other])
    merged = library.papers.get(one)
    assert (merged.title, merged.abstract, merged.doi) == (planted.TITLE, "Two.", "10.1000/a")
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
