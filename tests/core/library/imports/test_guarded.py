"""Reference files are parsed in a child: whatever they do to it costs only themselves."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.jobs import JobCancelled, SilentJob
from core.formats.registry import get_format
from core.library.imports import importing
from core.library.imports.importing import Limits, import_sources, read_entries
from core.library.library import Library
from tests import wording


def bib(path: Path, count: int) -> Path:
    entries = (f"@book{{k{n}, title = {{Book {n} — Größe}}, year = 1999}}\n" for n in range(count))
    path.write_text("".join(entries), encoding="utf-8")
    return path


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[importing.ChildProcess]]:
    """The children that were started; all of them are gone in the end."""
    started: list[importing.ChildProcess] = []
    real = importing.ChildProcess

    def start(command: list[str], name: str) -> importing.ChildProcess:
        started.append(real(command, name))
        return started[-1]

    monkeypatch.setattr(importing, "ChildProcess", start)
    yield started
    assert not any(child.is_alive() for child in started)


def test_the_child_gives_the_same_entries(tmp_path: Path, children: list[object]) -> None:
    path = bib(tmp_path / "a.bib", 700)
    with path.open("a") as file:
        file.write("@book{untitled, year = 1}\n@book{b, title = {B}, file = {b.pdf}, x = {\\'e}}")
    assert list(read_entries("bibtex", path, SilentJob())) == list(
        get_format("bibtex").read_entries(path)
    )
    assert len(children) == 1


def test_what_was_read_before_the_parser_died_is_kept(
    tmp_path: Path, children: list[importing.ChildProcess]
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:

        class Killer(SilentJob):
            def report(self, done: int, total: int, note: str = "") -> None:  # noqa: ARG002
                if done == 999:
                    os.kill(children[0].process.pid, signal.SIGKILL)

        report = import_sources(
            library, [bib(tmp_path / "a.bib", 4_000)], parser=None, job=Killer()
        )
        (refusal,) = report.refused
        assert "crashed the reader" in refusal.reason
        assert 999 <= report.added == library.papers.count() < 4_000
        assert library.verify().sound


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (
            Limits(seconds=0.0, seconds_per_mb=0.0),
            wording.fill("core.library.imports.importing:_watch", seconds=0),
        ),
        (Limits(memory_mb=1, memory_per_mb=0), "of memory"),
    ],
)
def test_a_file_that_takes_too_much_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    children: list[object],
    limits: Limits,
    reason: str,
) -> None:
    path = bib(tmp_path / "a.bib", 4_000)
    monkeypatch.setattr(importing, "LIMITS", limits)
    with pytest.raises(FormatError, match=reason) as caught:
        list(read_entries("bibtex", path, SilentJob()))
    assert caught.value.remedy


def test_a_stop_ends_the_parser_at_once(tmp_path: Path, children: list[object]) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        list(read_entries("bibtex", bib(tmp_path / "a.bib", 2_000), Stopped()))


def test_whoever_stops_asking_leaves_no_child(tmp_path: Path, children: list[object]) -> None:
    entries = read_entries("bibtex", bib(tmp_path / "a.bib", 2_000), SilentJob())
    assert next(entries).record is not None
    entries.close()  # type: ignore[attr-defined]


def test_a_file_that_cannot_be_opened_says_so(tmp_path: Path, children: list[object]) -> None:
    with pytest.raises(
        FormatError, match=wording.pattern("core.library.following.bib_follower:_read_settled")
    ) as caught:
        list(read_entries("ris", tmp_path / "none.ris", SilentJob()))
    assert "file exists" in caught.value.remedy


def test_records_in_lines_need_no_child(tmp_path: Path, children: list[object]) -> None:
    (tmp_path / "a.jsonl").write_text('{"title": "A"}\n')
    assert len(list(read_entries("jsonl", tmp_path / "a.jsonl", SilentJob()))) == 1
    assert children == []


def test_a_parser_that_does_not_start_is_a_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, children: list[object]
) -> None:
    monkeypatch.setattr(importing, "module_command", lambda *_: ["false"])
    with pytest.raises(importing.ParserUnavailable):
        list(read_entries("bibtex", bib(tmp_path / "a.bib", 1), SilentJob()))


def test_a_mistake_of_the_parser_costs_one_file_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = ['{"ready": true}', '{"bug": "IndexError: it broke"}']
    said = f"import sys\nfor each in {answers}: print(each, flush=True)\nsys.stdin.read()"
    monkeypatch.setattr(importing, "module_command", lambda *_: [sys.executable, "-c", said])
    with pytest.raises(FormatError, match=r"“a\.bib” is damaged") as caught:
        list(read_entries("bibtex", bib(tmp_path / "a.bib", 1), SilentJob()))
    assert caught.value.remedy
    assert "it broke" in caplog.text
