from __future__ import annotations

import pytest

from core.recommend.bare import bare, is_whole


def spans(text: str, markers: list[str]) -> list[tuple[int, int]]:
    return [(text.index(marker), text.index(marker) + len(marker)) for marker in markers]


STYLES = [
    pytest.param("Sleep helps memory [3].", ["[3]"], "Sleep helps memory.", id="number"),
    pytest.param("Sleep helps memory [3, 5-7].", ["[3, 5-7]"], "Sleep helps memory.", id="range"),
    pytest.param("Sleep [3], [4] helps.", ["[3]", "[4]"], "Sleep helps.", id="side by side"),
    pytest.param("Sleep helps memory.3", ["3"], "Sleep helps memory.", id="superscript"),
    pytest.param("Sleep helps [Smi20].", ["[Smi20]"], "Sleep helps.", id="label"),
    pytest.param(
        "Sleep helps (Berg et al., 2019; Ito and Cho, 2020a).",
        ["(Berg et al., 2019; Ito and Cho, 2020a)"],
        "Sleep helps.",
        id="names and years in brackets",
    ),
    pytest.param(
        "Sleep helps (Berg et al., 2019; Ito, 2020).",
        ["Berg et al., 2019", "Ito, 2020"],
        "Sleep helps.",
        id="brackets outside of the markers",
    ),
    pytest.param(
        "Sleep helps (Berg, 1999; Ito, 2020) a lot.",
        ["(Berg, 1999;", "Ito, 2020)"],
        "Sleep helps a lot.",
        id="brackets cut in two",
    ),
    pytest.param("Sleep helps (see, e.g., [4]).", ["[4]"], "Sleep helps.", id="see e.g."),
    pytest.param(
        "Sleep helps (see Berg, 2019, for a review).", ["Berg, 2019"], "Sleep helps.", id="a review"
    ),
    pytest.param(
        "A net (RNN; Berg, 2019) is used.", ["Berg, 2019"], "A net (RNN) is used.", id=";"
    ),
    pytest.param("A net (RNN [3]) is used.", ["[3]"], "A net (RNN) is used.", id="in a bracket"),
    pytest.param(
        "Nets [3], trees [4], and sets.", ["[3]", "[4]"], "Nets, trees, and sets.", id=","
    ),
    pytest.param("It was shown in [3].", ["[3]"], "It was shown.", id="preposition"),
    pytest.param("It was shown in [3] and [4].", ["[3]", "[4]"], "It was shown.", id="two nouns"),
    pytest.param(
        "It was shown by Berg et al. (2019) for mice.",
        ["Berg et al. (2019)"],
        "It was shown for mice.",
        id="narrative after a preposition",
    ),
    pytest.param(
        "It was shown by Berg et al. (2019).", ["(2019)"], "It was shown.", id="the year alone"
    ),
    pytest.param("Following [3], we sleep.", ["[3]"], "We sleep.", id="fronted"),
    pytest.param("Sleep helps, cf. [3].", ["[3]"], "Sleep helps.", id="cf."),
    pytest.param("Does it help [3]?", ["[3]"], "Does it help?", id="question"),
]


@pytest.mark.parametrize(("text", "markers", "plain"), STYLES)
def test_a_cited_sentence_reads_like_one_written_without_a_citation(
    text: str, markers: list[str], plain: str
) -> None:
    assert bare(text, spans(text, markers)) == bare(plain, ()) == plain
    assert is_whole(text, spans(text, markers))


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        pytest.param("[3] shows that sleep helps.", ["[3]"], id="a number as the subject"),
        pytest.param("Berg (2019) shows it.", ["Berg (2019)"], id="a name as the subject"),
        pytest.param("Recently, [3] proposed a nap.", ["[3]"], id="subject after a comma"),
        pytest.param("Naps, while [3] fails, work.", ["[3]"], id="subject of a clause"),
        pytest.param("We use the naps Berg (2019) tried.", ["Berg (2019)"], id="in the middle"),
    ],
)
def test_a_sentence_that_lost_its_subject_is_not_whole(text: str, markers: list[str]) -> None:
    assert not is_whole(text, spans(text, markers))


def test_what_no_marker_explains_stays() -> None:
    text = "Adam and Eve (two of them, in 2019) slept in [0, 1] (see Section 3)."
    assert bare(text, ()) == text
    assert is_whole(text, ())


def test_a_sentence_that_is_only_a_marker_leaves_nothing() -> None:
    assert bare("[3]", [(0, 3)]) == ""
