"""Titles that all papers have, in several languages."""

from __future__ import annotations

import pytest

from core.manuscript.text.common_titles import is_caption, is_known_title, is_references_title


@pytest.mark.parametrize(
    "title",
    [
        "参考文献",
        "参 考 文 献",
        "［参考文献］",
        "引用文献",
        "참고문헌",
        "5장 참고 문헌",
        "Список литературы",
        "СПИСОК ИСПОЛЬЗОВАННЫХ ИСТОЧНИКОВ",
        "Literatur",
        "6 Literaturverzeichnis",
        "Bibliographie",
        "Références bibliographiques",
        "Referencias",
        "5. Bibliografía",
        "Referências bibliográficas",
    ],
)
def test_the_heading_of_a_list_is_known_in_other_languages(title: str) -> None:
    assert is_references_title(title)


@pytest.mark.parametrize("title", ["摘 要", "はじめに", "서론", "Введение", "Einleitung", "Résumé"])
def test_headings_that_all_papers_have_are_known_in_other_languages(title: str) -> None:
    assert is_known_title(title)
    assert not is_references_title(title)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("图1: 筛子", True),
        ("図 2．筛", True),
        ("Рис. 3 — Сита", True),
        ("Abbildung 4: Siebe", True),
        ("Figure 3.4: Sieves", True),
        ("Figure 3.4. Sieves", True),
        ("Table \u200e4.1: Sieves", True),
        ("Supplementary Table S1. Sieves", True),
        ("Figure 3.4 shows a possible order of the sieves.", False),
        ("Table 2.3 compares three sieves.", False),
        ("表示される結果", False),
        ("Таблица показывает", False),
        ("图1给出了结果", False),
    ],
)
def test_captions_are_told_from_text(text: str, expected: bool) -> None:
    assert is_caption(text) is expected
