"""The language server: what an editor asks, answered beside what the person types.

The only module that imports pygls. A change of the text only updates the document and starts a
timer; everything else runs on other threads.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from core.base.errors import EngineError
from core.programs.editors import cites
from core.programs.editors.session import ACTIONS, EditorSession, Offer, Source
from core.programs.json_forms import Json

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE_S = 0.6
"""Without a key pressed, until the sentences of a document are looked at again."""

CITE, COMPLETE, NOT_NEEDED, ADD = (
    f"cocite.{name}" for name in ("cite", "completeGroup", "notNeeded", "addEntry")
)
_SOURCE, _GAP = "Cocite", "needs-citation"
_ABSTRACT = 700


def editor_server(session: EditorSession) -> LanguageServer:
    """Return a server that answers from a session."""
    server = LanguageServer("cocite", importlib.metadata.version("cocite"))
    editor = _Editor(server, session)
    features: list[tuple[str, Callable[..., Any], object]] = [
        (lsp.TEXT_DOCUMENT_DID_OPEN, editor.opened, None),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, editor.changed, None),
        (lsp.TEXT_DOCUMENT_DID_SAVE, editor.saved, None),
        (lsp.TEXT_DOCUMENT_DID_CLOSE, editor.closed, None),
        (
            lsp.TEXT_DOCUMENT_COMPLETION,
            editor.complete,
            lsp.CompletionOptions(trigger_characters=["{", ",", "@", ";"]),
        ),
        (lsp.TEXT_DOCUMENT_HOVER, editor.hover, None),
        (lsp.TEXT_DOCUMENT_DEFINITION, editor.define, None),
        (
            lsp.TEXT_DOCUMENT_CODE_ACTION,
            editor.actions,
            lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
        ),
    ]
    for name, handler, options in features:
        server.feature(name, options)(partial(handler))  # pygls marks what it is given
    for name, command in (
        (CITE, editor.cite),
        (COMPLETE, editor.extend),
        (NOT_NEEDED, editor.not_needed),
        (ADD, editor.add_entry),
    ):
        server.command(name)(partial(command))
    return server


def run(server: LanguageServer) -> None:
    """Serve standard input and output until the editor goes."""
    server.start_io(sys.stdin.buffer, sys.stdout.buffer)


class _Editor:
    """Takes requests of the protocol apart, and puts answers together."""

    def __init__(self, server: LanguageServer, session: EditorSession) -> None:
        self._server, self._session = server, session
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._looking: set[asyncio.Task[None]] = set()

    # --- documents ------------------------------------------------------------------------

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Look at a document that was opened."""
        self._look_soon(params.text_document.uri, 0)

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Look again when the person pauses."""
        self._look_soon(params.text_document.uri, PAUSE_S)

    async def saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        """Add to the bibliography what was taken from an offer and is not in it yet."""
        source = self._source(params.text_document.uri)
        if source is not None:
            await self._off(self._session.add_missing, source)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Take the hints away."""
        uri = params.text_document.uri
        if timer := self._timers.pop(uri, None):
            timer.cancel()
        self._publish(uri, [])

    def _look_soon(self, uri: str, pause: float) -> None:
        if timer := self._timers.get(uri):
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(pause, self._start_looking, uri)

    def _start_looking(self, uri: str) -> None:
        looking = asyncio.ensure_future(self._look(uri))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def _look(self, uri: str) -> None:
        source = self._source(uri)
        if source is None:
            return
        found = await self._off(self._session.gaps, source)
        document = self._server.workspace.get_text_document(uri)
        if found is not None and document.source == source.text:  # else a timer runs again
            self._publish(uri, [_diagnostic(document, gap) for gap in found])

    def _publish(self, uri: str, diagnostics: list[lsp.Diagnostic]) -> None:
        params = lsp.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics)
        self._server.text_document_publish_diagnostics(params)

    # --- what the editor asks -------------------------------------------------------------

    async def complete(self, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        """Return papers for the key that is being typed, ranked by its sentence."""
        uri = params.text_document.uri
        source, document = self._source(uri), self._server.workspace.get_text_document(uri)
        if source is None:
            return None
        offset = document.offset_at_position(params.position)
        if cites.typed_at(source.text, offset, source.kind) is None:
            return None
        found = await self._off(self._session.completions, source, offset)
        if found is None:
            return None
        typed, offers = found
        span = _range(document, (typed.start, offset))
        items = [
            _item(uri, offer, rank, lsp.TextEdit(span, offer.key), typed.text)
            for rank, offer in enumerate(offers)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Return what paper a key names."""
        found = await self._entry(params)
        if found is None:
            return None
        document, cited, entry = found
        paper = await self._off(self._session.library_paper, entry)
        record = entry.record
        told = paper or {
            "title": record.title,
            "authors": list(record.authors),
            "year": record.year,
            "venue": record.venue,
            "abstract": record.abstract,
        }
        said = f"**{told['title']}**\n\n{_line_of(told)}"
        if abstract := told.get("abstract", ""):
            said += f"\n\n{abstract[:_ABSTRACT]}{'…' if len(abstract) > _ABSTRACT else ''}"
        if paper is None:
            said += "\n\n*Not in the library.*"
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, said)
        return lsp.Hover(content, _range(document, (cited.start, cited.end)))

    async def define(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        """Return where a key stands in the bibliography."""
        found = await self._entry(params)
        source = self._source(params.text_document.uri)
        if found is None or source is None:
            return None
        file = self._session.bibliography(source)
        line = await self._off(file.line_of, found[2].key)
        uri = from_fs_path(str(file.path))
        if line is None or uri is None:
            return None
        at = lsp.Position(line, 0)
        return lsp.Location(uri, lsp.Range(at, at))

    async def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return what can be done about a sentence or a citation."""
        uri = params.text_document.uri
        source, document = self._source(uri), self._server.workspace.get_text_document(uri)
        if source is None:
            return []
        found: list[lsp.CodeAction] = []
        gaps = [each for each in params.context.diagnostics if each.code == _GAP]
        for gap in gaps[:1]:
            found += await self._about_gap(uri, source, document, gap)
        offset = document.offset_at_position(params.range.start)
        for offer in await self._off(self._session.completing, source, offset) or []:
            title = f"Complete the group: {_short(offer)}"
            found.append(_action(title, COMPLETE, uri, offset, offer.id, offer.key))
        return found

    async def _about_gap(
        self, uri: str, source: Source, document: TextDocument, gap: lsp.Diagnostic
    ) -> list[lsp.CodeAction]:
        start = document.offset_at_position(gap.range.start)
        end = document.offset_at_position(gap.range.end)
        offers = await self._off(self._session.offers, source, start, ACTIONS) or []
        at = cites.place_to_cite(source.text, (start, end))
        found = [
            _action(f"Cite {_short(each)} here", CITE, uri, at, each.id, each.key, about=gap)
            for each in offers
        ]
        sentence = gap.data if isinstance(gap.data, str) else source.text[start:end]
        return [*found, _action("Not needed here", NOT_NEEDED, uri, sentence, about=gap)]

    # --- commands -------------------------------------------------------------------------

    async def cite(self, uri: str, offset: int, paper: str, key: str) -> None:
        """Cite a paper at an offset, and see that the bibliography has it."""
        source = self._source(uri)
        if source is None or not await self._added(source, key, paper):
            return
        before = source.text[:offset]
        blank = "" if not before or before[-1].isspace() else "~" if source.kind == "latex" else " "
        self._insert(uri, offset, blank + cites.command([key], source.kind), "Cite")

    async def extend(self, uri: str, offset: int, paper: str, key: str) -> None:
        """Add a paper to the citation at an offset."""
        source = self._source(uri)
        if source is None or not await self._added(source, key, paper):
            return
        cited = cites.cited_keys(source.text, source.kind)
        ends = [each.end for each in cited if each.group[0] <= offset <= each.group[1]]
        if ends:
            text = cites.separator(source.kind) + key
            self._insert(uri, max(ends), text, "Complete the group")

    async def not_needed(self, uri: str, sentence: str) -> None:
        """Remember that a sentence needs no citation."""
        source = self._source(uri)
        if source is not None:
            await self._off(self._session.not_needed, source, sentence)
            await self._look(uri)

    async def add_entry(self, uri: str, paper: str, key: str) -> None:
        """See that the bibliography has a paper that was chosen from a completion."""
        source = self._source(uri)
        if source is not None:
            await self._added(source, key, paper)

    async def _added(self, source: Source, key: str, paper: str) -> bool:
        """Add an entry where it is missing; return whether the bibliography has it now."""
        return await self._off(self._session.add_entry, source, key, paper) is not None

    def _insert(self, uri: str, offset: int, text: str, label: str) -> None:
        document = self._server.workspace.get_text_document(uri)
        edit = lsp.TextEdit(_range(document, (offset, offset)), text)
        change = lsp.WorkspaceEdit(changes={uri: [edit]})
        self._server.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(change, label))

    # --- helpers --------------------------------------------------------------------------

    def _source(self, uri: str) -> Source | None:
        """Return a document as it stands now, ``None`` if citations cannot be told in it."""
        path = to_fs_path(uri)
        kind = cites.format_of(path) if path else None
        if path is None or kind is None:
            return None
        return Source(Path(path), self._server.workspace.get_text_document(uri).source, kind)

    async def _entry(
        self, params: lsp.HoverParams | lsp.DefinitionParams
    ) -> tuple[TextDocument, cites.CitedKey, Any] | None:
        uri = params.text_document.uri
        source, document = self._source(uri), self._server.workspace.get_text_document(uri)
        if source is None:
            return None
        offset = document.offset_at_position(params.position)
        found = await self._off(self._session.entry_at, source, offset)
        return None if found is None else (document, *found)

    async def _off(self, work: Callable[..., T], *arguments: object) -> T | None:
        """Do what takes longer on another thread; say what fails, and go on with ``None``."""
        try:
            return await asyncio.to_thread(work, *arguments)
        except EngineError as error:
            self._say(f"{error} {error.remedy}".strip())
        except Exception:
            # The boundary: a bug goes to the log, and the editor goes on.
            logger.exception("A request of an editor failed")
            self._say("Cocite made a mistake; its log says more.")
        return None

    def _say(self, text: str) -> None:
        kind = lsp.MessageType.Warning
        self._server.window_show_message(lsp.ShowMessageParams(kind, text))


def _range(document: TextDocument, span: tuple[int, int]) -> lsp.Range:
    return lsp.Range(*(document.client_position_at_offset(each) for each in span))


def _diagnostic(document: TextDocument, gap: Json) -> lsp.Diagnostic:
    why = f": {gap['reason']}" if gap["reason"] else ""
    return lsp.Diagnostic(
        range=_range(document, gap["span"]),
        message=f"Needs a citation ({gap['chance']:.0%}){why}",
        severity=lsp.DiagnosticSeverity.Hint,
        code=_GAP,
        source=_SOURCE,
        data=gap["text"],
    )


def _item(uri: str, offer: Offer, rank: int, edit: lsp.TextEdit, typed: str) -> lsp.CompletionItem:
    paper = offer.paper
    why = f"\n\n{offer.why}" if offer.why else ""
    return lsp.CompletionItem(
        label=offer.key,
        label_details=lsp.CompletionItemLabelDetails(description=paper["title"]),
        detail=_line_of(paper),
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, f"**{paper['title']}**{why}"),
        kind=lsp.CompletionItemKind.Reference,
        sort_text=f"{rank:04}",
        filter_text=typed or offer.key,
        text_edit=edit,
        command=lsp.Command("Add to the bibliography", ADD, arguments=[uri, offer.id, offer.key]),
    )


def _action(
    title: str, command: str, *arguments: object, about: lsp.Diagnostic | None = None
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title=title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[about] if about else None,
        command=lsp.Command(title, command, arguments=list(arguments)),
    )


def _short(offer: Offer) -> str:
    paper, most = offer.paper, 60
    title = paper["title"]
    shown = title if len(title) <= most else f"{title[:most].rstrip()}…"
    return f"{_who(paper)}: {shown}"


def _who(paper: Json) -> str:
    authors = paper["authors"]
    first = authors[0].rpartition(" ")[2] if authors else "?"
    others = " et al." if len(authors) > 1 else ""
    return f"{first}{others} {paper['year'] or ''}".rstrip()


def _line_of(paper: Json) -> str:
    authors = paper["authors"]
    names = ", ".join(authors[:3]) + (" et al." if len(authors) > 3 else "")
    return ", ".join(part for part in (names, str(paper["year"] or ""), paper["venue"]) if part)
