"""The full texts of papers: what was read of their files, and what waits to be read.

A *reading* belongs to the content of a file, and names the program that made it. The first file
of a paper that can be read is the paper's *full text*: its references, citing sentences and
passages are those of the paper. The reading is kept whole but for the positions on the page, so
that references can find papers that come later without opening the file again.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from core.base.identity import identity_key, title_key
from core.base.library_records import FullText, FullTextPassage, FullTextState
from core.base.messages import Message, restored, stored
from core.base.records import CitingContext, Link, Manuscript, PaperNumber, Reference, Sentence
from core.library.database.connection import Database, as_json
from core.library.store.citations import CitationStore
from core.library.store.papers import Change
from core.manuscript.text.extractor import EXTRACTOR
from core.manuscript.text.serial import from_json, to_json

_LISTED = "SELECT value FROM json_each(?)"
_STARTS_KEPT = 12
_LEAST_KEY = 8
_PASSAGE_CHARS = 1_500  # a paragraph that is longer becomes several passages
_BATCH = 5_000

# A file waits unless this program has read it, it was set aside, or an earlier one serves.
_STATES = """
    SELECT f.number, f.paper, f.path, f.sha256,
           CASE WHEN r.state = 'set aside' OR r.extractor = ?1 THEN r.state ELSE 'waiting' END
               AS state,
           COALESCE(r.reason, '') AS reason
    FROM files f JOIN papers p ON p.number = f.paper AND p.trashed_at IS NULL
    LEFT JOIN readings r ON r.sha256 = f.sha256
