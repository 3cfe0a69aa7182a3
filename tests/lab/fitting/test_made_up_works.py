"""Works of all types that are made of records and labelled entries."""

from __future__ import annotations

import random
from itertools import pairwise

from core.manuscript.references.entry_fields import LabelledEntry
from core.manuscript.references.tokens import split_words
from tests.lab.fitting.made_up import SOURCES
from tools.lab.fitting.labelled_references import Entry
from tools.lab.fitting.made_up_works import collect_sources, make_items


def test_works_are_of_all_types_and_have_what_their_type_needs() -> None:
    items = make_items(SOURCES, random.Random(3), 200)
    assert {item["type"] for item in items} >= {
        "article-journal", "paper-conference", "chapter", "book", "thesis", "report", "webpage",
        "dataset", "software", "patent",
    }  # fmt: skip
    for item in items:
        assert item["title"]
        assert item.get("author", True)
        if item["type"] == "article-journal":
            assert item["container-title"] in SOURCES.journals
        if item["type"] == "webpage" and "accessed" in item:
            assert item["accessed"]["date-parts"][0][0] > item["issued"]["date-parts"][0][0]


def test_some_works_share_authors_and_year_with_another() -> None:
    items = make_items(SOURCES, random.Random(3), 200)
    twins = sum(
        one.get("author") is not None and one["author"] is other.get("author")
        for one, other in pairwise(items)
    )
    assert 0 < twins < 40


def test_names_keep_their_particles() -> None:
    items = make_items(SOURCES, random.Random(3), 200)
    people = [person for item in items for person in item.get("author", ())]
    assert {"family": "Dahl", "given": "Uwe", "non-dropping-particle": "van der"} in people


def test_sources_are_what_labelled_entries_name() -> None:
    text = "Ander, P. 1990. A handbook of sieving. Lowport: Harbour Press"
    words = split_words(text)
    labels = ["author", "author", "date", *["title"] * 4, "location", "publisher", "publisher"]
    entry = Entry(LabelledEntry(text, words, labels), "some", {}, 3)
    sources = collect_sources([], [entry])
    assert sources.books[0]["title"] == "A handbook of sieving"
    assert (sources.places, sources.publishers) == (["Lowport"], ["Harbour Press"])
