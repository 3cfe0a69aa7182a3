"""Kinds of publication in BibTeX, RIS and CSL, and which one a paper is most likely of."""

from __future__ import annotations

import re

from core.records import PaperRecord

# BibTeX type, RIS type, CSL type; the first row that fits is taken in either direction.
_KINDS = (
    ("article", "JOUR", "article-journal"),
    ("inproceedings", "CPAPER", "paper-conference"),
    ("inproceedings", "CONF", "paper-conference"),
    ("conference", "CPAPER", "paper-conference"),
    ("article", "EJOUR", "article-journal"),
    ("article", "JFULL", "article-journal"),
    ("article", "MGZN", "article-magazine"),
    ("article", "NEWS", "article-newspaper"),
    ("article", "INPR", "article-journal"),
    ("suppperiodical", "JOUR", "article-journal"),
    ("book", "BOOK", "book"),
    ("book", "EBOOK", "book"),
    ("book", "EDBOOK", "book"),
    ("mvbook", "BOOK", "book"),
    ("collection", "BOOK", "book"),
    ("mvcollection", "BOOK", "book"),
    ("booklet", "PAMP", "pamphlet"),
    ("proceedings", "CONF", "book"),
    ("mvproceedings", "CONF", "book"),
    ("incollection", "CHAP", "chapter"),
    ("inbook", "CHAP", "chapter"),
    ("incollection", "ECHAP", "chapter"),
    ("inreference", "ENCYC", "entry-encyclopedia"),
    ("inreference", "DICT", "entry-dictionary"),
    ("phdthesis", "THES", "thesis"),
    ("mastersthesis", "THES", "thesis"),
    ("thesis", "THES", "thesis"),
    ("techreport", "RPRT", "report"),
    ("report", "RPRT", "report"),
    ("unpublished", "UNPB", "manuscript"),
    ("unpublished", "MANSCPT", "manuscript"),
    ("patent", "PAT", "patent"),
    ("manual", "GEN", "document"),
    ("online", "ELEC", "webpage"),
    ("electronic", "ELEC", "webpage"),
    ("software", "COMP", "software"),
    ("dataset", "DATA", "dataset"),
    ("misc", "GEN", "article"),  # in CSL "article" is a preprint or what fits nowhere else
    ("misc", "BLOG", "post-weblog"),
    ("misc", "GEN", "document"),
)
_LAYOUTS = ("bibtex", "ris", "csl")

_CONFERENCE = re.compile(
    r"\b(?:proceedings|proc\.|conference|conf\.|workshop|symposium|meeting of|congress|"
    r"advances in neural information processing|lecture notes)|"
    r"^(?:ACL|EMNLP|NAACL|EACL|COLING|ICML|ICLR|NeurIPS|NIPS|CVPR|ICCV|ECCV|AAAI|IJCAI|SIGIR|KDD|"
    r"WWW|WSDM|CIKM|ECIR|JCDL|CHI|LREC|INTERSPEECH|ICASSP|AISTATS|UAI|COLT)\b",
    re.I,
)
_PREPRINT = re.compile(r"\barxiv\b|\bbiorxiv\b|\bmedrxiv\b|\bpreprint\b|^CoRR$", re.I)


def bibtex_type(paper: PaperRecord) -> str:
    """Return the BibTeX type: what the source said in whatever format, else what the venue says."""
    told = str(paper.extra.get("type", "")).strip()
    for row in _KINDS:
        if told.lower() == row[0]:
            return row[0]
    for row in _KINDS:
        if told in row:
            return row[0]
    if told.lower() == "article":
        return "article"
    return _by_venue(paper)


def is_kind(told: str) -> bool:
    """Return whether some format has a type of that name."""
    return any(told.lower() == row[0] or told in row for row in _KINDS)


def other_type(paper: PaperRecord, layout: str) -> str:
    """Return the type for "ris" or "csl": the source's own if it is one, else its equal."""
    place = _LAYOUTS.index(layout)
    told = str(paper.extra.get("type", "")).strip()
    if told.lower() != "article" and any(told == row[place] for row in _KINDS):
        return told
    named = bibtex_type(paper)
    return next(row[place] for row in _KINDS if row[0] == named)


def _by_venue(paper: PaperRecord) -> str:
    if not paper.venue or _PREPRINT.search(paper.venue):
        return "misc"
    return "inproceedings" if _CONFERENCE.search(paper.venue) else "article"
