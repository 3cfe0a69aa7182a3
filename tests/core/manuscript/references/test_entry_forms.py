"""Forms of entries that some styles print throughout a list."""

from __future__ import annotations

from time import process_time

import pytest

from core.manuscript.references.entry_fields import has_repeated_authors, parse_entry
from core.manuscript.references.entry_forms import repair_title

_TITLES = [
    ("Oak, Ann ; Elm, Bea: Walks on wet sand. In: Shore Notes Bd. 14 (2011), Nr. 2, S. 10–18",
     "Walks on wet sand"),
    ("OAK, Ann; ELM, Bea - Walks on wet sand. Shore Notes. 14:2 (2011) 10–18.",
     "Walks on wet sand"),
    ("Oak, Ann/ Elm, Bea, Walks on wet sand, Shore Notes 2011, 10.", "Walks on wet sand"),
    ("Oak, Ann, and Elm, Bea, Walks on wet sand, 1998 to 2001, Sand Archive, 2022.",
     "Walks on wet sand, 1998 to 2001"),
    ("Oak, A. (2003). Walks on wet sand (Master’s thesis). University of Ely.",
     "Walks on wet sand"),
    ("Oak A. Walks on wet sand: PhD thesis. University of Ely, 2020.", "Walks on wet sand"),
    ("OAK, Ann. Walks on wet sand. [S.l.]: Reed Institute, 2001.", "Walks on wet sand"),
    ("Oak, A., 2016. Walks on wet sand [WWW Document]. URL https://a.example/b (accessed 5.4.23).",
     "Walks on wet sand"),
    ("Oak, A., & Elm, B. (2023). Walks on wet sand (2301.55555). arXiv.", "Walks on wet sand"),
    ("Oak A, ‘Walks on Wet Sand’ (2020) 9 Shore Notes 14", "Walks on Wet Sand"),
    ("Oak, A. Walks on Wet Sand by Night. Shore Notes 2016, 8, 201–207.",
     "Walks on Wet Sand by Night"),
    ("A. Oak, B. Elm, Walks on wet sand by night. Shore Notes 8, 201–207 (2016).",
     "Walks on wet sand by night"),
    ("Oak, Ann, Wet Sand, Reed House, Ely, 1988.", "Wet Sand"),
    ("A. Oak and B. Elm, Wet Sand, Reed Press, Ely (1988), pp. 12–14.", "Wet Sand"),
    ("Oak, A. (1988), Wet Sand, Reed Press, Ely.", "Wet Sand"),
    ("Oak, A. (2022). Walks on wet sand [newspaper]. The Ely Courier, 3.", "Walks on wet sand"),
    ("Á. Oak, Walks on the wet sand of Ely. Shore Views 9, 412–430 (2012).",
     "Walks on the wet sand of Ely"),
    ("Ása Oak, Wet Sand, Reed House, Ely, 1988.", "Wet Sand"),
    ("Ann Oak, Sand and salt, Essays on Shores (Cy Fir and Di Ash, eds.), Reed House, Ely, 2014.",
     "Sand and salt"),
    ("Oak, Ann and Bea Elm (2001). Sieves for Sand and Gravel Heaps. 7.",
     "Sieves for Sand and Gravel Heaps"),
    ("A. Oak, B. Elm, Sieves for Sand and Gravel Heaps, 7, 2001.",
     "Sieves for Sand and Gravel Heaps"),
    ("Oak, A.; Elm, B. Sieves for Sand and Gravel Heaps; 7; 2001.",
     "Sieves for Sand and Gravel Heaps"),
    ("Reed Survey Office, State of the sandy shores, 44 (Ely, 2018).",
     "State of the sandy shores"),
    ("Reed Survey Office, 2018. State of the Sandy Shores. Technical Report 44. Ely.",
     "State of the Sandy Shores"),
    ("A. Oak and B. Elm, Wet sand remembers the afternoon (2023).",
     "Wet sand remembers the afternoon"),
    ("Oak, A., and B. Elm (2023), “Wet sand remembers the afternoon,” .",
     "Wet sand remembers the afternoon"),
    ("Ann Oak. 1997. The Lives of Sand Hoppers in Warm Weed. Shore Notes 40, 2 (1997), 15–16.",
     "The Lives of Sand Hoppers in Warm Weed"),
    ("Ann Oak. 2003. Snails of the Upper Sand and Their Choice of Shade. Ph. D. Dissertation.",
     "Snails of the Upper Sand and Their Choice of Shade"),
    ("Ministry of Shores. Returns of Sand and Gravel. 12. Ely, 1903.",
     "Returns of Sand and Gravel"),
    ("Ann Oak and Bea Elm. 2023. Account Books of 212 Bakers, 1850–1910.",
     "Account Books of 212 Bakers, 1850–1910"),
    ("OAK A. Wet Sand: vol. 2[M]. Ely: Reed Press, 2010.", "Wet Sand"),
    ("OAK A. Wet Sand. //Book of the Coast. Ely: Reed House, 1990: 81-84.", "Wet Sand"),
    ("OAK, A. K.; ELM, M., 2002. Why Do Hoppers Hop? Shore Notes. Vol. 1, no. 1, pp. 3–9.",
     "Why Do Hoppers Hop?"),
    ("OAK, Ann, 2004. Float with a Line. Inventor: Ann OAK. Publ.: EP 1 555 555.",
     "Float with a Line"),
    ("Oak, A., 1990. Wet Sand. Reed House, Ely. pp. 812–814.", "Wet Sand"),
    ("Oak, A. Walks on Wet Sand in Workshop on Shores (2006), 5–11.", "Walks on Wet Sand"),
    ("Oak, A., and Elm, B., 2001, Walks on Wet Sand, 7, Institute of Sand.", "Walks on Wet Sand"),
    ("Oak, A., and Elm, B. (2001). Walks on wet sand (Institute of Sand).", "Walks on wet sand"),
    ("Oak, A. and Elm, B.: Walks on wet sand, Institute of Sand, 2001.", "Walks on wet sand"),
    ("Oak, É., 1988: Measuring Sand. Reed House.", "Measuring Sand"),
    ("Oak, O. 1994. On the colour of sand. Pages 9–30 in B. Elm, editor. Essays. Reed Press, Ely.",
     "On the colour of sand"),
    ("Oak, O., 1994: On the colour of sand. Essays on a Reed, B. Elm, Ed., Reed Press, 9–30.",
     "On the colour of sand"),
    ("ELM, Ida and OAK, Ann, 2001. 7: Walks on wet sand. Technical report. Institute of Sand.",
     "Walks on wet sand"),
    ("Oak, Kim: Schutzrecht EP 1 555 555, Sand with a float, veröffentlicht 2004.",
     "Sand with a float"),
    ("Oak B H, Elm P and Ash L 2015 Walks on sand and by night Reed Ecology Letters 7 33–41",
     "Walks on sand and by night"),
    ("Oak W 1994 On the colour of sand Essays on a Long Reed ed M Elm (Ely: Reed Press) pp 9–30",
     "On the colour of sand"),
    ("Oak, A., Elm, B., 2011, Walks on the wet sand: Journal of Sand, v. 14, no. 2, p. 101–118.",
     "Walks on the wet sand"),
    ("Oak, I. & Elm, S. Walks on Sand and Wet Reeds. (2001).", "Walks on Sand and Wet Reeds"),
    ("Oak, Joan/Elm, Edwin 2005: Walks on wet sand: An Introduction, Ely.",
     "Walks on wet sand: An Introduction"),
    ("H. Oak, Walks on Wet Sand in Workshop on Reed Instruments, (2006), pp. 5–11.",
     "Walks on Wet Sand"),
    ("Oak A, Elm B. Building Reeds: How Parties Organize Society. Reed Letters 2013; 4: 1–9.",
     "Building Reeds: How Parties Organize Society"),
    ("Oak A, Elm B. Events of the heart and sand. The Reed Health Study. Ann Reed 1995; 5: 278.",
     "Events of the heart and sand. The Reed Health Study"),
    ("Oak A, Elm B. The salt of  wet sand (Arena alba L.). Sand Reed Bull (Ely) 2009;57:245.",
     "The salt of wet sand (Arena alba L.)"),
    ("Oak, A. (2019). CO 2 above sand. Shore Notes, 7, 3.", "CO 2 above sand"),
    ("Oak, A. (2019). Wet sand: at home and abroad. Shore Notes, 7, 3.",
     "Wet sand: at home and abroad"),
    ("Oak, A. (2019). Voting in Congress and the courts. Shore Notes, 7, 3.",
     "Voting in Congress and the courts"),
    ("Oak, A. (2019). State, Market, Society. Shore House, Ely.", "State, Market, Society"),
    ("Oak, A. (2019). Religion, Science, Art. Shore House, Ely.", "Religion, Science, Art"),
    ("Oak, A. (2019). Sand in Africa: The Free Press. Shore Notes, 7, 3.",
     "Sand in Africa: The Free Press"),
    ("Oak, A. (2019). 1984: Report on sand. Shore House.", "1984: Report on sand"),
    ("Oak, A. (2019). In Encyclopedia articles we trust. Shore Notes, 7, 3.",
     "In Encyclopedia articles we trust"),
    ("Oak, A. (2019). Of sand and salt (2). Shore Notes, 7, 3.", "Of sand and salt (2)"),
    ("A. Oak - B. Elm, Small songs of then and now. Words and Waves, Ely 1990.",
     "Small songs of then and now. Words and Waves"),
    ("Philip Oak. 2008. 24 hours by the sea. Shore Biology 51, 1 (2008), 1–15.",
     "24 hours by the sea"),
    ("Oak, É. (1988). Measuring Sand (Reed House).", "Measuring Sand"),
    ("Oak, J.: Sand at midnight by the sea, The Ely Courier, 3, 2022.",
     "Sand at midnight by the sea"),
    ("Oak, B. How to Walk on Sand Available online: https://a.example/b (accessed on 4 May 2023).",
     "How to Walk on Sand"),
    ("Oak, A., Elm, B.: ‘Heaps of wet sand’Shore Letters, 2011, 14, (2), pp. 101–118.",
     "Heaps of wet sand"),
    ("Oak, Ann und Elm, Bea (2012): Heaps of sand on the shore In: Shore Views, Band 9, 412–430",
     "Heaps of sand on the shore"),
    ("Oak, A., Sand as a blanket, I: Handbook of Sand. Elm, R. (red.), Reed Press 2007, s. 14",
     "Sand as a blanket"),
    ("Oak, A. (2007). 'Wind and the reeds of Ely.' SB Review, Shore Institute, 10(2), 97–106.",
     "Wind and the reeds of Ely"),
    ("A. J. Oak. (1986). Sand flow model. II: Development. Journal of Shores, 112(12), 1117–1135.",
     "Sand flow model. II: Development"),
    ("Wet Sand of the Small Shores. Shore Notes. 2011 ;14(2):101–18.",
     "Wet Sand of the Small Shores"),
    ("24 Hours in the Sand. Notes on Shores. 2011 Mar 4;14:e101.", "24 Hours in the Sand"),
    ("Scales of Sand and of Salt [Internet]. Society for Shores; 2001. Report no.: 7.",
     "Scales of Sand and of Salt"),
    ("ELM, Ann and OAK, Bea, 2001. 7: Wet sand and its scales. Shore Institute.",
     "Wet sand and its scales"),
    ("Shore Survey Office: State of the Sand. Shore Survey Office, Ely (2018).",
     "State of the Sand"),
    ("Oak, Ann/Elm, Bea [Sand; 2010]: 24 walks on sand, in: Shore Letters, 7. Jg., S. 3–9.",
     "24 walks on sand"),
    ("Oak, A. (2010). Recipes for Sand (Volume 2). Ely: Harbour Press.", "Recipes for Sand"),
    ("OAK A. Recipes for Sand: Vol. 2[M]. Ely: Harbour Press, 2010.", "Recipes for Sand"),
    ("OAK A. Recipes for Sand[J/ OL]. Sands of the Shore, 2020, 9(6): 14-33.",
     "Recipes for Sand"),
    ("Oak, J., 2022. Bathers find warm sand at midnight. The Ely Courier 3.",
     "Bathers find warm sand at midnight"),
    ("Oak 1988: É. Oak, Measuring Sand, Ely, Reed House, 1988.", "Measuring Sand"),
    ("Oak, J.K. i Elm, M. Why return home? A: Shore Letters. 2002, Vol. 1, núm. 1, p. 3-9.",
     "Why return home?"),
    ("Oak A., Elm B. [и др.] Walks on sand // Shore Letters. 2010. Т. 5.", "Walks on sand"),
    ("Oak A. Walks on sand / A. Oak, Ely: Harbour Press, 2010. 312 p.", "Walks on sand"),
    ("Oak A., Elm B. Walks on sand под ред. R. Fir, Ely: Ely Press, 2007. C. 14–17.",
     "Walks on sand"),
    ("Oak, Brian. (2016). How to read sand. Recuperado el 4 de mayo de 2023 de: https://a.example",
     "How to read sand"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "title"), _TITLES)
