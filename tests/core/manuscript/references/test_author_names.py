from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.references.author_names import (
    begins_with_name,
    family_key,
    opens_entry,
    split_names,
    turn_names,
)

FAMILIES = st.lists(
    st.sampled_from(["Ander", "Holt", "Lima-Reis", "O’Hara", "Sørensen", "Çelik", "Ito", "McTamm"]),
    min_size=1,
    max_size=6,
)
ORDERS = {
    "initials behind, with commas": ("{family}, {initial}.", ", ", ", and "),
    "initials first": ("{initial}. {family}", ", ", " & "),
    "bare initials": ("{family} {initial}", ", ", ", "),
    "semicolons": ("{family}, {initial}.", "; ", "; "),
    "full names": ("Petra {family}", ", ", ", and "),
    "full names behind": ("{family}, Petra", "; ", "; "),
}


@pytest.mark.parametrize("order", ORDERS)
@given(FAMILIES)
def test_every_order_has_the_same_families(order: str, families: list[str]) -> None:
    form, between, last = ORDERS[order]
    names = [form.format(family=family, initial=family[0]) for family in families]
    text = last.join([*([between.join(names[:-1])] if names[1:] else []), names[-1]])
    assert list(split_names(text).families) == families


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ander, P. and Holt, R.", ["P. Ander", "R. Holt"]),
        ("P. Ander, R. S. Holt", ["P. Ander", "R. S. Holt"]),
        ("Ander P, Holt RS.", ["P Ander", "RS Holt"]),
        ("Petra Ander and Rolf S. Holt.", ["Petra Ander", "Rolf S. Holt"]),
        ("Ander, Petra, and Rolf Holt.", ["Petra Ander", "Rolf Holt"]),
        ("Ander, Petra, Holt, Rolf", ["Petra Ander", "Rolf Holt"]),
        ("Ma, Li and Wong, Wing Hung", ["Li Ma", "Wing Hung Wong"]),
        ("Berg, James O., Rios Holt, David, and Dahl, I. Renn",
         ["James O. Berg", "David Rios Holt", "I. Renn Dahl"]),
        ("J-D Kim, Ida Dahl", ["J-D Kim", "Ida Dahl"]),
        ("Dahl, I., & Holt, R", ["I. Dahl", "R. Holt"]),
        ("Ma, Wing Hung, and Rolf Holt", ["Wing Hung Ma", "Rolf Holt"]),
        ("Rios Holt, D., Lima Corso, A.", ["D. Rios Holt", "A. Lima Corso"]),
        ("ANDER, P.", ["P. ANDER"]),
        ("ANDER Petra", ["Petra ANDER"]),
        ("HOLT R S", ["R S HOLT"]),
        ("P.Ander ,R .S.Holt", ["P. Ander", "R.S. Holt"]),
        ("van der Berg, J., & Dahl, I.", ["J. van der Berg", "I. Dahl"]),
        ("Berg, J. van der, & Dahl, I.", ["J. van der Berg", "I. Dahl"]),
        ("Ida van den Berg", ["Ida van den Berg"]),
        ("Le QV, N’Diaye A", ["QV Le", "A N’Diaye"]),
        ("Lima-Reis, A. et al.", ["A. Lima-Reis"]),
        ("Ida Dahl, Rolf Holt, and others", ["Ida Dahl", "Rolf Holt"]),
        ("O’Hara, B. and D’Arc, J. (Eds.).", ["B. O’Hara", "J. D’Arc"]),
        ("in I. Dahl and R. Holt, editors,", ["I. Dahl", "R. Holt"]),
        ("Ander, P., Jr., and Holt, R.", ["P. Ander", "R. Holt"]),
        ("P. Ander Jr. and R. Holt III", ["P. Ander", "R. Holt"]),
        ("Ilveš, Ł., Çelik, Ö.", ["Ł. Ilveš", "Ö. Çelik"]),
        ("World Sieving Organization", ["World Sieving Organization"]),
        ("The Sieve Working Group.", ["The Sieve Working Group"]),
        ("Environmental Sieve Agency (ESA)", ["Environmental Sieve Agency"]),
        ("ShoreAI, Ida Dahl, Rolf Holt", ["ShoreAI", "Ida Dahl", "Rolf Holt"]),
        ("Dahl, I., pebbleman, Renn, T.", ["I. Dahl", "pebbleman", "T. Renn"]),
        ("Ida Dahl, Le, Rolf Holt", ["Ida Dahl", "Le", "Rolf Holt"]),
        ("Rios Holt, D. de, Ida Dahl", ["D. de Rios Holt", "Ida Dahl"]),
        ("Holt, ., Ida Dahl", ["Holt", "Ida Dahl"]),
        ("李小龙, 王芳", ["李小龙", "王芳"]),
        ("김민수, 이서연", ["김민수", "이서연"]),
        ("…", []),
    ],
)  # fmt: skip
def test_lists_of_names(text: str, names: list[str]) -> None:
    assert list(split_names(text).names) == names


