"""Documents as editors send them: places are those of the text that was sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.base.jobs import SilentJob
from core.manuscript.reader import GuardedReader
from core.programs.documents import Documents, ReadDocument
from core.programs.requests import Document

LINES = ("# Peat", "", "Moors are wet. They store 🌿 carbon.", "", "Fens are not moors.")


@pytest.fixture(scope="module")
def documents() -> Iterator[Documents]:
    reader = GuardedReader()
    yield Documents(reader)
    reader.close()


def shown_texts(document: ReadDocument, text: str) -> list[str]:
    """Return what stands at the place of each sentence."""
    return [text[slice(*span)] for span in document.spans if span is not None]


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_each_sentence_is_where_the_editor_has_it(
    documents: Documents, start: str, end: str
) -> None:
    text = start + end.join(LINES)
    document = documents.read_document(Document(text=text, format="markdown"), SilentJob())
    sentences = [sentence.text for sentence in document.manuscript.sentences]
    assert sentences == ["Moors are wet.", "They store 🌿 carbon.", "Fens are not moors."]
    assert shown_texts(document, text) == sentences
    place = text.index("carbon")
    assert document.find_sentence(place) == 1
    assert document.find_sentence(text.index("Moors") - 1) is None


def test_the_same_text_is_read_once_and_each_format_by_itself(documents: Documents) -> None:
    text = "Moors are *wet*."
    one = documents.read_document(Document(text=text, format="markdown"), SilentJob())
    assert documents.read_document(Document(text=text, format="markdown"), SilentJob()) is one
    other = documents.read_document(Document(text=text, format="text"), SilentJob())
    assert other.manuscript.sentences[0].text == text
    assert one.manuscript.sentences[0].text == "Moors are wet."


def test_files_that_a_sent_text_names_are_not_said_to_be_missing(documents: Documents) -> None:
    text = "\\documentclass{article}\\begin{document}Moors are wet.\n\\input{other}\\end{document}"
    document = documents.read_document(Document(text=text, format="latex"), SilentJob())
    assert [sentence.text for sentence in document.manuscript.sentences] == ["Moors are wet."]
    assert not [part for part in document.manuscript.unread if part.kind == "file"]
