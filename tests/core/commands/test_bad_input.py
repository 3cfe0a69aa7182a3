"""Bad input on the command line: the exit code, the sentence and the remedy, and what is left."""

from __future__ import annotations

import functools
import gzip
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

import resources
from core.commands.cli import main
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.manuscript.reader import GuardedReader
from core.models.manifest import CONFIG, MANIFEST, TOKENIZER, WEIGHTS
from tests import wording
from tests.core.conftest import RECORDS
from tests.core.manuscript import hostile

Told = Callable[..., tuple[int, str, str]]

ON_WINDOWS = sys.platform == "win32"
NOBODY = 65534
SAMPLE = Path(resources.__file__).parent / "sample" / "manuscript.pdf"


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Run a command and return its exit code, what it printed, and what it complained of."""

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        assert wording.fill("core.programs.http.service:_FAILURES occurred") not in printed.err
        return code, printed.out, printed.err

    return run


@pytest.fixture
def records_file(tmp_path: Path) -> Path:
    lines = [
        {"id": each.id, "title": each.title, "abstract": each.abstract, "year": each.year}
        for each in RECORDS
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def library_folder(tmp_path: Path, records_file: Path) -> Path:
    folder = tmp_path / "library"
    assert main(["import", "--library", str(folder), str(records_file)]) == 0
    return folder


def is_one_complaint(complaint: str, *words: str) -> bool:
    """Tell whether it is one line: a sentence with these words, and a remedy after it."""
    (line,) = complaint.splitlines()
    sentence, remedy = line.split(". ", 1)
    return all(word in f"{sentence}." for word in words) and remedy.endswith(".")


# --- files ------------------------------------------------------------------------------------


def locked_pdf(path: Path) -> bytes:
    with pymupdf.open(SAMPLE) as document:
        document.save(
            path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="sesame"
        )
    return path.read_bytes()


REFUSED = {
    "letter.pdf": (
        lambda _: b"Dear reader,\n" * 50,
        wording.stem("core.manuscript.pdf.extract:check_bytes PDF"),
        wording.stem("core.manuscript.pdf.extract:check_bytes.remedy Choose"),
    ),
    "empty.pdf": (lambda _: b"", "is empty", "Download or export"),
    "half.pdf": (lambda _: SAMPLE.read_bytes()[:9000], "is cut off", "Download or export"),
    "secret.pdf": (
        locked_pdf,
        "password",
        wording.stem("core.base.errors:default_remedy password"),
    ),
    "scan.pdf": (
        lambda _: hostile.image_only(),
        wording.stem("core.manuscript.pdf.scans:check_text images"),
        "text recognition",
    ),
    "book.pdf": (
        lambda _: hostile.many_pages(3000),
        "3,000 pages",
        wording.stem("core.base.errors:default_remedy their"),
    ),
    "bomb.pdf": (
        lambda _: hostile.inflating(120),
        "memory",
        wording.stem("core.base.errors:default_remedy their"),
    ),
    "noise.bib": (lambda _: bytes(range(256)) * 40, "no BibTeX entry", "import it again"),
    "recipe.xyz": (
        lambda _: b"salt",
        wording.stem("core.formats.detect:unknown_kind {file"),
        "Cocite reads PDF",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_file_is_refused_with_a_remedy_and_the_others_are_taken(
    name: str, tmp_path: Path, records_file: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = functools.partial(GuardedReader, memory_mb=300)  # a limit that is met sooner
    monkeypatch.setattr("core.manuscript.reader.GuardedReader", small)
    build, reason, remedy = REFUSED[name]
    bad, folder = tmp_path / name, tmp_path / "library"
    bad.write_bytes(build(bad))
    code, out, err = told("import", "--library", folder, bad, records_file)
    assert (code, err) == (3, "")
    (refused,) = [line for line in out.splitlines() if line.startswith("refused")]
    assert name in refused
    assert reason in refused
    (advice,) = [line for line in out.splitlines() if line.startswith("What to do")]
    assert remedy in advice
    assert f"{len(RECORDS)} added, 0 merged, 0 unchanged, 1 refused" in out


@pytest.mark.parametrize("name", ["letter.pdf", "empty.pdf", "half.pdf", "secret.pdf", "scan.pdf"])
def test_a_manuscript_that_cannot_be_read_is_a_failure(
    name: str, tmp_path: Path, told: Told
) -> None:
    build, reason, remedy = REFUSED[name]
    bad = tmp_path / name
    bad.write_bytes(build(bad))
    code, out, err = told("parse", bad, "--json")
    assert (code, out) == (1, "")
    assert is_one_complaint(err, name, reason)
    assert remedy in err


def test_a_manuscript_that_hangs_the_parser_is_given_up(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = functools.partial(GuardedReader, seconds=0.3)
    monkeypatch.setattr("core.commands.reading.GuardedReader", impatient)
    bad = tmp_path / "endless.pdf"
    bad.write_bytes(hostile.nested_forms(10, 12))
    code, out, err = told("parse", bad)
    assert (code, out) == (1, "")
    assert is_one_complaint(
        err, "endless.pdf", wording.fill("core.library.enrichment.enriching:_watch", seconds=0.3)
    )


ENTRY = "@article{{{key}, title={{{title}}}, year={{2001}}}}\n"


@pytest.mark.parametrize(
    ("content", "code", "refused", "titles"),
    [
        pytest.param(
            b"@article{a, title={Open {at the end,\n year={2001}}\n\n"
            b"@article{b, title={Whole after it}, year={2001}}\n",
            3,
            "line 1 (a)  " + wording.stem("core.formats.bibtex_syntax:_failure {reason"),
            ["Whole after it"],
            id="an unclosed brace",
        ),
        pytest.param(
            "@article{a, title={Größe der Wälder}, year={2001}}\n".encode("latin-1"),
            0,
            "",
            ["Größe der Wälder"],
            id="another encoding",
        ),
        pytest.param(
            b"@article{a, title={Long}, abstract={" + b"word " * 210_000 + b"}}\n"
            b"@article{b, title={After it}}\n",
            0,
            "",
            ["Long", "After it"],
            id="a field of a megabyte",
        ),
        pytest.param(
            b"@article{k, title={First under a key}, year={2001}}\n"
            b"@article{k, title={Second under it}, year={2002}}\n",
            0,
            "",
            ["First under a key", "Second under it"],
            id="a key that occurs twice",
        ),
    ],
)
def test_a_bad_entry_costs_only_itself(
    content: bytes, code: int, refused: str, titles: list[str], tmp_path: Path, told: Told
) -> None:
    bad, folder = tmp_path / "bad.bib", tmp_path / "library"
    bad.write_bytes(content)
    ended, out, err = told("import", "--library", folder, bad)
    assert (ended, err) == (code, "")
    assert refused in out
    assert ("What to do about 1 refused" in out) == bool(refused)
    with Library.open(folder, write=False) as library:
        papers = library.papers.get_many(library.papers.numbers())
    assert [paper.title for paper in papers] == titles
    assert len({paper.citation_key for paper in papers}) == len(titles)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_broken_line_costs_only_itself(
    pack: Callable[[bytes], bytes], tmp_path: Path, told: Told
) -> None:
    bad, folder = tmp_path / "records.jsonl", tmp_path / "library"
    bad.write_bytes(pack(b'{"id":"a","title":"One"}\n{"id":"b","tit\n{"id":"c","title":"Three"}\n'))
    code, out, err = told("import", "--library", folder, bad)
    assert (code, err) == (3, "")
    assert "records.jsonl: line 2  " + wording.stem(wording.LINE_NOT_JSON) in out
    assert "2 added, 0 merged, 0 unchanged, 1 refused" in out


# --- libraries --------------------------------------------------------------------------------


def make_newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def scribble(path: Path) -> None:
    path.write_bytes(b"this was a library once" * 100)


@pytest.mark.parametrize(
    ("harm", "reason", "remedy"),
    [
        pytest.param(
            make_newer,
            "is of version 99",
            wording.stem("core.base.errors:LibraryNewerError.default_remedy"),
            id="newer",
        ),
        pytest.param(cut, "is damaged", "Restore a backup", id="cut off"),
        pytest.param(scribble, "is damaged", "Restore a backup", id="overwritten"),
    ],
)
def test_a_library_that_cannot_be_used_is_left_as_it_is(
    library_folder: Path,
    records_file: Path,
    told: Told,
    harm: Callable[[Path], None],
    reason: str,
    remedy: str,
) -> None:
    database = library_folder / DATABASE
    harm(database)
    before = database.read_bytes()
    for command in (
        ["import", "--library", library_folder, records_file],
        ["index", "--library", library_folder],
        ["recommend", "--library", library_folder, "--text", "peat", "--json"],
        ["verify", "--library", library_folder, "--json"],
    ):
        code, out, err = told(*command)
        assert (code, out) == (1, "")
        assert is_one_complaint(err, reason)
        assert remedy in err
    assert database.read_bytes() == before


def test_only_an_import_makes_a_library(tmp_path: Path, told: Told) -> None:
    for command in ("index", "verify"):
        code, out, err = told(command, "--library", tmp_path / "nowhere")
        assert (code, out) == (1, "")
        assert is_one_complaint(err, wording.stem("core.library.library:_require_database exist"))
    assert not (tmp_path / "nowhere").exists()


def test_a_library_whose_making_was_cut_short_is_none_yet(
    tmp_path: Path, records_file: Path, told: Told
) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / DATABASE).touch()
    code, out, err = told("verify", "--library", folder)
    assert (code, out) == (1, "")
    assert is_one_complaint(err, wording.stem("core.library.library:_require_database There"))
    assert told("import", "--library", folder, records_file)[0] == 0


AS_NOBODY = """
import os, sys
from core.commands.cli import main
used, folder, source, user = sys.argv[1:5]
text = ["--text", "acid soils on moors", "--json"]
main(["recommend", "--library", used, *text])  # what is imported late may lie where only root reads
main(["import", "--library", used, source])
print("---", flush=True)
print("---", file=sys.stderr, flush=True)
if int(user):
    os.setgroups([]), os.setgid(int(user)), os.setuid(int(user))
