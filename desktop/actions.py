"""Every action of the program by name: menus, palette, shortcut editor and help sheet ask here.

An action's name is its owner and attribute, such as "library.edit"; keys the person chose are kept
under it. The registry is filled anew with the menus, whenever pages come or go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

Keys = tuple[QKeySequence, ...]

PROGRAM = "program"


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
        return QCoreApplication.translate("Actions", "Not possible now")


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
        known = self._entries.get(name)
        if known is None or known.action is not action:
            self._entries[name] = Entry(name, group, action, tuple(action.shortcuts()))
            self._give_keys(self._entries[name])
        return action

    def add_from(self, owner: QObject, group: str) -> None:
        """Take every action that a page holds as an attribute, or its parts named “…actions” do."""
        for name, value in _public(owner):
            if isinstance(value, QAction):
                self.add(f"{group}.{name.removesuffix('_action')}", value, group)
            elif isinstance(value, list | tuple):
                for place, action in enumerate(value):
                    if isinstance(action, QAction):
                        self.add(f"{group}.{name.removesuffix('_actions')}.{place}", action, group)
            elif name.endswith("actions") and isinstance(value, QObject):
                self.add_from(value, group)

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
    """Return the name a group is shown by."""
    names = {
        PROGRAM: QCoreApplication.translate("Actions", "Program"),
        "library": QCoreApplication.translate("Actions", "Library"),
        "manuscript": QCoreApplication.translate("Actions", "Manuscript"),
        "similar": QCoreApplication.translate("Actions", "Similar"),
        "models": QCoreApplication.translate("Actions", "Models"),
    }
    return names.get(group, group)


def _meet(one: str, other: str) -> bool:
    """Say whether actions of two groups can be asked at the same moment."""
    return one == other or PROGRAM in (one, other)


def _public(owner: QObject) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in vars(owner).items() if not name.startswith("_"))
