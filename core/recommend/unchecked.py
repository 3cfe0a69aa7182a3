"""What an audit cannot check, because the manuscript was read with doubts, said in its place.

An entry that nothing in the file can mean was not lost with its citation. So a list is in doubt
only where hardly any of its entries is found cited, and an entry where its number or its names
stand in the file in a way that was not read as a citation.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.base.findings import Finding
from core.base.messages import Message
from core.base.records import Manuscript
from core.manuscript.text.extractor import NAMES_ITS_BIBLIOGRAPHY
from core.manuscript.text.scripts import unsupported_script
from core.recommend.gaps import knows_language
from core.recommend.unread import judge_reading

_LEAST_ENTRIES = 10
_LEAST_CITED = 0.25
_MOST_UNCITED_NUMBERS, _LEAST_UNCITED_NUMBERS = 0.1, 3
_LEAST_ASTRAY = 8
_MOST_ASTRAY = 0.25
_MOST_LOST = 0.001
_LOST = "\ufffd"
_SCRIPTS = {
    "Arabic": Message("Arabic"),
    "Hebrew": Message("Hebrew"),
    "Thai": Message("Thai"),
    "Devanagari": Message("Devanagari"),
    "Bengali": Message("Bengali"),
    "Armenian": Message("Armenian"),
    "Georgian": Message("Georgian"),
}


def cited_entries(manuscript: Manuscript) -> set[int]:
    """Return the entries that sentences cite."""
    return {
        reference
        for sentence in manuscript.sentences
        for marker in sentence.markers
        for reference in marker.references
    }


def doubtful_lists(manuscript: Manuscript) -> set[int]:
    """Return the numbers of the lists so little cited that markers must have been missed.

    Numbers are lost sooner than names, raised ones above all: a list by numbers is cited from 1 to
    its end, so a few that no sentence cites were lost. A source file tells its citations itself.
    """
    in_text = cited_entries(manuscript)
    cited = in_text | set(manuscript.cited_beside)
    tells_citations = manuscript.extractor in NAMES_ITS_BIBLIOGRAPHY
    list_numbers = set()
    for number in {entry.list_number for entry in manuscript.references}:
        own = [entry for entry in manuscript.references if entry.list_number == number]
        count = sum(entry.index in cited for entry in own)
        numbered = 2 * sum(entry.label.isdigit() for entry in own) > len(own)
        least = _LEAST_CITED
        if numbered and not tells_citations:
            open_numbers = sum(entry.index not in in_text for entry in own)
            most = max(_LEAST_UNCITED_NUMBERS - 1, _MOST_UNCITED_NUMBERS * len(own))
            least = 1.0 if open_numbers > most else least
            count = min(count, len(own) - 1) if open_numbers > most else count
        if len(own) >= _LEAST_ENTRIES and 0 < count < least * len(own):
            list_numbers.add(number)
    return list_numbers


def is_list_doubtful(manuscript: Manuscript) -> bool:
    """Say whether so many markers lead nowhere that entries must have been missed."""
    markers = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    astray = sum(bool(marker.unresolved) for marker in markers)
    return (
        bool(manuscript.references)
        and astray >= _LEAST_ASTRAY
        and astray > _MOST_ASTRAY * len(markers)
    )


def could_not_check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for each thing that the reading leaves in doubt, the gravest first."""
    yield from _not_read(manuscript)
    script = unsupported_script(_texts(manuscript))
    if script:
        yield _finding(
            Message(
                "The text is in {script} script, which is not supported: sentences and citations "
                "may have been missed.",
                script=_SCRIPTS.get(script, script),
            )
        )
    if not manuscript.sentences:
        yield _finding(
            Message(
                "No sentence was found in the text: it may be a scan, or in a script or layout "
                "that cannot be read yet."
            )
        )
        return
    if not knows_language(manuscript):
        yield _finding(
            Message(
                "The text is not in English, and gaps are recognised by English words: most "
                "sentences that need a citation are not found."
            )
        )
    if is_list_doubtful(manuscript):
        yield _finding(
            Message(
                "Many citations lead to no entry of the reference list as it was read. Parts of "
                "the list may have been missed, so they are not listed here."
            )
        )
    cited = cited_entries(manuscript) | set(manuscript.cited_beside)
    for number in sorted(doubtful_lists(manuscript)):
        own = [entry for entry in manuscript.references if entry.list_number == number]
        yield _finding(
            Message(
                "Only {cited} of {entries} entries were found cited. Citations may have been "
                "missed, so it is not said which entries are never cited.",
                cited=sum(entry.index in cited for entry in own),
                entries=len(own),
            )
        )
    if not cited and len(manuscript.references) >= _LEAST_ENTRIES:
        yield _finding(
            Message(
                "No citation was found in the text, though the reference list has {entries} "
                "entries.",
                entries=len(manuscript.references),
            )
        )
    texts = _texts(manuscript)
    lost = sum(text.count(_LOST) for text in texts)
    if lost > _MOST_LOST * sum(map(len, texts)):
        yield _finding(
            Message(
                "The PDF does not define {count} of its characters; words that contain them "
                "cannot be found.",
                count=lost,
            )
        )


def _not_read(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield what the reader lost, and what is therefore not said."""
    reading = judge_reading(manuscript)
    if reading.text:
        yield _finding(reading.text)
    if reading.loses_text and manuscript.references:
        yield _finding(
            Message(
                "Entries that are never cited are not listed: the parts that were not read may "
                "cite them."
            )
        )


def _texts(manuscript: Manuscript) -> list[str]:
    texts = [sentence.text for sentence in manuscript.sentences]
    texts += [entry.text for entry in manuscript.references]
    return texts or [manuscript.title, manuscript.abstract]


def _finding(text: str) -> Finding:
    return Finding(kind="could not check", text=text)
