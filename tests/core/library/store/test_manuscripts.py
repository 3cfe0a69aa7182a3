"""Manuscripts as read, and decisions that outlive a new reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import (
    Link,
    Manuscript,
    ManuscriptNumber,
    Marker,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Section,
    Sentence,
)
from core.library.library import Library
from core.library.store.manuscripts import sentence_key, successors

OLD = "the harbour froze in the middle of a mild winter"
TYPO = "the harbour froze in the midle of a mild winter"
LONGER = "the harbour froze in the very middle of a mild winter"
OTHER = "nobody had expected so much snow"

PAPER = PaperNumber(1)


@pytest.fixture
def shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title="Olives"), PaperRecord(title="Tulips")], source="t"))
    return library


def manuscript(*sentences: str, extractor: str = "cocite 1", references: int = 2) -> Manuscript:
    return Manuscript(
        title="A manuscript",
        sections=(Section("1", "Walks", 1),),
        sentences=tuple(
            Sentence(index, 0, 0, text, (Rect(0, 1.0, 2.0, 3.0, 4.0),), (Marker(0, 1, "x", (0,)),))
            for index, text in enumerate(sentences)
        ),
        references=tuple(
            Reference(index=index, label=str(index + 1), text=f"Author {index}. A title. 2020.")
            for index in range(references)
        ),
        extractor=extractor,
    )


READ = manuscript("Walks matter [3].", "Olives taste well.")


def test_what_was_read_before_is_there_at_once(shelf: Library, tmp_path: Path) -> None:
    number = shelf.manuscripts.open(tmp_path / "a.pdf", READ, "aa")
    assert shelf.manuscripts.cached("aa", "cocite 1") == (number, READ)
    assert shelf.manuscripts.cached("aa", "cocite 2") is None
    assert shelf.manuscripts.cached("bb", "cocite 1") is None
    assert shelf.manuscripts.get(number) == READ


def test_a_file_is_the_same_manuscript_moved_or_edited(shelf: Library, tmp_path: Path) -> None:
    number = shelf.manuscripts.open(tmp_path / "a.pdf", READ, "aa")
    assert shelf.manuscripts.open(tmp_path / "moved.pdf", READ, "aa") == number
    assert shelf.manuscripts.open(tmp_path / "moved.pdf", READ, "edited") == number
    assert shelf.manuscripts.open(tmp_path / "other.pdf", READ, "other") != number
    assert shelf.manuscripts.open(None, READ, "aa") not in (number, number + 1)


def test_the_latest_opened_comes_first(shelf: Library, tmp_path: Path) -> None:
    first = shelf.manuscripts.open(tmp_path / "a.pdf", READ, "aa")
    second = shelf.manuscripts.open(None, READ, "text")
    shelf.manuscripts.open(tmp_path / "a.pdf", READ, "aa")
    recent = shelf.manuscripts.recent(5)
    assert [(each.number, each.path) for each in recent] == [
        (first, tmp_path / "a.pdf"),
        (second, None),
    ]
    assert recent[0].title == "A manuscript"
    assert len(shelf.manuscripts.recent(1)) == 1


def test_decisions_survive_a_restart_and_a_new_reading(shelf: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    number = shelf.manuscripts.open(path, READ, "aa")
    shelf.manuscripts.decide(number, READ.sentences[0], PAPER, "cite")
    shelf.manuscripts.decide(number, "A sentence that goes.", PAPER, "reject")
    shelf.close()
    with Library.open(shelf.folder) as again:
        reread = manuscript("New first.", "Walks  matter [4]. ", extractor="cocite 2")
        assert again.manuscripts.open(path, reread, "bb") == number
        decisions = again.manuscripts.decisions(number)
    assert [(each.decision, each.sentence_index) for each in decisions] == [
        ("cite", 1),
        ("reject", None),
    ]
    assert decisions[0].sentence_text == "Walks matter [3]."
    assert decisions[0].decided_at <= decisions[1].decided_at


def test_a_decision_can_be_changed_and_taken_back(shelf: Library) -> None:
    number = shelf.manuscripts.open(None, READ, "aa")
    sentence = READ.sentences[1]
    shelf.manuscripts.decide(number, sentence, PAPER, "cite")
    shelf.manuscripts.decide(number, sentence.text.upper(), PAPER, "reject")
    assert [each.decision for each in shelf.manuscripts.decisions(number)] == ["reject"]
    shelf.manuscripts.decide(number, sentence, PAPER, None)
    assert shelf.manuscripts.decisions(number) == []


def test_decisions_follow_a_merged_paper(shelf: Library) -> None:
    number = shelf.manuscripts.open(None, READ, "aa")
    shelf.manuscripts.decide(number, READ.sentences[0], PaperNumber(2), "cite")
    shelf.papers.merge(PAPER, [PaperNumber(2)])
    assert [each.paper for each in shelf.manuscripts.decisions(number)] == [PAPER]


def test_links_set_by_hand_belong_to_the_text_of_the_reference(shelf: Library) -> None:
    number = shelf.manuscripts.open(Path("a.pdf"), READ, "aa")
    assert shelf.manuscripts.links(number) == {}
    shelf.manuscripts.set_link(number, 1, Link(PAPER, 1.0))
    shelf.manuscripts.set_link(number, 0, None)
    assert shelf.manuscripts.links(number) == {0: None, 1: Link(PAPER, 1.0, by_hand=True)}
    shelf.manuscripts.open(Path("a.pdf"), manuscript("S.", references=1), "bb")
    assert shelf.manuscripts.links(number) == {0: None}


def test_a_dismissed_gap_stays_dismissed_while_its_sentence_stands(shelf: Library) -> None:
    number = shelf.manuscripts.open(Path("a.pdf"), manuscript("One.", "Two walks."), "aa")
    shelf.manuscripts.dismiss_gap(number, "Two walks.")
    assert shelf.manuscripts.dismissed_gaps(number) == {1}
    shelf.manuscripts.open(Path("a.pdf"), manuscript("Two walks.", "Three."), "bb")
    assert shelf.manuscripts.dismissed_gaps(number) == {0}
    shelf.manuscripts.dismiss_gap(number, "Two walks.", dismissed=False)
    assert shelf.manuscripts.dismissed_gaps(number) == frozenset()


def test_a_forgotten_manuscript_takes_its_decisions_along(shelf: Library) -> None:
    number = shelf.manuscripts.open(None, READ, "aa")
    shelf.manuscripts.decide(number, "S.", PAPER, "cite")
    shelf.manuscripts.forget(number)
    assert shelf.manuscripts.recent(9) == []
    assert shelf.manuscripts.decisions(number) == []
    with pytest.raises(ValueError, match="manuscript"):
        shelf.manuscripts.get(ManuscriptNumber(number))


def test_a_sentence_is_known_by_its_words() -> None:
    assert sentence_key("Walks matter [3, 5–7].") == sentence_key("walks\nmatter [12]")
    assert sentence_key("Walks matter.") != sentence_key("Walks matter not.")
    assert sentence_key("∑ = ∏") != sentence_key("∏ = ∑")


def test_a_mended_typo_and_an_added_word_leave_a_sentence_what_it_was() -> None:
    assert successors([OTHER, TYPO], [OTHER, OLD], {TYPO}) == {TYPO: OLD}
    assert successors([OTHER, OLD], [OTHER, LONGER], {OLD}) == {OLD: LONGER}


def test_a_sentence_that_stands_or_is_gone_has_no_successor() -> None:
    assert successors([OLD, OTHER], [OLD, TYPO], {OLD}) == {}
    assert successors([OLD], [OTHER], {OLD}) == {}


def test_a_like_sentence_far_away_or_one_that_stood_before_is_another_one() -> None:
    filling = [f"filling number {word}" for word in "abcdefghij"]
    assert successors([OLD, *filling], [*filling, TYPO], {OLD}) == {}
    assert successors([OLD, TYPO], [TYPO], {OLD}) == {}


def test_two_equally_like_sentences_are_none() -> None:
    two = ["walks along the northern shore in may a", "walks along the northern shore in may b"]
    assert successors(["walks along the northern shore in may c"], two, {
        "walks along the northern shore in may c"
    }) == {}  # fmt: skip


def test_no_successor_is_given_out_twice() -> None:
    assert successors([TYPO, LONGER], [OLD], {TYPO, LONGER}) == {TYPO: OLD}
