"""The sentences that tests expect, each once, so that a better one costs one edit among the tests.

A test names the sentence it expects, ``wording.ENTRY_WITHOUT_TITLE``, and fills what is open
in it: ``wording.fill(wording.WAS_NOT_FOUND, file="gone.md")``. ``test_wording.py`` holds that
each is still said somewhere. What a test is about, such as the reason that a rule gives, may be
written where it is expected.
"""

from __future__ import annotations

from core.base.messages import Message


def fill(template: str, /, **values: object) -> str:
    """Return a sentence with its values in it, as the engine says it in English."""
    return str(Message(template, **values))


CITED_BUT_NOT_LISTED = "“{marker}” is cited but is not in the reference list."
CONSTRUCT_NOT_CLOSED = "“{construct}” is not closed."
DIFFERENT_AUTHORS = "Different authors"
DIFFERENT_DOIS = "Different DOIs"
DIFFERENT_EDITIONS = "Different editions: {one} and {other}"
DIFFERENT_NUMBERS = "Different numbers: {one} and {other}"
DIFFERENT_PAGES = "Different pages: {one} and {other}"
DIFFERENT_TYPES = "Different types"
DIFFERENT_VOLUMES = "Different volumes: {one} and {other}"
EDITED_ENTRIES_KEPT = "Entries of “{file}” were edited, so they were kept."
EDITED_FILE_KEPT = "“{file}” was edited, so it is not overwritten."
ENTRIES_ADDED = "Added {count:,} entries to “{file}”"
ENTRY_NEVER_CITED = "Entry {entry} is never cited."
ENTRY_WITHOUT_TITLE = "the entry has no title"
FILE_DAMAGED = "“{file}” is damaged."
FILE_NOT_FOUND = "“{file}” was not found."
FILE_OUTSIDE_FOLDER = "“{file}” is outside the folder of the manuscript, so it was not read."
FILE_WITHOUT_BIBTEX = "the file has no BibTeX entry"
FILE_WITHOUT_RECORD = "a file without a record; import the file itself"
FILE_WITHOUT_RECORDS = "the file has no {format} record"
FULL_TEXT_WITHOUT_ID = "the full text has no id"
ID_OF_WHOLE_BOOK = "{id} belongs to the whole book"
ITEM_WITHOUT_TITLE = "the item has no title"
KEY_CHANGED = "“{title}”, for which Cocite had made the citation key “{old}”, now has “{new}”"
KEY_TWICE = (
    "“{file}” has the key “{key}” more than once; the first entry is now “{first}”, "
    "this one “{own}”"
)
KEY_TWICE_FOR_ONE_PAPER = (
    "“{file}” has the key “{key}” more than once; these entries are one paper, “{first}”"
)
LEFT_OUT_IN_TRASH = "Left out, in Zotero's trash: {count:,}."
LINES_OUTSIDE_RECORDS = "the lines are outside any record"
LINE_NOT_AN_OBJECT = "the line is valid JSON but not an object"
LINE_NOT_JSON = "the line is not valid JSON ({reason})"
LINE_NOT_TWO_IDS = "the line is not two ids with a tab between them"
LINE_NOT_UTF8 = "the line is not UTF-8 (byte {start})"
LINE_TOO_LONG = "the line is longer than {limit} MB"
LITTLE_TO_COMPARE = "Little besides the title can be compared"
NAME_COMPUTED_BY_CODE = "“{code}” was not included: the file name is computed by code."
NOTHING_NEEDS_CITATION = "Every sentence that was read and seems to need a citation has one."
NOT_A_LATEX_FILE = "“{file}” was not read: it is not a LaTeX file."
NOT_FOUND_ONLINE = "“{title}” was not found online."
NO_LIST_TO_CHECK = "No reference list was found, so it could not be checked."
NO_PAPER_CHOSEN = "No paper was chosen yet."
NO_PDF_THERE = "no PDF is where its entries say: {files}"
NO_SENTENCE = "No sentence was found in the text."
NO_TYPE_OF_ENTRY = "“@{kind}” is not a type of entry"
PAPER_AND_ARTICLE = "One is a conference paper, the other a journal article"
PARAGRAPH_NOT_A_LIST = "a paragraph must be a list of sentences"
PATH_LEADS_OUT = "its path leads out of the archive"
PREPRINT_AND_PUBLISHED = "One is a preprint, the other was published"
PREPRINT_AND_PUBLISHED_IN = "One is a preprint, the other was published in {venue}"
PUBLISHED_IN_TWO_VENUES = "Published in {one} and in {other}"
RECORD_NOT_CLOSED = "the record is not closed"
RECORD_WITHOUT_TITLE = "the record has no title"
REFERENCES_TO_CORRECT = "References to correct"
REMARKS_NOT_READ = "Remarks of the authors were not read ({count}), such as “{command}”."
SAME_TITLE_AND_AUTHORS = "same title and authors"
SAME_TITLE_AND_YEAR = "same title and year"
SAME_TITLE_AUTHORS_AND_YEAR = "same title, authors and year"
STILL_WITHOUT_CITATION = "Still without a citation"
SUGGESTIONS_KEEP_ORDER = "suggestions keep their first order"
TITLES_DIFFER_IN_A_LETTER = "The titles differ in a letter"
TITLE_OF_MANY_PAPERS = "Other papers may have the same title"
VALUES_DIFFER = "{field}: “{own}” here, “{stated}” in the file"
VALUE_HOLDS_OTHER_THAN_TEXTS = "“{key}” must hold only texts, not {kind}"
VALUE_NOT_A_LIST = "“{key}” must be a list"
VALUE_NOT_A_LIST_OF_TEXTS = "“{key}” must be a list of texts, not {kind}"
VALUE_NOT_A_TEXT = "“{key}” must be text"
VALUE_NOT_A_TEXT_BUT = "“{key}” must be text, not {kind}"
YEAR_NOT_A_NUMBER = "“year” must be a whole number or null, not {kind}"
