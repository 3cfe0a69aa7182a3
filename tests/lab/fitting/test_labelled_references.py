"""Entries whose fields are labelled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.manuscript.references.entry_fields import Labeller
from core.manuscript.references.tokens import Word
from tools.lab.fitting.labelled_references import choose_fold, read_labelled
from tools.lab.fitting.references import key, table, true_fields


def test_a_tenth_is_held_out(data: Path) -> None:
    entries = list(read_labelled(data / "references"))
    assert len(entries) == 200
    held_out = [entry for entry in entries if entry.fold == 0]
    assert all(entry.fold == choose_fold(entry.example.text) for entry in entries)
    assert 5 < len(held_out) < 40


def test_both_forms_of_the_data_say_the_same(data: Path) -> None:
    for entry in read_labelled(data / "references"):
        truth = true_fields(entry)
        assert str(truth["title"]).startswith("on")
        assert str(truth["title"]).endswith("bythesea")
        assert isinstance(truth["year"], int)
        labels = dict(zip((w.text for w in entry.example.words), entry.example.labels, strict=True))
        assert labels["sea"] == "title"
        assert labels[str(truth["year"])] == "date"


def test_a_title_of_a_book_alone_is_a_title(tmp_path: Path) -> None:
    (tmp_path / "book.xml").write_text(
        "<dataset><sequence><author>Ander, P.</author><container-title>Handbook of clay."
        "</container-title></sequence></dataset>",
        encoding="utf-8",
    )
    (entry,) = read_labelled(tmp_path)
    assert true_fields(entry)["title"] == "handbookofclay"


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        pytest.param(
            "author:Ander, P.|title:On pots.|editor:In: Holt, R. (Hg.):|title:Clay and sand.",
            "onpots",
            id="the book it stands in is not its title",
        ),
        pytest.param(
            "author:Ander, P.|date:(1999).|title:Pots of the year|date:1850|title:and after.",
            "potsoftheyear1850andafter",
            id="a year between two halves belongs to it",
        ),
        pytest.param(
            "author:Ander, P.|title:On pots.|date:1998.|title:Suppl.", "onpots", id="a stray"
        ),
        pytest.param(
            "author:Ander, P.|title:“On pots,” in|journal:Clay", "onpots", id="in at its end"
        ),
        pytest.param("author:Ander, P.|title:О горшках //|journal:Clay", "огоршках", id="strokes"),
        pytest.param(
            "author:Ander, P.|title:« Les pots », Revue de la plage,|date:1998",
            "lespots",
            id="quotes end it",
        ),
        pytest.param(
            "author:Ander, P.|title:“Quiet pots” and loud ones|date:1998",
            "quietpotsandloudones",
            id="quotes within it do not",
        ),
        pytest.param("author:Ander, P.|title:On pots. 2nd edition.", "onpots", id="edition"),
        pytest.param(
            "author:Ander, P.|title:On pots [online].|url:www.a.example", "onpots", id="medium"
        ),
        pytest.param(
            "author:Ander, P.|journal:On pots.|location:Shore:|publisher:Shore Press",
            "onpots",
            id="a journal with a publisher is a book",
        ),
        pytest.param("author:Ander, P.|journal:J. Clay|volume:3|pages:7", "", id="none printed"),
        pytest.param(
            "author:Ander, P.|title:&lt;italic&gt;On pots.&lt;/italic&gt;", "onpots", id="markup"
        ),
    ],
)
def test_a_title_is_what_a_person_would_quote(tmp_path: Path, parts: str, title: str) -> None:
    pieces = [part.partition(":")[::2] for part in parts.split("|")]
    sequence = "".join(f"<{tag}>{text}</{tag}>" for tag, text in pieces)
    (tmp_path / "one.xml").write_text(
        f"<dataset><sequence>{sequence}</sequence></dataset>", encoding="utf-8"
    )
    (entry,) = read_labelled(tmp_path)
    assert true_fields(entry)["title"] == title
    words = zip(entry.example.words, entry.example.labels, strict=True)
    assert key("".join(word.text for word, label in words if label == "title")) == title


def test_authors_are_those_named_first(tmp_path: Path) -> None:
    (tmp_path / "one.xml").write_text(
        "<dataset><sequence><author>Ander, P.</author><title>On pots.</title>"
        "<author>Holt, R.</author></sequence></dataset>",
        encoding="utf-8",
    )
    (entry,) = read_labelled(tmp_path)
    assert true_fields(entry)["families"] == ("ander",)


class Always(Labeller):
    """Gives every word the same label."""

    def __init__(self, name: str) -> None:
        self._name = name

    def label(self, entry: str, words: Sequence[Word]) -> list[str]:  # noqa: ARG002 - as asked of the real one
        return [self._name for _ in words]


def test_figures_count_whole_fields_and_single_words(data: Path) -> None:
    (entry, *_) = read_labelled(data / "references")
    lines = list(table([entry], Always("title")))
    count, right = len(entry.example.words), entry.example.labels.count("title")
    whole = next(line for line in lines if line.split()[:2] == ["title", "P"])
    single = next(line for line in lines if line.split()[:3] == ["title", "words", "P"])
    assert "P 0.000" in whole
    assert f"P {right / count:.3f}  R 1.000" in single
