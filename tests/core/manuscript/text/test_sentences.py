from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.text.sentences import (
    cited_behind_stops,
    sentence_spans,
    spans_without,
    split_quickly,
    split_sentences,
)
from tests.core.manuscript.other_languages import TRAPS


@pytest.mark.parametrize(
    "sentences",
    [
        ["Sieves are exact.", "They are also heavy."],
        ["Dahl et al. moved the trial into a tent.", "It stayed dry."],
        ["This was shown by Dahl et al. (2011) and others.", "We agree."],
        ["Fig. 2 shows the loss.", "Figs. 3 and 4 show it again."],
        ["Some tones, e.g. low ones, survive.", "Others, i.e. high ones, do not."],
        ["We thank P. Q. Ander for the pots.", "J. Corso lent the tent."],
        ["See Sec. 3.2 and Eq. (4) for details.", "Tab. 1 lists them."],
        ["It costs approx. 3.5 coins vs. 4 elsewhere.", "That is cheap."],
        ["Is it windy?", "It is!", "We wait."],
        ["He said “stay.”", "We went."],
        ["Sand, gravel, etc. are kept apart.", "Clay is not."],
        ["The set is {1, . . . , n} and nothing else.", "It is finite."],
        ["Heavier stones (cf. Sec. 2) fall first.", "Light ones follow."],
        ["It is drawn from the matrix A.", "The rest follows."],
        ["Each was stored at −80∘C.", "Soil was taken from two jars."],
        ["Proofs are in Appendix B.", "We omit them here."],
        ["Let the matching be a pair of x and y.", "Individuals wait for l."],
        ["The clay of J. Corso and E. B. Dahl rings.", "It is wet."],
        ["Stones are stored in clay pots.", "potR builds them (Corso, 2009).", "potR is slow."],
        ["There are two rules: i) wet sand sinks.", "ii) dry sand floats."],
        ["It was first heard in spring.[3]", "We heard it again."],
        ["It was first heard in spring. [3]", "We heard it again."],
        ["The plot of Ref. [14] I made anew.", "It is of Dahl et al. [3] Holt kept it."],
        ["As shown by Dahl et al. [3] and later.", "[4] says so too."],
        ["The loss is then …", "Setting it to zero ends it."],
        ["Hence the loss is ….", "Setting it to zero ends it."],
        ["Hence the loss is … where x is small.", "It ends."],
        ["Sand falls, i.e. it moves.", "See no. 5 and No. 6 of v1.2.", "The answer is no.", "Why?"],
        ["Sand was sieved in Sieve ver. 2.4.5 twice.", "It fell."],
        ["See https://example.org/a.b for more.", "It helps."],
        ["It is {1, . . . , n} or 1, . . . , m here.", "Others follow."],
        ["He waited ... and left.", "She stayed."],
        ["iPhone users agree.", "We do vs. them."],
    ],
    ids=lambda sentences: sentences[0][:24],
)
def test_sentences_end_where_they_do(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


_CITED = re.compile(r"<(?P<marker>[^>]*)>")


def _cut_with_citations(written: str) -> list[str]:
    """Return the sentences of a text in which "<" and ">" stand around what is cited."""
    spans: list[tuple[int, int]] = []
    for at, match in enumerate(_CITED.finditer(written)):
        start = match.start() - 2 * at
        spans.append((start, start + len(match["marker"])))
    text = _CITED.sub(r"\g<marker>", written)
    return [text[start:end] for start, end in spans_without(text, cited_behind_stops(text, spans))]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ponds freeze in winter. <(Oak, 2006)>", "The reeds bend."),
        ("Ponds freeze in winter.<(Oak, 2006)>", "The reeds bend."),
        ("Ponds freeze in winter. <(Oak, 2006; Elm, 2011)>", "“Reeds” bend."),
        ("Ponds freeze in winter. <[Oak06]>", "The reeds bend."),
        ("Ponds freeze in winter. <(Oak, 2006)>.", "The reeds bend."),
        ("Do ponds freeze in winter? <[@oak]>", "The reeds bend."),
        ("Ponds freeze in winter! <(Oak, 2006)>", "12 reeds bend."),
        ("They say “ponds freeze.” <(Oak, 2006)>", "The reeds bend."),
        ("Ponds freeze in winter.<12>", "The reeds bend."),
        ("Ponds freeze in winter. <12>", "The reeds bend."),
        ("Ponds freeze in winter. <[2]>, <[1]><[3]>–<[5]>", "The reeds bend."),
        ("Ponds freeze in winter. <(Oak, 2006)>", "<Elm (2011)> shows that reeds bend."),
        ("Ponds freeze in winter. <(Oak, 2006)>", "(2) The reeds bend."),
        ("Ponds freeze in winter. <Oak (2006)>", "The reeds bend."),
        ("Ponds freeze in winter. <Oak (2006)>", ""),
        ("池が凍る。<（樫、2006）>", "葦が曲がる。"),
    ],
)
def test_what_is_cited_behind_a_stop_belongs_to_the_sentence_before(
    first: str, second: str
) -> None:
    cut = [_CITED.sub(r"\g<marker>", sentence) for sentence in (first, second) if sentence]
    for gap in " ", "  ":
        assert _cut_with_citations(f"{first}{gap}{second}") == cut


