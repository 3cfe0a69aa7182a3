"""What an editor is told about one document: asked of the library, kept until the text changes.

Nothing here is quick; all of it runs beside what the person types.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import NoSentenceError, UsageError
from core.base.jobs import Job, SilentJob
from core.base.records import PaperRecord
from core.manuscript.bib_file import (
    BibContents,
    BibEntry,
    BibFile,
    find_bibliography,
    list_bibliographies,
)
from core.manuscript.links_out import leads_out, make_link_error
from core.programs.editors import cites
from core.programs.json_forms import Json
from core.programs.requests import DocumentFormat

Ask = Callable[[str, Mapping[str, Any], Job], Json]  # Any: JSON values

COMPLETIONS = 30
ACTIONS = 3
_MOST_CHECKED, _MOST_LINES = 200, 8
_NOTHING = BibContents()
_ENTRY_KEY = re.compile(r"(@\w+\s*\{)[^,\s]*,")


@dataclass(frozen=True, slots=True)
class Choices:
    """How an editor asks: from which chance a gap is told, and with how wide a context."""

    threshold: float
    breadth: float


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it stands in the editor."""

    path: Path
    text: str
    kind: DocumentFormat

    def as_json(self) -> Json:
        """Return what is sent of it."""
        return {"text": self.text, "format": self.kind, "file": str(self.path)}


@dataclass(frozen=True, slots=True)
class Offer:
    """A paper to cite: its id, the key it has or gets in the bibliography, and why it fits."""

    id: str
    key: str
    paper: Json
    why: str = ""
    chance: float = 0.0
    in_file: bool = False


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """A key that is cited and is not in the bibliography, or whose paper was retracted."""

    cited: cites.CitedKey
    kind: str
    text: str


