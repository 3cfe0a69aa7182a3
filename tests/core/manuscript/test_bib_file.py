"""Bibliographies beside a manuscript: entries by key and by alias."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibtex
from core.formats.entries import Entry
from core.manuscript import bib_file
from core.manuscript.bib_file import BibContents, keys_in_document, locate_bibliography
from tests.core.library.keys.aliases import BIB
from tests.core.library.keys.keyed_papers import QUAYS


def test_a_key_is_looked_up_in_a_bibliography_in_its_own_case_first(tmp_path: Path) -> None:
    document = tmp_path / "thesis.tex"
    document.write_text("\\bibliography{refs}", "utf-8")
    entries = ("@misc{quays, title={Quays one}}", "@misc{Quays, title={Quays two}}")
    paper = replace(held_paper(), title="Quays", citation_key="Quays")
    for order in (entries, entries[::-1]):
        (tmp_path / "refs.bib").write_text("\n".join(order), "utf-8")
        assert keys_in_document(document, [paper]) == ["Quays"]
    (tmp_path / "refs.bib").write_text(entries[0], "utf-8")
    assert keys_in_document(document, [paper]) == ["quays"]


def held_paper() -> Paper:
    return Paper(id="cocite:1", title="Quays", number=PaperNumber(1), ids=("cocite:1",))


def test_a_document_gets_the_key_of_its_bibliography(tmp_path: Path) -> None:
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        title=QUAYS.title,
        doi=QUAYS.doi,
        citation_key="quays18",
        extra={"ids": "other,Lind:Quays"},
    )
    document = tmp_path / "thesis.tex"
    document.write_text(r"\bibliography{refs} As \cite{a}.", "utf-8")
    assert keys_in_document(document, [paper]) == ["quays18"], "there is no bibliography"
    bib = tmp_path / "refs.bib"
    for text, key in (
        ("@article{Lind:Quays, title={Quays of the north}}", "Lind:Quays"),
        ("@article{own, title={Q.}, doi={10.55555/QUAYS.1}}", "own"),
        ("@article{typed, title={Quays of the {North} and what they are made of}}", "typed"),
        ("@article{other, title={A book on cooking}}", "quays18"),
        ("@article{other, title={Quays}, doi={10.55555/another}}", "quays18"),
    ):
        bib.write_text(text, "utf-8")
        assert keys_in_document(document, [paper]) == [key]
    assert keys_in_document(tmp_path, [paper]) == ["quays18"]
    assert keys_in_document(tmp_path / "gone.tex", [paper]) == ["quays18"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tex", "\\bibliography{birds,sand}"),
        ("a.tex", "\\addbibresource{birds.bib}\n\\addbibresource{sand.bib}"),
        ("a.md", "---\nbibliography: [birds.bib, sand.bib]\n---\nSand."),
        ("a.md", "---\nbibliography:\n- birds.bib\n- sand.bib\n---\nSand."),
        ("a.typ", '#bibliography(("birds.bib", "sand.bib"))'),
        ("a.org", "#+bibliography: birds.bib\n#+bibliography: sand.bib"),
        ("a.rst", ".. bibliography:: birds.bib sand.bib"),
    ],
)
def test_all_bibliographies_that_a_document_names_are_read(
    name: str, text: str, tmp_path: Path
) -> None:
    document = tmp_path / name
    document.write_text(text, "utf-8")
    (tmp_path / "birds.bib").write_text("@misc{birds, title={Birds}}", "utf-8")
    (tmp_path / "sand.bib").write_text(
        "@misc{mine, title={Quays}}\n@misc{birds, title={X}}", "utf-8"
    )
    bird = replace(held_paper(), title="Birds")
    assert keys_in_document(document, [held_paper(), bird]) == ["mine", "birds"]
    (tmp_path / "birds.bib").unlink()
    assert keys_in_document(document, [held_paper(), bird]) == ["mine", ""]


def test_of_unnamed_bibliographies_the_one_is_taken_whose_keys_are_cited(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    (tmp_path / "birds.bib").write_text("@misc{birds, title={Birds}}", "utf-8")
    (tmp_path / "sand.bib").write_text("@misc{mine, title={Quays}}", "utf-8")
    document.write_text("It is wet [see @mine, p. 3].", "utf-8")
    assert locate_bibliography(document) == tmp_path / "sand.bib"
    assert keys_in_document(document, [held_paper()]) == ["mine"]
    document.write_text("It is wet @other.", "utf-8")
    assert locate_bibliography(document) == tmp_path / "references.bib"
    assert keys_in_document(document, [held_paper()]) == [""]
    (tmp_path / "birds.bib").unlink()
    assert locate_bibliography(document) == tmp_path / "sand.bib"


def test_a_file_of_a_project_is_asked_by_alias() -> None:
    contents = BibContents.of(BIB, "refs.bib")
    assert contents.entries["reed2010"] is contents.entries["marsh2011"]
    assert contents.entry_line("fen-old") == contents.entry_line("fen2012")
    assert (
        contents.find_key(PaperRecord(title="Reeds by night, again"), ["reed2010"]) == "marsh2011"
    )
    assert contents.free_key("reed2010") == "reed2010a"


SHARED = r"""
  @article{indented, title={Stones by the sea}, year={1999}}

