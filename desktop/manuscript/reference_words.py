"""What is said of references, their links, and what an audit finds. Knows no Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.base.findings import (
    FIELD_NAMES,
    CheckState,
    EntryCheck,
    FieldDifference,
    Finding,
    FindingKind,
)
from core.base.messages import capital
from core.base.records import Link, Manuscript, Paper, Reference
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, in_language, translate

LIKELY = 0.5
"""A link below this confidence is not counted as found."""
_SAME_TITLE = 0.9
KINDS: dict[FindingKind, tuple[str, str]] = {
    "could not check": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Could not be checked"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Check these places in the manuscript yourself."),
    ),
    "retracted": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Retracted, or under an expression of concern"),
        QT_TRANSLATE_NOOP(
            "ReferenceWords",
            "Check whether your sentence still holds; cite another paper, or say in the text that "
            "it was retracted.",
        ),
    ),
    "not listed": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Cited but not in the list"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Add an entry, or correct the citation."),
    ),
    "other title": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Entries whose DOI belongs to another paper"),
        QT_TRANSLATE_NOOP(
            "ReferenceWords", "Correct the DOI or the title, or cite the right paper."
        ),
    ),
    "duplicate": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Listed twice"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Keep one entry and let the citations lead to it."),
    ),
    "never cited": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Listed but never cited"),
        QT_TRANSLATE_NOOP(
            "ReferenceWords",
            "Cite the entry, or remove it.",
        ),
    ),
    "cited beside": (
        QT_TRANSLATE_NOOP("ReferenceWords", "Cited only in tables, captions or footnotes"),
        QT_TRANSLATE_NOOP("ReferenceWords", "No change is needed if this is intended."),
    ),
}
"""The headings of the kinds of findings, each with what to do, in English."""
CHECKS: dict[tuple[CheckState, bool, bool], tuple[str, str]] = {
    ("differs", True, False): (
        QT_TRANSLATE_NOOP("ReferenceWords", "Different in your library"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Correct the entry, or the paper in your library."),
    ),
    ("differs", False, True): (
        QT_TRANSLATE_NOOP("ReferenceWords", "Different online"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Compare with the publication; correct the entry."),
    ),
    ("differs", True, True): (
        QT_TRANSLATE_NOOP("ReferenceWords", "Different in your library or online"),
        QT_TRANSLATE_NOOP("ReferenceWords", "Correct the entry, or the paper in your library."),
    ),
    ("agrees", True, False): (QT_TRANSLATE_NOOP("ReferenceWords", "Same in your library"), ""),
    ("agrees", False, True): (QT_TRANSLATE_NOOP("ReferenceWords", "Same online"), ""),
    ("agrees", True, True): (
        QT_TRANSLATE_NOOP("ReferenceWords", "Same in your library or online"),
        "",
    ),
}
"""The headings of compared entries, each with what to do, in English: by their state, and whether
some were compared with the library and some with a service."""
_NOT_COMPARED = QT_TRANSLATE_NOOP("ReferenceWords", "Not compared")


@dataclass(frozen=True, slots=True)
class Tally:
    """How the references of a manuscript stand. ``astray`` are citations that lead nowhere."""

    entries: int
    found_count: int
    astray: int

    @property
    def missing(self) -> int:
        """How many entries are not in the library."""
        return self.entries - self.found_count

    def short(self) -> str:
        """Return how the entries stand, for a narrow column."""
        parts = [translate("ReferenceWords", "%Ln in library", "", self.found_count)]
        if self.missing:
            parts.append(translate("ReferenceWords", "%Ln unresolved", "", self.missing))
        return " · ".join(parts)

    def long(self) -> str:
        """Return it in whole sentences."""
        entries = translate("ReferenceWords", "%Ln entr(y|ies)", "", self.entries)
        found_text = translate(
            "ReferenceWords",
            "{entries}, of which %Ln (is a paper|are papers) of your library.",
            "",
            self.found_count,
        )
        lines = [
            choose_plural(found_text, self.found_count).format(
                entries=choose_plural(entries, self.entries)
            )
        ]
        if self.missing or self.astray:
            parts = []
            if self.missing:
                count_text = translate(
                    "ReferenceWords", "%Ln entr(y|ies) not found in your library", "", self.missing
                )
                parts.append(choose_plural(count_text, self.missing))
            if self.astray:
                count_text = translate(
                    "ReferenceWords",
                    "%Ln citation(s) in the text without an entry in the list",
                    "",
                    self.astray,
                )
                parts.append(choose_plural(count_text, self.astray))
            unresolved = translate("ReferenceWords", ", and ").join(parts)
            lines.append(
                translate("ReferenceWords", "Unresolved: {entries}.").format(entries=unresolved)
            )
        return " ".join(lines)


def is_found(link: Link | None) -> bool:
    """Return whether a link is sure enough to be shown as one."""
    return link is not None and (link.by_hand or link.confidence >= LIKELY)


def tally(manuscript: Manuscript, links: Mapping[int, Link]) -> Tally:
    """Count the entries, those found, and the citations that lead to none."""
    astray = sum(
        len(marker.unresolved) for sentence in manuscript.sentences for marker in sentence.markers
    )
    found_count = sum(is_found(links.get(entry.index)) for entry in manuscript.references)
    return Tally(len(manuscript.references), found_count, astray)


def heading(entry: Reference) -> str:
    """Return an entry in one line: its label and its title."""
    label = f"[{entry.label}] " if entry.label else ""
    return label + (entry.title or entry.text)


def trust(entry: Reference, link: Link, paper: Paper | None) -> str:
    """Return how an entry was found to be a paper, in words."""
    if link.by_hand:
        return translate("ReferenceWords", "your setting")
    if paper is not None and entry.doi and entry.doi.casefold() == paper.doi.casefold():
        return translate("ReferenceWords", "found by its DOI")
    if paper is not None and entry.arxiv and _bare(entry.arxiv) == _bare(paper.arxiv):
        return translate("ReferenceWords", "found by its arXiv number")
    return (
        translate("ReferenceWords", "same title")
        if link.confidence >= _SAME_TITLE
        else translate("ReferenceWords", "probably; please check")
    )


def likeness(share: float | None) -> str:
    """Return how like a paper is to an entry, in words."""
    if share is None:
        return ""
    if share >= _SAME_TITLE:
        return translate("ReferenceWords", "very similar")
    if share >= LIKELY:
        return translate("ReferenceWords", "similar")
    return translate("ReferenceWords", "less similar")


def grouped(findings: Sequence[Finding]) -> dict[FindingKind, list[Finding]]:
    """Return findings by kind, the gravest kind first."""
    groups: defaultdict[FindingKind, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.kind].append(finding)
    return {kind: groups[kind] for kind in KINDS if kind in groups}


def is_audited(manuscript: Manuscript) -> bool:
    """Tell whether there is anything to say: a reference list, a citation, or what was lost."""
    cites = any(sentence.markers for sentence in manuscript.sentences)
    return bool(manuscript.references) or cites or bool(manuscript.unread)


def audit_as_text(
    title: str,
    findings: Sequence[Finding],
    *,
    listed: bool = True,
    entries: Sequence[Reference] = (),
    checks: Sequence[EntryCheck] = (),
) -> str:
    """Return an audit to paste into a message; ``listed`` says whether a list was found."""
    lines = [
        translate("ReferenceWords", "Reference audit of “{title}”").format(title=title)
        if title
        else translate("ReferenceWords", "Reference audit"),
        "",
    ]
    if not findings:
        lines.append(nothing_words(listed=listed, checks=checks))
    for kind, kind_findings in grouped(findings).items():
        lines.append(f"{kind_words(kind)[0]} ({len(kind_findings)})")
        lines += [f"- {in_language(finding.text)}" for finding in kind_findings]
        lines.append("")
    for state, state_checks in group_checks(checks).items():
        lines += ["", f"{check_words(state, state_checks)[0]} ({len(state_checks)})"]
        for check in state_checks:
            details = check_lines(check)
            details += [reason_words(check.reason)] if check.reason else []
            name = heading(entries[check.reference])
            lines.append(f"- {name}: {'; '.join(details)}" if details else f"- {name}")
    return "\n".join(lines).rstrip() + "\n"


def group_checks(checks: Sequence[EntryCheck]) -> dict[CheckState, list[EntryCheck]]:
    """Return the checks of entries by state, those that differ first; retracted works lead."""
    states: tuple[CheckState, ...] = ("differs", "unchecked", "agrees")
    by_interest = sorted(checks, key=lambda check: check.notice is None)
    return {
        state: state_checks
        for state in states
        if (state_checks := [check for check in by_interest if check.state == state])
    }


def check_words(state: CheckState, checks: Sequence[EntryCheck]) -> tuple[str, str]:
    """Return the heading of the entries of a state, and what to do or ""."""
    if state == "unchecked":
        return translate("ReferenceWords", _NOT_COMPARED), ""
    is_online = any(check.source for check in checks)
    is_in_library = not all(check.source for check in checks)
    title, advice = CHECKS[state, is_in_library, is_online]
    return (
        translate("ReferenceWords", title),
        translate("ReferenceWords", advice) if advice else "",
    )


def check_lines(check: EntryCheck) -> list[str]:
    """Return what was published about the work later, and where entry and record differ."""
    lines = []
    if check.notice is not None:
        kinds = {
            "retracted": translate("ReferenceWords", "Retracted ({about})"),
            "concern": translate("ReferenceWords", "Expression of concern ({about})"),
            "corrected": translate("ReferenceWords", "Corrected ({about})"),
        }
        about = in_language(check.notice.about())
        lines.append(kinds[check.notice.kind].format(about=about))
    return lines + [difference_words(difference, check.source) for difference in check.differences]


def difference_words(difference: FieldDifference, source: str = "") -> str:
    """Return what an entry and the library, or a service, say of a field."""
    words = translate("ReferenceWords", "{field}: “{entry}”, in your library “{library}”")
    if source:
        words = translate("ReferenceWords", "{field}: “{entry}”, at {source} “{library}”")
    return words.format(
        field=in_language(FIELD_NAMES[difference.field]),
        entry=difference.entry,
        source=source,
        library=difference.library,
    )


def reason_words(reason: str) -> str:
    """Return why an entry was not compared, as a line of its own."""
    return capital(in_language(reason))


def kind_words(kind: FindingKind) -> tuple[str, str]:
    """Return the heading of a kind of findings, and what to do."""
    title, advice = KINDS[kind]
    return translate("ReferenceWords", title), translate("ReferenceWords", advice)


def count_words(findings: Sequence[Finding], checks: Sequence[EntryCheck] = ()) -> str:
    """Return how many problems, differing entries and unchecked things there are; "" for none."""
    problems = sum(finding.is_problem for finding in findings)
    unchecked = sum(finding.is_to_mend for finding in findings) - problems
    problem_text = translate("ReferenceWords", "%Ln problem(s)", "", problems)
    unchecked_text = translate("ReferenceWords", "%Ln not checked", "", unchecked)
    different = sum(check.state == "differs" for check in checks)
    different_text = translate("ReferenceWords", "%Ln entr(y differs|ies differ)", "", different)
    counts = [choose_plural(problem_text, problems)] if problems else []
    counts += [choose_plural(different_text, different)] if different else []
    counts += [choose_plural(unchecked_text, unchecked)] if unchecked else []
    return " · ".join(counts)


def nothing_words(*, listed: bool = True, checks: Sequence[EntryCheck] = ()) -> str:
    """Return what is said when an audit found nothing; without a list it could find nothing.

    Entries may differ from their records all the same.
    """
    if not listed:
        return translate(
            "ReferenceWords",
            "No reference list was found, so the citations could not be checked against it.",
        )
    if any(check.state == "differs" for check in checks):
        return translate(
            "ReferenceWords",
            "Every citation leads to an entry, every entry is cited, and none is listed twice.",
        )
    return translate(
        "ReferenceWords",
        "No problems: every citation leads to an entry, every entry is cited, and none is "
        "listed twice.",
    )


def _bare(arxiv: str) -> str:
    """Return an arXiv number without its version."""
    return arxiv.casefold().removeprefix("arxiv:").partition("v")[0]
