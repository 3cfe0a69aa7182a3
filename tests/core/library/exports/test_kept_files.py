"""Files that stay in step with a collection or with what is to cite."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.base import files
from core.base.errors import UsageError
from core.base.files import replace_bytes
from core.base.records import PaperNumber
from core.library.exports import kept_files
from core.library.exports.kept_files import KeptFiles
from core.library.library import Library
from tests import wording
from tests.core.library.exports.followed_files import only


def test_a_file_follows_its_collection_and_is_written_only_for_a_reason(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    kept.keep(refs, "bibtex", collection=thesis)
    assert kept.is_due()
    assert kept.follow() == [refs]
    text = refs.read_text("utf-8")
    assert text.startswith("@misc{roe2016walks,\n")
    assert "volume = {3}" in text
    for private in ("annote", "Of mine", "pages_seen", "pages-seen", str(library.folder)):
        assert private not in text
    before = refs.stat()
    assert not kept.is_due()
    assert kept.follow() == []
    library.papers.update(PaperNumber(1), abstract="")  # nothing that the file says
    assert kept.is_due()
    assert kept.follow() == []
    assert refs.stat() == before
    library.collections.assign(thesis, [PaperNumber(2)])
    assert kept.follow() == [refs]
    keys = [line for line in refs.read_text("utf-8").splitlines() if line.startswith("@")]
    assert keys == ["@misc{ng2001roses,", "@misc{roe2016walks,"]
    library.papers.update(PaperNumber(1), title="Long walks on graphs")  # the key stays
    library.papers.trash([PaperNumber(2)])
    kept.follow()
    keys = [line for line in refs.read_text("utf-8").splitlines() if line.startswith("@")]
    assert keys == ["@misc{roe2016walks,"]
    state = only(kept)
    assert (state.name, state.of_manuscript, state.problem, state.edited) == (
        "Thesis",
        False,
        "",
        False,
    )
    assert state.written_at


def test_a_file_follows_what_is_to_cite(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    assert thesis
    for statement in (
        "INSERT INTO manuscripts VALUES (3, '/m.pdf', 'aa', 'e', 'My draft', '2020', '{}')",
        "INSERT INTO decisions VALUES (3, 'one', 1, 'Says.', 'cite', '2020')",
        "INSERT INTO decisions VALUES (3, 'two', 1, 'Says too.', 'cite', '2020')",
        "INSERT INTO decisions VALUES (3, 'one', 2, 'Says.', 'reject', '2020')",
    ):
        library.database.execute(statement)
    kept.keep(refs, "biblatex", manuscript=3)
    kept.follow()
    assert refs.read_text("utf-8").count("@") == 1
    assert (only(kept).name, only(kept).of_manuscript) == ("My draft", True)
    library.database.execute("UPDATE decisions SET decision = 'cite'")
    assert kept.follow() == [refs]
    assert refs.read_text("utf-8").count("@") == 2


def test_what_somebody_wrote_into_the_file_is_never_overwritten_unasked(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    mine = refs.read_text("utf-8") + "\n% of mine\n"
    refs.write_text(mine, "utf-8")
    library.collections.assign(thesis, [PaperNumber(2)])
    assert kept.follow() == []
    assert refs.read_text("utf-8") == mine
    state = only(kept)
    assert (state.problem, state.edited) == (
        wording.fill(wording.EDITED_FILE_KEPT, file="refs.bib"),
        True,
    )
    assert not kept.is_due()  # it was told
    copy = kept.overwrite(refs)
    assert copy is not None
    assert copy.read_text("utf-8") == mine
    assert copy.name.startswith("refs (edited 20")
    assert refs.read_text("utf-8").count("@") == 2
    assert (only(kept).problem, only(kept).edited) == ("", False)
    refs.write_text(mine, "utf-8")
    kept.follow()
    another = kept.overwrite(refs)
    assert another not in (None, copy)


def test_a_file_that_was_there_before_is_not_overwritten_unasked(
    kept: KeptFiles, thesis: int, refs: Path
) -> None:
    refs.write_text("@book{mine}", "utf-8")
    kept.keep(refs, "bibtex", collection=thesis)
    assert kept.follow() == []
    assert only(kept).edited
    assert refs.read_text("utf-8") == "@book{mine}"


def test_a_missing_folder_is_told_and_the_file_written_when_it_is_back(
    kept: KeptFiles, thesis: int, refs: Path
) -> None:
    refs.parent.rmdir()
    kept.keep(refs, "bibtex", collection=thesis)
    assert kept.follow() == []
    assert only(kept).problem.startswith("The folder “")
    assert not refs.parent.exists()
    refs.parent.mkdir()
    assert kept.is_due()
    assert kept.follow() == [refs]
    assert only(kept).problem == ""
    refs.unlink()
    assert kept.follow() == [refs]  # deleted: made again


def test_a_full_disk_costs_nothing_and_is_tried_again(
    library: Library,
    kept: KeptFiles,
    thesis: int,
    refs: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    before = refs.read_bytes()
    library.collections.assign(thesis, [PaperNumber(2)])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", full)
        assert kept.follow() == []
    assert refs.read_bytes() == before
    assert list(refs.parent.iterdir()) == [refs]
    assert only(kept).problem.startswith(wording.stem("core.base.files:unwritten disk"))
    assert kept.is_due()
    assert kept.follow() == [refs]
    assert only(kept).problem == ""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights that root does not have")
def test_a_folder_that_may_not_be_written_is_told(kept: KeptFiles, thesis: int, refs: Path) -> None:
    refs.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    kept.keep(refs, "bibtex", collection=thesis)
    assert kept.follow() == []
    assert wording.stem("core.base.files:unwritten permission") in only(kept).problem
    refs.parent.chmod(stat.S_IRWXU)
    assert kept.follow() == [refs]


def test_a_link_stays_one(kept: KeptFiles, thesis: int, refs: Path, tmp_path: Path) -> None:
    target = tmp_path / "shared.bib"
    target.touch()
    refs.symlink_to(target)
    kept.keep(refs, "bibtex", collection=thesis)
    kept.overwrite(refs)
    assert refs.is_symlink()
    assert "Walks" in target.read_text("utf-8")


def test_what_cannot_be_kept_is_refused(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.exports.kept_files:keep folder")
    ):
        kept.keep(library.folder / "refs.bib", "bibtex", collection=thesis)
    kept.keep(refs, "bibtex", collection=thesis)
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.exports.kept_files:keep already")
    ):
        kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    kept.let_go(refs)
    assert kept.all() == []
    assert refs.exists()
    kept.keep(refs, "bibtex", collection=thesis)
    library.collections.remove(thesis)
    assert kept.all() == []
    assert refs.exists()


def test_what_was_written_is_known_after_a_new_start(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    again = KeptFiles(library.database)
    assert again.follow() == []
    library.collections.assign(thesis, [PaperNumber(2)])
    assert KeptFiles(library.database).follow() == [refs]


@pytest.mark.skipif(sys.platform == "win32", reason="a kill that nothing can catch")
def test_a_kill_leaves_the_old_or_the_new_file(
    library: Library, kept: KeptFiles, thesis: int, refs: Path, tmp_path: Path
) -> None:
    """Killed in the middle of writing, and before what was written is remembered."""
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    old = refs.read_bytes()
    library.collections.assign(thesis, [PaperNumber(2)])
    folder = library.folder
    library.close()
    for name, member in (("core.base.files.Path.replace", True), (f"{MODULE}.now", False)):
        code = KILLED.format(name=name)
        done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False, timeout=120)
        assert done.returncode == -9
        assert (refs.read_bytes() == old) == member
        with Library.open(folder) as opened:
            again = KeptFiles(opened.database)
            if not member:  # what lies there is ours, though it was not remembered
                opened.collections.assign(thesis, [PaperNumber(2)], member=False)
                assert again.follow() == [refs]
                assert refs.read_bytes() == old
            assert only(again).edited is False


MODULE = "core.library.exports.kept_files"
KILLED = """
import os, signal, sys
from pathlib import Path
import core.base.files, core.library.exports.kept_files
from core.library.exports.kept_files import KeptFiles
from core.library.library import Library

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

library = Library.open(Path(sys.argv[1]))
kept = KeptFiles(library.database)
{name} = die
kept.follow()
"""


def test_what_changes_while_a_file_is_written_is_followed_the_next_time(
    library: Library,
    kept: KeptFiles,
    thesis: int,
    refs: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept.keep(refs, "ris", collection=thesis)

    def write_and_change(path: Path, content: bytes) -> None:
        replace_bytes(path, content)
        library.collections.assign(thesis, [PaperNumber(2)])

    with monkeypatch.context() as patch:
        patch.setattr(kept_files, "replace_bytes", write_and_change)
        assert kept.follow() == [refs]
    assert kept.is_due()
    assert kept.follow() == [refs]
    assert refs.read_text("utf-8").count("TY  -") == 2
    assert not kept.is_due()
