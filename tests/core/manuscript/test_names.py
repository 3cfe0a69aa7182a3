from __future__ import annotations

import pytest

from core.manuscript.names import family_key, read_names


@pytest.mark.parametrize(
    ("text", "names", "rest"),
    [
        ("Ander, P. and Holt, R. Sieving.", ["P. Ander", "R. Holt"], " Sieving."),
        ("P. Ander, R. S. Holt, Sieving", ["P. Ander", "R. S. Holt"], ", Sieving"),
        ("Ander P, Holt RS. Sieving.", ["P Ander", "RS Holt"], ". Sieving."),
        ("Petra Ander and Rolf S. Holt. Sieving", ["Petra Ander", "Rolf S. Holt"], ". Sieving"),
        ("Petra Ander, Rolf Holt, and Ida Dahl. 2004.",
         ["Petra Ander", "Rolf Holt", "Ida Dahl"], ". 2004."),
        ("Ander, Petra, and Rolf Holt. 2004.", ["Petra Ander", "Rolf Holt"], ". 2004."),
        ("van der Berg, J., & Dahl, I. (2011).", ["J. van der Berg", "I. Dahl"], " (2011)."),
        ("Berg, J. van der, & Dahl, I. (2011).", ["J. van der Berg", "I. Dahl"], " (2011)."),
        ("Lima-Reis, A. et al. Sieving", ["A. Lima-Reis"], " Sieving"),
        ("O’Hara, B. and D’Arc, J. (Eds.). Sieving", ["B. O’Hara", "J. D’Arc"], ". Sieving"),
        ("Ilveš, Ł., Çelik, Ö. (1999).", ["Ł. Ilveš", "Ö. Çelik"], " (1999)."),
        ("The Sieve Working Group. (2001). On", ["The Sieve Working Group"], ". (2001). On"),
        ("Dahl, I., pebbleman, Renn, T. (2020). On",
         ["I. Dahl", "pebbleman", "T. Renn"], " (2020). On"),
        ("sieving without names", [], "sieving without names"),
    ],
    ids=lambda value: value[:28] if isinstance(value, str) else None,
)  # fmt: skip
def test_author_lists_end_where_they_do(text: str, names: list[str], rest: str) -> None:
    found = read_names(text)
    assert list(found.names) == names
    assert text[found.end :] == rest


def test_family_names_compare_without_accents_case_and_signs() -> None:
    assert family_key("Çelik-Øre") == family_key("celik ORE")
