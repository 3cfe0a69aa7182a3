"""Watched folders: what is new and whole is found once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.formats import registry
from core.library.imports.watching import WatchedFolders
from core.library.library import Library


@pytest.fixture
def arrivals(tmp_path: Path) -> Path:
    folder = tmp_path / "arrivals"
    folder.mkdir()
    return folder


@pytest.fixture
def watched(library: Library, arrivals: Path) -> WatchedFolders:
    watched = WatchedFolders(library.database)
    watched.add(arrivals)
    return watched


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_name_that_is_no_text_is_watched_too(watched: WatchedFolders, arrivals: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(arrivals) + b"/caf\xe9.bib"))
    odd.write_text("@misc{a, title={Olives}}")
    watched.ready()
    assert watched.ready() == [odd]
    watched.note_imported([odd])
    assert watched.ready() == []


def test_a_file_is_ready_once_it_stops_growing(watched: WatchedFolders, arrivals: Path) -> None:
    paper = arrivals / "deep" / "a.pdf"
    paper.parent.mkdir()
    paper.write_bytes(b"%PDF")
    assert watched.ready() == []
    paper.write_bytes(b"%PDF-1.7 and more")
    assert watched.ready() == []
    assert watched.ready() == [paper]
    assert watched.ready() == [paper]  # until it is done
    watched.note_imported([paper])
    assert watched.ready() == []


def test_what_was_done_is_remembered_with_the_library(
    watched: WatchedFolders, arrivals: Path, library: Library
) -> None:
    (arrivals / "a.bib").write_text("@book{a, title={A}}")
    watched.ready()
    watched.note_imported(watched.ready())
    later = WatchedFolders(library.database)
    assert later.folders() == [arrivals]
    assert (later.ready(), later.ready()) == ([], [])
    (arrivals / "a.bib").write_text("@book{a, title={A}} @book{b, title={B}}")
    assert (later.ready(), later.ready()) == ([], [arrivals / "a.bib"])


def test_only_what_can_be_imported_counts(watched: WatchedFolders, arrivals: Path) -> None:
    for name in ("film.mp4", "a.pdf.part", ".hidden.pdf", ".git/a.pdf"):
        (arrivals / name).parent.mkdir(exist_ok=True)
        (arrivals / name).write_text("x")
    (arrivals / "empty.pdf").touch()
    (arrivals / "loop").symlink_to(arrivals, target_is_directory=True)
    (arrivals / "dangling.pdf").symlink_to(arrivals / "nowhere.pdf")
    assert (watched.ready(), watched.ready()) == ([], [])


@pytest.mark.parametrize("taken", registry.imported(), ids=lambda each: each.name)
def test_files_of_each_format_are_taken_packed_or_not(
    taken: registry.Format, watched: WatchedFolders, arrivals: Path
) -> None:
    names = [each.replace("*", "a") for each in taken.patterns if each.startswith("*")]
    for name in (*names, "zotero.sqlite"):  # which Zotero has in use
        (arrivals / name).write_text("x")
    assert (watched.ready(), watched.ready()) == ([], [arrivals / each for each in sorted(names)])


def test_what_lies_there_can_be_left_out(library: Library, arrivals: Path) -> None:
    (arrivals / "old.pdf").write_text("x")
    watched = WatchedFolders(library.database)
    watched.add(arrivals, skip_present=True)
    (arrivals / "new.pdf").write_text("x")
    assert (watched.ready(), watched.ready()) == ([], [arrivals / "new.pdf"])


def test_a_folder_that_is_gone_or_removed_gives_nothing(
    watched: WatchedFolders, arrivals: Path
) -> None:
    (arrivals / "a.pdf").write_text("x")
    watched.ready()
    watched.remove(arrivals)
    assert (watched.folders(), watched.ready()) == ([], [])
    watched.add(arrivals)
    arrivals.rename(arrivals.with_name("moved"))
    assert watched.ready() == []


def test_the_librarys_own_folder_cannot_be_watched(
    library: Library, watched: WatchedFolders, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="own folder"):
        watched.add(library.folder)
    with pytest.raises(UsageError, match="not a folder"):
        watched.add(tmp_path / "nowhere")
    watched.add(library.folder.parent)  # the library inside is passed over
    (library.folder / "files").mkdir(exist_ok=True)
    (library.folder / "files" / "copy.pdf").write_text("x")
    watched.ready()
    assert library.folder / "files" / "copy.pdf" not in watched.ready()


@pytest.mark.parametrize("stored", ["{", "[1]", '{"/x": 3}', '{"/x": {"a": [1]}}', 7])
def test_what_cannot_be_understood_is_forgotten(library: Library, stored: object) -> None:
    with library.database.transaction():
        library.database.execute("INSERT INTO meta VALUES ('watched folders', ?)", stored)
    assert WatchedFolders(library.database).ready() == []


def test_what_is_gone_is_forgotten(
    watched: WatchedFolders, arrivals: Path, library: Library
) -> None:
    paper = arrivals / "a.pdf"
    paper.write_text("x")
    watched.ready()
    watched.note_imported(watched.ready())
    paper.unlink()
    watched.note_imported([])
    stored = library.database.value("SELECT value FROM meta WHERE name = 'watched folders'")
    assert "a.pdf" not in stored