"""


class WaitingFile(NamedTuple):
    """A file of a paper that is to be read."""

    paper: PaperNumber
    path: Path
    sha256: str


class FullTextStore:
    """The full texts of one library. Each call that changes something is one transaction."""

    def __init__(
        self, database: Database, citations: CitationStore, extractor: str = EXTRACTOR
    ) -> None:
        self._database = database
        self._citations = citations
        self._extractor = extractor

    # --- what waits -----------------------------------------------------------------------

    def all(self) -> list[FullText]:
        """Return where each file stands; files behind one that could be read are left out."""
        full_texts: list[FullText] = []
        served: set[PaperNumber] = set()
        rows = self._database.rows(f"{_STATES} ORDER BY f.paper, f.number", self._extractor)
        for _, paper, path, _, state, reason in rows:
            if paper not in served:
                full_texts.append(
                    FullText(
                        paper=paper, path=self._absolute(path), state=state, reason=restored(reason)
                    )
                )
            if state == "read":
                served.add(paper)
        return full_texts

    def waiting(self, papers: Sequence[PaperNumber] | None = None) -> list[WaitingFile]:
        """Return the next file of each paper that waits, or of each of these papers.

        A paper's second file waits only once the first has turned out to be unreadable.
        """
        condition = "" if papers is None else f"WHERE paper IN ({_LISTED.replace('?', '?2')})"
        parameters = () if papers is None else (as_json(papers),)
        rows = self._database.rows(
            f"""WITH states AS ({_STATES}), open AS (
                    SELECT * FROM states s WHERE NOT EXISTS (
                        SELECT 1 FROM states e WHERE e.paper = s.paper AND e.number < s.number
                        AND e.state IN ('read', 'waiting')) AND s.state = 'waiting')
                SELECT paper, path, sha256 FROM open {condition} ORDER BY number""",
            self._extractor,
            *parameters,
        )
        return [WaitingFile(paper, self._absolute(path), sha256) for paper, path, sha256 in rows]

    def retry(self, papers: Sequence[PaperNumber]) -> None:
        """Let the files of papers that could not be read, or were set aside, wait again."""
        with self._database.transaction():
            files = f"(SELECT sha256 FROM files WHERE paper IN ({_LISTED}))"
            self._database.execute(
                f"DELETE FROM readings WHERE state <> 'read' AND sha256 IN {files}", as_json(papers)
            )
            self._database.execute(
                f"""UPDATE readings SET extractor = '', reason = ''
                    WHERE reason <> '' AND sha256 IN {files}""",
                as_json(papers),
            )

    def note_failure(self, sha256: str, state: FullTextState, reason: str) -> None:
        """Record that a file could not be read; what was read of it before is kept."""
        with self._database.transaction():
            self._database.execute(
                """INSERT INTO readings (sha256, extractor, state, reason) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (sha256) DO UPDATE SET extractor = ?2, reason = ?4,
                       state = CASE WHEN parsed IS NULL THEN ?3 ELSE 'read' END""",
                sha256,
                self._extractor,
                state,
                stored(reason),
            )

    # --- what was read --------------------------------------------------------------------

    def store(
        self, sha256: str, manuscript: Manuscript, links: Mapping[int, Link], *, settled: bool
    ) -> list[PaperNumber]:
        """Store what was read of a file, and make it the full text of the papers it serves.

        ``settled`` says that the links were looked for with all means.
        """
        with self._database.transaction(), self._database.unrecorded():
            self._database.execute(
                """INSERT INTO readings (sha256, extractor, state, reason, parsed, passages)
                   VALUES (?1, ?2, 'read', '', ?3, ?4)
                   ON CONFLICT (sha256) DO UPDATE SET extractor = ?2, state = 'read', reason = '',
                       parsed = ?3, passages = ?4""",
                sha256,
                self._extractor,
                _packed(_without_positions(manuscript)),
                _packed([list(passage) for passage in _passages(manuscript)]),
            )
            reading = self._database.value("SELECT number FROM readings WHERE sha256 = ?", sha256)
            papers = self._list_served_papers(sha256)
            for paper in papers:
                self._database.execute(
                    """INSERT INTO fulltexts VALUES (?, ?, 1) ON CONFLICT (paper) DO UPDATE
                       SET reading = excluded.reading, unsettled = 1""",
                    paper,
                    reading,
                )
                self.settle(paper, manuscript, links, settled=settled)
        return papers

    def settle(
        self,
        paper: PaperNumber,
        manuscript: Manuscript,
        links: Mapping[int, Link],
        *,
        settled: bool = True,
    ) -> None:
        """Store references, citations and citing sentences of a full text with these links."""
        references = [
            (listed_reference, links.get(listed_reference.index))
            for listed_reference in manuscript.references
        ]
        with self._database.transaction(), self._database.unrecorded():
            self._citations.replace(paper, references, build_contexts(manuscript, links))
            self._database.execute_many(
                "INSERT OR IGNORE INTO reference_keys VALUES (?, ?, ?)",
                [
                    (key, paper, position)
                    for position, (reference, _) in enumerate(references)
                    for key in _reference_keys(reference)
                ],
            )
            self._database.execute(
                "UPDATE fulltexts SET unsettled = ? WHERE paper = ?", not settled, paper
            )

    def manuscript(self, paper: PaperNumber) -> Manuscript | None:
        """Return the full text of a paper as it was read, without positions on the page."""
        packed = self._database.value(
            """SELECT r.parsed FROM fulltexts t JOIN readings r ON r.number = t.reading
               WHERE t.paper = ?""",
            paper,
        )
        return None if packed is None else from_json(_unpacked(packed))

    def page_labels(self, sha256: str) -> tuple[str, ...]:
        """Return the printed numbers of a file's pages; nothing if they are its positions."""
        return _page_labels(self._database, [sha256]).get(sha256, ())

    def passages(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, list[FullTextPassage]]:
        """Return the passages of papers outside the trash, in the order of the text.

        What a person wrote about a paper is text of it too, and comes behind.
        """
        rows = self._database.rows(
            f"""SELECT t.paper, r.passages FROM fulltexts t JOIN readings r ON r.number = t.reading
                JOIN papers p ON p.number = t.paper AND p.trashed_at IS NULL
                WHERE t.paper IN ({_LISTED})""",
            as_json(papers),
        )
        passages_by_paper = {
            paper: [
                FullTextPassage(
                    paper=paper, section=section, page=page, text=text, page_label="".join(label)
                )
                for section, page, text, *label in _unpacked(packed)
            ]
            for paper, packed in rows
        }
        for paper, passages in written_passages(self._database, papers).items():
            passages_by_paper[paper] = passages_by_paper.get(paper, []) + passages
        return passages_by_paper

    def count(self) -> int:
        """Return how many papers have a full text."""
        return int(self._database.value("SELECT COUNT(*) FROM fulltexts"))

    def is_anything_written(self) -> bool:
        """Tell whether there are notes or annotations to search."""
        papers = f"SELECT 1 FROM papers p WHERE p.trashed_at IS NULL AND {HAS_WRITTEN}"
        return bool(self._database.value(f"SELECT EXISTS ({papers})"))

    def revision(self) -> int:
        """Return the number of changes of full texts so far."""
        return int(
            self._database.value("SELECT seq FROM sqlite_sequence WHERE name = 'fulltext_changes'")
            or 0
        )

    def changes(self, since: int, limit: int) -> list[Change]:
        """Return the papers whose passages changed after a revision, the earliest change first."""
        rows = self._database.rows(
            f"""SELECT c.paper, c.number, EXISTS (
                   SELECT 1 FROM papers p WHERE p.number = c.paper AND p.trashed_at IS NULL AND (
                       EXISTS (SELECT 1 FROM fulltexts WHERE paper = p.number) OR {HAS_WRITTEN}))
               FROM fulltext_changes c WHERE c.number > ? ORDER BY c.number LIMIT ?""",
            since,
            limit,
        )
        return [Change(paper, number, bool(present)) for paper, number, present in rows]

    # --- references that may have found their paper ---------------------------------------

    def unsettled(self) -> list[PaperNumber]:
        """Return the papers whose references are to be looked up again."""
        return self._database.column("SELECT paper FROM fulltexts WHERE unsettled ORDER BY paper")

    def matched_since(self) -> dict[PaperNumber, list[int]]:
        """Return open references that papers which came or changed may be, by citing paper."""
        if not self._database.value("SELECT 1 FROM reference_keys LIMIT 1"):
            return {}
        since = self._database.value("SELECT value FROM meta WHERE name = 'relinked'") or 0
        positions_by_paper: dict[PaperNumber, set[int]] = {}
        keys = self._keys_since(since)
        while batch := list(itertools.islice(keys, _BATCH)):
            for paper, position in self._database.rows(
                """SELECT k.paper, k.position FROM json_each(?) asked
                    CROSS JOIN reference_keys k ON k.key = asked.value
                    JOIN bibliography b ON b.paper = k.paper AND b.position = k.position
                    WHERE b.linked IS NULL""",
                as_json(batch),
            ):
                positions_by_paper.setdefault(paper, set()).add(position)
        return {paper: sorted(positions) for paper, positions in positions_by_paper.items()}

    def note_relinked(self, revision: int) -> None:
        """Record that references know the papers up to a revision."""
        with self._database.transaction():
            self._database.execute("INSERT OR REPLACE INTO meta VALUES ('relinked', ?)", revision)

    def _keys_since(self, revision: int) -> Iterator[int]:
        """Yield the keys under which references wait for the papers changed since then."""
        from core.manuscript.references.linking import START

        changed = "revision > ? AND trashed_at IS NULL"
        for title in self._database.column(
            f"SELECT title_key FROM papers WHERE {changed}", revision
        ):
            if len(title) >= _LEAST_KEY:
                yield _hashed(title[:START])
        for key in self._database.column(
            f"""SELECT i.key FROM papers p JOIN identifiers i ON i.paper = p.number
                WHERE {changed} AND (i.key LIKE 'doi:%' OR i.key LIKE 'arxiv:%')""",
            revision,
        ):
            yield _hashed(key)

    def _list_served_papers(self, sha256: str) -> list[PaperNumber]:
        """Return the papers of a file that have no earlier one that could be read."""
        return self._database.column(
            """SELECT f.paper FROM files f WHERE f.sha256 = ? AND NOT EXISTS (
                   SELECT 1 FROM files e JOIN readings r ON r.sha256 = e.sha256
                   WHERE e.paper = f.paper AND e.number < f.number AND r.state = 'read')
               ORDER BY f.paper""",
            sha256,
        )

    def _absolute(self, path: str) -> Path:
        return self._database.folder / path


