"""Which part of a displayed name is the family name, and which a suffix."""

from __future__ import annotations

import pytest

from core.base.records import Paper, PaperNumber
from core.formats import names
from core.formats.names import Name, split_name
from core.formats.registry import get_format
from tests.core.formats.bibtex_records import read_one


@pytest.mark.parametrize(
    ("display", "given", "family", "suffix"),
    [
        ("Ann Roe Jr.", "Ann", "Roe", "Jr."),
        ("Ann Roe sr", "Ann", "Roe", "sr"),
        ("Ann Mary Roe III", "Ann Mary", "Roe", "III"),
        ("Ann Roe IV", "Ann", "Roe", "IV"),
        ("Jian Wei Xi", "Jian Wei", "Xi", ""),
        ("Thi Lan Vi", "Thi Lan", "Vi", ""),
        ("Anand Kumar V", "Anand Kumar", "V", ""),
        ("Wei Li X", "Wei Li", "X", ""),
        ("Jan van der Berg VII", "Jan", "van der Berg", "VII"),
        ("Jinping Xi", "Jinping", "Xi", ""),
        ("Jan van Berg", "Jan", "van Berg", ""),
        ("Ann Kumar Sen", "Ann Kumar", "Sen", ""),
        ("Ann Roe sen.", "Ann", "Roe", "sen."),
        ("Ann Roe jun", "Ann", "Roe", "jun"),
        ("Roe Sr", "Roe", "Sr", ""),
        ("Roe", "", "Roe", ""),
    ],
)
def test_a_roman_numeral_is_a_suffix_in_capitals_alone(
    display: str, given: str, family: str, suffix: str
) -> None:
    assert split_name(display) == Name(given, family, suffix)


@pytest.mark.parametrize(
    ("field", "people"),
    [
        (r"Ca\~nas, R. and \~Nique, \'Alvaro", ("R. Cañas", "Álvaro Ñique")),
        ("Moor, Ada; Fenn, Bo", ("Ada Moor", "Bo Fenn")),
        ("Moor A, Fenn BC, Brinch Hansen D", ("A Moor", "BC Fenn", "D Brinch Hansen")),
        (r"A. Moor \& B. Fenn", ("A. Moor", "B. Fenn")),
        ("Moor, Ada, 1850-1910 and Fenn, Bo, 1950--", ("Ada Moor", "Bo Fenn")),
        ("Moor, A., Fenn, B., & Reed, C.", ("A. Moor", "B. Fenn", "C. Reed")),
        ("Ada Moor, Bo Fenn, Cy Reed", ("Ada Moor", "Bo Fenn", "Cy Reed")),
        ("Reed, Cy, Jr. and Cy Reed, Jr. and Reed, Jr., Cy", ("Cy Reed Jr.",) * 3),
        ("Ada B. and Cy Reed", ("Ada B.", "Cy Reed")),
        ("Moor A. and Fenn B.", ("A. Moor", "B. Fenn")),
        ("Reed, Cy, Jr., 1850-1910 and Ada", ("Cy Reed Jr.", "Ada")),
        ("王, 芳 and 陈 静 and 刘洋", ("王芳", "陈静", "刘洋")),
        ("佐藤, 花子 and 박, 민수", ("佐藤花子", "박민수")),
        ("王芳、陈静", ("王芳", "陈静")),
        (r"Mart\i\'nez, Ada", ("Ada Martıńez",)),
        ("Marsh \\& Sons", ("Marsh & Sons",)),
        ("Ann Kumar Sen and Wei, Jun and Wei, Jun.", ("Ann Kumar Sen", "Jun Wei", "Jun. Wei")),
        ("{Moor, Fenn; and Sons}", ("Moor, Fenn; and Sons",)),
        ("Royal Peat Society", ("Royal Peat Society",)),
        (r"\ifmmode \check{S}\else \v{S}\fi{}imek, Jan", ("Jan Šimek",)),
    ],
)
def test_names_are_read_however_they_are_separated(field: str, people: tuple[str, ...]) -> None:
    assert tuple(name.display for name in names.from_bibtex(field)[0]) == people


@pytest.mark.parametrize("layout", ["bibtex", "biblatex", "ris", "csl"])
def test_chinese_names_keep_their_order_in_every_export(layout: str) -> None:
    record = read_one("author={王, 芳 and 欧阳, 静}, year=2001")
    paper = Paper(
        number=PaperNumber(1),
        ids=(),
        title="T",
        authors=record.authors,
        extra=record.extra,
    )
    (entry,) = get_format(layout).parse(get_format(layout).write([paper]), "a")
    assert entry.record is not None
    assert entry.record.authors == ("王芳", "欧阳静")
    assert names.get_family_names(entry.record.extra) == {"王芳": "王", "欧阳静": "欧阳"}