def test_a_title_ends_where_it_does(entry: str, title: str) -> None:
    assert parse_entry(entry).title == title


@pytest.mark.parametrize(
    "entry",
    [
        "A. Oak and B. Elm, Shore and Sand Letters, 2009, 52, 211–219.",
        "A. Oak, B. Elm, Shore and Sand Letters 2009, 52, 211–219.",
        "A. Oak and B. Elm, Shore and Sand Letters 52, 211 (2009).",
        "A. Oak, B. Elm in Handbook of Shores (Ed.: C. Fir), Reed Press, Ely, 2009, pp. 14–17.",
        "A. Oak and B. Elm, in Book of Shores, edited by C. Fir (Reed Press, Ely, 2009) pp. 1–4.",
        "A. Oak, in Meeting on Shores (Society for Shores, 2009) pp. 1–4",
        "A. Oak, PhD thesis, University of Ely, 2009.",
        "A. Oak, B. Elm, C .Fir ,D .Ash ,Phys .Rev .Lett .114 ,195003 ( 2009).",
        "Oak, A. & Elm, B. in Handbook of Shores (ed Fir, C.) 14–17 (Reed House, Ely, 2009).",
        "Oak, A.; Elm, B. In Shores of Ely, Fir, C., Ed.; Reed Press: Ely, 2009, pp 14–17.",
        "A. Oak, The Ely Courier , 3 (2009).",
        "Oak, A. EP 1 555 555 (2009).",
        "Oak, A. and Elm, B. 2009. Shore Review Letters, 12, 345.",
        "Oak, A., 2009. Sand and Sandology, 12, 345.",
        "Oak A. (2009). Sandophys. J. 12, 345.",
        "Oak H., Elm P., 2009. Shore and Sand Letters, (7), 33–41.",
        "Oak A, Elm B. Shore and Sand Letters, 2009, 7, 33-41.",
        "Oak A., 2009. Northern University Press, Ely, 3ᵉ éd.,",
        "Oak A., 2009. In : Reed Press (Eds), Handbook of Sand, Ely, pp14–17.",
        "Oak A., 2009. Consultable : https://a.example/b [Consulté le 4 mai 2023].",
        "A. Oak, Doctoral dissertation, University of Ely, 2009.",
    ],
)
def test_an_entry_without_a_title_has_none(entry: str) -> None:
    fields = parse_entry(entry)
    assert fields.title == ""
    assert fields.year == 2009
    assert fields.families[0] == "Oak"