def give_texts(database: Database) -> None:
    """Let papers have the full text of a file that was read, and of no other; in a transaction."""
    database.execute(
        """DELETE FROM fulltexts WHERE NOT EXISTS (
               SELECT 1 FROM files f JOIN readings r ON r.sha256 = f.sha256
               WHERE f.paper = fulltexts.paper AND r.number = fulltexts.reading)"""
    )
    database.execute(
        """INSERT INTO fulltexts SELECT paper, reading, 1 FROM (
               SELECT f.paper, r.number AS reading, MIN(f.number) FROM files f
               JOIN readings r ON r.sha256 = f.sha256 AND r.state = 'read'
               WHERE f.paper NOT IN (SELECT paper FROM fulltexts) GROUP BY f.paper)"""
    )


def settled_texts(database: Database, papers: Iterable[PaperNumber]) -> list[PaperNumber]:
    """Return those of the papers whose references and citing sentences are of their full text."""
    return database.column(
        f"SELECT paper FROM fulltexts WHERE NOT unsettled AND paper IN ({_LISTED})", as_json(papers)
    )


def take_words(database: Database, papers: Iterable[PaperNumber]) -> None:
    """Take from papers what their full text said of citations, where that is another's by now."""
    remaining_papers = database.column(
        f"""SELECT number FROM papers WHERE number IN ({_LISTED})
            AND number NOT IN (SELECT paper FROM fulltexts)""",
        as_json(papers),
    )
    for paper in remaining_papers:
        CitationStore(database).replace(paper, [], [])