@pytest.mark.parametrize(
    "written",
    [
        "Ponds freeze in winter.| <Oak (2006)> shows that they thaw.",
        "Ponds freeze in winter.| <Oak (2006)> Ponds of Elm.",
        "Ponds freeze in winter.| <[12]> shows that they thaw.",
        "Ponds freeze in winter.| <(Oak, 2006)> shows that they thaw.",
        "Ponds freeze in winter.| <[@oak]>, <[@elm]> show that they thaw.",
        "Ponds freeze in winter.| <[Oak, 2006]><12> shows that they thaw.",
        "Ponds freeze in winter.| <[Oak, 2006]><12> (N=141) shows that they thaw.",
        "Ponds freeze in winter.| <(see Oak, 2006, p. 3)> The reeds bend.",
        "<(Oak, 2006)> The reeds bend.| Ponds freeze.",
        "<[1]> <[2]> The reeds bend.| Ponds freeze.",
        "Ponds freeze, as in Oak et al. <[12]> Elm says so.",
        "Ponds freeze <(Oak, 2006)>.| The reeds bend.",
        "Ponds freeze <(Oak, 2006)> The reeds bend.",
    ],
)
def test_other_citations_stay_in_their_sentence(written: str) -> None:
    cut = [_CITED.sub(r"\g<marker>", sentence).strip() for sentence in written.split("|")]
    assert _cut_with_citations(written.replace("|", "")) == cut


@given(st.text(alphabet="Ab", max_size=3), st.text(alphabet="Ab .?!()[]<1,", max_size=60))
def test_spans_with_citations_cover_all_but_spaces(first: str, text: str) -> None:
    text = first + text
    cited = [match.span() for match in re.finditer(r"<[^<]?|\[.\]|\(.\)", text)]
    spans = spans_without(text, cited_behind_stops(text, cited))
    covered = [at for start, end in spans for at in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(at in covered or text[at].isspace() for at in range(len(text)))


@given(st.text(alphabet="Ab .?!()[]1,", max_size=60))
def test_spans_are_in_order_and_cover_all_but_spaces(text: str) -> None:
    spans = sentence_spans(text)
    covered = {at for start, end in spans for at in range(start, end)}
    assert spans == sorted(spans)
    assert sum(end - start for start, end in spans) == len(covered)
    assert all(at in covered or text[at].isspace() for at in range(len(text)))


def test_the_shipped_parameters_are_small_and_hold_single_words_only() -> None:
    text = files("resources").joinpath("punkt", "scientific.json").read_text(encoding="utf-8")
    known = json.loads(text)
    assert len(text) < 100_000
    assert {"al", "fig", "e.g", "i.e", "cf"} <= set(known["abbreviations"])
    for key in ("abbreviations", "starters", "capitals"):
        assert not any(" " in word for word in known[key])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One is. Two are! Three?", ["One is.", "Two are!", "Three?"], id="plain"),
        pytest.param("Smith et al. show it. We agree.", ["Smith et al. show it.", "We agree."]),
        pytest.param("See Fig. 3 for it. It is so.", ["See Fig. 3 for it.", "It is so."]),
        pytest.param("It (see J. Doe. And on) is. Yes.", ["It (see J. Doe. And on) is.", "Yes."]),
        pytest.param("", [], id="nothing"),
    ],
)  # fmt: skip
def test_abstracts_are_split_without_nltk(text: str, expected: list[str]) -> None:
    assert split_quickly(text) == expected


