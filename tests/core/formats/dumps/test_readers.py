"""Files of citation data, packed or not, cut off or of another kind."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats.dumps.scanning import Wanted, look, scan
from tests import dumps, wording
from tests.core.formats.dumps.dump_reading import KEYS


def packed(folder: Path, kind: str) -> Path:
    """Return a dump of two files in an archive."""
    first = "".join(json.dumps(dumps.crossref(f"10.55555/{x}")) + "\n" for x in "ab").encode()
    table = f"{','.join(dumps.INDEX)}\nx,10.55555/a,10.55555/b,,,,\n".encode()
    path = folder / f"dump.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("read me.txt", "What is in here.")
            archive.writestr("all/0.jsonl.gz", gzip.compress(first))
            archive.writestr("1.csv", table)
        return path
    if kind == "zst":
        pa = pytest.importorskip("pyarrow")
        with pa.CompressedOutputStream(str(path), "zstd") as stream:
            stream.write(first)
        return path
    with tarfile.open(path, "w:gz" if kind == "tar.gz" else "w") as archive:
        for name, content in (("0.jsonl.gz", gzip.compress(first)), ("1.csv", table)):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz", "zst"])
def test_archives_are_read_without_unpacking_them(tmp_path: Path, kind: str) -> None:
    path = packed(tmp_path, kind)
    steps = list(scan(path, Wanted(KEYS)))
    whole = [found for step in steps for found in step.found]
    assert [found["paper"] for found in whole[:2]] == [1, 2]
    assert whole[2:] == ([] if kind == "zst" else [{"citing": 1, "cited": 2}])
    rest = scan(path, Wanted(KEYS), part=steps[0].part, position=steps[0].position)
    assert [found for step in rest for found in step.found] == whole[2:]


def test_a_packed_file_that_breaks_off_gives_what_came_before(tmp_path: Path) -> None:
    works = [dumps.crossref(f"10.55555/{n}", title=str(n * 7919)) for n in range(30_000)]
    path = dumps.write_lines(tmp_path / "works.jsonl.gz", works)
    path.write_bytes(path.read_bytes()[:-5_000])
    keys = {f"doi:10.55555/{n}": n + 1 for n in range(0, 30_000, 100)}
    steps = list(scan(path, Wanted(keys)))
    assert steps[-1].stopped
    assert steps[-1].damaged == 1
    assert sum(len(step.found) for step in steps) > 200


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"hello\nworld\n",
        b'{"id": "a", "doi": "10.55555/a"}\n',
        b"a,b\n1,2\n",
        b"\0" * 99,
    ],
)
def test_what_is_no_citation_data_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=wording.pattern("core.formats.dumps.readers:unknown")):
        look(path)
    with pytest.raises(FormatError, match=wording.pattern("core.formats.dumps.readers:unknown")):
        list(scan(path, Wanted(KEYS)))
    with pytest.raises(
        FormatError,
        match=wording.pattern("core.formats.dumps.scanning:unreadable", file="missing.json"),
    ):
        look(tmp_path / "missing.json")
