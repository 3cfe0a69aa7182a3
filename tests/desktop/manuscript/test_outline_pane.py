"""The outline and the list to cite, as models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.base.findings import EntryCheck, FieldDifference, Finding
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    Reference,
    Section,
    Sentence,
    ToCite,
)
from desktop.manuscript.outline_pane import (
    COUNT_ROLE,
    IS_GAP_ROLE,
    SECOND_LINE_ROLE,
    OutlineModel,
    OutlineView,
)
from desktop.manuscript.to_cite_panel import ToCiteModel, ToCiteView
from desktop.pages.sentence_map import SentenceMap
from tests import wording
from tests.desktop.invented import invented_paper


@pytest.fixture(autouse=True)
def testers(qapp: QCoreApplication, qtlog: Any) -> Iterator[list[QAbstractItemModelTester]]:  # noqa: ANN401 - pytest-qt keeps the type to itself
    """Fail if any tester in the list had something to say."""
    found: list[QAbstractItemModelTester] = []
    yield found
    assert [record.message for record in qtlog.records] == []


def watched(model: QAbstractItemModel, testers: list[QAbstractItemModelTester]) -> None:
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    testers.append(QAbstractItemModelTester(model, mode))


def manuscript() -> Manuscript:
    sections = (Section("1", "Start", 1), Section("1.1", "Detail", 2), Section("2", "End", 1))
    texts = [(None, "Abstract."), (0, "A."), (0, "B."), (1, "C."), (2, "D.")]
    return Manuscript(
        title="A",
        abstract="Abstract.",
        sections=sections,
        sentences=tuple(Sentence(i, s, 0, text, ()) for i, (s, text) in enumerate(texts)),
        references=(
            Reference(index=0, label="1", text="One.", title="One"),
            Reference(index=1, label="2", text="Two.", title="Two"),
        ),
    )


def outline(testers: list[QAbstractItemModelTester]) -> OutlineModel:
    model = OutlineModel(manuscript(), {0: Link(PaperNumber(7), 0.9), 1: Link(PaperNumber(8), 0.2)})
    watched(model, testers)
    return model


def rows(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[Any]:
    above = parent or QModelIndex()
    found: list[Any] = []
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        inner = rows(model, index)
        found.append((model.data(index), inner) if inner else model.data(index))
    return found


def test_the_outline_nests_sections_and_lists_references(
    testers: list[QAbstractItemModelTester],
) -> None:
    assert rows(outline(testers)) == [
        "Abstract",
        ("1  Start", ["1.1  Detail"]),
        "2  End",
        ("References", ["[1] One", "[2] Two"]),
        "Reference audit",
        "Whole manuscript",
    ]


def test_without_a_list_the_outline_leads_to_the_audit_if_anything_is_cited(
    testers: list[QAbstractItemModelTester],
) -> None:
    first, *others = manuscript().sentences
    cites = replace(first, markers=(Marker(0, 3, "[7]", (), ("7",)),))
    for sentences, audited in ((others, False), ([cites, *others], True)):
        model = OutlineModel(replace(manuscript(), sentences=tuple(sentences), references=()), {})
        watched(model, testers)
        assert ("Reference audit" in rows(model)) == audited


def test_rows_have_the_height_of_the_style_from_the_first_sight(
    testers: list[QAbstractItemModelTester], qtbot: QtBot
) -> None:
    """Sections are unfolded, and rows measured, before the style of the window is known."""
    window = QWidget()
    window.setStyleSheet("QTreeView::item { padding: 10px; }")
    qtbot.addWidget(window)
    model = outline(testers)
    view = OutlineView(model)
    bare = view.visualRect(model.index(0, 0)).height()
    view.setParent(window)
    window.show()
    view.show()
    qtbot.waitUntil(lambda: view.visualRect(model.index(0, 0)).height() >= bare + 20)


def test_the_outline_counts_gaps_and_references_in_the_library(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = outline(testers)
    model.count_gaps(SentenceMap(manuscript().sentences, (0.0, 0.9, 0.8, 0.7, 0.1)))
    counts = [model.data(model.index(row, 0), COUNT_ROLE) for row in range(4)]
    assert counts == ["", "2 gaps", "", "2"]
    references = model.index(3, 0)
    assert model.data(references, SECOND_LINE_ROLE) == "1 in library · 1 unresolved"
    tip = model.data(references, Qt.ItemDataRole.ToolTipRole)
    assert wording.fill("desktop.manuscript.reference_words:long your", n=1) in tip
    assert model.data(model.index(0, 0, model.index(1, 0)), COUNT_ROLE) == "1 gap"


def test_counting_gaps_tells_only_of_sections_that_have_others(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = outline(testers)
    told: list[str] = []
    model.dataChanged.connect(
        lambda first, last: told.append(f"{model.data(first)} to {model.data(last)}")
    )
    model.count_gaps(SentenceMap(manuscript().sentences, (0.9, 0.9, 0.1, 0.9)))
    assert told == [f"{row} to {row}" for row in ("Abstract", "1  Start", "1.1  Detail")]
    told.clear()
    model.count_gaps(SentenceMap(manuscript().sentences, (0.9, 0.9, 0.1, 0.9)))
    assert told == []
    model.count_gaps(SentenceMap(manuscript().sentences, (0.9, 0.9, 0.1, 0.1)))
    assert told == ["1.1  Detail to 1.1  Detail"]


def test_an_unsure_link_is_not_called_in_the_library(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = outline(testers)
    references = model.index(3, 0)
    states = [model.data(model.index(row, 0, references), COUNT_ROLE) for row in range(2)]
    assert states == ["in library", ""]


def test_a_row_of_the_outline_leads_to_its_sentence_entry_or_audit(
    qtbot: QtBot, testers: list[QAbstractItemModelTester]
) -> None:
    model = outline(testers)
    view = OutlineView(model)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.sentence_chosen) as chosen:
        view.clicked.emit(model.index(2, 0))
    assert chosen.args == [4]
    with qtbot.waitSignal(view.reference_chosen) as entry:
        view.activated.emit(model.index(1, 0, model.index(3, 0)))
    assert entry.args == [1]
    with qtbot.waitSignal(view.audit_chosen):
        view.activated.emit(model.index(4, 0))


def test_the_outline_says_how_much_is_to_be_mended(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = outline(testers)
    said = []
    finding = Finding(kind="never cited", text="Entry 2 is never cited.", reference=1)
    beside = Finding(kind="cited beside", text="Entry 3 is cited in a table.", reference=2)
    for findings in (None, [], [beside], [finding, beside], [finding, finding]):
        model.show_findings(findings)
        said.append(model.data(model.index(4, 0), SECOND_LINE_ROLE))
    assert said == ["checking…", "no problems", "no problems", "1 problem", "2 problems"]


def test_the_outline_does_not_praise_an_entry_that_differs(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = outline(testers)
    audit, listed = model.index(4, 0), model.index(3, 0)
    other_year = FieldDifference("year", "2019", "2020")
    checks = EntryCheck(0, "agrees"), EntryCheck(1, "differs", (other_year,))
    model.show_findings([], checks[:1])
    assert audit.data(SECOND_LINE_ROLE) == "no problems"
    assert not audit.data(IS_GAP_ROLE)
    model.show_findings([], checks)
    assert audit.data(SECOND_LINE_ROLE) == "1 entry differs"
    assert audit.data(IS_GAP_ROLE)
    entries = [model.index(row, 0, listed) for row in range(2)]
    assert [entry.data(COUNT_ROLE) == "differs" for entry in entries] == [False, True]
    assert [entry.data(IS_GAP_ROLE) for entry in entries] == [False, True]
    finding = Finding(kind="never cited", text="Entry 2 is never cited.", reference=1)
    online = EntryCheck(0, "differs", (other_year,), source="Crossref")
    model.show_findings([finding], (online, checks[1]))
    assert audit.data(SECOND_LINE_ROLE) == "1 problem · 2 entries differ"


def chosen_rows() -> list[ToCite]:
    return [
        ToCite(3, "A sentence.", (invented_paper(1), invented_paper(2))),
        ToCite(None, "It is gone.", (invented_paper(2),)),
    ]


def test_the_list_to_cite_has_a_row_per_sentence_with_its_papers(
    testers: list[QAbstractItemModelTester],
) -> None:
    model = ToCiteModel()
    watched(model, testers)
    model.show(chosen_rows())
    one, two = invented_paper(1).title, invented_paper(2).title
    assert rows(model) == [("A sentence.", [one, two]), ("It is gone.", [two])]
    assert model.numbers() == [1, 2]
    model.show([])
    assert rows(model) == []


def test_a_picked_sentence_stands_for_all_its_papers(
    qtbot: QtBot, testers: list[QAbstractItemModelTester]
) -> None:
    model = ToCiteModel()
    watched(model, testers)
    view = ToCiteView(model)
    qtbot.addWidget(view)
    model.show(chosen_rows())
    sentence, gone = model.index(0, 0), model.index(1, 0)
    paper = model.index(0, 0, gone)
    picked = model.picked([paper, sentence])
    assert [(p.text, [q.number for q in p.papers]) for p in picked] == [
        ("A sentence.", [1, 2]),
        ("It is gone.", [2]),
    ]
    with qtbot.waitSignal(view.sentence_chosen) as chosen:
        view.clicked.emit(model.index(1, 0, sentence))
    assert chosen.args == [3]
