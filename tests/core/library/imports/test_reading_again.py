"""A file that is read again: what changed entries mean for papers, and keys that occur twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.base.reports import ImportEntry
from core.library.library import Library
from core.library.store.paper_rows import read_drafts
from tests import wording
from tests.core.library.imports.conftest import Import

FIELDS = {
    "title": "{Moss} and the bogs of the far north",
    "author": "Roe, Ann and Lind, Per",
    "year": "2013",
    "journal": "Journal of Bogs",
    "note": "{\\emph{Of note}}",
}


def bib(path: Path, key: str = "roe13", **changes: str | None) -> Path:
    """Write a file of one entry; ``None`` leaves a field out."""
    fields = {name: value for name, value in {**FIELDS, **changes}.items() if value is not None}
    lines = ",".join(f"\n  {name} = {{{value}}}" for name, value in fields.items())
    path.write_text(f"@article{{{key},{lines}\n}}\n", "utf-8")
    return path


def only(library: Library) -> Paper:
    (number,) = library.papers.numbers()
    return library.papers.get(number)


def read(run: Import, path: Path) -> ImportEntry:
    _, (entry,) = run(path)
    return entry


def test_a_field_that_nobody_edited_follows_its_entry(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib", volume="1")
    assert read(run, path).reason == ""
    library.papers.update(PaperNumber(1), venue="Bogs", abstract="Of mine.")
    bib(
        path,
        title="{Mosses} and the bogs of the far north",
        year="2014",
        journal="J. Bogs",
        author="Roe, Ann and Lind, Per and others",
        note=None,
        volume="2",
        pages="3--4",
    )
    report, (entry,) = run(path)
    paper = only(library)
    assert (entry.status, report.merged) == ("merged", 1)
    assert (paper.title, paper.year) == ("Mosses and the bogs of the far north", 2014)
    assert (paper.venue, paper.abstract) == ("Bogs", "Of mine.")
    assert (paper.extra["volume"], paper.extra["page"]) == ("2", "3–4")
    assert paper.extra["note"] == "Of note"
    assert entry.reason == (
        "the entry was changed in its file, and the paper with it: title: “Moss and the bogs of"
        " the far north” is now “Mosses and the bogs of the far north”, year: “2013” is now “2014”,"
        " volume: “1” is now “2”; the paper keeps values that differ from the file: venue: “Bogs”"
        " here, “J. Bogs” in the file; the file no longer states: note"
    )
    assert read(run, path).reason == ""
    library.history.undo(report.action)
    paper = only(library)
    assert (paper.title, paper.year) == ("Moss and the bogs of the far north", 2013)
    assert (paper.extra["volume"], "page" in paper.extra) == ("1", False)


def test_people_follow_with_what_is_said_of_their_names(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib", author="Roe, Ann and others", editor="Moe, Eva and others")
    read(run, path)
    bib(path, author="Roe, Ann and Lind Sand, Per", editor="Moe, Eva and {Bog Society}")
    read(run, path)
    paper = only(library)
    assert paper.authors == ("Ann Roe", "Per Lind Sand")
    assert paper.extra["editor"] == ["Eva Moe", "Bog Society"]
    assert not {"author_and_others", "editor_and_others"} & paper.extra.keys()
    assert paper.extra["family_names"]["Per Lind Sand"]
    bib(path, author="Roe, Ann and Moe, Eva and others", editor="Moe, Eva and {Bog Society}")
    read(run, path)
    assert only(library).extra["author_and_others"] is True


def test_an_untouched_export_has_the_new_text_of_each_field(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib")
    read(run, path)
    read(run, bib(path, title="The {{Moss}} and the bogs of the far north", journal="J. {Bogs}"))
    drafts = read_drafts(library.database, [PaperNumber(1)])
    source = drafts[PaperNumber(1)].record.source
    assert source is not None
    texts = {field.name: field.text for field in source.fields}
    assert texts["title"] == "{The {{Moss}} and the bogs of the far north}"
    assert texts["journal"] == "{J. {Bogs}}"


def test_a_corrected_id_follows_unless_another_paper_has_it(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib", doi="10.55555/wrong", eprint="2001.00001")
    read(run, path)
    other = PaperRecord(title="Another work on harbours altogether", doi="10.55555/other")
    list(library.papers.add([other], source="test"))
    entry = read(run, bib(path, doi="10.55555/right", eprint="2001.00002"))
    paper = library.papers.get(PaperNumber(1))
    assert (entry.paper, paper.doi, paper.arxiv) == (1, "10.55555/right", "2001.00002")
    assert library.papers.resolve("10.55555/right") == 1
    assert library.papers.resolve("arxiv:2001.00001") is None
    entry = read(run, bib(path, doi="10.55555/other", eprint="2001.00002"))
    assert library.papers.get(PaperNumber(1)).doi == "10.55555/right"
    assert (
        wording.fill(
            wording.VALUES_DIFFER, field="doi", own="10.55555/right", stated="10.55555/other"
        )
        in entry.reason
    )
    assert library.papers.count() == 2
    assert library.verify().sound


def test_a_value_of_another_file_stays(library: Library, run: Import, tmp_path: Path) -> None:
    one, other = tmp_path / "one.bib", tmp_path / "other.bib"
    read(run, bib(one))
    read(run, bib(other, key="bogs", journal="J. Bogs", pages="1--2"))
    entry = read(run, bib(other, key="bogs", journal="J. of Bogs", pages="1--9"))
    paper = only(library)
    assert (paper.venue, paper.extra["page"]) == ("Journal of Bogs", "1–9")
    assert (
        wording.fill(
            wording.VALUES_DIFFER, field="venue", own="Journal of Bogs", stated="J. of Bogs"
        )
        in entry.reason
    )
    entry = read(run, bib(one, journal="Annals of Bogs"))
    assert only(library).venue == "Annals of Bogs"


def test_another_work_under_the_key_of_an_entry_is_a_paper_of_its_own(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib", doi="10.55555/a.1")
    read(run, path)
    entry = read(run, bib(path, title="Harbours seen from the air", doi="10.55555/a.2"))
    assert (entry.status, library.papers.count()) == ("added", 2)
    assert library.papers.get(PaperNumber(1)).title == "Moss and the bogs of the far north"


def test_a_title_that_was_rewritten_follows_if_the_id_is_the_same(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = bib(tmp_path / "a.bib", doi="10.55555/a.1")
    read(run, path)
    assert read(run, bib(path, title="Harbours in winter", doi="10.55555/a.1")).status == "merged"
    assert only(library).title == "Harbours in winter"


def test_other_formats_follow_too(library: Library, run: Import, tmp_path: Path) -> None:
    path = tmp_path / "a.ris"
    text = (
        "TY  - JOUR\nID  - roe13\nTI  - {}\nAU  - Roe, Ann\nPY  - {}\nJO  - Journal of Bogs\n"
        "VL  - 3\nER  - \n"
    )
    path.write_text(text.format("Moss and the bogs of the far north", 2013), "utf-8")
    read(run, path)
    path.write_text(text.format("Moss and the bogs of the far south", 2014), "utf-8")
    read(run, path)
    assert (only(library).title, only(library).year) == ("Moss and the bogs of the far south", 2014)


def test_of_two_entries_with_one_key_none_follows_the_other(
    library: Library, run: Import, tmp_path: Path
) -> None:
    path = tmp_path / "a.ris"
    text = "TY  - JOUR\nID  - roe13\nTI  - Moss of the north, part {0}\nVL  - {0}\nER  - \n"
    path.write_text(text.format(1) + text.format(2), "utf-8")
    for status in ("added", "unchanged"):
        _, entries = run(path)
        assert [entry.status for entry in entries] == [status, status]
        titles = [paper.title for paper in library.papers.get_many(library.papers.numbers())]
        assert titles == ["Moss of the north, part 1", "Moss of the north, part 2"]
    assert entries[1].reason == (
        wording.fill(wording.KEY_TWICE, file="a.ris", key="roe13", first="roe13", own="roe13a")
    )


@pytest.mark.parametrize("batch", [1, 2_000])
def test_a_key_that_occurs_twice_in_a_file_is_named(
    library: Library, run: Import, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr("core.library.imports.importing.BATCH", batch)
    path = tmp_path / "a.bib"
    first = bib(path).read_text("utf-8")
    path.write_text(first + bib(path, title="Harbours seen from the air").read_text("utf-8"))
    _, (one, two) = run(path)
    assert (one.reason, two.status) == ("", "added")
    assert two.reason.startswith(
        wording.fill(wording.KEY_TWICE, file="a.bib", key="roe13", first="roe13", own="roe13-2")
    )
    path.write_text(first + first, "utf-8")
    _, (one, two) = run(path)
    assert two.reason.startswith(
        wording.fill(wording.KEY_TWICE_FOR_ONE_PAPER, file="a.bib", key="roe13", first="roe13")
    )
    assert library.papers.get(PaperNumber(1)).aliases == ()


def test_a_paper_that_gives_up_its_made_up_key_is_named(
    library: Library, run: Import, tmp_path: Path
) -> None:
    quays = PaperRecord(title="Quays of the north", authors=("Per Lind",), year=2018)
    list(library.papers.add([quays], source="test"))
    entry = read(run, bib(tmp_path / "a.bib", key="Lind2018quays"))
    assert entry.reason == (
        wording.fill(
            wording.KEY_CHANGED,
            title="Quays of the north",
            old="lind2018quays",
            new="lind2018quaysa",
        )
    )
    assert read(run, bib(tmp_path / "a.bib", key="Lind2018quays")).reason == ""
