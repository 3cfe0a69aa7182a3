"""Works as Crossref states them."""

from __future__ import annotations

from tests.core.formats.catalogue_samples import CROSSREF, read


def test_crossref_states_institutions_and_abstracts_in_parts() -> None:
    text = CROSSREF.replace(
        '"DOI"',
        '"institution": [{"name": "Univ. of Ely"}], "abstract": "<jats:title>Abstract</jats:title>'
        '<jats:p>Peat is wet.</jats:p><jats:p>It sounds.</jats:p>",'
        '"ISBN": ["http://id.crossref.org/isbn/9783161484100"], "DOI"',
    )
    record = read("crossref", text)
    assert record.abstract == "Peat is wet. It sounds."
    assert (record.extra["publisher"], record.extra["ISBN"]) == ("Univ. of Ely", "9783161484100")
