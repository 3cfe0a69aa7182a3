"""Values that an earlier version carried through files of other programs."""

from __future__ import annotations

from pathlib import Path

from core.formats.registry import get_format


def test_what_an_earlier_version_carried_is_read(tmp_path: Path) -> None:
    (tmp_path / "papers").write_text(
        "@article{a, title={T},\n"
        "cocite={%7B%22pages%22%3A%20%221-9%22%2C%20%22ZZ%22%3A%20%22x%22%7D}}"
    )
    (entry,) = get_format("bibtex").read_entries(tmp_path / "papers")
    assert entry.record is not None
    assert (entry.record.extra["page"], entry.record.extra["ZZ"]) == ("1–9", "x")
    assert "cocite" not in entry.record.extra