def build_contexts(manuscript: Manuscript, links: Mapping[int, Link]) -> Iterator[CitingContext]:
    """Yield the sentences that cite a paper of the library, with their neighbours."""
    sentences = manuscript.sentences
    for position, sentence in enumerate(sentences):
        cited = tuple(
            dict.fromkeys(
                links[reference].paper
                for marker in sentence.markers
                for reference in marker.references
                if reference in links
            )
        )
        if cited:
            beside = {
                step: sentences[position + step].text
                for step in (-1, 1)
                if _same_section(sentences, position, position + step)
            }
            yield CitingContext(
                text=sentence.text,
                cited=cited,
                section=_heading(manuscript, sentence),
                before=beside.get(-1, ""),
                after=beside.get(1, ""),
                paragraph=sentence.paragraph,
                markers=tuple((marker.start, marker.end) for marker in sentence.markers),
            )


def _passages(manuscript: Manuscript) -> Iterator[tuple[object, ...]]:
    """Yield heading, page and text of each paragraph; long ones come in parts.

    The printed number of the page follows where it is not the position.
    """
    groups = itertools.groupby(manuscript.sentences, key=lambda one: (one.section, one.paragraph))
    for _, group in groups:
        part: list[Sentence] = []
        for sentence in group:
            if (
                part
                and sum(len(earlier_sentence.text) + 1 for earlier_sentence in part)
                + len(sentence.text)
                > _PASSAGE_CHARS
            ):
                yield _passage(manuscript, part)
                part = []
            part.append(sentence)
        yield _passage(manuscript, part)


def _passage(manuscript: Manuscript, part: Sequence[Sentence]) -> tuple[object, ...]:
    text = " ".join(sentence.text for sentence in part)
    page = part[0].page
    passage = (_heading(manuscript, part[0]), page, text)
    label = manuscript.page_name(page)
    return passage if label == str(page + 1) else (*passage, label)


def _same_section(sentences: tuple[Sentence, ...], one: int, other: int) -> bool:
    return 0 <= other < len(sentences) and sentences[one].section == sentences[other].section


def _heading(manuscript: Manuscript, sentence: Sentence) -> str:
    return "" if sentence.section is None else manuscript.sections[sentence.section].title


