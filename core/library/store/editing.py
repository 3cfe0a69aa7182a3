"""What a person edits about a paper: any field, and the ids that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import replace
from typing import Any

from core.base.errors import UnknownPaperError, UsageError
from core.base.identity import OWN_PREFIX, doi_key, identity_key, is_real, normal_arxiv
from core.base.items import INCOMPLETE
from core.base.key_patterns import is_made_up
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.base.stated_keys import FIELD, is_stated, stated_key, with_aliases
from core.library.database.connection import Database
from core.library.store.citation_keys import KeyGiver, stored_pattern
from core.library.store.intake import clean
from core.library.store.merging import Draft
from core.library.store.paper_rows import describe_papers, read_drafts, write_drafts

IDS = "ids"
"""The edit that replaces the ids of a paper other than its DOI and arXiv id."""
_FIELDS = frozenset(field.name for field in fields_of(PaperRecord))
_EDITABLE = _FIELDS - {"id"} | {FIELD, IDS}


class _OnlyTried(Exception):
    """The edit can be made."""


def check_edit(database: Database, number: PaperNumber, edits: Mapping[str, object]) -> None:
    """Raise what ``edit_paper`` would raise, and change nothing."""
    try:
        with database.transaction():
            edit_paper(database, number, edits)
            raise _OnlyTried
    except _OnlyTried:
        return


def edit_paper(database: Database, number: PaperNumber, edits: Mapping[str, object]) -> None:
    """Set fields of a paper in one transaction; its DOI and arXiv id become ids it answers to.

    Besides the fields of ``PaperRecord`` these are its citation key and, as ``IDS``, its other
    ids. A paper in the trash stays there.
    """
    unknown = set(edits) - _EDITABLE
    if unknown:
        raise ValueError(f"a paper has no field {sorted(unknown)} that can be edited")
    with database.change(Message("Edited {papers}", papers=describe_papers(database, [number]))):
        draft = read_drafts(database, [number]).get(number)
        if draft is None:
            raise UnknownPaperError("There is no paper {number} in the library.", number=number)
        trashed_at = database.value("SELECT trashed_at FROM papers WHERE number = ?", number)
        _edit(database, draft, edits)
        write_drafts(database, [draft], source="")
        database.execute("UPDATE papers SET trashed_at = ? WHERE number = ?", trashed_at, number)


def _edit(database: Database, draft: Draft, edits: Mapping[str, object]) -> None:
    before = draft.record
    values: dict[str, Any] = {  # Any: values of record fields
        name: getattr(before, name) for name in _FIELDS - {"id"}
    }
    if "title" in edits:
        values["extra"] = {key: value for key, value in before.extra.items() if key != INCOMPLETE}
    values |= {name: value for name, value in edits.items() if name not in (FIELD, IDS)}
    for name in ("authors", "keywords"):
        values[name] = tuple(values[name])
    draft.record = after = clean(PaperRecord(**values))
    if not after.title:
        raise UsageError("A paper needs a title.", remedy="Type the title of the paper.")
    _replace_id(database, draft, doi_key(before.doi), doi_key(after.doi))
    _replace_id(database, draft, _arxiv_key(before.arxiv), _arxiv_key(after.arxiv))
    if IDS in edits:
        stated: Any = edits[IDS]  # Any: texts, as the caller says
        _set_other_ids(database, draft, [text.strip() for text in stated if text.strip()])
    if FIELD in edits:
        _set_citation_key(database, draft, str(edits[FIELD]))


def _set_other_ids(database: Database, draft: Draft, stated: Sequence[str]) -> None:
    """Replace the ids of a paper but for those that its DOI and arXiv id stand for."""
    wanted_ids = {identity_key(text): text for text in stated if not text.startswith(OWN_PREFIX)}
    kept_ids = {key: text for key, text in draft.ids.items() if is_real(key) or key in wanted_ids}
    for key in wanted_ids.keys() - kept_ids.keys():
        _require_free(database, draft, key)
    draft.ids = kept_ids | {key: text for key, text in wanted_ids.items() if key not in kept_ids}


def _replace_id(database: Database, draft: Draft, old: str, new: str) -> None:
    """Let a paper answer to a new id in place of an old one, unless that is its first."""
    if old == new:
        return
    _require_free(database, draft, new)
    if old in draft.ids and next(iter(draft.ids)) != old:
        del draft.ids[old]
    if new:
        draft.ids.setdefault(new, new)


def _require_free(database: Database, draft: Draft, key: str) -> None:
    holders = database.column(
        """SELECT p.title FROM identifiers i JOIN papers p ON p.number = i.paper
           WHERE i.key = ? AND i.paper <> ?""",
        key,
        draft.number,
    )
    if holders:
        raise UsageError(
            "{key} belongs to another paper of the library, “{paper}”.",
            key=key,
            paper=holders[0],
            remedy="Merge the two papers if they are the same.",
        )


def _set_citation_key(database: Database, draft: Draft, key: str) -> None:
    if key != draft.citation_key:
        giver = KeyGiver(database)
        giver.look_up([key])
        free = giver.give(key, stated=key.lower() == draft.citation_key.lower())
        if free != key:
            raise UsageError(
                "Another paper has the citation key “{key}”.",
                key=key,
                remedy="“{free}” is available.",
                free=free,
            )
    _state_key(database, draft, key)
    draft.citation_key = key


def _state_key(database: Database, draft: Draft, key: str) -> None:
    """Let a key that a person typed count as stated; one that a file stated stays an alias.

    A key that Cocite would make up itself still is one: that is how an edit is undone.
    """
    extra = draft.record.extra
    stated = stated_key(draft.record)
    if is_stated(extra, key) or is_made_up(key, draft.record, stored_pattern(database)):
        return
    aliases = [stated] if stated else []
    draft.record = replace(draft.record, extra=with_aliases({**extra, FIELD: key}, aliases))


def _arxiv_key(arxiv: str) -> str:
    normal = normal_arxiv(arxiv)
    return f"arxiv:{normal}" if normal else ""
