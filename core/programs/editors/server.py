"""The language server: what an editor asks, answered beside what the person types.

The only module that imports pygls. A change of the text only updates the document and starts a
timer; everything else runs on other threads. Gaps are looked for once for each document at a time,
on threads of their own, and a change of the text stops that: completion and hover go first.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import from_fs_path, to_fs_path
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import JobCancelled, StoppableJob
from core.manuscript.bib_file import BibEntry
from core.programs.editors import cites
from core.programs.editors.diagnostics import (
    GAP,
    list_hints,
    list_problems,
    reading_diagnostics,
    to_range,
)
from core.programs.editors.drafts import Draft, Unit
from core.programs.editors.session import (
    ACTIONS,
    COMPLETIONS,
    EditorSession,
    Offer,
    Source,
    describe_evidence,
    describe_notice,
)
from core.programs.json_forms import Json

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE_S = 0.6
"""Without a key pressed, until the sentences of a document are looked at again."""

SOON_S = 0.05
"""Until what was typed is completed from the library alone: papers for the sentence take longer."""

READING_S = 0.3
"""Until papers are offered for the words of a sentence alone: its document takes longer to read."""

_AT_ONCE, _AT_LEISURE = 6, 2
"""Threads for what the person waits for, and for gaps."""

_SWITCH_S = 0.001
"""For which a thread that looks for gaps keeps the others waiting; Python's own is 5 ms."""

_SAY_AGAIN_S = 300.0

CITE, COMPLETE, NOT_NEEDED, ADD = (
    f"cocite.{name}" for name in ("cite", "completeGroup", "notNeeded", "addEntry")
)
_ABSTRACT = 700
SWITCHES = ("gaps", "unknownKeys", "retractions")
"""Kinds of diagnostics, each with the name of the setting that turns it off."""


class _Protocol(LanguageServerProtocol):
    """Answers a request whose parameters are wrong with an error, which pygls leaves open."""

    @override
    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                reason = str(error.__cause__ or error).partition("\n")[0]
                refusal = JsonRpcInvalidParams(f"The parameters are wrong: {reason}")
                self._send_response(data["id"], error=refusal.to_response_error())
                raise _AnsweredError from error
            raise


class _AnsweredError(Exception):
    """A request that was refused already."""


class EditorServer(LanguageServer):
    """A language server that can leave its work unfinished.

    ``exit_code`` is 1 if an editor let it exit without shutting it down first.
    """

    def __init__(self) -> None:
        version = importlib.metadata.version("cocite")
        super().__init__("cocite", version, protocol_cls=_Protocol)
        self.stop_work: Callable[[], None] = lambda: None
        self.exit_code = 0
        self._is_shut_down = False
        self.feature(lsp.SHUTDOWN)(lambda _: self._shut_down())
        self.feature(lsp.EXIT)(lambda *_: self._note_exit())

    @override
    def report_server_error(self, error: Exception, source: Any) -> None:
        if not isinstance(error, _AnsweredError):
            super().report_server_error(error, source)

    def _shut_down(self) -> None:
        self._is_shut_down = True

    def _note_exit(self) -> None:
        self.exit_code = 0 if self._is_shut_down else 1


