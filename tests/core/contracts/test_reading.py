"""One contract for whatever reads files: here, or in a child process that is guarded."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EngineError, FormatError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import Manuscript
from core.formats.entries import Entry
from core.formats.registry import get_format, parsed
from core.library.imports.importing import read_entries
from core.library.library import Library
from core.manuscript import sources
from core.manuscript.reader import GuardedReader
from tests.core.manuscript import prose
from tests.rich_library import records

# --- manuscripts ----------------------------------------------------------------------------------

LATEX = r"""\documentclass{article}\title{Zeta — größer}\begin{document}
\section{Shores}Tides rise \cite{a}. Naïve walkers wait.
\begin{thebibliography}{1}\bibitem{a} A. Ilves. Tides. 2001.\end{thebibliography}
\end{document}"""
Read = Callable[[Path], Manuscript]


@pytest.fixture(scope="module")
def guarded() -> Iterator[GuardedReader]:
    with GuardedReader(max_pages=50) as reader:
        yield reader


@pytest.fixture(params=["here", "in a child"])
def read(request: pytest.FixtureRequest, guarded: GuardedReader) -> Read:
    if request.param == "here":
        return lambda path: sources.read_manuscript(path, max_pages=50)
    return guarded.read_manuscript


@pytest.fixture
def files(two_column_file: Path, tmp_path: Path) -> dict[str, Path]:
    """Every kind of file that is read, and every way in which one may be bad."""
    good = two_column_file.read_bytes()
    contents = {
        "größe — 模型 🙂.pdf": good,
        "paper.tex": LATEX.encode(),
        "empty.pdf": b"",
        "cut.pdf": good[: len(good) // 2],
        "text.pdf": b"Dear reader,\n" * 50,
        "noise.docx": b"PK\x03\x04" + bytes(range(256)) * 9,
        "empty.tex": b"",
    }
    found = {name: tmp_path / name for name in contents}
    for name, content in contents.items():
        found[name].write_bytes(content)
    return found | {"none.pdf": tmp_path / "none.pdf", "none.tex": tmp_path / "none.tex"}


def outcome(read: Read, path: Path) -> object:
    """Return what was read, or the failure as a person is told it."""
    try:
        return replace(read(path), seconds=0.0)
    except EngineError as error:
        return type(error), str(error), error.remedy


def test_a_child_reads_and_refuses_in_the_same_words(
    guarded: GuardedReader, files: dict[str, Path]
) -> None:
    for name, path in files.items():
        here = outcome(lambda path: sources.read_manuscript(path, max_pages=50), path)
        assert outcome(guarded.read_manuscript, path) == here, name


def test_what_is_read_belongs_to_whoever_asked(read: Read, files: dict[str, Path]) -> None:
    one, other = read(files["größe — 模型 🙂.pdf"]), read(files["größe — 模型 🙂.pdf"])
    assert one.title == prose.TITLE
    assert replace(one, seconds=0) == replace(other, seconds=0)
    assert isinstance(one.sentences, tuple)
    assert isinstance(one.sentences[0].rects, tuple)
    assert hash(one.sentences[0]) == hash(other.sentences[0])


def test_many_may_be_read_at_the_same_time(read: Read, files: dict[str, Path]) -> None:
    names = ["größe — 模型 🙂.pdf", "paper.tex", "cut.pdf"] * 3
    expected = {name: outcome(read, files[name]) for name in names}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda name: outcome(read, files[name]), names))
    assert found == [expected[name] for name in names]


def test_a_guarded_reader_may_be_closed_twice_and_reads_nothing_then(
    files: dict[str, Path],
) -> None:
    reader = GuardedReader()
    reader.close()
    reader.close()
    for ask in (reader.start, lambda: reader.read_manuscript(files["paper.tex"])):
        with pytest.raises(ValueError, match="closed"):
            ask()


# --- reference files ------------------------------------------------------------------------------

Entries = Callable[[str, Path], Iterator[Entry]]
PARSERS: dict[str, Entries] = {
    "here": lambda kind, path: get_format(kind).read_entries(path),
    "in a child": lambda kind, path: read_entries(kind, path, SilentJob()),
}
ENDNOTE = "%0 Journal Article\n%T Größe 模型 🙂\n%A Zoë Ångström\n%D 1999\n\n"
NBIB = "PMID- 12\nTI  - Größe und naïve\nAU  - Smith A\nDP  - 1999\n\n"
XML = (
    "<xml><records><record><ref-type>17</ref-type><titles><title>Größe 🙂</title></titles>"
    "<dates><year>1999</year></dates></record></records></xml>"
)
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:bib="http://purl.org/net/biblio#"><bib:Article rdf:about="#a">'
    "<z:itemType>journalArticle</z:itemType><dc:title>Größe 🙂</dc:title></bib:Article></rdf:RDF>"
)


SAMPLES = {
    "pubmed-xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><Article>"
    "<ArticleTitle>Größe 🙂</ArticleTitle></Article></MedlineCitation></PubmedArticle>"
    "</PubmedArticleSet>",
    "wos": "FN X\nVR 1.0\nPT J\nAF Ångström, Zoë\nTI Größe 🙂\nPY 1999\nER\n\nEF\n",
    "crossref": '{"message-type": "work", "message": {"title": ["Größe 🙂"]}}',
    "zotero-json": '{"config": {}, "items": [{"itemType": "book", "title": "Größe 🙂"}]}',
    "cff": "cff-version: 1.2.0\ntitle: Größe\nauthors:\n  - name: Ångström\n",
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A file of each kind as text, some with hundreds of entries."""
    place = tmp_path_factory.mktemp("written")
    with Library.open(place / "library", create=True) as library:
        list(library.papers.add(records(620), source="test"))
        papers = library.papers.get_many(library.papers.numbers())
    return {
        "bibtex": get_format("bibtex").write(papers),
        "biblatex": get_format("biblatex").write(papers[:40]),
        "ris": get_format("ris").write(papers),
        "csl": get_format("csl").write(papers[:40]),
        "endnote": ENDNOTE * 3,
        "endnote-xml": XML,
        "nbib": NBIB * 3,
        "zotero-rdf": RDF,
        "pubmed-xml": SAMPLES["pubmed-xml"],
        "wos": SAMPLES["wos"],
        "crossref": SAMPLES["crossref"],
        "zotero-json": SAMPLES["zotero-json"],
        "mods": get_format("mods").write(papers[:40]),
        "hayagriva": get_format("hayagriva").write(papers[:40]),
        "cff": SAMPLES["cff"],
        "csv": get_format("csv").write(papers[:40]),
        "jsonl": '{"title": "Größe 🙂", "year": 1999}\n{"title": 5}\n',
    }


