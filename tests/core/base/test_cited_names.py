"""Chinese, Japanese and Korean names: which part is the family name, and how they are written.

How a text names authors."""

from __future__ import annotations

import pytest

from core.base.cited_names import (
    cited_name,
    cjk_family_name,
    divide_cjk_name,
    is_cjk_name,
    join_cjk_name,
)
from core.base.records import PaperRecord

# --- Chinese, Japanese and Korean names: the family name comes first, without a space ---------


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


# --- the name by which an author is cited -----------------------------------------------------


@pytest.mark.parametrize(
    ("author", "cited"),
    [
        ("Reed Collaboration", "Reed Collaboration"),
        ("Ministry of Marshes", "Ministry of Marshes"),
        ("Institut für Schilf", "Institut für Schilf"),
        ("Ann Roe", "Roe"),
        ("Roe, Ann", "Roe"),
        ("Ann Roe Jr.", "Roe"),
        ("Ann Roe, Jr.", "Roe"),
        ("Group", "Group"),
        ("Team Roe", "Roe"),
        ("", ""),
    ],
)
def test_the_words_of_a_name_tell_people_from_organisations(author: str, cited: str) -> None:
    assert cited_name(author, {}) == cited


def test_a_stated_family_name_counts() -> None:
    families = {
        "family_names": {"Ann Society": "Society", "Gabriel García Márquez": "García Márquez"}
    }
    assert cited_name("Ann Society", families) == "Society"
    assert cited_name("Gabriel García Márquez", families) == "García Márquez"
    assert cited_name("Ann Society", {"family_names": "damaged"}) == "Ann Society"


def test_nameless_authors_are_left_out() -> None:
    assert PaperRecord(title="Reeds", authors=(" ", "Ann Roe")).cited_authors == ("Roe",)
