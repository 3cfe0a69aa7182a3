"""Wherever another program is told the id of a paper, it is told the key that cites it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from core.base.jobs import SilentJob
from core.base.library_records import PickedCitation
from core.base.records import CitingContext, Manuscript, Section, Sentence
from core.commands.cli import main
from core.library.library import Library
from core.models.shelf import Shelf
from core.programs.answering import QUESTIONS
from core.programs.assistants import assistant_server
from core.programs.editors.session import Choices, EditorSession, Source
from core.programs.json_forms import Json
from core.programs.picking import Pick
from core.workspace import Workspace
from tests.core.programs.serving import KEYED, fill

SENTENCE = "Contrastive learning needs hard negatives."
LATEX = rf"""\documentclass{{article}}
\title{{On learning}}
\begin{{document}}
\section{{Introduction}}
{SENTENCE}
As many found \cite{{one}}.
\begin{{thebibliography}}{{9}}
\bibitem{{one}} Emmy Noether. Embedding citation graphs. Graph Letters, 2018.
\end{{thebibliography}}
\end{{document}}
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    folder = tmp_path / "library"
    fill(folder)
    with Library.open(folder) as opened:
        cited = tuple(opened.papers.resolve_many(["t:hard", "t:graph", "t:keyed"]).values())
        said = CitingContext(text="This has been shown [1, 2].", cited=cited, markers=((20, 26),))
        for citing in opened.papers.numbers():
            opened.citations.add_citations([(citing, each) for each in cited], "test")
            opened.citations.add_contexts(citing, [said])
        soil = opened.papers.resolve("t:soil")
        assert soil is not None
        file = tmp_path / "soil.pdf"
        file.write_bytes(b"%PDF-")
        opened.papers.attach_file(soil, file, "ab" * 32)
        peat = Sentence(0, 0, 0, "Peat was the most acid of all soils that we have measured.", ())
        text = Manuscript(
            title="Acidity", sections=(Section("1", "Results", 1, "results"),), sentences=(peat,)
        )
        opened.fulltexts.store("ab" * 32, text, {}, settled=True)
    opened_workspace = Workspace(folder, Shelf(tmp_path / "models"), write=True)
    opened_workspace.indexing.words()
    yield opened_workspace
    opened_workspace.close()


@pytest.fixture
def keys(workspace: Workspace) -> dict[str, str]:
    """The key of each paper by each of its ids."""
    papers = workspace.library.papers
    every = papers.get_many(papers.numbers())
    assert all(paper.citation_key for paper in every)
    return {name: paper.citation_key for paper in every for name in (paper.id, *paper.ids)}


def unnamed(value: object, keys: Mapping[str, str]) -> list[object]:
    """Return the parts of an answer that hold the id of a paper and not its key."""
    if isinstance(value, list):
        return [part for each in value for part in unnamed(each, keys)]
    if not isinstance(value, dict):
        return []
    found: list[object] = []
    own = [each for part in value.values() for each in (part if isinstance(part, list) else [part])]
    texts = [each for each in own if isinstance(each, str)]
    missing = [each for each in texts if each in keys and keys[each] not in texts]
    found += [(value, missing)] if missing else []
    for name, each in value.items():
        if name in ("ids", "keys") and isinstance(each, dict):
            continue  # of ``known``: two objects with the same names
        found += unnamed(each, keys)
        if name in keys:
            found += [] if isinstance(each, dict) and each.get("key") == keys[name] else [name]
    return found


def ids_in(value: object, keys: Mapping[str, str]) -> set[str]:
    if isinstance(value, dict):
        return set().union(*(ids_in(each, keys) for each in value.values()), set())
    if isinstance(value, list):
        return set().union(*(ids_in(each, keys) for each in value), set())
    return {value} if isinstance(value, str) and value in keys else set()


NAMELESS = (
    *("find_gaps", "audit_manuscript", "cite_papers", "list_collections", "check_retractions"),
)
"""Tools whose answers may name no paper."""


def test_every_answer_to_another_program(
    workspace: Workspace, keys: dict[str, str], tmp_path: Path
) -> None:
    draft = tmp_path / "draft.tex"
    draft.write_text(LATEX, encoding="utf-8")
    document = {"text": LATEX, "format": "latex"}
    asked: dict[str, list[Json]] = {
        "recommend": [
            {"text": SENTENCE},
            {"document": document, "offset": LATEX.index("negatives")},
            {"text": SENTENCE, "cited_here": ["t:graph"]},
        ],
        "sets": [{"papers": ["t:hard"], "text": SENTENCE}],
        "search": [
            {"query": "peat"},
            {"query": "peat", "by": "full text"},
            {"query": "peat", "by": "meaning"},
        ],
        "paper": [{"id": "t:soil"}, {"id": "t:soil", "query": "acid"}],
        "known": [{"papers": [{"name": "a", "doi": KEYED.doi}, {"name": "b", "title": "x"}]}],
        "audit": [{"file": str(draft)}],
        "evidence": [{"text": "Peat was the most acid.", "papers": ["t:soil"]}],
        "similar": [{"papers": ["t:hard"]}],
        "list": [{}],
        "notes": [{"paper": "t:soil"}],
        "pages": [{"paper": "t:soil"}],
        "retractions": [{"papers": ["t:soil"]}],
        # These name no papers.
        "groups": [{}],
        "gaps": [{"document": document, "threshold": 0}],
        "cite": [{"papers": ["t:soil"]}],
        "format": [{"works": [], "citations": []}],
        "decisions": [{"sentence": SENTENCE, "decision": "not needed"}],
    }
    assert set(asked) == set(QUESTIONS)
    named: dict[str, set[str]] = {}
    for question, requests in asked.items():
        for values in requests:
            answer = json.loads(json.dumps(workspace.programs.ask(question, values)))
            assert unnamed(answer, keys) == [], question
            named.setdefault(question, set()).update(ids_in(answer, keys))
    for question in ("recommend", "sets", "search", "paper", "known"):
        assert named[question], question
    known = workspace.programs.ask("known", asked["known"][0])
    assert known == {"ids": {"a": KEYED.id}, "keys": {"a": keys[KEYED.id]}}


