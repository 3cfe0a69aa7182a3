"""Where an entry's paper appeared, in the forms that lists use."""

from __future__ import annotations

import pytest

from core.manuscript.references.entry_details import extract_details


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Ander P, Holt R. Clay pots on windy beaches. J Quiet Instrum 2014; 29(2): 10-4.",
            {"volume": "29", "issue": "2", "page": "10–4", "type": "article-journal"},
        ),
        (
            "Ander, P., and Holt, R. (2014). Clay pots on beaches. Quiet Instruments 7:1463–1471.",
            {"volume": "7", "page": "1463–1471", "type": "article-journal"},
        ),
        (
            "P. Ander, Clay pots on windy beaches, Quiet Instruments 100 (2007) 641e649.",
            {"volume": "100", "page": "641–649", "type": "article-journal"},
        ),
        (
            "P. Ander, “Clay pots on beaches,” Quiet Instruments, vol. 6, no. 1, pp. 18–37, 2015.",
            {"volume": "6", "issue": "1", "page": "18–37", "type": "article-journal"},
        ),
        (
            "P. Ander. Clay pots. In Proceedings of the Third Meeting on Clay, pages 7–15, 2009.",
            {"page": "7–15", "type": "paper-conference"},
        ),
        (
            "P. Ander. Clay pots on windy beaches. PhD thesis, University of the Lower Bay, 2009.",
            {"type": "thesis"},
        ),
        (
            "P. Ander. Clay pots on windy beaches. arXiv preprint arXiv:1911.02782, 2019.",
            {"type": "preprint"},
        ),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else None,
)
def test_numbers_and_type_are_read(text: str, said: dict[str, str]) -> None:
    found = extract_details(text)
    assert {name: found.get(name) for name in ("volume", "issue", "page", "type")} == {
        "volume": None,
        "issue": None,
        "page": None,
        **said,
    }


def test_a_book_has_its_publisher_and_place() -> None:
    found = extract_details("Ander, P. (1998). A Handbook of Sieving. New York, NY: Shore Press.")
    assert found["type"] == "book"
    assert (found["publisher"], found["publisher-place"]) == ("Shore Press", "New York, NY")


def test_a_date_is_neither_volume_nor_page() -> None:
    found = extract_details(
        "Ander P. Clay pots. Quiet Instruments (2013-10-24) https://doi.org/pjb"
    )
    assert not {"volume", "page"} & set(found)
