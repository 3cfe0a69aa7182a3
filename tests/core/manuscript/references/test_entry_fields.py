from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.references.entry_fields import (
    cut_entry,
    find_arxiv,
    find_doi,
    find_url,
    find_year,
    has_repeated_authors,
    parse_entry,
)

TITLE, VENUE = "A handbook of patient sieving", "Journal of Shore Studies"
STYLES = {
    "plain": "P. Ander and R. Holt. {}. {}, 12(3):45–61, 1998.",
    "machine learning": "Ander, P. and Holt, R. {}. {}, 12(3):45–61, 1998.",
    "linguistics": "Petra Ander and Rolf Holt. 1998. {}. {}, 12(3):45–61.",
    "psychology": "Ander, P., & Holt, R. (1998). {}. {}, 12(3), 45–61.",
    "engineering": "P. Ander and R. Holt, “{},” {}, vol. 12, no. 3, pp. 45–61, 1998.",
    "lecture notes": "Ander, P., Holt, R.: {}. {} 12(3), 45–61 (1998)",
    "physics": "P. Ander, R. Holt, {}, {} 12 (1998) 45–61.",
    "medicine": "Ander P, Holt R. {}. {}. 1998;12(3):45-61.",
    "computing machinery": "Petra Ander and Rolf Holt. 1998. {}. {} 12, 3 (1998), 45–61.",
    "full names": "Petra Ander and Rolf Holt. {}. {}, 12(3):45–61, 1998.",
    "nature": "Ander, P. & Holt, R. {}. {} 12, 45–61 (1998).",
    "chicago": "Ander, Petra, and Rolf Holt. 1998. “{}.” {} 12 (3): 45–61.",
    "harvard": "Ander, P. and Holt, R., 1998. {}. {}, 12(3), pp.45-61.",
    "alphabetic": "Petra Ander and Rolf Holt. {}. {}, 12:45–61, March 1998.",
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_say_the_same(style: str) -> None:
    fields = parse_entry(STYLES[style].format(TITLE, VENUE))
    assert fields.families == ("Ander", "Holt")
    assert fields.title == TITLE
    assert fields.year == 1998
    assert fields.venue == VENUE


def test_a_letter_behind_the_year_is_kept_apart() -> None:
    fields = parse_entry("Corso, E. (2009b). One neighbour is enough. Annals of Votes, 4:1–9.")
    assert (fields.year, fields.letter) == (2009, "b")


def test_a_year_in_the_title_or_the_pages_is_not_the_year() -> None:
    text = "Corso, E. Winters from 1850 to 1950. Annals of Frost, 4:1991–1999, 2003."
    assert parse_entry(text).year == 2003
    text = "Corso, E. Winters of frost and their learning. JMLR, 6:1579–1619, 2005."
    assert parse_entry(text).year == 2005
    assert find_year({"date": "1579–1619, 2005"}) == (2005, "")
    assert find_year({"date": "2005, 2006"}) == (2006, "")


def test_a_question_is_followed_by_its_subtitle() -> None:
    text = "Corso, E. (2009). Who listens? A study of pots. Annals of Votes, 4, 1–9."
    assert parse_entry(text).title == "Who listens? A study of pots"


@pytest.mark.parametrize(
    "text",
    [
        "Oyen, S. Frostfinder. In Proceedings of the Meeting on Winters, pages 305–313, 2008.",
        "Siri Oyen. Frostfinder. In Meeting on Winters, pages 305–313, 2008.",
        "S. Oyen and R. Holt. Frostfinder. Journal of Winters, 4:1–9, 2008.",
        "Oyen, S. and Tamm, L. (2008). Frostfinder. Shore Press.",
    ],
)
def test_a_title_may_be_a_single_word(text: str) -> None:
    assert parse_entry(text).title == "Frostfinder"


@pytest.mark.parametrize(
    "text",
    [
        "Ander, P. and Holt, R. {}. In Clay Meeting, 2019.",
        "P. Ander, R. Holt. {}. ArXiv, abs/2001.01234, 2019.",
        "Ander, P., Holt, R.: {}. In: Clay Meeting, pp. 1–9. Springer (2019)",
        "Petra Ander and Rolf Holt. 2019. {}. In Proceedings of the Clay Meeting, pages 1–9.",
        "P. Ander and R. Holt, “{},” in Proc. Clay Meeting, 2019, pp. 1–9.",
    ],
)
@pytest.mark.parametrize("title", ["POT-19: The Open Sand Dataset", "Sandnet: a corpus of shores"])
def test_a_name_with_a_colon_begins_a_title(text: str, title: str) -> None:
    assert parse_entry(text.format(title)).title == title


@pytest.mark.parametrize(
    "text",
    [
        "Corso, E. « Les pots de la plage », dans Actes des hivers, Lille, 2009, p. 7-15.",
        "Corso, E. (2009). “Les pots de la plage.” Paper read at the Meeting on Clay, Shore.",
        "E. Corso, „Les pots de la plage“, Annals of Frost, 12, 2009, S. 7–15.",
    ],
)
def test_a_title_in_quotes_ends_with_them(text: str) -> None:
    assert parse_entry(text).title.rstrip(".") == "Les pots de la plage"


def test_proceedings_lose_their_in() -> None:
    text = "Corso, E. What a pot hears. In Proceedings of the Meeting on Clay, pp. 7–15, 2009."
    assert parse_entry(text).venue == "Proceedings of the Meeting on Clay"


def test_a_preprint_has_its_number_and_its_year() -> None:
    text = "Edna Corso and Lu Tamm. What a pot hears in time. arXiv:1701.01234, 2017."
    fields = parse_entry(text)
    assert (fields.title, fields.year, fields.arxiv) == (
        "What a pot hears in time",
        2017,
        "1701.01234",
    )


def test_a_list_cut_short_keeps_those_it_names() -> None:
    text = "Edna Corso, Lu Tamm, Siri Oyen, et al. What a pot hears. In Clay Meeting, 2017."
    assert parse_entry(text).authors == ("Edna Corso", "Lu Tamm", "Siri Oyen")


def test_editors_stand_for_the_authors_of_a_book_that_has_none() -> None:
    text = "Ander, P. and Holt, R. (Eds.). (1998). Handbook of Sieving. Shore: Shore Press."
    assert parse_entry(text).families == ("Ander", "Holt")


def test_lost_spaces_and_line_breaks_do_not_end_a_title() -> None:
    text = "P.Ander and R.Holt. A handbook of pa- tient sieving. Shore Studies,12(3):45–61,1998."
    fields = parse_entry(text)
    assert fields.families == ("Ander", "Holt")
    assert fields.title == "A handbook of patient sieving"
    assert fields.year == 1998


def test_an_organisation_before_a_year_is_the_author() -> None:
    fields = parse_entry("Shore Data Agency. (2011). Tables of sand. https://shore.example/sand")
    assert (fields.authors, fields.title) == (("Shore Data Agency",), "Tables of sand")


def test_versions_and_kinds_are_no_part_of_a_title() -> None:
    text = (
        "Ander, P. (2011). Sieve/sieve: tools for pots (Version 2.1) [Computer software]. Zenodo."
    )
    assert parse_entry(text).title == "Sieve/sieve: tools for pots"


def test_the_day_something_was_looked_up_is_not_its_year() -> None:
    text = (
        "Ander, P. Sieves of the shore. https://shore.example/pots [Online; accessed 3-May-2014]."
    )
    assert parse_entry(text).year is None


def test_nothing_to_tell_is_told_as_nothing() -> None:
    fields = parse_entry("")
    assert (fields.authors, fields.title, fields.year, fields.doi) == ((), "", None, "")


def test_an_endless_entry_is_read_up_to_a_limit() -> None:
    fields = parse_entry(STYLES["psychology"].format(TITLE, VENUE) + " and so on" * 5000)
    assert fields.year in (1998, None)


WORDS = (
    "Ander",
    "P.",
    "Holt",
    ",",
    "and",
    "(",
    "1998",
    ")",
    "“",
    "”",
    "In",
    ":",
    "Pots",
    "pp. 3–9",
)


@given(st.text())
def test_any_text_has_fields_and_all_they_say_stands_in_it(text: str) -> None:
    fields = parse_entry(text)
    letters = [char for char in text if char.isalnum()]
    for said in (fields.title, fields.venue, *fields.families):
        assert all(char in letters for char in said if char.isalnum())
    if fields.year is not None:
        assert str(fields.year) in text


@given(st.lists(st.sampled_from(WORDS)))
def test_each_field_is_a_stretch_of_the_entry(words: list[str]) -> None:
    text = " ".join(words)
    for said in cut_entry(text).values():
        assert said in text


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi:10.5555/JQI.2011.", "10.5555/jqi.2011"),
        ("https://doi.org/10.5555/a(b)c).", "10.5555/a(b)c"),
        ("https://doi.org/10.5555/ 12.34", "10.5555/12.34"),
        ("https://doi.org/10.5555/a%5B1%5D", "10.5555/a[1]"),
        ("doi:10 .5555/12.34", "10.5555/12.34"),
        ("doi:10.5555/12.34.URLhttps://shore.example", "10.5555/12.34"),
        ("(https://doi.org/10.5555/JP12#support-section).", "10.5555/jp12"),
        ("no number", ""),
    ],
)
def test_dois(text: str, doi: str) -> None:
    assert find_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("arXiv preprint arXiv:1234.56789v2, 2012", "1234.56789"),
        ("CoRR, abs/1234.5678", "1234.5678"),
        ("https://arxiv.org/pdf/1234.56789", "1234.56789"),
        ("arXiv:hep-th/9901001", "hep-th/9901001"),
        ("arXiv:1234. 56789 [cs.CL]", "1234.56789"),
        ("arXiv:1234.\n56789, 2012", "1234.56789"),
        ("arXiv:1234.\u00a056789 [cs.CL]", "1234.56789"),
        ("12(34):5678", ""),
    ],
)
def test_arxiv_ids(text: str, arxiv: str) -> None:
    assert find_arxiv(text) == arxiv


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("Available at https://shore.example/pots.html.", "https://shore.example/pots.html"),
        ("URL https://shore. example/pots/a, 2003.", "https://shore.example/pots/a"),
        ("https://doi.org/10.5555/12", ""),
        ("https://doi.org/10.5555/12 (www.shore.example/a)", "www.shore.example/a"),
        ("no address", ""),
    ],
)
def test_web_addresses(text: str, url: str) -> None:
    assert find_url(text) == url


