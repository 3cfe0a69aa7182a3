"""Too little space is said before a job starts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.base import space
from core.base.errors import DiskFullError


def leave(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    usage = shutil.disk_usage("/")._replace(free=size)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)


def test_enough_space_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave(monkeypatch, 60 * 1024**2)
    space.require(tmp_path, 10 * 1024**2, "the import")


def test_too_little_is_told_with_both_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(monkeypatch, 60 * 1024**2)
    with pytest.raises(DiskFullError) as caught:
        space.require(tmp_path, 2 * 1024**3, "the import")
    assert "2.0 GB" in str(caught.value)
    assert "60 MB" in str(caught.value)
    assert "the import" in str(caught.value)
    assert "Nothing was changed" in caught.value.remedy


def test_a_disk_that_says_nothing_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: Path) -> None:
        raise OSError

    monkeypatch.setattr(shutil, "disk_usage", gone)
    space.require(tmp_path, 10**15, "the import")


def test_a_folder_that_is_not_there_yet_lies_on_its_parents_disk(tmp_path: Path) -> None:
    assert space.free(tmp_path / "a" / "b") is not None


def test_estimates_grow_with_what_they_are_of(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_bytes(bytes(1000))
    (tmp_path / "a.pdf").write_bytes(bytes(1000))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "papers.jsonl.gz").write_bytes(bytes(1000))
    whole = space.for_import([tmp_path])
    bib, pdf = space.for_import([tmp_path / "a.bib"]), space.for_import([tmp_path / "a.pdf"])
    packed = space.for_import([tmp_path / "deep"])
    assert pdf < 1000 < bib < packed
    assert whole == bib + pdf + packed
    assert space.for_import([tmp_path / "gone.bib"]) == 0
    assert space.for_index(2000, 384) == 2 * space.for_index(1000, 384)
    assert space.for_backup(tmp_path / "a.bib") == 1000
