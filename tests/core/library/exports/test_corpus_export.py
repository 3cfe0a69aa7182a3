"""A library written as a training corpus."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import DiskFullError, LibraryError, UsageError
from core.base.jobs import JobCancelled
from core.base.records import (
    CitingContext,
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    PaperRecord,
    Reference,
    Section,
    Sentence,
    Verdict,
)
from core.formats.corpus import read_edges, read_fulltexts
from core.formats.jsonl import read as read_records
from core.library.exports.corpus_export import export_corpus
from core.library.imports.importing import import_sources
from core.library.library import Library
from tests.tiny_corpus import make_tiny_corpus

OLIVES = PaperRecord(id="g:olives", title="The taste of olives", abstract="Bitter.", year=2001)
TULIPS = PaperRecord(id="g:tulips", title="A census of garden tulips", doi="10.5555/t")
SURVEY = PaperRecord(title="A survey of gardens", abstract="Gardens are old.")

TEXT = Manuscript(
    title="As read from the file",
    sections=(Section("1", "Walks", 1), Section("2", "Soils", 1)),
    sentences=(
        Sentence(0, None, 0, "Gardens are old \ud835.", (), paragraph=0),
        Sentence(
            1,
            0,
            0,
            "Olives [1] stand beside tulips [2, 3], and olives [1] again.",
            (),
            (
                Marker(7, 10, "[1]", (0,)),
                Marker(31, 37, "[2, 3]", (1, 2)),
                Marker(50, 53, "[1]", (0,)),
            ),
            paragraph=1,
        ),
        Sentence(2, 0, 1, "Both want a chalky ground.", (), paragraph=1),
        Sentence(3, 0, 1, "So did we [4].", (), (Marker(10, 13, "[4]", (3,)),), paragraph=2),
    ),
    references=(
        Reference(index=0, label="1", text="E. Lind. The taste of olives."),
        Reference(index=1, label="2", text="A. Smith. A census."),
        Reference(index=2, label="3", text="A lost report."),
        Reference(index=3, label="4", text="Ourselves. A survey of gardens."),
    ),
)


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    numbers = [outcome.number for outcome in library.papers.add(records, source="test")]
    assert None not in numbers
    return numbers  # type: ignore[return-value]


@pytest.fixture
def garden(library: Library, tmp_path: Path) -> tuple[Library, PaperNumber]:
    """A library with a full text that was read from a file, and the number of its paper."""
    olives, tulips, survey = add(library, OLIVES, TULIPS, SURVEY)
    path = tmp_path / "survey.pdf"
    path.write_bytes(b"%PDF-1.7")
    sha256 = hashlib.sha256(b"survey").hexdigest()
    library.papers.attach_file(survey, path, sha256)
    links = {0: Link(olives, 1.0), 1: Link(tulips, 0.9), 3: Link(survey, 1.0)}
    library.fulltexts.store(sha256, TEXT, links, settled=True)
    return library, survey


def records(folder: Path) -> dict[str, PaperRecord]:
    entries = read_records(folder / "papers.jsonl.gz")
    return {entry.record.id: entry.record for entry in entries if entry.record is not None}


def texts(folder: Path) -> dict[str, Any]:
    return {entry.id: entry for entry in read_fulltexts(folder / "fulltexts.jsonl.gz")}


def edges(folder: Path) -> set[object]:
    return set(read_edges(folder / "edges.tsv.gz"))


def splits(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((folder / "splits.json").read_text(encoding="utf-8"))
    return found


def test_a_full_text_that_was_read_is_written_whole(
    garden: tuple[Library, PaperNumber], tmp_path: Path
) -> None:
    library, survey = garden
    report = export_corpus(library, tmp_path / "out")
    [text] = texts(tmp_path / "out").values()
    assert (text.title, text.abstract) == (SURVEY.title, SURVEY.abstract)
    assert text.problem == ""
    assert [section.title for section in text.sections] == ["", "Walks"]
    [[first]], [[citing, ground], [last]] = [section.paragraphs for section in text.sections]
    assert (first.text, first.cites, first.markers) == ("Gardens are old ?.", (), ())
    assert citing.cites == ("g:olives", "g:tulips")
    assert [citing.text[start:end] for start, end in citing.markers] == ["[1]", "[2, 3]", "[1]"]
    assert ground.text == "Both want a chalky ground."
    assert (last.cites, last.markers) == ((), ((10, 13),))
    own = text.id
    assert [(each.key, each.id) for each in text.references] == [
        ("1", "g:olives"),
        ("2", "g:tulips"),
        ("3", ""),
        ("4", own),
    ]
    assert edges(tmp_path / "out") == {(own, "g:olives"), (own, "g:tulips")}
    counted = (report.papers, report.with_abstract, report.fulltexts, report.contexts)
    assert (*counted, report.citations) == (3, 2, 1, 1, 2)
    assert library.citations.count_citations(survey).contexts == report.contexts


def test_records_are_written_as_the_library_has_them(library: Library, tmp_path: Path) -> None:
    record = PaperRecord(
        id="x:1",
        title="Täglich 🐟",
        abstract="Alles.",
        authors=("Ada Byron", "Grace Hopper"),
        year=1999,
        venue="Notes",
        doi="10.5555/x",
        url="https://example.org/x",
        keywords=("fish", "daily"),
    )
    add(library, record)
    export_corpus(library, tmp_path / "out")
    assert records(tmp_path / "out") == {"x:1": record}


def test_the_trash_is_left_out(garden: tuple[Library, PaperNumber], tmp_path: Path) -> None:
    library, survey = garden
    olives = library.papers.resolve("g:olives")
    assert olives is not None
    library.papers.trash([olives])
    export_corpus(library, tmp_path / "cited")
    assert "g:olives" not in records(tmp_path / "cited")
    [text] = texts(tmp_path / "cited").values()
    assert text.sections[1].paragraphs[0][0].cites == ("g:tulips",)
    assert text.references[0].id == ""
    assert {cited for _, cited in edges(tmp_path / "cited")} == {"g:tulips"}  # type: ignore[misc]
    library.papers.trash([survey])
    report = export_corpus(library, tmp_path / "citing")
    assert (report.papers, report.fulltexts, report.citations) == (1, 0, 0)
    assert texts(tmp_path / "citing") == {}


def test_an_id_means_the_same_paper_in_another_library(
    garden: tuple[Library, PaperNumber], tmp_path: Path
) -> None:
    library, _ = garden
    export_corpus(library, tmp_path / "out")
    with Library.open(tmp_path / "other", create=True) as other:
        add(other, *(PaperRecord(title=f"Paper {at} of another") for at in range(9)))
        import_sources(other, [tmp_path / "out"], parser=None)
        found = {
            other.papers.get(cited).title
            for number in other.papers.numbers()
            if other.papers.get(number).title == SURVEY.title
            for cited in other.citations.cites(number)
        }
        assert found == {OLIVES.title, TULIPS.title}
        assert other.citations.counts().citations == 2


def test_what_a_corpus_brought_goes_back_into_a_corpus(library: Library, tmp_path: Path) -> None:
    import_sources(library, [make_tiny_corpus(tmp_path / "tiny")], parser=None)
    first = export_corpus(library, tmp_path / "first")
    with Library.open(tmp_path / "second-library", create=True) as second:
        report = import_sources(second, [tmp_path / "first"], parser=None)
        assert (report.added, len(report.refused), report.unknown) == (first.papers, 0, 0)
        assert second.citations.counts() == library.citations.counts()
        for number in library.papers.numbers():
            paper_id = library.papers.get(number).id
            twin = second.papers.resolve(paper_id)
            assert twin is not None
            assert _told(second, twin) == _told(library, number)
        again = export_corpus(second, tmp_path / "again")
    assert again == first
    for path in (tmp_path / "first").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def _told(library: Library, number: PaperNumber) -> list[tuple[object, ...]]:
    ids = library.papers.ids(library.papers.numbers())
    return sorted(
        (
            *(ids[each.citing or number], each.section, each.before, each.text, each.after),
            *(each.markers, sorted(ids[paper] for paper in each.cited)),
        )
        for each in library.citations.contexts_citing(number, 1_000)
    )


CONTEXTS: dict[str, tuple[list[tuple[str, str, str]], list[str]]] = {
    "alone": ([("", "A.", "")], ["A."]),
    "side by side": ([("", "A.", "B."), ("A.", "B.", "")], ["A.", "B."]),
    "one between": ([("", "A.", "b."), ("b.", "C.", "d.")], ["A.", "b.", "C.", "d."]),
    "two between": ([("", "A.", "b."), ("c.", "D.", "")], ["A.", "b.", "c.", "D."]),
    "far apart": ([("a.", "B.", ""), ("y.", "Z.", "")], ["a.", "B.", "y.", "Z."]),
}


@pytest.mark.parametrize("name", CONTEXTS)
def test_sentences_beside_citing_ones_are_written_once(
    library: Library, tmp_path: Path, name: str
) -> None:
    told, expected = CONTEXTS[name]
    olives, survey = add(library, OLIVES, SURVEY)
    contexts = [
        CitingContext(text=text, before=before, after=after, cited=(olives,), section="S")
        for before, text, after in told
    ]
    library.citations.add_contexts(survey, contexts)
    export_corpus(library, tmp_path / "out")
    [text] = texts(tmp_path / "out").values()
    [[sentences]] = [section.paragraphs for section in text.sections]
    assert [sentence.text for sentence in sentences] == expected
    citing = [sentence.text for sentence in sentences if sentence.cites]
    assert citing == [text for _, text, _ in told]


def test_some_citing_papers_are_held_out_for_good(library: Library, tmp_path: Path) -> None:
    [olives] = add(library, OLIVES)
    cite = [CitingContext(text="Olives.", cited=(olives,))]

    def survey(start: int, end: int) -> None:
        made = [PaperRecord(id=f"s:{at}", title=f"Survey {at}") for at in range(start, end)]
        for number in add(library, *made):
            library.citations.add_contexts(number, cite)

    survey(0, 100)
    export_corpus(library, tmp_path / "few")
    survey(100, 200)
    export_corpus(library, tmp_path / "many")
    few, many = splits(tmp_path / "few"), splits(tmp_path / "many")
    assert len(few["train"]) + len(few["dev"]) == 100
    assert 1 <= len(few["dev"]) <= 12
    assert 4 <= len(many["dev"]) <= 20
    assert set(few["dev"]) == set(many["dev"]) & {f"s:{at}" for at in range(100)}
    assert few["test"] == []


def test_an_empty_library_is_an_empty_corpus(library: Library, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    report = export_corpus(library, tmp_path / "out")
    assert report.papers == 0
    assert splits(tmp_path / "out") == {"train": [], "dev": [], "test": []}


def test_what_lies_there_already_is_not_touched(library: Library, tmp_path: Path) -> None:
    folder, file = tmp_path / "full", tmp_path / "file"
    folder.mkdir()
    for path in (folder / "mine.txt", file):
        path.write_text("Mine.")
    for place in (folder, file):
        with pytest.raises(UsageError, match="already exists"):
            export_corpus(library, place)
    assert [path.read_text() for path in (folder / "mine.txt", file)] == ["Mine."] * 2


def test_a_place_that_cannot_be_written_is_said(library: Library, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match="cannot be written"):
        export_corpus(library, tmp_path / "file" / "out")


def test_a_full_disk_leaves_nothing(library: Library, small_disk: Path) -> None:
    noise = random.Random(1).randbytes(4_000_000).hex()
    add(library, PaperRecord(id="a", title="Noise", abstract=noise))
    with pytest.raises(DiskFullError):
        export_corpus(library, small_disk / "out")
    assert list(small_disk.iterdir()) == []


class Stopped:
    """A job that is stopped once something was written."""

    def report(self, done: int, total: int, note: str = "") -> None:
        assert done <= total, note

    def check(self) -> None:
        self.check = self._stop  # type: ignore[method-assign]

    def _stop(self) -> None:
        raise JobCancelled


def test_a_stop_leaves_nothing(garden: tuple[Library, PaperNumber], tmp_path: Path) -> None:
    with pytest.raises(JobCancelled):
        export_corpus(garden[0], tmp_path / "new" / "out", Stopped())
    assert list((tmp_path / "new").iterdir()) == []


def test_it_only_reads_and_sees_one_state(
    garden: tuple[Library, PaperNumber], tmp_path: Path
) -> None:
    library, survey = garden

    class Meddler:
        """Somebody who trashes a paper while the papers are written."""

        def report(self, done: int, total: int, note: str = "") -> None:
            if note == "Full texts" and done <= total:
                library.papers.trash([survey])

        def check(self) -> None:
            pass

    with Library.open(library.folder, write=False) as reading:
        report = export_corpus(reading, tmp_path / "out", Meddler())
    assert (report.papers, report.fulltexts, report.citations) == (3, 1, 2)
    assert library.papers.count() == 2


def test_the_files_do_not_depend_on_place_and_time(
    garden: tuple[Library, PaperNumber], tmp_path: Path
) -> None:
    export_corpus(garden[0], tmp_path / "one")
    export_corpus(garden[0], tmp_path / "other")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()
    assert gzip.decompress((tmp_path / "one" / "edges.tsv.gz").read_bytes()).count(b"\n") == 2


def test_an_id_with_a_tab_does_not_break_the_table(
    library: Library, tmp_path: Path, number_after: Callable[[str], PaperNumber]
) -> None:
    add(library, PaperRecord(id="odd\tid", title="Odd"), OLIVES)
    library.citations.add_citations([(number_after("odd\tid"), number_after("g:olives"))], "test")
    export_corpus(library, tmp_path / "out")
    [(citing, cited)] = edges(tmp_path / "out")  # type: ignore[misc]
    assert cited == "g:olives"
    assert records(tmp_path / "out")[citing].title == "Odd"


DRAFT = Manuscript(
    title="A draft on gardens",
    abstract="We look at gardens.",
    sections=(Section("1", "Walks", 1),),
    sentences=(
        Sentence(0, 0, 0, "Olives grow slowly [9].", (), (Marker(19, 22, "[9]", ()),), 0),
        Sentence(1, 0, 0, "Tulips were counted.", (), (), 0),
        Sentence(2, 0, 0, "We thank nobody.", (), (), 1),
    ),
)


def decided_in(folder: Path) -> dict[str, Any]:
    [line] = gzip.decompress((folder / "fulltexts" / "manuscripts.jsonl.gz").read_bytes()).split(
        b"\n"
    )[:-1]
    found: dict[str, Any] = json.loads(line)
    return found


def test_what_was_chosen_for_a_manuscript_is_written_as_its_citations(
    garden: tuple[Library, PaperNumber],
    tmp_path: Path,
    number_after: Callable[[str], PaperNumber],
) -> None:
    library, survey = garden
    olives, tulips = number_after("g:olives"), number_after("g:tulips")
    store = library.manuscripts
    number = store.open(tmp_path / "draft.pdf", DRAFT, "draft")
    store.decide(number, DRAFT.sentences[0], olives, "cite")
    store.decide(number, DRAFT.sentences[1], tulips, "cite")
    store.decide(number, DRAFT.sentences[1], survey, "reject")
    store.decide(number, "A sentence that is gone.", olives, "cite")
    store.decide(number, "", tulips, "reject")
    report = export_corpus(library, tmp_path / "out")
    assert (report.chosen, report.refused) == (3, 1)
    written = decided_in(tmp_path / "out")
    own = f"manuscript-{library.identity[:8]}:{number}"
    assert (written["id"], written["title"], written["abstract"]) == (
        own,
        DRAFT.title,
        DRAFT.abstract,
    )
    walks, gone = written["sections"]
    [[first, second], [third]] = walks["paragraphs"]
    assert first == {
        "text": "Olives grow slowly [9].",
        "cites": ["g:olives"],
        "markers": [[19, 22]],
    }
    ids = library.papers.ids([survey])
    refused = [f"library-{library.identity[:8]}:{survey}"]
    assert ids[survey].startswith("cocite:")
    assert (second["cites"], second["refused"]) == (["g:tulips"], refused)
    assert third == {"text": "We thank nobody.", "cites": [], "markers": []}
    assert [one["text"] for [one] in gone["paragraphs"]] == ["A sentence that is gone."]
    assert splits(tmp_path / "out")["train"][-1] == own
    assert own not in splits(tmp_path / "out")["dev"]
    [entry] = read_fulltexts(tmp_path / "out" / "fulltexts" / "manuscripts.jsonl.gz")
    assert (entry.problem, entry.id) == ("", own)


def test_what_a_manuscript_cites_itself_is_written_as_its_citations(
    garden: tuple[Library, PaperNumber],
    tmp_path: Path,
    number_after: Callable[[str], PaperNumber],
) -> None:
    library, survey = garden
    olives, tulips = number_after("g:olives"), number_after("g:tulips")
    store = library.manuscripts
    number, other = (store.open(tmp_path / name, DRAFT, name) for name in ("draft.pdf", "b.pdf"))
    store.decide(number, DRAFT.sentences[0], tulips, "cite")
    cited = {number: {0: [olives, tulips], 1: [survey]}}
    report = export_corpus(library, tmp_path / "out", cited_by=lambda one: cited.get(one, {}))
    assert (report.drafted, report.chosen) == (2, 1)
    drafted, decided = read_fulltexts(tmp_path / "out" / "fulltexts" / "manuscripts.jsonl.gz")
    code = f"{library.identity[:8]}:{number}"
    assert (drafted.id, decided.id) == (f"draft-{code}", f"manuscript-{code}")
    assert drafted.title == DRAFT.title
    [[[first, second], [third]]] = [section.paragraphs for section in drafted.sections]
    # What was chosen for a sentence counts as a decision, and once.
    assert first.cites == ("g:olives",)
    assert second.cites == (f"library-{library.identity[:8]}:{survey}",)
    assert third.cites == ()
    [[[chosen, _], _]] = [section.paragraphs for section in decided.sections]
    assert chosen.cites == ("g:tulips",)
    assert splits(tmp_path / "out")["train"][-2:] == [drafted.id, decided.id]
    store.forget(other)
    assert store.numbers() == [number]


def test_refusals_alone_and_papers_in_the_trash_teach_nothing(
    garden: tuple[Library, PaperNumber],
    tmp_path: Path,
    number_after: Callable[[str], PaperNumber],
) -> None:
    library, survey = garden
    olives, store = number_after("g:olives"), library.manuscripts
    number = store.open(tmp_path / "draft.pdf", DRAFT, "draft")
    store.decide(number, DRAFT.sentences[0], survey, "reject")
    assert (store.choices(), store.with_choices()) == (0, [])
    store.decide(number, DRAFT.sentences[0], olives, "cite")
    assert (store.choices(), store.with_choices()) == (1, [number])
    library.papers.trash([olives])
    assert (store.choices(), store.with_choices()) == (0, [])
    report = export_corpus(library, tmp_path / "out")
    assert (report.chosen, report.refused) == (0, 0)
    assert not (tmp_path / "out" / "fulltexts").exists()


def test_each_decision_changes_what_a_corpus_of_the_library_is_called(
    garden: tuple[Library, PaperNumber], tmp_path: Path
) -> None:
    library, survey = garden
    store = library.manuscripts
    number = store.open(tmp_path / "draft.pdf", DRAFT, "draft")
    states = [store.revision()]
    verdicts: tuple[Verdict | None, ...] = ("reject", "cite", None, "reject")
    for verdict in verdicts:
        store.decide(number, DRAFT.sentences[0], survey, verdict)
        states.append(store.revision())
    assert len(set(states)) == len(states) - 1  # none at first, and none after it was withdrawn
    assert states[0] == states[3]


def test_each_reading_and_link_changes_what_a_corpus_of_the_library_is_called(
    garden: tuple[Library, PaperNumber],
    tmp_path: Path,
    number_after: Callable[[str], PaperNumber],
) -> None:
    library, _ = garden
    store, states = library.manuscripts, [library.manuscripts.revision()]
    number = store.open(tmp_path / "draft.pdf", DRAFT, "draft")
    states.append(store.revision())
    listed = replace(
        DRAFT, references=(Reference(index=0, label="9", text="Roe. The taste of olives."),)
    )
    store.open(tmp_path / "draft.pdf", listed, "changed")
    states.append(store.revision())
    store.set_link(number, 0, Link(number_after("g:olives"), 1.0))
    states.append(store.revision())
    assert len(set(states)) == len(states)
    store.open(tmp_path / "draft.pdf", listed, "changed")
    assert store.revision() == states[-1]


@pytest.fixture
def number_after(library: Library) -> Callable[[str], PaperNumber]:
    def number(paper_id: str) -> PaperNumber:
        found = library.papers.resolve(paper_id)
        assert found is not None
        return found

    return number
