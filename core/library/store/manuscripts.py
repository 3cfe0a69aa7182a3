"""Manuscripts as they were read, and what a person decided about their sentences.

Decisions and corrected links belong to the text of a sentence or of a reference, not to its
position: they outlive a new reading of the file, by a newer program or after an edit.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rapidfuzz import fuzz

from core.base.files import path_text
from core.base.identity import split_into_words
from core.base.messages import Message
from core.base.records import (
    Decision,
    Link,
    Manuscript,
    ManuscriptNumber,
    PaperNumber,
    RecentManuscript,
    Sentence,
    Verdict,
)
from core.library.database.connection import Database
from core.library.store.paper_rows import describe_papers, shortened
from core.manuscript.text.serial import from_json, to_json

_NUMERIC_MARKER = re.compile(r"[\[(]\d[\d,;\s–-]*[\])]")

_CHOICES = """FROM decisions d JOIN papers p ON p.number = d.paper AND p.trashed_at IS NULL
              WHERE d.decision = 'cite' AND d.sentence <> ''"""


class ManuscriptStore:
    """The manuscripts opened with one library. Each change is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, path: Path | None, manuscript: Manuscript, sha256: str) -> ManuscriptNumber:
        """Store what was read and return the manuscript's number; it becomes the most recent.

        The same content, else the same path, is the same manuscript and keeps its decisions;
        those on a sentence that was changed a little move to the sentence as it now is. Typed
        text has no path.
        """
        stored = None if path is None else path_text(path.absolute())
        reading = (sha256, manuscript.extractor)
        with self._database.transaction():
            number = self._find_manuscript(stored, sha256)
            if number is None:
                self._database.execute(
                    """INSERT INTO manuscripts (path, sha256, extractor, title, opened_at, parsed)
                       VALUES (?, ?, ?, ?, ?, ?)""",
                    stored,
                    *reading,
                    manuscript.title,
                    _moment(),
                    _stored(manuscript),
                )
                number = self._database.value("SELECT last_insert_rowid()")
            else:
                if self._reading(number) != reading:
                    self._replace(number, manuscript, sha256)
                self._database.execute(
                    "UPDATE manuscripts SET path = ?, opened_at = ? WHERE number = ?",
                    stored,
                    _moment(),
                    number,
                )
        return ManuscriptNumber(number)

    def cached(self, sha256: str, extractor: str) -> tuple[ManuscriptNumber, Manuscript] | None:
        """Return what this extractor read from a file of this content, ``None`` if nothing."""
        rows = self._database.rows(
            """SELECT number, parsed FROM manuscripts WHERE sha256 = ? AND extractor = ?
               ORDER BY opened_at DESC LIMIT 1""",
            sha256,
            extractor,
        )
        if not rows:
            return None
        number, parsed = rows[0]
        return ManuscriptNumber(number), _restored(parsed)

    def get(self, number: ManuscriptNumber) -> Manuscript:
        """Return a manuscript as it was last read."""
        parsed = self._database.value("SELECT parsed FROM manuscripts WHERE number = ?", number)
        if parsed is None:
            raise ValueError(f"there is no manuscript {number}")
        return _restored(parsed)

    def find_number(self, path: Path) -> ManuscriptNumber | None:
        """Return the manuscript that was last read from a path, ``None`` if none was."""
        number = self._database.value(
            "SELECT number FROM manuscripts WHERE path = ? ORDER BY opened_at DESC LIMIT 1",
            path_text(path.absolute()),
        )
        return None if number is None else ManuscriptNumber(number)

    def recent(self, limit: int) -> list[RecentManuscript]:
        """Return the manuscripts last opened, the latest first."""
        rows = self._database.rows(
            """SELECT number, path, title, opened_at FROM manuscripts
               ORDER BY opened_at DESC, number DESC LIMIT ?""",
            limit,
        )
        return [
            RecentManuscript(
                number=number,
                path=None if path is None else Path(path),
                title=title,
                opened_at=opened_at,
            )
            for number, path, title, opened_at in rows
        ]

    def forget(self, number: ManuscriptNumber) -> None:
        """Remove a manuscript with its decisions; the file itself is left alone."""
        title = self._database.value("SELECT title FROM manuscripts WHERE number = ?", number)
        description = Message(
            "Removed the manuscript “{title}” from the list", title=shortened(title or "")
        )
        with self._database.change(description):
            self._database.execute("DELETE FROM manuscripts WHERE number = ?", number)

    # --- decisions about suggestions ------------------------------------------------------

    def decide(
        self,
        number: ManuscriptNumber,
        sentence: Sentence | str,
        paper: PaperNumber,
        decision: Verdict | None,
    ) -> None:
        """Record a verdict on a paper for a sentence in place of an earlier one, or withdraw it."""
        text = sentence if isinstance(sentence, str) else sentence.text
        key = sentence_key(text)
        with self._database.change(_decided(decision, describe_papers(self._database, [paper]))):
            if decision is None:
                self._database.execute(
                    "DELETE FROM decisions WHERE manuscript = ? AND sentence_key = ? AND paper = ?",
                    number,
                    key,
                    paper,
                )
                return
            self._database.execute(
                """INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                   sentence = excluded.sentence, decision = excluded.decision,
                   decided_at = excluded.decided_at""",
                number,
                key,
                paper,
                text,
                decision,
                _moment(),
            )

    def decide_many(
        self,
        number: ManuscriptNumber,
        sentence: Sentence | str,
        papers: Sequence[PaperNumber],
        decision: Verdict | None,
    ) -> None:
        """Do as ``decide`` for papers, as one action."""
        with self._database.change(_decided(decision, describe_papers(self._database, papers))):
            for paper in papers:
                self.decide(number, sentence, paper, decision)

    def decisions(self, number: ManuscriptNumber) -> list[Decision]:
        """Return the verdicts, the oldest first.

        ``sentence_index`` is the first sentence with that text as the file was last read, or
        ``None`` if it is gone.
        """
        rows = self._database.rows(
            """SELECT sentence_key, sentence, paper, decision, decided_at FROM decisions
               WHERE manuscript = ? ORDER BY decided_at, rowid""",
            number,
        )
        if not rows:
            return []
        index_of: dict[str, int] = {}
        for sentence in self.get(number).sentences:
            index_of.setdefault(sentence_key(sentence.text), sentence.index)
        return [
            Decision(
                sentence_text=text,
                sentence_index=index_of.get(key),
                paper=paper,
                decision=decision,
                decided_at=decided_at,
            )
            for key, text, paper, decision, decided_at in rows
        ]

    def numbers(self) -> list[ManuscriptNumber]:
        """Return all manuscripts, in the order in which they were first opened."""
        rows = self._database.column("SELECT number FROM manuscripts ORDER BY number")
        return [ManuscriptNumber(number) for number in rows]

    def with_choices(self) -> list[ManuscriptNumber]:
        """Return the manuscripts for whose sentences papers were chosen."""
        rows = self._database.column(f"SELECT DISTINCT d.manuscript {_CHOICES} ORDER BY 1")
        return [ManuscriptNumber(number) for number in rows]

    def choices(self) -> int:
        """Return how many papers were chosen for sentences: what a training can learn from."""
        return int(self._database.value(f"SELECT COUNT(*) {_CHOICES}"))

    def revision(self) -> str:
        """Return what changes with every decision, reading and link by hand: a checksum of all."""
        state = [
            self._database.rows(query)
            for query in (
                "SELECT COUNT(*), MAX(decided_at) FROM decisions",
                "SELECT number, sha256, extractor FROM manuscripts ORDER BY number",
                """SELECT manuscript, reference_key, paper FROM corrected_links
                   ORDER BY manuscript, reference_key""",
            )
        ]
        return _hashed(repr(state))[:12]

    def dismiss_gap(
        self, number: ManuscriptNumber, sentence: Sentence | str, *, dismissed: bool = True
    ) -> None:
        """Remember that a sentence needs no citation, or forget it again."""
        text = sentence if isinstance(sentence, str) else sentence.text
        key = sentence_key(text)
        short_text = shortened(text)
        description = (
            Message("Marked “{sentence}” as needing no citation", sentence=short_text)
            if dismissed
            else Message(
                "Removed the mark “needs no citation” from “{sentence}”", sentence=short_text
            )
        )
        with self._database.change(description):
            if dismissed:
                self._database.execute(
                    """INSERT INTO dismissed_gaps VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                       sentence = excluded.sentence, dismissed_at = excluded.dismissed_at""",
                    number,
                    key,
                    text,
                    _moment(),
                )
            else:
                self._database.execute(
                    "DELETE FROM dismissed_gaps WHERE manuscript = ? AND sentence_key = ?",
                    number,
                    key,
                )

    def dismissed_gaps(self, number: ManuscriptNumber) -> frozenset[int]:
        """Return the sentences, as the file was last read, said to need no citation."""
        keys = self.dismissed_keys(number)
        if not keys:
            return frozenset()
        return frozenset(
            sentence.index
            for sentence in self.get(number).sentences
            if sentence_key(sentence.text) in keys
        )

    def dismissed_keys(self, number: ManuscriptNumber) -> frozenset[str]:
        """Return the ``sentence_key`` of each sentence said to need no citation."""
        return frozenset(
            self._database.column(
                "SELECT sentence_key FROM dismissed_gaps WHERE manuscript = ?", number
            )
        )

    # --- links corrected by hand ----------------------------------------------------------

    def links(self, number: ManuscriptNumber) -> dict[int, Link | None]:
        """Return what a person said about references, by position in the list.

        ``None`` says that the reference is none of the library's papers.
        """
        stored = {
            key: None if paper is None else Link(paper, confidence, by_hand=True)
            for key, paper, confidence in self._database.rows(
                """SELECT reference_key, paper, confidence FROM corrected_links
                   WHERE manuscript = ?""",
                number,
            )
        }
        if not stored:
            return {}
        return {
            reference.index: stored[key]
            for reference in self.get(number).references
            if (key := _text_key(reference.text)) in stored
        }

    def set_link(self, number: ManuscriptNumber, reference_index: int, link: Link | None) -> None:
        """Record which paper a reference is, or that it is none of the library's."""
        reference = self.get(number).references[reference_index]
        with self._database.change(_linked(reference.text)):
            self._database.execute(
                """INSERT INTO corrected_links VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                   paper = excluded.paper, confidence = excluded.confidence""",
                number,
                _text_key(reference.text),
                None if link is None else link.paper,
                None if link is None else link.confidence,
            )

    def clear_link(self, number: ManuscriptNumber, reference_index: int) -> None:
        """Forget what a person said about a reference."""
        reference = self.get(number).references[reference_index]
        with self._database.change(_linked(reference.text)):
            self._database.execute(
                "DELETE FROM corrected_links WHERE manuscript = ? AND reference_key = ?",
                number,
                _text_key(reference.text),
            )

    def _reading(self, number: int) -> tuple[str, str]:
        """Return of which content, and by what, the stored reading is."""
        ((sha256, extractor),) = self._database.rows(
            "SELECT sha256, extractor FROM manuscripts WHERE number = ?", number
        )
        return sha256, extractor

    def _replace(self, number: int, manuscript: Manuscript, sha256: str) -> None:
        """Put a new reading in place of the stored one."""
        self._carry_over(ManuscriptNumber(number), manuscript)
        self._database.execute(
            """UPDATE manuscripts SET sha256 = ?, extractor = ?, title = ?, parsed = ?
               WHERE number = ?""",
            sha256,
            manuscript.extractor,
            manuscript.title,
            _stored(manuscript),
            number,
        )

    def _carry_over(self, number: ManuscriptNumber, after: Manuscript) -> None:
        """Let what a person said move to the sentences and entries as they are now worded."""
        stored = {
            key
            for table in ("decisions", "dismissed_gaps")
            for key in self._database.column(
                f"SELECT sentence_key FROM {table} WHERE manuscript = ?", number
            )
        }
        links = set(
            self._database.column(
                "SELECT reference_key FROM corrected_links WHERE manuscript = ?", number
            )
        )
        if not (stored or links):
            return
        before = self.get(number)
        old, new = ([part.text for part in manuscript.sentences] for manuscript in (before, after))
        for text, now in _moves(old, new, stored, _sentence_words):
            for table in ("decisions", "dismissed_gaps"):
                self._database.execute(
                    f"""UPDATE OR IGNORE {table} SET sentence_key = ?, sentence = ?
                        WHERE manuscript = ? AND sentence_key = ?""",
                    sentence_key(now),
                    now,
                    number,
                    sentence_key(text),
                )
        old, new = ([part.text for part in manuscript.references] for manuscript in (before, after))
        for text, now in _moves(old, new, links, _words):
            self._database.execute(
                """UPDATE OR IGNORE corrected_links SET reference_key = ?
                   WHERE manuscript = ? AND reference_key = ?""",
                _text_key(now),
                number,
                _text_key(text),
            )

    def _find_manuscript(self, path: str | None, sha256: str) -> int | None:
        stored_number: int | None = self._database.value(
            "SELECT number FROM manuscripts WHERE sha256 = ? AND (path IS NULL) = ?",
            sha256,
            path is None,
        )
        if stored_number is None and path is not None:
            stored_number = self._database.value(
                "SELECT number FROM manuscripts WHERE path = ?", path
            )
        return stored_number


