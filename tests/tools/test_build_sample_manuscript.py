"""The sample's manuscript and icon, built from their sources."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

from tests.tools.sample_parts import SAMPLE
from tools.build_sample_manuscript import HYPHENATION, SOURCE, TARGET, build


def inflated(path: Path) -> bytes:
    """The file with its streams unpacked: zlib may pack the same bytes in different ways."""
    content = path.read_bytes()
    streams = re.findall(rb"stream\r?\n(.*?)\r?\n?endstream", content, re.DOTALL)
    assert streams
    packed = (base64.a85decode(b"<~" + stream, adobe=True) for stream in streams)
    return b"\n".join(zlib.decompress(stream) for stream in packed)


def test_the_pdf_is_what_its_source_gives(tmp_path: Path) -> None:
    build(SOURCE, HYPHENATION, tmp_path / "first.pdf")
    build(SOURCE, HYPHENATION, tmp_path / "second.pdf")
    assert (tmp_path / "first.pdf").read_bytes() == (tmp_path / "second.pdf").read_bytes()
    assert inflated(tmp_path / "first.pdf") == inflated(TARGET)


def test_the_icon_is_there_as_a_drawing_and_as_pixels() -> None:
    icons = SAMPLE.parent / "icons"
    assert "<svg" in (icons / "cocite.svg").read_text(encoding="utf-8")
    header = (icons / "cocite.png").read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert int.from_bytes(header[16:20], "big") == int.from_bytes(header[20:24], "big") == 256
