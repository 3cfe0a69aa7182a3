"""The language server: what an editor asks, answered beside what the person types.

The only module that imports pygls. A change of the text only updates the document and starts a
timer; everything else runs on other threads. Gaps are looked for once for each document at a time,
on threads of their own, and a change of the text stops that: completion and hover go first.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import itertools
import logging
import re
import sys
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from core.base.errors import EngineError
from core.base.jobs import JobCancelled, StoppableJob
from core.manuscript.bib_file import BibEntry
from core.programs.editors import cites
from core.programs.editors.session import ACTIONS, COMPLETIONS, EditorSession, Offer, Source
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
_SOURCE, _GAP = "Cocite", "needs-citation"
_NOT_READ = "not-read"
_MOST_PARTS = 20
_ABSTRACT = 700


class EditorServer(LanguageServer):
    """A language server that can leave its work unfinished."""

    def __init__(self) -> None:
        super().__init__("cocite", importlib.metadata.version("cocite"))
        self.stop_work: Callable[[], None] = lambda: None


def editor_server(session: EditorSession) -> EditorServer:
    """Return a server that answers from a session."""
    server = EditorServer()
    editor = _Editor(server, session)
    server.stop_work = editor.stop
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


def run(server: EditorServer) -> None:
    """Serve standard input and output until the editor goes."""
    sys.setswitchinterval(_SWITCH_S)
    try:
        server.start_io(sys.stdin.buffer, sys.stdout.buffer)
    finally:
        server.stop_work()


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

    # --- following the documents that the editor opens ------------------------------------

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Look at a document that was opened."""
        unit: Unit = "utf-16"
        match self._server.workspace.position_encoding:
            case lsp.PositionEncodingKind.Utf8:
                unit = "utf-8"
            case lsp.PositionEncodingKind.Utf32:
                unit = "utf-32"
        self._drafts[params.text_document.uri] = Draft(params.text_document.text, unit)
        self._schedule_look(params.text_document.uri, 0)

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
        answer = await self._off(self._session.examine, source, job, pool=self._at_leisure)
        if answer is None or job.is_stopped:
            return
        reading, gaps = answer
        hints = await self._off(_diagnostics, draft, gaps, pool=self._at_leisure)
        if hints is not None and not job.is_stopped:  # else a timer runs again
            self._publish(uri, [*reading_diagnostics(reading), *hints])

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
        if offers is None:  # it failed, which was said, or the text is another one by now
            return lsp.CompletionList(is_incomplete=True, items=[])
        span = _range(draft, (typed.start, offset))
        items = [
            _item(uri, offer, rank, lsp.TextEdit(span, offer.key), typed.text)
            for rank, offer in enumerate(offers)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    async def _find_offers(
        self, uri: str, source: Source, typed: cites.Typed
    ) -> list[Offer] | None:
        """Return papers for the sentence of a citation, ``None`` if they are not there in time.

        For a citation without any letter there is always time, but not to read the document.
        """
        offering = self._offering(uri, source, typed.group)
        job = self._offered[uri].job
        await asyncio.wait([offering], timeout=SOON_S if typed.text else READING_S)
        if not (offering.done() or typed.text):
            work = self._off(self._session.offer_by_words, source, typed.group, COMPLETIONS, job)
            by_words = asyncio.ensure_future(work)
            await asyncio.wait([offering, by_words], return_when=asyncio.FIRST_COMPLETED)
            if not offering.done() and (offers := by_words.result()):
                return offers
            await asyncio.wait([offering])
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
        if paper is None:
            hover_text += "\n\n*Not in the library.*"
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_text)
        return lsp.Hover(content, _range(draft, (cited.start, cited.end)))

    async def define(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        """Return where a key stands in the bibliography."""
        cited_entry = await self._entry(params)
        source = self._source(params.text_document.uri)
        if cited_entry is None or source is None:
            return None
        file = self._session.bibliography(source)
        line = await self._off(file.entry_line, cited_entry[2].key)
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
        gaps = [diagnostic for diagnostic in params.context.diagnostics if diagnostic.code == _GAP]
        for gap in gaps[:1]:
            code_actions += await self._about_gap(uri, source, draft, gap)
        offset = _to_offset(draft, params.range.start)
        for offer in await self._off(self._session.completing, source, offset) or []:
            title = f"Complete the group: {_short(offer)}"
            code_actions.append(_action(title, COMPLETE, uri, offset, offer.id, offer.key))
        return code_actions

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
        edit = lsp.TextEdit(_range(draft, (offset, offset)), text)
        change = lsp.WorkspaceEdit(changes={uri: [edit]})
        self._server.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(change, label))

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