def editor_server(session: EditorSession) -> EditorServer:
    """Return a server that answers from a session."""
    server = EditorServer()
    editor = _Editor(server, session)
    server.stop_work = editor.stop
    features: list[tuple[str, Callable[..., Any], object]] = [
        (lsp.INITIALIZE, editor.initialized, None),
        (lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, editor.configured, None),
        (lsp.TEXT_DOCUMENT_DID_OPEN, editor.opened, None),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, editor.changed, None),
        (lsp.TEXT_DOCUMENT_DID_SAVE, editor.saved, None),
        (lsp.TEXT_DOCUMENT_DID_CLOSE, editor.closed, None),
        (
            lsp.TEXT_DOCUMENT_COMPLETION,
            editor.complete,
            lsp.CompletionOptions(trigger_characters=["{", ",", "@", ";", "`"]),
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


def run(server: EditorServer) -> None:
    """Serve standard input and output until the editor goes."""
    sys.setswitchinterval(_SWITCH_S)
    try:
        server.start_io(sys.stdin.buffer, sys.stdout.buffer)
    finally:
        server.stop_work()
    if server.exit_code:
        sys.exit(server.exit_code)


@dataclass(slots=True)
class _Run:
    """Work on a text, which is stopped when the text is another one."""

    job: StoppableJob = field(default_factory=StoppableJob)
    task: asyncio.Task[Any] | None = None  # Any: what the work brings

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin the work."""
        self.task = task = asyncio.ensure_future(work)
        return task


@dataclass(slots=True)
class _Offered:
    """The papers for a citation that is being typed, which stay while its key grows."""

    text: str
    at: int
    job: StoppableJob
    task: asyncio.Task[list[Offer] | None]


class _Editor:
    """Takes requests of the protocol apart, and puts answers together."""

    def __init__(self, server: LanguageServer, session: EditorSession) -> None:
        self._server, self._session = server, session
        self._drafts: dict[str, Draft] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._runs: dict[str, _Run] = {}
        self._offered: dict[str, _Offered] = {}
        self._at_once = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="editor")
        self._at_leisure = ThreadPoolExecutor(_AT_LEISURE, thread_name_prefix="gaps")
        self._shown_messages: dict[str, tuple[str, float]] = {}
        self._switches = dict.fromkeys(SWITCHES, True)
        self._has_model = False
        self._loop: asyncio.AbstractEventLoop | None = None
        session.insert_entry = self._insert_entry

    # --- what the person switched on ------------------------------------------------------

    def initialized(self, params: lsp.InitializeParams) -> None:
        """Take the switches that the editor sends at the beginning."""
        self._loop = asyncio.get_running_loop()
        self._set_switches(params.initialization_options)

    def configured(self, params: lsp.DidChangeConfigurationParams) -> None:
        """Take switches that the person changed, and look at all documents again."""
        self._set_switches(params.settings)
        for uri in self._drafts:
            self._schedule_look(uri, 0)

    def _set_switches(self, settings: object) -> None:
        values = _to_mapping(settings)
        values = _to_mapping(values.get("cocite", values))
        for name in SWITCHES:
            if isinstance(values.get(name), bool):
                self._switches[name] = values[name]

    # --- following the documents that the editor opens ------------------------------------

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Look at a document that was opened."""
        unit: Unit = "utf-16"
        match self._server.workspace.position_encoding:
            case lsp.PositionEncodingKind.Utf8:
                unit = "utf-8"
            case lsp.PositionEncodingKind.Utf32:
                unit = "utf-32"
        uri = params.text_document.uri
        self._drafts[uri] = Draft(params.text_document.text, unit)
        if not self._follow_bibliography(uri):
            self._schedule_look(uri, 0)

    def _follow_bibliography(self, uri: str, *, is_open: bool = True) -> bool:
        """Take a bibliography over as the editor has it; say whether the document is one."""
        path = to_fs_path(uri)
        if path is None or Path(path).suffix.lower() != ".bib":
            return False
        draft = self._drafts.get(uri)
        self._session.follow_bibliography(Path(path), draft.text if draft and is_open else None)
        for other in self._drafts:
            if other != uri:
                self._schedule_look(other, PAUSE_S)
        return True

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Take the change over, and look again when the person pauses."""
        uri = params.text_document.uri
        draft = self._drafts.get(uri)
        if draft is None:
            return
        for change in params.content_changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                draft = draft.edited(
                    (start.line, start.character), (end.line, end.character), change.text
                )
            else:
                draft = Draft(change.text, draft.unit)
        self._drafts[uri] = draft
        if not self._follow_bibliography(uri):
            self._schedule_look(uri, PAUSE_S)

    async def saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        """Add to the bibliography what was taken from an offer and is not in it yet."""
        source = self._source(params.text_document.uri)
        if source is not None:
            await self._off(self._session.add_missing, source, aloud=True)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Take the hints away."""
        uri = params.text_document.uri
        self._drafts.pop(uri, None)
        self._follow_bibliography(uri, is_open=False)
        if timer := self._timers.pop(uri, None):
            timer.cancel()
        if run := self._runs.pop(uri, None):
            run.job.stop()
        if offered := self._offered.pop(uri, None):
            offered.job.stop()
        self._publish(uri, [])

    def stop(self) -> None:
        """Stop what runs: nobody waits for it any more."""
        for run in self._runs.values():
            run.job.stop()
        for offered in self._offered.values():
            offered.job.stop()

    def _schedule_look(self, uri: str, pause: float) -> None:
        if timer := self._timers.get(uri):
            timer.cancel()
        if run := self._runs.get(uri):
            run.job.stop()  # what it finds is of a text that is there no more
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(pause, self._start_looking, uri)

    def _start_looking(self, uri: str) -> asyncio.Task[None]:
        before, run = self._runs.get(uri), _Run()
        self._runs[uri] = run
        return run.begin(self._look(uri, run.job, before))

    async def _look(self, uri: str, job: StoppableJob, before: _Run | None) -> None:
        """Look for gaps, after the run before this one has ended."""
        if before is not None and before.task is not None:
            before.job.stop()
            await asyncio.wait([before.task])
        source, draft = self._source(uri), self._drafts.get(uri)
        if source is None or draft is None or job.is_stopped:
            return
        problems = await self._off(self._find_problems, source, draft, pool=self._at_leisure) or []
        if problems and not job.is_stopped:
            self._publish(uri, problems)
        if not self._switches["gaps"]:
            self._publish(uri, problems)
            return
        answer = await self._off(self._session.examine, source, job, pool=self._at_leisure)
        if answer is None or job.is_stopped:
            return
        reading, gaps = answer
        hints = await self._off(list_hints, draft, gaps, pool=self._at_leisure)
        if hints is not None and not job.is_stopped:  # else a timer runs again
            self._publish(uri, [*reading_diagnostics(reading), *problems, *hints])

    def _find_problems(self, source: Source, draft: Draft) -> list[lsp.Diagnostic]:
        problems = self._session.find_problems(
            source,
            unknown_keys=self._switches["unknownKeys"],
            retractions=self._switches["retractions"],
        )
        return list_problems(draft, problems)

    def _publish(self, uri: str, diagnostics: list[lsp.Diagnostic]) -> None:
        params = lsp.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics)
        self._server.text_document_publish_diagnostics(params)

    # --- what the editor asks -------------------------------------------------------------

    async def complete(self, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        """Return papers for the key that is being typed, ranked by its sentence."""
        uri = params.text_document.uri
        source, draft = self._source(uri), self._drafts.get(uri)
        if source is None or draft is None:
            return None
        offset = _to_offset(draft, params.position)
        typed = cites.find_typed_key(source.text, offset, source.kind)
        if typed is None:
            return None
        text = cites.without_citation(source.text, typed, offset, source.kind)
        bare = Source(source.path, text, source.kind)
        offers = await self._find_offers(uri, bare, typed)
        if typed.text:
            offers = await self._off(self._session.matching, source, typed.text, offers or [])
        elif offers is not None:
            own = await self._off(self._session.list_own_entries, source, "", offers)
            offers = [*offers, *(own or [])]
        if offers is None:  # it failed, which was said, or the text is another one by now
            return lsp.CompletionList(is_incomplete=True, items=[])
        span = to_range(draft, (typed.start, offset))
        file = self._session.bibliography(source).path.name
        items = [
            _item(uri, offer, rank, lsp.TextEdit(span, offer.key), typed.text, file)
            for rank, offer in enumerate(offers)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    async def _find_offers(
        self, uri: str, source: Source, typed: cites.Typed
    ) -> list[Offer] | None:
        """Return papers for the sentence of a citation, ``None`` if they are not there in time.

        For a citation without any letter there is always time, but not to read the document, nor
        to load the model at the beginning.
        """
        offering = self._offering(uri, source, typed.group)
        job = self._offered[uri].job
        pause = READING_S if self._has_model and not typed.text else SOON_S
        await asyncio.wait([offering], timeout=pause)
        if not (offering.done() or typed.text):
            work = self._off(self._session.offer_by_words, source, typed.group, COMPLETIONS, job)
            by_words = asyncio.ensure_future(work)
            await asyncio.wait([offering, by_words], return_when=asyncio.FIRST_COMPLETED)
            if not offering.done() and (offers := by_words.result()):
                return offers
            await asyncio.wait([offering])
        self._has_model |= offering.done()
        return offering.result() if offering.done() and not offering.cancelled() else None

    def _offering(self, uri: str, source: Source, at: int) -> asyncio.Task[list[Offer] | None]:
        """Return what finds papers for a citation; while its key is typed it is one run."""
        offering = self._offered.get(uri)
        if offering is not None:
            failed = offering.task.done() and (
                offering.task.cancelled() or offering.task.result() is None
            )
            if (offering.text, offering.at) == (source.text, at) and not failed:
                return offering.task
            offering.job.stop()
        job = StoppableJob()
        work = self._off(self._session.offers, source, at, COMPLETIONS, job)
        task = asyncio.ensure_future(work)
        self._offered[uri] = _Offered(source.text, at, job, task)
        return task

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Return what paper a key names."""
        cited_entry = await self._entry(params)
        if cited_entry is None:
            return None
        draft, cited, entry = cited_entry
        paper = await self._off(self._session.library_paper, entry)
        record = entry.record
        paper_values = paper or {
            "title": record.title,
            "authors": list(record.authors),
            "year": record.year,
            "venue": record.venue,
            "abstract": record.abstract,
        }
        hover_text = f"**{paper_values['title']}**\n\n{_format_line(paper_values)}"
        if abstract := paper_values.get("abstract", ""):
            hover_text += f"\n\n{abstract[:_ABSTRACT]}{'…' if len(abstract) > _ABSTRACT else ''}"
        source = self._source(params.text_document.uri)
        if paper is None:
            hover_text += "\n\n*Not in the library.*"
        elif paper.get("notice"):
            hover_text += f"\n\n**{describe_notice(paper['notice'])}**"
        if source is not None:
            lines = await self._off(self._session.describe_lines, source, cited.key)
            hover_text += f"\n\nCited here on {lines}" if lines else ""
        if paper is not None and source is not None:
            evidence = await self._off(self._session.evidence, source, cited.start, paper["id"])
            hover_text += describe_evidence(evidence)
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_text)
        return lsp.Hover(content, to_range(draft, (cited.start, cited.end)))

    async def define(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        """Return where a key stands in the bibliography."""
        cited_entry = await self._entry(params)
        source = self._source(params.text_document.uri)
        if cited_entry is None or source is None:
            return None
        file = self._session.bibliography(source)
        contents = await self._off(self._session.contents, source)
        line = None if contents is None else contents.entry_line(cited_entry[2].key)
        uri = from_fs_path(str(file.path))
        if line is None or uri is None:
            return None
        at = lsp.Position(line, 0)
        return lsp.Location(uri, lsp.Range(at, at))

    async def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return what can be done about a sentence or a citation."""
        uri = params.text_document.uri
        source, draft = self._source(uri), self._drafts.get(uri)
        if source is None or draft is None:
            return []
        code_actions: list[lsp.CodeAction] = []
        gaps = [diagnostic for diagnostic in params.context.diagnostics if diagnostic.code == GAP]
        for gap in gaps[:1]:
            code_actions += await self._about_gap(uri, source, draft, gap)
        offset = _to_offset(draft, params.range.start)
        for offer in await self._off(self._session.completing, source, offset) or []:
            title = f"Complete the group: {_short(offer)}"
            code_actions.append(_action(title, COMPLETE, uri, offset, offer.id, offer.key))
        is_asked = params.context.trigger_kind != lsp.CodeActionTriggerKind.Automatic
        if not code_actions and is_asked:
            code_actions += await self._cite_anywhere(uri, source, offset)
        return code_actions

    async def _cite_anywhere(self, uri: str, source: Source, offset: int) -> list[lsp.CodeAction]:
        """Return papers to cite at a place in a sentence, by the words of the sentence."""
        offers = await self._off(self._session.offer_by_words, source, offset, ACTIONS) or []
        at = cites.end_of_word(source.text, offset)
        return [
            _action(f"Cite {_short(offer)} here", CITE, uri, at, offer.id, offer.key)
            for offer in offers[:ACTIONS]
        ]

    async def _about_gap(
        self, uri: str, source: Source, draft: Draft, gap: lsp.Diagnostic
    ) -> list[lsp.CodeAction]:
        start, end = _to_offset(draft, gap.range.start), _to_offset(draft, gap.range.end)
        offers = await self._off(self._session.offers, source, start, ACTIONS) or []
        at = cites.place_to_cite(source.text, (start, end))
        cite_actions = [
            _action(f"Cite {_short(offer)} here", CITE, uri, at, offer.id, offer.key, about=gap)
            for offer in offers
        ]
        sentence = gap.data if isinstance(gap.data, str) else source.text[start:end]
        return [*cite_actions, _action("Not needed here", NOT_NEEDED, uri, sentence, about=gap)]

    # --- commands that the editor runs ----------------------------------------------------

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
        ends = [
            cited_key.end
            for cited_key in cited
            if cited_key.group[0] <= offset <= cited_key.group[1]
        ]
        if ends:
            text = cites.separator(source.kind) + key
            self._insert(uri, max(ends), text, "Complete the group")

    async def not_needed(self, uri: str, sentence: str) -> None:
        """Remember that a sentence needs no citation."""
        source = self._source(uri)
        if source is not None:
            await self._off(self._session.not_needed, source, sentence, aloud=True)
            await self._start_looking(uri)

    async def add_entry(self, uri: str, paper: str, key: str) -> None:
        """See that the bibliography has a paper that was chosen from a completion."""
        source = self._source(uri)
        if source is not None:
            await self._added(source, key, paper)

    async def _added(self, source: Source, key: str, paper: str) -> bool:
        """Add an entry where it is missing; return whether the bibliography has it now."""
        added = await self._off(self._session.add_entry, source, key, paper, aloud=True)
        return added is not None

    def _insert(self, uri: str, offset: int, text: str, label: str) -> None:
        draft = self._drafts.get(uri)
        if draft is None:
            return
        edit = lsp.TextEdit(to_range(draft, (offset, offset)), text)
        change = lsp.WorkspaceEdit(changes={uri: [edit]})
        self._server.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(change, label))

    def _insert_entry(self, path: Path, entry: str) -> None:
        """Add an entry at the end of a bibliography that is open, as an edit of its text."""
        uri = next((one for one in self._drafts if _is_path(one, path)), None)
        if uri is None or self._loop is None:
            return
        text, label = self._drafts[uri].text, "Add to the bibliography"
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        entry = f"{gap}{entry.strip()}\n"
        self._loop.call_soon_threadsafe(self._insert, uri, len(text), entry, label)

    # --- finding sources and entries, and reporting errors --------------------------------

    def _source(self, uri: str) -> Source | None:
        """Return a document as it stands now, ``None`` if citations cannot be told in it."""
        path, draft = to_fs_path(uri), self._drafts.get(uri)
        kind = cites.detect_format(path) if path else None
        if path is None or kind is None or draft is None:
            return None
        return Source(Path(path), draft.text, kind)

    async def _entry(
        self, params: lsp.HoverParams | lsp.DefinitionParams
    ) -> tuple[Draft, cites.CitedKey, BibEntry] | None:
        uri = params.text_document.uri
        source, draft = self._source(uri), self._drafts.get(uri)
        if source is None or draft is None:
            return None
        offset = _to_offset(draft, params.position)
        cited_entry = await self._off(self._session.find_entry, source, offset)
        return None if cited_entry is None else (draft, *cited_entry)

    async def _off(
        self,
        work: Callable[..., T],
        *arguments: object,
        pool: ThreadPoolExecutor | None = None,
        aloud: bool = False,
    ) -> T | None:
        """Do what takes longer on another thread; say what fails, and go on with ``None``.

        What the person asked for by name fails ``aloud``: each time with a message.
        """
        loop = asyncio.get_running_loop()
        name = work.__name__
        try:
            result = await loop.run_in_executor(pool or self._at_once, work, *arguments)
        except JobCancelled:
            return None
        except EngineError as error:
            logger.warning("A request of an editor failed: %s", type(error).__name__)
            self._say(f"{error} {error.remedy}".strip(), name, aloud=aloud)
            return None
        except Exception:
            # The boundary: a bug goes to the log, and the editor goes on.
            logger.exception("A request of an editor failed")
            self._say("An error occurred in Cocite. The log has the details.", name, aloud=aloud)
            return None
        self._shown_messages = {
            text: message for text, message in self._shown_messages.items() if message[0] != name
        }
        return result

    def _say(self, text: str, work: str, *, aloud: bool) -> None:
        """Show a message, once until the same work succeeds again, and log it each time."""
        kind = lsp.MessageType.Warning
        self._server.window_log_message(lsp.LogMessageParams(kind, text))
        now = time.monotonic()
        _, until = self._shown_messages.get(text, ("", now))
        if aloud or now >= until:
            self._shown_messages[text] = work, now + _SAY_AGAIN_S
            self._server.window_show_message(lsp.ShowMessageParams(kind, text))


def _is_path(uri: str, path: Path) -> bool:
    own_path = to_fs_path(uri)
    return own_path is not None and Path(own_path).resolve() == path


def _to_mapping(value: object) -> Mapping[str, Any]:
    """Return settings as an editor sends them; anything else is none."""
    if isinstance(value, Mapping):
        return value
    return vars(value) if hasattr(value, "__dict__") else getattr(value, "_asdict", dict)()


def _to_offset(draft: Draft, position: lsp.Position) -> int:
    return draft.to_offset((position.line, position.character))


def _item(
    uri: str, offer: Offer, rank: int, edit: lsp.TextEdit, typed: str, file: str
) -> lsp.CompletionItem:
    """Return an offer; what is in the bibliography already says so, the rest is added to it."""
    paper = offer.paper
    add = lsp.Command("Add to the bibliography", ADD, arguments=[uri, offer.id, offer.key])
    why = f"\n\n{offer.why}" if offer.why else ""
    return lsp.CompletionItem(
        label=offer.key,
        label_details=lsp.CompletionItemLabelDetails(description=paper["title"]),
        detail=f"{_format_line(paper)} · {file if offer.in_file else 'Library'}".strip(" ·"),
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, f"**{paper['title']}**{why}"),
        kind=lsp.CompletionItemKind.Reference,
        sort_text=f"{rank:04}",
        filter_text=typed or offer.key,
        text_edit=edit,
        command=add if offer.id else None,
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
    short_title = title if len(title) <= most else f"{title[:most].rstrip()}…"
    return f"{_who(paper)}: {short_title}"


def _who(paper: Json) -> str:
    authors = paper["authors"]
    first = authors[0].rpartition(" ")[2] if authors else "?"
    suffix = " et al." if len(authors) > 1 else ""
    return f"{first}{suffix} {paper['year'] or ''}".rstrip()


def _format_line(paper: Json) -> str:
    authors = paper["authors"]
    names = ", ".join(authors[:3]) + (" et al." if len(authors) > 3 else "")
    return ", ".join(part for part in (names, str(paper["year"] or ""), paper["venue"]) if part)
