"""PDFs that no paper is: built by hand, byte by byte, each to hurt a parser in its own way."""

from __future__ import annotations

import zlib
from collections.abc import Sequence


def pdf(objects: Sequence[bytes]) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)


def stream(data: bytes, extra: bytes = b"") -> bytes:
    """Return a stream object."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), extra, data)


FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"


def one_page(content: bytes, others: Sequence[bytes] = (), resources: bytes = b"") -> bytes:
    """Return a PDF with one page; ``content`` is object 4, the font 5, ``others`` from 6."""
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> %s >> >>" % resources
    )
    return pdf([_CATALOG, _PAGES, page, content, FONT, *others])


def inflating(megabytes: int) -> bytes:
    """Return a page whose content inflates to so much, from a thousandth of it in the file."""
    packer = zlib.compressobj(9)
    chunk = b"BT /F1 9 Tf 72 700 Td (nothing much) Tj ET\n" * 24_000
    packed = b"".join(packer.compress(chunk) for _ in range(megabytes)) + packer.flush()
    return one_page(stream(packed, b"/Filter /FlateDecode"))


def doubly_inflating(megabytes: int) -> bytes:
    """Return a page of blanks packed twice: a few kilobytes for any size."""
    packer = zlib.compressobj(1)
    chunk = b" " * 1_000_000
    packed = b"".join(packer.compress(chunk) for _ in range(megabytes)) + packer.flush()
    return one_page(stream(zlib.compress(packed, 9), b"/Filter [/FlateDecode /FlateDecode]"))


def nested_forms(depth: int, fan: int) -> bytes:
    """Return a page of forms within forms: ``fan ** depth`` drawings from a few objects."""
    forms = []
    for level in range(depth):
        last = level == depth - 1
        draw = b"BT /F1 9 Tf 72 700 Td (again) Tj ET" if last else b"/X Do " * fan
        below = b"/Font << /F1 5 0 R >>" if last else b"/XObject << /X %d 0 R >>" % (7 + level)
        extra = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << %s >>" % below
        forms.append(stream(draw, extra))
    return one_page(stream(b"/X Do"), forms, b"/XObject << /X 6 0 R >>")


def many_pages(count: int) -> bytes:
    """Return a PDF with this many pages of one line."""
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(count))
    tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R "
        b"/Resources << /Font << /F1 4 0 R >> >> >>"
    )
    content = stream(b"BT /F1 9 Tf 72 700 Td (one more page) Tj ET")
    return pdf([_CATALOG, tree, content, FONT, *([page] * count)])


def image_only() -> bytes:
    """Return a page that shows a picture and no text."""
    picture = stream(
        zlib.compress(b"\x80" * 64 * 64),
        b"/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Filter /FlateDecode",
    )
    return one_page(stream(b"600 0 0 780 0 0 cm /Im Do"), [picture], b"/XObject << /Im 6 0 R >>")
