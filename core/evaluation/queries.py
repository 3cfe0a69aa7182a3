"""Query sets: citing sentences with the papers their authors cited, one JSON object a line."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from core.base.errors import FormatError, UsageError
from core.base.messages import Message
from core.library.store.papers import PaperStore
from core.recommend.context import Passage


class _Line(BaseModel):
    """A line of a file of queries."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: str
    title: str = ""
    abstract: str = ""
    before: list[str] = []
    sentence: str
    after: list[str] = []
    already_cited: list[str] = []
    relevant: list[str]
    self: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A citing sentence; papers are named by their external ids."""

    id: str
    passage: Passage
    relevant: tuple[str, ...]
    already_cited: frozenset[str]
    self_id: str | None

    @property
    def again(self) -> tuple[str, ...]:
        """The relevant papers that the manuscript cited earlier too."""
        return tuple(paper for paper in self.relevant if paper in self.already_cited)

    @property
    def new(self) -> tuple[str, ...]:
        """The relevant papers that the manuscript did not cite earlier."""
        return tuple(paper for paper in self.relevant if paper not in self.already_cited)


def read_queries(path: Path) -> list[Query]:
    """Read a query set, plain or gzip.

    Raises:
        UsageError: the file cannot be opened or holds no query.
        FormatError: a line is no query, or has the id of one before; names the line.
    """
    try:
        queries = list(_queries(path))
    except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise FormatError("“{file}” is damaged: {reason}.", file=path.name, reason=error) from error
    except OSError as error:
        raise UsageError(
            "The query set “{path}” cannot be read: {reason}.", path=path, reason=error.strerror
        ) from error
    if not queries:
        raise UsageError("The query set “{file}” holds no query.", file=path.name)
    return queries


def rename_papers(papers: PaperStore, queries: Sequence[Query]) -> list[Query]:
    """Return the queries with each paper named as the library names it: a merged one has many ids.

    Papers that the library does not have keep the ids they are named by.
    """
    wanted_ids = {
        paper_id for query in queries for paper_id in (*query.relevant, *query.already_cited)
    }
    numbers = papers.resolve_many(wanted_ids)
    public = papers.ids(list(set(numbers.values())))
    names = {paper_id: public[number] for paper_id, number in numbers.items()}
    return [
        replace(
            query,
            relevant=tuple(
                dict.fromkeys(names.get(paper_id, paper_id) for paper_id in query.relevant)
            ),
            already_cited=frozenset(
                names.get(paper_id, paper_id) for paper_id in query.already_cited
            ),
        )
        for query in queries
    ]


def _queries(path: Path) -> Iterator[Query]:
    open_text = gzip.open if path.suffix == ".gz" else open
    known_ids: set[str] = set()
    with open_text(path, "rt", encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            where = Message("Line {line} of “{file}”", line=number, file=path.name)
            query = _query(line, where)
            if query.id in known_ids:
                raise FormatError(
                    "{where} repeats the id “{id}” of an earlier line.",
                    where=where,
                    id=query.id,
                    remedy="Give each query an id of its own.",
                )
            known_ids.add(query.id)
            yield query


def _query(line: str, where: str) -> Query:
    try:
        fields = _Line.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            "{where} is not a query: {key}: {reason}.", where=where, key=key, reason=first["msg"]
        ) from error
    except ValueError as error:
        raise FormatError("{where} is not a JSON object.", where=where) from error
    return Query(
        id=fields.id,
        passage=Passage(
            sentence=fields.sentence,
            title=fields.title,
            abstract=fields.abstract,
            before=tuple(fields.before),
            after=tuple(fields.after),
        ),
        relevant=tuple(dict.fromkeys(fields.relevant)),
        already_cited=frozenset(fields.already_cited),
        self_id=fields.self,
    )
