"""The list To cite, written into files."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import docx
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from core.base.jobs import Job, SilentJob
from core.base.records import PaperNumber, ToCite
from core.manuscript.text.remarks import Marked
from core.manuscript.word.document import parse
from core.services.reports import ManuscriptReport, report_page
from desktop.language import languages
from desktop.manuscript.to_cite_export import INSERTED, MARKED, WindowPhrases
from tests import wording
from tests.desktop.invented import invented_manuscript, invented_paper
from tests.desktop.manuscript_desk import Desk
from tests.phrases_contract import assert_are_phrases


def test_the_report_is_written_in_german(qapp: QApplication) -> None:
    languages.speak("de")
    try:
        page = report_page(
            ManuscriptReport(
                opened=invented_manuscript(),
                chosen=(ToCite(None, "A sentence.", (invented_paper(PaperNumber(5)),)),),
                gaps=(),
                findings=(),
                made_on=date(2026, 4, 1),
                phrases=WindowPhrases(),
            )
        )
    finally:
        languages.speak("en")
    assert '<html lang="de"' in page
    for said in ("Zu zitieren", "1 Arbeit gewählt", "April 2026", "Nicht mehr im Manuskript"):
        assert said in page, said
    for english in ("To cite", "chosen", "written by", "No longer"):
        assert english not in page, english


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_window_keeps_to_what_the_engine_expects_of_a_language(
    qapp: QApplication, language: str
) -> None:
    languages.speak(language)
    try:
        assert_are_phrases(WindowPhrases())
        assert WindowPhrases().language.split("-")[0] == language
    finally:
        languages.speak("en")


@pytest.mark.parametrize("suffix", [".bib", ""], ids=["with suffix", "without suffix"])
def test_export_writes_a_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    desk.cite_two()
    chosen = tmp_path / f"chosen{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    desk.page.export_actions[0].trigger()
    desk.idle()
    written = (tmp_path / "chosen.bib").read_text(encoding="utf-8")
    keys = [line.partition("{")[2] for line in written.splitlines() if line.startswith("@")]
    assert keys == ["sandberg2018four,", "ferreira2012draining,"]
    assert desk.news[-1] == "Wrote 2 papers to “chosen.bib”."


def test_export_into_nowhere_says_why(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.cite_two()
    with qtbot.waitSignal(desk.runner.failed) as failed:
        desk.to_cite.exports.write(tmp_path / "missing" / "list.bib", "bibtex")
    assert "“list.bib" + wording.stem("desktop.manuscript.to_cite_export:_reason") in str(
        failed.args[0]
    )
    assert failed.args[0].remedy


def test_the_report_tells_co_authors_what_to_cite_and_what_is_missing(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    export = desk.page.export_actions[-1]
    assert "report" in export.text()
    assert export.isEnabled()  # gaps and findings can be told before anything is chosen
    assert not desk.page.export_actions[0].isEnabled()
    desk.cite_two()
    chosen = tmp_path / "for-mia"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    export.trigger()
    desk.idle()
    html = (tmp_path / "for-mia.html").read_text(encoding="utf-8")
    assert "Four decades of decline in reed-nesting birds" in html
    assert wording.fill("core.services.reports:_missing Still") in html
    assert desk.news[-1] == wording.fill(
        "desktop.manuscript.to_cite_export:report_written", name="for-mia.html"
    )


def test_the_manuscript_is_not_replaced_by_its_marked_copy(desk: Desk, qtbot: QtBot) -> None:
    desk.open()
    before = desk.file.read_bytes()
    with qtbot.waitSignal(desk.runner.failed) as failed:
        desk.to_cite.exports.write(desk.file, MARKED)
    assert "never changed" in str(failed.args[0])
    assert desk.file.read_bytes() == before


def test_a_marked_copy_tells_of_sentences_that_it_lacks(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.cite_two()
    marked = Marked((tmp_path / "a.pdf",), (1, 3), 7)
    exports = desk.to_cite.exports
    monkeypatch.setattr(exports._workspace.marked_copies, "write", lambda *_: marked)
    exports.write(tmp_path / "a.pdf", MARKED)
    desk.idle()
    place = "desktop.manuscript.to_cite_export:report_marked"
    said = wording.fill(f"{place} ”~with", name="a.pdf", n=5)
    assert desk.news[-1] == f"{said} {wording.fill(f'{place} Some', missed=2)}"


def test_only_word_documents_take_citations(desk: Desk) -> None:
    desk.open()
    assert desk.file.suffix == ".pdf"
    assert wording.stem(
        "core.services.marked_copies:why_no_citations"
    ) in desk.to_cite.exports.why_not(INSERTED)


def test_citations_are_inserted_into_a_copy_and_counted(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.cite_two()
    exports = desk.to_cite.exports
    rows = exports._session.to_cite()
    word, target = tmp_path / "draft.docx", tmp_path / "cited.docx"
    document = docx.Document()
    for row in rows:
        document.add_paragraph(row.text)
    document.save(str(word))
    exports._session.opened = replace(exports._session.opened, path=word)
    assert exports.why_not(INSERTED) == ""
    exports.write(target, INSERTED)
    desk.idle()
    read = parse(target)
    assert sum(len(sentence.markers) for sentence in read.sentences) == len(rows)
    count = f"{len(rows)} citation" + ("s" if len(rows) != 1 else "")
    assert desk.news[-1] == f"Wrote “cited.docx” with {count}."


def test_sentences_that_are_gone_are_counted_and_the_copy_can_be_stopped(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.cite_two()
    exports = desk.to_cite.exports
    papers = exports._session.to_cite()[0].papers
    word, target = tmp_path / "draft.docx", tmp_path / "cited.docx"
    docx.Document().save(str(word))
    exports._session.opened = replace(exports._session.opened, path=word)
    monkeypatch.setattr(exports._session, "to_cite", lambda: [ToCite(None, "Gone.", papers)])
    copies, jobs = exports._workspace.marked_copies, []
    insert = copies.insert_citations

    def insert_citations(*values: Any, job: Job) -> Marked:  # noqa: ANN401
        jobs.append(job)
        return insert(*values, job=job)

    monkeypatch.setattr(copies, "insert_citations", insert_citations)
    exports.write(target, INSERTED)
    desk.idle()
    said = wording.fill(
        "desktop.manuscript.to_cite_export:report_inserted", name="cited.docx", n=0, missed=1
    )
    assert desk.news[-1] == said
    (job,) = jobs
    assert not isinstance(job, SilentJob)
