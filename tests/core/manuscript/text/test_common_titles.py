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
        "REFERENCIAS BIBLIOGRAFICAS",
        "Capítulo 7 Bibliografía y webgrafía",
        "Bibliografia e sitografia",
        "Bibliographie générale",
        "Bibliographie de la thèse",
        "Literatur- und Quellenverzeichnis",
        "Käll- och litteraturförteckning",
        "Seznam použitých zdrojů a literatury",
        "Zoznam bibliografických odkazov",
        "Viri in literatura",
        "Bibliografia i netografia",
        "Библиографический список использованной литературы",
        "Перелік джерел посилання",
        "ΒΙΒΛΙΟΓΡΑΦΙΑ",
        "Βιβλιογραφία – Αναφορές",
        "Kaynaklar Dizini",
        "BAB VI DAFTAR PUSTAKA",
        "参考文献一覧",
        "참고문헌 목록",
    ],
)
def test_the_heading_of_a_list_is_known_in_other_languages(title: str) -> None:
    assert is_references_title(title)


@pytest.mark.parametrize(
    "title",
    ["Sources", "Fuentes", "Revisión de literatura", "Обзор литературы", "Kaynak kodu", "文献综述"],
)
def test_a_heading_with_a_word_of_a_list_is_not_that_of_a_list(title: str) -> None:
    assert not is_references_title(title)


@pytest.mark.parametrize("title",
    ["摘 要", "はじめに", "서론", "Введение", "Einleitung", "Résumé", "Wstęp", "Závěr", "Giriş",
     "Висновки", "Εισαγωγή", "Pendahuluan", "Johdanto", "Inledning"],
)  # fmt: skip
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
