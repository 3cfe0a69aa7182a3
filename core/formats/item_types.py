"""The types of BibTeX and RIS as types of CSL, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.base import items
from core.base.records import PaperRecord

# Of several with the same type of CSL, the first is written.
_BIBTEX = {
    "article": "article-journal",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "book": "book",
    "mvbook": "book",
    "collection": "book",
    "mvcollection": "book",
    "proceedings": "book",
    "mvproceedings": "book",
    "reference": "book",
    "mvreference": "book",
    "incollection": "chapter",
    "inbook": "chapter",
    "bookinbook": "chapter",
    "suppbook": "chapter",
    "suppcollection": "chapter",
    "inreference": "entry-encyclopedia",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "misc": "document",
    "manual": "document",
    "online": "webpage",
    "electronic": "webpage",
    "www": "webpage",
    "unpublished": "manuscript",
    "booklet": "pamphlet",
    "periodical": "periodical",
    "suppperiodical": "article-journal",
    "dataset": "dataset",
    "software": "software",
    "patent": "patent",
    "standard": "standard",
    "review": "review",
    "jurisdiction": "legal_case",
    "legislation": "legislation",
    "letter": "personal_communication",
    "image": "graphic",
    "artwork": "graphic",
    "movie": "motion_picture",
    "video": "motion_picture",
    "audio": "song",
    "music": "song",
    "performance": "performance",
}
_BIBTEX_HAS_NONE = {
    "preprint": "misc",
    "article-magazine": "article",
    "article-newspaper": "article",
    "entry-dictionary": "inreference",
    "post-weblog": "online",
    "post": "online",
}
_RIS = {
    "JOUR": "article-journal",
    "EJOUR": "article-journal",
    "INPR": "article-journal",
    "ABST": "article-journal",
    "JFULL": "periodical",
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "CPAPER": "paper-conference",
    "CONF": "paper-conference",
    "BOOK": "book",
    "EBOOK": "book",
    "EDBOOK": "book",
    "CHAP": "chapter",
    "ECHAP": "chapter",
    "ENCYC": "entry-encyclopedia",
    "DICT": "entry-dictionary",
    "THES": "thesis",
    "RPRT": "report",
    "GOVDOC": "report",
    "UNPB": "manuscript",
    "MANSCPT": "manuscript",
    "PAMP": "pamphlet",
    "PAT": "patent",
    "STAND": "standard",
    "ELEC": "webpage",
    "ICOMM": "webpage",
    "BLOG": "post-weblog",
    "COMP": "software",
    "DATA": "dataset",
    "AGGR": "dataset",
    "DBASE": "dataset",
    "SLIDE": "speech",
    "CASE": "legal_case",
    "STAT": "legislation",
    "LEGAL": "legislation",
    "BILL": "bill",
    "UNBILL": "bill",
    "HEAR": "hearing",
    "PCOMM": "personal_communication",
    "MPCT": "motion_picture",
    "VIDEO": "motion_picture",
    "SOUND": "song",
    "MUSIC": "song",
    "MAP": "map",
    "ART": "graphic",
    "FIGURE": "graphic",
    "GEN": "document",
}
_RIS_HAS_NONE = {
    "preprint": "UNPB",
    "post": "ELEC",
    "review": "JOUR",
    "interview": "GEN",
    "broadcast": "VIDEO",
    "performance": "GEN",
}

THESES = {
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master’s thesis",
    "mathesis": "Master’s thesis",
}
"""How a record says which thesis it is, by the names of BibTeX and BibLaTeX."""
_MASTER = re.compile(
    r"\b(?:master|magister|m\.?\s?sc|m\.?a\.|diplom|bachelor|b\.?\s?sc|licen[ct])", re.I
)
_ENTRY_TYPE = re.compile(r"[a-z]{3,30}")


def about(type_name: str) -> dict[str, Any]:
    """Return what to put into ``extra`` for a type of BibTeX or RIS.

    What the source itself calls it is kept where that says more, or where nobody else knows it.
    """
    type_name = type_name.strip()
    kind = (
        of_bibtex(type_name)
        or of_ris(type_name)
        or (type_name if type_name in items.FIELDS else "")
    )
    if not kind:
        return {items.SOURCE_TYPE: type_name} if type_name else {}
    about = {items.TYPE: kind}
    if type_name.lower() in THESES:
        about["genre"] = THESES[type_name.lower()]
    elif type_name not in (
        _find_type_name(_BIBTEX, kind),
        _find_type_name(_RIS, kind),
        "conference",
        "report",
    ):
        about[items.SOURCE_TYPE] = type_name
    return about


def of_bibtex(type_name: str) -> str:
    """Return the type of CSL for one of BibTeX or BibLaTeX, "" if there is none of that name."""
    return _BIBTEX.get(type_name.lower(), "")


def of_ris(type_name: str) -> str:
    """Return the type of CSL for one of RIS, "" if there is none of that name."""
    return _RIS.get(type_name.upper(), "")


def bibtex_type(paper: PaperRecord) -> str:
    """Return the BibTeX type: the source's own where it has one, else the nearest."""
    kind = items.get_item_type(paper)
    source_type = items.get_field_text(paper.extra, items.SOURCE_TYPE)
    unknown = (
        items.TYPE not in paper.extra
        and _ENTRY_TYPE.fullmatch(source_type)
        and not of_bibtex(source_type)
    )
    if of_bibtex(source_type) == kind or unknown:
        return source_type.lower()
    if kind == "thesis" and _MASTER.search(items.get_field_text(paper.extra, "genre")):
        return "mastersthesis"
    return _BIBTEX_HAS_NONE.get(kind) or _find_type_name(_BIBTEX, kind) or "misc"


def ris_type(paper: PaperRecord) -> str:
    """Return the RIS type: the source's own where it has one, else the nearest."""
    kind = items.get_item_type(paper)
    source_type = items.get_field_text(paper.extra, items.SOURCE_TYPE)
    if of_ris(source_type) == kind and source_type == source_type.upper():
        return source_type
    return _RIS_HAS_NONE.get(kind) or _find_type_name(_RIS, kind) or "GEN"


def _find_type_name(table: Mapping[str, str], kind: str) -> str:
    return next((name for name, of in table.items() if of == kind), "")
