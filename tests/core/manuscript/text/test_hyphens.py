from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.text.hyphens import Joiner

KNOWN = ["The recorder hears a state-of-the-art plate.", "A data-driven order of pebbles;",
         "pairs of words, and evidence-based counts driven by data."]  # fmt: skip


def joined(before: str, after: str, texts: list[str] = KNOWN) -> str:
    drop, between = Joiner(texts).between(before, after)
    return (before[:-drop] if drop else before) + between + after


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("two", "words", "two words", id="plain"),
        pytest.param("the recor-", "der", "the recorder", id="seen whole elsewhere"),
        pytest.param("an unseen exam-", "ple", "an unseen example", id="never seen"),
        pytest.param("a data-", "driven way", "a data-driven way", id="seen hyphened elsewhere"),
        pytest.param("of state-", "of-the-art", "of state-of-the-art", id="link words"),
        pytest.param("of state-of-the-", "art", "of state-of-the-art", id="behind link words"),
        pytest.param("the Bose-", "Einstein law", "the Bose-Einstein law", id="capital"),
        pytest.param("from 1998-", "2004", "from 1998-2004", id="digits"),
        pytest.param("an LSTM-", "based one", "an LSTM-based one", id="acronym"),
        pytest.param("soft\u00ad", "ware", "software", id="soft hyphen"),
        pytest.param("a dash -", "here", "a dash - here", id="a dash stays alone"),
        pytest.param("https://a.org/some-", "thing", "https://a.org/some-thing", id="address"),
        pytest.param("https://a.org/", "thing", "https://a.org/thing", id="address at a slash"),
        pytest.param("see https:", "//a.org/x", "see https://a.org/x", id="address at its colon"),
        pytest.param("doi.org/10.5555/12.", "34a.b", "doi.org/10.5555/12.34a.b", id="doi"),
        pytest.param("see https://a.org.", "Then go", "see https://a.org. Then go", id="its end"),
        pytest.param("", "first", "first", id="nothing before"),
    ],
)
def test_lines_are_joined_as_they_were_meant(before: str, after: str, expected: str) -> None:
    assert joined(before, after) == expected


@given(
    st.lists(st.text(alphabet="bcdfglmnprst", min_size=6, max_size=10), min_size=3, max_size=12),
    st.data(),
)
def test_a_divided_word_is_mended_wherever_it_was_divided(
    words: list[str], data: st.DataObject
) -> None:
    word = data.draw(st.sampled_from(words))
    cut = data.draw(st.integers(min_value=2, max_value=len(word) - 2))
    assert joined(word[:cut] + "-", word[cut:], [" ".join(words)]).replace("-", "") == word


@given(st.text(max_size=12), st.text(min_size=1, max_size=12))
def test_nothing_but_one_hyphen_is_ever_lost(before: str, after: str) -> None:
    drop, between = Joiner([before, after]).between(before, after)
    assert drop in (0, 1)
    assert between in ("", " ")
    assert not drop or before[-1] in "-\u2010\u00ad\u00ac"


def test_the_hyphen_in_the_name_of_an_archive_stays() -> None:
    joiner = Joiner(["arXiv:hep-", "ph/0301001."])
    assert joiner.between("(2003), arXiv:hep-", "ph/0301001.") == (0, "")
    assert joiner.between("a word that is di-", "vided here") == (1, "")


def test_lines_of_scripts_without_spaces_are_joined_without_one() -> None:
    joiner = Joiner(["병원 이송 시스템", "모래 체"])

    assert joiner.between("这是一", "个句子") == (0, "")
    assert joiner.between("in a", "sentence") == (0, " ")
    assert joiner.between("병원 이", "송 시스템") == (0, "")
    assert joiner.between("병원", "모래 체") == (0, " ")
