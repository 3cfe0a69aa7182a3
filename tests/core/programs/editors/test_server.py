"""``cocite lsp``: a test client of the protocol and the real child process."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
from lsprotocol import types as lsp
from pygls.workspace import Workspace
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from core.base.jobs import Job
from core.base.logs import log_file
from core.base.notices import Notice
from core.base.records import CitingContext
from core.library.library import Library
from core.library.store.outside import Origin
from core.programs.editors.server import editor_server
from core.programs.editors.session import Choices, EditorSession
from core.programs.json_forms import Json
from tests import wording
from tests.core.programs.serving import KEYED, fill

LATEX = r"""\documentclass{article}
\title{On learning}
\begin{document}
\section{Introduction}
Contrastive objectives have been used \emph{widely} in prior work on representation learning.
Hard negatives are mined from a citation graph \cite{}.
Soils of moors are acid 🌿, as \cite{tharp1999} measured.
\bibliography{refs}
\end{document}
"""
GAP = "Many studies have shown that moorland soils are among the most acid soils of all."
OTHERS = {
    "draft.md": f"""---
title: On moors
bibliography: refs.bib
---

# Introduction

{GAP}

Hard negatives are mined from a citation graph [@tharp1999; @].
""",
    "draft.typ": f"""#set document(title: [On moors])
= Introduction
{GAP}

Hard negatives are mined from a citation graph @tharp1999 @.

#bibliography("refs.bib")
""",
}
BIB = """% kept as it is
@article{tharp1999,
  title = {Acidity of moorland soils},
  author = {Tharp, Marie},
  year = {1999},
}

