"""The tools of assistants that speak the Model Context Protocol; the only module with ``mcp``.

An answer is short, and each paper comes with its id and its evidence. What papers say stands under
``from_papers`` alone, apart from what Cocite says: it is data, whatever it tells the assistant.
"""

from __future__ import annotations

import importlib.metadata
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Literal

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import ResourceSecurity
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field as Told  # an assistant reads what is told: it is not translated
from pydantic import ValidationError
from typing_extensions import override

from core.base.errors import EngineError, UnknownPaperError
from core.base.jobs import Job, StoppableJob
from core.programs.assistant_answers import (
    NOTICE,
    AddedPaper,
    AuditAnswer,
    AuditFinding,
    CitationAnswer,
    EvidenceAnswer,
    Gap,
    GapsAnswer,
    GroupsAnswer,
    MarkedPassage,
    NotesAnswer,
    PagesAnswer,
    PaperAnswer,
    PaperEvidence,
    PapersAnswer,
    RecommendAnswer,
    RetractionsAnswer,
    SearchAnswer,
    SetsAnswer,
    SimilarAnswer,
    describe_paper,
    describe_unread,
    name_paper,
    quote_passage,
    shorten,
)
from core.programs.json_forms import Json
from core.programs.requests import DocumentFormat

logger = logging.getLogger(__name__)

Ask = Callable[[str, Mapping[str, Any], Job], Json]  # Any: JSON values

_INSTRUCTIONS = (
    "Cocite answers from the person's own library of papers. Name papers by the id or key in an "
    "answer; cite with its key. Say so when nothing is convincing, and invent no paper. " + NOTICE
)
_REASON, _PASSAGE, _ABSTRACT = 300, 700, 2_000
_REASONS = 2
_PAGES = 5

Limit = Annotated[int, Told(ge=1, le=20, description="As many at most.")]
PaperIds = Annotated[
    list[str], Told(min_length=1, max_length=50, description="Ids or keys of papers.")
]
PaperId = Annotated[str, Told(description="The paper's id, key, DOI or arXiv id.")]
CitationFormat = Literal[
    "latex", "pandoc", "typst", "plain", "bibtex", "biblatex", "ris", "csl", "text", "html"
]

# --- the server ---------------------------------------------------------------------------------


class _Server(MCPServer[None]):
    """Says in plain words which argument is wrong."""

    @override
    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        properties = {
            tool.name: tool.input_schema["properties"] for tool in await self.list_tools()
        }
        unknown_names = arguments.keys() - properties.get(name, arguments).keys()
        if unknown_names:
            known_names = ", ".join(properties[name]) or "none"
            return _fail(f"There is no argument “{min(unknown_names)}”, only: {known_names}.")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                return _fail(explain(error.__cause__))
            if isinstance(error.__cause__, ToolError):  # without the name of the tool before it
                return _fail(str(error.__cause__))
            raise


def _fail(text: str) -> CallToolResult:
    return CallToolResult(content=[_text(text)], is_error=True)


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)


def explain(error: ValidationError) -> str:
    """Return a sentence for each wrong argument."""
    sentences = []
    for detail in error.errors(include_url=False, include_input=False):
        name = ".".join(str(part) for part in detail["loc"])
        reason = detail["msg"][:1].lower() + detail["msg"][1:]
        sentences.append(
            f"The argument “{name}” is missing."
            if detail["type"] == "missing"
            else f"The argument “{name}” is wrong: {reason}."
        )
    return " ".join(sentences)