@pytest.mark.parametrize("beside", ["1901-1999", "12: 1901–1999", "arXiv 1909.01234"])
def test_pages_and_numbers_of_preprints_are_no_years(beside: str) -> None:
    assert find_year({"volume": beside}) == (None, "")
    assert find_year({"volume": beside, "note": "May 2017"})[0] == 2017


@pytest.mark.parametrize(
    ("text", "title", "author", "year"),
    [
        ("ISO 41211:2017. Guidance on pots. Geneva: ISO; 2017.", "Guidance on pots", "", 2017),
        (
            "ASTM D9638-14, Test of wet clay, ASTM International, 2014.",
            "Test of wet clay",
            "",
            2014,
        ),
        ("EN 1999-1-1 (2004) Design of kilns. CEN, Brussels.", "Design of kilns", "", 2004),
        (
            "World Pots. Prices of clay. https://pots.example/clay. Accessed 12 May 2021.",
            "Prices of clay",
            "World Pots",
            None,
        ),
        (
            "National Clay and Glaze Institute. Safe kilns. Paris: 2016.",
            "Safe kilns",
            "National Clay and Glaze Institute",
            2016,
        ),
        (
            "Ander, P. (2018). Heights of pots [Data set]. Clay Archive. https://doi.org/10.55555/a",
            "Heights of pots",
            "P Ander",
            2018,
        ),
    ],
)
def test_standards_pages_and_data_sets(
    text: str, title: str, author: str, year: int | None
) -> None:
    fields = parse_entry(text)
    assert (fields.title, fields.authors[:1], fields.year) == (
        title,
        (author,) if author else (),
        year,
    )