@comment{and this}
@article{own, title={Something of one's own}, author={Own, A.}, year=2000}"""
TITLES = {KEYED.title, "Mining hard negatives for contrastive learning"}
Step = Callable[["Editor"], Awaitable[None]]


class Editor:
    """A client with one document open, which it changes as the server asks."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.path = client, path
        self.uri = path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        self.edits: list[lsp.TextEdit] = []

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def position(self, of: str, behind: bool = True) -> lsp.Position:
        """Return where a text stands, in UTF-16 as the protocol counts."""
        offset = self.text.index(of) + (len(of) if behind else 0)
        before = self.text[:offset]
        line = before.rpartition("\n")[2]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def replace(self, text: str) -> None:
        self.text = text
        self.version += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def hints(self, wanted: Callable[[list[str]], bool]) -> list[lsp.Diagnostic]:
        """Wait until the sentences hinted at are as wanted."""
        while True:
            found = list(self.client.diagnostics.get(self.uri, []))
            if self.uri in self.client.diagnostics and wanted(
                [self.covered(d.range) for d in found]
            ):
                return found
            await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    def covered(self, span: lsp.Range) -> str:
        lines = self.text.split("\n")[span.start.line : span.end.line + 1]
        units = [line.encode("utf-16-le") for line in lines]
        units[-1] = units[-1][: 2 * span.end.character]
        units[0] = units[0][2 * span.start.character :]
        return "\n".join(each.decode("utf-16-le") for each in units)

    async def complete(self, at: str) -> list[lsp.CompletionItem]:
        found = await self.client.text_document_completion_async(
            lsp.CompletionParams(self.document, self.position(at))
        )
        if found is None:
            return []
        assert isinstance(found, lsp.CompletionList)
        return list(found.items)

    async def actions(self, span: lsp.Range, *about: lsp.Diagnostic) -> dict[str, lsp.Command]:
        context = lsp.CodeActionContext(list(about))
        found = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(self.document, span, context)
        )
        return {each.title: command_of(each) for each in found or []}

    async def do(self, command: lsp.Command) -> None:
        params = lsp.ExecuteCommandParams(command.command, command.arguments)
        await self.client.workspace_execute_command_async(params)

    async def edited(self) -> str:
        """Wait for an edit of the server, carry it out, and return the new text."""
        async with asyncio.timeout(60):
            while not self.edits:
                await asyncio.sleep(0.01)
        edit = self.edits.pop()
        lines = self.text.split("\n")
        at = edit.range.start
        line = lines[at.line].encode("utf-16-le")
        cut = 2 * at.character
        lines[at.line] = (line[:cut] + edit.new_text.encode("utf-16-le") + line[cut:]).decode(
            "utf-16-le"
        )
        self.replace("\n".join(lines))
        return self.text


def command_of(action: lsp.CodeAction | lsp.Command) -> lsp.Command:
    """Return what an action does; lsprotocol takes one with a command for the command itself."""
    if isinstance(action, lsp.Command):
        inner = ast.literal_eval(action.command)
        return lsp.Command(inner["title"], inner["command"], arguments=inner["arguments"])
    assert action.command is not None
    return action.command


def edit(library: Path, path: Path, step: Step, *options: str) -> None:
    """Do a step in an editor that has a file open, with ``cocite lsp`` for the library."""
    command = [sys.executable, "-m", "desktop", "lsp", "--library", str(library), *options]

    def factory() -> LanguageClient:
        client = make_test_lsp_client()

        @client.feature(lsp.WORKSPACE_APPLY_EDIT)
        def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
            for edits in (params.edit.changes or {}).values():
                editor.edits += edits
            return lsp.ApplyWorkspaceEditResult(applied=True)

        return client

    async def run() -> None:
        nonlocal editor
        config = ClientServerConfig(command, client_factory=factory, server_env=dict(os.environ))
        client = await config.start()
        assert isinstance(client, LanguageClient)
        try:
            async with asyncio.timeout(180):
                able = client_capabilities("neovim")
                assert able.general is not None
                able.general.position_encodings = [lsp.PositionEncodingKind.Utf16]
                folder = path.parent.as_uri()
                await client.initialize_session(lsp.InitializeParams(able, root_uri=folder))
                editor = Editor(client, path)
                kind = {".tex": "latex", ".md": "markdown", ".typ": "typst"}[path.suffix]
                item = lsp.TextDocumentItem(editor.uri, kind, 1, editor.text)
                client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
                await step(editor)
                await client.shutdown_session()
        finally:
            if client._server is not None and client._server.returncode is None:
                client._server.kill()
            await client.stop()

    editor: Editor
    asyncio.run(run())
    log = log_file().read_text(encoding="utf-8") if log_file().exists() else ""
    assert "Contrastive" not in log
    assert "Hard negatives" not in log


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    fill(folder)
    return folder


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    folder = tmp_path / "draft"
    folder.mkdir()
    path = folder / "draft.tex"
    path.write_text(LATEX, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    return path


def cite_together(library: Path, *papers: str) -> None:
    """Let every paper of a library cite some papers in one sentence."""
    with Library.open(library) as opened:
        cited = tuple(opened.papers.resolve_many(papers).values())
        said = CitingContext(text="This has been shown [1, 2].", cited=cited, markers=((20, 26),))
        for citing in opened.papers.numbers():
            opened.citations.add_citations([(citing, each) for each in cited], "test")
            opened.citations.add_contexts(citing, [said])


def test_a_citation_is_completed_and_its_entry_added(library: Path, draft: Path) -> None:
    bib = draft.parent / "refs.bib"

    async def step(editor: Editor) -> None:
        items = await editor.complete(r"graph \cite{")
        assert len(items) >= 4
        best = next(item for item in items if item.label != "tharp1999")
        by_key = {item.label: item for item in items}
        assert by_key["tharp1999"].detail == "Marie Tharp, 1999, Soil Notes · refs.bib"
        assert [item.sort_text for item in items] == sorted(str(i.sort_text) for i in items)
        assert best.label_details is not None
        assert best.label_details.description in TITLES
        assert isinstance(best.documentation, lsp.MarkupContent)
        assert "Hard negatives" in best.documentation.value
        assert bib.read_text(encoding="utf-8") == BIB
        assert best.command is not None
        await editor.do(best.command)
        text = bib.read_text(encoding="utf-8")
        assert text.startswith(BIB + "\n\n")
        assert text.count(f"{{{best.label},") == 1
        await editor.do(best.command)
        assert bib.read_text(encoding="utf-8") == text

        editor.replace(LATEX.replace(r"\cite{}", r"\cite{tharp1999, Noeth}"))
        named = await editor.complete(r"tharp1999, Noeth")
        assert [item.detail for item in named] == ["Emmy Noether, 2018, Graph Letters · Library"]
        assert named[0].filter_text == "Noeth"
        assert isinstance(named[0].text_edit, lsp.TextEdit)
        assert editor.covered(named[0].text_edit.range) == "Noeth"
        assert await editor.complete("Hard negatives are") == []

        editor.replace(LATEX.replace(r"\cite{}", rf"\cite{{{named[0].label}}}"))
        editor.client.text_document_did_save(lsp.DidSaveTextDocumentParams(editor.document))
        while "Emmy" not in bib.read_text(encoding="utf-8"):
            await asyncio.sleep(0.01)
        assert bib.read_text(encoding="utf-8").startswith(text)

    edit(library, draft, step)


async def complete_beside(ask: Callable[..., Json], path: Path) -> list[str]:
    """Return what is offered for an empty citation of a document, by a server with its answers."""
    server = editor_server(EditorSession(ask, Choices(threshold=0.5, breadth=0.5)))
    features = server.protocol.fm.features
    server.protocol._workspace = Workspace(None)
    document = lsp.TextDocumentItem(path.as_uri(), "latex", 1, LATEX)
    features[lsp.TEXT_DOCUMENT_DID_OPEN](lsp.DidOpenTextDocumentParams(document))
    offset = LATEX.index(r"graph \cite{") + len(r"graph \cite{")
    line = LATEX.count("\n", 0, offset)
    position = lsp.Position(line, offset - LATEX.rindex("\n", 0, offset) - 1)
    params = lsp.CompletionParams(lsp.TextDocumentIdentifier(path.as_uri()), position)
    offered = await asyncio.wait_for(features[lsp.TEXT_DOCUMENT_COMPLETION](params), 30)
    server.stop_work()
    return [item.label for item in offered.items]


@pytest.mark.parametrize("is_slow", [True, False])
def test_an_empty_citation_does_not_wait_for_a_long_document(draft: Path, *, is_slow: bool) -> None:
    """While the document is being read, papers are offered for the words of the sentence."""
    end = threading.Event()
    asked: list[str] = []

    def answer(question: str, values: Mapping[str, Any], job: Job) -> Json:
        if question != "recommend":
            return {"ids": {}, "reading": {"level": "nothing"}, "gaps": []}
        if "document" in values and is_slow:
            assert end.wait(30)
        key = "read" if "document" in values else "words"
        asked.append(values.get("text", ""))
        names = {"id": "doi:10.55555/x.1", "key": key, "title": "On moors"}
        paper = {**names, "authors": [], "year": 2000, "venue": ""}
        suggestion = {"id": "doi:10.55555/x.1", "reasons": [], "confidence": 0.5}
        return {"papers": {"doi:10.55555/x.1": paper}, "suggestions": [suggestion]}

    async def complete() -> list[str]:
        labels = await complete_beside(answer, draft)
        end.set()
        return labels

    own = ["tharp1999", "own"]
    assert asyncio.run(complete()) == ["words" if is_slow else "read", *own]
    sentence = "Hard negatives are mined from a citation graph."
    assert asked[0] == (sentence if is_slow else "")


def test_hints_lead_to_a_citation_in_the_text_and_in_the_file(library: Path, draft: Path) -> None:
    sentence = LATEX.splitlines()[4]
    cite_together(library, "t:soil", "t:bare")

    async def step(editor: Editor) -> None:
        hints = await editor.hints(lambda texts: sentence in texts)
        (hint,) = [each for each in hints if editor.covered(each.range) == sentence]
        assert hint.severity == lsp.DiagnosticSeverity.Hint
        assert "Needs a citation" in hint.message
        actions = await editor.actions(hint.range, hint)
        cite = [title for title in actions if title.startswith("Cite ")]
        assert len(cite) == 3
        byron = next(title for title in cite if "Byron" in title)
        await editor.do(actions[byron])
        text = await editor.edited()
        changed = text.splitlines()[4]
        assert changed.startswith(sentence[:-1] + "~\\cite{")
        assert changed.endswith("}.")
        key = changed.rpartition("{")[2].removesuffix("}.")
        assert f"{{{key}," in (draft.parent / "refs.bib").read_text(encoding="utf-8")
        await editor.hints(lambda texts: not any(each.startswith("Contrast") for each in texts))

        here = editor.position("rp1999", behind=False)
        group = await editor.actions(lsp.Range(here, here))
        completing = [title for title in group if title.startswith("Complete the group")]
        assert completing
        await editor.do(group[completing[0]])
        line = (await editor.edited()).splitlines()[6]
        assert r"\cite{tharp1999," in line

    edit(library, draft, step)


@pytest.mark.parametrize("name", OTHERS)
def test_markdown_and_typst_are_told_the_same(library: Path, draft: Path, name: str) -> None:
    path = draft.with_name(name)
    path.write_text(OTHERS[name], encoding="utf-8")

    async def step(editor: Editor) -> None:
        items = await editor.complete("@tharp1999; @" if name.endswith("md") else "@tharp1999 @")
        best = next(item for item in items if item.label != "tharp1999")
        assert best.label_details is not None
        assert best.label_details.description in TITLES
        assert best.command is not None
        await editor.do(best.command)
        assert best.label in (draft.parent / "refs.bib").read_text(encoding="utf-8")
        hints = await editor.hints(lambda texts: GAP in texts)
        (hint,) = [each for each in hints if editor.covered(each.range) == GAP]
        actions = await editor.actions(hint.range, hint)
        title = next(title for title in actions if "Tharp" in title)
        await editor.do(actions[title])
        cited = "[@tharp1999]" if name.endswith("md") else "@tharp1999"
        assert f"{GAP[:-1]} {cited}." in await editor.edited()

    edit(library, path, step)


def test_a_sentence_that_needs_none_is_remembered(library: Path, draft: Path) -> None:
    sentence = LATEX.splitlines()[4]

    async def refused(editor: Editor) -> None:
        (hint,) = await editor.hints(lambda texts: sentence in texts)
        actions = await editor.actions(hint.range, hint)
        await editor.do(actions["Not needed here"])
        (message,) = editor.client.messages
        assert "read-only" in message.message
        assert "--allow-writes" in message.message

    async def kept(editor: Editor) -> None:
        (hint,) = await editor.hints(lambda texts: sentence in texts)
        actions = await editor.actions(hint.range, hint)
        await editor.do(actions["Not needed here"])
        await editor.hints(lambda texts: sentence not in texts)

    edit(library, draft, refused)
    edit(library, draft, kept, "--allow-writes")
    with Library.open(library, write=False) as opened:
        number = opened.manuscripts.find_number(draft)
        assert number is not None
        assert len(opened.manuscripts.dismissed_gaps(number)) == 1


def test_a_key_says_what_it_is_and_leads_to_its_entry(library: Path, draft: Path) -> None:
    async def step(editor: Editor) -> None:
        at = editor.position("rp1999", behind=False)
        hover = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document, at))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "Acidity of moorland soils" in hover.contents.value
        assert "Peat was the most acid." in hover.contents.value  # of the library
        assert "(abstract): “" in hover.contents.value  # what it says about the sentence
        assert hover.range is not None
        assert editor.covered(hover.range) == "tharp1999"
        found = await editor.client.text_document_definition_async(
            lsp.DefinitionParams(editor.document, at)
        )
        assert isinstance(found, lsp.Location)
        assert found.uri.endswith("refs.bib")
        assert found.range.start == lsp.Position(1, 0)
        nowhere = lsp.DefinitionParams(editor.document, lsp.Position(0, 0))
        assert await editor.client.text_document_definition_async(nowhere) is None

    edit(library, draft, step)


def test_a_key_pressed_costs_less_than_ten_milliseconds(library: Path, draft: Path) -> None:
    body = "Peat is acid, and this sentence only makes the document long.\n" * 1_000
    draft.write_text(LATEX.replace("Contrastive", body + "Contrastive"), encoding="utf-8")
    keys = 200

    async def step(editor: Editor) -> None:
        await editor.hints(lambda _: True)
        assert editor.client._server is not None
        server = psutil.Process(editor.client._server.pid)
        nowhere = lsp.DefinitionParams(editor.document, lsp.Position(0, 0))
        at = editor.position("Introduction")
        began = server.cpu_times()
        for version in range(2, keys + 2):
            editor.client.text_document_did_change(
                lsp.DidChangeTextDocumentParams(
                    lsp.VersionedTextDocumentIdentifier(version, editor.uri),
                    [lsp.TextDocumentContentChangePartial(lsp.Range(at, at), "x")],
                )
            )
        await editor.client.text_document_definition_async(nowhere)
        ended = server.cpu_times()
        spent = ended.user + ended.system - began.user - began.system
        assert spent / keys < 0.010

    edit(library, draft, step)


def fill_up(path: Path) -> None:
    """Write a file until nothing more fits on its disk."""
    with path.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(bytes(4096))
            except OSError:
                return


def test_a_full_disk_leaves_the_bibliography_as_it_was(
    library: Path, draft: Path, small_disk: Path
) -> None:
    place = small_disk / "draft.tex"
    place.write_text(LATEX, encoding="utf-8")
    bib = small_disk / "refs.bib"
    bib.write_text(BIB, encoding="utf-8")
    filler = small_disk / "filler"
    fill_up(filler)

    async def step(editor: Editor) -> None:
        items = await editor.complete(r"graph \cite{")
        command = next(item.command for item in items if item.label != "tharp1999")
        assert command is not None
        await editor.do(command)
        assert editor.client.messages, bib.read_text(encoding="utf-8")
        assert wording.stem("core.base.files:unwritten disk") in editor.client.messages[-1].message
        assert bib.read_text(encoding="utf-8") == BIB
        filler.unlink()
        await editor.do(command)
        assert bib.read_text(encoding="utf-8").startswith(BIB + "\n")

    edit(library, place, step)


def test_a_failure_is_shown_once_and_tried_again(tmp_path: Path, draft: Path) -> None:
    library = tmp_path / "library"

    async def step(editor: Editor) -> None:
        for _ in range(4):
            assert await editor.complete(r"graph \cite{") == []
        (message,) = editor.client.messages
        assert "no library" in message.message.lower()
        assert len(editor.client.log_messages) >= 4
        fill(library)
        assert len(await editor.complete(r"graph \cite{")) >= 4
        assert len(editor.client.messages) == 1

    edit(library, draft, step)


def test_completions_while_the_text_changes_have_their_own_places(
    library: Path, draft: Path
) -> None:
    """Each answer is about the text as it was asked about, also behind a form feed."""
    text = LATEX.replace(r"\section", "\x0c\u2028\\section").replace(
        r"\cite{}", r"\cite{be, Noeth}"
    )
    draft.write_text(text, encoding="utf-8")

    async def step(editor: Editor) -> None:
        at = editor.position(r"\cite{be, Noeth")
        params = lsp.CompletionParams(editor.document, at)
        asked = asyncio.ensure_future(editor.client.text_document_completion_async(params))
        await asyncio.sleep(0)  # it is sent before the change
        editor.replace("\n" * 500 + text)
        found = await asked
        assert isinstance(found, lsp.CompletionList)
        (item,) = found.items
        assert isinstance(item.text_edit, lsp.TextEdit)
        assert item.detail == "Emmy Noether, 2018, Graph Letters · Library"
        assert item.text_edit.range.end == at
        assert item.text_edit.range.start == lsp.Position(at.line, at.character - len("Noeth"))

    edit(library, draft, step)


# --- the bibliography in the editor, and what is said of keys -----------------------------------


def open_bibliography(editor: Editor, text: str) -> str:
    uri = (editor.path.parent / "refs.bib").as_uri()
    item = lsp.TextDocumentItem(uri, "bibtex", 1, text)
    editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    return uri


def test_an_open_bibliography_is_read_and_changed_in_the_editor(library: Path, draft: Path) -> None:
    file = draft.parent / "refs.bib"

    async def step(editor: Editor) -> None:
        unsaved = BIB + "\n@article{fresh2020, title={Bogs of the north}, author={Fell, I.}}"
        open_bibliography(editor, unsaved)
        editor.replace(editor.text.replace(r"\cite{}", r"\cite{fresh}"))
        (own,) = [
            item for item in await editor.complete(r"\cite{fresh") if item.label[:5] == "fresh"
        ]
        assert (own.label, own.command) == ("fresh2020", None)
        assert own.detail is not None
        assert own.detail.endswith("· refs.bib")
        editor.replace(editor.text.replace(r"\cite{fresh}", r"\cite{byron}"))
        items = {item.label: item for item in await editor.complete(r"\cite{byron")}
        offered = items["byron2020mining"]
        assert offered.detail is not None
        assert offered.detail.endswith("· Library")
        assert offered.command is not None
        await editor.do(offered.command)
        async with asyncio.timeout(60):
            while not editor.edits:
                await asyncio.sleep(0.01)
        (added,) = editor.edits
        assert "@article{byron2020mining," in added.new_text
        assert added.range.start.line == unsaved.count("\n")
        assert file.read_text(encoding="utf-8") == BIB

    edit(library, draft, step)


@pytest.mark.skipif(os.name == "nt", reason="Links need a right on Windows")
def test_a_bibliography_that_is_a_link_out_is_neither_read_nor_written(
    library: Path, draft: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "private.bib"
    secret = BIB + "\n@article{secret1999, title={Bogs of the north}, author={Fell, I.}}\n"
    outside.write_text(secret, encoding="utf-8")
    (draft.parent / "refs.bib").unlink()
    (draft.parent / "refs.bib").symlink_to(outside)

    async def step(editor: Editor) -> None:
        items = {item.label: item for item in await editor.complete(r"\cite{")}
        assert "secret1999" not in items
        command = next(item.command for item in items.values() if item.command is not None)
        await editor.do(command)
        await asyncio.sleep(0.5)
        messages = [one.message for one in editor.client.messages]
        assert any(
            wording.fill("core.manuscript.links_out:make_link_error", file="refs.bib") in one
            for one in messages
        )

    edit(library, draft, step)
    assert outside.read_text(encoding="utf-8") == secret


def test_unknown_keys_and_retractions_are_marked_and_can_be_switched_off(
    library: Path, draft: Path
) -> None:
    with Library.open(library) as opened:
        soil = opened.papers.resolve("t:soil")
        assert soil is not None
        source = opened.outside.begin(Origin("list", ("OpenAlex",), "f", "k", 1, 0))
        notice = Notice(kind="retracted", by="publisher", date="2020-05-01", reason="Wrong data")
        opened.outside.add_notices(source, [(soil, notice)])
    draft.write_text(LATEX.replace(r"\cite{}", r"\cite{nobody2000}"), encoding="utf-8")

    async def step(editor: Editor) -> None:
        found = await editor.hints(lambda covered: {"nobody2000", "tharp1999"} <= set(covered))
        messages = {str(one.code): one.message for one in found}
        assert messages["unknown-key"] == "“nobody2000” is not in refs.bib"
        assert messages["retracted"] == "Retracted on 2020-05-01: Wrong data"
        at = editor.position("rp1999", behind=False)
        hover = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document, at))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "**Retracted on 2020-05-01: Wrong data**" in hover.contents.value
        assert "Cited here on line 7" in hover.contents.value
        off = {"cocite": {"unknownKeys": False, "retractions": False, "gaps": False}}
        params = lsp.DidChangeConfigurationParams(off)
        editor.client.workspace_did_change_configuration(params)
        assert await editor.hints(lambda covered: not covered) == []

    edit(library, draft, step)


def test_three_papers_can_be_cited_at_any_place(library: Path, draft: Path) -> None:
    async def step(editor: Editor) -> None:
        at = editor.position("widely")
        cite = [title for title in await editor.actions(lsp.Range(at, at)) if "Cite " in title]
        assert 1 <= len(cite) <= 3
        automatic = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Automatic)
        params = lsp.CodeActionParams(editor.document, lsp.Range(at, at), automatic)
        assert not await editor.client.text_document_code_action_async(params)

    edit(library, draft, step)


def test_a_citation_at_the_cursor_comes_behind_its_word(library: Path, draft: Path) -> None:
    async def step(editor: Editor) -> None:
        at = editor.position("wide")  # of “widely”
        actions = await editor.actions(lsp.Range(at, at))
        await editor.do(next(one for title, one in actions.items() if "Cite " in title))
        assert re.search(r"\\emph\{widely\}~\\cite\{[^}]+\} in", await editor.edited())

    edit(library, draft, step)


def test_keys_that_begin_with_what_is_typed_come_first(library: Path, draft: Path) -> None:
    """A co-author may have the same letters in the name, and the library may fit better."""
    text = LATEX.replace(r"\cite{}", r"\cite{o}")
    draft.write_text(text, encoding="utf-8")

    async def step(editor: Editor) -> None:
        labels = [item.label for item in await editor.complete(r"\cite{o")]
        assert labels[0] == "own"
        assert len(labels) > 1

    edit(library, draft, step)


def test_wrong_parameters_are_an_error_and_an_exit_without_goodbye_too(library: Path) -> None:
    command = [sys.executable, "-m", "desktop", "lsp", "--library", str(library)]

    def message(**values: object) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **values}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    begin = message(id=1, method="initialize", params={"capabilities": {}, "processId": None})
    wrong = message(id=2, method="textDocument/hover", params={"position": "here"})
    for goodbye, code in (([], 1), ([message(id=3, method="shutdown")], 0)):
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(begin + wrong)
            server.stdin.flush()
            answers: dict[object, Any] = {}
            while 2 not in answers:
                length = int(server.stdout.readline().split()[1])
                while server.stdout.readline().strip():
                    pass
                answer = json.loads(server.stdout.read(length))
                answers[answer.get("id")] = answer
            assert answers[2]["error"]["code"] == -32602
            server.stdin.write(b"".join([*goodbye, message(method="exit")]))
            server.stdin.flush()
            assert server.wait(120) == code
