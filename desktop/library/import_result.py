"""How an import ended, counted and in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.records import PaperNumber
from core.base.reports import ImportEntry, ImportStatus
from desktop.language.engine_words import in_language
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, figure, translate

STATUS_WORDS: dict[ImportStatus, str] = {
    "refused": QT_TRANSLATE_NOOP("Importing", "Refused"),
    "skipped": QT_TRANSLATE_NOOP("Importing", "Left out"),
    "merged": QT_TRANSLATE_NOOP("Importing", "Merged"),
    "added": QT_TRANSLATE_NOOP("Importing", "Added"),
    "unchanged": QT_TRANSLATE_NOOP("Importing", "Already there"),
}


@dataclass(frozen=True, slots=True)
class ImportResult:
    """How an import ended. ``entries`` may leave out what went well; all else is complete."""

    entries: tuple[ImportEntry, ...]
    counts: dict[ImportStatus, int]
    citations: int = 0
    cancelled: bool = False
    added: tuple[PaperNumber, ...] = ()

    def sentence(self) -> str:
        """Return the result in one sentence."""
        status_counts = [
            f"{figure(self.counts[status])} {translate('Importing', word).lower()}"
            for status, word in sorted(STATUS_WORDS.items(), key=lambda item: -self.counts[item[0]])
            if self.counts[status]
        ]
        start = (
            translate("Importing", "Import stopped")
            if self.cancelled
            else translate("Importing", "Import finished")
        )
        if len(self.entries) == 1 == sum(self.counts.values()) and not self.cancelled:
            return _describe_entry(self.entries[0], self.citations)
        summary = ", ".join(status_counts) or translate("Importing", "nothing to import")
        if self.citations:
            cites = translate("Importing", "%Ln citation(s)", "", self.citations)
            summary += f"; {choose_plural(cites, self.citations)}"
        return f"{start}: {summary}."


def _describe_entry(entry: ImportEntry, citations: int) -> str:
    """Say what became of the only record of an import."""
    word = translate("Importing", STATUS_WORDS[entry.status])
    parts = [f"“{entry.title}”" if entry.title else "", in_language(entry.reason)]
    if citations:
        cites = translate("Importing", "%Ln citation(s)", "", citations)
        parts.append(choose_plural(cites, citations))
    return f"{word}: {'; '.join(part for part in parts if part)}.".replace("..", ".")