def _reference_keys(reference: Reference) -> set[int]:
    """Return the keys under which a paper that comes later finds this reference."""
    from core.manuscript.references.linking import START, identifiers, title_starts

    read_key = title_key(reference.title)[:START]
    titles = {read_key, *title_starts(reference, _STARTS_KEPT)}
    ids = (identity_key(external_id) for external_id in identifiers(reference))
    return {_hashed(key) for key in (*titles, *ids) if len(key) >= _LEAST_KEY}


def _hashed(key: str) -> int:
    """Return a key as 63 bits; what shares them by chance is compared in full afterwards."""
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _without_positions(manuscript: Manuscript) -> dict[str, Any]:  # Any: JSON values
    sentences = tuple(replace(sentence, rects=()) for sentence in manuscript.sentences)
    references = tuple(replace(reference, rects=()) for reference in manuscript.references)
    return to_json(replace(manuscript, sentences=sentences, references=references))


def _packed(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def _unpacked(packed: bytes) -> Any:  # noqa: ANN401 - JSON values
    return json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))


# --- what was written about papers, by passage ------------------------------------------
#
# What a person wrote about papers, as passages of them: annotations, notes, remarks.

HAS_WRITTEN = """(p.extra LIKE '%"annote"%' OR EXISTS (SELECT 1 FROM notes WHERE paper = p.number)
    OR EXISTS (SELECT 1 FROM annotations WHERE paper = p.number))"""
"""SQL for: something was written about the paper ``p``."""

_PRESENT = "p.trashed_at IS NULL AND p.number IN (SELECT value FROM json_each(?))"
_NOTE, _ANNOTATION = Message("Note"), Message("Annotation")


def _page_labels(database: Database, sha256s: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the printed numbers of the pages of files that have such, by the file."""
    rows = database.rows(
        f"SELECT sha256, parsed FROM readings WHERE parsed IS NOT NULL AND sha256 IN ({_LISTED})",
        as_json(sha256s),
    )
    labels = {sha256: tuple(_unpacked(parsed).get("page_labels", ())) for sha256, parsed in rows}
    return {sha256: file_labels for sha256, file_labels in labels.items() if file_labels}


def written_passages(
    database: Database, papers: Sequence[PaperNumber]
) -> dict[PaperNumber, list[FullTextPassage]]:
    """Return what was written about papers outside the trash; what has no page has page -1."""
    passages: defaultdict[PaperNumber, list[FullTextPassage]] = defaultdict(list)

    def add(paper: PaperNumber, section: str, page: int, *texts: str, label: str = "") -> None:
        if text := "\n".join(part.strip() for part in texts if part.strip()):
            passages[paper].append(
                FullTextPassage(
                    paper=paper, section=section, page=page, text=text, page_label=label
                )
            )

    listed = as_json(papers)
    rows = database.rows(
        f"""SELECT a.paper, a.sha256, a.places, a.text, a.note FROM annotations a
            JOIN papers p ON p.number = a.paper WHERE {_PRESENT} ORDER BY a.paper, a.number""",
        listed,
    )
    labels_by_file = _page_labels(database, list({sha256 for _, sha256, *_ in rows}))
    for paper, sha256, places, text, note in rows:
        page = int(json.loads(places)[0][0])
        labels = labels_by_file.get(sha256, ())
        label = labels[page] if page < len(labels) else ""
        add(paper, _ANNOTATION, page, text, note, label=label)
    for paper, text in database.rows(
        f"""SELECT n.paper, n.text FROM notes n JOIN papers p ON p.number = n.paper
            WHERE {_PRESENT}""",
        listed,
    ):
        add(paper, _NOTE, -1, text)
    for paper, extra in database.rows(
        f"""SELECT p.number, p.extra FROM papers p
            WHERE {_PRESENT} AND p.extra LIKE '%"annote"%'""",
        listed,
    ):
        remark = json.loads(extra).get("annote")
        add(paper, _NOTE, -1, remark if isinstance(remark, str) else "")
    return dict(passages)
