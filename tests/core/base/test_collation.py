"""Texts in the order of languages."""

from __future__ import annotations

import pytest

from core.base.collation import has_own_order, make_sort_key


@pytest.mark.parametrize(
    ("language", "ordered_texts"),
    [
        ("", ["9 ways", "10 ways", "Äber", "Cabral", "Čapek", "Cygan", "Ode", "Ødegaard", "Öz"]),
        ("de-AT", ["Äber", "Bach", "Straße", "Strauß"]),
        ("", ["иск", "йод", "кот"]),
        ("", ["roe", "Roe", "Röe", "Roes"]),
        ("cs", ["Cabral", "Cygan", "Čapek", "Hus", "Chvála", "Ibl", "Zeman", "Žák"]),
        ("sv_SE", ["Berg", "Zorn", "Åberg", "Ärlig", "Öman"]),
        ("nb", ["Berg", "Zorn", "Ærø", "Østergaard", "Aaberg"]),
        ("tr", ["Hasan", "ılık", "Irmak", "Izmir", "İnan", "Jale"]),
        ("hu", ["citrom", "cukor", "cseh"]),
        ("lt", ["Yla", "Ilgas", "Indra"]),
        ("zh-CN", ["Moor", "安", "李明", "欧阳", "王芳", "张三"]),
        ("ja", ["あべ", "阿部", "佐藤", "渡辺"]),
    ],
)
def test_texts_follow_the_rules_of_their_language(language: str, ordered_texts: list[str]) -> None:
    shuffled = ordered_texts[::-2] + ordered_texts[-2::-2]
    key_order = sorted(shuffled, key=lambda text: make_sort_key(text, language))
    assert key_order == ordered_texts


def test_only_some_languages_have_an_order_of_their_own() -> None:
    assert all(map(has_own_order, ("sv", "nn_NO", "zh-TW")))
    assert not any(map(has_own_order, ("", "en_GB", "de", "fr")))
