"""What is wrong with a manuscript's citations: no entry, no marker, the same paper twice.

Each finding is one plain message and where to look. What would be a false alarm in an
orderly paper is left unsaid: a list that no marker leads to, and the same paper in two lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz

from core.base.findings import Finding, FindingKind
from core.base.identity import (
    doi_key,
    family_name,
    name_words,
    normal_arxiv,
    plain,
    split_into_words,
    title_key,
)
from core.base.items import TYPE, stated_title
from core.base.messages import Message
from core.base.notices import Notice, standing
from core.base.records import Link, Manuscript, Paper, PaperNumber, PaperRecord, Reference
from core.library.store.sameness import Alike, Relation, relation
from core.library.store.traits import Traits, make_traits
from core.manuscript.references.journal_places import states_first_author
from core.manuscript.references.linking import PapersById
from core.manuscript.text.extractor import NAMES_ITS_BIBLIOGRAPHY
from core.recommend.entry_checks import (
    entry_family,
    entry_name,
    has_more_words,
    have_other_words,
)
from core.recommend.unread import (
    NameMatch,
    could_not_check,
    find_astray,
    find_listed_in_text,
    find_lost_at_breaks,
    find_lost_in_order,
    find_marked,
    find_nearly_named,
    is_beyond_list,
    is_list_doubtful,
    judge_reading,
    lacks_number,
    list_uncited,
    match_by_name,
    reads_pdf,
)

_SAME_TITLE = 92.0
_LEAST_TITLE = 12  # letters; a shorter title ("Introduction") is shared by many
_ANOTHER_TITLE = 70.0  # a title less like anything in the entry is not the entry's
_TRUSTED = 0.8
_MOST_YEARS_APART = 2  # from the preprint to the article
_REPORT = re.compile(
    r"\b(?:tech(?:nical|\.)?\s+rep(?:ort|\.)|arXiv|SSRN|bioRxiv|medRxiv|preprint|working paper"
    r"|scholarly paper|discussion paper|thesis|dissertation)\b",
    re.IGNORECASE,
)
_BEGINNING = 60  # letters of an entry, in which its first author's name stands
_YEAR = re.compile(r"(?:1[6-9]|20)\d{2}")
_OTHER_WORKS = frozenset(
    ("code", "data", "dataset", "datasets", "software", "supplement", "supplementary", "appendix",
     "erratum", "corrigendum", "correction", "reply", "comment", "response", "addendum", "preface",
     "replication", "slides", "poster")
)  # fmt: skip
"""Words of titles that belong to another work about the same: "Data for …"."""
_CUT = re.compile(r"\s\.?\d")  # behind a DOI: the rest of it, from the next line
_NO_BEGINNING = re.compile(
    r"[(\[\d]|(?!(?:v[ao]n|de[lnr]?|d[aiou]s?|ter?|[ae]l|l[ae]|zu[mr]?|ben|bin)\b|[dl][’'])[a-zß-ÿ]"
)
"""Lettering, or the rest of an entry: "2004 2006 2008", "of the 26th Conference"."""
_SIGNS = "*†‡§: "  # before a note: "*: according to"
_PART = re.compile(
    r"[\s,:.(–—-]{0,4}(?:(?:part|vol(?:ume)?|no|number|chapter|release|version|edition|issue|fy)"
    r"\.?\s+)?(?P<part>(?:19|20)\d\d(?=\s*:)|(?<=\s)(?:[ivx]{1,5}|\d{1,3})(?=[.:,]\s))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:#\s?|\b(?:no|nr|number)\b\.?\s?)(?P<part>\d+)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://(?!(?:dx\.)?doi\.org)\S+")
_PAGES = re.compile(r"(?<![\w.-])(\d{1,5})\s?[‐‑–—−-]{1,2}\s?\d{1,5}(?![\w-])")
_YEARLY = re.compile(r"\bannual (?:report|survey)|yearbook|jahres?b|anuario", re.IGNORECASE)
_REST = 40  # letters behind a title
_ARXIV_YEAR = re.compile(r"arxiv:(?P<year>\d\d)\d\d\.\d")
_OF_A_SERIES = re.compile(r"\d+|[ivx]+|[a-c]")  # what tells the parts of a series apart


def audit(
    manuscript: Manuscript,
    links: Mapping[int, Link],
    papers: PapersById | None = None,
    notices: Mapping[PaperNumber, Sequence[Notice]] | None = None,
) -> list[Finding]:
    """Return what to mend, the gravest first and each kind in the order of the manuscript.

    ``links`` go by position in the reference list. Without ``papers`` nothing is said about
    entries whose DOI belongs to another paper of the library; ``notices`` are what was published
    about papers later. Nothing is called never cited if sentences were not read, nor not listed
    if entries were not.
    """
    other_titles = [] if papers is None else _other_titles(manuscript, links, papers)
    reading = judge_reading(manuscript)
    doubts = _Doubts.about(manuscript)
    loses_list = reading.loses_list or reading.list_is_unnamed or reading.list_may_continue
    knows_list = not (loses_list or is_list_doubtful(manuscript))
    return [
        *could_not_check(manuscript),
        *_retracted(manuscript, links, notices or {}),
        *_unclear(manuscript, doubts),
        *(_not_listed(manuscript, doubts) if knows_list else []),
        *other_titles,
        *_duplicates(manuscript.references, links),
        *([] if reading.loses_citations else _never_cited(manuscript, doubts)),
        *([] if reading.loses_citations else _cited_beside(manuscript, doubts)),
    ]


@dataclass(frozen=True, slots=True)
class _Doubts:
    """The citations without an entry, and the entries that are cited in a way that was not read."""

    astray: Mapping[str, Sequence[int]]
    matches: Mapping[str, NameMatch]
    matched: frozenset[int]  # entries that a citation without one may mean
    nearly_named: frozenset[int]
    lost_in_order: frozenset[int]
    marks: Mapping[int, str]  # of entries that a review includes
    in_text: frozenset[str]  # citations by whose author an entry was read as text
    at_breaks: frozenset[str]  # citations whose entry would stand at the end of a column

    @classmethod
    def about(cls, manuscript: Manuscript) -> _Doubts:
        astray, matches = find_astray(manuscript), match_by_name(manuscript)
        return cls(
            astray,
            matches,
            frozenset(entry for match in matches.values() for entry in match.entries),
            frozenset(find_nearly_named(manuscript)),
            frozenset(find_lost_in_order(manuscript)),
            find_marked(manuscript),
            frozenset(find_listed_in_text(manuscript, astray.keys() - matches.keys())),
            frozenset(find_lost_at_breaks(manuscript, astray)),
        )


def trusted(link: Link | None) -> bool:
    """Whether an entry is that paper for certain, as far as a finding goes."""
    return link is not None and (link.by_hand or link.confidence >= _TRUSTED)


# --- retracted papers ---------------------------------------------------------------------------


def _retracted(
    manuscript: Manuscript,
    links: Mapping[int, Link],
    notices: Mapping[PaperNumber, Sequence[Notice]],
) -> Iterator[Finding]:
    """Yield the entries whose papers were retracted, or stand under an expression of concern."""
    if not notices:
        return
    cited_in: dict[int, int] = {}
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            for reference in marker.references:
                cited_in.setdefault(reference, sentence.index)
    for entry in manuscript.references:
        link = links.get(entry.index)
        notice = standing(notices.get(link.paper, ())) if link and trusted(link) else None
        if link is None or notice is None:
            continue
        finding_text = (
            Message("Entry {entry} is a retracted paper.", entry=entry_name(entry))
            if notice.kind == "retracted"
            else Message(
                "An expression of concern was published about entry {entry}.",
                entry=entry_name(entry),
            )
        )
        yield Finding(
            kind="retracted",
            text=Message("{said} Notice: {about}.", said=finding_text, about=notice.about()),
            sentence=cited_in.get(entry.index),
            reference=entry.index,
            paper=link.paper,
        )


# --- cited but not listed -----------------------------------------------------------------------


def _not_listed(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    sentences = doubts.astray
    if sentences and not manuscript.references:
        first = min(indices[0] for indices in sentences.values())
        finding_text = Message("Papers are cited, but no reference list was found.")
        kind: FindingKind = "not listed"
        if manuscript.extractor in NAMES_ITS_BIBLIOGRAPHY:
            kind = "could not check"  # the list lies in another file
            finding_text = Message(
                "Papers are cited, but no reference list was found: is the bibliography that the "
                "file names beside it?"
            )
        yield Finding(kind=kind, text=finding_text, sentence=first)
        return
    for part, indices in sentences.items():
        if part in {*doubts.matches, *doubts.in_text, *doubts.at_breaks}:
            continue
        if is_beyond_list(part, manuscript):
            continue
        finding_text = Message("“{marker}” is cited but is not in the reference list.", marker=part)
        if len(indices) > 1:
            finding_text = Message(
                "“{marker}” is cited {times} times but is not in the reference list.",
                marker=part,
                times=len(indices),
            )
        yield Finding(kind="not listed", text=finding_text, sentence=indices[0])


# --- listed but never cited ---------------------------------------------------------------------


def _never_cited(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    """Yield the entries without a marker, of lists that were read well and some marker leads to."""
    known_entries = {*manuscript.cited_beside, *manuscript.perhaps_cited}
    known_entries |= doubts.nearly_named | doubts.lost_in_order | doubts.matched
    known_entries.update(doubts.marks)
    for entry in list_uncited(manuscript):
        if entry.index not in known_entries and not _is_doubtful(entry, manuscript):
            yield Finding(
                kind="never cited",
                text=Message("Entry {entry} is never cited.", entry=entry_name(entry)),
                reference=entry.index,
            )


def _is_doubtful(entry: Reference, manuscript: Manuscript) -> bool:
    """Whether what was read as an entry may be other text: an address behind it, or half of one."""
    text, is_known = entry.text.lstrip(_SIGNS), bool(entry.authors and entry.year)
    begins = not _NO_BEGINNING.match(text)
    is_part = text[:1].islower() and not (begins or is_known or entry.key)
    may_be_other = is_part or reads_pdf(manuscript) or lacks_number(entry, manuscript)
    is_whole = is_known and begins and not _is_cut(entry, manuscript)
    return may_be_other and not entry.label and not is_whole


def _is_cut(entry: Reference, manuscript: Manuscript) -> bool:
    """Whether the next entry seems to be the rest of an entry: it begins small, without authors."""
    rest = manuscript.references[entry.index + 1 : entry.index + 2]
    return any(not one.authors and one.text[:1].islower() for one in rest)


def _cited_beside(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    """Yield the entries that only tables, captions and footnotes cite, and the text perhaps not.

    A table cites several new works or the last of a list; of one alone in the order of citation
    the citation in the text was more likely lost.
    """
    lost = doubts.lost_in_order
    alone = {index for index in lost if not {index - 1, index + 1} & lost}
    beside = {*manuscript.cited_beside} - {*manuscript.perhaps_cited}
    beside -= doubts.nearly_named | alone
    for entry in list_uncited(manuscript):
        if entry.index in beside:
            finding_text = Message(
                "Entry {entry} is cited only beside the running text, as in a table, caption or "
                "footnote.",
                entry=entry_name(entry),
            )
            yield Finding(kind="cited beside", text=finding_text, reference=entry.index)


def _unclear(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    """Yield what may be cited, or listed, and was not read so."""
    perhaps_cited = {*manuscript.perhaps_cited} | (doubts.nearly_named - doubts.matched)
    for entry in list_uncited(manuscript):
        name = entry_name(entry)
        if entry.index in perhaps_cited:
            finding_text = Message(
                "It is not certain whether entry {entry} is cited: no citation of it was read, "
                "but its name or number appears in the text.",
                entry=name,
            )
        elif entry.index in {*manuscript.cited_beside, *doubts.matched, *doubts.marks}:
            continue
        elif entry.index in doubts.lost_in_order:
            finding_text = Message(
                "It is not certain whether entry {entry} is cited: the list is in the order of "
                "citation, so a citation of it was probably not read.",
                entry=name,
            )
        elif _is_doubtful(entry, manuscript):
            finding_text = Message(
                "Entry {entry} is never cited, but it may be no entry, or only a part of one.",
                entry=name,
            )
        else:
            continue
        yield Finding(kind="could not check", text=finding_text, reference=entry.index)
    yield from _marked(manuscript, doubts)
    if not is_list_doubtful(manuscript):
        yield from _perhaps_listed(manuscript, doubts)


def _marked(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    """Yield how many entries with a mark, as works that a review includes, are never cited."""
    known_entries = {*manuscript.cited_beside, *manuscript.perhaps_cited, *doubts.nearly_named}
    marks = [
        doubts.marks[entry.index]
        for entry in list_uncited(manuscript)
        if entry.index in doubts.marks and entry.index not in known_entries
    ]
    if marks:
        finding_text = Message(
            "Never cited, of the entries marked “{mark}”: {count}. Reviews usually mark so the "
            "works that they include, so these entries are not listed.",
            mark=marks[0],
            count=len(marks),
        )
        yield Finding(kind="could not check", text=finding_text)


def _perhaps_listed(manuscript: Manuscript, doubts: _Doubts) -> Iterator[Finding]:
    """Yield the citations without an entry that may have one all the same."""
    for part, indices in doubts.astray.items():
        if is_beyond_list(part, manuscript):
            finding_text = Message(
                "“{marker}” has no entry: the reference list was read up to {last} only.",
                marker=part,
                last=manuscript.references[-1].label,
            )
        elif part in doubts.matches:
            finding_text = _describe_match(part, doubts.matches[part], manuscript.references)
        elif part in doubts.in_text:
            finding_text = Message(
                "“{marker}” has no entry in the reference list as it was read, but the text "
                "contains an entry by this author: the list may have more parts.",
                marker=part,
            )
        elif part in doubts.at_breaks:
            finding_text = Message(
                "“{marker}” has no entry in the reference list as it was read, but its entry would "
                "come at the beginning or end of a column, where entries may be missed.",
                marker=part,
            )
        else:
            continue
        yield Finding(kind="could not check", text=finding_text, sentence=indices[0])


def _describe_match(part: str, match: NameMatch, references: Sequence[Reference]) -> Message:
    if match.differs == "":
        return Message(
            "“{marker}” was not matched, although an entry has this name and year.", marker=part
        )
    name = entry_name(references[match.entries[0]])
    if match.differs == "spelling":
        return Message(
            "“{marker}” was not matched, but entry {entry} has the same year and almost the "
            "same name. Check the spelling.",
            marker=part,
            entry=name,
        )
    return Message(
        "“{marker}” was not matched, but entry {entry} has the same name.",
        marker=part,
        entry=name,
    )


# --- the same paper twice -----------------------------------------------------------------------


def _duplicates(references: Sequence[Reference], links: Mapping[int, Link]) -> list[Finding]:
    """Return a finding for each entry that repeats an earlier one of its list."""
    findings_by_entry: dict[int, Finding] = {}
    for entry, other in _pairs(references, links):
        finding = _twins(entry, other, links)
        if finding is not None:
            findings_by_entry.setdefault(other.index, finding)
    return [findings_by_entry[index] for index in sorted(findings_by_entry)]


def _pairs(
    references: Sequence[Reference], links: Mapping[int, Link]
) -> list[tuple[Reference, Reference]]:
    """Return the pairs worth comparing: those that share an id, a paper, or a first author or year.

    Two lists of one manuscript may name the same paper.
    """
    groups: defaultdict[tuple[int, str], list[Reference]] = defaultdict(list)
    for entry in references:
        link = links.get(entry.index)
        traits = [*_ids(entry), f"author {entry_family(entry)}", f"year {entry.year}"]
        traits += [f"paper {link.paper}"] if link is not None else []
        for trait in traits:
            groups[entry.list_number, trait].append(entry)
    pairs = {
        (one.index, two.index): (one, two)
        for group in groups.values()
        for one, two in combinations(group, 2)
    }
    return [pairs[key] for key in sorted(pairs)]


def _twins(entry: Reference, other: Reference, links: Mapping[int, Link]) -> Finding | None:
    shared = set(_ids(entry)) & set(_ids(other))
    titled = _same_title(entry, other)
    # An entry cut in two at the end of a page has its authors in one half and its DOI in the other.
    is_half = other.index == entry.index + 1 and not (titled or other.authors or other.year)
    if is_half or not (shared or titled or _same_link(entry, other, links)):
        return None
    one, two = entry_name(entry), entry_name(other)
    if shared and _differ(entry, other):
        message = Message(
            "Entries {one} and {other} have the same {id} but different titles.",
            one=one,
            other=two,
            id=_kind_of_id(min(shared, key=lambda key: not key.startswith("doi:"))),
        )
        return Finding(
            kind="other title",
            text=message,
            reference=entry.index,
            other=other.index,
        )
    relation_kind = _relation(entry, other, "typing error" if titled else "")
    if titled and (relation_kind.kind == "different" or _share_a_subject(entry, other)):
        return None
    message = Message("Entries {one} and {other} are the same paper.", one=one, other=two)
    if not shared and (relation_kind.kind == "version" or _are_versions(entry, other)):
        message = Message(
            "Entries {one} and {other} have the same title: perhaps two versions of one paper.",
            one=one,
            other=two,
        )
    elif titled and relation_kind.kind == "possible":
        message = Message(
            "Entries {one} and {other} have the same title: perhaps the same paper.",
            one=one,
            other=two,
        )
    return Finding(kind="duplicate", text=message, reference=entry.index, other=other.index)


def _relation(entry: Reference, other: Reference, alike: Alike) -> Relation:
    """Ask what imports ask too: whether two entries are one paper."""
    return relation(_traits(entry), _traits(other), alike=alike)


def _traits(entry: Reference) -> Traits:
    kind = {TYPE: "report"} if _REPORT.search(entry.text) else {}
    record = PaperRecord(
        title=entry.title,
        authors=entry.authors,
        year=entry.year,
        venue=entry.venue,
        doi=entry.doi,
        arxiv=entry.arxiv,
        url=entry.url,
        extra=kind,
    )
    return make_traits(record, _ids(entry))


def _same_link(entry: Reference, other: Reference, links: Mapping[int, Link]) -> bool:
    one, two = links.get(entry.index), links.get(other.index)
    if one is None or two is None or one.paper != two.paper:
        return False
    is_chosen = one.by_hand and two.by_hand
    is_trusted = min(one.confidence, two.confidence) >= _TRUSTED
    return is_chosen or (is_trusted and not _are_two_works(entry, other))


def _same_title(entry: Reference, other: Reference) -> bool:
    one, two = title_key(entry.title), title_key(other.title)
    is_alike = min(len(one), len(two)) >= _LEAST_TITLE and fuzz.ratio(one, two) >= _SAME_TITLE
    are_two_years = bool(entry.year and other.year) and entry.year != other.year
    is_yearly = are_two_years and _YEARLY.search(entry.text) is not None
    pages = _read_pages(entry) & _read_pages(other)
    has_word = not pages and has_more_words(entry.title, other.title)
    return is_alike and not (is_yearly or has_word or _are_two_works(entry, other))


def _are_two_works(entry: Reference, other: Reference) -> bool:
    """Whether something in two titles, or around them, tells two works apart."""
    if _go_on_differently(entry, other) or _begin_differently(entry, other):
        return True
    if title_key(entry.title) != title_key(other.title) and _are_on_other_pages(entry, other):
        return True
    words = [set(split_into_words(reference.title)) for reference in (entry, other)]
    if any(_OF_A_SERIES.fullmatch(word) or word in _OTHER_WORKS for word in words[0] ^ words[1]):
        return True
    texts = [{*split_into_words(reference.text)} for reference in (entry, other)]
    return have_other_words(words[0] - words[1] - texts[1], words[1] - words[0] - texts[0])


def _go_on_differently(entry: Reference, other: Reference) -> bool:
    """Whether what follows one title names different works: parts, years, pages of the web."""
    rests = [_after_title(reference) for reference in (entry, other)]
    for find in (_PART.match, _NUMBER.search):
        one, two = map(find, rests)
        if one and two and one["part"].casefold() != two["part"].casefold():
            return True
    # Without a year or authors, what was read as the title may be the organisation that it is by.
    beginnings = [plain(_YEAR.sub("", rest))[:_REST] for rest in rests]
    if any(reference.authors for reference in (entry, other)):
        words = [split_into_words(rest) for rest in beginnings]
        stems = [{word[:3] for word in rest if len(word) > 3} for rest in words]
        is_undated = entry.year is None or other.year is None
        return is_undated and all(stems) and not stems[0] & stems[1]
    addresses = [_address(reference) for reference in (entry, other)]
    is_first = all(
        title_key(reference.text).startswith(title_key(reference.title))
        for reference in (entry, other)
    )
    are_pages = all(addresses) and addresses[0] != addresses[1]
    return are_pages or (is_first and fuzz.ratio(*beginnings) < _SAME_TITLE)


def _are_on_other_pages(entry: Reference, other: Reference) -> bool:
    """Whether both state pages behind the title, and none of them is the same."""
    pages = _read_pages(entry), _read_pages(other)
    return all(pages) and not pages[0] & pages[1]


def _read_pages(entry: Reference) -> set[str]:
    return {*_PAGES.findall(_after_title(entry))}


def _begin_differently(entry: Reference, other: Reference) -> bool:
    """Whether each has words before the title that are no names: two articles of one dictionary."""
    words = [_words_before_title(reference) for reference in (entry, other)]
    names = name_words([*entry.authors, *other.authors])
    return have_other_words(words[0] - words[1] - names, words[1] - words[0] - names)


def _words_before_title(entry: Reference) -> set[str]:
    start = entry.text.casefold().find(entry.title.casefold())
    return {word for word in split_into_words(entry.text[: max(0, start)]) if word.isalpha()}


def _address(entry: Reference) -> str:
    """Return the address that an entry names, in its text or in a .bib alone."""
    address = _ADDRESS.search(entry.text) or _ADDRESS.match(entry.url)
    return address[0] if address else ""


def _after_title(entry: Reference) -> str:
    """Return the text of an entry behind its title, "" if it does not stand there."""
    start = entry.text.casefold().find(entry.title.casefold())
    return entry.text[start + len(entry.title) :] if start >= 0 else ""


def _share_a_subject(entry: Reference, other: Reference) -> bool:
    """Whether entries of one title are two works, as reviews of a subject years apart are.

    They have other DOIs and other authors, and neither is a report.
    """
    dois = {doi_key(entry.doi), doi_key(other.doi)}
    families = [{family_name(author) for author in one.authors} for one in (entry, other)]
    is_far = (
        entry.year is not None
        and other.year is not None
        and abs(entry.year - other.year) > _MOST_YEARS_APART
    )
    has_report = any(_REPORT.search(reference.text) for reference in (entry, other))
    return (
        is_far
        and "" not in dois
        and len(dois) == 2
        and families[0] != families[1]
        and not has_report
    )


def _are_versions(entry: Reference, other: Reference) -> bool:
    """Say whether two entries of one title may differ all the same: a report and an article."""
    reports = [_REPORT.search(reference.text) is not None for reference in (entry, other)]
    years = [reference.year for reference in (entry, other) if reference.year is not None]
    return reports[0] != reports[1] or (len(years) == 2 and abs(years[0] - years[1]) > 1)


def _differ(entry: Reference, other: Reference) -> bool:
    """Whether two entries with the same id state titles that cannot be one."""
    if min(len(title_key(reference.title)) for reference in (entry, other)) < _LEAST_TITLE:
        return False
    return _is_another(entry.title, other) and _is_another(other.title, entry)


# --- an id of another paper ---------------------------------------------------------------------


def _other_titles(
    manuscript: Manuscript, links: Mapping[int, Link], papers: PapersById
) -> Iterator[Finding]:
    """Yield the entries whose DOI or arXiv id the library knows under another title."""
    references = manuscript.references
    ids = {entry.index: _ids(entry) for entry in references}
    papers_by_id = papers.resolve_many(
        list(dict.fromkeys(key for keys in ids.values() for key in keys))
    )
    papers_by_number = {
        paper.number: paper for paper in papers.get_many(list(dict.fromkeys(papers_by_id.values())))
    }
    for entry in references:
        link = links.get(entry.index)
        for key in ids[entry.index]:
            paper = papers_by_number.get(papers_by_id.get(key, PaperNumber(0)))
            if paper is None or not _belongs_to_another(entry, paper):
                continue
            if link is not None and link.by_hand and link.paper == paper.number:
                continue
            names = {"id": _kind_of_id(key), "entry": entry_name(entry), "title": paper.title}
            finding_text = Message(
                "The {id} of entry {entry} belongs to another paper, “{title}”.", **names
            )
            kind: FindingKind = "other title"
            # The work may be translated, or renamed in print; the paper's own id may be wrong.
            is_half = reads_pdf(manuscript) and _NO_BEGINNING.match(entry.text)
            if is_half or _is_by_same_author(entry, paper) or _precedes_number(paper, key):
                kind = "could not check"
                finding_text = Message(
                    "It is not certain that the {id} of entry {entry} is right: the library has it "
                    "with the title “{title}”.",
                    **names,
                )
            yield Finding(kind=kind, text=finding_text, reference=entry.index, paper=paper.number)
            break


def _belongs_to_another(entry: Reference, paper: Paper) -> bool:
    """Whether a paper with the id of an entry is surely not the one that the entry means.

    Where one of them has no title, its author and year must both be others.
    """
    if entry.title and stated_title(paper):
        return _is_another(paper.title, entry)
    if not entry.authors or not paper.authors or states_first_author(entry, paper):
        return False
    is_year_far = (
        entry.year is not None
        and paper.year is not None
        and abs(entry.year - paper.year) > _MOST_YEARS_APART
    )
    return is_year_far and _is_another(paper.title, entry)


def _is_by_same_author(entry: Reference, paper: Paper) -> bool:
    """Whether author and year are those of a paper, so that the title alone is another."""
    apart = abs((entry.year or 0) - (paper.year or 0))
    return apart <= _MOST_YEARS_APART and states_first_author(entry, paper)


def _precedes_number(paper: Paper, key: str) -> bool:
    """Whether an arXiv number was given so long after a paper that it cannot be the paper's."""
    stated = _ARXIV_YEAR.match(key)
    return (
        stated is not None
        and paper.year is not None
        and paper.year + _MOST_YEARS_APART < 2000 + int(stated["year"])
    )


def _kind_of_id(key: str) -> Message:
    return Message("DOI") if key.startswith("doi:") else Message("arXiv number")


def _is_another(title: str, entry: Reference) -> bool:
    """Whether a title stands nowhere in an entry, however the entry was cut."""
    wanted_title = plain(title)
    if not title_key(title):
        return False
    return all(
        fuzz.partial_ratio(wanted_title, plain(text)) < _ANOTHER_TITLE
        for text in (entry.title, entry.text)
        if text
    )


def _ids(entry: Reference) -> list[str]:
    arxiv = normal_arxiv(entry.arxiv)
    doi = "" if entry.doi and _CUT.match(entry.text.partition(entry.doi)[2]) else entry.doi
    keys = [doi_key(doi), f"arxiv:{arxiv}" if arxiv else ""]
    return list(dict.fromkeys(key for key in keys if key))
