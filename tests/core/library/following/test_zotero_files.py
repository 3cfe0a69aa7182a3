"""Files of a followed Zotero, and where linked ones lie."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from core.base.records import PaperNumber
from core.library.following.zotero import ZoteroFollower
from core.library.following.zotero_batch import base_folder, profiles_folder
from core.library.library import Library
from tests.core.library.following.followed import (
    Pages,
    look,
)
from tests.core.library.imports.conftest import pdf
from tests.zotero_library import ZoteroLibrary


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
    assert any("settings do not give" in note for note in report.notes)
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
    assert [note for note in report.notes if "settings do not give" in note] == []
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