def _range(draft: Draft, span: tuple[int, int]) -> lsp.Range:
    return lsp.Range(*(lsp.Position(*draft.to_position(offset)) for offset in span))


def _to_offset(draft: Draft, position: lsp.Position) -> int:
    return draft.to_offset((position.line, position.character))


def _diagnostics(draft: Draft, gaps: list[Json]) -> list[lsp.Diagnostic]:
    return [_diagnostic(draft, gap) for gap in gaps]


def reading_diagnostics(reading: Json) -> list[lsp.Diagnostic]:
    """Return what was not read of a document, at its top; nothing if all was read."""
    if reading["level"] == "nothing":
        return []
    serious = reading["level"] == "serious"
    severity = lsp.DiagnosticSeverity.Warning if serious else lsp.DiagnosticSeverity.Information
    top = lsp.Position(0, 0)
    message = reading["text"]
    if len(reading["parts"]) > 1:
        parts = [_part_line(part) for part in reading["parts"][:_MOST_PARTS]]
        message = "\n".join([message, *parts])
    return [
        lsp.Diagnostic(
            range=lsp.Range(top, top),
            message=message,
            severity=severity,
            code=_NOT_READ,
            source=_SOURCE,
        )
    ]


def _part_line(part: Json) -> str:
    return part["text"] if part["line"] is None else f"Line {part['line']}: {part['text']}"


def _diagnostic(draft: Draft, gap: Json) -> lsp.Diagnostic:
    why = f": {gap['reason']}" if gap["reason"] else ""
    return lsp.Diagnostic(
        range=_range(draft, gap["span"]),
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
        detail=_format_line(paper),
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


# --- the text of an open document -------------------------------------------------------
#
# The text of a document as an editor has it, and its positions: lines, and units in a line.
#
# A line ends at a line feed, a carriage return or both, as the protocol says; a form feed or a
# line separator of Unicode, which Python's ``splitlines`` takes for an end too, stands inside of
# one.

Unit = Literal["utf-8", "utf-16", "utf-32"]
Position = tuple[int, int]
"""A line and a place in it, both from 0; the place counts units of the encoding."""

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Draft:
    """A text that does not change; an edit makes another one."""

    text: str
    unit: Unit = "utf-16"
    _starts: list[int] = field(default_factory=list, repr=False, compare=False)

    def to_offset(self, position: Position) -> int:
        """Return the code points before a position; what lies beyond a line is its end."""
        line, place = position
        starts = self._line_starts()
        if line >= len(starts):
            return len(self.text)
        start, end = starts[line], self._line_end(line)
        content = self.text[start:end]
        if self.unit == "utf-32" or content.isascii():
            return min(start + max(place, 0), end)
        units = [0, *itertools.accumulate(map(self._units, content))]
        return start + bisect_left(units, min(place, units[-1]))

    def to_position(self, offset: int) -> Position:
        """Return the position of an offset in code points."""
        starts = self._line_starts()
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(starts, offset) - 1
        before = self.text[starts[line] : offset]
        if self.unit == "utf-32" or before.isascii():
            return line, len(before)
        return line, sum(map(self._units, before))

    def edited(self, start: Position, end: Position, text: str) -> Draft:
        """Return the draft with the text between two positions replaced."""
        first = self.to_offset(start)
        last = max(first, self.to_offset(end))
        edited = Draft(self.text[:first] + text + self.text[last:], self.unit)
        if "\r" not in self.text and "\r" not in text:  # else what ends a line may be torn apart
            starts, shift = self._line_starts(), first - last + len(text)
            edited._starts.extend(starts[: bisect_right(starts, first)])
            edited._starts.extend(first + match.end() for match in re.finditer("\n", text))
            edited._starts.extend(at + shift for at in starts[bisect_right(starts, last) :])
        return edited

    def _line_starts(self) -> list[int]:
        if not self._starts:
            if "\r" in self.text:
                self._starts[:] = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
            else:
                lengths = (len(line) + 1 for line in self.text.split("\n"))
                self._starts[:] = [0, *itertools.accumulate(lengths)][:-1]
        return self._starts

    def _line_end(self, line: int) -> int:
        """Return where the content of a line ends, before what ends the line."""
        starts = self._line_starts()
        if line + 1 >= len(starts):
            return len(self.text)
        end = starts[line + 1] - 1
        return end - 1 if self.text[end - 1 : end + 1] == "\r\n" else end

    def _units(self, character: str) -> int:
        code = ord(character)
        if self.unit == "utf-8":
            return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
        return 2 if code > 0xFFFF else 1