@pytest.mark.parametrize(
    ("entry", "year"),
    [
        ("OAK A, ELM B, 2019b. Walks on wet sand[J]. Shore Notes, 22(1): 12-29.", 2019),
        ("A. Oak, B. Elm, Weights of forty heaps, 2020 to 2021 (2022).", 2022),
        ("Reed Office. Hourly tides of the coast 2021. https://a.example (accessed 4 May 2023).",
         2021),
        ("OAK, Ann. Walks on sand. Disponível em: <https://a.example>. Acesso em: 4 maio. 2023.",
         None),
        ("Oak A. Walks on wet sand. URL: https://a.example/b (дата обращения: 04.05.2023).", None),
        ("Oak A. Walks [Текст] / A. Oak. URL: https://a.example (дата обращения: 04.05.2023).",
         None),
        ("Oak A. Warmth of forty sands, 2010 to 2011 2012. Doi: 10.5555/sda.40.", 2012),
    ],
)  # fmt: skip
def test_the_year_is_that_of_the_work(entry: str, year: int | None) -> None:
    assert parse_entry(entry).year == year


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("Oak, Ann, Wet Sand, Reed House, Ely, 1988.", ("Ann Oak",)),
        ("A. Oak, B. Elm, Wet Sand, Reed Press, Ely, 1988.", ("A. Oak", "B. Elm")),
        ("A. Oak, Walks on the wet sand of Ely. Shore Views 9, 4–7 (2012).", ("A. Oak",)),
        ("Oak I. Walks on sand / под общ. ред. P. Elm. – Ely : Reed Press, 2007.", ("I Oak",)),
        ("Walks on the Wet Sand of Ely. Shore Views. 2012;9:4–7.", ()),
        ("Shore Survey Office: State of the Sand. Ely (2018).", ("Shore Survey Office",)),
        ("The Sand Initiative: A Life in the Dunes. Reed Press, 2018.", ()),
        ("Oak A, Elm B. Sand Lett. 2012;9:4–7.", ("A Oak", "B Elm")),
    ],
)
def test_titles_and_publishers_are_no_names(entry: str, names: tuple[str, ...]) -> None:
    assert parse_entry(entry).authors == names


