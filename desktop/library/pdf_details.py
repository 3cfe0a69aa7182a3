"""Reads the PDFs of papers again, and fills in what is empty in their records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.items import TYPE, VARIABLES, get_item_type
from core.base.jobs import Job
from core.base.records import PaperNumber
from core.base.reports import DetailsReport
from desktop.language.engine_words import in_language
from desktop.language.field_names import container_name, field_name
from desktop.language.wording import choose_plural, translate
from desktop.ui.changes import LibraryChanges
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.services.papers import Papers


class PdfDetails(QObject):
    """One step that can be undone, and a notice that says what it filled in, or why nothing."""

    def __init__(
        self,
        browsing: Papers,
        changes: LibraryChanges,
        runner: TaskRunner,
        notify: Notify,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._browsing = browsing
        self._changes = changes
        self._runner = runner
        self._notify = notify

    def read_pdfs(self, numbers: Sequence[PaperNumber]) -> None:
        """Read the PDFs of papers as a job."""

        def work(job: Job) -> DetailsReport:
            return self._browsing.read_details(numbers, job)

        title = self.tr("Reading details from PDFs")
        # Behind no import: reading changes nothing, and what is filled in is written at once.
        self._runner.start_job(
            title,
            work,
            lambda report: self._apply_details(report, len(numbers)),
            owner=self,
            write=False,
        )

    def _apply_details(self, report: DetailsReport, paper_count: int) -> None:
        message = " ".join(self._words(report, paper_count))
        if report.details:
            self._changes.fill_in(report.details)
            self._notify(message, undo=self._changes.undo)
        else:
            self._notify(message)

    def _words(self, report: DetailsReport, paper_count: int) -> list[str]:
        """Return what to say: what was filled in, then what could not be read."""
        count = len(report.details)
        words: list[str] = []
        if count:
            text = self.tr("Filled in details of %Ln paper(s) from the PDF: {0}.", "", count)
            words.append(choose_plural(text, count).format(", ".join(_names(report))))
        elif report.without + report.of_others < paper_count and not report.refused:
            words.append(self.tr("The PDF has no details that are missing here."))
        if report.without:
            text = self.tr("%Ln paper(s) (has|have) no PDF.", "", report.without)
            words.append(choose_plural(text, report.without))
        if report.of_others:
            text = self.tr(
                "%Ln PDF(s) (seems|seem) to belong to another paper and (was|were) skipped.",
                "",
                report.of_others,
            )
            words.append(choose_plural(text, report.of_others))
        words += [in_language(refusal.reason) for refusal in report.refused[:1]]
        more = len(report.refused) - 1
        if more > 0:
            text = self.tr("%Ln more PDF(s) could not be read.", "", more)
            words.append(choose_plural(text, more))
        return words


def _names(report: DetailsReport) -> list[str]:
    """Return what the fields are called that were empty, each once."""
    from desktop.duplicates.comparison import FIELDS  # not before it is needed: it has a table

    own, names = dict(FIELDS), dict[str, None]()
    for paper, fields in report.details:
        kind = fields.get("extra", paper.extra).get(TYPE) or get_item_type(paper)
        for name, value in fields.items():
            if name == "venue":
                names[container_name(kind)] = None
            elif name != "extra":
                names[translate("Duplicates", own[name])] = None
            else:
                new = [variable for variable in value if variable not in paper.extra]
                names |= {
                    field_name(variable, kind): None for variable in new if variable in VARIABLES
                }
                if TYPE in new:
                    names[translate("PaperDetails", "Type")] = None
    return list(names)
