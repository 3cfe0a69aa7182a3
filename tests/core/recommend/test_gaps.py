from __future__ import annotations

import importlib.resources
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.records import NEEDS_CITATION, Manuscript, Marker, Section, SectionKind, Sentence
from core.recommend import gaps
from core.recommend.gap_features import (
    BUCKETS,
    SCALE,
    TABLES,
    GapLine,
    Seen,
    Signs,
    _of_terms,
    announces_own_text,
    build_signs,
    life_science_share,
    mix_fields,
    scan_lines,
    split_lines,
    sum_by_group,
    surrounds,
    tells_own_result,
    tells_own_work,
)
from core.recommend.gaps import gap_reason, gap_sentences, knows_language, needs_citation
from core.recommend.unread import could_not_check
from tests import wording

OWN_TEXT_OWN = [
    "Here we focus on transformers for the forecasting of floods.",
    "To summarize, neural networks have been widely used for the forecasting of floods.",
    "In summary, deep learning has been shown to improve forecasts.",
    "In this section, we describe recurrent networks and their use for time series.",
    "This paper presents a recurrent network for the forecasting of floods.",
    "The remainder of this paper is organized as follows.",
    "We conclude with a discussion of language models.",
    "The main contributions of this work are a dataset and a model.",
    "Our goal is to train language models on long documents.",
]
OF_OTHERS = [
    "Recurrent networks have been widely used for the forecasting of floods.",
    "This paper extends the model of Smith et al. for the forecasting of floods.",
    "Here the model was trained on the data of earlier studies.",
    "In this section of the river, floods are known to be frequent.",
    "We use the Adam optimizer.",
]

OTHERS = "Previous studies have shown that convolutional networks overfit small corpora."
TOOL = "We train all networks with the RMSprop optimizer and fine-tune the RoBERTa encoder."
OWN = "We describe our results in the next section and summarise them in Table 2."
THANKS = "We thank the members of the reading group for their comments."


@pytest.fixture(autouse=True)
def fresh_weights() -> Iterator[None]:
    gaps.model.cache_clear()
    yield
    gaps.model.cache_clear()


