"""Manuscripts of known content, made from seeds: readers give all back, or name what they do not.

Pandoc, where it is installed, reads the same files: the words that it has and a reader has not are
only those that are meant to be left out.
"""

from __future__ import annotations

import random
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from core.base.records import Manuscript, Sentence
from core.manuscript.sources import read_manuscript
from tests.core.manuscript.generator import (
    WRITERS,
    LatexWriter,
    MarkdownWriter,
    Part,
    TypstWriter,
    planned,
    title_of,
)

_WORD = re.compile(r"[^\W\d_]{2,}")
_OWN = re.compile(r"w(?:[b-m]a){3}")
_SEEDS = range(12)
_SILENT = {"ziqum", "zaqim", "zoqem", "SILENT"}


def sentence_with(manuscript: Manuscript, part: Part) -> Sentence | None:
    """Return the sentence of a part, which holds all its words in their order."""
    wanted = re.compile(r".*?".join(map(re.escape, re.findall(r"[\w%&#$~\[(]+", part.text))))
    return next((one for one in manuscript.sentences if wanted.search(one.text)), None)


def titles_cited(manuscript: Manuscript, sentence: Sentence) -> set[str]:
    return {manuscript.references[at].title for one in sentence.markers for at in one.references}


@pytest.mark.parametrize("seed", _SEEDS)
@pytest.mark.parametrize("writer", WRITERS)
def test_all_sentences_and_citations_come_back(
    tmp_path: Path, writer: type[LatexWriter], seed: int
) -> None:
    plan = planned(seed)
    manuscript = read_manuscript(writer(tmp_path, seed).write(plan), max_pages=100)
    for part in plan.sentences():
        found = sentence_with(manuscript, part)
        assert found is not None, part.text
        assert titles_cited(manuscript, found) == {title_of(key) for key in part.keys}
    headings = [part.text for part in plan.parts if part.kind == "heading"]
    assert [section.title for section in manuscript.sections] == headings
    texts = " ".join(sentence.text for sentence in manuscript.sentences)
    assert not _SILENT & set(_WORD.findall(texts))
    assert manuscript.unread == ()
    letters = sum(len(part.text) for part in plan.sentences())
    assert 0.6 * letters < manuscript.source_characters < 1.6 * letters


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("writer", [LatexWriter, MarkdownWriter, TypstWriter])
def test_of_a_broken_source_nothing_is_lost_in_silence(
    tmp_path: Path, writer: type[LatexWriter], seed: int
) -> None:
    plan = planned(seed)
    path = writer(tmp_path, seed).write(plan)
    chance = random.Random(seed)
    files = sorted(file for file in tmp_path.rglob(f"*{writer.suffix}"))
    broken = chance.choice(files)
    if broken != path and chance.random() < 0.3:
        broken.unlink()
    else:
        text = broken.read_text(encoding="utf-8")
        signs = list(re.finditer(r"[{}\[\]()`$]|\\end\{\w+\*?\}|-->|\*/", text))
        for cut in chance.sample(signs, min(1, len(signs))):
            broken.write_text(text[: cut.start()] + text[cut.end() :], encoding="utf-8")
    manuscript = read_manuscript(path, max_pages=100)
    lost = [part.text for part in plan.sentences() if sentence_with(manuscript, part) is None]
    lost = [text for text in lost if not is_there(manuscript, text)]
    assert not lost or manuscript.unread, lost


def is_there(manuscript: Manuscript, text: str) -> bool:
    """Say whether the word that a sentence alone has stands in the text, if not the whole of it."""
    own = next(word for word in text.split() if _OWN.fullmatch(word))
    shown = [one.text for one in manuscript.sentences] + [one.title for one in manuscript.sections]
    return any(own in one for one in shown)


@pytest.mark.skipif(find_spec("pypandoc") is None, reason="pypandoc is not installed")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("writer", [one for one in WRITERS if one is not TypstWriter])
def test_pandoc_has_no_sentence_that_the_reader_has_not(
    tmp_path: Path, writer: type[LatexWriter], seed: int
) -> None:
    import pypandoc

    plan = planned(seed)
    path = writer(tmp_path, seed).write(plan)
    formats = {".tex": "latex", ".md": "markdown", ".docx": "docx", ".odt": "odt"}
    plain = pypandoc.convert_file(
        str(path), "plain", format=formats[path.suffix], cworkdir=str(tmp_path),
        extra_args=["--wrap=none"],
    )  # fmt: skip
    manuscript = read_manuscript(path, max_pages=100)
    ours = set(_WORD.findall(" ".join(one.text for one in manuscript.sentences)))
    ours |= set(_WORD.findall(" ".join(one.title for one in manuscript.sections)))
    own = {word for part in plan.sentences() for word in part.text.split() if _OWN.fullmatch(word)}
    of_pandoc = own & set(_WORD.findall(plain))
    assert of_pandoc <= ours
    assert len(of_pandoc) > 3
