from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from core.base.messages import Message
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    Rect,
    Reference,
    Section,
    Sentence,
    UnreadPart,
)
from core.manuscript.text.serial import from_json, public_json, to_json

words = st.text(max_size=12)
numbers = st.integers(0, 500)
points = st.floats(0, 2000, allow_nan=False)
rects = st.builds(Rect, numbers, points, points, points, points)
markers = st.builds(Marker, numbers, numbers, words, st.lists(numbers, max_size=3).map(tuple))
sentences = st.builds(
    Sentence, numbers, st.none() | numbers, numbers, words,
    st.lists(rects, max_size=3).map(tuple), st.lists(markers, max_size=2).map(tuple),
)  # fmt: skip
references = st.builds(
    Reference,
    index=numbers,
    label=words,
    text=words,
    title=words,
    authors=st.lists(words, max_size=3).map(tuple),
    year=st.none() | numbers,
    venue=words,
    doi=words,
    arxiv=words,
)
unread_parts = st.builds(
    UnreadPart,
    kind=st.sampled_from(["file", "construct", "text"]),
    text=words | words.map(lambda word: Message("“{file}” was not found.", file=word)),
    file=words,
    line=st.none() | numbers,
    characters=numbers,
)
manuscripts = st.builds(
    Manuscript, title=words, authors=st.lists(words, max_size=3).map(tuple), abstract=words,
    year=st.none() | numbers, doi=words, arxiv=words,
    sections=st.lists(st.builds(Section, words, words, numbers), max_size=3).map(tuple),
    sentences=st.lists(sentences, max_size=3).map(tuple),
    references=st.lists(references, max_size=3).map(tuple), extractor=words, seconds=points,
    unread=st.lists(unread_parts, max_size=2).map(tuple), source_characters=numbers,
)  # fmt: skip


@given(manuscripts)
def test_nothing_is_lost_on_the_way_through_json(manuscript: Manuscript) -> None:
    assert from_json(json.loads(json.dumps(to_json(manuscript)))) == manuscript


def test_the_public_form_is_that_of_the_design() -> None:
    manuscript = Manuscript(
        title="T",
        sections=(Section("1", "One", 1),),
        sentences=(
            Sentence(0, 0, 2, "See [3].", (Rect(2, 1, 2, 3, 4),), (Marker(4, 7, "[3]", (0,)),)),
        ),
        references=(
            Reference(index=0, label="3", text="R"),
            Reference(index=1, label="", text="S"),
        ),
        extractor="e",
    )
    number = PaperNumber(7)
    found = public_json(manuscript, {0: Link(number, 0.9)}, lambda paper: f"cocite:{paper}", [0.5])
    assert set(found) == {
        "title", "authors", "abstract", "keywords", "year", "doi", "arxiv", "sections",
        "sentences", "references", "unread", "source_characters", "extractor", "seconds",
        "page_labels",
    }  # fmt: skip
    assert found["sections"] == [{"number": "1", "title": "One", "level": 1, "kind": "other"}]
    assert found["sentences"] == [
        {
            "index": 0,
            "section": 0,
            "page": 2,
            "text": "See [3].",
            "rects": [[2, 1, 2, 3, 4]],
            "markers": [{"start": 4, "end": 7, "text": "[3]", "references": [0], "unresolved": []}],
            "paragraph": 0,
            "needs_citation": 0.5,
        }
    ]
    linked, unlinked = found["references"]
    assert (linked["library_id"], linked["confidence"]) == ("cocite:7", 0.9)
    assert (unlinked["library_id"], unlinked["confidence"]) == (None, 0.0)
    assert set(linked) == {
        "index", "label", "text", "authors", "title", "year", "venue", "doi", "arxiv",
        "url", "rects", "list_number", "key", "library_id", "confidence",
    }  # fmt: skip
