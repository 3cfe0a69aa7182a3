"""The language of a manuscript, told by its words."""

from __future__ import annotations

import pytest

from core.manuscript.text.languages import main_language
from tests.core.manuscript.other_languages import TRAPS


@pytest.mark.parametrize("language", TRAPS)
def test_the_language_of_a_manuscript_is_told(language: str) -> None:
    lines = [line.strip() for line in TRAPS[language].strip().splitlines()]

    assert main_language(lines) == language
    assert main_language([*lines, *(["We weigh the sand in the sieves of clay."] * 20)]) == "en"


def test_a_language_is_told_by_its_script_where_texts_name_works_of_others() -> None:
    lines = [
        "Na jeziorze nie ma fal, które są przy brzegu.",
        "To jest sutra 沙石筛子 oraz jej opis.",
        "Nie jest to tekst po chińsku.",
        "Dla piasku są to sita, przy których się stoi.",
        "Od tego się zaczyna.",
    ]

    assert main_language(lines) == "pl"
    assert main_language([line.replace("jest", "筛子很精确。沙子很重。") for line in lines]) == "pl"
    assert main_language(["沙子很重, 见 Fig. 2。", "用 sieve 称重。"] * 5) == "zh"


def test_of_little_text_or_a_mixture_no_language_is_told() -> None:
    assert main_language([]) == main_language(["Das ist der Sand in den Sieben."]) == ""
    assert main_language(["x = 3.", "y = 5."] * 10) == ""


def test_one_word_alone_tells_no_language() -> None:
    assert main_language([f"Sentence {number} says so." for number in range(20)]) == ""
