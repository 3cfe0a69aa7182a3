"""The registry of actions: menus, palette, shortcut editor and help read it.

An action's name is its owner and attribute, such as "library.edit"; keys the person chose are kept
under it. The registry is filled anew with the menus, whenever pages come or go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from desktop.language.wording import QT_TRANSLATE_NOOP, translate

Keys = tuple[QKeySequence, ...]

PROGRAM = "program"

SYNONYMS: dict[str, str] = {
    "program.import": QT_TRANSLATE_NOOP("Synonyms", "add papers pdf bibtex ris zotero load file"),
    "program.import_folder": QT_TRANSLATE_NOOP("Synonyms", "add papers directory pdfs"),
    "program.open_library": QT_TRANSLATE_NOOP("Synonyms", "new create switch database folder"),
    "program.quit": QT_TRANSLATE_NOOP("Synonyms", "exit close leave"),
    "program.find": QT_TRANSLATE_NOOP("Synonyms", "search look for author title year"),
    "program.settings": QT_TRANSLATE_NOOP("Synonyms", "preferences options configure"),
    "program.language": QT_TRANSLATE_NOOP("Synonyms", "english german locale translation"),
    "program.map": QT_TRANSLATE_NOOP("Synonyms", "plot clusters landscape visual overview"),
    "program.duplicates": QT_TRANSLATE_NOOP("Synonyms", "double twice same deduplicate merge"),
    "program.train": QT_TRANSLATE_NOOP("Synonyms", "learn fine-tune teach new model recipe"),
    "program.page_models": QT_TRANSLATE_NOOP("Synonyms", "shelf encoder training reranker"),
    "program.page_similar": QT_TRANSLATE_NOOP("Synonyms", "related neighbours recommend near"),
    "program.page_manuscript": QT_TRANSLATE_NOOP("Synonyms", "paper draft document writing"),
    "program.page_library": QT_TRANSLATE_NOOP("Synonyms", "papers references collection table"),
    "program.jobs": QT_TRANSLATE_NOOP("Synonyms", "progress tasks report log history background"),
    "program.columns": QT_TRANSLATE_NOOP("Synonyms", "table fields show hide width"),
    "program.theme_dark": QT_TRANSLATE_NOOP("Synonyms", "night mode black appearance colours"),
    "program.theme_light": QT_TRANSLATE_NOOP("Synonyms", "day mode white appearance colours"),
    "program.theme_system": QT_TRANSLATE_NOOP("Synonyms", "appearance colours mode automatic"),
    "program.index_words": QT_TRANSLATE_NOOP("Synonyms", "reindex rebuild index search"),
    "program.index_vectors": QT_TRANSLATE_NOOP("Synonyms", "embed encode reindex embeddings"),
    "program.load_model": QT_TRANSLATE_NOOP("Synonyms", "encoder start embeddings"),
    "program.full_texts": QT_TRANSLATE_NOOP("Synonyms", "pdf read failed extraction state"),
    "program.manual": QT_TRANSLATE_NOOP("Synonyms", "help documentation guide how to"),
    "program.shortcuts": QT_TRANSLATE_NOOP("Synonyms", "keys keyboard hotkeys help"),
    "program.sample": QT_TRANSLATE_NOOP("Synonyms", "demo example tour try"),
    "program.log": QT_TRANSLATE_NOOP("Synonyms", "errors debug report problem crash"),
    "program.about": QT_TRANSLATE_NOOP("Synonyms", "version licence credits"),
    "library.paste": QT_TRANSLATE_NOOP("Synonyms", "doi bibtex reference clipboard add type"),
    "library.paste_here": QT_TRANSLATE_NOOP("Synonyms", "doi bibtex clipboard insert add"),
    "library.watch_folders": QT_TRANSLATE_NOOP("Synonyms", "automatic import directory follow"),
    "library.follow": QT_TRANSLATE_NOOP("Synonyms", "zotero sync synchronise live watch keep"),
    "library.follow_bib": QT_TRANSLATE_NOOP(
        "Synonyms", "bibtex biblatex latex sync two-way jabref"
    ),
    "library.kept": QT_TRANSLATE_NOOP("Synonyms", "automatic export bib bibtex overleaf latex"),
    "library.open": QT_TRANSLATE_NOOP("Synonyms", "read view document show"),
    "library.similar": QT_TRANSLATE_NOOP("Synonyms", "related neighbours like this near"),
    "library.cite": QT_TRANSLATE_NOOP("Synonyms", "citation key latex pandoc clipboard"),
    "library.reference": QT_TRANSLATE_NOOP("Synonyms", "bibliography entry csl style clipboard"),
    "library.export": QT_TRANSLATE_NOOP("Synonyms", "save bibtex ris csv json write"),
    "library.edit": QT_TRANSLATE_NOOP("Synonyms", "change correct title author year metadata"),
    "library.add_file": QT_TRANSLATE_NOOP("Synonyms", "attach document file"),
    "library.read_details": QT_TRANSLATE_NOOP(
        "Synonyms", "metadata extract fill complete reload volume pages"
    ),
    "library.look_up": QT_TRANSLATE_NOOP("Synonyms", "crossref openalex arxiv doi metadata fetch"),
    "library.by_id": QT_TRANSLATE_NOOP("Synonyms", "crossref arxiv online lookup fetch import"),
    "library.merge": QT_TRANSLATE_NOOP("Synonyms", "join duplicates combine same"),
    "library.trash": QT_TRANSLATE_NOOP("Synonyms", "delete remove bin"),
    "library.restore": QT_TRANSLATE_NOOP("Synonyms", "undelete bring back"),
    "library.purge": QT_TRANSLATE_NOOP("Synonyms", "erase remove permanently"),
    "library.new_collection": QT_TRANSLATE_NOOP("Synonyms", "folder group list"),
    "library.undo": QT_TRANSLATE_NOOP("Synonyms", "back revert take"),
    "manuscript.open": QT_TRANSLATE_NOOP("Synonyms", "pdf word latex draft document"),
    "manuscript.text": QT_TRANSLATE_NOOP("Synonyms", "passage sentence type suggestions"),
    "manuscript.whole": QT_TRANSLATE_NOOP("Synonyms", "missing literature suggestions all"),
    "manuscript.reasons": QT_TRANSLATE_NOOP("Synonyms", "why explain unfold details suggestion"),
    "manuscript.audit": QT_TRANSLATE_NOOP("Synonyms", "check references errors bibliography"),
    "manuscript.next_gap": QT_TRANSLATE_NOOP("Synonyms", "missing citation sentence down"),
    "manuscript.previous_gap": QT_TRANSLATE_NOOP("Synonyms", "missing citation sentence up"),
}
"""What else an action may be looked for by."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One action. ``group`` is its page, or "program"; ``default`` the keys it was made with."""

    name: str
    group: str
    action: QAction
    default: Keys

    @property
    def text(self) -> str:
        """What the action is called, without mnemonic."""
        return self.action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    @property
    def title(self) -> str:
        """What the action is called whatever it would do now, as "Undo"."""
        return str(self.action.property("title") or self.text)

    @property
    def synonyms(self) -> str:
        """Other words one may look for it by, in English and in the language of the window."""
        words = SYNONYMS.get(self.name, "")
        return f"{words} {translate('Synonyms', words)}" if words else ""

    @property
    def keys(self) -> Keys:
        """The keys it answers to now."""
        return tuple(self.action.shortcuts())

    @property
    def why_not(self) -> str:
        """Why it cannot be done now, "" if it can."""
        if self.action.isEnabled():
            return ""
        reason = self.action.toolTip().rstrip(".")
        plain = self.text.rstrip("….")
        if reason and reason != plain:
            return reason
        return QCoreApplication.translate("Actions", "Not available now")