@pytest.mark.parametrize(
    ("field", "people"),
    [
        (r"Nguy\~{\^e}n, Bao and Nguy\~\^en, Lan", ["Bao Nguyễn", "Lan Nguyễn"]),
        (r"Arnald\-ur Indri{\dh}ason", ["Arnaldur Indriðason"]),
        (r"A. Lund \and B. Holt \And C. Sand", ["A. Lund", "B. Holt", "C. Sand"]),
        (r"Lund, Per\thanks{Now at sea} and Holt, Eva$^{1,2}$", ["Per Lund", "Eva Holt"]),
        ("Lund, P.and Holt, E.", ["P. Lund", "E. Holt"]),
        ("Петров И. И.", ["И. И. Петров"]),
        ("Lund P and Brinch Holt EA", ["P Lund", "EA Brinch Holt"]),
        ("Malcolm X", ["Malcolm X"]),
    ],
)
def test_names_lose_marks_and_stand_in_order(field: str, people: list[str]) -> None:
    assert [name.display for name in names.from_bibtex(field)[0]] == people


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Roe, Ann, Jr.", Name("Ann", "Roe", "Jr.")),
        ("Roe, Jr., Ann", Name("Ann", "Roe", "Jr.")),
        ("Wei, Jun", Name("Jun", "Wei")),
        ("Wei, Jun, Jr.", Name("Jun", "Wei", "Jr.")),
        ("Sen, Ann Kumar", Name("Ann Kumar", "Sen")),
        ("Kumar Sen, Ann", Name("Ann", "Kumar Sen")),
        ("Ann Roe, Jr.", Name("Ann", "Roe", "Jr.")),
        ("Roe,, Jr.", Name("", "Roe", "Jr.")),
    ],
)
def test_a_suffix_is_told_from_a_given_name(text: str, name: Name) -> None:
    assert names.from_comma_form(text) == name


def test_a_stated_family_name_goes_before_the_guess() -> None:
    families = {"Ann Brinch Roe Jr.": "Brinch Roe", "Ann Holt": "Lund"}
    assert split_name("Ann Brinch Roe Jr.", families) == Name("Ann", "Brinch Roe", "Jr.")
    assert split_name("Ann Holt", families) == Name("Ann", "Holt")


@pytest.mark.parametrize(
    ("person", "name"),
    [
        ("Ann Roe", Name("Ann", "Roe")),
        ("  ", Name("", "")),
        (5, Name("", "")),
        ({"literal": "Royal Peat Society"}, Name("", "Royal Peat Society")),
        (
            {"given": "Jan", "non-dropping-particle": "van", "family": "Berg"},
            Name("Jan", "van Berg"),
        ),
        ({"given": ["Jan"], "family": "Berg"}, Name("", "Berg")),
    ],
)
def test_a_person_of_csl_may_be_a_text(person: object, name: Name) -> None:
    assert names.from_csl(person) == name


def test_names_of_biblatex_and_damaged_family_names_are_read() -> None:
    (name,), _ = names.from_bibtex("family=Hoof, given=Jan, prefix=van")
    assert name == Name("Jan", "van Hoof")
    assert names.get_family_names({"family_names": "Hoof"}) == {}
    assert names.get_family_names({"family_names": {"Jan Hoof": 5, "A B": "B"}}) == {"A B": "B"}
    assert names.note_others("author", ["Roe, Ann; et al."]) == {"author_and_others": True}
    assert names.note_others("author", ["Roe, Ann"]) == {}


@pytest.mark.parametrize(
    ("text", "given_name", "family", "suffix"),
    [
        ("Roe A.", "A.", "Roe", ""),
        ("Roe AB Jr", "AB", "Roe", "Jr"),
        ("Roe, Ann, 1850-1910", "Ann", "Roe", ""),
        ("Roe, Ann, 1950–", "Ann", "Roe", ""),
        ("Roe, Ann, Jr.", "Ann", "Roe", "Jr."),
        ("0001, Ann Roe", "Ann", "Roe", "0001"),
    ],
)
def test_a_name_turned_round_is_read(text: str, given_name: str, family: str, suffix: str) -> None:
    assert names.from_comma_form(text) == Name(given_name, family, suffix)


@pytest.mark.parametrize(
    "people",
    [
        names.from_bibtex("Roe, Ann, 1850--1910 and Lind, Bo and Plain, d. 1700")[0],
        names.from_field("Roe, Ann, 1850–1910; Lind, Bo; Plain, d. 1700"),
        [
            names.from_csl({"family": "Roe", "given": "Ann, 1850–1910"}),
            names.from_csl({"family": "Plain", "given": "d. 1700"}),
        ],
    ],
)
def test_when_a_person_lived_is_no_part_of_the_name_and_kept(people: list[Name]) -> None:
    assert people[0] == Name("Ann", "Roe")
    assert names.extra_of_names(people) == {"life_dates": "Ann Roe, 1850–1910; Plain, d. 1700"}
    assert [person.life for person in names.from_field("Symposium on Trees, 1999")] == [""]


def test_options_of_biblatex_for_a_list_of_names_are_no_names() -> None:
    people, _ = names.from_bibtex("nosortothers=false and Roe, Ann")
    assert [person.display for person in people] == ["Ann Roe"]
