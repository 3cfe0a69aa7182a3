"""Fields that hold several names where one is meant, and names that are no person's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.name_lists import is_organisation, is_shortened, put_comma, split_people


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Roe, Ann; Dahl, Ida", ["Roe, Ann", "Dahl, Ida"]),
        ("Roe, Ann；Dahl, Ida", ["Roe, Ann", "Dahl, Ida"]),
        ("Roe, Ann;", ["Roe, Ann"]),
        ("Roe A, Dahl IB", ["Roe, A", "Dahl, IB"]),
        ("Roe, A., Dahl, I. B.", ["Roe, A.", "Dahl, I. B."]),
        ("A. Roe, I. B. Dahl", ["A. Roe", "I. B. Dahl"]),
        ("Ann Roe, Ida Dahl, Per Lind", ["Ann Roe", "Ida Dahl", "Per Lind"]),
        ("Ann Roe & Ida Dahl", ["Ann Roe", "Ida Dahl"]),
        (r"Ann Roe \& Ida Dahl", ["Ann Roe", "Ida Dahl"]),
        ("Ann Roe und Ida Dahl", ["Ann Roe", "Ida Dahl"]),
        ("Ann Roe, Ida Dahl, and Per Lind", ["Ann Roe", "Ida Dahl", "Per Lind"]),
        ("Roe, Ann, and Lind, Per", ["Roe, Ann", "Lind, Per"]),
        ("Roe, Ann|Dahl, Ida", ["Roe, Ann", "Dahl, Ida"]),
        ("Åse Ø, Øye Å", ["Åse, Ø", "Øye, Å"]),
        ("Ильин И. И., Орлов О.", ["Ильин, И. И.", "Орлов, О."]),
        ("Reed Team, Roe A, Dahl I", ["Reed Team", "Roe, A", "Dahl, I"]),
        ("Roe A. Dahl I. B. Lind P.", ["Roe, A.", "Dahl, I. B.", "Lind, P."]),
        ("P., Roe A. Dahl I. B. Lind", ["Roe, A.", "Dahl, I. B.", "Lind, P."]),
        ("Ann M. Roe P.", ["Ann M. Roe P."]),
        ("Roe, Ann et al.", ["Roe, Ann", "et al."]),
        ("Roe, Ann, u. a.", ["Roe, Ann", "et al."]),
        ("Roe &amp; Dahl", ["Roe & Dahl"]),
        ("林木、石山、沙河", ["林木", "石山", "沙河"]),
        ("林木，石山", ["林木", "石山"]),
        ("林木, 石山", ["林木, 石山"]),
        ("Roe, Ann", ["Roe, Ann"]),
        ("Roe, Ann, Jr.", ["Roe, Ann, Jr."]),
        ("Barnes and Noble", ["Barnes and Noble"]),
        ("Institute of Reeds and Mud", ["Institute of Reeds and Mud"]),
        ("{Roe; Dahl}", ["{Roe; Dahl}"]),
        ("Roe", ["Roe"]),
    ],
)
def test_names_are_parted_where_only_names_stand_on_both_sides(
    field: str, names: list[str]
) -> None:
    assert split_people(field) == names


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_field_is_split_into_some_names(field: str) -> None:
    names = split_people(field)
    assert names
    assert len(names) <= 2 + sum(field.count(sign) for sign in ",;；，、&") + len(field.split())


@pytest.mark.parametrize("name", ["Roe A", "Brinch Hansen PB", "O’Neil J-P", "Roe AB"])
def test_initials_behind_a_family_name_shorten_it(name: str) -> None:
    assert is_shortened(name)
    family, _, initials = put_comma(name).partition(", ")
    assert f"{family} {initials}" == name
    assert initials.replace("-", "").isupper()


@pytest.mark.parametrize("name", ["Ann Roe", "Roe", "Roe ABC", "Roe II", "A Roe", "Roe a"])
def test_other_names_are_not_shortened(name: str) -> None:
    assert not is_shortened(name)


@pytest.mark.parametrize(
    "name",
    [
        "World Reed Organization",
        "Reed & Sons",
        "Bundesamt für Schilf",
        "Centre for Mud",
        "Ministério do Junco",
        "Consejo de la Caña",
        "Reed Inc",
    ],
)
def test_organisations_are_known_by_their_words(name: str) -> None:
    assert is_organisation(name)


@pytest.mark.parametrize("name", ["Society", "A. Board", "Ann Roe", "Board", "Teamster Ann"])
def test_people_and_single_words_are_no_organisations(name: str) -> None:
    assert not is_organisation(name)
