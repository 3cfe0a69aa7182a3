"""Files of every kind that is read, and damage to them: the same seed, the same damage.

The whole files are made by the tests of each kind; a folder of real files may be given beside them.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from lxml import etree

from core.formats import detect
from core.formats.registry import parsed
from core.manuscript.sources import KINDS, detect_kind
from tests.core.formats.test_fuzz import SAMPLES, mutations
from tests.core.manuscript import mutations as of_pdf
from tests.core.manuscript import (
    prose,
    typesetting,
    word_files,
)
from tests.core.manuscript.latex import test_zipped
from tests.core.manuscript.markup import test_converted, test_markdown, test_web_page
from tests.core.manuscript.odt import test_document
from tests.core.manuscript.word.test_package import damaged as with_changed_trees

TEX = test_zipped.tex(
    r"\title{Zeta}\newcommand{\x}[1]{#1} \section{Shores} Tides \x{rise} \cite{a,b}. $x^2$ holds."
    r"\begin{thebibliography}{1}\bibitem{a} A. Ilves. Tides. 2001.\end{thebibliography}"
)
RTF = rb"{\rtf1\ansi Birds sing (Oak, 2019).\par References\par Oak, A. (2019). Birds.\par}"
ENDINGS = {kind.name: kind.suffixes[0] for kind in KINDS}
PACKED = ("odt", "word", "zip")


class Whole(NamedTuple):
    """A file before it is damaged: of a format of references, or of a kind of manuscript."""

    kind: str
    name: str
    content: bytes


def references() -> list[Whole]:
    """Return a file of each format whose entries are read."""
    samples = {"biblatex": SAMPLES["bibtex"], **SAMPLES}
    return [Whole(each.name, f"a{each.endings[0]}", samples[each.name]) for each in parsed()]


def manuscripts(folder: Path) -> list[Whole]:
    """Return a file of each kind of manuscript; ``folder`` is where they are made."""
    document = word_files.started()
    document.add_heading("Introduction", 1)
    cited = word_files.zotero("(Oak, 2019; Elm, 2021)", word_files.OAK, word_files.ELM)
    word_files.add(document, word_files.run("Birds sing "), cited, word_files.run("."))
    document.add_paragraph("Water does.", style="List Number")
    mark = test_document.mark("ZOTERO_ITEM CSL_CITATION {}", "(Oak, 2010)")
    press = typesetting.Press(folder / "a.pdf", ((54.0, 296.0), (316.0, 558.0)))
    press.add(prose.TITLE, typesetting.HEADING)
    press.add(" ".join(prose.INTRODUCTION), typesetting.TEXT)
    press.add("References", typesetting.HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, typesetting.ENTRY)
    made = {
        "pdf": press.save().read_bytes(),
        "word": word_files.saved(document, folder).read_bytes(),
        "odt": test_document.odt(
            folder, f"<text:h>Sand</text:h><text:p>Sand moves {mark}.</text:p>"
        ).read_bytes(),
        "zip": test_zipped.archive_of(
            folder, {"main.tex": TEX + "\\input{b}", "b.tex": "More \\cite{a}."}
        ).read_bytes(),
        "latex": TEX.encode(),
        "markdown": test_markdown.MARKDOWN.encode(),
        "typst": test_markdown.TYPST.encode(),
        "converted": test_converted.LYX.encode(),
        "rtf": RTF,
        "html": test_web_page.PAGE.encode(),
    }
    endings = ENDINGS | {"converted": ".lyx"}
    return [Whole(kind.name, f"a{endings[kind.name]}", made[kind.name]) for kind in KINDS]


def found(folder: Path, most_bytes: int = 3_000_000) -> tuple[list[Whole], list[Whole]]:
    """Return the reference files and the manuscripts in a folder, but for the large ones."""
    cited, written = [], []
    endings = {suffix for kind in KINDS for suffix in kind.suffixes}
    names = {each.name for each in parsed()}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > most_bytes:
            continue
        if path.suffix.lower() in endings:
            written.append(Whole(detect_kind(path), path.name, path.read_bytes()))
        elif (kind := detect.detect_kind(path)) in names:
            cited.append(Whole(str(kind), path.name, path.read_bytes()))
    return cited, written


def damaged(whole: Whole, chance: Random) -> bytes:
    """Return the file damaged in a way that its kind can be damaged in."""
    if whole.kind == "pdf":
        plain = whole.content
        with suppress(Exception):  # real files may be encrypted; damage them as they are
            plain = of_pdf.unpacked(plain)
        return of_pdf.mutated(whole.content, plain, chance)[1]
    if whole.kind in PACKED and chance.random() < 0.85:
        with suppress(etree.XMLSyntaxError, IndexError, zipfile.BadZipFile):
            if whole.kind != "zip" and chance.random() < 0.6:
                return with_changed_trees(whole.content, chance)
            return with_damaged_part(whole.content, chance)
    return of_text(whole.content, chance)


def of_text(content: bytes, chance: Random) -> bytes:
    """Damage bytes of a file as they lie there."""
    return next(mutations(content, chance.randrange(2**32), 1))


def with_damaged_part(package: bytes, chance: Random) -> bytes:
    """Damage the bytes of a part before it is packed, so that the archive itself is whole."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        names = source.namelist()
        hit = chance.choice([each for each in names if each.endswith((".xml", ".rels", ".tex"))])
        for name in names:
            data = source.read(name)
            target.writestr(name, of_text(data, chance) if name == hit else data)
    return made.getvalue()


def endlessly(wholes: list[Whole], seed: int) -> Iterator[tuple[Whole, bytes]]:
    """Yield damaged files: of each kind as many, of whole files drawn by chance."""
    kinds = sorted({each.kind for each in wholes})
    number = 0
    while True:
        kind = kinds[number % len(kinds)]
        chance = Random(f"{seed}/{number}")
        whole = chance.choice([each for each in wholes if each.kind == kind])
        yield whole, damaged(whole, chance)
        number += 1