def _decided(decision: Verdict | None, papers: str) -> Message:
    match decision:
        case "cite":
            return Message("Cited {papers} for a sentence", papers=papers)
        case "reject":
            return Message("Rejected {papers} for a sentence", papers=papers)
        case None:
            return Message("Cleared the decision about {papers}", papers=papers)


def _linked(reference: str) -> Message:
    return Message("Changed the paper linked to “{reference}”", reference=shortened(reference))


def sentence_key(text: str) -> str:
    """Return the form in which a sentence is found again: its words, without numeric markers.

    A bibliography that grows renumbers "[3]" to "[4]"; the sentence is the same.
    """
    return _hashed(_sentence_words(text))


def _moves(
    before: Sequence[str],
    after: Sequence[str],
    keys: Collection[str],
    words: Callable[[str], str],
) -> list[tuple[str, str]]:
    """Return the texts with stored keys that were changed, each with its successor."""
    old, new = ({words(text): text for text in texts} for texts in (before, after))
    wanted_texts = {worded for worded in old if _hashed(worded) in keys}
    moved_texts = successors(list(map(words, before)), list(map(words, after)), wanted_texts)
    return [(old[worded], new[now]) for worded, now in moved_texts.items()]


def _text_key(text: str) -> str:
    return _hashed(_words(text))