def paper(
    *texts: str,
    kind: SectionKind = "introduction",
    cited: tuple[int, ...] = (),
    headed: bool = True,
) -> Manuscript:
    """A manuscript with one section; the sentences ``cited`` end in a marker."""
    sentences = []
    for index, text in enumerate(texts):
        markers: tuple[Marker, ...] = ()
        if index in cited:
            text = f"{text[:-1]} [3]."  # noqa: PLW2901
            markers = (Marker(len(text) - 4, len(text) - 1, "[3]", (2,)),)
        section = 0 if headed else None
        sentences.append(Sentence(index, section, 0, text, (), markers, paragraph=index // 4))
    sections = (Section("1", "Introduction", 1, kind),) if headed else ()
    return Manuscript(title="Naps", sections=sections, sentences=tuple(sentences))


def test_what_others_found_needs_a_citation_and_what_we_do_does_not() -> None:
    others, own = needs_citation(paper(OTHERS, OWN))
    assert others > NEEDS_CITATION > own


@pytest.mark.parametrize(
    "text",
    [
        "Negative controls were extracted from 0.25 g of soil and stored at −80 °C.",
        "The gel was blocked at room temperature with a buffer (Quiet Reagents Inc.).",
        "The assembly was kept in a tester (VD-8; Renn Instruments, Mumbai, India).",
        "Glass beads were purchased from a maker of lenses.",
    ],
)
def test_what_was_done_in_the_laboratory_is_ones_own_work(text: str) -> None:
    assert tells_own_work(text, "method")
    assert not tells_own_work(text, "introduction")
    assert not tells_own_work(text[:-1] + " as described before.", "method")
    plain = needs_citation(paper(OTHERS, "The samples were kept.", kind="method"))[1]
    assert needs_citation(paper(OTHERS, text, kind="method"))[1] < max(plain, NEEDS_CITATION)


@pytest.mark.parametrize(
    "text",
    [
        "Ursolic acid (UA) was detected in the samples.",
        "The model was trained on 8 of the 10 sets.",
        "Cells divide every 20 min.",
    ],
)
def test_a_number_or_a_bracket_alone_makes_no_work_of_ones_own(text: str) -> None:
    assert not tells_own_work(text, "method")


@pytest.mark.parametrize(
    "text",
    [
        "Here we focus on the reeds of shallow lakes.",
        "In this study, reeds grew faster in shallow water than in deep water.",
        "However, our results show that reeds grow faster in shallow water.",
        "The present study asks whether reeds grow faster in shallow water.",
        "These results indicate that reeds grow faster in shallow water.",
        "Reeds grew faster in shallow water (Fig. 2).",
        "As shown in Table S3, reeds grow faster in shallow water.",
        "We found that reeds grow faster in shallow water.",
    ],
)
def test_what_this_work_found_or_shows_is_ones_own(text: str) -> None:
    assert tells_own_result(text)
    assert needs_citation(paper(OTHERS, text, kind="discussion"))[1] < NEEDS_CITATION


@pytest.mark.parametrize(
    "text",
    [
        "Our results agree with previous studies of reeds.",
        "Figure 2 is adapted from a handbook of reeds.",
        "In shallow lakes reeds grow faster than in deep ones.",
        "Configurable 3 D models of reeds exist.",
    ],
)
def test_what_names_others_or_no_work_is_not_ones_own(text: str) -> None:
    assert not tells_own_result(text)


def test_a_tool_by_name_needs_one_more_than_the_same_words_without_it() -> None:
    plain = "We train all networks with the same optimizer and fine-tune the same encoder."
    assert needs_citation(paper(OWN, TOOL))[1] > needs_citation(paper(OWN, plain))[1]


@pytest.mark.parametrize("kind", ["abstract", "acknowledgements"])
def test_where_nobody_cites_nothing_needs_a_citation(kind: SectionKind) -> None:
    assert needs_citation(paper(OTHERS, THANKS, kind=kind)) == [0.0, 0.0]


def test_an_appendix_is_looked_at_like_any_other_section() -> None:
    others, own = needs_citation(paper(OTHERS, OWN, kind="appendix"))
    assert others > NEEDS_CITATION > own


def test_a_typed_passage_without_headings_is_looked_at_too() -> None:
    assert needs_citation(paper(OTHERS, headed=False))[0] > NEEDS_CITATION


def test_what_follows_an_abstract_without_a_heading_of_its_own_is_looked_at_too() -> None:
    body = paper(OTHERS, headed=False)
    abstract = Section("", "Abstract", 1, "abstract")
    unheaded = replace(body, sections=(abstract, Section("", "Thanks", 1, "acknowledgements")))
    assert needs_citation(unheaded)[0] > NEEDS_CITATION
    front = replace(body, sections=(Section("1", "Introduction", 1, "introduction"),))
    assert needs_citation(front) == [0.0]


def test_a_marker_of_its_own_does_not_change_a_sentence_s_chance() -> None:
    plain = needs_citation(paper(OWN, OTHERS, OWN))
    cited = needs_citation(paper(OWN, OTHERS, OWN, cited=(1,)))
    assert cited[1] == pytest.approx(plain[1], abs=1e-6)


def test_section_kinds_are_told_from_titles_where_no_reader_did() -> None:
    unread = paper(OTHERS, OWN, kind="other")
    assert needs_citation(unread) == needs_citation(paper(OTHERS, OWN))


@pytest.mark.parametrize("source", ["[12, 13", "(R. Oar, personal communication)", "13]", "in ??"])
def test_what_half_a_bracket_or_an_unlisted_source_stands_in_is_no_gap(source: str) -> None:
    sourced = f"{OTHERS.rstrip('.')} {source}."
    assert needs_citation(paper(sourced, OWN))[0] == 0.0
    assert needs_citation(paper(f"{OTHERS.rstrip('.')} (R. Oar).", OWN))[0] > 0.0


def test_gaps_are_the_likely_ones_that_neither_cite_nor_were_dismissed() -> None:
    manuscript = paper(OTHERS, OTHERS, OTHERS, OWN, cited=(1,))
    chances = [0.9, 0.9, 0.5, 0.1]
    assert gap_sentences(manuscript, chances) == [0, 2]
    assert gap_sentences(manuscript, chances, 0.6) == [0]
    assert gap_sentences(manuscript, chances, dismissed={0}) == [2]


def test_reasons_quote_the_sentence_or_name_its_place() -> None:
    manuscript = paper(OWN, OTHERS, TOOL)
    assert gap_reason(manuscript, 1).startswith(
        wording.stem("core.recommend.gaps:_describe_phrase says")
    )
    quoted = gap_reason(manuscript, 1).split("“")[1].split("”")[0]
    assert quoted in OTHERS
    assert gap_reason(manuscript, 2) in (
        wording.fill("core.recommend.gaps:_of_names", name="RMSprop"),
        wording.fill("core.recommend.gaps:_of_names", name="RoBERTa"),
    )


def test_what_a_reason_quotes_begins_and_ends_with_words() -> None:
    text = "Fortunately, many funding bodies, e.g., the union, have widely used management plans."
    reason = gap_reason(paper(OWN, text), 1)
    quoted = re.search("“(?P<phrase>.+)”", reason)
    assert quoted is not None
    assert re.fullmatch(r"\w\w.*\w\w", quoted["phrase"])


def words(text: str) -> list[re.Match[str]]:
    return list(re.finditer(r"\w+|[^\w\s]", text.lower()))


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("reeds and frogs have been shown to sing", "have been shown"),
        ("many studies have reported songs of frogs", "many studies have reported"),
        ("with reeds, frogs and reported no songs", ""),
        ("songs that were previously unheard", "were previously"),
        ("basic building blocks and extensions of reeds", ""),
    ],
)
def test_only_whole_expressions_are_quoted(text: str, quote: str) -> None:
    matches = words(text)
    assert gaps._find_quote(text, matches, (0, len(matches)), gaps._OTHERS) == quote