@pytest.mark.parametrize("stop", [". ", " "])
def test_years_in_a_title_are_not_that_of_the_work(stop: str) -> None:
    fields = parse_entry(f"Oak N, Elm S. Warmth of forty sands, 2010 to 2011{stop}2012.")
    assert (fields.title, fields.year) == ("Warmth of forty sands, 2010 to 2011", 2012)


@pytest.mark.parametrize(
    "text", ["— (2019). Sand.", "— “Sand”. 2019.", ", Sand, 2019.", "———. Sand."]
)
def test_a_dash_or_a_rule_repeats_the_authors(text: str) -> None:
    assert has_repeated_authors(text)
    assert not has_repeated_authors("Oak, A. — Sand, 2019.")


def test_names_with_accents_and_particles_stand_before_a_title() -> None:
    fields = parse_entry(
        "Núñez E., van der Meer J. Walks on sand // Shore Notes. 2012. Т. 9. С. 4–9."
    )
    assert fields.title == "Walks on sand"
    assert len(fields.authors) == 2


def test_the_name_of_a_program_belongs_to_its_title() -> None:
    fields = parse_entry("Oak, G. (2021). sandfit: Fitting of curves (Version 1.4). Sand Library.")
    assert fields.title == "sandfit: Fitting of curves"


@pytest.mark.parametrize(
    ("entry", "year", "letter"),
    [
        ("OAK, A.; ELM, L. Walks on sand. Journal of Reeds, v. 2, p. 12–29, b2019.", 2019, "b"),
        ("Oak Institute, “Hourly sand,” under https://a.example/h(accessed 4 May 2023), 2021.",
         2021, ""),
        ("Oak, Ann ; Elm, Bea: Sand of forty wet reeds, 2020 to 2021.", None, ""),
    ],
)  # fmt: skip
def test_a_letter_stands_before_the_year_and_the_years_of_a_title_are_not_its_own(
    entry: str, year: int | None, letter: str
) -> None:
    fields = parse_entry(entry)
    assert (fields.year, fields.letter) == (year, letter)


