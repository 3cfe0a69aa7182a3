"""The kind of a section (introduction, related work, method, …), by the words of its title.

A subsection whose own title says nothing takes its parent's kind; behind the first appendix
everything is appendix, however it is called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.base.records import Section, SectionKind
from core.manuscript.text.common_titles import KINDS, is_references_title

# In this order: the first that fits decides, so the narrow words stand before the wide ones.
_PATTERNS: tuple[tuple[SectionKind, str], ...] = (
    ("appendix", r"appendi(?:x|ces)|supplement(?:ary|al|s)?\b|supporting information"),
    (
        "acknowledgements",
        (
            r"acknowledge?ments?|funding|authors?['’]?s? contributions?|contributorship|credit\b"
            r"|(?:competing|conflicts? of|declarations? of) interests?|disclosures?\b"
        ),
    ),
    ("abstract", r"abstract\Z|(?<!methods )(?<!method )summary\Z|synopsis\Z"),
    (
        "related",
        (
            r"related|(?:previous|prior|earlier|existing) (?:work|approach|research|stud)"
            r"|literature (?:review|survey)|\bliterature\Z|state[ -]of[ -]the[ -]art|background"
        ),
    ),
    ("introduction", r"introduct|motivation\Z|statement of need|overview\Z"),
    ("conclusion", r"conclu|future (?:work|direction)|outlook|closing remarks|final remarks"),
    ("discussion", r"discussion|limitation|broader impact|ethic|implication|threats to validity"),
    (
        "results",
        (
            r"result|findings|experiment(?!al (?:set|design|method|proc))|evaluation|ablation"
            r"|comparison|case stud|simulation stud|performance|empirical (?:result|eval|stud|anal)"
        ),
    ),
    (
        "data",
        (
            r"\bdata(?!-?driven| analysis| augment|bases? system)|corpus|corpora|benchmarks?\b"
            r"|participants|subjects|materials\Z|study area"
        ),
    ),
    (
        "method",
        (
            r"method|model|approach|algorithm|architecture|framework|theor|proof|preliminar"
            r"|problem (?:stat|form|def|sett|desc)|notation|formulation|formalism|procedure"
            r"|design|implementation|set-?ups?\b|settings?\b|training|inference|optimi[sz]ation"
            r"|analysis|estimat|construction|learning\b(?! (?:obj|outc|goal))"
        ),
    ),
)
_COMPILED = tuple(
    (kind, re.compile(f"{pattern}|{KINDS[kind]}" if kind in KINDS else pattern))
    for kind, pattern in _PATTERNS
)
_TOLD = ("introduction", "related")  # what tells of methods there is no method of the paper
_SUMMARY = re.compile(
    r"summary|synopsis|zusammenfassung|riassunto|sommario|samenvatting|резюме|요\s?약"
)
_OF_ABSTRACT = re.compile(
    r"(?:background|context|introduction|importance|objectives?|aims?|purpose|hypothes[ie]s|design"
    r"|(?:study )?(?:design|setting)s?|patients|participants|interventions?"
    r"|(?:materials? and |patients and )?methods?|main outcomes?(?: measures)?|measurements"
    r"|(?:main )?results|findings|conclusions?|discussion|interpretation|significance|limitations)"
    r"\.?:?"
)
_LETTERED = re.compile(r"(?:Appendix\s+)?[A-Z](?:\.\d{1,2})*", re.IGNORECASE)


def section_kinds(sections: Sequence[Section], *, lists_before: int | None = None) -> list[Section]:
    """Return the sections with their kinds.

    ``lists_before`` is the position of the main reference list's section: a lettered section
    behind it is an appendix, as one behind "Appendix" is.
    """
    result: list[Section] = []
    parents: list[Section] = []
    in_appendix = False
    of_abstract = _parts_of_abstract(sections)
    for at, section in enumerate(sections):
        parents = [parent for parent in parents if parent.level < section.level]
        behind = lists_before is not None and at > lists_before
        kind = _own_kind(section.title)
        in_appendix = in_appendix or kind == "appendix" or _opens_appendix(section, behind)
        if is_references_title(section.title):
            kind = "other"
        elif at in of_abstract:
            kind = "abstract"
        elif in_appendix and kind != "acknowledgements":
            kind = "appendix"
        elif kind == "abstract" and at > 1 and _SUMMARY.fullmatch(section.title.strip().lower()):
            kind = "conclusion"  # a summary at the end
        elif parents and (kind is None or (kind == "method" and parents[-1].kind in _TOLD)):
            kind = parents[-1].kind
        result.append(replace(section, kind=kind or "other"))
        parents.append(result[-1])
    return result


def _parts_of_abstract(sections: Sequence[Section]) -> range:
    """Return the sections that an abstract has: "Background", "Methods", "Results" below it.

    Without another section of the abstract's level behind them they are those of the paper. Those
    of the abstract's own level are its parts if the paper then begins anew with such a title, or
    with an introduction.
    """
    first = next(
        (at for at, one in enumerate(sections) if _own_kind(one.title) == "abstract"), None
    )
    if first is None:
        return range(0)
    level, end = sections[first].level, first + 1
    beside = _parts_beside(sections, first)
    if beside:
        return beside
    while end < len(sections) and _is_of_abstract(sections[end], level):
        end += 1
    other_titles = {"acknowledgements", "appendix"}
    more = any(
        one.level <= level
        and not is_references_title(one.title)
        and _own_kind(one.title) not in other_titles
        for one in sections[end:]
    )
    return range(first + 1, end) if more else range(0)


def _parts_beside(sections: Sequence[Section], abstract: int) -> range:
    """Return the parts of an abstract whose headings are of its own level."""
    level, end = sections[abstract].level, abstract + 1
    titles: list[str] = []
    while end < len(sections) and sections[end].level == level:
        title = sections[end].title.strip().lower()
        anew = title in titles or (title == "introduction" and titles)
        if anew or not _OF_ABSTRACT.fullmatch(title) or sections[end].number:
            break
        titles.append(title)
        end += 1
    begins = end < len(sections) and (
        sections[end].title.strip().lower() == (titles or [""])[0]
        or _own_kind(sections[end].title) == "introduction"
    )
    return range(abstract + 1, end) if begins and len(titles) > 1 else range(0)


def _is_of_abstract(section: Section, level: int) -> bool:
    title = section.title.strip().lower()
    return section.level > level and not section.number and bool(_OF_ABSTRACT.fullmatch(title))


def _own_kind(title: str) -> SectionKind | None:
    lowered = title.strip().lower()
    return next((kind for kind, pattern in _COMPILED if pattern.search(lowered)), None)


def _opens_appendix(section: Section, behind: bool) -> bool:
    if is_references_title(section.title):
        return False
    if section.number.lower().startswith("appendix"):
        return True
    return behind and bool(_LETTERED.fullmatch(section.number))