def entries(parse: Entries, kind: str, path: Path) -> object:
    """Return the entries, and the failure that came after them, if one did."""
    found: list[object] = []
    try:
        found.extend(parse(kind, path))
    except FormatError as error:
        found.append((str(error), error.remedy))
    return found


@pytest.mark.parametrize("kind", [each.name for each in parsed()])
def test_a_child_parses_every_kind_as_the_parser_itself(
    kind: str, written: dict[str, str], tmp_path: Path
) -> None:
    whole = written[kind]
    contents = {
        "whole": whole.encode(),
        "cut": whole.encode()[: len(whole.encode()) * 2 // 3],
        "empty": b"",
        "noise": bytes(range(256)) * 20,
        "of latin-1": whole.encode("latin-1", "replace"),
    }
    for name, content in contents.items():
        path = tmp_path / f"{name} größe 模型"
        path.write_bytes(content)
        found = entries(PARSERS["in a child"], kind, path)
        assert found == entries(PARSERS["here"], kind, path), name
        if name == "whole":
            assert isinstance(found, list)
            assert any(isinstance(each, Entry) and each.record for each in found)
    missing = tmp_path / "none"
    assert entries(PARSERS["in a child"], kind, missing) == entries(PARSERS["here"], kind, missing)


@pytest.mark.parametrize("way", PARSERS)
def test_whoever_stops_asking_may_ask_again(
    way: str, written: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "a.bib"
    path.write_text(written["bibtex"], "utf-8")
    first = PARSERS[way]("bibtex", path)
    assert next(first).record is not None
    first.close()  # type: ignore[attr-defined]
    assert len(list(PARSERS[way]("bibtex", path))) == 620


def test_a_stop_is_heard_between_entries(written: dict[str, str], tmp_path: Path) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    path = Path(shutil.copyfile(__file__, tmp_path / "a.bib"))
    with pytest.raises(JobCancelled):
        list(read_entries("bibtex", path, Stopped()))
