"""Compressed files: read as what is in them, and refused where they claim too much."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats import decoding, packed
from core.formats.detect import detect_kind
from core.formats.registry import get_format
from tests import wording

ENTRY = "@article{a, title = {Größe of {T}hings}, year = 1999}\n"
SOURCES = {
    "a.bib": ENTRY,
    "a.ris": "TY  - JOUR\nTI  - Größe of Things\nER  - \n",
    "a.json": '[{"id": "a", "title": "Größe of Things", "type": "article-journal"}]',
    "a.enw": "%0 Journal Article\n%T Größe of Things\n",
    "a.nbib": "PMID- 1\nTI  - Größe of Things\n",
    "a.txt": ENTRY,
    "a.xml": "<xml><records><record><titles><title>Größe of Things</title></titles></record>"
    "</records></xml>",
}


@pytest.mark.parametrize("name", SOURCES)
def test_each_kind_is_read_from_gzip(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(SOURCES[name].encode()))
    kind = detect_kind(path)
    assert kind is not None
    (entry,) = get_format(kind).read_entries(path)
    assert entry.record is not None
    assert entry.record.title == "Größe of Things"


def test_what_is_called_gzip_and_is_none_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.bib.gz").write_text(ENTRY)
    assert len(list(get_format("bibtex").read_entries(tmp_path / "a.bib.gz"))) == 1


@pytest.mark.parametrize("cut", [5, 30, -9, -1])
def test_gzip_that_breaks_off_is_refused(tmp_path: Path, cut: int) -> None:
    (tmp_path / "a.bib.gz").write_bytes(gzip.compress(ENTRY.encode() * 9)[:cut])
    with pytest.raises(FormatError, match="compressed and broken"):
        list(get_format("bibtex").read_entries(tmp_path / "a.bib.gz"))
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(SOURCES["a.json"].encode())[:15])
    assert detect_kind(tmp_path / "a.json.gz") is None


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "FREE_BYTES", 100_000)
    (tmp_path / "a.bib.gz").write_bytes(gzip.compress(bytes(10_000_000)))
    with pytest.raises(FormatError, match="200 times its size"):
        list(get_format("bibtex").read_entries(tmp_path / "a.bib.gz"))


def test_the_limit_of_size_holds_for_what_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "MAX_BYTES", 1000)
    (tmp_path / "a.bib").write_text(ENTRY * 30)
    (tmp_path / "b.bib.gz").write_bytes(gzip.compress(ENTRY.encode() * 30))
    for name in ("a.bib", "b.bib.gz"):
        with pytest.raises(FormatError, match="larger than"):
            decoding.read_text(tmp_path / name)


# --- zip ------------------------------------------------------------------------------------------


def zipped(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def taken(path: Path, folder: Path) -> dict[str, str]:
    """Unpack everything; each member with its content, or the reason why it was left."""
    found = packed.unpack(path, folder, lambda _place: True)
    return {
        str(place): where if isinstance(where, str) else where.read_text() for place, where in found
    }


def test_members_lie_under_their_paths(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", **{"a.bib": b"one", "files/2/b.bib": b"two"})
    assert taken(path, tmp_path / "out") == {"a.bib": "one", "files/2/b.bib": "two"}
    assert (tmp_path / "out" / "files" / "2" / "b.bib").is_file()


def test_only_wanted_members_are_unpacked(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", **{"a.bib": b"one", "b.exe": b"two"})
    assert len(list(packed.unpack(path, tmp_path, lambda place: place.suffix == ".bib"))) == 1
    assert not (tmp_path / "b.exe").exists()


@pytest.mark.parametrize(
    "name",
    [
        "../out.bib",
        "a/../../out.bib",
        "/etc/out.bib",
        "C:/out.bib",
        "C:out.bib",
        "//server/share/out.bib",
        "..\\out.bib",
        "a\\..\\..\\out.bib",
    ],
)
def test_no_path_leads_out_of_the_archive(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writing:
        writing.writestr(name, "out")
        writing.writestr("in.bib", "in")
    (tmp_path / "a.zip").write_bytes(archive.getvalue())
    found = taken(tmp_path / "a.zip", inner)
    assert found.pop("in.bib") == "in"
    assert list(found.values()) == [wording.fill(wording.PATH_LEADS_OUT)]
    assert list(tmp_path.rglob("out.bib")) == []


def test_links_and_encrypted_members_are_left(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.bib")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("secret.bib", "x")
    content = bytearray((tmp_path / "a.zip").read_bytes())
    second = content.rindex(b"PK\x01\x02")
    content[second + 8] |= 1  # as it says in the directory: encrypted
    (tmp_path / "a.zip").write_bytes(content)
    found = taken(tmp_path / "a.zip", tmp_path / "out")
    assert found == {
        "link.bib": wording.fill("core.formats.packed:_objection link"),
        "secret.bib": "it is encrypted",
    }


def test_archives_that_hold_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "FREE_BYTES", 100_000)
    bomb = zipped(tmp_path / "bomb.zip", **{"a.bib": bytes(40_000_000)})
    with pytest.raises(FormatError, match=wording.pattern("core.formats.packed:unpack unpacks")):
        taken(bomb, tmp_path / "out")
    assert sum(path.stat().st_size for path in (tmp_path / "out").rglob("*.bib")) < 12_000_000
    many = zipped(tmp_path / "many.zip", **{f"{n}.bib": bytes(9_000_000) for n in range(5)})
    with pytest.raises(FormatError, match=wording.pattern("core.formats.packed:unpack unpacks")):
        taken(many, tmp_path / "out")
    monkeypatch.setattr(packed, "MAX_MEMBERS", 3)
    with pytest.raises(FormatError, match="more than 3 files"):
        taken(many, tmp_path / "out")


def test_a_size_that_is_a_lie_is_not_believed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", **{"a.bib": b"x" * 1000})
    content = bytearray(path.read_bytes())
    at = content.rindex(b"PK\x01\x02") + 24
    content[at : at + 4] = struct.pack("<I", 10)
    path.write_bytes(content)
    with pytest.raises(FormatError, match="cannot be unpacked"):
        taken(path, tmp_path / "out")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no archive"])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(FormatError, match="cannot be unpacked"):
        taken(tmp_path / "a.zip", tmp_path / "out")


def test_a_damaged_member_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", **{"a.bib": b"words " * 400})
    content = bytearray(path.read_bytes())
    content[45:60] = bytes(15)
    path.write_bytes(content)
    with pytest.raises(FormatError, match="cannot be unpacked"):
        taken(path, tmp_path / "out")
