"""Names of journals: macros of astronomers, short names and abbreviations."""

from __future__ import annotations

import pytest

from core.formats import bibtex
from core.formats.journals import are_same_journal, expand_journal_field


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("Phys. Rev. Lett.", "Physical Review Letters"),
        ("Proc. Natl. Acad. Sci. U.S.A.",
         "Proceedings of the National Academy of Sciences of the United States of America"),
        ("Phys. Lett. B", "Physics Letters, Section B: Nuclear, Elementary Particle Physics"),
        ("JHEP", "Journal of High Energy Physics"),
        ("JACS", "J. Am. Chem. Soc."),
        ("ApJ", "The Astrophysical Journal"),
        ("MNRAS", "Mon. Not. R. Astron. Soc."),
        ("A&A", "Astronomy and Astrophysics"),
        ("Ann. Phys. (N.Y.)", "Annals of Physics"),
        ("Angew. Chem., Int. Ed.", "Angewandte Chemie International Edition"),
    ],
)  # fmt: skip
def test_a_short_name_is_the_journal(short: str, name: str) -> None:
    assert are_same_journal(short, name, partly=True)
    assert are_same_journal(name, short, partly=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Phys. Rev. A", "Phys. Rev. E"),
        ("J. Phys. Chem.", "The Journal of Physical Chemistry B"),
        ("J. Chem. Phys.", "Journal of Physical Chemistry"),
        ("Nature", "Nature Physics"),
        ("Science", ""),
    ],
)
def test_journals_with_like_names_are_different(one: str, other: str) -> None:
    assert not are_same_journal(one, other, partly=True)
    assert not are_same_journal(other, one, partly=True)


@pytest.mark.parametrize(
    ("field", "name"),
    [
        (r"\apj", "The Astrophysical Journal"),
        (r"{\mnras}", r"{Monthly Notices of the Royal Astronomical Society}"),
        (r"\aap", r"Astronomy \& Astrophysics"),
        (r"\xyz", "xyz"),
        (r"{\xyz{}}", "xyz"),
        (r"\apjs, Supplement", "The Astrophysical Journal Supplement Series, Supplement"),
        (r"Zeitschrift f\"ur Steine", r"Zeitschrift f\"ur Steine"),
    ],
)
def test_macros_are_written_out(field: str, name: str) -> None:
    assert expand_journal_field(field) == name


def test_an_entry_of_astronomers_has_journal_and_plain_title() -> None:
    text = r'@article{a, title="{The <SUP>13</SUP>CO line}", journal={\aap}, year=2020}'
    (entry,) = bibtex.parse(text, "a.bib")
    assert entry.record is not None
    assert entry.record.venue == "Astronomy & Astrophysics"
    assert entry.record.title == "The ¹³CO line"
