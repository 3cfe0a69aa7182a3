"""The report for co-authors as the engine writes it, without an audit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.base.phrases import Phrases
from core.base.records import OpenManuscript, ToCite
from core.services.reports import ManuscriptReport, report_page


class FakeReports:
    """Dated in spring."""

    def html(
        self,
        opened: OpenManuscript,
        chosen: Sequence[ToCite],
        gaps: Sequence[int],
        phrases: Phrases,
    ) -> str:
        return report_page(
            ManuscriptReport(
                opened=opened,
                chosen=chosen,
                gaps=gaps,
                findings=(),
                made_on=date(2026, 4, 1),
                phrases=phrases,
            )
        )
