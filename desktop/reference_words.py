"""What is said of references, their links, and what an audit finds. Knows no Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.records import Finding, FindingKind, Link, Manuscript, Paper, Reference

LIKELY = 0.5
"""A link below this confidence is not counted as found."""
_SAME_TITLE = 0.9
KINDS: dict[FindingKind, tuple[str, str]] = {
    "not listed": ("Cited but not in the list", "Add an entry, or correct the citation."),
    "other title": (
        "Entries whose DOI belongs to another paper",
        "Correct the DOI or the title; or the wrong paper is cited.",
    ),
    "duplicate": ("Listed twice", "Keep one entry and let the citations lead to it."),
    "never cited": (
        "Listed but never cited",
        "Cite the entry, or take it out. Captions and footnotes were not looked at.",
    ),
}
"""The headings of the kinds of findings, each with what to do."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How the references of a manuscript stand. ``astray`` are citations that lead nowhere."""

    entries: int
    found: int
    astray: int

    @property
    def missing(self) -> int:
        """How many entries are not in the library."""
        return self.entries - self.found

    def short(self) -> str:
        """Return it for a narrow place."""
        unresolved = self.missing + self.astray
        end = f" · {unresolved:,} unresolved" if unresolved else ""
        return f"{self.found:,} in library{end}"

    def long(self) -> str:
        """Return it in whole sentences."""
        are = "is a paper" if self.found == 1 else "are papers"
        entries = counted(self.entries, "entry", "entries")
        lines = [f"{entries}, of which {self.found:,} {are} of your library."]
        if self.missing or self.astray:
            parts = []
            if self.missing:
                said = counted(self.missing, "entry", "entries")
                parts.append(f"{said} not found in your library")
            if self.astray:
                said = counted(self.astray, "citation", "citations")
                parts.append(f"{said} in the text without an entry in the list")
            lines.append("Unresolved: " + ", and ".join(parts) + ".")
        return " ".join(lines)


def is_found(link: Link | None) -> bool:
    """Return whether a link is sure enough to be shown as one."""
    return link is not None and (link.by_hand or link.confidence >= LIKELY)


def tally(manuscript: Manuscript, links: Mapping[int, Link]) -> Tally:
    """Count the entries, those found, and the citations that lead to none."""
    astray = sum(
        len(marker.unresolved) for sentence in manuscript.sentences for marker in sentence.markers
    )
    found = sum(is_found(links.get(entry.index)) for entry in manuscript.references)
    return Tally(len(manuscript.references), found, astray)


def heading(entry: Reference) -> str:
    """Return an entry in one line: its label and its title."""
    label = f"[{entry.label}] " if entry.label else ""
    return label + (entry.title or entry.text)


def trust(entry: Reference, link: Link, paper: Paper | None) -> str:
    """Return how an entry was found to be a paper, in words."""
    if link.by_hand:
        return "set by you"
    if paper is not None and entry.doi and entry.doi.casefold() == paper.doi.casefold():
        return "found by its DOI"
    if paper is not None and entry.arxiv and _bare(entry.arxiv) == _bare(paper.arxiv):
        return "found by its arXiv number"
    return "same title" if link.confidence >= _SAME_TITLE else "likely, please check"


def likeness(share: float | None) -> str:
    """Return how like a paper is to an entry, in words."""
    if share is None:
        return ""
    return "very like it" if share >= _SAME_TITLE else "like it" if share >= LIKELY else "less like"


def grouped(findings: Sequence[Finding]) -> dict[FindingKind, list[Finding]]:
    """Return findings by kind, the gravest kind first."""
    groups: defaultdict[FindingKind, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.kind].append(finding)
    return {kind: groups[kind] for kind in KINDS if kind in groups}


def audit_as_text(title: str, findings: Sequence[Finding]) -> str:
    """Return an audit to paste into a message."""
    lines = [f"Reference audit of “{title}”" if title else "Reference audit", ""]
    if not findings:
        lines.append(NOTHING)
    for kind, found in grouped(findings).items():
        lines.append(f"{KINDS[kind][0]} ({len(found)})")
        lines += [f"- {finding.text}" for finding in found]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


NOTHING = (
    "Nothing to mend: every citation leads to an entry, every entry is cited, and none is "
    "listed twice."
)


def counted(count: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {one if count == 1 else many}"


def _bare(arxiv: str) -> str:
    """Return an arXiv number without its version."""
    return arxiv.casefold().removeprefix("arxiv:").partition("v")[0]