@given(st.text())
def test_any_text_is_a_list_of_names_without_empty_ones(text: str) -> None:
    found = split_names(text)
    assert len(found.names) == len(found.families)
    assert all(any(map(str.isalpha, name)) for name in found.names)


@pytest.mark.parametrize(
    "text",
    [
        "Ander, P. and Holt, R. Sieving.",
        "P. Ander, R. S. Holt, Sieving",
        "Ander P, Holt RS. Sieving.",
        "Petra Ander and Rolf S. Holt. Sieving",
        "van der Berg, J. 2011.",
        "The Sieve Working Group. (2001). On",
    ],
)
def test_entries_begin_with_names(text: str) -> None:
    assert begins_with_name(text)


@pytest.mark.parametrize("text", ["sieving without names", "12(3):45–61, 1998.", "Press."])
def test_other_rows_do_not(text: str) -> None:
    assert not begins_with_name(text)


def test_family_names_compare_without_accents_case_and_signs() -> None:
    assert family_key("Çelik-Øre") == family_key("celik ORE")


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("Wang JR, Smith AB", ["Wang", "Smith"]),
        ("Smith AB, Wang JR, Li MD, Roe II", ["Smith", "Wang", "Li", "Roe"]),
        ("Wang, JR, Smith, AB", ["Wang", "Smith"]),
    ],
)
def test_initials_that_look_like_a_suffix_are_initials(text: str, families: list[str]) -> None:
    found = split_names(text)
    assert list(found.families) == families
    assert all(len(name.split()) == 2 for name in found.names)


def test_a_suffix_behind_initials_is_left_out() -> None:
    assert split_names("Smith, J., Jr., Roe, A.").names == ("J. Smith", "A. Roe")
    assert split_names("Ford HA III, Roe BC").families == ("Ford", "Roe")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Li JR, Roe A, Smith MD.", ("JR Li", "A Roe", "MD Smith")),
        ("Brown, MD; Green, JR; White, SR.", ("MD Brown", "JR Green", "SR White")),
        ("Smith J 3rd, Doe A.", ("J Smith", "A Doe")),
        ("Food and Clay Administration", ("Food and Clay Administration",)),
        ("Centers for Clay and Glaze", ("Centers for Clay and Glaze",)),
        ("Ann Roe and Wei Li", ("Ann Roe", "Wei Li")),
        ("Clay Organization and Pottery Council", ("Clay Organization", "Pottery Council")),
        ("ASTM International", ("ASTM International",)),
        ("Potter Inc", ("Potter Inc",)),
    ],
)
def test_initials_like_suffixes_and_names_of_organisations(
    text: str, names: tuple[str, ...]
) -> None:
    assert split_names(text).names == names


def test_entries_begin_with_names_of_east_asia_too() -> None:
    assert opens_entry("김도자·이흙, 옹기의 높이")


def test_an_entry_may_open_with_a_small_particle() -> None:
    assert opens_entry("van der Oak, J., Elm, S., 2014. Wind over sand")
    assert not opens_entry("de la mer, by Oak, J. and others")
    assert not opens_entry("옹기의 높이에 대하여")


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("de Groot and Van Morris", ("de Groot", "Morris")),
        ("Jan de Groot", ("de Groot",)),
        ("김 민수, 이 서연", ("김", "이")),
        ("ANDER HOLT Petra", ("ANDER HOLT",)),
        ("PETRA ANDER", ("ANDER",)),
        ("RS HOLT", ("HOLT",)),
        ("Berg, James O.", ("Berg",)),
        ("Smith JRR., Roe AB.", ("Smith", "Roe")),
    ],
)
def test_the_family_name_is_told_from_the_given_names(text: str, families: tuple[str, ...]) -> None:
    assert split_names(text).families == families


