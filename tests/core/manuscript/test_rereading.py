"""Texts that are typed: what is read of a change is what reading the whole text gives."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.errors import EngineError
from core.manuscript.rereading import TypedTexts
from tests.core.manuscript.reread_texts import (
    LATEX,
    TEXTS,
    assert_is_same,
    file_of,
    read_whole,
)
from tests.core.programs.writing import long_draft, sentences

LIST = (
    r"\begin{thebibliography}{9}\bibitem{oak_2010} A. Oak. Old moors. Annals, 2010."
    r"\end{thebibliography}"
)
PIECES = {
    ".tex": [
        r"\begin{itemize}", r"\end{itemize}", r"\item one more", r"\begin{figure}",
        r"\end{figure}", r"\begin{abstract}", r"\end{abstract}", r"\end{document}",
        r"\begin{document}", r"\bibliography{refs}", r"\input{chapter}", r"\cite{new2020}",
        r"\citep{new2020}", r"\citet[p. 3]{oak_2010}", r"\nocite{*}", r"\label{sec:other}",
        r"\ref{sec:end}", r"\section{Another}", r"\subsection*{More}", r"\footnote{A note.}",
        r"\emph{", "}", "{", "$", "$x_1$", r"\[", r"\]", "%", r"\%", r"\newcommand{\theirs}{x}",
        r"\verb|{|", r"$a \cite{elm2011}$", r"\iffalse", r"\fi", r"\mycite{oak_2010}", r"\ours",
        r"\textbf{bold}",
        LIST, r"\begin{comment}", r"\end{comment}", r"\par", r"\\",
        r"\title{Another title}", r"\keywords{moor, peat}", r"\appendix", "~", "``so''", "---",
    ],
    ".md": [
        "# Another", "## More", "---", "===", "[@new2020]", "@new2020", "@doi:10.55555/x.1", "[",
        "]", "![", "`", "```", "$", "$x_1$", "$$", "<!--", "-->", "<div>", "</div>", "<table>",
        "</table>", "{{< include other.md >}}", "[^one]", "[^two]: Another note.", "^[inline @elm]",
        "- item", "1. item", "> quoted", "    indented", "| a | b |", ":::", "*", "_", "**bold**",
        r"\cite{oak2010}", r"\begin{equation}", r"\end{equation}", "Keywords: moor, peat",
        "# References", "[@tag]: doi:10.55555/x.2", "{#name}", "![[other]]", "bibliography: refs",
        "x^2^", "\\", "&amp;",
    ],
    ".typ": [
        "= Another", "== More", "@new2020", "@intro", "@new2020[p. 3]", "<other>", "@other", "[",
        "]", "(", ")", "{", "}", "$", "$x_1$", "`", "```", "/*", "*/", "//", "#", "#ours",
        '#include "other.typ"', '#bibliography("refs.bib")', "#figure[", "#footnote[A note.]",
        "#let theirs = [x]", "#set text(", '"', "- item", "+ item", "1. item", "/ term: word",
        "#quote[words]", "*bold*", "_", "include this type", "\\", "#heading[More]",
        "#title[Another]", "#for x in (1, 2) [words]", "#show: template.with(", "/", "#{", "//x",
        'include "other.typ"', "include the typical", "show: template.with(", "[in / out]", "; ",
    ],
}  # fmt: skip
WORDS = [
    "acid", "Moors are old.", "Peat has been measured", "and so on", "Dr. Oak et al. say so.",
    "It is 3.5 m deep.", "A moor that is old and acid", "\n", "\n\n", " ", ".", "!", "Prof.",
    "Ünter Straße", "\n\nA new paragraph is here.\n\n", "\nA new line is here.", "never",
]  # fmt: skip
PLAIN = {
    ".tex": [r" \cite{new2020}", r"~\ref{sec:end}", r" $a_1$", r" \emph{so}"],
    ".md": [" [@new2020]", " @elm2011", " $a_1$", " *so*"],
    ".typ": [" @new2020", " @intro", " $a_1$", " _so_"],
}


def edits(pieces: list[str]) -> st.SearchStrategy[list[tuple[float, int, str, bool]]]:
    """Edits: where in the text, how much goes, what comes, and whether whole lines are meant."""
    place = st.floats(0, 1)
    removed = st.one_of(st.just(0), st.integers(0, 40), st.integers(0, 300))
    inserted = st.lists(st.sampled_from([*pieces, *WORDS]), max_size=2).map("".join)
    return st.lists(st.tuples(place, removed, inserted, st.booleans()), min_size=1, max_size=4)


def edit(text: str, place: float, removed: int, inserted: str, *, by_lines: bool) -> str:
    at = round(place * len(text))
    end = min(len(text), at + removed)
    if by_lines:
        at = text.rfind("\n", 0, at) + 1
        end = text.rfind("\n", 0, end) + 1 if removed else at
        inserted = f"{inserted}\n" if inserted else ""
    return text[:at] + inserted + text[max(at, end) :]


@pytest.mark.parametrize("suffix", TEXTS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_edit_is_read_as_the_whole_text(suffix: str, data: st.DataObject) -> None:
    text = TEXTS[suffix]
    with tempfile.TemporaryDirectory() as folder:
        path, texts = file_of(Path(folder), suffix), TypedTexts()
        path.write_text(text, encoding="utf-8")
        reading = texts.read_text(path)
        for place, removed, inserted, by_lines in data.draw(edits(PIECES[suffix])):
            changed = edit(text, place, removed, inserted, by_lines=by_lines)
            path.write_text(changed, encoding="utf-8")
            try:
                reading = texts.read_text(path, [reading.number])
            except EngineError as error:
                with pytest.raises(type(error)):
                    read_whole(path)
                return
            assert_is_same(reading, path)
            text = changed


@pytest.mark.parametrize("suffix", TEXTS)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_typing_is_read_as_the_whole_text(suffix: str, data: st.DataObject) -> None:
    """What people mostly type: words, citations, lines and paragraphs, one after another."""
    text = TEXTS[suffix]
    with tempfile.TemporaryDirectory() as folder:
        path, texts = file_of(Path(folder), suffix), TypedTexts()
        path.write_text(text, encoding="utf-8")
        reading = texts.read_text(path)
        places = data.draw(st.lists(st.floats(0.3, 1), min_size=1, max_size=5))
        for place in places:
            piece = data.draw(st.sampled_from([*PLAIN[suffix], *WORDS]))
            at = text.find(" ", round(place * (len(text) - 80)))
            text = text[:at] + piece + text[at:]
            path.write_text(text, encoding="utf-8")
            reading = texts.read_text(path, [reading.number])
            assert_is_same(reading, path)


def test_a_citation_before_a_formula_that_cites_is_read_as_the_whole_text(tmp_path: Path) -> None:
    text = LATEX.replace("a^2 + b^2", r"a^2 \cite{new2020} + b^2")
    path, texts = file_of(tmp_path, ".tex"), TypedTexts()
    path.write_text(text, encoding="utf-8")
    first = texts.read_text(path)
    path.write_text(text.replace("measured for long", r"measured \cite{elm2011} for long"), "utf-8")
    reading = texts.read_text(path, [first.number])
    assert reading.base == first.number
    assert_is_same(reading, path)


def test_without_the_reading_before_all_is_read(tmp_path: Path) -> None:
    path, texts = file_of(tmp_path, ".tex"), TypedTexts()
    path.write_text(LATEX, encoding="utf-8")
    texts.read_text(path)
    path.write_text(LATEX.replace("All moors", "Many moors"), encoding="utf-8")
    assert texts.read_text(path, [99]).base is None


def test_a_change_of_a_long_text_takes_little_time(tmp_path: Path) -> None:
    """5,000 lines: a citation that is typed takes a fifth of reading them all, at most.

    ``tools/lab/benchmarks/completion_speed.py`` prints milliseconds.
    """
    chance = random.Random(3)
    text = long_draft(47_000, [f"key{number}" for number in range(99)])
    assert text.count("\n") >= 5_000
    path, texts = file_of(tmp_path, ".tex"), TypedTexts()
    path.write_text(text, encoding="utf-8")
    began = time.process_time()
    reading = texts.read_text(path)
    whole = time.process_time() - began
    times = []
    for sentence in sentences(9, seed=29):
        at = text.index(".\n", chance.randrange(len(text) * 9 // 10))
        text = f"{text[:at]}. {sentence[:-1]} \\cite{{key{chance.randrange(99)}}}{text[at:]}"
        path.write_text(text, encoding="utf-8")
        began = time.process_time()
        reading = texts.read_text(path, [reading.number])
        times.append(time.process_time() - began)
        assert reading.base is not None
    print("of the whole:", [round(each / whole, 3) for each in times])  # noqa: T201 - to look at
    assert sorted(times)[len(times) // 2] < whole / 5
    assert_is_same(reading, path)
