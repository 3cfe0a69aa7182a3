"""A ``.bib`` file that is followed in both directions, and what may happen to it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.base.library_records import BibOptions
from core.base.records import PaperNumber, PaperRecord
from core.library.exports.kept_files import KeptFiles
from core.library.following import bib_follower
from core.library.following.bib_follower import BibFollower
from core.library.library import Library
from tests import wording
from tests.core.library.following.bib_both_sides import BothSides, read_entries

ONE, TWO = PaperNumber(1), PaperNumber(2)
MASTER = """% A comment of the author's
@string{jw = "Journal of Walks"}

@Article{one,
  Title   = {{Walks on graphs}},
  AUTHOR  = "Roe, Ann and Ng, Bo",
  journal = jw,
  year    = 2016,
  weird   = {stays},
}

@book{two, title={A book of {Mine}}, author = {M{\\"u}ller, Uwe}, year = "1990"} % behind it

@comment{jabref-meta: databaseType:bibtex;}
"""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bib_follower, "SETTLE_SECONDS", 0)


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    path = tmp_path / "paper" / "refs.bib"
    path.write_text(MASTER, "utf-8")
    return path


@pytest.fixture
def follower(library: Library) -> BibFollower:
    return BibFollower(library)


@pytest.fixture
def followed(follower: BibFollower, bib: Path) -> BibFollower:
    follower.start(bib)
    follower.look()
    return follower


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


def titles(library: Library) -> list[str]:
    return [paper.title for paper in library.papers.get_many(library.papers.numbers())]


def test_a_file_fills_the_library_and_is_not_touched(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    assert titles(library) == ["Walks on graphs", "A book of Mine"]
    assert bib.read_text("utf-8") == MASTER
    followed.look()
    assert not followed.is_due()
    (state,) = followed.files()
    assert (state.of, state.entries, state.problem, state.conflicts) == ("library", 2, "", 0)


def test_an_entry_edited_outside_changes_its_paper_as_one_action(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    change(bib, "2016", "2017")
    change(bib, "{{Walks on graphs}}", "{{Runs on graphs}}")
    change(bib, "Roe, Ann and", "Roe, Anne and")
    report = followed.look()
    paper = library.papers.get(ONE)
    assert (paper.title, paper.year, paper.authors[0]) == ("Runs on graphs", 2017, "Anne Roe")
    assert (report.added, report.changed, len(library.papers.numbers())) == (0, 1, 2)
    assert str(library.history.all()[0].said).startswith("Took changes from “refs.bib”: 0 added, 1")
    library.history.undo_last()
    assert library.papers.get(ONE).year == 2016
    followed.look()
    assert bib.read_text("utf-8") == MASTER, "what was undone here is undone in the file"


def test_a_paper_edited_here_is_written_in_place_in_the_style_of_the_file(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    library.papers.update(ONE, title="Walks on trees", year=2018, authors=("Ann Roe", "Zoë Ng"))
    library.papers.update(TWO, year=1991, venue="Journal of Books")
    assert followed.look().entries_written == 2
    text = bib.read_text("utf-8")
    expected = (
        MASTER.replace("{{Walks on graphs}}", "{{Walks on trees}}")
        .replace("2016", "2018")
        .replace("Roe, Ann and Ng, Bo", "Roe, Ann and Ng, Zoë")
        .replace('year = "1990"}', 'year = "1991", journal = {Journal of Books}}')
    )
    assert text == expected
    assert followed.look().touched == 0
    assert not followed.is_due()


def test_what_both_changed_waits_for_the_person(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    for take_file, title in ((True, "There1"), (False, "Here0")):
        library.papers.update(ONE, title=f"Here{take_file:d}", year=1900 + take_file)
        old = read_title(bib)
        change(bib, old, f"{{{{There{take_file:d}}}}}")
        before = bib.read_text("utf-8")
        assert followed.look().conflicts == 1
        (conflict,) = followed.conflicts(bib)
        assert (conflict.key, conflict.field) == ("one", "title")
        assert (conflict.in_file, conflict.in_library) == (
            f"There{take_file:d}",
            f"Here{take_file:d}",
        )
        assert read_title(bib) in before, "the year alone was written"
        assert library.papers.get(ONE).title == f"Here{take_file:d}"
        followed.look()
        assert followed.conflicts(bib), "also at the next look"
        followed.resolve(bib, "one", "title", take_file=take_file)
        followed.look()
        assert followed.conflicts(bib) == []
        assert library.papers.get(ONE).title == title
        assert read_title(bib) == f"{{{{{title}}}}}"


def read_title(bib: Path) -> str:
    (line,) = (line for line in bib.read_text("utf-8").splitlines() if line.startswith("  Title"))
    return line.partition("= ")[2].rstrip(",")


def test_a_new_entry_arrives_and_merges_with_the_same_work(
    library: Library, follower: BibFollower, bib: Path
) -> None:
    title = "Walks on random graphs with many loops and few ends"
    record = PaperRecord(
        title=title, authors=("Ann Roe", "Bo Ng"), year=2016, venue="Journal of Walks", url="a://b"
    )
    list(library.papers.add([record], source="test"))
    change(bib, "Walks on graphs", title)
    before = bib.read_text("utf-8")
    follower.start(bib)
    assert follower.look().added == 1
    assert len(library.papers.numbers()) == 2
    assert library.papers.get(ONE).citation_key == "one"
    assert bib.read_text("utf-8") == before, "nothing of the paper was edited since"
    change(bib, "@comment", "@misc{three, title = {Third}, year = 2001}\n\n@comment")
    assert follower.look().added == 1
    assert library.papers.get(PaperNumber(3)).citation_key == "three"


def test_a_deleted_entry_goes_to_the_trash_and_is_told(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    change(bib, "@comment", "@misc{three, title = {Third}, year = 2001}\n\n@comment")
    followed.look()
    change(bib, "@misc{three, title = {Third}, year = 2001}\n\n", "")
    report = followed.look()
    assert report.trashed == (PaperNumber(3),)
    assert [str(note) for note in report.notes] == [
        wording.fill(
            "core.library.following.bib_look:_name_trashed",
            title="Third",
            key="three",
            file="refs.bib",
        )
    ]
    assert "1 in the Trash" in str(library.history.all()[0].said)
    assert followed.look().entries_written == 0
    library.history.undo_last()
    followed.look()
    assert "@misc{three," in bib.read_text("utf-8"), "it is in step again"


@pytest.mark.parametrize("holder", ["collection", "file"])
def test_what_another_collection_or_file_has_stays(
    library: Library, followed: BibFollower, bib: Path, holder: str
) -> None:
    if holder == "collection":
        library.collections.add("Thesis", [TWO])
    else:
        other = bib.with_name("other.bib")
        other.write_text(MASTER, "utf-8")
        followed.start(other)
        followed.look()
    text = bib.read_text("utf-8")
    start = text.index("@book{two")
    bib.write_text(text[:start] + text[text.index("\n", start) + 1 :], "utf-8")
    report = followed.look()
    assert report.trashed == ()
    assert any(
        wording.stem("core.library.following.bib_look:_leave") in str(note) for note in report.notes
    )
    assert len(library.papers.numbers()) == 2
    followed.look()
    assert "two" not in bib.read_text("utf-8"), "it does not come back by itself"


def test_a_collection_follows_its_file(library: Library, follower: BibFollower, bib: Path) -> None:
    list(library.papers.add([PaperRecord(title="Elsewhere")], source="test"))
    thesis = library.collections.add("Thesis")
    follower.start(bib, collection=thesis)
    follower.look()
    assert library.collections.members(thesis) == [TWO, PaperNumber(3)]
    assert "Elsewhere" not in bib.read_text("utf-8")
    library.collections.assign(thesis, [ONE])
    follower.look()
    assert "Elsewhere" in bib.read_text("utf-8")
    library.collections.assign(thesis, [ONE], member=False)
    follower.look()
    assert bib.read_text("utf-8") == MASTER
    assert len(library.papers.numbers()) == 3


def test_what_a_manuscript_cites_is_added_and_removed_alone(
    library: Library, follower: BibFollower, bib: Path
) -> None:
    list(library.papers.add([PaperRecord(title="To cite", year=2000)], source="test"))
    for statement in (
        "INSERT INTO manuscripts VALUES (3, '/m.tex', 'aa', 'e', 'My draft', '2020', '{}')",
        "INSERT INTO decisions VALUES (3, 'one', 1, 'Says.', 'cite', '2020')",
    ):
        library.database.execute(statement)
    follower.start(bib, manuscript=3)
    follower.look()
    assert bib.read_text("utf-8").count("To cite") == 1
    assert len(library.papers.numbers()) == 3
    library.database.execute("DELETE FROM decisions")
    follower.look()
    assert bib.read_text("utf-8") == MASTER
    assert len(library.papers.numbers()) == 3


@pytest.mark.parametrize("edited", [False, True])
def test_a_renamed_entry_is_the_same_paper(
    library: Library, followed: BibFollower, bib: Path, edited: bool
) -> None:
    change(bib, "{one,", "{uno,")
    if edited:
        change(bib, "2016", "2017")
    report = followed.look()
    paper = library.papers.get(ONE)
    assert (paper.citation_key, paper.aliases) == ("uno", ("one",))
    assert (report.added, report.trashed, len(library.papers.numbers())) == (0, (), 2)
    assert paper.year == (2017 if edited else 2016)
    assert followed.look().entries_written == 0


def test_a_key_changed_here_is_changed_in_the_file(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    library.papers.update(TWO, citation_key="mueller1990")
    followed.look()
    assert "@book{mueller1990, title" in bib.read_text("utf-8")
    followed.look()
    assert len(library.papers.numbers()) == 2
    assert library.papers.get(TWO).citation_key == "mueller1990"


def test_a_paper_in_the_trash_leaves_the_file_and_comes_back(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    library.papers.trash([TWO])
    followed.look()
    assert "@book" not in bib.read_text("utf-8")
    assert "@comment{jabref" in bib.read_text("utf-8")
    library.papers.restore([TWO])
    followed.look()
    assert read_back(bib)["two"] == "A book of Mine"


def read_back(bib: Path) -> dict[str, str]:
    from core.formats.bib_text import BibText

    entries = BibText(bib.read_bytes(), bib.name).entries
    return {key: entry.record.title for key, entry in entries.items() if entry.record}


def test_an_entry_changed_there_and_trashed_here_is_asked_about(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    library.papers.trash([TWO])
    change(bib, '"1990"', '"1992"')
    assert followed.look().conflicts == 1
    assert "1992" in bib.read_text("utf-8")
    (conflict,) = followed.conflicts(bib)
    assert (conflict.key, conflict.field, conflict.in_library) == ("two", "", "")
    followed.resolve(bib, "two", "", take_file=True)
    followed.look()
    assert library.papers.get(TWO).year == 1992
    assert len(library.papers.numbers()) == 2


def test_an_editor_that_saves_what_it_loaded_before_undoes_nothing_in_silence(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    loaded = bib.read_text("utf-8")
    library.papers.update(ONE, title="Walks on trees")
    list(library.papers.add([PaperRecord(title="New here", year=2003)], source="test"))
    followed.look()
    bib.write_text(loaded.replace('"1990"', '"1992"'), "utf-8")
    report = followed.look()
    assert library.papers.get(TWO).year == 1992
    assert report.trashed == ()
    assert library.papers.get(ONE).title == "Walks on trees"
    conflicts = followed.conflicts(bib)
    assert sorted(conflict.field for conflict in conflicts) == ["", "title"]
    for conflict in conflicts:
        followed.resolve(bib, conflict.key, conflict.field, take_file=False)
    followed.look()
    assert "Walks on trees" in bib.read_text("utf-8")
    assert "New here" in bib.read_text("utf-8")


# --- a file in danger --------------------------------------------------------------------------


def with_many(bib: Path, count: int = 9) -> None:
    entries = "\n".join(f"@misc{{m{n}, title = {{Number {n} of many}}}}\n" for n in range(count))
    bib.write_text(MASTER + "\n" + entries, "utf-8")


def test_more_than_a_third_gone_at_once_is_asked_about(
    library: Library, follower: BibFollower, bib: Path
) -> None:
    with_many(bib)
    follower.start(bib)
    follower.look()
    bib.write_text(MASTER, "utf-8")
    report = follower.look()
    assert report.trashed == ()
    assert len(library.papers.numbers()) == 11
    (state,) = follower.files()
    assert (state.pending, state.problem) == (
        9,
        wording.fill(
            "core.library.following.bib_look:_require_few", count=9, total=11, file="refs.bib"
        ),
    )
    follower.look()
    assert follower.files()[0].pending == 9
    assert len(follower.look(confirmed=[bib]).trashed) == 9
    assert follower.files()[0].pending == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (MASTER.encode()[:180], "broken entry"),
        (b"@article{one, title = {Walks", "broken entry"),
        (b"\0\0\0\0 no bibliography", "at once"),
    ],
)
def test_half_a_file_takes_nothing_away(
    library: Library, followed: BibFollower, bib: Path, content: bytes, words: str
) -> None:
    bib.write_bytes(content)
    library.papers.update(TWO, year=1999)
    followed.look()
    assert len(library.papers.numbers()) == 2
    assert bib.read_bytes() == content
    assert words in str(followed.files()[0].problem)
    bib.write_text(MASTER, "utf-8")
    followed.look()
    assert followed.files()[0].problem == ""
    assert "1999" in bib.read_text("utf-8")


def test_a_missing_file_waits_and_can_be_written_again(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    bib.unlink()
    followed.look()
    assert "is missing" in str(followed.files()[0].problem)
    assert not bib.exists()
    bib.parent.rmdir()
    followed.look()
    assert "does not exist" in str(followed.files()[0].problem)
    assert len(library.papers.numbers()) == 2
    bib.parent.mkdir()
    followed.rewrite_file(bib)
    followed.look()
    assert read_back(bib) == {"one": "Walks on graphs", "two": "A book of Mine"}
    assert followed.files()[0].problem == ""


def test_a_file_that_is_being_saved_is_left_until_it_is(
    library: Library, followed: BibFollower, bib: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bib_follower, "SETTLE_SECONDS", 0.4)
    change(bib, "2016", "2017")
    assert followed.look().waiting == 1
    assert followed.is_due()
    assert library.papers.get(ONE).year == 2016
    followed.look_settled(SilentJob())
    assert library.papers.get(ONE).year == 2017


def test_what_was_saved_between_reading_and_writing_is_not_overwritten(
    library: Library, followed: BibFollower, bib: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.papers.update(ONE, year=2018)
    theirs = MASTER.replace("1990", "1995")

    class Between(bib_follower.BibText):
        def apply(self, edits: object) -> bytes:
            bib.write_text(theirs, "utf-8")
            return super().apply(edits)  # type: ignore[arg-type]  # passed on

    with monkeypatch.context() as patch:
        patch.setattr(bib_follower, "BibText", Between)
        assert followed.look().waiting == 1
    assert bib.read_text("utf-8") == theirs
    followed.look()
    assert library.papers.get(TWO).year == 1995
    assert bib.read_text("utf-8") == theirs.replace("2016", "2018")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_and_encoding_stay(
    library: Library, follower: BibFollower, bib: Path, encoding: str, ending: str
) -> None:
    text = MASTER.replace('M{\\"u}ller', "Müller").replace("\n", ending)
    bib.write_bytes(text.encode(encoding))
    follower.start(bib)
    follower.look()
    assert bib.read_bytes() == text.encode(encoding)
    library.papers.update(ONE, year=2018)
    library.papers.update(TWO, title="Ein Buch für alle")
    follower.look()
    assert follower.files()[0].problem == ""
    expected = text.replace("2016", "2018").replace("A book of {Mine}", "Ein Buch für alle")
    assert bib.read_bytes() == expected.encode(encoding)
    library.papers.update(TWO, title="Čapek")
    follower.look()
    shown = "{\\v{C}}apek" if encoding == "cp1252" else "Čapek"
    assert shown in bib.read_bytes().decode(encoding)


def test_mixed_line_ends_stay(library: Library, follower: BibFollower, bib: Path) -> None:
    text = (
        "@misc{a,\r\n title = {First of all},\n year = 2001\r\n}\n\r\n% x\r@misc{b, title={B c}}\n"
    )
    bib.write_bytes(text.encode())
    follower.start(bib)
    follower.look()
    library.papers.update(ONE, year=2002)
    library.papers.update(TWO, title="B d")
    follower.look()
    assert bib.read_bytes() == text.replace("2001", "2002").replace("B c", "B d").encode()


def test_a_link_stays_one_and_rights_stay(
    library: Library, follower: BibFollower, bib: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.bib"
    link.symlink_to(bib)
    bib.chmod(0o640)
    follower.start(link)
    follower.look()
    library.papers.update(ONE, year=2018)
    follower.look()
    assert link.is_symlink()
    assert "2018" in bib.read_text("utf-8")
    assert bib.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_costs_nothing_and_is_tried_again(
    library: Library, followed: BibFollower, bib: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.papers.update(ONE, year=2018)

    def fail(*_: object) -> None:
        from core.base.errors import DiskFullError

        raise DiskFullError("Not enough disk space to write “refs.bib”.")

    with monkeypatch.context() as patch:
        patch.setattr(bib_follower, "replace_bytes", fail)
        assert followed.look().problems == 1
    assert "disk space" in str(followed.files()[0].problem)
    assert bib.read_text("utf-8") == MASTER
    assert followed.is_due()
    followed.look()
    assert "2018" in bib.read_text("utf-8")
    assert followed.files()[0].problem == ""


def test_what_cannot_be_followed_is_refused(
    library: Library, followed: BibFollower, bib: Path
) -> None:
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.following.bib_follower:start already")
    ):
        followed.start(bib)
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.following.bib_follower:start library")
    ):
        followed.start(library.folder / "refs.bib")
    with pytest.raises(UsageError, match="is a folder"):
        followed.start(bib.parent)
    thesis = library.collections.add("Thesis")
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.following.bib_follower:start already")
    ):
        KeptFiles(library.database).keep(bib, "bibtex", collection=thesis)
    followed.stop(bib)
    assert followed.files() == []
    assert bib.read_text("utf-8") == MASTER
    followed.start(bib)
    followed.look()
    assert len(library.papers.numbers()) == 2


# --- options -----------------------------------------------------------------------------------

NEW = PaperRecord(
    title="Größe",
    authors=("Zoë Ng",),
    year=1985,
    venue="Physical Review Letters",
    abstract="Long.",
    keywords=("a",),
    extra={"type": "article-journal"},
)


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (BibOptions(), ["title = {Größe}", "journal = {Physical Review Letters}", "abstract"]),
        (BibOptions(ascii=True), ['title = {Gr{\\"o}{\\ss}e}', 'author = {Ng, Zo{\\"e}}']),
        (BibOptions(delimiters="quotes"), ['title = "Größe"', 'year = "1985"']),
        (BibOptions(short_journals=True), ["journal = {Phys. Rev. Lett.}"]),
        (BibOptions(leave_out=("abstract", "Keywords")), ["title = {Größe}"]),
    ],
)
def test_each_file_is_written_in_its_own_way(
    library: Library, follower: BibFollower, bib: Path, options: BibOptions, lines: list[str]
) -> None:
    list(library.papers.add([NEW], source="test"))
    bib.unlink()
    follower.start(bib, options=options)
    follower.look()
    text = bib.read_text("utf-8")
    for line in lines:
        assert line in text
    assert ("abstract" in text) != ("abstract" in options.leave_out)
    follower.look()
    assert not follower.is_due()
    assert bib.read_text("utf-8") == text
    assert titles(library) == ["Größe"]


def test_new_entries_go_to_the_end_or_where_their_keys_belong(
    library: Library, follower: BibFollower, bib: Path
) -> None:
    records = [PaperRecord(title=f"{name} things", extra={"citation_key": name}) for name in "czam"]
    sorted_bib = bib.with_name("sorted.bib")
    for path, options in ((bib, BibOptions()), (sorted_bib, BibOptions(sorted=True))):
        path.write_text("@misc{b, title={First}}\n\n@misc{p, title={Second}}\n", "utf-8")
        follower.start(path, options=options)
    follower.look()
    list(library.papers.add(records, source="test"))
    follower.look()
    assert list(read_back(bib)) == ["b", "p", "c", "z", "a", "m"]
    assert list(read_back(sorted_bib)) == ["a", "b", "c", "m", "p", "z"]


# --- kills, threads, and many edits on both sides ----------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
import core.base.files
from core.library.following import bib_follower, bib_plan
from core.library.library import Library

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

bib_follower.SETTLE_SECONDS = 0
library = Library.open(Path(sys.argv[1]))
follower = bib_follower.BibFollower(library)
{name} = die
follower.look()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a kill that nothing can catch")
@pytest.mark.parametrize(
    "name",
    ["core.base.files.Path.replace", "bib_plan.Plan.settle", "bib_follower.BibFollower._note"],
)
def test_a_kill_leaves_a_whole_file_and_loses_nothing(
    library: Library, followed: BibFollower, bib: Path, name: str
) -> None:
    library.papers.update(ONE, year=2018)
    list(library.papers.add([PaperRecord(title="New")], source="test"))
    change(bib, "A book of", "The book of")
    folder = library.folder
    library.close()
    process = subprocess.run(
        [sys.executable, "-c", KILLED.format(name=name), str(folder)], check=False, timeout=120
    )
    assert process.returncode == -9
    expected = {"one": "Walks on graphs", "two": "The book of Mine"}
    assert expected.items() <= read_back(bib).items()
    with Library.open(folder) as opened:
        again = BibFollower(opened)
        for _ in range(2):
            report = again.look()
        assert (report.conflicts, report.trashed) == (0, ())
        assert "2018" in bib.read_text("utf-8")
        assert opened.papers.get(TWO).title == "The book of Mine"
        assert sorted(read_back(bib).values()) == ["New", "The book of Mine", "Walks on graphs"]
        assert len(opened.papers.numbers()) == 3


def edit_often(owner: Library, follower: BibFollower, number: PaperNumber) -> None:
    for year in range(1950, 1965):
        owner.papers.update(number, year=year)
        follower.look()
    owner.papers.update(number, year=2020)


def run_together(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_libraries_follow_one_file_at_once(library: Library, tmp_path: Path, bib: Path) -> None:
    with Library.open(tmp_path / "other", create=True) as other:
        followers = [BibFollower(library), BibFollower(other)]
        for one in followers:
            one.start(bib)
            one.look()

        sides = [(library, followers[0], ONE), (other, followers[1], TWO)]
        run_together([threading.Thread(target=edit_often, args=side) for side in sides])
        for one in followers * 3:
            one.look()
        for owner in (library, other):
            assert [paper.year for paper in owner.papers.get_many([ONE, TWO])] == [2020, 2020]
            assert len(owner.papers.numbers()) == 2
        assert bib.read_text("utf-8").count("2020") == 2
        assert list(bib.parent.iterdir()) == [bib]


@pytest.mark.parametrize("seed", range(3))
def test_many_edits_on_both_sides_lose_and_double_nothing(
    library: Library, bib: Path, seed: int
) -> None:
    both = BothSides(library, bib, 40, seed, lambda path: read_entries(path.read_text("utf-8")))
    outcome = both.run(outside=40, inside=20, hot=6)
    assert outcome.complaints == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
    assert outcome.conflicts == outcome.expected_conflicts
    assert outcome.outside + outcome.inside >= 55


def test_nothing_is_left_beside_the_file(
    followed: BibFollower, library: Library, bib: Path
) -> None:
    library.papers.update(ONE, year=2018)
    followed.look()
    assert list(bib.parent.iterdir()) == [bib]
