"""Damaged files: a reader raises an EngineError or accounts for what it met, nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.base.errors import EngineError
from core.formats import corpus, jsonl
from core.formats.decoding import read_text
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests.core.formats.test_zotero_rdf import ARTICLE, CHAPTER, COLLECTIONS, HEAD

TRIED = 300
"""Damaged files for each format: a number, for time says something else on each machine."""
BITS = [
    b"<",
    b">",
    b"</",
    b":",
    b"&",
    b"{",
    b"}",
    b'"',
    b"@",
    b"\\",
    b"$",
    b",",
    b"\n",
    b"\xff",
    b"\x00",
    b"#",
    b"=",
    b"[",
    b"]",
]

BIB = rb"""% Encoding: UTF-8
@string{jot = "Journal of " # {Tests}}
@preamble{"\newcommand{\x}{y}"}
@article{roe2001, author = {Roe, Ann and {Barnes and Noble} and \'Eluard, Paul},
  title = {A {BERT} $x^2$},
  journal = jot, year = 2001, month = "10~" # jan, file = {:a\:b.pdf:PDF}, keywords = {a, {b, c}}}
@inproceedings(doe2002, title = "On \"o {"}things{"}", crossref = {proc}, eprint = {1706.03762})
@comment{jabref-meta: groups:0 All;}
@proceedings{proc, title = {Proceedings},
  editor = {M. L. van der Berg and others}, date = {2002-05/2003}}
@misc{doe2002, title = {Twice}, title = {Again},
  bdsk-file-1 = {YnBsaXN0MDDRAQJccmVsYXRpdmVQYXRoVWEucGRm}}
"""
RIS = b"""TY  - JOUR
AU  - Roe, Ann
TI  - A title
  that goes on
KW  - one
two
PY  - 2001/09/01/
SP  - 1
EP  - 9
UK  - odd
ZZ  - odder
DO  - doi:10.1000/x
ER  -

TY  - CONF
T1  - Not closed
TY  - BOOK
TI  - Last
ER  -
"""
CSL = b"""[{"id": "a", "type": "article", "title": "A",
 "author": [{"family": "Roe", "given": "Ann"},
 {"literal": "Barnes and Noble"}], "issued": {"date-parts": [["2001", 4]]}, "DOI": "10.1000/x"},
{"id": "b", "title": "B", "keyword": "x, y", "number": "arXiv:1706.03762",
 "issued": {"raw": "1999"}}
]"""
JSONL = b"""{"id": "a", "title": "A", "authors": ["Ann Roe"], "year": 2001, "more": [1]}
{"id": "b", "title": "B \\ud83d\\ude00", "abstract": "c", "year": null, "doi": "10.1000/x"}
{"title": "C"}
"""
TEXTS = b"""{"id": "a", "title": "A", "sections": [{"title": "S",
 "paragraphs": [[{"text": "As in [1].",
 "cites": ["b"], "markers": [[6, 9]]}]]}], "references": [{"key": "1", "text": "B", "id": "b"}]}
""".replace(b"\n ", b" ")

ENDNOTE = b"""%0 Book\n%A Roe, Ann\n%T Roses\n%X An abstract\ngoes on\n%D 2001\n
%0 Book\n%T Tulips\n%K one\ntwo\n%R 10.1000/x\n"""
NBIB = b"PMID- 1\nTI  - Roses\n      go on\nFAU - Roe, Ann\nDP  - 2001\n\nPMID- 2\nTI  - Tulips\n"
XML = b"""<xml><records><record><titles><title><style>Roses</style></title></titles></record>
<record><ref-type name="Book">6</ref-type><titles><title>Tulips</title></titles></record>
</records></xml>"""

ZOTERO = f"{HEAD}{ARTICLE}{CHAPTER}{COLLECTIONS}</rdf:RDF>".encode()
PUBMED = (
    "<PubmedArticleSet>"
    + "".join(
        f"<PubmedArticle><MedlineCitation><PMID>{n}</PMID><Article><ArticleTitle>Tides of the bay"
        f" {n}</ArticleTitle><AuthorList><Author><LastName>Ilves</LastName><ForeName>Ada</ForeName>"
        "</Author></AuthorList></Article></MedlineCitation></PubmedArticle>"
        for n in range(3)
    )
    + "</PubmedArticleSet>"
).encode()
WOS = (
    b"FN X\nVR 1.0\n"
    + b"PT J\nAU Ilves, A\nAF Ilves, Ada\nTI Tides of the bay\nSO Shores\nPY 1999\nER\n\n" * 3
    + b"EF\n"
)
CROSSREF = (
    b'{"status": "ok", "message-type": "work", "message": {"DOI": "10.55555/x.1", "title": '
    b'["Tides"], "author": [{"family": "Ilves", "given": "Ada"}]}}'
)
BETTER_BIBTEX = (
    b'{"config": {}, "items": [{"itemType": "book", "title": "Tides", "creators": [{"lastName": '
    b'"Ilves", "creatorType": "author"}], "citationKey": "ilves"}]}'
)
MODS = (
    b'<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods ID="a"><titleInfo><title>Tides'
    b'</title></titleInfo><name type="personal"><namePart type="family">Ilves</namePart></name>'
    b"<originInfo><dateIssued>1999</dateIssued></originInfo></mods></modsCollection>"
)
TYPST = b"ilves:\n  type: article\n  title: Tides\n  author: Ilves, Ada\n  date: 1999-03\n"
CFF = (
    b"cff-version: 1.2.0\nmessage: Cite it\ntitle: Tides\nauthors:\n  - family-names: Ilves\n"
    b"    given-names: Ada\ndate-released: 1999-03-01\n"
)
CSV = b"Title,Authors,Year\nTides of the bay,Ada Ilves,1999\nSand,Bo Fenn,2001\n"
SAMPLES = {
    "pubmed-xml": PUBMED,
    "wos": WOS,
    "crossref": CROSSREF,
    "zotero-json": BETTER_BIBTEX,
    "mods": MODS,
    "hayagriva": TYPST,
    "cff": CFF,
    "csv": CSV,
    "zotero-rdf": ZOTERO,
    "endnote": ENDNOTE,
    "endnote-xml": XML,
    "nbib": NBIB,
    "bibtex": BIB,
    "ris": RIS,
    "csl": CSL,
    "jsonl": JSONL,
}


REFUSED_AS_A_WHOLE = frozenset(
    ("pubmed-xml", "crossref", "zotero-json", "mods", "hayagriva", "cff")
)
"""One document: where its JSON, YAML or XML is damaged, it is refused with the reason."""


def mutations(sample: bytes, seed: int, count: int = TRIED) -> Iterator[bytes]:
    draw = random.Random(seed)
    for _ in range(count):
        data = bytearray(sample)
        for _ in range(draw.randint(1, 6)):
            place = draw.randrange(len(data) + 1)
            match draw.randrange(5):
                case 0:
                    data[place : place + 1] = draw.choice(BITS)
                case 1:
                    data[place:place] = draw.choice(BITS) * draw.choice([1, 1, 3, 60])
                case 2:
                    del data[place : place + draw.randint(1, 40)]
                case 3:
                    data[place:place] = data[place : place + draw.randint(1, 80)]
                case _:
                    data[place : place + 1] = bytes([draw.randrange(256)])
        yield bytes(data)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_damaged_file_raises_nothing_unexpected(name: str, tmp_path: Path) -> None:
    sample, read = SAMPLES[name], get_format(name).read_entries
    path = tmp_path / "damaged"
    read_some = 0
    for data in mutations(sample, seed=20):
        path.write_bytes(data)
        read_some += bool(check_entries(read, path, data))
    least = TRIED / (30 if name in REFUSED_AS_A_WHOLE else 3)
    assert read_some > least  # XML, of which one damaged tag spoils the rest, comes to a half


def check_entries(read: Callable[[Path], Iterator[Entry]], path: Path, data: bytes) -> int:
    """Return how many records were read; each entry must be a record or a problem."""
    try:
        entries = list(read(path))
    except EngineError:
        return 0
    for entry in entries:
        assert entry.location, data
        assert (entry.record is None) == bool(entry.problem), (data, entry)
        if entry.record:
            assert entry.record.title.strip(), data
            repr(entry).encode("utf-8")  # no half surrogate may reach a database
    return sum(entry.record is not None for entry in entries)


def test_every_line_of_a_damaged_record_file_is_accounted_for(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    for data in mutations(JSONL, seed=21):
        path.write_bytes(data)
        lines = [line for line in data.split(b"\n") if line and not line.isspace()]
        assert len(list(jsonl.read(path))) == len(lines), data


def test_every_record_start_of_a_damaged_ris_file_is_accounted_for(tmp_path: Path) -> None:
    path = tmp_path / "papers.ris"
    for data in mutations(RIS, seed=22):
        path.write_bytes(data)
        starts = data.decode("utf-8", "replace").replace("\r", "\n").split("\n")
        expected = sum(line.startswith("TY  - ") for line in starts)
        assert len(list(get_format("ris").read_entries(path))) >= expected, data


def test_every_entry_start_of_a_damaged_bibtex_file_is_accounted_for(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    start = re.compile(r"^@(?!comment|string|preamble)\w+ *[{(]", re.I | re.M)
    for data in mutations(BIB, seed=24):
        path.write_bytes(data)
        assert len(list(get_format("bibtex").read_entries(path))) >= len(
            start.findall(read_text(path))
        ), data


def test_damaged_full_texts_raise_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fulltexts.jsonl"
    good = 0
    for data in mutations(TEXTS, seed=23):
        path.write_bytes(data)
        good += sum(not entry.problem for entry in corpus.read_fulltexts(path))
    assert good
