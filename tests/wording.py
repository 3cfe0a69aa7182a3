"""The texts that tests expect, read from the source, so that a better text costs one edit.

A test names where a text is written instead of its words: the module, and a function, class or
constant in it. Texts there are told apart by their values, else by a word of the expected one::

    wording.fill("core.formats.detect:detect_kind", path="gone.bib")  # the whole text
    wording.pattern("core.formats.detect:detect_kind", path=path)     # for ``match=``
    wording.stem("core.formats.detect:detect_kind")                   # its longest known part
    wording.fill("core.formats.detect:detect_kind.remedy")            # what to do about an error

Another text, or another value in it, still fails the test. Texts that several files of tests
expect have names at the end. What a test is about, such as the reason that a rule gives, may be
written where it is expected.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from core.base.messages import Message

CHECKOUT = Path(__file__).resolve().parent.parent
_VALUE = re.compile(r"(\{\w*(?::[^{}]*)?\}|%Ln)")
"""A value in a text; ``%Ln`` is what the window counts."""
_PLURAL = re.compile(r"(\([^()|]+\|[^()|]+\)|\(\w+\))")


def fill(place: str, /, *positions: object, **values: object) -> str:
    """Return a text with its values in it, in English; ``n`` is what the window counts."""
    text = find(place, {*map(str, range(len(positions))), *values})
    if "n" in values:
        from desktop.language.wording import choose_plural, figure

        count = values.pop("n")
        text = choose_plural(text.replace("%Ln", figure(count)), count)
    return text.format(*positions, **values) if positions else str(Message(text, **values))


def pattern(place: str, /, **values: object) -> str:
    """Return a regular expression for a text; a value that is not given may be any."""
    parts = re.split(_VALUE, find(place))
    names = {name for part in parts[1::2] for name in values_of(part)}
    assert names >= set(values), f"{place} has no {set(values) - names}"
    return "".join(
        ".*"
        if index % 2 and not values_of(part) & set(values)
        else re.escape(Message(part, **values))
        for index, part in enumerate(parts)
    )


def stem(place: str, /) -> str:
    """Return the longest part of a text that is the same with any values."""
    text = find(place)
    parts = re.split(_VALUE, text)
    if "%Ln" in text:
        parts = [piece for part in parts for piece in re.split(_PLURAL, part)[::2]]
    return max((part for part in parts if not _VALUE.fullmatch(part)), key=len)


def find(place: str, values: set[str] | None = None, /) -> str:
    """Return the one text of a place: as it is in the source, with just these values if given."""
    address, *marks = place.split(" ")
    module, _, scope = address.partition(":")
    texts = {
        text
        for path, text in texts_of(module)
        if f".{scope}." in f".{path}." or not scope
        if path.endswith("remedy") == scope.endswith("remedy")
        if values is None or values_of(text) == values
        if " " in text and all(mark.replace("~", " ") in text for mark in marks)
    }
    assert len(texts) == 1, f"{place} with {values} is one of {sorted(texts)}"
    return texts.pop()


def values_of(text: str) -> set[str]:
    """Return the names of the values of a text; those without one are counted from 0."""
    names = [value[1:-1].partition(":")[0] for value in _VALUE.findall(text) if value != "%Ln"]
    numbered = {name or str(index) for index, name in enumerate(names)}
    return numbered | {"n"} if "%Ln" in text else numbered


@cache
def texts_of(module: str) -> tuple[tuple[str, str], ...]:
    """Return the texts of a module, each with the names of what it is written in."""
    path = CHECKOUT.joinpath(*module.split(".")).with_suffix(".py")
    return tuple(_walk(ast.parse(path.read_text(encoding="utf-8")), ()))


def _walk(node: ast.AST, scope: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant):
            if isinstance(child.value, str) and not isinstance(node, ast.Expr):
                yield ".".join(scope), child.value
        elif isinstance(child, ast.JoinedStr):
            parts = (
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in child.values
            )
            yield ".".join(scope), "".join(parts)
        elif isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield from _walk(child, (*scope, child.name))
        elif isinstance(child, ast.keyword) and child.arg == "remedy":
            yield from _walk(child, (*scope, child.arg))
        elif isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(
            node, ast.Module | ast.ClassDef
        ):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            yield from _walk(child, (*scope, ast.unparse(target)))
        else:
            yield from _walk(child, scope)


CITED_BUT_NOT_LISTED = "core.recommend.audit:_not_listed cited~but"
CONSTRUCT_NOT_CLOSED = "core.manuscript.text.coverage:unclosed"
DIFFERENT_AUTHORS = "core.library.store.sameness:_of_other_people"
DIFFERENT_DOIS = "core.library.store.traits:differing_ids DOIs"
DIFFERENT_EDITIONS = "core.library.store.traits:_edition_words"
DIFFERENT_NUMBERS = "core.library.store.traits:_number_words"
DIFFERENT_PAGES = "core.library.store.traits:_differing_pages"
DIFFERENT_TYPES = "core.library.store.sameness:_of_other_types"
DIFFERENT_VOLUMES = "core.library.store.traits:_volume_words"
EDITED_ENTRIES_KEPT = "core.library.exports.kept_files:_share"
EDITED_FILE_KEPT = "core.library.exports.kept_files:_bring_in_step {file"
ENTRIES_ADDED = "core.library.exports.added_entries:add {count"
ENTRY_NEVER_CITED = "core.recommend.audit:_never_cited {entry"
ENTRY_WITHOUT_TITLE = "core.formats.bibtex:read_entry"
FILE_DAMAGED = "core.manuscript.markup.converted:_damaged"
FILE_NOT_FOUND = "core.manuscript.text.coverage:missing_file"
FILE_OUTSIDE_FOLDER = "core.manuscript.text.coverage:outside_file"
FILE_WITHOUT_BIBTEX = "core.formats.bibtex:parse BibTeX"
FILE_WITHOUT_RECORD = "core.formats.zotero:refusal {file"
FILE_WITHOUT_RECORDS = "core.formats.tagged:check_entries {format"
FULL_TEXT_WITHOUT_ID = "core.formats.corpus:_full_text"
ID_OF_WHOLE_BOOK = "core.library.store.sameness:_of_whole_book"
ITEM_WITHOUT_TITLE = "core.formats.crossref:parse item"
KEY_CHANGED = "core.library.store.intake:_describe_key_changes {new"
KEY_TWICE = "core.library.imports.import_run:_name_repeated_keys {own"
KEY_TWICE_FOR_ONE_PAPER = "core.library.imports.import_run:_name_repeated_keys these"
LEFT_OUT_IN_TRASH = "core.library.following.zotero:_tell trash"
LINES_OUTSIDE_RECORDS = "core.formats.endnote:_tagged_entry lines"
LINE_NOT_AN_OBJECT = "core.formats.jsonl:json_objects object"
LINE_NOT_JSON = "core.formats.jsonl:json_objects {reason"
LINE_NOT_TWO_IDS = "core.formats.corpus:read_edges"
LINE_NOT_UTF8 = "core.formats.lines:_decoded {start"
LINE_TOO_LONG = "core.formats.lines:_decoded {limit"
LITTLE_TO_COMPARE = "core.library.store.sameness:_in_doubt Little"
NAME_COMPUTED_BY_CODE = "core.manuscript.markup.typst_files:_of_code {code"
NOTE_WITHOUT_RECORD = "core.formats.zotero:refusal {start"
NOTHING_NEEDS_CITATION = "core.services.reports:_missing read"
NOT_A_LATEX_FILE = "core.manuscript.latex.files:_note_missing_file"
NOT_FOUND_ONLINE = "core.services.lookup:why_nothing {title"
NO_LIST_TO_CHECK = "core.services.reports:_mend checked"
NO_PAPER_CHOSEN = "core.services.reports:_to_cite chosen"
NO_PDF_THERE = "core.library.imports.importing:complaints say"
NO_SENTENCE = "core.services.reports:_missing found"
NO_TYPE_OF_ENTRY = "core.formats.bibtex_syntax:_entries {kind"
PAPER_AND_ARTICLE = "core.library.store.sameness:_conference_and_journal"
PARAGRAPH_NOT_A_LIST = "core.formats.corpus:_paragraph"
PATH_LEADS_OUT = "core.formats.packed:_objection leads"
PREPRINT_AND_PUBLISHED_IN = "core.library.store.sameness:_preprint_words {venue"
PUBLISHED_IN_TWO_VENUES = "core.library.store.traits:_differing_venues"
RECORD_NOT_CLOSED = "core.formats.endnote:_xml_entry closed"
RECORD_WITHOUT_TITLE = "core.formats.endnote:_entry record"
REFERENCES_TO_CORRECT = "core.services.reports:_mend References"
REMARKS_NOT_READ = "core.manuscript.latex.document:_remarks"
SAME_TITLE_AND_AUTHORS = "core.library.store.sameness:agreement and~authors"
SAME_TITLE_AND_YEAR = "core.library.store.sameness:agreement title~and year"
SAME_TITLE_AUTHORS_AND_YEAR = "core.library.store.sameness:agreement authors year"
STILL_WITHOUT_CITATION = "core.services.reports:_missing Still"
SUGGESTIONS_KEEP_ORDER = "core.models.process:_meanwhile order"
TITLES_DIFFER_IN_A_LETTER = "core.library.duplicates.likeness:_compare_letters letter"
TITLE_OF_MANY_PAPERS = "core.library.store.sameness:_in_doubt Other"
UNNAMED_FILE_WITHOUT_RECORD = "core.formats.zotero:refusal record;"
VALUES_DIFFER = "core.library.store.read_entries:describe {own"
VALUE_HOLDS_OTHER_THAN_TEXTS = "core.formats.jsonl:_texts hold"
VALUE_NOT_A_LIST = "core.formats.corpus:_list"
VALUE_NOT_A_LIST_OF_TEXTS = "core.formats.jsonl:_texts list"
VALUE_NOT_A_TEXT = "core.formats.corpus:_text"
VALUE_NOT_A_TEXT_BUT = "core.formats.jsonl:_record {key"
YEAR_NOT_A_NUMBER = "core.formats.jsonl:_year {kind"
