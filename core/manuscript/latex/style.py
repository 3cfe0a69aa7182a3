r"""How a LaTeX manuscript's citations are printed: by number, by name and year, or by label.

Told from the packages, their options and the bibliography style, as far as these say it; else
from the commands in use. The text only has to be readable, not the publisher's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Family = Literal["number", "names", "label"]

_PACKAGE = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[(?P<options>[^\[\]]*)\]\s*)?\{(?P<names>[^{}]*)\}"
)
_CLASS = re.compile(r"\\documentclass\s*(?:\[(?P<options>[^\[\]]*)\]\s*)?\{(?P<name>[^{}]*)\}")
_BIBLIOGRAPHY_STYLE = re.compile(r"\\bibliographystyle\s*\{(?P<name>[^{}]*)\}")
_CITE_STYLE = re.compile(
    r"\\(?:setcitestyle|citestyle|bibpunct)\s*(?:\[[^\]]*\])?\{(?P<how>[^{}]*)\}"
)
_LONG_CLASS = re.compile(r"(?:scr|ext)?(?:book|report|reprt)|memoir|.*thesis.*|svmono|amsbook")
_BIBLATEX_STYLE = re.compile(r"(?:^|,)\s*(?:cite)?style\s*=\s*\{?(?P<name>[\w.-]+)")
_SORTING = re.compile(r"(?:^|,)\s*sorting\s*=\s*\{?(?P<name>\w+)")
_NATBIB_COMMAND = re.compile(r"\\[cC]ite(?:[pt]|al[pt]|author|year|yearpar)\*?\s*[\[{]")

_NAMES_STYLE = re.compile(
    r"author-?(?:year|title|date)|apa|mla|chicago|harvard|verbose|natbib|plainnat|abbrvnat|unsrtnat"
    r"|humannat|agsm|dcu|kluwer|elsarticle-harv|acl|mnras|aasjournal|apj|chicago|jmlr|icml|iclr"
    r"|tacl|spbasic|cell|ecca|jpe|aer|bmc-mathphys-ay",
    re.IGNORECASE,
)
_LABEL_STYLE = re.compile(r"alpha", re.IGNORECASE)
_CITED_ORDER = re.compile(
    r"unsrt|ieee|elsarticle-num|model1-num|nature|science|vancouver|apsrev|aip|osa|iop|achemso|rsc"
    r"|angew|spie|phys|chem|sn-(?:nature|vancouver|aps|basic-num)|ama|nejm",
    re.IGNORECASE,
)
_NAMES_PACKAGES = frozenset(
    ("apacite", "acl", "acl2020", "acl_natbib", "emnlp2021", "naacl2021", "harvard", "chicago",
     "aaai", "jmlr2e", "apalike", "colm", "iclr", "icml", "tmlr")
)  # fmt: skip
_NAMES_STARTS = ("iclr", "icml", "acl", "emnlp", "naacl", "eacl", "colm", "tmlr", "neurips", "nips",
                 "aistats", "aaai", "corl", "coling")  # fmt: skip
_NAMES_CLASSES = ("jmlr", "mnras", "aastex", "aa", "apa6", "apa7", "agujournal", "clv3", "dmtcs",
                  "ametsoc", "copernicus", "asme2ej-ay")  # fmt: skip
_PAREN_CITE = ("acl", "emnlp", "naacl", "eacl", "coling", "aaai", "apacite", "iclr2013")


@dataclass(frozen=True, slots=True)
class Style:
    r"""``family`` is what a marker shows; ``cite`` is how ``\cite`` stands among the commands.

    ``sorted`` says whether a list made from a ``.bib`` goes by names, else as cited; ``raised``
    that the numbers stand above the line, behind stops.
    """

    family: Family = "number"
    cite: Literal["paren", "text", "bare"] = "paren"
    sorted: bool = False
    raised: bool = False
    chapters: bool = False
    romans: bool = False


def detect_style(text: str) -> Style:
    """Return the style of the manuscript, whose whole text this is."""
    options = {
        name.strip(): (match["options"] or "")
        for match in _PACKAGE.finditer(text)
        for name in match["names"].split(",")
    }
    klass = _CLASS.search(text)
    name = klass["name"].strip() if klass else ""
    styles = _BIBLIOGRAPHY_STYLE.findall(text)
    biblatex = options.get("biblatex")
    if biblatex is not None:
        family, cited = _biblatex(biblatex)
        cite: Literal["paren", "text", "bare"] = "bare" if family == "names" else "paren"
    else:
        family = _family(text, options, name, styles[0] if styles else "")
        cited = bool(styles and _CITED_ORDER.search(styles[0]))
        cite = _plain_cite(options, family)
    raised = "super" in options.get("natbib", "") or "super" in options.get("cite", "")
    return Style(
        family=family,
        cite=cite,
        sorted=family != "number" or not cited,
        raised=raised,
        chapters=_has_chapters(name, text),
        romans=name.startswith(("IEEEtran", "ieee", "revtex")),
    )


def _has_chapters(name: str, text: str) -> bool:
    return bool(_LONG_CLASS.fullmatch(name)) or bool(re.search(r"\\chapter\*?\s*[\[{]", text))


def _biblatex(options: str) -> tuple[Family, bool]:
    """Return what a marker shows, and whether the list goes as cited."""
    match = _BIBLATEX_STYLE.search(options)
    name = match["name"] if match else "numeric"
    sorting = _SORTING.search(options)
    cited = sorting["name"] == "none" if sorting else bool(_CITED_ORDER.search(name))
    if _LABEL_STYLE.search(name):
        return "label", cited
    return ("names" if _NAMES_STYLE.search(name) else "number"), cited


def _family(text: str, options: dict[str, str], klass: str, style: str) -> Family:
    cite_options = "".join(_CITE_STYLE.findall(text)) + options.get("natbib", "")
    if re.search(r"\bnumbers\b|\bsuper\b|acmnumeric", cite_options):
        return "number"
    if "authoryear" in cite_options or _names_by_package(options, klass):
        return "names"
    return _by_style(text, options, klass, style)


def _by_style(text: str, options: dict[str, str], klass: str, style: str) -> Family:
    """Return what the bibliography style asks for, or else what the commands in use suggest."""
    if _LABEL_STYLE.search(style):
        return "label"
    by_names = "natbib" in options or _NATBIB_COMMAND.search(text)
    if _NAMES_STYLE.search(style):
        return "names" if by_names or not style.endswith("nat") else "number"
    numeric = style or klass.startswith(("IEEEtran", "llncs", "acmart", "revtex", "elsarticle"))
    return "names" if by_names and not numeric else "number"


def _names_by_package(options: dict[str, str], klass: str) -> bool:
    return any(name in _NAMES_PACKAGES or name.startswith(_NAMES_STARTS) for name in options) or (
        klass.startswith(_NAMES_CLASSES) and not klass.startswith("aaai_n")
    )


def _plain_cite(options: dict[str, str], family: Family) -> Literal["paren", "text", "bare"]:
    if family != "names" or any(name.startswith(_PAREN_CITE) for name in options):
        return "paren"
    return "text"