@dataclass(slots=True)
class EditorSession:
    """Answers an editor. Calls block and may come from any thread.

    ``insert_entry`` adds an entry to a bibliography that is open in the editor, by its path.
    """

    ask: Ask
    choices: Choices
    insert_entry: Callable[[Path, str], None] = lambda _path, _entry: None
    _open_bibs: dict[Path, str] = field(default_factory=dict)
    _read_bibs: dict[Path, BibContents] = field(default_factory=dict)
    _files: dict[Path, BibFile] = field(default_factory=dict)
    _offered: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _adding: threading.Lock = field(default_factory=threading.Lock)

    def gaps(self, source: Source, job: Job) -> list[Json]:
        """Return the sentences that need a citation and have none, as far as they are located.

        Raises:
            JobCancelled: a stop was asked for.
        """
        return self.examine(source, job)[1]

    def examine(self, source: Source, job: Job) -> tuple[Json, list[Json]]:
        """Return how well a document was read, and its gaps as far as they are located.

        Raises:
            JobCancelled: a stop was asked for.
        """
        values = {"document": source.as_json(), "threshold": self.choices.threshold}
        answer = self.ask("gaps", values, job)
        return answer["reading"], [gap for gap in answer["gaps"] if gap["span"] is not None]

    def bibliography(self, source: Source) -> BibFile:
        """Return the bibliography of a document."""
        return self._file(find_bibliography(source.path, source.text, source.kind))

    def _file(self, path: Path) -> BibFile:
        with self._lock:
            return self._files.setdefault(path, BibFile(path))

    def contents(self, source: Source) -> BibContents:
        """Return what the bibliography of a document holds, as the editor has it if it is open."""
        return self._read_contents(self.bibliography(source), source)

    def _read_contents(self, file: BibFile, source: Source) -> BibContents:
        """Return what a file holds: nothing where a link leads out of the document's folder."""
        path = file.path.resolve()
        with self._lock:
            text = self._open_bibs.get(path)
            contents = self._read_bibs.get(path)
        if text is None:
            return _NOTHING if leads_out(file.path, source.path) else file.contents()
        if contents is None or contents.text != text:
            contents = BibContents.of(text, path.name)
            with self._lock:
                self._read_bibs[path] = contents
        return contents

    def _refuse_link(self, file: BibFile, source: Source) -> None:
        """Refuse a bibliography that is a link out of the document's folder, unless it is open."""
        if file.path.resolve() not in self._open_bibs and leads_out(file.path, source.path):
            raise make_link_error(file.path)

    def follow_bibliography(self, path: Path, text: str | None) -> None:
        """Read a bibliography from the editor from now on, ``None`` from its file again."""
        path = path.resolve()
        with self._lock:
            if text is None:
                self._open_bibs.pop(path, None)
                self._read_bibs.pop(path, None)
            else:
                self._open_bibs[path] = text

    # --- completions offered to the editor ------------------------------------------------

    def offers(
        self, source: Source, offset: int, limit: int, job: Job | None = None
    ) -> list[Offer]:
        """Return papers for the sentence at an offset, best first.

        Raises:
            JobCancelled: a stop was asked for.
        """
        passage = {"document": source.as_json(), "offset": offset}
        try:
            return self._recommend(source, passage, limit, job)
        except NoSentenceError:
            return []

    def offer_by_words(
        self, source: Source, offset: int, limit: int, job: Job | None = None
    ) -> list[Offer]:
        """Return papers for the words of the sentence at an offset; the document is not read.

        A model that is still being loaded is not waited for.

        Raises:
            JobCancelled: a stop was asked for.
        """
        sentence = cites.find_sentence(source.text, offset, source.kind)
        if not sentence.text:
            return []
        passage = {"text": sentence.text, "before": sentence.before, "after": sentence.after}
        return self._recommend(source, {**passage, "by": "words"}, limit, job)

    def _recommend(
        self, source: Source, passage: Mapping[str, Any], limit: int, job: Job | None
    ) -> list[Offer]:
        values = {
            **passage,
            "limit": limit,
            "breadth": self.choices.breadth,
            "cited": list(self._cited(source).values()),
        }
        answer = self.ask("recommend", values, job or SilentJob())
        file = self.contents(source)
        return [
            self._offer(
                file,
                answer["papers"][suggestion["id"]],
                why=next((reason["text"] for reason in suggestion["reasons"]), ""),
                chance=suggestion["confidence"],
            )
            for suggestion in answer["suggestions"]
        ]

    def completing(self, source: Source, offset: int) -> list[Offer]:
        """Return papers that usually stand beside those of the citation at an offset."""
        group = self._list_group(source, offset)
        ids_by_key = self._cited(source)
        cited_ids = [ids_by_key[key] for key in group if key in ids_by_key]
        if not cited_ids:
            return []
        answer = self.ask("sets", {"papers": cited_ids, "limit": ACTIONS}, SilentJob())
        file = self.contents(source)
        beside = [entry["id"] for entry in answer["beside"]]
        wanted_ids = dict.fromkeys([*(p for one in answer["sets"] for p in one["papers"]), *beside])
        return [
            self._offer(file, answer["papers"][entry])
            for entry in wanted_ids
            if entry not in cited_ids and entry in answer["papers"]
        ][:ACTIONS]

    def matching(self, source: Source, typed: str, offers: Sequence[Offer]) -> list[Offer]:
        """Return the offers that what was typed fits, then what the library has of it.

        Those whose key begins with it come first.
        """
        words = typed.casefold()
        fitting = [offer for offer in offers if words in _collect_words(offer)]
        names = {offer.id for offer in fitting}
        file = self.contents(source)
        papers = [offer for offer in self._searched(typed) if offer["id"] not in names]
        offers = [*fitting, *(self._offer(file, offer) for offer in papers)]
        offers += self.list_own_entries(source, typed, offers)
        return _put_keys_first(offers, words)

    def list_own_entries(self, source: Source, typed: str, offers: Sequence[Offer]) -> list[Offer]:
        """Return the entries of the bibliography that what was typed fits and nothing offers."""
        offered_keys = {offer.key for offer in offers}
        words = typed.casefold()
        own_offers = (
            Offer("", entry.key, _describe_entry(entry), in_file=True)
            for key, entry in self.contents(source).entries.items()
            if key == entry.key and key not in offered_keys
        )
        matches = [offer for offer in own_offers if words in _collect_words(offer)]
        return _put_keys_first(matches, words)[:COMPLETIONS]

    def _searched(self, typed: str) -> list[Json]:
        """Return the papers with what was typed, or what was meant: in words, else in the key."""
        queries = [typed]
        for query in queries:
            answer = self.ask("search", {"query": query, "limit": COMPLETIONS}, SilentJob())
            papers: list[Json] = answer["papers"]
            if papers:
                return papers
            if query is typed:
                queries += [f"key:{typed}", *filter(None, [answer["did_you_mean"]])]
        return []

    def _offer(self, file: BibContents, paper: Json, *, why: str = "", chance: float = 0) -> Offer:
        record = PaperRecord(title=paper["title"], doi=_extract_doi(paper["id"]))
        own_key = file.find_key(record, (paper["key"], *paper.get("other_keys", ())))
        key = own_key or file.free_key(paper["key"])
        with self._lock:
            self._offered[key] = paper["id"]
        return Offer(paper["id"], key, paper, why, chance, own_key is not None)

    # --- citation keys and their papers ---------------------------------------------------

    def find_entry(self, source: Source, offset: int) -> tuple[cites.CitedKey, BibEntry] | None:
        """Return the key at an offset with its entry."""
        entries = self.contents(source).entries
        for cited in cites.cited_keys(source.text, source.kind):
            if cited.start <= offset <= cited.end and cited.key in entries:
                return cited, entries[cited.key]
        return None

    def library_paper(self, entry: BibEntry) -> Json | None:
        """Return the library's paper that an entry is, ``None`` if it has none."""
        ids_by_key = self._find_known_papers([entry])
        if not ids_by_key:
            return None
        return self.ask("paper", {"id": ids_by_key[entry.key], "passages": 0}, SilentJob())

    def find_problems(
        self, source: Source, *, unknown_keys: bool, retractions: bool
    ) -> list[KeyProblem]:
        """Return the cited keys that no bibliography has, and those of retracted papers.

        Where a document names a file that cannot be read here, no key is called unknown.

        Raises:
            UsageError: its bibliography is a link that leads out of its folder.
        """
        self._refuse_link(self.bibliography(source), source)
        cited = cites.cited_keys(source.text, source.kind)
        problems = self._find_unknown_keys(source, cited) if unknown_keys else []
        return [*problems, *(self._find_retracted(source, cited) if retractions else [])]

    def _find_unknown_keys(
        self, source: Source, cited: Sequence[cites.CitedKey]
    ) -> list[KeyProblem]:
        files = list_bibliographies(source.path, source.text, source.kind)
        if not files or not all(
            path.suffix == ".bib" and path.is_file() and not leads_out(path, source.path)
            for path in files
        ):
            return []
        entries = [self._read_contents(self._file(path), source).entries for path in files]
        names = " and ".join(path.name for path in files[:2])
        return [
            KeyProblem(one, "unknown-key", f"“{one.key}” is not in {names}")
            for one in cited
            if not any(one.key in listed for listed in entries)
            and not cites.is_cross_reference(one.key, source.text, source.kind)
        ]

    def _find_retracted(self, source: Source, cited: Sequence[cites.CitedKey]) -> list[KeyProblem]:
        ids_by_key = self._cited(source)
        if not ids_by_key:
            return []
        papers = list(dict.fromkeys(ids_by_key.values()))[:_MOST_CHECKED]
        answer = self.ask("retractions", {"papers": papers}, SilentJob())
        notices = {paper["id"]: paper["notice"] for paper in answer["papers"]}
        return [
            KeyProblem(one, "retracted", describe_notice(notices[ids_by_key[one.key]]))
            for one in cited
            if ids_by_key.get(one.key) in notices
        ]

    def describe_lines(self, source: Source, key: str) -> str:
        """Return the lines, from 1, on which a document cites a key, in words."""
        cited = cites.cited_keys(source.text, source.kind)
        starts = [one.start for one in cited if one.key == key]
        lines = dict.fromkeys(source.text.count("\n", 0, start) + 1 for start in starts)
        listed_lines = ", ".join(map(str, list(lines)[:_MOST_LINES]))
        more = ", …" if len(lines) > _MOST_LINES else ""
        return f"line{'' if len(lines) == 1 else 's'} {listed_lines}{more}" if lines else ""

    def evidence(self, source: Source, offset: int, paper_id: str) -> Json | None:
        """Return what a paper says about the sentence at an offset, ``None`` without a sentence."""
        sentence = cites.find_sentence(source.text, offset, source.kind)
        if not sentence.text:
            return None
        values = {"text": sentence.text, "papers": [paper_id]}
        answer: Json = self.ask("evidence", values, SilentJob())["papers"][0]
        return answer

    def _cited(self, source: Source) -> dict[str, str]:
        """Return the ids of the papers that a document cites, by their keys."""
        entries = self.contents(source).entries
        keys = dict.fromkeys(
            cited_key.key for cited_key in cites.cited_keys(source.text, source.kind)
        )
        return self._find_known_papers([entries[key] for key in keys if key in entries])

    def _find_known_papers(self, entries: list[BibEntry]) -> dict[str, str]:
        papers = [
            {
                "name": bib_entry.key,
                "doi": bib_entry.record.doi,
                "arxiv": bib_entry.record.arxiv,
                "title": bib_entry.record.title,
            }
            for bib_entry in entries
        ]
        if not papers:
            return {}
        ids: dict[str, str] = self.ask("known", {"papers": papers}, SilentJob())["ids"]
        return ids

    @staticmethod
    def _list_group(source: Source, offset: int) -> list[str]:
        cited = cites.cited_keys(source.text, source.kind)
        groups = (
            cited_key.group
            for cited_key in cited
            if cited_key.group[0] <= offset <= cited_key.group[1]
        )
        group = next(groups, None)
        return [cited_key.key for cited_key in cited if cited_key.group == group]

    # --- changes of bibliography and decisions --------------------------------------------

    def add_entry(self, source: Source, key: str, paper: str) -> bool:
        """Add a paper to the bibliography under a key unless it is there; tell if it was added.

        Raises:
            LibraryError: the file cannot be written; it is as it was.
            UsageError: it is a link that leads out of the document's folder.
        """
        file = self.bibliography(source)
        self._refuse_link(file, source)
        with self._adding:
            if key in self._read_contents(file, source).entries:
                return False
            values = {"papers": [paper], "format": "bibtex"}
            text: str = self.ask("cite", values, SilentJob())["text"]
            entry = _ENTRY_KEY.sub(lambda match: f"{match[1]}{key},", text, count=1)
            if file.path.resolve() in self._open_bibs:
                self.insert_entry(file.path.resolve(), entry)
            else:
                file.add(entry)
        return True

    def add_missing(self, source: Source) -> list[str]:
        """Add the papers that were offered and are cited now; return their keys."""
        cited = dict.fromkeys(
            cited_key.key for cited_key in cites.cited_keys(source.text, source.kind)
        )
        offered = [(key, self._offered[key]) for key in cited if key in self._offered]
        return [key for key, paper in offered if self.add_entry(source, key, paper)]

    def not_needed(self, source: Source, sentence: str) -> None:
        """Remember that a sentence needs no citation.

        Raises:
            EngineError: the library may not be written, or the file was never saved.
        """
        if not source.path.is_file():
            raise UsageError(
                "“{file}” is not saved yet, so nothing about it can be remembered.",
                file=source.path.name,
                remedy="Save it and try again.",
            )
        values = {"sentence": sentence, "decision": "not needed", "file": str(source.path)}
        self.ask("decisions", values, SilentJob())


