"""Followed ``.bib`` files, from the window, with a real library."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.library_records import BibOptions
from core.base.records import PaperNumber
from core.library.following import bib_follower
from core.workspace import Workspace
from desktop.library import bib_files
from desktop.library.bib_files import BibWatch, ConflictsDialog, FollowBibDialog
from desktop.library.page import LibraryPage
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.patience import PATIENCE_MS

ENTRY = re.compile(r"@misc\{(\w+), title = \{(.*?)\}, year = (\d+)\}")
EDITOR = """
import os, re, sys, time

path, hurried = sys.argv[1], int(sys.argv[2])
for number, key in enumerate(sys.argv[3:]):
    while True:
        text = open(path, encoding="utf-8").read()
        new = re.sub(rf"(@misc{{{key}, title = ){{.*?}}", rf"\\1{{Outside {key}}}", text)
        with open(path + ".tmp", "w", encoding="utf-8") as file:
            file.write(new)
        if open(path, encoding="utf-8").read() == text:  # as editors do that look before they save
            os.replace(path + ".tmp", path)
            break
    if number == hurried - 1:
        print("hurried", flush=True)
        sys.stdin.readline()
    elif number >= hurried:
        time.sleep(0.03)
"""
"""Changes titles of a file; after the first ones it waits for a line."""
Wait = Callable[[Callable[[], bool]], None]
ONE = PaperNumber(1)
MASTER = "".join(
    f"@misc{{{key}, title = {{{title}}}, year = 2016}}\n\n"
    for key, title in (("one", "Walks on graphs"), ("two", "Roses"), ("three", "Of moss"))
)


@pytest.fixture
def wait(qtbot: QtBot) -> Wait:
    return lambda ready: qtbot.waitUntil(ready, timeout=PATIENCE_MS)


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_text(MASTER, "utf-8")
    return path


@pytest.fixture
def page(
    empty_workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> LibraryPage:
    monkeypatch.setattr(bib_files, "LOOK_EVERY_MS", 50)
    monkeypatch.setattr(bib_follower, "SETTLE_SECONDS", 0.05)
    empty_workspace.library.collections.add("Thesis")
    page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(page)
    page.show()
    page.import_actions.start_following_bibs(
        lambda: empty_workspace.bib_following, page.changes, runner
    )
    return page


@pytest.fixture
def dialog(page: LibraryPage, wait: Wait) -> FollowBibDialog:
    page.import_actions.follow_bib.trigger()
    dialog = page.findChild(FollowBibDialog)
    assert dialog is not None
    wait(lambda: dialog.source.count() == 2)
    return dialog


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


def test_a_file_and_the_window_follow_each_other(
    page: LibraryPage,
    dialog: FollowBibDialog,
    empty_workspace: Workspace,
    notices: Notices,
    bib: Path,
    wait: Wait,
) -> None:
    papers = empty_workspace.library.papers
    dialog.source.setCurrentIndex(1)
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    wait(lambda: dialog.list.count() == 1 and "3 entries" in dialog.list.item(0).text())
    assert (
        dialog.list.item(0)
        .text()
        .startswith(
            f"{bib}\nThesis · "
            + wording.fill("desktop.library.bib_files:describe_followed", "3", "")
        )
    )
    change(bib, "Walks on graphs", "Runs on graphs")
    wait(lambda: papers.get(ONE).title == "Runs on graphs")
    page.changes.edit(papers.get(ONE), {"year": 2020})
    wait(lambda: "2020" in bib.read_text("utf-8"))
    change(bib, "@misc{three, title = {Of moss}, year = 2016}\n", "")
    wait(lambda: len(papers.numbers()) == 2)
    wait(lambda: any("in the Trash" in text for text in notices))
    page.changes.undo.undo()
    wait(lambda: "Of moss" in bib.read_text("utf-8"))
    dialog.list.setCurrentRow(0)
    dialog.stop.click()
    wait(lambda: dialog.list.count() == 0)
    assert "Of moss" in bib.read_text("utf-8")


def test_what_both_changed_is_shown_side_by_side(
    page: LibraryPage,
    dialog: FollowBibDialog,
    empty_workspace: Workspace,
    bib: Path,
    wait: Wait,
) -> None:
    papers = empty_workspace.library.papers
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    watch = page.import_actions.bib_watch
    assert isinstance(watch, BibWatch)
    wait(lambda: watch._task is None)
    watch._timer.stop()
    papers.update(ONE, title="Here")
    change(bib, "Walks on graphs", "There")
    watch._timer.start()
    wait(dialog.conflicts.isEnabled)
    assert (
        wording.fill("desktop.library.bib_files:describe_followed", n=1)
        in dialog.list.item(0).text()
    )
    dialog.conflicts.click()
    choice = dialog.findChild(ConflictsDialog)
    assert choice is not None
    wait(lambda: choice.table.rowCount() == 1)
    texts = [choice._cell(0, column).text() for column in range(4)]
    assert texts == ["Here (one)", "title", "There", "Here"]
    assert not choice.apply.isEnabled()
    choice.choose(0, take_file=False)
    choice.choose(0, take_file=True)
    choice.apply.click()
    wait(lambda: papers.get(ONE).title == "There")
    wait(lambda: not dialog.conflicts.isEnabled())


def test_the_window_and_another_process_edit_at_once(
    page: LibraryPage, dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    """Titles change outside and years inside, some of the same papers; three titles on both."""
    keys = [f"k{number}" for number in range(18)]
    both, outside, inside = keys[:3], keys[3:12], keys[9:]
    bib.write_text("".join(f"@misc{{{key}, title = {{Of {key}}}, year = 2016}}\n" for key in keys))
    library, following = empty_workspace.library, empty_workspace.bib_following
    dialog.follow(bib)
    wait(lambda: len(library.papers.numbers()) == len(keys))
    watch = page.import_actions.bib_watch
    assert isinstance(watch, BibWatch)
    wait(lambda: watch._task is None)
    watch._timer.stop()
    rows = library.database.rows("SELECT citation_key, number FROM papers")
    numbers: dict[str, PaperNumber] = dict(rows)
    command = [sys.executable, "-c", EDITOR, str(bib), str(len(both)), *both, *outside]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as editor:
        assert editor.stdout is not None
        assert editor.stdin is not None
        for key in both:
            library.papers.update(numbers[key], title=f"Inside {key}")
        assert editor.stdout.readline() == "hurried\n"
        watch._timer.start()
        editor.stdin.write("\n")
        editor.stdin.flush()
        for key in inside:
            before = len(library.history.all())
            page.changes.edit(library.papers.get(numbers[key]), {"year": 2020})
            wait(lambda before=before: len(library.history.all()) > before)  # type: ignore[misc]
        wait(lambda: editor.poll() is not None)

    def titles() -> dict[str, str]:
        papers = library.papers.get_many(list(numbers.values()))
        return {paper.citation_key: paper.title for paper in papers}

    expected = {key: f"Outside {key}" if key in outside else f"Of {key}" for key in keys}
    wait(lambda: titles() == expected | {key: f"Inside {key}" for key in both})
    in_file = {key: (f"Outside {key}" if key in both else title) for key, title in expected.items()}
    wait(
        lambda: (
            ENTRY.findall(bib.read_text("utf-8"))
            == [(key, in_file[key], "2020" if key in inside else "2016") for key in keys]
        )
    )
    assert {paper.year for paper in library.papers.get_many([numbers[k] for k in inside])} == {2020}
    assert len(library.papers.numbers()) == len(keys)
    conflicts = {(one.key, one.in_file, one.in_library) for one in following.conflicts(bib)}
    assert conflicts == {(key, f"Outside {key}", f"Inside {key}") for key in both}
    assert following.files()[0].conflicts == len(both)


def test_much_that_is_gone_is_asked_about(
    dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    papers = empty_workspace.library.papers
    dialog.follow(bib)
    wait(lambda: len(papers.numbers()) == 3)
    bib.write_text("% all gone\n", "utf-8")
    dialog.list.setCurrentRow(0)
    wait(lambda: dialog.confirm.isVisibleTo(dialog))
    assert len(papers.numbers()) == 3
    dialog.confirm.click()
    wait(lambda: papers.numbers() == [])
    wait(lambda: not dialog.confirm.isVisibleTo(dialog))


def test_a_missing_file_can_be_written_again(
    dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    dialog.follow(bib)
    wait(lambda: len(empty_workspace.library.papers.numbers()) == 3)
    bib.unlink()
    dialog.list.setCurrentRow(0)
    wait(lambda: dialog.rewrite.isVisibleTo(dialog))
    assert "is missing" in dialog.list.item(0).text()
    dialog.rewrite.click()
    wait(bib.exists)
    wait(lambda: not dialog.rewrite.isVisibleTo(dialog))


def test_options_of_a_followed_file_can_be_changed(
    page: LibraryPage, dialog: FollowBibDialog, empty_workspace: Workspace, bib: Path, wait: Wait
) -> None:
    dialog.leave_out.setText("abstract")
    dialog.follow(bib)
    wait(lambda: len(empty_workspace.library.papers.numbers()) == 3)
    wait(dialog.change_options.isEnabled)
    assert dialog.leave_out.text() == "abstract"
    dialog.leave_out.setText("abstract, year")
    page.changes.edit(empty_workspace.library.papers.get(ONE), {"title": "Runs"})
    wait(lambda: "Runs" in bib.read_text("utf-8"))
    assert dialog.leave_out.text() == "abstract, year"  # a look takes nothing back that was typed
    dialog.change_options.click()
    following = empty_workspace.bib_following
    wait(lambda: following.files()[0].options.leave_out == ("abstract", "year"))
    dialog.stop.click()
    wait(lambda: dialog.list.count() == 0)
    assert dialog.options() == BibOptions()


def test_options_are_those_that_were_chosen(dialog: FollowBibDialog) -> None:
    assert dialog.options() == BibOptions()
    dialog.leave_out.setText("abstract, keywords,")
    dialog.ascii.setChecked(True)
    dialog.short_journals.setChecked(True)
    dialog.sorted.setChecked(True)
    dialog.delimiters.setCurrentIndex(2)
    assert dialog.options() == BibOptions(
        leave_out=("abstract", "keywords"),
        ascii=True,
        delimiters="quotes",
        short_journals=True,
        sorted=True,
    )


def test_what_cannot_be_followed_is_said(
    dialog: FollowBibDialog, empty_workspace: Workspace, wait: Wait
) -> None:
    dialog.follow(empty_workspace.library.folder / "refs.bib")
    wait(dialog.problem.isVisible)
    assert wording.stem("core.library.exports.kept_files:keep folder") in dialog.problem.text()
