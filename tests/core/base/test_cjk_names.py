"""Chinese, Japanese and Korean names: which part is the family name, and how they are written."""

from __future__ import annotations

import pytest

from core.base.cjk_names import cjk_family_name, divide_cjk_name, is_cjk_name, join_cjk_name


@pytest.mark.parametrize("name", ["李伟", "欧阳 娜娜", "森 太郎", "김모래", "アン・ロウ", "佐々木"])
def test_names_in_these_letters_are_known(name: str) -> None:
    assert is_cjk_name(name)


@pytest.mark.parametrize("name", ["", "Li Wei", "李Wei", "李伟2", "Дубов", " 李伟"])
def test_other_names_are_not(name: str) -> None:
    assert not is_cjk_name(name)


@pytest.mark.parametrize(
    ("text", "family", "given_name"),
    [
        ("李 伟", "李", "伟"),
        ("伟国 李", "李", "伟国"),
        ("欧阳 娜娜", "欧阳", "娜娜"),
        ("娜娜 欧阳", "欧阳", "娜娜"),
        ("李 王", "李", "王"),
        ("森 太郎", "森", "太郎"),
        ("李伟", "李伟", ""),
        ("甲 乙 丙", "甲 乙 丙", ""),
    ],
)
def test_the_common_family_names_tell_which_word_is_one(
    text: str, family: str, given_name: str
) -> None:
    assert divide_cjk_name(text) == (family, given_name)


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("李伟", "李"),
        ("李伟国", "李"),
        ("欧阳娜娜", "欧阳"),
        ("欧阳", "欧"),
        ("남궁민수", "남궁"),
        ("山田太郎", "山田"),
        ("佐々木", "佐々木"),
        ("伟国 李", "李"),
        ("李", "李"),
    ],
)
def test_names_are_compared_by_what_is_likely_their_family_name(text: str, family: str) -> None:
    assert cjk_family_name(text) == family


def test_names_are_written_as_one_but_transcriptions() -> None:
    assert join_cjk_name("李", "伟") == "李伟"
    assert join_cjk_name("ロウ", "アン") == "ロウ アン"
    assert join_cjk_name("森", "アン") == "森アン"