def test_the_day_a_page_was_looked_at_is_no_year() -> None:
    for seen in ("abgerufen am 12.03.2020", "cited 2020 Feb 3", "last accessed: 1 March 2020"):
        assert parse_entry(f"Clay Board. Pots. https://pots.example/a, {seen}.").year is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Heights of pots. A. Roe, W. Li. Clay Press, 2001.", ("A. Roe", "W. Li")),
        (
            "Heights of pots, A. Roe and W. de Vries, Clay and Glaze 4, 2001.",
            ("A. Roe", "W. de Vries"),
        ),
        ("Heights of pots / A. Roe. Paris: Clay, 2001.", ("A. Roe",)),
        ("Heights of pots. Clay Press, Paris, 2001.", ()),
    ],
)
def test_authors_may_stand_behind_the_title(text: str, names: tuple[str, ...]) -> None:
    fields = parse_entry(text)
    assert (fields.title, fields.authors, fields.year) == ("Heights of pots", names, 2001)


def test_a_title_of_one_word_is_no_name() -> None:
    fields = parse_entry("Holm Q, Kopp J. Underreporting. In: Ruud K, editor. Handbook of pebble "
                         "medicine. Bergen: Slate Press; 1999. p. 12-20.")  # fmt: skip
    assert (fields.authors, fields.title) == (("Q Holm", "J Kopp"), "Underreporting")
    for kind in ("", " [dissertation]", " [Internet]"):
        fields = parse_entry(f"Sand P. Ropes{kind}. Bergen: Slate Press; 2010.")
        assert (fields.authors, fields.title) == (("P Sand",), "Ropes")


