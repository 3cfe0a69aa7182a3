"""Bibliographies beside a manuscript: entries by key and by alias."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.base.records import Paper, PaperNumber, PaperRecord
from core.manuscript.bib_file import BibContents, keys_in_document
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


def test_a_file_of_a_project_is_asked_by_alias() -> None:
    contents = BibContents.of(BIB, "refs.bib")
    assert contents.entries["reed2010"] is contents.entries["marsh2011"]
    assert contents.entry_line("fen-old") == contents.entry_line("fen2012")
    assert (
        contents.find_key(PaperRecord(title="Reeds by night, again"), ["reed2010"]) == "marsh2011"
    )
    assert contents.free_key("reed2010") == "reed2010a"
