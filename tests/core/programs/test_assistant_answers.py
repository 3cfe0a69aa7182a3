"""The parts of what assistants are answered."""

from __future__ import annotations

from core.programs.assistant_answers import (
    describe_paper,
    describe_unread,
    name_paper,
    quote_passage,
    shorten,
)

PAPER = {
    "id": "t:a",
    "key": "a2020",
    "title": "On peat",
    "authors": ["Ada Byron", "B. C.", "D. E.", "F. G."],
    "year": None,
    "venue": "",
}


def test_a_paper_is_named_by_its_first_authors() -> None:
    text = describe_paper(PAPER)
    assert text == {
        "title": "On peat",
        "authors": "Ada Byron, B. C., D. E., et al.",
        "year": None,
        "venue": "",
    }
    assert name_paper(PAPER) == {"id": "t:a", "key": "a2020", "from_papers": text}


def test_long_passages_are_cut() -> None:
    passage = {**PAPER, "section": "Results", "page_label": "xi", "text": "peat " * 500}
    quoted = quote_passage(passage)
    assert quoted["page"] == "xi"
    assert len(quoted["from_papers"]["text"]) <= 700
    assert quoted["from_papers"]["text"].endswith("…")
    assert shorten("peat", 4) == "peat"


def test_what_was_not_read_is_said() -> None:
    assert describe_unread({"level": "nothing", "text": "", "parts": []}) is None
    part = {"text": "A table", "file": "", "line": 3, "page": None, "kind": "table"}
    unread = describe_unread({"level": "little", "text": "A table.", "parts": [part]})
    assert unread is not None
    assert unread["parts"] == [{"text": "A table", "file": "", "line": 3, "page": None}]
