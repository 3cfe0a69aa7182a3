"""What a person does with a manuscript and its reference list, on a real file and library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import LibraryReadOnlyError, UnknownPaperError, UsageError
from core.base.jobs import SilentJob
from core.base.records import CitingContext, Link, OpenManuscript, PaperNumber, PaperRecord
from core.formats.corpus import read_fulltexts
from core.models.shelf import Shelf
from core.recommend import questions
from core.workspace import Workspace
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, TEXT, Press

ENTRIES = (
    "[1] Ada Pine and Bo Reed. Counting the rings of very old lighthouses. Towers 7, 2011.",
    "[2] Cleo Marsh. How fog horns learned to be quiet. Journal of Coasts, 4(2):11-19, 2015.",
    "[3] Dirk Sand. A treatise on salted rope. Harbour Press, 1998.",
)
LAMP = PaperRecord(
    id="t:lamp",
    title="Counting the rings of very old lighthouses",
    authors=("Ada Pine", "Bo Reed"),
    year=2011,
)
ROPE = PaperRecord(id="t:rope", title="Salted rope and other ropes", authors=("Eva Dune",))
SHIPS = PaperRecord(id="t:ships", title="Ships that pass by night", authors=("Finn Gale",))


def typeset(path: Path, *sentences: str, entries: tuple[str, ...] = ENTRIES) -> Path:
    """Set a small paper of one column."""
    press = Press(path)
    press.put(120, 60, "Lighthouses and the People Who Mend Them", BOLD, 17)
    press.put(230, 80, "Gil Heron and Ida Jetty", size=11)
    press.top = press.y = 110.0
    press.add("1 Introduction", HEADING)
    press.add(
        "The lamps of a coast are older than most of the boats which steer by them [1]. "
        "Horns were loud for a hundred years before anyone asked why [2].",
        FIRST,
    )
    press.add(" ".join(sentences) or "Ropes hold what the lamps light up.", TEXT)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, ENTRY)
    return press.save()


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return typeset(tmp_path / "paper.pdf")


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with closing(Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)) as opened:
        list(opened.library.papers.add([LAMP, ROPE, SHIPS], source="test"))
        opened.indexing.words()
        yield opened


def number(workspace: Workspace, paper_id: str) -> PaperNumber:
    found = workspace.library.papers.resolve(paper_id)
    assert found is not None
    return found


def linked(opened: OpenManuscript) -> dict[int, PaperNumber]:
    return {place: link.paper for place, link in opened.links.items()}


def test_a_link_set_by_hand_stays_and_can_be_taken_back(workspace: Workspace, paper: Path) -> None:
    opened = workspace.manuscripts.open(paper)
    lamp, rope = number(workspace, "t:lamp"), number(workspace, "t:rope")
    assert linked(opened) == {0: lamp}
    corrected = workspace.manuscripts.set_link(
        workspace.manuscripts.set_link(opened, 0, None), 2, rope
    )
    assert corrected.links == {2: Link(rope, 1.0, by_hand=True)}
    assert workspace.manuscripts.open(paper).links == corrected.links
    assert linked(workspace.manuscripts.clear_link(corrected, 0)) == {0: lamp, 2: rope}
    assert linked(workspace.manuscripts.clear_link(corrected, 2)) == {0: lamp}
    assert not workspace.manuscripts.open(paper).links[0].by_hand


def test_a_link_by_hand_belongs_to_the_entry_and_not_to_its_place(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    ships = number(workspace, "t:ships")
    workspace.manuscripts.set_link(opened, 2, ships)
    added = "[3] Olga Quay. Nets. Harbour Press, 1990."
    moved = (*ENTRIES[:2], added, ENTRIES[2].replace("[3]", "[4]"))
    again = workspace.manuscripts.open(typeset(paper, entries=moved))
    assert again.number == opened.number
    assert linked(again)[3] == ships


def test_a_link_goes_to_a_paper_that_is_there(workspace: Workspace, paper: Path) -> None:
    opened = workspace.manuscripts.open(paper)
    with pytest.raises(UnknownPaperError):
        workspace.manuscripts.set_link(opened, 0, PaperNumber(99))


def test_links_are_looked_up_again_when_the_library_has_grown(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    horns = PaperRecord(id="t:horn", title="How fog horns learned to be quiet", year=2015)
    list(workspace.library.papers.add([horns], source="test"))
    assert linked(workspace.manuscripts.relink(opened)) == {
        0: number(workspace, "t:lamp"),
        1: number(workspace, "t:horn"),
    }


def test_the_papers_an_entry_could_be_come_the_likeliest_first(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    found = workspace.manuscripts.link_candidates(opened, 0)
    assert found[0][0].id == "t:lamp"
    assert found[0][1] > 0.9
    ropes = workspace.manuscripts.link_candidates(opened, 2)
    assert [each.id for each, _ in ropes] == ["t:rope"]
    assert 0 < ropes[0][1] <= 0.5
    assert workspace.manuscripts.link_candidates(opened, 1, limit=0) == []


def test_a_paper_of_the_same_doi_is_offered_whatever_its_title(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    workspace.library.papers.update(number(workspace, "t:ships"), doi="10.5555/ships.1")
    entries = list(opened.manuscript.references)
    entries[1] = replace(entries[1], doi="10.5555/SHIPS.1")
    stated = replace(opened, manuscript=replace(opened.manuscript, references=tuple(entries)))
    assert "t:ships" in [each.id for each, _ in workspace.manuscripts.link_candidates(stated, 1)]


def test_an_entry_becomes_a_paper_that_can_be_found(workspace: Workspace, paper: Path) -> None:
    opened = workspace.manuscripts.open(paper)
    (added,), again = workspace.manuscripts.add_references(opened, [1])
    record = workspace.library.papers.get(added)
    assert record.title == "How fog horns learned to be quiet"
    assert record.year == 2015
    assert record.extra == {
        "volume": "4",
        "issue": "2",
        "page": "11–19",
        "type": "article-journal",
    }
    assert again.links[1] == Link(added, 1.0, by_hand=True)
    assert workspace.papers.search("fog horns") == [added]
    assert workspace.manuscripts.open(paper).links[1].by_hand


def test_an_entry_of_a_known_paper_makes_no_second_one(workspace: Workspace, paper: Path) -> None:
    opened = workspace.manuscripts.open(paper)
    before = workspace.library.papers.count()
    (added,), _ = workspace.manuscripts.add_references(opened, [0])
    assert added == number(workspace, "t:lamp")
    assert workspace.library.papers.count() == before


def test_an_entry_without_title_is_refused_with_a_way_out(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    bare = tuple(replace(each, title="") for each in opened.manuscript.references)
    untitled = replace(opened, manuscript=replace(opened.manuscript, references=bare))
    with pytest.raises(UsageError, match=r"No title .* entry 2") as caught:
        workspace.manuscripts.add_references(untitled, [1])
    assert "Import" in caught.value.remedy
    assert workspace.library.papers.count() == 3


def test_a_dismissed_gap_is_remembered(workspace: Workspace, paper: Path) -> None:
    opened = workspace.manuscripts.open(paper)
    last = opened.manuscript.sentences[-1]
    workspace.manuscripts.dismiss_gap(opened, last)
    assert workspace.manuscripts.dismissed_gaps(workspace.manuscripts.open(paper)) == {last.index}
    workspace.manuscripts.dismiss_gap(opened, last, dismissed=False)
    assert workspace.manuscripts.dismissed_gaps(opened) == frozenset()


def test_a_library_open_for_reading_refuses_to_remember(workspace: Workspace, paper: Path) -> None:
    folder = workspace.library.folder
    with closing(Workspace(folder, workspace.shelf, write=False)) as reading:
        opened = reading.manuscripts.open(paper)
        assert linked(reading.manuscripts.relink(opened)) == {0: number(workspace, "t:lamp")}
        assert reading.manuscripts.dismissed_gaps(opened) == frozenset()
        for change in (
            lambda: reading.manuscripts.set_link(opened, 0, None),
            lambda: reading.manuscripts.clear_link(opened, 0),
            lambda: reading.manuscripts.add_references(opened, [1]),
            lambda: reading.manuscripts.dismiss_gap(opened, "A sentence."),
        ):
            with pytest.raises(LibraryReadOnlyError, match="reading only") as caught:
                change()
            assert caught.value.remedy


def test_the_audit_of_an_open_manuscript_knows_the_library(
    workspace: Workspace, paper: Path
) -> None:
    found = workspace.manuscripts.audit(workspace.manuscripts.open(paper))
    assert [(each.kind, each.reference) for each in found] == [("never cited", 2)]


# --- an edited file ---------------------------------------------------------------------------

FROZEN = "The harbour froze in the midle of a mild winter and nobody could say why."
SNOW = "Snow had fallen on the boats for nine days before the ice came."
GONE = "This remark was taken out again before anyone read it."


def test_what_was_decided_moves_to_sentences_and_entries_that_were_changed_a_little(
    workspace: Workspace, tmp_path: Path
) -> None:
    path = typeset(tmp_path / "draft.pdf", FROZEN, SNOW, GONE)
    opened = workspace.manuscripts.open(path)
    lamp, ships = number(workspace, "t:lamp"), number(workspace, "t:ships")
    places = {each.text: each for each in opened.manuscript.sentences}
    for sentence in (FROZEN, SNOW, GONE):
        workspace.manuscripts.decide(opened, places[sentence], lamp, "cite")
    workspace.manuscripts.dismiss_gap(opened, places[FROZEN])
    workspace.manuscripts.set_link(opened, 2, ships)

    mended = FROZEN.replace("midle", "very middle")
    entry = ENTRIES[2].replace("treatise", "short treatise")
    typeset(path, "A new beginning.", mended, SNOW, entries=(*ENTRIES[:2], entry))
    again = workspace.manuscripts.open(path)

    texts = [each.text for each in again.manuscript.sentences]
    found = {
        each.sentence_text: each.sentence_index for each in workspace.manuscripts.decisions(again)
    }
    assert found == {mended: texts.index(mended), SNOW: texts.index(SNOW), GONE: None}
    assert workspace.manuscripts.dismissed_gaps(again) == {texts.index(mended)}
    assert again.links[2] == Link(ships, 1.0, by_hand=True)


def test_an_entry_of_a_bib_file_is_added_as_it_stands_there(
    workspace: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "thesis.bib").write_text(
        "@inproceedings{Elm:Tides, author={Elm, Ida and Yew, Max},\n"
        "  title={Listening to {T}ides at Night}, year=2021, publisher={Shore Press},\n"
        "  booktitle={Proceedings of the Ninth Meeting on Listening}}\n",
        encoding="utf-8",
    )
    document = tmp_path / "thesis.tex"
    document.write_text(
        "\\documentclass{article}\\begin{document}\nTides are heard \\cite{Elm:Tides}.\n"
        "\\bibliographystyle{plain}\\bibliography{thesis}\n\\end{document}\n",
        encoding="utf-8",
    )
    opened = workspace.manuscripts.open(document)
    (shown,) = workspace.manuscripts.build_records(opened, [0])
    (added,), again = workspace.manuscripts.add_references(opened, [0])
    paper = workspace.library.papers.get(added)
    assert paper.citation_key == "Elm:Tides"
    assert paper.title == shown.title == "Listening to Tides at Night"
    assert paper.extra["type"] == shown.extra["type"] == "paper-conference"
    assert paper.venue == "Proceedings of the Ninth Meeting on Listening"
    assert again.links[0] == Link(added, 1.0, by_hand=True)


def written_by_keys(folder: Path, suffix: str, *keys: str) -> Path:
    """Write a manuscript whose first sentence cites keys, with a bibliography of one entry."""
    (folder / "coast.bib").write_text(
        "@article{pine:rings, author={Pine, Ada and Reed, Bo},\n"
        "  title={How to count the rings of old lighthouses}, year=2011}\n"
        "@book{sand1998, author={Sand, Dirk}, title={A treatise on salted rope}, year=1998}\n",
        encoding="utf-8",
    )
    cited, listed = {
        ".tex": (
            f"\\cite{{{','.join(keys)}}}",
            "\\documentclass{article}\\begin{document}\n%s\n\n\\bibliography{coast}\\end{document}\n",
        ),
        ".md": (
            f"[{'; '.join(f'@{key}' for key in keys)}]",
            "---\nbibliography: coast.bib\n---\n%s\n",
        ),
        ".typ": (" ".join(f"@{key}" for key in keys), '%s\n\n#bibliography("coast.bib")\n'),
    }[suffix]
    text = f"Lamps are older than most of the boats that steer by them {cited}. Fog is not."
    path = folder / f"coast{suffix}"
    path.write_text(listed % text, encoding="utf-8")
    return path


RINGS = replace(LAMP, extra={"citation_key": "pine:rings", "ids": "pine-draft"})
OTHER = PaperRecord(
    id="t:other",
    title="Kites above a winter market",
    authors=("Jo Finch",),
    year=2003,
    extra={"citation_key": "sand1998"},
)


@pytest.fixture
def keyed(tmp_path: Path) -> Iterator[Workspace]:
    """Open a library of papers that have citation keys."""
    with closing(Workspace(tmp_path / "keyed", Shelf(tmp_path / "m"), create=True)) as opened:
        list(opened.library.papers.add([RINGS, OTHER, SHIPS], source="test"))
        opened.indexing.words()
        yield opened


@pytest.mark.parametrize("suffix", [".tex", ".md", ".typ"])
def test_a_paper_cited_by_its_key_is_cited_although_the_bibliography_changed_its_title(
    keyed: Workspace, tmp_path: Path, suffix: str
) -> None:
    path = written_by_keys(tmp_path, suffix, "pine:rings", "sand1998")
    opened = keyed.manuscripts.open(path)
    rope, rings = sorted(opened.manuscript.references, key=lambda entry: -len(entry.title))[::-1]
    assert (rings.key, rope.key) == ("pine:rings", "sand1998")
    assert linked(opened) == {rings.index: number(keyed, "t:lamp")}  # the rope is no kite
    assert opened.key_links == {}
    assert keyed.manuscripts.audit(opened) == []
    again = keyed.manuscripts.open(path)  # as it was stored
    assert (again.links, again.manuscript.references) == (
        opened.links,
        opened.manuscript.references,
    )


@pytest.mark.parametrize("suffix", [".tex", ".md", ".typ"])
@pytest.mark.parametrize("key", ["pine-draft", "lost2020"])
def test_a_paper_whose_key_left_the_bibliography_is_still_cited_and_said_to_be_missing_there(
    keyed: Workspace, tmp_path: Path, suffix: str, key: str
) -> None:
    lamp = number(keyed, "t:lamp")
    keyed.library.papers.update(lamp, citation_key="lost2020")
    keyed.indexing.words()
    opened = keyed.manuscripts.open(written_by_keys(tmp_path, suffix, key, "sand1998"))
    assert {found: link.paper for found, link in opened.key_links.items()} == {key: lamp}
    assert linked(opened) == {}
    (finding,) = keyed.manuscripts.audit(opened)
    assert (finding.kind, finding.sentence) == ("not listed", 0)
    assert key in str(finding.text)
    about = questions.about_sentence(opened, 0, [])
    assert about.cited_here == {lamp}
    assert questions.about_sentence(opened, 1, []).cited_elsewhere == {lamp}
    assert lamp in questions.about_manuscript(opened, []).left_out
    keyed.library.papers.trash([lamp])
    assert keyed.manuscripts.relink(opened).key_links == {}


def test_the_citations_of_a_remembered_manuscript_can_be_learned_from(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    lamp, ships = number(workspace, "t:lamp"), number(workspace, "t:ships")
    [citing] = (
        sentence.index
        for sentence in opened.manuscript.sentences
        if sentence.markers and sentence.markers[0].references == (0,)
    )
    assert workspace.manuscripts.list_citations(opened.number) == {citing: [lamp]}
    opened = workspace.manuscripts.set_link(opened, 0, ships)
    assert workspace.manuscripts.list_citations(opened.number) == {citing: [ships]}
    corpus = workspace.training.library_corpus(SilentJob())
    [drafted] = read_fulltexts(corpus / "fulltexts" / "manuscripts.jsonl.gz")
    assert [
        sentence.cites
        for section in drafted.sections
        for paragraph in section.paragraphs
        for sentence in paragraph
        if sentence.cites
    ] == [("t:ships",)]


def test_a_manuscript_whose_full_text_is_in_the_library_cites_as_a_paper_alone(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    itself = PaperRecord(title=opened.manuscript.title, authors=opened.manuscript.authors)
    [outcome] = workspace.library.papers.add([itself], source="test")
    assert workspace.manuscripts.list_citations(opened.number)
    assert outcome.number is not None
    workspace.library.papers.attach_file(outcome.number, paper, "sha")
    workspace.library.fulltexts.store("sha", opened.manuscript, {}, settled=True)
    assert workspace.manuscripts.list_citations(opened.number) == {}


def test_a_manuscript_whose_citing_sentences_came_with_a_corpus_cites_as_a_paper_alone(
    workspace: Workspace, paper: Path
) -> None:
    opened = workspace.manuscripts.open(paper)
    itself = PaperRecord(title=opened.manuscript.title, authors=opened.manuscript.authors)
    [outcome] = workspace.library.papers.add([itself], source="test")
    assert outcome.number is not None
    lamp = number(workspace, "t:lamp")
    assert workspace.manuscripts.list_citations(opened.number)
    workspace.library.citations.add_contexts(
        outcome.number, [CitingContext(text="Lamps attract.", cited=(lamp,))]
    )
    assert workspace.manuscripts.list_citations(opened.number) == {}