@pytest.mark.parametrize(
    ("entry", "authors", "title", "year"),
    [
        (
            "Дубов, И. И. Сита и песок [Текст] / И. И. Дубов, П. П. Кленов [и др.] // Глина. 2010",
            ("И. И. Дубов", "П. П. Кленов"),
            "Сита и песок",
            2010,
        ),
        (
            "Дубов И. И., Кленов П. П. Сита и песок // Вестник глины. 2012. № 3. С. 5–9.",
            ("И. И. Дубов", "П. П. Кленов"),
            "Сита и песок",
            2012,
        ),
        (
            "Кленов П. П. Книга о глине / П. П. Кленов. — М. : Наука, 2001. — 300 с.",
            ("П. П. Кленов",),
            "Книга о глине",
            2001,
        ),
        (
            "林木, 石山, 沙河. 基于筛子的方法[J]. 沙土学报, 2010, 33(5): 1-10.",
            ("林木", "石山", "沙河"),
            "基于筛子的方法",
            2010,
        ),
        ("林木，石山．筛子导论［M］．北京：沙土出版社，2008．", ("林木", "石山"), "筛子导论", 2008),
        (
            "Oak J, Elm W. Sieves and sand[C]//Proceedings of Clay. 2015: 1-5.",
            ("J Oak", "W Elm"),
            "Sieves and sand",
            2015,
        ),
        (
            "森太郎, 林花子: “砂の照合”, 粘土学会論文誌, Vol. 50, No. 3, pp. 1-10 (2009).",
            ("森太郎", "林花子"),
            "砂の照合",
            2009,
        ),
        (
            "김모래, 이점토 (2018). 모래 체의 분석. 점토학회지, 22(1), 35-47.",
            ("김모래", "이점토"),
            "모래 체의 분석",
            2018,
        ),
    ],
)
def test_entries_in_national_forms_are_taken_apart(
    entry: str, authors: tuple[str, ...], title: str, year: int
) -> None:
    fields = parse_entry(entry)

    assert (fields.authors, fields.title, fields.year) == (authors, title, year)


@pytest.mark.parametrize("letters", ["Ab", "A: ", "\u00a0", "A", "a, "])
def test_an_endless_entry_takes_no_longer_than_a_long_one(letters: str) -> None:
    start = process_time()
    fields = parse_entry(letters * 40_000 + " https://doi.org/10.5555/shore.7")
    assert process_time() - start < 2
    assert fields.doi == "10.5555/shore.7"


@pytest.mark.parametrize(
    ("text", "authors", "title", "year"),
    [
        (
            "OAK B M R, ELM P F. SIEVES OF SAND[J]. Reed Letters, 2003, 6(1): 47-77.",
            ("B M R OAK", "P F ELM"),
            "SIEVES OF SAND",
            2003,
        ),
        (
            "OAK A, ELM C, DE SILVA H, et al., 2009a. Sieves of sand[J]. Reed Letters, 6: 70-72.",
            ("A OAK", "C ELM", "H DE SILVA"),
            "Sieves of sand",
            2009,
        ),
        (
            "Anna Oak y col. ((Sieves of sand)). En: Reed Letters 11 (mayo de 2010).",
            ("Anna Oak",),
            "Sieves of sand",
            2010,
        ),
        (
            "Ann Oak, Bea Elm and Cid Ash. Sieves of sand // Reed Letters, vol. 5, 2021.",
            ("Ann Oak", "Bea Elm", "Cid Ash"),
            "Sieves of sand",
            2021,
        ),
        (
            ". Oak B., Sieves of wet sand and their weight [C]. Proceedings of Reeds. 2004.",
            ("B Oak",),
            "Sieves of wet sand and their weight",
            2004,
        ),
    ],
)
def test_entries_of_other_countries(
    text: str, authors: tuple[str, ...], title: str, year: int
) -> None:
    fields = parse_entry(text)

    assert (fields.authors, fields.title, fields.year) == (authors, title, year)


@pytest.mark.parametrize(
    "seen",
    ["(дата обр. 19.07.2024)", "[cit. 2012-5-11]", "(dostęp 3 maja 2016)", "(viitattu 2.3.2015)",
     "(erişildi 3.4.2019)", "(hämtad 2015-03-02)", "(diakses 3 Mei 2018)",
     "(elérés 2017. 08. 16.)"],
)  # fmt: skip
def test_the_day_a_page_was_seen_is_not_its_year(seen: str) -> None:
    fields = parse_entry(f"Sieves of sand and clay. URL: https://example.org/sieves {seen}.")

    assert fields.year is None


@pytest.mark.parametrize(
    ("text", "is_repeated"),
    [
        ("______. Peneiras de areia. Barro: Cana, 2010.", True),
        (". Peneiras de areia. Barro: Cana, 2010.", True),
        (". Oak B., Elm C., Sieves of sand. Reed Letters. 2004.", False),
        ("Peneiras de areia. Barro: Cana, 2010.", False),
    ],
)
def test_a_line_stands_for_the_authors_before(text: str, is_repeated: bool) -> None:
    assert has_repeated_authors(text) is is_repeated