def test_every_tool_of_an_assistant(
    workspace: Workspace, keys: dict[str, str], tmp_path: Path
) -> None:
    draft = tmp_path / "draft.tex"
    draft.write_text(LATEX, encoding="utf-8")
    server = assistant_server(workspace.programs.ask)
    calls: list[tuple[str, Json]] = [
        ("recommend_for_text", {"text": SENTENCE}),
        ("find_gaps", {"text": LATEX, "format": "latex"}),
        ("complete_set", {"papers": ["t:hard"], "text": SENTENCE}),
        ("search_library", {"query": "peat"}),
        ("search_library", {"query": "peat", "by": "full text"}),
        ("read_paper", {"id": "t:soil"}),
        ("audit_manuscript", {"file": str(draft)}),
        ("find_evidence", {"text": "Peat was the most acid.", "papers": ["t:soil"]}),
        ("similar_papers", {"papers": ["t:hard"]}),
        ("cite_papers", {"papers": ["t:soil"], "format": "latex"}),
        ("list_collections", {}),
        ("list_papers", {}),
        ("read_notes", {"paper": "t:soil"}),
        ("read_pages", {"paper": "t:soil"}),
        ("check_retractions", {"papers": ["t:soil"]}),
    ]

    async def run() -> None:
        tools = await server.list_tools()
        assert {tool.name for tool in tools} == {name for name, _ in calls}
        for name, arguments in calls:
            result = await server.call_tool(name, arguments)
            answer = result.structured_content  # type: ignore[union-attr]
            assert unnamed(answer, keys) == [], name
            if name not in NAMELESS:
                assert ids_in(answer, keys), name

    anyio.run(run)


def test_every_command_that_prints_json(
    workspace: Workspace,
    keys: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    workspace.close()
    draft, more = tmp_path / "draft.tex", tmp_path / "more.bib"
    draft.write_text(LATEX, encoding="utf-8")
    same = f"title={{{KEYED.title}}}, doi={{{KEYED.doi}}}, year=2021"
    more.write_text(f"@article{{{keys[KEYED.id]}, {same}}}", encoding="utf-8")
    library = ["--library", str(tmp_path / "library")]
    for command in (
        ["search", *library, "--json", "peat"],
        ["recommend", *library, "--json", "--text", SENTENCE],
        ["recommend", *library, "--json", str(draft)],
        ["similar", *library, "--json", "t:hard"],
        ["parse", *library, "--json", str(draft)],
        ["import", *library, "--json", str(more)],
    ):
        assert main(command) == 0, command
        answer = json.loads(capsys.readouterr().out)
        assert unnamed(answer, keys) == [], command
        assert ids_in(answer, keys), command


def test_what_editors_complete_and_what_a_person_picks(
    workspace: Workspace, keys: dict[str, str], tmp_path: Path
) -> None:
    session = EditorSession(workspace.programs.ask, Choices(0.3, 0.5))
    source = Source(tmp_path / "draft.tex", LATEX, "latex")
    offers = session.offers(source, LATEX.index("negatives"), 1)
    # All of these are beyond the one that is offered.
    for typed in ("t", "thar", "acidity", keys["t:soil"], keys["t:soil"][:5]):
        found = session.matching(source, typed, offers)
        assert keys["t:soil"] in {each.key for each in found}, typed
    assert session.matching(source, "thrap", []), "a spelling that is meant"
    assert {each.key for each in offers} <= set(keys.values())

    papers = workspace.library.papers
    chosen = papers.resolve("t:soil")
    assert chosen is not None

    def choose(pick: Pick) -> None:
        pick.choose([PickedCitation(chosen)])

    workspace.picking.offer(choose, lambda _: None)
    never: Callable[[], bool] = lambda: False  # noqa: E731
    for kind in ("latex", "pandoc", "typst", "mmd", "playground", "asciidoctor-bibtex"):
        assert keys["t:soil"] in workspace.picking.answer({"format": kind}, never), kind


def test_a_job_that_is_stopped_ends_a_question(workspace: Workspace) -> None:
    from core.base.jobs import JobCancelled, StoppableJob

    job = StoppableJob()
    values: dict[str, Any] = {"document": {"text": LATEX, "format": "latex"}}
    assert workspace.programs.ask("gaps", values, SilentJob())["sentences"]
    job.stop()
    with pytest.raises(JobCancelled):
        workspace.programs.ask("gaps", values, job)
