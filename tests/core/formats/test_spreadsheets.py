"""Tables of references: of Scopus and of others."""

from __future__ import annotations

from tests.core.formats.catalogue_samples import read


def test_words_of_scopus_for_no_authors_are_no_authors() -> None:
    no_authors = "[No author name available]"
    text = f'Authors,Title,Year,Source title\n{no_authors},"Peat\nand more",2003,Bog Studies\n'
    record = read("csv", text)
    assert (record.authors, record.title) == ((), "Peat and more")