def assistant_server(ask: Ask, *, allow_writes: bool = False) -> MCPServer[None]:
    """Return the server; ``ask`` answers questions, and may be slow the first time.

    With ``allow_writes`` a manuscript that is audited is kept in the library.
    """
    server = _Server(
        "cocite",
        title="Cocite",
        instructions=_INSTRUCTIONS,
        version=importlib.metadata.version("cocite"),
        log_level="WARNING",
    )
    tools = _Tools(ask, allow_writes=allow_writes)
    for tool, title, writes in (
        (tools.recommend_for_text, "Recommend papers for a text", False),
        (tools.find_gaps, "Find sentences that need a citation", False),
        (tools.complete_set, "Complete a group of citations", False),
        (tools.search_library, "Search the library", False),
        (tools.read_paper, "Read a paper", False),
        (tools.find_evidence, "Find what papers say about a sentence", False),
        (tools.audit_manuscript, "Audit a manuscript", allow_writes),
        (tools.similar_papers, "Find similar papers", False),
        (tools.cite_papers, "Cite papers", False),
        (tools.list_collections, "List collections and tags", False),
        (tools.list_papers, "List papers", False),
        (tools.read_notes, "Read notes and marked passages", False),
        (tools.read_pages, "Read pages of a paper", False),
        (tools.check_retractions, "Check for retractions", False),
    ):
        hints = ToolAnnotations(
            read_only_hint=not writes, destructive_hint=False, open_world_hint=False
        )
        server.add_tool(tool, title=title, annotations=hints, structured_output=True)
    _add_resources(server, tools)
    _add_prompts(server)
    return server


def _add_resources(server: MCPServer[None], tools: _Tools) -> None:
    @server.resource(
        "cocite://papers/{id}",
        name="paper",
        title="A paper",
        description="Record, abstract and first passages of a paper, by its id or key.",
        mime_type="application/json",
    )
    async def read_paper_resource(id: str) -> str:  # noqa: A002 - as in the address
        return await _read_resource(tools.read_paper(id))

    @server.resource(
        "cocite://manuscripts/{path}",
        name="manuscript",
        title="A manuscript",
        description="What is wrong with the citations of a manuscript, by its path.",
        mime_type="application/json",
        security=ResourceSecurity(reject_absolute_paths=False),  # as audit_manuscript reads them
    )
    async def read_manuscript_resource(path: str) -> str:
        return await _read_resource(tools.audit_manuscript(path))


async def _read_resource(answer: Awaitable[object]) -> str:
    """Return an answer of a tool as JSON; a failure is told as it is."""
    try:
        return json.dumps(await answer, ensure_ascii=False)
    except ToolError as error:
        is_unknown = isinstance(error.__cause__, UnknownPaperError)
        raise (ResourceNotFoundError if is_unknown else ResourceError)(str(error)) from error


def _add_prompts(server: MCPServer[None]) -> None:
    @server.prompt(title="Find support for this paragraph")
    def find_support(
        paragraph: Annotated[str, Told(description="The paragraph.")],
    ) -> str:
        """Find papers of the library that support the claims of a paragraph."""
        return (
            "Find support in my library for this paragraph. Call find_gaps for the sentences that "
            "need a citation, recommend_for_text for each, and read_paper where a title alone does "
            "not decide. For each sentence name the key, quote the passage that supports it with "
            f"its page, and say so where nothing is convincing.\n\n{paragraph}"
        )

    @server.prompt(title="Check my references")
    def check_references(
        file: Annotated[str, Told(description="Path of the manuscript.")],
    ) -> str:
        """Check the citations and the reference list of a manuscript."""
        return (
            f"Check the references of my manuscript {file}. Call audit_manuscript, then "
            "check_retractions for the papers that it cites. List what must be corrected first, "
            "each with its sentence or entry, then what is doubtful, then the sentences without "
            "a citation. Change nothing."
        )


def run(server: MCPServer[None]) -> None:
    """Serve standard input and output until the client goes."""
    anyio.run(server.run_stdio_async)


