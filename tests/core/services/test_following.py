"""The service and the command that follow Zotero: begun, paused, stopped, killed, told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.records import PaperNumber
from core.commands.cli import main
from core.library.library import Library
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests import wording
from tests.core.library.imports.conftest import pdf
from tests.zotero_library import ZoteroLibrary


@pytest.fixture
def zotero(tmp_path: Path) -> ZoteroLibrary:
    return ZoteroLibrary(tmp_path / "Zotero")


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    with closing(made):
        yield made


def test_a_folder_is_followed_paused_and_let_go(
    workspace: Workspace, zotero: ZoteroLibrary
) -> None:
    following = workspace.following
    assert following.state().folder is None
    assert not following.is_due()
    walks = zotero.item("Walks on graphs")
    zotero.note(walks, "mangroves")
    assert following.start(zotero.path).folder == zotero.folder
    assert following.is_due()
    assert following.look().added == 1
    state = following.state()
    assert (state.added, state.problem, state.notes) == (1, "", ())
    assert state.looked_at
    assert workspace.papers.search("graphs") == [PaperNumber(1)]
    assert [each.text for each in workspace.fulltexts.search("mangroves")] == ["mangroves"]
    following.pause()
    zotero.say(walks, title="Runs on graphs")
    assert not following.is_due()
    following.start(zotero.folder)  # goes on, with what is remembered
    assert following.is_due()
    assert following.look().changed == 1
    assert following.state().changed == 1
    assert following.look().touched == 0
    assert following.state().changed == 1  # still the last that came
    following.stop()
    assert following.state().folder is None
    assert workspace.library.database.value("SELECT COUNT(*) FROM followed_items") == 0
    assert workspace.papers.search("graphs") == [PaperNumber(1)]


def test_notes_are_found_and_lost_again_with_their_paper(
    workspace: Workspace, zotero: ZoteroLibrary
) -> None:
    workspace.following.start(zotero.folder)
    walks = zotero.item("Walks on graphs")
    zotero.note(walks, "mangroves")
    workspace.following.look()
    assert workspace.fulltexts.search("mangroves")
    zotero.trash(walks)
    workspace.following.look()
    assert workspace.fulltexts.search("mangroves") == []
    workspace.library.papers.restore([PaperNumber(1)])
    workspace.papers.notes.set(PaperNumber(1), "Of baobabs")
    assert workspace.fulltexts.search("mangroves")
    (found,) = workspace.fulltexts.search("baobabs")
    assert (found.section, found.page) == ("Note", -1)
    workspace.papers.notes.set(PaperNumber(1), "")
    assert workspace.fulltexts.search("baobabs") == []


def test_what_is_wrong_is_told_once_and_mended_by_itself(
    workspace: Workspace, zotero: ZoteroLibrary
) -> None:
    following = workspace.following
    with pytest.raises(UsageError, match=wording.pattern("core.services.following:start")):
        following.start(zotero.folder / "storage")
    zotero.item("Walks on graphs")
    following.start(zotero.folder)
    away = zotero.path.rename(zotero.folder / "away")
    assert following.is_due()
    following.look()
    assert (
        "“zotero.sqlite" + wording.stem("core.formats.decoding:unreadable")
        in following.state().problem
    )
    assert not following.is_due()
    away.rename(zotero.path)
    assert following.is_due()
    assert following.look().added == 1
    assert following.state().problem == ""
    zotero.run("UPDATE version SET version = 99 WHERE schema = 'compatibility'")
    assert following.is_due()
    following.look()
    assert (
        wording.fill("core.library.following.zotero_items:__init__", version=129)
        in following.state().problem
    )
    assert not following.is_due()


def test_the_command_takes_what_changed(
    tmp_path: Path, zotero: ZoteroLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    zotero.item("Walks on graphs")
    library = ["follow", "--library", str(tmp_path / "library"), "--json"]
    assert main(library) == 2
    assert wording.stem("core.commands.filling:_follow_zotero") in capsys.readouterr().err
    assert main([*library, str(zotero.folder)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["folder"], said["added"], said["notes"]) == (str(zotero.folder), 1, [])
    zotero.item("Roses in the wild")
    assert main(library[:-1]) == 0
    assert (
        wording.fill(
            "core.commands.printing:print_follow moved", zotero.folder, 1, 0, 0, "0 fields"
        )
        in capsys.readouterr().out
    )
    zotero.path.unlink()
    assert main(library) == 3
    assert (
        wording.stem("core.library.following.bib_follower:_read_settled")
        in json.loads(capsys.readouterr().out)["problem"]
    )
    assert main([*library, "--stop"]) == 0
    assert json.loads(capsys.readouterr().out)["folder"] is None


@pytest.mark.skipif(sys.platform == "win32", reason="a kill that nothing can catch")
def test_a_kill_in_the_middle_costs_nothing_that_was_finished(
    tmp_path: Path, zotero: ZoteroLibrary
) -> None:
    zotero.items([f"Paper number {n} on peat" for n in range(3_000)])
    before = zotero.content()
    folder = tmp_path / "library"
    command = [sys.executable, "-c", "from core.commands.cli import main; main()"]
    child = subprocess.Popen(
        [*command, "follow", "--library", str(folder), str(zotero.folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for_papers(folder, child)
        os.kill(child.pid, signal.SIGKILL)
    finally:
        child.kill()
        child.wait()
    assert zotero.content() == before
    with closing(Workspace(folder, Shelf(tmp_path / "models"))) as workspace:
        papers = workspace.library.papers.count()
        remembered = workspace.library.database.value("SELECT COUNT(*) FROM followed_items")
        assert papers == remembered > 0
        assert workspace.library.verify().sound
        assert workspace.following.look().added == 3_000 - papers


def _wait_for_papers(folder: Path, child: subprocess.Popen[bytes]) -> None:
    """Return as soon as a first batch is there."""
    until = time.monotonic() + 120
    while time.monotonic() < until and child.poll() is None:
        if (folder / "library.db").exists():
            try:
                with Library.open(folder, write=False) as library:
                    if library.papers.count():
                        return
            except Exception:  # noqa: BLE001 - it is being made
                continue
    raise AssertionError("no paper came")


def test_the_folder_of_linked_files_is_remembered_until_it_is_let_go(
    workspace: Workspace, zotero: ZoteroLibrary, tmp_path: Path
) -> None:
    zotero.attach(zotero.item("Walks on graphs"), "attachments:x.pdf", linked=True)
    linked = pdf(tmp_path / "papers" / "x.pdf")
    following = workspace.following
    following.start(zotero.folder)
    following.look()
    assert not following.is_due()
    assert following.use_base(tmp_path / "papers").base == tmp_path / "papers"
    assert following.is_due()
    following.look()
    (file,) = workspace.library.papers.files(PaperNumber(1))
    assert file.path == linked
    assert following.pause().base == tmp_path / "papers"
    assert following.stop().base is None