def test_names_printed_with_the_family_first_are_turned() -> None:
    names = ("Oak Ann", "Meer Jo van der", "Institute of Sand", "Elm B.")
    assert turn_names(names) == ("Ann Oak", "Jo van der Meer", "Institute of Sand", "Elm B.")
    assert split_names("Meer J. van der, Noor S.").families == ("van der Meer", "Noor")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("P. Ander/R. Holt", ("P. Ander", "R. Holt")),
        ("P. ANDER - R. HOLT - T. VAN DER DAHL", ("P. ANDER", "R. HOLT", "T. VAN DER DAHL")),
        ("Ander, P./Holt, R.", ("P. Ander", "R. Holt")),
        ("Shore Council / Harbour Commission", ("Shore Council / Harbour Commission",)),
    ],
)
def test_strokes_part_whole_names_alone(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text).names == names


@pytest.mark.parametrize(
    "text",
    [
        "Ander, P. ja Holt, R.",
        "P. Ander i R. Holt",
        "Ander, P. a Holt, R.",
        "Ander, P. ve Holt, R.",
        "P. Ander és R. Holt",
        "Ander, P. in Holt, R. (ur.)",
        "Ander, P., och R. Holt, redaktörer",
        "Ander, P., и R. Holt, ред.",
        "P. Ander, R. Holt m.fl.",
        "P. Ander, R. Holt i in.",
    ],
)
def test_and_and_editors_are_read_in_many_languages(text: str) -> None:
    assert split_names(text).names == ("P. Ander", "R. Holt")


def test_small_words_in_names_of_organisations_part_nobody() -> None:
    for name in ("Centre for Research in Education", "Universidad de Educación a Distancia"):
        assert split_names(name).names == (name,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Oak A, Elm B et al. (Reed Group)", ("A Oak", "B Elm", "Reed Group")),
        ("Oak A et al., for the Reed Investigators", ("A Oak", "Reed Investigators")),
        ("Oak, A. on behalf of the Reed Consortium", ("A. Oak", "Reed Consortium")),
        ("A. Oak, B. Elm, and the Reed Group", ("A. Oak", "B. Elm", "Reed Group")),
        ("Society for the Reed", ("Society for the Reed",)),
    ],
)
def test_the_group_that_people_wrote_for_is_a_name(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text).names == names


def test_initials_tell_people_from_organisations_and_may_be_of_particles() -> None:
    assert split_names("Press W. H., Oak S. A.").names == ("W. H. Press", "S. A. Oak")
    assert split_names("Reed Press").families == ("Reed Press",)
    assert split_names("Oak J. L. d. M., Elm G.").families == ("Oak", "Elm")


@pytest.mark.parametrize("piece", [",", "( ", "; ", "&", "(", "ed ", "et al ", "Oak, A. & ", " "])
def test_time_grows_with_the_length_of_a_list_alone(piece: str) -> None:
    start = process_time()
    split_names(piece * 10_000)
    assert process_time() - start < 2


@pytest.mark.parametrize(
    "others",
    ["y col.", "y col", "e outros", "u. a.", "i in.", "a kol.", "ve ark.", "ve diğ.", "и др.",
     "(и др.)", "та ін.", "és mtsai.", "i sur.", "in sod.", "m.fl.", "ym.", "κ.ά.",
     "și alții", "dkk."],
)  # fmt: skip
def test_others_who_are_not_named_are_no_authors(others: str) -> None:
    assert split_names(f"Oak, A., Elm, B. {others}").names == ("A. Oak", "B. Elm")


def test_initials_are_not_taken_for_others() -> None:
    assert split_names("Oak, E. A., and Elm, U. A.").names == ("E. A. Oak", "U. A. Elm")
    assert split_names("ASH A, DE SILVA H, LE Q V").families == ("ASH", "DE SILVA", "LE")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Дуб А., Клен Б. та Ясен В.", ("А Дуб", "Б Клен", "В Ясен")),
        ("Δρυς, Α. και Λεύκα, Β.", ("Α. Δρυς", "Β. Λεύκα")),
    ],
)
def test_and_joins_names_in_other_languages(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text).names == names


def test_initials_that_are_particles_too_stay_with_their_name() -> None:
    read = split_names("Reed S, Fern LA, Oak B, Elm EL").names
    assert read == ("S Reed", "LA Fern", "B Oak", "EL Elm")
