"""Items of a followed Zotero as papers.

Files of a followed Zotero, and where linked ones lie."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from core.base.records import PaperNumber
from core.library.following.zotero import ZoteroFollower
from core.library.following.zotero_batch import base_folder, profiles_folder
from core.library.library import Library
from tests import wording
from tests.core.library.following.followed import Pages, collections, look, papers, titles
from tests.core.library.imports.conftest import pdf
from tests.zotero_library import GROUP, ZoteroLibrary

# --- XXX --------------------------------------------------------------------------------------


def test_items_come_with_collections_tags_and_key(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item(
        "Walks on graphs", DOI="10.1000/abc", date="2016-05-00 May 2016", citationKey="roe2016"
    )
    zotero.credit(walks, "Ann Roe", "Bo Ng")
    thesis = zotero.collection("Thesis")
    zotero.collect(zotero.collection("Graphs", above=thesis), walks)
    zotero.tag(walks, "mine")
    zotero.tag(walks, "graph theory", automatic=True)
    report = look(follower)
    (paper,) = papers(library)
    assert (report.added, report.changed, report.notes) == (1, 0, [])
    assert (paper.title, paper.authors, paper.year) == (
        "Walks on graphs",
        ("Ann Roe", "Bo Ng"),
        2016,
    )
    assert (paper.doi, paper.citation_key) == ("10.1000/abc", "roe2016")
    assert paper.keywords == ("graph theory", "mine")
    assert collections(library) == {"Thesis": [], "Thesis / Graphs": ["Walks on graphs"]}
    assert [tag.name for tag in library.tags.of(paper.number)] == ["mine"]


def test_group_libraries_come_and_feeds_do_not(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    bog = zotero.item("Bogs of the north", library=GROUP)
    zotero.collect(zotero.collection("Wet", library=GROUP), bog)
    zotero.item("News of today", library=3)
    look(follower)
    assert titles(library) == ["Bogs of the north"]
    assert collections(library) == {
        "Peat Group": ["Bogs of the north"],
        "Peat Group / Wet": ["Bogs of the north"],
    }


def test_better_bibtex_gives_keys_from_its_own_database(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    import sqlite3

    walks = zotero.item("Walks on graphs")
    path = zotero.folder / "better-bibtex.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE citationkey (itemID, itemKey, libraryID, citationKey, pinned)"
        )
        database.execute(
            "INSERT INTO citationkey VALUES (?, ?, 1, 'walks2016', 0)", (walks, zotero.key(walks))
        )
    look(follower)
    (paper,) = papers(library)
    assert paper.citation_key == "walks2016"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE citationkey SET citationKey = 'roe16'")
    assert follower.is_due()
    assert look(follower).changed == 1
    (paper,) = papers(library)
    assert paper.citation_key == "roe16"
    assert paper.extra["ids"] == "walks2016"  # manuscripts that cite the old key still find it


def test_items_that_cannot_be_taken_are_told_once(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs")
    empty = zotero.item("")
    report = look(follower)
    assert report.notes == [
        f"Item {zotero.key(empty)} was left out: " + wording.fill("core.formats.zotero:entry") + "."
    ]
    assert look(follower).notes == []
    zotero.say(empty, title="Roses in the wild")
    assert look(follower).added == 1


# --- the files of items, used where they lie and looked at only when they changed -------------


def test_files_are_used_where_they_lie(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower, tmp_path: Path
) -> None:
    walks = zotero.item("Walks on graphs")
    stored = pdf(zotero.stored(zotero.attach(walks, "a b.pdf"), "a b.pdf"))
    linked = pdf(tmp_path / "elsewhere" / "linked.pdf")
    zotero.attach(walks, linked, linked=True)
    late = zotero.stored(zotero.attach(walks, "late.pdf"), "late.pdf")
    zotero.attach(walks, "attachments:mine/x.pdf", linked=True)
    zotero.attach(walks, "../../../secret.pdf")
    pdf(tmp_path / "secret.pdf")
    before = zotero.content()
    report = look(follower)
    assert [each.path for each in library.papers.files(PaperNumber(1))] == [stored, linked]
    said, _ = report.notes
    assert said.startswith("Missing files: “late.pdf”, “")
    assert zotero.content() == before
    assert not (library.folder / "files").exists()
    assert not follower.is_due()
    pdf(late)
    assert follower.is_due()
    assert look(follower).changed == 1
    assert [each.path for each in library.papers.files(PaperNumber(1))] == [stored, linked, late]


def test_another_file_takes_the_place_of_one_and_one_that_is_away_stays(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    walks = zotero.item("Walks on graphs")
    first = zotero.attach(walks, "a.pdf")
    path = pdf(zotero.stored(first, "a.pdf"), "one")
    look(follower)
    (before,) = library.papers.files(PaperNumber(1))
    pdf(path, "two, and longer")
    zotero.say(walks, date="2016")
    look(follower)
    (after,) = library.papers.files(PaperNumber(1))
    assert before.sha256 != after.sha256
    path.unlink()
    zotero.say(walks, date="2017")
    assert len(look(follower).notes) == 1
    assert library.papers.files(PaperNumber(1)) == [after]
    zotero.run("DELETE FROM itemAttachments")
    zotero.delete(first)
    look(follower)
    assert library.papers.files(PaperNumber(1)) == []


def prefs(path: Path, *lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    said = [f"user_pref({line});" for line in ('"browser.x", 1', *lines)]
    path.write_text("// Mozilla User Preferences\n" + "\n".join(said), encoding="utf-8")


def test_linked_files_are_found_under_the_folder_that_zoteros_settings_name(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower, tmp_path: Path
) -> None:
    walks = zotero.item("Walks on graphs")
    zotero.attach(walks, "attachments:mine/x.pdf", linked=True)
    zotero.attach(walks, "attachments:../secret.pdf", linked=True)
    pdf(tmp_path / "secret.pdf")
    linked = pdf(tmp_path / "papers" / "mine" / "x.pdf")
    report = look(follower)
    assert library.papers.files(PaperNumber(1)) == []
    assert any(
        wording.stem("core.library.following.zotero:_tell give") in note for note in report.notes
    )
    assert not follower.is_due()
    profiles = profiles_folder()
    other = json.dumps(str(tmp_path / "others"))
    base, data = json.dumps(str(tmp_path / "papers")), json.dumps(str(zotero.folder))
    prefs(
        profiles / "aaa.other" / "prefs.js",
        f'"extensions.zotero.baseAttachmentPath", {other}',
        '"extensions.zotero.useDataDir", true',
        f'"extensions.zotero.dataDir", {other}',
    )
    assert not follower.is_due(), "a profile of another data folder says nothing"
    prefs(
        profiles / "bbb.default" / "prefs.js",
        f'"extensions.zotero.baseAttachmentPath", {base}',
        '"extensions.zotero.useDataDir", true',
        f'"extensions.zotero.dataDir", {data}',
    )
    assert base_folder(zotero.folder) == tmp_path / "papers"
    assert follower.is_due()
    report = look(follower)
    assert [each.path for each in library.papers.files(PaperNumber(1))] == [linked]
    assert [
        note
        for note in report.notes
        if wording.stem("core.library.following.zotero:_tell give") in note
    ] == []
    assert "secret.pdf" in report.notes[0], "what leads out of the folder is not there"


def test_a_folder_that_the_person_names_goes_before_zoteros_settings(
    library: Library, zotero: ZoteroLibrary, tmp_path: Path
) -> None:
    zotero.attach(zotero.item("Walks on graphs"), "attachments:x.pdf", linked=True)
    linked = pdf(tmp_path / "named" / "x.pdf")
    with closing(ZoteroFollower(library, zotero.folder, Pages(), tmp_path / "named")) as follower:
        look(follower)
    assert [each.path for each in library.papers.files(PaperNumber(1))] == [linked]


@pytest.mark.parametrize(
    "line",
    [
        '"extensions.zotero.baseAttachmentPath", ""',
        '"extensions.zotero.baseAttachmentPath", "relative/path"',
        '"extensions.zotero.baseAttachmentPath", "/cut',
        '"extensions.zotero.baseAttachmentPath", "/a\\q"',
        '"extensions.zotero.baseAttachmentPath", steal()',
    ],
)
def test_settings_of_zotero_that_name_no_folder_name_none(tmp_path: Path, line: str) -> None:
    prefs(tmp_path / "prefs.js", line)
    assert base_folder(tmp_path / "zotero") is None
    prefs(tmp_path / "prefs.js", '"extensions.zotero.baseAttachmentPath", "/srv/papers"')
    assert base_folder(tmp_path / "zotero") == Path("/srv/papers")