def test_research_as_a_thing_is_nothing_that_others_did() -> None:
    text = "Reusing the components of research is one of the main goals of many who work with data."
    assert "others" not in gap_reason(paper(OWN, text), 1)


def test_one_word_alone_needs_no_citation() -> None:
    said = "Several studies have shown that hard negatives improve contrastive learning."
    chances = needs_citation(paper("Studies", said, said, cited=(1,)))
    assert chances[0] == 0.0
    assert chances[2] > NEEDS_CITATION


@pytest.mark.parametrize(
    "where",
    ["(Chapter 3)", "(Appendix B)", "(Figures 2 and 4)"]
    + [f"of {region} texts" for region in ("Western", "Japan", "European")],
)
def test_a_part_of_the_manuscript_or_a_place_is_no_name_without_a_source(where: str) -> None:
    text = f"On the way, it touches facets of generation in a low-resource setting {where}."
    named = f"It extends the RoBERTa encoder for generation in a low-resource setting {where}."
    manuscript = paper(OWN, text, named)
    assert "names" not in gap_reason(manuscript, 1)
    assert gap_reason(manuscript, 2) == wording.fill(
        "core.recommend.gaps:_of_names", name="RoBERTa"
    )


def test_the_longest_of_names_that_overlap_is_named_in_every_run() -> None:
    for name in ("TAE", "SAE", "RAE", "PAE", "OAE", "NAE", "MAE", "LAE"):
        names = {name, f"{name}-S", f"{name}-S2"}  # in any order: strings are hashed anew each run
        assert gaps._find_name(f"With {name}-S it works.", 5, names) == f"{name}-S"


def test_a_german_noun_is_no_name() -> None:
    plain = "Kleine Änderungen einer Eingabe bringen einen Klassifikator dazu, sich zu irren."
    named = "Das Verfahren wurde mit RMSprop trainiert, und die Lernrate war nicht groß."
    others = [
        "Die Arbeiten stützen sich auf frühere Ergebnisse, und diese wurden oft geprüft.",
        "Dabei spielt die Wahl der Parameter eine große Rolle, wie sich gezeigt hat.",
        "Das Gedächtnis lässt sich mit Netzen nachbilden, wie die Studien auch zeigen.",
    ]
    manuscript = paper(plain, named, *others * 4)
    assert "Eingabe" not in gap_reason(manuscript, 0)
    assert not any("names" in gap_reason(manuscript, at) for at in (0, 2, 3, 4))
    assert gap_reason(manuscript, 1) == wording.fill(
        "core.recommend.gaps:_of_names", name="RMSprop"
    )