def test_the_number_of_a_preprint_is_no_author() -> None:
    fields = parse_entry("J. Oak and B. Elm, hep-th/9711200.")
    assert (fields.authors, fields.arxiv) == (("J. Oak", "B. Elm"), "hep-th/9711200")


@pytest.mark.parametrize(
    ("entry", "families", "year", "letter"),
    [
        ("Oak/Elm 2019b: V. Oak/L. Elm, Walks on wet sand. Shore Letters 22, 1, 2019, 12–29.",
         ("Oak", "Elm"), 2019, "b"),
        ("Oak & Elm 2014, OAK J., ELM S., Walks on wet sand, Shore Letters, 3, 2, p. 88–107.",
         ("OAK", "ELM"), 2014, ""),
        ("Sand Office 2018: Sand Office, Walks on wet sand.", ("Sand Office",), 2018, ""),
        ("Oak, Ann 2010, Walks with Oak, Shore Letters 2, 3–4.", ("Oak",), 2010, ""),
    ],
)  # fmt: skip
def test_names_and_year_before_an_entry_are_not_read_twice(
    entry: str, families: tuple[str, ...], year: int, letter: str
) -> None:
    fields = parse_entry(entry)
    assert fields.title.startswith("Walks")
    assert (fields.families, fields.year, fields.letter) == (families, year, letter)


def test_names_in_full_that_and_joins_are_no_part_of_the_title() -> None:
    fields = parse_entry("Ann Oak and Bea J. Elm and Lo Ash. Walks on sand. Shore Letters, 2010.")
    assert fields.authors == ("Ann Oak", "Bea J. Elm", "Lo Ash")
    assert (fields.title, fields.venue, fields.year) == ("Walks on sand", "Shore Letters", 2010)


@pytest.mark.parametrize(
    ("entry", "authors", "title"),
    [
        ("The REED Collaboration, Search for walks on wet sand, arXiv:2301.55555 [hep-ex].",
         ("The REED Collaboration",), "Search for walks on wet sand"),
        ("The REED Collaboration, B. Elm et al., A toolkit for wet sand, Shore Inst. 3 (2008) 10.",
         ("The REED Collaboration", "B. Elm"), "A toolkit for wet sand"),
        ("SAND Collaboration, A. Oak et al. Shore Rev. Lett. 103 (2009) 201801.",
         ("SAND Collaboration", "A. Oak"), ""),
    ],
)  # fmt: skip
def test_a_group_that_an_entry_begins_with_is_its_first_author(
    entry: str, authors: tuple[str, ...], title: str
) -> None:
    fields = parse_entry(entry)
    assert (fields.authors, fields.title) == (authors, title)


