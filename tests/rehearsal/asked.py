"""Which dialogs, windows and menus each action asks for; any other that shows is unasked.

They are named by their classes. A crash report is in no list: nobody ever asks for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MENUS: Final = frozenset({"QMenu", "SentenceMenu"})
LISTS: Final = frozenset({"QComboBoxPrivateContainer", "QListView", "QTreeView", "QTableView"})
"""What drops down from a field: its choices, or how what is typed may go on."""

QUESTIONS: Final = frozenset({"QMessageBox", "QInputDialog", "QFileDialog"})
OWN: Final = frozenset(
    {
        "AboutDialog",
        "AddReferencesDialog",
        "CitationDataDialog",
        "CitationPicker",
        "CommandPalette",
        "ConflictsDialog",
        "DevicesDialog",
        "EditDialog",
        "FilterDialog",
        "FollowBibDialog",
        "FollowDialog",
        "FoundDialog",
        "FullTextsDialog",
        "HistoryDialog",
        "ImportReportDialog",
        "KeptFilesDialog",
        "LibraryDialog",
        "LogViewer",
        "ManualWindow",
        "MergeDialog",
        "PassageDialog",
        "PasteDialog",
        "QuickLook",
        "RestoreDialog",
        "SentDialog",
        "SettingsPanel",
        "ShortcutsDialog",
        "WatchedFoldersDialog",
    }
)
ANYTHING: Final = MENUS | LISTS | QUESTIONS | OWN
"""What a button, a key or an entry of a menu that is chosen by chance may lead to."""

_FILES: Final = frozenset({"QFileDialog"})
_NAME: Final = frozenset({"QInputDialog"})
_SURE: Final = frozenset({"QMessageBox"})

ASKED: Final[Mapping[str, frozenset[str]]] = {
    # bringing papers in
    "import_folder": _FILES,
    "import_bib": _FILES,
    "import_pdf": _FILES,
    "paste_entries": frozenset({"PasteDialog"}),
    # the library
    "edit": frozenset({"EditDialog"}) | LISTS,
    "retitle": frozenset({"EditDialog"}) | LISTS,
    "merge": frozenset({"MergeDialog"}),
    "group": MENUS | _NAME,
    "change_section": _NAME | _SURE,
    "save_search": _NAME,
    "visit_trash": _SURE,
    # manuscripts
    "type_passage": frozenset({"PassageDialog"}),
    "click_sentence": MENUS,  # one click in ten is with the right button
    "more_of_card": ANYTHING,
    "look_at_reference": LISTS,
    # elsewhere
    "collect_similar": MENUS | _NAME,  # of the collections there are
    "watch_training": ANYTHING,
    "use_models": _SURE,
    "change_settings": frozenset({"SettingsPanel"}) | LISTS,
    "answer_news": ANYTHING,
    "use_palette": ANYTHING,
    "carry_out": ANYTHING,
    "press_anything": ANYTHING,
    "press_keys": ANYTHING,
    "ask_for_a_menu": ANYTHING,
    "double_click_anything": ANYTHING,
}


def asked_by(action: str) -> frozenset[str]:
    """Return the classes of what an action may open; most open nothing."""
    return ASKED.get(action, frozenset())