class Actions(QObject):
    """The registry.

    Signals:
        changed: actions came or went, or answer to other keys.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[str, Entry] = {}
        self._chosen: Mapping[str, str] = {}

    def clear(self) -> None:
        """Forget every action, and let those that stay have their own keys again."""
        for entry in self.all():
            entry.action.setShortcuts(list(entry.default))
        self._entries.clear()

    def add(self, name: str, action: QAction, group: str = PROGRAM) -> QAction:
        """Take an action with the keys it has now as its defaults, and return it."""
        known_entry = self._entries.get(name)
        if known_entry is None or known_entry.action is not action:
            self._entries[name] = Entry(name, group, action, tuple(action.shortcuts()))
            self._give_keys(self._entries[name])
        return action

    def add_actions(self, owner: QObject, group: str) -> None:
        """Take every action that a page holds as an attribute, or its parts named “…actions” do."""
        for name, value in _public(owner):
            if isinstance(value, QAction):
                self.add(f"{group}.{name.removesuffix('_action')}", value, group)
            elif isinstance(value, list | tuple):
                for position, action in enumerate(value):
                    if isinstance(action, QAction):
                        self.add(
                            f"{group}.{name.removesuffix('_actions')}.{position}", action, group
                        )
            elif name.endswith("actions") and isinstance(value, QObject):
                self.add_actions(value, group)

    def all(self) -> list[Entry]:
        """Return what there is, in the order it was added."""
        return [entry for entry in self._entries.values() if shiboken6.isValid(entry.action)]

    def get(self, name: str) -> Entry | None:
        """Return one action, ``None`` if there is none of that name now."""
        return next((entry for entry in self.all() if entry.name == name), None)

    def use_keys(self, chosen: Mapping[str, str]) -> None:
        """Let the named actions answer to other keys, and all others to their own."""
        self._chosen = dict(chosen)
        for entry in self.all():
            self._give_keys(entry)
        self.changed.emit()

    def rivals(self, name: str, keys: QKeySequence) -> list[Entry]:
        """Return the other actions that answer to these keys where this one does."""
        mine = self._entries[name]
        return [
            entry
            for entry in self.all()
            if entry.name != name and keys in entry.keys and _meet(entry.group, mine.group)
        ]

    def _give_keys(self, entry: Entry) -> None:
        keys = chosen_keys(self._chosen, entry)
        if keys != entry.keys:
            entry.action.setShortcuts(list(keys))


def chosen_keys(chosen: Mapping[str, str], entry: Entry) -> Keys:
    """Return the keys of an action: those chosen, its own if none are or they make no sense."""
    text = chosen.get(entry.name)
    if text is None:
        return entry.default
    if not text:
        return ()
    keys = QKeySequence.listFromString(text, QKeySequence.SequenceFormat.PortableText)
    sensible = keys and all(key.toString() for key in keys)  # an unknown key has no name
    return tuple(keys) if sensible else entry.default


def keys_text(keys: Sequence[QKeySequence]) -> str:
    """Return keys as the settings keep them."""
    return QKeySequence.listToString(list(keys), QKeySequence.SequenceFormat.PortableText)


def keys_words(keys: Sequence[QKeySequence]) -> str:
    """Return keys as the person's system writes them, parted by commas."""
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


def group_words(group: str) -> str:
    """Return the name a group is shown by, the title of its page."""
    if group == PROGRAM:
        return QCoreApplication.translate("Actions", "Program")
    title = group.capitalize().replace("_", " ")
    return QCoreApplication.translate("MainWindow", title)


def _meet(one: str, other: str) -> bool:
    """Say whether actions of two groups can be asked at the same moment."""
    return one == other or PROGRAM in (one, other)


def _public(owner: QObject) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in vars(owner).items() if not name.startswith("_"))