@preamble{ "\newcommand{\bog}{peat bog}" }
@string{jm = "Journal of Moors"}
@STRING{ser = jm # " Series"}
@comment{nothing to cite}
@string(late = {Late Moors})

@inproceedings{child, title={Moors at {\bog} level}, author={Roe, Ann}, crossref={Meeting}}
@article{macro, title={Heather}, journal=jm, year=2001, month=jan}
@article{series, title={Gorse}, journal = {Moors: } # ser, doi={10.55555/gorse}}
@book{lent, title={Fens}, xdata={press}, author={xdata=people-author-2}}
@incollection{aliased, title={Mires}, crossref={gathering}}
@article{other, title={Reeds}, ids={Child, reed}, note={of the year # jm}}
@xdata{press, publisher={Moor Press}, location={Leeds}}
@xdata{people, author={Roe, Ann and Lind, Bo}}
@proceedings{meeting, title={Meeting on Moors}, year={2003}, publisher=late}
@collection{book, ids={gathering}, title={Gathered Waters}, editor={Lind, Bo}, crossref=""}
@article{Child, title={Another child}, journal=later}
@string{later = "Defined too late"}
"""


def fill_up(text: str) -> str:
    """Return a file with so many entries that each is read by itself."""
    return text + "\n".join(f"@misc{{e{n}, title={{Entry {n} of many}}}}" for n in range(40))


def test_entries_read_one_by_one_are_those_of_the_whole_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = fill_up(SHARED)
    parts = BibContents.of(text, "refs.bib")
    monkeypatch.setattr(bib_file, "_FEW_ENTRIES", 1_000)
    whole = BibContents.of(text, "refs.bib")
    assert list(parts.entries) == list(whole.entries)
    assert parts == whole
    assert parts.entries["child"].record.venue == "Meeting on Moors", "its parent is behind it"
    assert parts.entries["lent"].record.authors == ("Bo Lind",)
    assert parts.entries["Child"].record.title == "Another child", "a key comes before an alias"
    assert parts.entries["reed"].key == "other"


@pytest.mark.parametrize(
    "entry",
    [
        "@string{mf = {Moors}} @article{heath, title={Heath}, journal=jf}",
        "@string{mf = {Moors}}\n  @article{heath, title={Heath}, journal=jf}",
        "@article(heath, title={Heath}, journal=jf)",
    ],
    ids=["on the line of a macro", "indented below it", "in parentheses"],
)
def test_an_entry_is_read_with_its_macro_wherever_it_begins(entry: str) -> None:
    contents = BibContents.of(fill_up(f"@string{{jf = {{Journal of Fens}}}}\n{entry}\n"), "b.bib")
    assert contents.entries["heath"].record.venue == "Journal of Fens"


@pytest.mark.parametrize(
    "broken", ["@misc{open, title={Never closed\n", "@misc{early, title={T}}}\n"]
)
def test_a_brace_that_is_missing_costs_one_entry(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = fill_up(SHARED.replace("@book", f"{broken}@book"))
    parts = BibContents.of(text, "refs.bib")
    monkeypatch.setattr(bib_file, "_FEW_ENTRIES", 1_000)
    assert parts == BibContents.of(text, "refs.bib")
    assert parts.entries["lent"].record.title == "Fens"


def test_a_key_typed_reads_the_entries_that_it_changes_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    parse = bibtex.parse

    def note(text: str, name: str) -> Iterator[Entry]:
        read.append(text)
        return parse(text, name)

    text = fill_up(SHARED).replace("Heather", "Heather on slopes")
    BibContents.of(text, "refs.bib")
    monkeypatch.setattr(bibtex, "parse", note)
    BibContents.of(text.replace("Heather on", "Heathers on"), "refs.bib")
    assert [text.count("@article") for text in read] == [1]
    read.clear()
    BibContents.of(text.replace("Journal of Moors", "Journal of Moor"), "refs.bib")
    assert sorted(text.rpartition("@article")[2][:7] for text in read) == [
        *("{macro,", "{other,", "{series"),
    ], "those with its name"
    read.clear()
    BibContents.of(text.replace("Meeting on", "Meetings on"), "refs.bib")
    assert len(read) == 2, "the entry itself and the one that takes its title"


def test_a_long_chain_of_parents_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = bibtex.parse

    def note(text: str, name: str) -> Iterator[Entry]:
        read.append(text)
        return parse(text, name)

    monkeypatch.setattr(bibtex, "parse", note)
    chain = "\n".join(
        f"@misc{{c{n}, title={{Link {n}}}, crossref={{c{n + 1}}}}}" for n in range(200)
    )
    assert len(BibContents.of(chain, "refs.bib").entries) == 200
    assert read == [chain]