class _Tools:
    """The tools; the first lines of their docstrings are what an assistant chooses by."""

    def __init__(self, ask: Ask, *, allow_writes: bool) -> None:
        self._ask = ask
        self._allow_writes = allow_writes

    async def recommend_for_text(
        self,
        text: Annotated[str, Told(description="A sentence or a short passage.")],
        before: Annotated[str, Told(description="What stands before it.")] = "",
        after: Annotated[str, Told(description="What follows it.")] = "",
        limit: Limit = 5,
        years: Annotated[str, Told(description="As 2010-2019 or -2019.")] = "",
        collection: Annotated[str, Told(description="Only papers of this one.")] = "",
    ) -> RecommendAnswer:
        """Recommend papers of the library to cite for a sentence, with a reason for each."""
        around = {"before": [before] if before else [], "after": [after] if after else []}
        narrowing = {"years": years, "collection": collection}
        answer = await self._answer(
            "recommend", {"text": text, "limit": limit, **around, **narrowing}
        )
        return RecommendAnswer(
            notice=NOTICE,
            convincing=answer["convincing"],
            hidden=answer.get("hidden", 0),
            papers=[
                {
                    "id": suggestion["id"],
                    "key": suggestion["key"],
                    "chance": round(suggestion["confidence"], 2),
                    "from_papers": {
                        **describe_paper(suggestion),
                        "evidence": [
                            {
                                "kind": reason["kind"],
                                "paper": reason["paper_id"],
                                "key": reason["paper_key"],
                                "text": shorten(reason["text"], _REASON),
                            }
                            for reason in suggestion["reasons"][:_REASONS]
                        ],
                    },
                }
                for suggestion in answer["suggestions"]
            ],
        )

    async def find_gaps(
        self,
        text: Annotated[str, Told(description="The text, or the source of the document.")],
        format: Annotated[  # noqa: A002 - the name that an assistant sees
            DocumentFormat, Told(description="What the text is written in.")
        ] = "text",
        limit: Limit = 10,
    ) -> GapsAnswer:
        """Find the sentences of a text that need a citation and have none, the surest first."""
        document = {"text": text, "format": format}
        answer = await self._answer("gaps", {"document": document})
        surest = sorted(answer["gaps"], key=lambda gap: -gap["chance"])
        return GapsAnswer(
            not_read=describe_unread(answer["reading"]),
            sentences=answer["sentences"],
            total=len(surest),
            gaps=[
                Gap(
                    sentence=gap["text"],
                    chance=round(gap["chance"], 2),
                    why=gap["reason"],
                    at=gap["span"],
                )
                for gap in surest[:limit]
            ],
        )

    async def complete_set(
        self,
        papers: PaperIds,
        text: Annotated[str, Told(description="The sentence that cites them.")] = "",
        limit: Limit = 5,
    ) -> SetsAnswer:
        """Find papers that are usually cited together with some, for the same citation."""
        answer = await self._answer("sets", {"papers": papers, "text": text})
        papers_by_id = answer["papers"]
        return SetsAnswer(
            notice=NOTICE,
            sets=[
                {
                    "ids": group["papers"],
                    "keys": group["keys"],
                    "cited_with": group["given"],
                    "cited_with_keys": group["given_keys"],
                    "from_papers": {
                        "titles": [papers_by_id[entry]["title"] for entry in group["papers"]],
                        "evidence": [
                            shorten(reason["text"], _REASON)
                            for reason in group["reasons"][:_REASONS]
                        ],
                    },
                }
                for group in answer["sets"][:limit]
            ],
            cited_beside=[
                {
                    "id": entry["id"],
                    "key": entry["key"],
                    "by_papers": entry["papers"],
                    "in_sentences": entry["sentences"],
                    "from_papers": describe_paper(papers_by_id[entry["id"]]),
                }
                for entry in answer["beside"][:limit]
            ],
        )

    async def search_library(
        self,
        query: Annotated[str, Told(min_length=1, description="Words, fields or a question.")],
        by: Annotated[
            Literal["words", "meaning", "full text"],
            Told(
                description="words also takes author:, title:, year:2019-2022, venue:, doi:; "
                "full text finds passages, with their page."
            ),
        ] = "words",
        limit: Limit = 10,
    ) -> SearchAnswer:
        """Search the papers by words or meaning, or the passages of their full texts."""
        answer = await self._answer("search", {"query": query, "by": by, "limit": limit})
        passages = [quote_passage(entry) for entry in answer.get("passages", [])]
        return SearchAnswer(
            notice=NOTICE,
            total=answer.get("found", len(passages)),
            papers=[name_paper(entry) for entry in answer.get("papers", [])],
            passages=passages,
            did_you_mean=answer.get("did_you_mean", ""),
            note=answer.get("note", ""),
        )

    async def read_paper(
        self,
        id: PaperId,  # noqa: A002
        query: Annotated[str, Told(description="What the passages should be about.")] = "",
        limit: Limit = 3,
    ) -> PaperAnswer:
        """Read the record and abstract of a paper, and passages of its full text."""
        answer = await self._answer("paper", {"id": id, "query": query, "passages": limit})
        return PaperAnswer(
            notice=NOTICE,
            id=answer["id"],
            key=answer["key"],
            retraction=answer.get("notice"),
            from_papers={
                **describe_paper(answer),
                "doi": answer["doi"],
                "arxiv": answer["arxiv"],
                "keywords": answer["keywords"],
                "abstract": shorten(answer["abstract"], _ABSTRACT),
            },
            passages=[quote_passage(passage) for passage in answer["passages"]],
        )

    async def find_evidence(
        self,
        text: Annotated[
            str, Told(min_length=1, max_length=10_000, description="The sentence that cites them.")
        ],
        papers: Annotated[
            list[str], Told(min_length=1, max_length=20, description="Ids of the cited papers.")
        ],
    ) -> EvidenceAnswer:
        """Find the passages of papers nearest to a sentence, with page; check quotations, numbers.

        It does not judge whether the sentence is right: quote the passage, or say what was
        searched.
        """
        answer = await self._answer("evidence", {"text": text, "papers": papers})
        return EvidenceAnswer(
            notice=NOTICE,
            papers=[
                PaperEvidence(
                    id=entry["id"],
                    key=entry["key"],
                    state=entry["state"],
                    searched=entry["searched"],
                    numbers=entry["numbers"],
                    from_papers={
                        **describe_paper(entry),
                        "passages": [
                            {"text": shorten(one["text"], _PASSAGE), "page": one["page_label"]}
                            for one in entry["passages"]
                        ],
                        "quotations": [
                            {
                                "text": one["text"],
                                "state": one["state"],
                                "printed": one["printed"],
                                "differences": one["differences"],
                                "page": one["page_label"],
                            }
                            for one in entry["quotations"]
                        ],
                    },
                )
                for entry in answer["papers"]
            ],
        )

    async def audit_manuscript(
        self,
        file: Annotated[str, Told(description="Path of a PDF, Word, LaTeX or other file.")],
        limit: Limit = 20,
    ) -> AuditAnswer:
        """Check a manuscript's citations and reference list, and find where a citation lacks."""
        values = {"file": file, "store": self._allow_writes}
        answer = await self._answer("audit", values)
        findings = [
            AuditFinding(
                kind=entry["kind"],
                text=entry["text"],
                sentence=entry["sentence"],
                paper_id=entry["paper_id"],
                paper_key=entry["paper_key"],
            )
            for entry in answer["findings"]
        ]
        return AuditAnswer(
            not_read=describe_unread(answer["reading"]),
            sentences=answer["sentences"],
            references=answer["references"],
            references_in_library=answer["references_in_library"],
            findings=findings[:limit],
            more_findings=max(len(findings) - limit, 0),
            gaps=[shorten(entry["text"], _REASON) for entry in answer["gaps"][:limit]],
            more_gaps=max(len(answer["gaps"]) - limit, 0),
        )

    async def similar_papers(self, papers: PaperIds, limit: Limit = 10) -> SimilarAnswer:
        """Find the papers of the library that are most like some, such as to read next."""
        answer = await self._answer("similar", {"papers": papers, "limit": limit})
        return SimilarAnswer(
            notice=NOTICE,
            papers=[
                {**name_paper(entry), "score": entry["score"], "by": entry["by"]}
                for entry in answer["papers"]
            ],
        )

    async def cite_papers(
        self,
        papers: PaperIds,
        format: Annotated[  # noqa: A002 - the name that an assistant sees
            CitationFormat,
            Told(
                description="latex, pandoc, typst and plain are inserted in a text; bibtex, "
                "biblatex, ris and csl are entries of a file; text and html formatted references."
            ),
        ] = "bibtex",
        style: Annotated[
            str, Told(description="Citation style of formatted references, such as apa or ieee.")
        ] = "",
    ) -> CitationAnswer:
        """Get what cites papers: a command for the text, .bib entries, or formatted references."""
        values = {"papers": papers, "format": format, "style": style}
        answer = await self._answer("cite", values)
        return CitationAnswer(format=answer["format"], text=answer["text"])

    async def list_collections(self) -> GroupsAnswer:
        """List the collections and tags of the library, with how many papers each has."""
        answer = await self._answer("groups", {})
        return GroupsAnswer(
            papers=answer["papers"], collections=answer["collections"], tags=answer["tags"]
        )

    async def list_papers(
        self,
        collection: Annotated[str, Told(description="Name of a collection.")] = "",
        tag: Annotated[str, Told(description="Name of a tag.")] = "",
        limit: Annotated[int, Told(ge=1, le=100, description="As many at most.")] = 20,
        offset: Annotated[int, Told(ge=0, description="How many to leave out.")] = 0,
    ) -> PapersAnswer:
        """List the papers of a collection, a tag or the library, those added last first."""
        values = {"collection": collection, "tag": tag, "limit": limit, "offset": offset}
        answer = await self._answer("list", values)
        papers: list[AddedPaper] = [
            {**name_paper(entry), "added": entry["added"]} for entry in answer["papers"]
        ]
        return PapersAnswer(notice=NOTICE, total=answer["found"], papers=papers)

    async def read_notes(self, paper: PaperId) -> NotesAnswer:
        """Read the person's note on a paper, what they marked in its PDF, and its groups."""
        answer = await self._answer("notes", {"paper": paper})
        return NotesAnswer(
            id=answer["id"],
            key=answer["key"],
            collections=answer["collections"],
            tags=answer["tags"],
            note=answer["note"],
            annotations=[
                MarkedPassage(
                    page=entry["page"],
                    colour=entry["colour"],
                    text=entry["text"],
                    note=entry["note"],
                )
                for entry in answer["annotations"]
            ],
        )

    async def read_pages(
        self,
        paper: PaperId,
        first: Annotated[int, Told(ge=1, description="First page, counted from 1.")] = 1,
        last: Annotated[int, Told(ge=0, description="Last page; 0 for the first alone.")] = 0,
    ) -> PagesAnswer:
        """Read the full text of pages of a paper, up to five at a time."""
        last_page = min(max(last, first), first + _PAGES - 1)
        answer = await self._answer("pages", {"paper": paper, "first": first, "last": last_page})
        return PagesAnswer(
            notice=NOTICE,
            id=answer["id"],
            key=answer["key"],
            last_page=answer["last_page"],
            pages=[
                {"page": page["page"], "label": page["page_label"], "from_papers": page["text"]}
                for page in answer["pages"]
            ],
        )

    async def check_retractions(
        self,
        papers: Annotated[
            list[str] | None,
            Told(max_length=50, description="Ids or keys; without them the whole library."),
        ] = None,
    ) -> RetractionsAnswer:
        """Find which papers were retracted or stand under an expression of concern."""
        answer = await self._answer("retractions", {"papers": papers or []})
        return RetractionsAnswer(
            notice=NOTICE,
            checked=answer["checked"],
            papers=[
                {**name_paper(entry), "retraction": entry["notice"]} for entry in answer["papers"]
            ],
        )

    async def _answer(self, question: str, values: Json) -> Json:
        job = StoppableJob()
        try:
            return await anyio.to_thread.run_sync(
                self._ask, question, values, job, abandon_on_cancel=True
            )
        except EngineError as error:
            raise ToolError(f"{error} {error.remedy}".strip()) from error
        finally:
            job.stop()  # whoever asked may have taken the question back