@pytest.mark.parametrize(
    "sentences",
    [
        [
            "筛子很精确[1]。",
            "它们也很重：沙子，石头，黏土。[2]",
            "他说：“留下。”",
            "我们走了（见图1。）。",
            "重3．5倍！",
        ],
        [
            "これは例である．",
            "次の文も同じだ。",
            "「はい。」と答えた。",
            "図1．2に示す[3]．",
            "以上．",
        ],
        ["이 방법은 좋다.", "결과는 3.5배였다[2].", "예를 들어, 김 등(2010)은 다르다."],
        [
            "Метод описан в работе (см. рис. 1.2).",
            "Дубов и др. показали, что т. е. это верно.",
            "В 2019 г. Кленов А. В. взвесил песок, глину и т. д.",
            "Работа (см. табл. 3) длилась до 2020 г.",
            "Она важна.",
        ],
        [
            "Wie z. B. in Abb. 3 gezeigt, gilt das u. a. für Sand, d. h. es ist wahr.",
            "Am 3. Mai war das so.",
            "Im 19. Jahrhundert bzw. in den Jahren danach usw.",
            "Die Siebe sind exakt.",
            "„Das ist gut.“",
            "Danach kam er.",
        ],
        [
            "Voir p. ex. la fig. 3 et le chap. 2.",
            "C'est vrai, cf. Chêne (2010).",
            "Il a dit : « C'est bon. »",
            "Étude suivante.",
        ],
        [
            "Véase p. ej. la fig. 3 de EE. UU. y la pág. 12.",
            "¿Qué es esto?",
            "Según el Dr. Roble (2010), no.",
            "Entonces sí.",
        ],
        [
            "Veja p. ex. a fig. 3 e o cap. 2.",
            "O séc. XIX foi assim.",
            "É verdade que o Prof. Carvalho não concorda.",
        ],
        ["This is the state of the art.", "He wore a cap.", "Is it not?", "It is."],
    ],
)
def test_sentences_end_where_their_language_ends_them(sentences: list[str]) -> None:
    gap = "" if sentences[0][-1] in "。．" else " "

    assert split_sentences(gap.join(sentences)) == sentences


def test_a_window_splits_other_scripts_without_nltk() -> None:
    assert split_quickly("Он взвесил песок. Глина мокрая.") == [
        "Он взвесил песок.",
        "Глина мокрая.",
    ]
    assert split_quickly("沙子很重。黏土很轻。") == ["沙子很重。", "黏土很轻。"]


@pytest.mark.parametrize("language", TRAPS)
@pytest.mark.parametrize("split", [split_quickly, split_sentences])
def test_stops_that_end_no_sentence(language: str, split: Callable[[str], list[str]]) -> None:
    lines = [line.strip() for line in TRAPS[language].strip().splitlines()]
    between = "" if language in ("zh", "ja") else " "

    assert split(between.join(lines)) == lines