def test_gaps_of_a_german_text_are_said_to_be_missed() -> None:
    german = paper(*["Der Sand wird mit der Waage und nicht mit dem Auge gewogen."] * 9)
    english = paper(*["The sand in the sieves is weighed with scales and not by the eye."] * 9)
    assert [knows_language(each) for each in (german, english, paper("Sand."))] == [
        False, True, True,
    ]  # fmt: skip
    doubts = [str(finding.text) for finding in could_not_check(german)]
    assert len(doubts) == 1
    assert doubts[0].startswith(wording.stem("core.recommend.unread:could_not_check English"))
    assert not list(could_not_check(english))


def test_there_is_no_reason_where_nobody_cites() -> None:
    assert gap_reason(paper(OTHERS, kind="abstract"), 0) == ""


def test_all_reasons_of_a_text_take_one_look_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    real = build_signs

    def counted(lines: Sequence[GapLine], seen: Seen) -> Signs:
        looks.append(len(lines))
        return real(lines, seen)

    monkeypatch.setattr(gaps, "build_signs", counted)
    manuscript = paper(*[OTHERS, TOOL, OWN] * 20)
    needs_citation(manuscript)
    reasons = [gap_reason(manuscript, index) for index in range(60)]
    assert looks == [60]
    # Each sentence has the reason that it would have with a look of its own.
    for index in (0, 1, 31, 59):
        assert gap_reason(replace(manuscript), index) == reasons[index]
    assert looks == [60] * 5
    other = paper(TOOL, OTHERS)
    assert gap_reason(other, 0) != gap_reason(manuscript, 0)


def buckets(text: str, heading: str = "") -> set[tuple[int, int]]:
    """Return the view and the bucket of each feature of a line."""
    lines = [GapLine(text, "method", 0, 0, heading=heading)]
    signs = build_signs(lines, scan_lines(lines, ""))
    return set(zip(signs.view.tolist(), signs.bucket.tolist(), strict=True))


def test_capitals_change_how_words_are_written_but_not_which_they_are() -> None:
    small, large = buckets("we weigh the bert of sand."), buckets("we weigh the BERT of sand.")
    changed = {view for view, _ in small ^ large}
    assert changed >= {32, 33, 34, 35}
    assert not changed & {1, 2, 3, 36}


def test_the_words_of_a_heading_describe_its_lines() -> None:
    bare, headed = buckets("We sieve it."), buckets("We sieve it.", "Sieves and scales")
    assert {view for view, _ in bare ^ headed} == {30, 31}
    assert len(headed - bare) == 6
    assert [line.heading for line in split_lines(paper(OTHERS))] == ["Introduction"]


def visible_beside_terms(*texts: str, cited: Sequence[bool]) -> list[float]:
    """Return for each line the highest share of visible citations beside one of its rare words."""
    lines = [GapLine(text, "method", at, at) for at, text in enumerate(texts)]
    seen = scan_lines(lines, "")
    highest = _of_terms(seen, np.zeros(len(lines)), np.array(cited, float), (2, 3))[2]
    return [float(share) for share in highest]


def test_a_word_with_a_meaning_ties_a_sentence_to_those_that_cite_with_it() -> None:
    texts = (
        "The sieves were made of Quellin.",
        "Our Quellin was weighed in 2019.",
        "We saw the mill of 2019.",
        "The mill was made of sand.",
    )
    # "Quellin", "mill" and "made" tie sentences; "the", "was" and numbers do not.
    assert visible_beside_terms(*texts, cited=[True, False, False, False]) == [0, 1, 0, 1]
    assert visible_beside_terms(*texts, cited=[False, True, True, False]) == [1, 0, 0, 1]


def test_the_groups_of_views_add_up_to_the_linear_model() -> None:
    lines = split_lines(paper(OTHERS, TOOL, OWN))
    signs = build_signs(lines, scan_lines(lines, ""))
    weights = np.random.default_rng(7).normal(size=signs.bucket.max() + 1)
    sums = sum_by_group(signs, weights, len(lines))
    assert sums.sum(1) == pytest.approx(np.bincount(signs.row, weights[signs.bucket]), abs=1e-4)
    words_alone = np.where(np.isin(signs.view, (1, 4)), weights[signs.bucket], 0)
    assert sums[:, 0] == pytest.approx(np.bincount(signs.row, words_alone), abs=1e-4)