print(main(["recommend", "--library", folder, *text]), flush=True)
for command in (["import", source], ["index"]):
    print(main([command[0], "--library", folder, *command[1:]]), flush=True)
"""


@pytest.mark.skipif(ON_WINDOWS, reason="folders have no write bit on Windows")
def test_a_library_in_a_folder_that_forbids_writing_answers_and_takes_nothing(
    public_folder: Path, library_folder: Path, records_file: Path
) -> None:
    folder, source = public_folder / "library", public_folder / "papers.jsonl"
    source.write_bytes(records_file.read_bytes())
    assert main(["import", "--library", str(folder), str(source)]) == 0
    for each in sorted(folder.rglob("*"), reverse=True):
        each.chmod(0o555 if each.is_dir() else 0o444)
    folder.chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else 0
    script = [sys.executable, "-c", AS_NOBODY]
    child = subprocess.run(
        [*script, *map(str, (library_folder, folder, source, user))],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(public_folder), "XDG_DATA_HOME": str(public_folder)},
    )
    answer, *codes = child.stdout.split("---\n")[1].splitlines()
    assert codes == ["0", "1", "1"], child.stderr
    assert json.loads(answer)["suggestions"][0]["id"] == "t:soil"
    complaints = child.stderr.split("---\n")[1].splitlines()[1:]
    for complaint in complaints:
        assert is_one_complaint(complaint, str(folder), "permission")
    assert len(complaints) == 2


def test_a_full_disk_ends_import_and_index_and_nothing_is_lost(
    small_disk: Path, tmp_path: Path, tiny_model: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, folder = tmp_path / "many.jsonl", small_disk / "library"
    lines = [
        json.dumps({"id": f"x:{n}", "title": f"Paper number {n}", "abstract": f"w{n} " * 100})
        for n in range(6000)
    ]
    source.write_text("\n".join(lines), encoding="utf-8")
    code, _, err = told("import", "--library", folder, source)
    assert code == 1
    assert is_one_complaint(err, wording.stem("core.base.space:require"))
    monkeypatch.setattr("core.base.space.free", lambda _: None)  # nobody could tell before
    full_disk = (
        "core.library.database.connection:_expected disk",
        "core.library.indexes.folder_index:_sorted_errors disk",
    )
    for command in (["import", "--library", folder, source], ["index", "--library", folder]):
        code, _, err = told(*command)
        assert code == 1
        assert any(is_one_complaint(err, wording.stem(place)) for place in full_disk)
        assert wording.stem("core.base.errors:default_remedy Everything") in err
    with Library.open(folder, write=False) as library:
        kept = library.papers.count()
        assert kept > 0
        assert library.verify().sound
    subprocess.run(["mount", "-o", "remount,size=40m", str(small_disk)], check=True)
    code, out, _ = told("index", "--library", folder, "--model", tiny_model)
    assert (code, out) == (0, f"{kept:,} papers, words ready, vectors {kept:,} of {kept:,}\n")
    assert told("import", "--library", folder, source)[0] == 0
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == len(lines)


# --- models -----------------------------------------------------------------------------------


def copied(model: Path, target: Path) -> Path:
    target.mkdir()
    for each in model.iterdir():
        (target / each.name).write_bytes(each.read_bytes())
    return target


def change(path: Path, **values: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | values), encoding="utf-8")


def widen_manifest(model: Path) -> None:
    change(model / MANIFEST, dimension=64)


def widen_both(model: Path) -> None:
    change(model / MANIFEST, dimension=64)
    change(model / CONFIG, hidden_size=64)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        pytest.param(lambda m: (m / CONFIG).unlink(), ["lacks", CONFIG], id="no config"),
        pytest.param(lambda m: (m / WEIGHTS).unlink(), ["lacks", WEIGHTS], id="no weights"),
        pytest.param(lambda m: (m / TOKENIZER).unlink(), ["lacks", TOKENIZER], id="no tokenizer"),
        pytest.param(widen_manifest, ["64 dimensions", "32"], id="another dimension in its words"),
        pytest.param(widen_both, ["32 dimensions", "64"], id="another dimension in its weights"),
    ],
)
def test_a_model_that_is_not_whole_is_refused_and_the_one_before_serves(
    harm: Callable[[Path], object],
    words: list[str],
    library_folder: Path,
    tiny_model: Path,
    tmp_path: Path,
    told: Told,
) -> None:
    good = ["--library", library_folder, "--model", tiny_model]
    assert told("index", *good)[0] == 0
    bad = copied(tiny_model, tmp_path / "bad")
    harm(bad)
    for command in (
        ["models", "add", bad],
        ["index", "--library", library_folder, "--model", bad],
        ["recommend", "--library", library_folder, "--text", "peat", "--model", bad, "--json"],
    ):
        code, out, err = told(*command)
        assert (code, out) == (1, "")
        assert is_one_complaint(err, *words)
    code, out, _ = told("recommend", *good, "--text", "acid peat", "--json")
    assert (code, json.loads(out)["suggestions"][0]["id"]) == (0, "t:soil")


def test_a_shelf_that_cannot_be_written_is_a_failure_with_a_remedy(
    tiny_model: Path, own_folders: Path, told: Told
) -> None:
    (own_folders / "data" / "cocite").write_text("a file where the folder should be")
    code, out, err = told("models", "add", tiny_model)
    assert (code, out) == (1, "")
    assert is_one_complaint(err, "cannot be written")
