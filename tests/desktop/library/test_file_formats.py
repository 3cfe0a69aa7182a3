"""Formats in dialogs for files."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.formats import registry
from desktop.library.file_formats import export_filters, import_filters
from desktop.library.import_actions import PasteDialog


def test_the_dialog_offers_every_kind_of_file_packed_or_not() -> None:
    everything, *each = import_filters()
    for pattern in ("*.enw", "*.json", "*.rdf", "zotero.sqlite", "*.pdf", "*.zip", "*.bib.gz"):
        assert pattern in everything.partition("(")[2].strip(")").split()
        assert any(pattern in one for one in each)
    for taken in registry.imported():
        assert all(pattern in everything for pattern in taken.patterns)


def test_papers_can_be_exported_in_each_format_that_has_a_writer() -> None:
    filters = export_filters()
    assert list(filters.values()) == registry.list_writable_formats()
    assert filters["CSL-JSON (*.json)"].name == "csl"


def test_the_dialog_names_formats_whose_entries_it_knows_and_counts_the_others(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = registry.Format("cards", "Index cards", (".cards",), r"^== ", parser="cards:parse")
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, cards))
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    more = len({file_format.title for file_format in registry.pasted()}) - 6
    assert "(BibTeX, RIS, CSL-JSON, EndNote, EndNote XML, PubMed and " in said
    assert f" and {more} more formats)" in said
    assert "PDF," not in said
