"""Common words of academic English, with their endings."""

from __future__ import annotations

from core.base.plain_words import general_words, plain_words


def test_endings_of_plain_words_are_plain_too() -> None:
    words = plain_words()
    assert {
        "model",
        "models",
        "study",
        "studies",
        "studied",
        "use",
        "uses",
        "used",
        "using",
    } <= words
    assert "contrastive" not in words


def test_words_of_other_languages_have_no_english_endings() -> None:
    words = plain_words()
    assert {"mit", "los", "facteur", "grundlage", "jedes"} <= words
    assert not {"mites", "loss", "sensing"} & words
    assert not {"nas", "numa", "dalle"} & words  # NAS, NUMA and DALL-E are names of methods


def test_words_are_in_small_letters_and_of_one_kind() -> None:
    for words in (plain_words(), general_words()):
        assert words
        assert all(word == word.lower() and " " not in word for word in words)
    assert not general_words() & plain_words()