def _describe_entry(entry: BibEntry) -> Json:
    """Return an entry of a bibliography in the form that papers of the library have."""
    record = entry.record
    return {
        "id": "",
        "key": entry.key,
        "title": record.title,
        "authors": list(record.authors),
        "year": record.year,
        "venue": record.venue,
    }


def describe_notice(notice: Json) -> str:
    """Return what was published about a paper, in a sentence."""
    kind = "Retracted" if notice["kind"] == "retracted" else "Expression of concern"
    date = f" on {notice['date']}" if notice["date"] else ""
    reason = f": {notice['reason']}" if notice["reason"] else ""
    return f"{kind}{date}{reason}"


def _put_keys_first(offers: Sequence[Offer], words: str) -> list[Offer]:
    """Return offers in their order, but those whose key begins with what was typed first."""
    return sorted(offers, key=lambda offer: not offer.key.casefold().startswith(words))


def _collect_words(offer: Offer) -> str:
    paper = offer.paper
    keys = [offer.key, *paper.get("other_keys", ())]
    return " ".join([*keys, paper["title"], *paper["authors"]]).casefold()


def _extract_doi(paper: str) -> str:
    return paper.removeprefix("doi:") if paper.removeprefix("doi:").startswith("10.") else ""


def describe_evidence(evidence: Json | None) -> str:
    """Return the nearest passage of a paper and its page, "" where nothing is near."""
    if evidence is None or not evidence["passages"]:
        return ""
    passage = evidence["passages"][0]
    place = f"p. {passage['page_label']}" if passage["page_label"] else "abstract"
    name = "Evidence" if evidence["state"] == "evidence found" else "Related passage"
    return f"\n\n---\n\n**{name}** ({place}): “{passage['text']}”"