@pytest.mark.parametrize(
    "behind",
    [
        "Doktorarbeit, III. Sandinstitut, Ely, 2012.",
        "Tese de Doutorado em Areia, 2012.",
        "Traduit par Bea Elm. Ely: Reed, 2012.",
        "Tradução de Bea Elm. Ely: Reed, 2012.",
    ],
)
def test_a_thesis_or_a_translator_behind_a_title_is_no_part_of_it(behind: str) -> None:
    fields = parse_entry(f"Ann Oak. Walks on the wet sand of Ely. {behind}")
    assert (fields.title, fields.year) == ("Walks on the wet sand of Ely", 2012)


@pytest.mark.parametrize(
    "title", ["The sea. Mémoire collective et sable", "Sand. Tesi e contrasti"]
)
def test_a_word_for_a_thesis_may_be_one_of_a_title(title: str) -> None:
    text = f"Oak, A. (2010). {title}. Shore Notes, 3, 4–9."
    assert repair_title({"author": "Oak, A.", "title": title}, text)["title"] == title
    thesis = "Walks on sand. Mémoire de maîtrise, Ely"
    assert repair_title({"author": "Oak, A.", "title": thesis}, thesis)["title"] == "Walks on sand"


def test_a_group_with_a_subtitle_in_small_letters_is_a_title() -> None:
    title = "The Human Reed Consortium: lessons learned"
    assert parse_entry(f"{title}. J Sand. 2010;3:4-9.").title == title
    fields = parse_entry("The Human Reed Consortium: Sand in all reeds. J Sand. 2010;3:4-9.")
    assert (fields.authors, fields.title) == (("The Human Reed Consortium",), "Sand in all reeds")


def test_a_counted_journal_with_small_words_is_no_part_of_the_title() -> None:
    parts = {"author": "OAK, A.", "volume": "v. 63, n. 5", "pages": "p. 825", "publisher": "Reed"}
    text = "OAK, A. Tables of the sand. Sand and shore studies, Reed, v. 63, n. 5, p. 825, 2003."
    titled = repair_title(parts | {"title": "Tables of the sand. Sand and shore studies"}, text)
    assert (titled["title"], titled["venue"]) == ("Tables of the sand", "Sand and shore studies")
    text = "Oak A. Tables of the wet sand, Ely Sands. Shore Lett. 2007, 35, 525."
    place = repair_title(parts | {"title": "Tables of the wet sand, Ely Sands"}, text)
    assert place["title"] == "Tables of the wet sand, Ely Sands"


def test_a_title_of_one_word_is_no_name() -> None:
    parts = repair_title({"author": "OAK, D. B. Walking"}, "OAK, D. B. Walking. Ely: Reed, 1981.")
    assert (parts["author"], parts["title"]) == ("OAK, D. B. ", "Walking")


def test_the_last_initial_of_an_entry_without_a_title_is_no_title() -> None:
    fields = parse_entry("Oak, V. M. & La Reed, G. C. Sol. Sand Commn. 135, (2005), pp544-553.")
    assert (fields.authors, fields.title) == (("V. M. Oak", "G. C. La Reed"), "")


def test_a_year_within_the_number_of_a_report_is_no_date() -> None:
    assert parse_entry("Oak, A.P. Sand for all. REED-2010-002, Jan 2011.").year == 2011


def test_a_title_is_not_parted_from_its_journal_behind_a_shortened_word() -> None:
    title = "Walks on the wet sand of two reeds mod. Elm, Marsh Notes"
    text = f"A. Oak, {title}, 77(3), 313–352 (1916)"
    parts = {"author": "A. Oak", "title": title, "volume": "77", "pages": "313–352"}
    assert repair_title(parts, text)["title"] == title
    parted = repair_title(parts | {"title": title.replace("mod.", "reeds.")}, text)
    assert parted["venue"] == "Elm, Marsh Notes"


def test_many_names_joined_by_and_are_read_in_no_time() -> None:
    names = "Oak, A. and " * 24
    start = process_time()
    parts = repair_title({"author": f"{names}1!"}, f"{names}1!")
    assert "title" not in parts
    assert process_time() - start < 2
    parts = repair_title({"author": f"{names}Elm, B. Sand"}, f"{names}Elm, B. Sand")
    assert parts["title"] == "Sand"
