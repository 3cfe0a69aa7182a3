"""Ways to damage a PDF, each from a seeded source of chance: the same seed, the same damage.

Most damage is done to the bytes as they are; what aims at objects works best on a PDF that was
unpacked before (``unpacked``), for modern files keep their objects in compressed streams.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pymupdf

Mutation = Callable[[bytes, Random], bytes]

_OBJECT = re.compile(rb"(?<=\bobj)\b.*?(?=endobj)", re.DOTALL)
_STREAM = re.compile(rb"(?<=stream\n|tream\r\n).*?(?=endstream)", re.DOTALL)
_REFERENCE = re.compile(rb"\b\d+ 0 R\b")
_BOX = re.compile(rb"/(?:Media|Crop)Box ?\[[^\]]*\]")
_NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_XREF = re.compile(rb"\b\d{10} \d{5} n\b")
_HUGE = (b"1e38", b"-2147483649", b"99999999999999999999", b"0", b"-1", b"3.4028236e38", b".0001")
_BOXES = (b"0 0 0 0", b"0 0 0.001 0.001", b"-9e9 -9e9 9e9 9e9", b"612 792 0 0", b"0 0 1e30 10")


def unpacked(pdf: bytes) -> bytes:
    """Return the PDF with every object and every content stream in plain sight."""
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        plain: bytes = document.tobytes(expand=255, use_objstms=0, garbage=0)
        return plain


def truncated(pdf: bytes, chance: Random) -> bytes:
    """Cut the end off."""
    return pdf[: chance.randrange(len(pdf))]


def beheaded(pdf: bytes, chance: Random) -> bytes:
    """Cut some of the beginning off."""
    return pdf[chance.randrange(min(len(pdf), 2000)) :]


def flipped(pdf: bytes, chance: Random) -> bytes:
    """Replace single bytes anywhere."""
    damaged = bytearray(pdf)
    for _ in range(chance.choice((1, 5, 25, 200, 2000))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def moved(pdf: bytes, chance: Random) -> bytes:
    """Put a piece of the file over another place, or take it out."""
    size = chance.randrange(1, max(2, len(pdf) // 10))
    start, target = (chance.randrange(max(1, len(pdf) - size)) for _ in range(2))
    piece = pdf[start : start + size]
    without = pdf[:start] + pdf[start + size :]
    return chance.choice((without, pdf[:target] + piece + pdf[target:]))


def swapped(pdf: bytes, chance: Random) -> bytes:
    """Exchange the contents of two objects, some times over."""
    for _ in range(chance.randrange(1, 4)):
        objects = list(_OBJECT.finditer(pdf))
        if len(objects) < 2:
            return pdf
        one, two = sorted(chance.sample(objects, 2), key=lambda found: found.start())
        between = pdf[one.end() : two.start()]
        pdf = pdf[: one.start()] + two[0] + between + one[0] + pdf[two.end() :]
    return pdf


def damaged_streams(pdf: bytes, chance: Random) -> bytes:
    """Write nonsense into some streams, or cut them short."""
    streams = list(_STREAM.finditer(pdf))
    for found in sorted(
        chance.sample(streams, min(len(streams), chance.randrange(1, 6))),
        key=lambda each: -each.start(),
    ):
        start, end = found.span()
        if end - start < 4:
            continue
        place = chance.randrange(start, end)
        size = min(chance.randrange(1, 60), end - place)
        nonsense = chance.choice((b"", chance.randbytes(size), pdf[place : place + size] * 50))
        pdf = pdf[:place] + nonsense + pdf[place + size :]
    return pdf


def shifted_table(pdf: bytes, chance: Random) -> bytes:
    """Let the table of objects, or what leads to it, point elsewhere."""
    by = chance.choice((-17, -1, 1, 13, 4096))

    def shifted(entry: re.Match[bytes]) -> bytes:
        if chance.random() < 0.5:
            return entry[0]
        return b"%010d %s" % (max(0, int(entry[0][:10]) + by), entry[0][11:])

    damaged = _XREF.sub(shifted, pdf)
    start = damaged.rfind(b"startxref")
    if damaged == pdf and start >= 0:
        return damaged[:start] + b"startxref\n%d\n%%%%EOF\n" % chance.randrange(len(pdf))
    return damaged


def circular(pdf: bytes, chance: Random) -> bytes:
    """Let references lead to other objects, and the pages back to their own tree."""
    found = _REFERENCE.findall(pdf)
    if not found:
        return pdf
    share = chance.choice((0.01, 0.05, 0.3))
    damaged = _REFERENCE.sub(
        lambda each: chance.choice(found) if chance.random() < share else each[0], pdf
    )
    tree = re.search(rb"(\d+) 0 obj\s*<<[^>]*/Type ?/Pages\b", pdf)
    if tree and chance.random() < 0.5:
        damaged = re.sub(rb"/Kids ?\[", b"/Kids [%s 0 R " % tree[1], damaged)
    return damaged


def absurd_numbers(pdf: bytes, chance: Random) -> bytes:
    """Replace numbers by ones that no page has."""
    share = chance.choice((0.0005, 0.01, 0.1))
    return _NUMBER.sub(
        lambda each: chance.choice(_HUGE) if chance.random() < share else each[0], pdf
    )


def absurd_boxes(pdf: bytes, chance: Random) -> bytes:
    """Give pages no size, or one beyond measure, or turn them by an odd angle."""
    turn = chance.choice((b"", b" /Rotate 90", b" /Rotate 37", b" /UserUnit 1e9"))

    def another(found: re.Match[bytes]) -> bytes:
        name = found[0].partition(b"[")[0].strip()
        return name + b" [" + chance.choice(_BOXES) + b"]" + turn

    return _BOX.sub(another, pdf)


def nested(pdf: bytes, chance: Random) -> bytes:
    """Open arrays, dictionaries, states or text without end."""
    opener = chance.choice((b"[", b"<<", b"(", b"<< /A ", b"q ", b"BT ", b"/P <</MCID 0>> BDC "))
    depth = chance.choice((50, 1000, 50_000))
    places = [found.end() for found in re.finditer(rb"\bobj\b|stream\r?\n|\[", pdf)] or [0]
    place = chance.choice(places)
    return pdf[:place] + opener * depth + pdf[place:]


MUTATIONS: tuple[Mutation, ...] = (
    truncated,
    beheaded,
    flipped,
    moved,
    swapped,
    damaged_streams,
    shifted_table,
    circular,
    absurd_numbers,
    absurd_boxes,
    nested,
)


def mutated(pdf: bytes, plain: bytes, chance: Random) -> tuple[str, bytes]:
    """Return the PDF damaged in a way chosen by chance, and the name of it.

    ``plain`` is the same PDF ``unpacked``; either is damaged, now and then in two ways.
    """
    mutation = chance.choice(MUTATIONS)
    source = chance.choice((pdf, plain))
    damaged = mutation(source, chance)
    if damaged and chance.random() < 0.15:
        damaged = chance.choice(MUTATIONS)(damaged, chance)
    return mutation.__name__, damaged