def test_a_text_gets_the_weights_of_its_field_by_its_words() -> None:
    tables = np.zeros((TABLES, BUCKETS), np.int8)
    tables[0], tables[1] = 32, -64
    shares = []
    for text in ("Newts shed skin.", "Routers drop packets."):
        lines = split_lines(paper(text))
        signs = build_signs(lines, scan_lines(lines, ""))
        words = signs.bucket[signs.view == 1]
        tables[2, words] = 127 if "skin" in text else -127
        shares.append(life_science_share(signs, tables, len(lines)))
    assert shares[0] > 0.95
    assert shares[1] < 0.05
    assert mix_fields(tables, shares[0])[0] < -1.7
    assert mix_fields(tables, shares[1])[0] > 0.7
    assert mix_fields(tables, 1.0)[0] == tables[1, 0] / SCALE


def test_a_long_text_is_no_surer_of_its_field_than_a_short_one() -> None:
    tables = np.zeros((TABLES, BUCKETS), np.int8)
    tables[2] = 1
    shares = []
    for count in (1, 50):
        lines = split_lines(paper(*["Newts shed skin."] * count))
        signs = build_signs(lines, scan_lines(lines, ""))
        shares.append(life_science_share(signs, tables, len(lines)))
    assert shares[0] == pytest.approx(shares[1])


def test_a_row_says_whether_the_line_tells_of_own_work() -> None:
    texts = (OTHERS, "Cells were kept at 4 °C.", "Our results agree.", OWN_TEXT_OWN[0])
    lines = split_lines(paper(*texts, kind="method"))
    nothing = np.zeros(len(lines), bool)
    sums = np.zeros((len(lines), 10), np.float32)
    rows = surrounds(lines, scan_lines(lines, ""), sums, nothing, 0.25)
    assert rows[:, -4].tolist() == [0.25] * 4
    assert rows[:, -3:].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]]


def test_a_manuscript_without_sentences_has_no_chances() -> None:
    assert needs_citation(Manuscript(title="Naps")) == []


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 cut short", b"no archive"])
def test_without_usable_weights_there_are_no_gaps_and_no_reasons(
    content: bytes | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = tmp_path / "ranking"
    folder.mkdir()
    if content is not None:
        (folder / "gaps.npz").write_bytes(content)
    monkeypatch.setattr(importlib.resources, "files", lambda _: tmp_path)
    assert needs_citation(paper(OTHERS)) == [0.0]
    assert gap_reason(paper(OTHERS), 0) == ""
    assert "gaps" in caplog.text


@pytest.mark.parametrize("changed", ["mean", "weights"])
def test_weights_of_other_features_are_refused_in_plain_words(
    changed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    file = importlib.resources.files("resources") / "ranking" / "gaps.npz"
    with file.open("rb") as opened, np.load(opened) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays[changed] = arrays[changed][:-5]
    (tmp_path / "ranking").mkdir()
    np.savez_compressed(tmp_path / "ranking" / "gaps.npz", **arrays)
    monkeypatch.setattr(importlib.resources, "files", lambda _: tmp_path)
    assert needs_citation(paper(OTHERS)) == [0.0]
    assert "version" in caplog.text


@pytest.mark.parametrize("text", OWN_TEXT_OWN)
def test_what_the_text_itself_does_is_no_gap(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert announces_own_text(text)
    sentences = tuple(
        Sentence(index=at, section=0, page=0, text=one, rects=(), markers=())
        for at, one in enumerate((OF_OTHERS[0], text))
    )
    manuscript = Manuscript(
        title="Floods", sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=sentences,
    )  # fmt: skip
    chances = needs_citation(manuscript)
    assert 1 not in gap_sentences(manuscript, chances)
    monkeypatch.setattr(gaps, "ANNOUNCEMENT_ODDS", 0.0)
    as_any_sentence = needs_citation(manuscript)
    assert chances[0] == as_any_sentence[0]
    assert chances[1] < as_any_sentence[1] / 10


@pytest.mark.parametrize("text", OF_OTHERS)
def test_what_others_did_is_not_taken_for_own_text(text: str) -> None:
    assert not announces_own_text(text)
