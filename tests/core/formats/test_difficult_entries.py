"""Names, years, markup, macros and inherited fields as files from many places write them."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import names
from core.formats.fields import extract_year
from core.formats.registry import get_format


def read(text: str) -> dict[str, PaperRecord]:
    records: dict[str, PaperRecord] = {}
    for entry in get_format("bibtex").parse(text, "a.bib"):
        assert entry.record is not None, entry.problem
        records[entry.record.extra["citation_key"]] = entry.record
    return records


def read_one(fields: str) -> PaperRecord:
    (record,) = read(f"@article{{k, title={{T}}, {fields}}}").values()
    return record


@pytest.mark.parametrize(
    ("field", "people"),
    [
        (r"Ca\~nas, R. and \~Nique, \'Alvaro", ("R. Cañas", "Álvaro Ñique")),
        ("Moor, Ada; Fenn, Bo", ("Ada Moor", "Bo Fenn")),
        ("Moor A, Fenn BC, Brinch Hansen D", ("A Moor", "BC Fenn", "D Brinch Hansen")),
        (r"A. Moor \& B. Fenn", ("A. Moor", "B. Fenn")),
        ("Moor, A., Fenn, B., & Reed, C.", ("A. Moor", "B. Fenn", "C. Reed")),
        ("Ada Moor, Bo Fenn, Cy Reed", ("Ada Moor", "Bo Fenn", "Cy Reed")),
        ("Reed, Cy, Jr. and Cy Reed, Jr. and Reed, Jr., Cy", ("Cy Reed Jr.",) * 3),
        ("王, 芳 and 陈 静 and 刘洋", ("王芳", "陈静", "刘洋")),
        ("佐藤, 花子 and 박, 민수", ("佐藤花子", "박민수")),
        ("王芳、陈静", ("王芳", "陈静")),
        ("Marsh \\& Sons", ("Marsh & Sons",)),
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
    ("text", "year"),
    [
        ("-0043", -43),
        ("350 BC", -350),
        ("c. 120 v. Chr.", -120),
        ("0842?", 842),
        ("AD 79", 79),
        ("842", 842),
        ("198X", 1980),
        ("1723~", 1723),
        ("12", None),
        ("in press", None),
        ("1999/2003", 1999),
    ],
)
def test_years_of_every_age_are_read(text: str, year: int | None) -> None:
    assert extract_year(text) == year


def test_the_date_of_a_visit_is_no_year() -> None:
    record = read_one("url={https://example.org/a}, urldate={2020-01-02}")
    assert (record.year, record.extra["accessed"]) == (None, "2020-01-02")


def test_commands_that_a_file_defines_are_carried_out() -> None:
    records = read(
        r'@preamble{"\newcommand{\noopsort}[1]{} \def\BS{Bog Stud.} \newcommand{\fst}[2]{#1}"}'
        r"@article{a, title={A}, year={\noopsort{1801}1950}, journal=\BS}"
        r"@article{b, title={B}, year={\fst{1960}{9}}, journal={\mnras}}"
        r"@article{c, title={C}, journal={\qqq}}"
        r"@article{d, title={D}, journal={\aap, Supplement}}"
    )
    assert [record.year for record in records.values()] == [1950, 1960, None, None]
    assert [record.venue for record in records.values()] == [
        "Bog Stud.",
        "Monthly Notices of the Royal Astronomical Society",
        "qqq",
        "Astronomy & Astrophysics, Supplement",
    ]


def test_xdata_is_inherited_and_neither_it_nor_a_set_is_a_work() -> None:
    records = read(
        "@xdata{p, publisher={Fen Press}, location={Ely and Ayr}}\n"
        "@xdata{q, xdata={p}, series={Bogs}, author={Moor, Ada and Fenn, Bo}}\n"
        "@book{a, title={A}, xdata={q}, series={Own}}\n"
        "@book{b, title={B}, publisher={xdata=p-publisher}, author={xdata=q-author-2}}\n"
        "@set{s, entryset={a, b}}\n"
    )
    assert list(records) == ["a", "b"]
    expected: dict[str, Any] = {
        "publisher": "Fen Press",
        "publisher-place": "Ely and Ayr",
        "collection-title": "Own",
    }
    assert expected.items() <= records["a"].extra.items()
    assert "xdata" not in records["a"].extra
    assert records["b"].authors == ("Bo Fenn",)
    assert records["b"].extra["publisher"] == "Fen Press"


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Soil CO<sub>2</sub> &amp; <i>Sphagnum</i>", "Soil CO₂ & Sphagnum"),
        ("$<$i$>$Sphagnum$<$/i$>$ moss", "Sphagnum moss"),
        (r"{\textless}b{\textgreater}Moss{\textless}/b{\textgreater}", "Moss"),
        ("H$_2$SO$_4$ and Fe$^{3+}$", "H₂SO₄ and Fe³⁺"),
        (r"N\textsubscript{2}O", "N₂O"),
        ("<mml:msup><mml:mi>y</mml:mi><mml:mn>3</mml:mn></mml:msup> bogs", "y³ bogs"),
        (r"p $<$ 0.05 and <original> text", "p < 0.05 and <original> text"),
        (r"\ifmmode\beta\else\textbeta\fi{}-peat", "β-peat"),
    ],
)
def test_markup_in_a_title_becomes_text(title: str, text: str) -> None:
    (record,) = read(f"@article{{k, title={{{title}}}}}").values()
    assert record.title == text


@pytest.mark.parametrize(
    ("field", "doi"),
    [
        (r"doi={10.55555/a{\_}b{\textless}1::x{\textgreater}3}", "10.55555/a_b<1::x>3"),
        (r"doi={10.55555/a\_b\%3C1}", "10.55555/a_b<1"),
        ("doi={10.55555/a, 10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a https://doi.org/10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a&lt;1}", "10.55555/a<1"),
        ("url={https://doi.org/10.55555%2Fx.1}", "10.55555/x.1"),
    ],
)
def test_dois_are_read_in_every_disguise(field: str, doi: str) -> None:
    assert read_one(field).doi == doi


def test_a_second_doi_is_kept() -> None:
    assert read_one("doi={10.55555/a, 10.55555/b}").extra["doi-2"] == "10.55555/b"