def _sentence_words(text: str) -> str:
    return _words(_NUMERIC_MARKER.sub(" ", text))


def _words(text: str) -> str:
    return " ".join(split_into_words(text)) or text


def _hashed(words: str) -> str:
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _moment() -> str:
    return datetime.now(UTC).isoformat()


def _stored(manuscript: Manuscript) -> str:
    return json.dumps(to_json(manuscript), ensure_ascii=False, separators=(",", ":"))


def _restored(stored: str) -> Manuscript:
    return from_json(json.loads(stored))


# --- matching the sentences of two versions of a manuscript -----------------------------
#
# Finds the sentences and entries of a manuscript again after its text was changed a little.
#
# A mended typo or an added word leaves a sentence the one it was: what a person decided about it
# moves along. What has no certain successor stays where it stands.

_LEAST_ALIKE = 90.0
_FARTHEST = 0.15, 5
"""As a share of the manuscript, or in sentences; a like sentence further away is another one."""


def successors(
    before: Sequence[str], after: Sequence[str], wanted_texts: Collection[str]
) -> dict[str, str]:
    """Return for each ``wanted_texts`` text of ``before`` the text of ``after`` that it became.

    Texts are compared as they are given; those that stand in both are themselves and take no
    part. A text with two equally likely successors has none, and none is given out twice.
    """
    lost_texts = {text: index for index, text in enumerate(before) if text in wanted_texts}
    lost_texts = {text: index for text, index in lost_texts.items() if text not in set(after)}
    new = {text: index for index, text in enumerate(after) if text not in set(before)}
    pairs = []
    for text, index in lost_texts.items():
        near = [
            other
            for other, at in new.items()
            if abs(at / len(after) - index / len(before)) <= _FARTHEST[0]
            or abs(at - index) <= _FARTHEST[1]
        ]
        scores = sorted(((fuzz.ratio(text, other), other) for other in near), reverse=True)
        if not scores or scores[0][0] < _LEAST_ALIKE:
            continue
        if len(scores) == 1 or scores[0][0] > scores[1][0]:
            pairs.append((*scores[0], text))
    successor_texts: dict[str, str] = {}
    for _, other, text in sorted(pairs, reverse=True):
        if other not in successor_texts.values():
            successor_texts[text] = other
    return successor_texts
