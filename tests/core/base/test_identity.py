"""DOIs, arXiv ids, titles and names in the form in which they are compared."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.identity import (
    asked_keys,
    author_sort_key,
    external_ids,
    family_name,
    identity_key,
    is_real,
    name_words,
    normal_arxiv,
    normal_doi,
    own_number,
    split_into_words,
    title_key,
)
from core.base.records import PaperRecord


@pytest.mark.parametrize(
    ("stated", "normal"),
    [
        pytest.param("10.1162/COLI_a_00001", "10.1162/coli_a_00001", id="letter case"),
        pytest.param("https://doi.org/10.1000/Abc.1", "10.1000/abc.1", id="resolver"),
        pytest.param("http://dx.doi.org/10.1000/abc.1", "10.1000/abc.1", id="old resolver"),
        pytest.param("DOI: 10.1000/abc.1.", "10.1000/abc.1", id="prefix and full stop"),
        pytest.param("doi.org/10.1000/abc%281%29", "10.1000/abc(1)", id="escaped"),
        pytest.param("10.1145/nnnnnnn.nnnnnnn", "", id="placeholder of a template"),
        pytest.param("10.1145/1122445.1122456", "", id="example of a template"),
        pytest.param("10.1109/XXXXX.2020.12345", "", id="placeholder of another"),
        pytest.param("see the publisher's page", "", id="no DOI"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_doi_has_one_form(stated: str, normal: str) -> None:
    assert normal_doi(stated) == normal


@pytest.mark.parametrize(
    ("stated", "normal"),
    [
        pytest.param("arXiv:2101.00001v3", "2101.00001", id="version"),
        pytest.param("2101.00001 [cs.CL]", "2101.00001", id="class"),
        pytest.param("https://arxiv.org/abs/2101.00001", "2101.00001", id="address"),
        pytest.param("https://arxiv.org/pdf/2101.00001v1.pdf", "2101.00001", id="file"),
        pytest.param("10.48550/arXiv.2101.00001", "2101.00001", id="DOI"),
        pytest.param("cs/0112017", "cs/0112017", id="old form"),
        pytest.param("math.GT/0309136", "math.gt/0309136", id="old form with class"),
        pytest.param("a preprint", "", id="none"),
    ],
)
def test_an_arxiv_id_has_one_form(stated: str, normal: str) -> None:
    assert normal_arxiv(stated) == normal


def test_ids_of_a_source_are_kept_as_written() -> None:
    assert identity_key("acl:W18-6481") == "acl:W18-6481"
    assert identity_key("doi:10.1000/ABC") == "doi:10.1000/abc"
    assert identity_key("doi:10.48550/arXiv.2101.00001") == "arxiv:2101.00001"
    assert identity_key("arXiv:2101.00001v2") == "arxiv:2101.00001"
    assert identity_key("doi:to be announced") == "doi:to be announced"


def test_only_dois_and_arxiv_ids_are_known_to_the_whole_world() -> None:
    assert is_real("doi:10.1000/abc")
    assert is_real("arxiv:2101.00001")
    assert not is_real("smith2020")
    assert not is_real("arxiv:unknown")


def test_a_record_answers_to_its_id_and_then_to_its_doi() -> None:
    record = PaperRecord(id="acl:1", title="T", doi="10.1000/ABC", arxiv="2101.00001v2")
    assert list(external_ids(record).values()) == ["acl:1", "doi:10.1000/abc", "arxiv:2101.00001"]


def test_a_doi_stated_twice_is_one_id_as_the_source_writes_it() -> None:
    record = PaperRecord(id="doi:10.1000/ABC", title="T", doi="10.1000/abc")
    assert external_ids(record) == {"doi:10.1000/abc": "doi:10.1000/ABC"}


def test_our_own_number_is_no_external_id() -> None:
    assert external_ids(PaperRecord(id="cocite:7", title="T")) == {}
    assert own_number("cocite:7") == 7
    assert own_number("cocite:seven") is None
    assert own_number("acl:7") is None


def test_a_person_may_ask_with_a_bare_doi() -> None:
    assert "doi:10.1000/abc" in asked_keys(" https://doi.org/10.1000/ABC")
    assert "arxiv:2101.00001" in asked_keys("2101.00001v1")


@given(st.text(max_size=40))
def test_a_title_key_holds_only_letters_and_digits_and_is_its_own_key(title: str) -> None:
    key = title_key(title)
    assert all(letter.isalnum() for letter in key)
    assert title_key(key) == key or not title.isascii()


@given(st.text(alphabet="abcdefgäöüéñç 0123456789", max_size=40))
def test_a_title_key_ignores_case_marks_and_how_accents_are_coded(title: str) -> None:
    dressed = f"  “{unicodedata.normalize('NFD', title).upper()}”: "
    assert title_key(dressed) == title_key(title)


@pytest.mark.parametrize(
    ("author", "family"),
    [
        ("Ann Smith", "smith"),
        ("Smith, Ann", "smith"),
        ("Ann B. Smith Jr.", "smith"),
        ("Ann Smith, Jr.", "smith"),
        ("Zoë Ångström", "angstrom"),
        ("Søren Łukasz", "lukasz"),
        ("Plato", "plato"),
        ("", ""),
    ],
)
def test_the_family_name_is_found(author: str, family: str) -> None:
    assert family_name(author) == family


def test_names_are_compared_without_initials_and_accents() -> None:
    assert name_words(["J. Smith", "Zoë Li"]) == {"smith", "zoe", "li"}
    assert author_sort_key(["Ann Smith", "Bo Øre"]) == "smith ore"
    assert author_sort_key(["Ed O’Neill Jr.", "Roe-Lind, Per"]) == "oneill roelind"
    assert split_into_words("Naïve Bayes: a re-view") == ["naive", "bayes", "a", "re", "view"]
