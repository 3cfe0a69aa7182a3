"""How an import ended, counted and in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from PySide6.QtCore import QIODevice, QSaveFile

from core.base.messages import restored, stored
from core.base.records import PaperNumber
from core.base.reports import ImportEntry, ImportStatus
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    translate,
)

# --- unfinished imports -----------------------------------------------------------------
#
# Imports that run, kept in the library's folder: those that a close or a crash cut off are told.
#
# What they had taken is in the library, and importing a file again adds nothing twice.

UNFINISHED_NAME = "unfinished-imports.json"
_LONGEST_TEXT = 1_000_000

Sources = tuple[Path | str, ...]


def add_import(folder: Path, key: str, sources: Sequence[Path | str]) -> None:
    """Note that an import begins; ``sources`` are files, folders and pasted texts."""
    noted: list[dict[str, object]] = [
        {"path": str(source.absolute())} if isinstance(source, Path) else {"text": source}
        for source in sources
        if isinstance(source, Path) or len(source) <= _LONGEST_TEXT
    ]
    _save(folder, {**_load(folder), key: noted})


def remove_import(folder: Path, key: str) -> None:
    """Note that an import has ended."""
    imports = _load(folder)
    if imports.pop(key, None) is not None:
        _save(folder, imports)


def take_unfinished(folder: Path, running: Set[str] = frozenset()) -> Sources:
    """Return what the imports were given that did not end, each once, and forget them.

    Those ``running`` now are no part of them.
    """
    sources: dict[Path | str, None] = {}
    imports = _load(folder)
    for key, entries in imports.items():
        if key in running:
            continue
        for entry in entries:
            path, text = (entry.get(name) for name in ("path", "text"))
            if isinstance(path, str):
                sources[Path(path)] = None
            elif isinstance(text, str):
                sources[text] = None
    if sources:
        _save(folder, {key: entries for key, entries in imports.items() if key in running})
    return tuple(sources)


def _load(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Return what each import was given; of a file that is not as we write it, nothing."""
    try:
        imports = json.loads((folder / UNFINISHED_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(imports, dict):
        return {}
    return {key: entries for key, entries in imports.items() if isinstance(entries, list)}


def _save(folder: Path, imports: dict[str, list[dict[str, object]]]) -> None:
    """Replace the file, or delete it; a disk that takes nothing more costs only the notice."""
    if not imports:
        (folder / UNFINISHED_NAME).unlink(missing_ok=True)
        return
    file = QSaveFile(str(folder / UNFINISHED_NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(json.dumps(imports).encode("utf-8", "replace"))
        file.commit()


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


# --- last import ------------------------------------------------------------------------
#
# The report of a library's last import, kept in its folder so that the next start can show it.

NAME = "last-import.json"
_RESULT = TypeAdapter(ImportResult)


def keep(folder: Path, result: ImportResult) -> None:
    """Replace the report by a new one; a disk that takes nothing more costs only it."""
    try:
        content = _RESULT.dump_json(_change_messages(result, stored))
    except ValueError:  # half a surrogate pair is no JSON
        return
    file = QSaveFile(str(folder / NAME))
    if file.open(QIODevice.OpenModeFlag.WriteOnly):
        file.write(content)
        file.commit()


def load_report(folder: Path) -> ImportResult | None:
    """Return the report, ``None`` if there is none that can be read."""
    try:
        return _change_messages(_RESULT.validate_json((folder / NAME).read_bytes()), restored)
    except (OSError, ValidationError):
        return None


def _change_messages(result: ImportResult, change: Callable[[str], str]) -> ImportResult:
    """Return a report with what it says changed: messages as JSON, or as messages again."""
    entries = (
        replace(entry, place=change(entry.place), reason=change(entry.reason))
        for entry in result.entries
    )
    return replace(result, entries=tuple(entries))
