"""Reference lists for the tests of markers."""

from __future__ import annotations

from core.base.records import Reference
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.markers import (
    ReferenceIndex,
)


def listed(*entries: tuple[str, str]) -> ReferenceIndex:
    references = []
    for at, (label, text) in enumerate(entries):
        fields = parse_entry(text)
        references.append(
            Reference(index=at, label=label, text=text, authors=fields.authors, year=fields.year)
        )
    return ReferenceIndex.of(references)


NAMED = listed(
    ("", "Ander, P. and Holt, R. (1998). A handbook. Shore Press."),
    ("", "Brandvik, S., Oyen, K., and Tamm, L. (2004). Clay pots. Instruments."),
    ("", "Corso, E. (2009a). What a pot hears. Clay."),
    ("", "Corso, E. (2009b). One neighbour. Votes."),
    ("", "van der Berg, J. (2015). A long beach. Shores."),
    ("", "Sørensen, A. and Lund, B. (2012). Frost. Shores."),
    ("", "Sørensen, A. and Dahl, I. (2012). Ice. Shores."),
    ("", "Lima-Reis, A., Ito, B., and Ono, C. (2020). Wind. Shores."),
)
ODD = listed(
    ("", "World Shore Organization (2020). Report on sand. Geneva."),
    ("", "Tide Lab, Inc. (2018). Waves. Shore, MA."),
    ("", "Dune Works, a division of Sand and Stone Inc. (n.d.). Dunes."),
    ("", "Särna, S., Lund, B., and Ono, C. (2019). Wet sand. Shores."),
    ("", "Ito, B. and Ono, C. (2021). First shore. Shores."),
    ("", "Ito, B. and Ono, C. (2021). Second shore. Shores."),
    ("", "O'Hara, M. (2016). Cliffs. Shores."),
    ("", "Иванов, П. (2014). Песок. Берег."),
    ("", "Kovač, D. (2017). Reefs. Shores."),
    ("", "Holt, R. (2018). Rocks. Shores."),
    ("", "Holt, R. (in press). Pebbles. Shores."),
    ("", "The SandWorks, Inc. (2018). SANDLAB. Shore, MA."),
    ("", "Ono, C. (n.d.). Foam. Retrieved 2019 from https://example.org/foam."),
)
