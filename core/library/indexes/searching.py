"""Search as one types: combines the keyword index with what the database holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rapidfuzz.distance import OSA

from core.base.identity import doi_key, normal_arxiv
from core.base.records import Paper, PaperNumber
from core.library.database.connection import Database
from core.library.indexes.folding import has_runs
from core.library.indexes.typed import HELD
from core.library.indexes.words import WordIndex
from core.library.store.papers import PaperStore
from core.library.store.search_text import Field, Part, SearchQuery, parse

_LEAST_LETTERS = 4
_MANY_LETTERS = 8
_MOST_WORDS = 8

_LIKE = "LIKE ? ESCAPE '\\'"
_GROUPED = f"""p.number IN (SELECT m.paper FROM {{0}}_papers m JOIN {{0}}s g ON g.number = m.{{0}}
               WHERE ' ' || replace(g.name, '-', ' ') {_LIKE})"""
_CONDITIONS: dict[Field, str] = {
    "": f"(p.title {_LIKE} OR p.author_key {_LIKE} OR p.abstract {_LIKE})",
    "title": f"p.title {_LIKE}",
    "author": f"""p.number IN (SELECT a.paper FROM authorship a JOIN people w
                  ON w.number = a.person WHERE w.name {_LIKE})""",
    "venue": f"p.venue IN (SELECT v.number FROM venues v WHERE v.name {_LIKE})",
    "keyword": f"""p.number IN (SELECT m.paper FROM paper_keywords m JOIN keywords k
                   ON k.number = m.keyword WHERE k.name {_LIKE})""",
    "tag": _GROUPED.format("tag"),
    "collection": _GROUPED.format("collection"),
    "key": """((p.citation_key >= ? AND p.citation_key < ?) OR p.number IN (
               SELECT paper FROM key_aliases WHERE alias >= ? AND alias < ?))""",
    "doi": "p.number IN (SELECT paper FROM identifiers WHERE key >= ? AND key < ?)",
    "arxiv": "p.number IN (SELECT paper FROM identifiers WHERE key >= ? AND key < ?)",
    "year": "p.year BETWEEN ? AND ?",
}


class Searching:
    """Finds the papers of one library. Safe from any thread."""

    def __init__(self, database: Database, papers: PaperStore, words: WordIndex) -> None:
        self._database = database
        self._papers = papers
        self._words = words

    def find(self, text: str | SearchQuery, *, limit: int) -> list[PaperNumber]:
        """Find papers by what was typed, best first.

        While the index is built, those it does not hold yet come last, the latest first.
        """
        query = parse(text) if isinstance(text, str) else text
        if not query.parts:
            return []
        if not self._words.is_whole(self._papers):
            return self._find_meanwhile(query, limit)
        return self._find_indexed(query, limit)

    def _find_indexed(self, query: SearchQuery, limit: int) -> list[PaperNumber]:
        stored = [part for part in query.parts if part.field not in (*HELD, "year")]
        wanted_parts = [part for part in stored if not part.without]
        barred = frozenset(chain.from_iterable(map(self._of, set(stored) - set(wanted_parts))))
        allowed = self._chosen(wanted_parts) if wanted_parts else None
        return self._words.search_typed(query, limit=limit, allowed=allowed, barred=barred)

    def _find_meanwhile(self, query: SearchQuery, limit: int) -> list[PaperNumber]:
        """Find what the index holds, and only where that is not enough, what it lacks."""
        revision = self._words.revision
        indexed_papers = self._find_indexed(query, limit)
        if len(indexed_papers) >= limit:
            return indexed_papers
        where, parameters = _make_condition(query.parts)
        changed_papers = self._database.column(
            f"""SELECT p.number FROM papers p INDEXED BY papers_by_revision
                WHERE {where} AND p.revision > ?
                ORDER BY p.revision DESC LIMIT ?""",
            *parameters,
            revision,
            limit,
        )
        return list(dict.fromkeys((*indexed_papers, *changed_papers)))[:limit]

    def restricted(self, text: str) -> tuple[str, frozenset[PaperNumber] | None]:
        """Return what is asked for without fields, and the papers that the fields leave.

        ``None`` are all papers. For searches that have their own way with words.
        """
        query = parse(text)
        narrowing = query.narrowing()
        if not narrowing.parts:
            return text, None
        everything = max(self._papers.count(), 1)
        return query.plain_text(), frozenset(self.find(narrowing, limit=everything))

    def did_you_mean(self, text: str) -> str:
        """Return the text with misspelt words as the library spells them, if that finds something.

        "" if there is nothing better. A word is misspelt if no paper has it, or begins one so.
        """
        if not self._words.is_whole(self._papers):
            return ""
        better = parse(text).text
        for start, end, word in reversed(list(self._better_words(parse(text).parts))):
            better = f"{better[:start]}{word}{better[end:]}"
        changed = better != text
        return better.strip() if changed and self.find(f"{better} ", limit=1) else ""

    # --- in the database ------------------------------------------------------------------

    def _chosen(self, parts: Sequence[Part]) -> frozenset[PaperNumber]:
        """Return the papers outside the trash that all of these parts hold for."""
        where, parameters = _make_condition(parts)
        paper_numbers = self._database.integers(
            f"SELECT p.number FROM papers p WHERE {where}", *parameters
        )
        return frozenset(map(PaperNumber, paper_numbers))

    def _of(self, part: Part) -> frozenset[PaperNumber]:
        return self._chosen([replace(part, without=False)])

    # --- corrections of misspelt words ----------------------------------------------------

    def _better_words(self, parts: Sequence[Part]) -> Iterator[tuple[int, int, str]]:
        for part in parts[:_MOST_WORDS]:
            if part.without or part.years is not None:
                continue
            if part.field in ("tag", "collection"):
                yield from self._better_group(part)
            elif part.field in HELD:
                for word, start, end in self._words.typed_words(part.words)[:_MOST_WORDS]:
                    better = self._better_word(word, part.field)
                    if better:
                        yield part.start + start, part.start + end, better

    def _better_word(self, word: str, field: Field) -> str:
        if len(word) < _LEAST_LETTERS or word.isdigit() or has_runs(word):
            return ""
        if self._is_known(word, field):
            return ""
        for distance in (1, 2) if len(word) >= _MANY_LETTERS - 2 else (1,):
            papers = self._words.resembling(word, field, distance=distance)
            near = {
                typed_word
                for paper in self._papers.get_many(papers)
                for typed_word, *_ in self._words.typed_words(_get_field_text(paper, field))
                if OSA.distance(word, typed_word, score_cutoff=distance) <= distance
            }
            if near:
                return max(near, key=lambda typed_word: self._merit(word, typed_word, field))
        return ""

    def _merit(self, word: str, other: str, field: Field) -> tuple[int, bool, int, str]:
        frequency = self._words.typed_frequency(other, field)
        return -OSA.distance(word, other), word[0] == other[0], frequency, other

    def _is_known(self, word: str, field: Field) -> bool:
        part = Part(field, word, 0, len(word), open=True)
        return bool(self._words.search_typed(SearchQuery(word, (part,)), limit=1))

    def _better_group(self, part: Part) -> Iterator[tuple[int, int, str]]:
        if self._of(part):
            return
        names = self._database.column(f"SELECT name FROM {part.field}s")
        most = max(1, len(part.words) // 4)
        near = [(OSA.distance(part.words.lower(), str(name).lower()), name) for name in names]
        if near and min(near)[0] <= most:
            name = min(near)[1]
            yield part.start, part.end, name if part.phrase or " " not in name else f'"{name}"'


def _make_condition(parts: Sequence[Part]) -> tuple[str, list[object]]:
    """Return the condition that all of these parts hold outside the trash, and its parameters."""
    conditions = ["p.trashed_at IS NULL"]
    parameters: list[object] = []
    for part in parts:
        texts = part.words.split() if part.field == "" and not part.phrase else [part.words]
        for words in texts:
            sign = "NOT " if part.without else ""
            conditions.append(f"{sign}({_CONDITIONS[part.field]})")
            parameters += _list_parameters(replace(part, words=words))
    return " AND ".join(conditions), parameters


def _list_parameters(part: Part) -> tuple[object, ...]:
    """Return the parameters of a part's condition."""
    if part.years is not None:
        return part.years
    if part.field == "key":
        return (part.words, f"{part.words}\U0010ffff") * 2
    if part.field in ("doi", "arxiv"):
        key = _identity_key(part.field, part.words.lower())
        return key, f"{key}\U0010ffff"
    words = part.words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    if part.field in ("tag", "collection"):
        words = f" {words.replace('-', ' ')}"  # the beginning of a word of the name
    return (f"%{words}%",) * (3 if part.field == "" else 1)


def _identity_key(field: Field, typed: str) -> str:
    """Return the beginning of the keys that an id, or its beginning, has."""
    if field == "arxiv":
        return f"arxiv:{normal_arxiv(typed) or typed}"
    return doi_key(typed) or f"doi:{typed}"


def _get_field_text(paper: Paper, field: Field) -> str:
    """Return what a field of the index holds of a paper."""
    field_texts: dict[Field, Sequence[str]] = {
        "title": (paper.title,),
        "author": paper.signers,
        "venue": (paper.venue,),
        "keyword": paper.keywords,
        "": (paper.title, paper.abstract, *paper.signers, *paper.keywords, paper.venue),
    }
    return " ".join(field_texts[field])
