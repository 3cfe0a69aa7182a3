from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from click.testing import CliRunner

from core.manuscript.references.entry_fields import LabelledEntry, Labeller, cut_entry
from core.manuscript.references.tokens import Word
from tools.lab.fitting.labelled_references import choose_fold, read_labelled
from tools.lab.fitting.reference_styles import rendered
from tools.lab.fitting.references import f1, key, main, table, true_fields

FAMILIES = ("Ander", "Holt", "Corso", "Tamm", "Oyen", "Dahl", "Renn", "Lund", "Brandvik", "Berg")
THINGS = ("pots", "clay", "frost", "beaches", "votes", "sieves", "winters", "shores", "ice", "wind")
VENUES = ("Journal of Clay", "Annals of Frost", "Shore Letters", "Review of Winters")


def invented(count: int) -> list[dict[str, str]]:
    chance = random.Random(7)
    entries = []
    for _ in range(count):
        one, other = chance.sample(FAMILIES, 2)
        entries.append(
            {
                "author": f"{one}, {one[1].upper()}. and {other}, {other[1].upper()}.",
                "date": f"({chance.randint(1950, 2020)}).",
                "title": f"On {' and '.join(chance.sample(THINGS, 3))} by the sea.",
                "journal": f"{chance.choice(VENUES)},",
                "volume": f"{chance.randint(1, 40)},",
                "pages": f"{chance.randint(1, 400)}–{chance.randint(401, 900)}.",
            }
        )
    return entries


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of labelled references in both forms, all of one style."""
    folder = tmp_path / "data" / "references"
    folder.mkdir(parents=True)
    entries = invented(200)
    sequences = "".join(
        "<sequence>" + "".join(f"<{n}>{escape(t)}</{n}>" for n, t in entry.items()) + "</sequence>"
        for entry in entries[:120]
    )
    (folder / "some.xml").write_text(f"<dataset>{sequences}</dataset>", encoding="utf-8")
    with gzip.open(folder / "more.jsonl.gz", "wt", encoding="utf-8") as file:
        for entry in entries[120:]:
            record = {
                "text": " ".join(entry.values()),
                "authors": entry["author"].rstrip("."),
                "title": entry["title"].rstrip("."),
                "year": int(entry["date"][1:5]),
                "venue": entry["journal"].rstrip(","),
                "doi": "",
            }
            file.write(json.dumps(record) + "\n")
    return folder.parent


def test_training_writes_weights_that_read_entries_it_has_not_seen(
    data: Path, tmp_path: Path
) -> None:
    target = tmp_path / "weights"
    result = CliRunner().invoke(main, [str(data), "--target", str(target)], catch_exceptions=False)
    assert result.exit_code == 0
    assert "title        P 1.000  R 1.000" in result.output
    text = "Lund, U. and Dahl, A. (1977). On ice and clay by the sea. Annals of Frost, 3, 7–9."
    found = cut_entry(text, Labeller(target.read_bytes()))
    assert found["title"] == "On ice and clay by the sea"
    assert found["venue"] == "Annals of Frost"


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


def test_made_up_entries_sometimes_have_the_name_of_a_system_for_a_title() -> None:
    record = {
        "title": "Potfinder: Finding pots by the sea",
        "authors": ["Petra Ander"],
        "year": 2011,
        "venue": "Meeting on Clay",
    }
    titles = [text_of(example, "title") for example in rendered([record] * 60, seed=3)]
    assert 3 < titles.count("Potfinder") < 40


def test_made_up_entries_label_what_their_record_says() -> None:
    record = {
        "title": "What a pot hears by the sea",
        "authors": ["Petra Ander", "Rolf Holt"],
        "year": 2011,
        "venue": "Proceedings of the Meeting on Clay",
    }
    examples = list(rendered([record] * 60, seed=3))
    assert len({example.text for example in examples}) > 20
    titles = [text_of(example, "title").casefold() for example in examples]
    assert titles.count("what a pot hears by the sea") > 40
    assert sum("Ander" in text_of(example, "author") for example in examples) > 40
    for example in examples:
        assert all(example.labels)
        assert "2011" in text_of(example, "date")


def test_f1_counts_what_is_found_true_and_right() -> None:
    precision, recall, score = f1([("a", "a"), ("b", "c"), ("", "d"), ("", "")])
    assert (precision, recall, score) == (0.5, pytest.approx(1 / 3), pytest.approx(0.4))


def text_of(example: LabelledEntry, name: str) -> str:
    pairs = zip(example.words, example.labels, strict=True)
    return " ".join(word.text for word, label in pairs if label == name)
