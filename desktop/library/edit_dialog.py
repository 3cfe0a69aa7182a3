"""The dialog that edits the details of one paper: every field, its ids, what else is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.records import Paper
from desktop.changes import other_ids
from desktop.theme import set_look

Check = Callable[[dict[str, Any], Callable[[str], None], QObject], None]
"""Takes the changed fields, what to call with the objection ("" for none), and who asks.

Nothing is called once that is gone.
"""

_DOI = re.compile(r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?10\.\d{4,9}(?:\.\d+)*/\S+")
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?"
    r"(?:\d{4}\.\d{4,5}|[a-z\-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://\S+")
_KEY = re.compile(r"[^\s,{}()\"'#%~\\=@]+")


class EditDialog(QDialog):
    """Fields of a paper as text; authors, other ids and other fields one per line.

    ``check`` asks the library whether the change can be made, before the dialog closes.

    Signals:
        edited: a dictionary of the fields that changed, by their names in ``Paper``.
    """

    edited = Signal(dict)

    def __init__(
        self, paper: Paper, parent: QWidget | None = None, *, check: Check | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Edit details"))
        self.resize(760, 620)
        self._paper = paper
        self._check = check
        self._make_fields(paper)
        self.problem = QLabel("")
        self.problem.setWordWrap(True)
        set_look(self.problem, "bad")
        self.problem.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addLayout(self._form(), 1)
        layout.addWidget(self.problem)
        layout.addWidget(self._buttons())

    def focus_field(self, name: str) -> None:
        """Put the cursor where a field is edited."""
        field = getattr(self, name or "title")
        assert isinstance(field, QWidget)
        field.setFocus()

    def save(self) -> None:
        """Hand over what changed and close, or say what is wrong."""
        for field, objection in self._objections():
            if objection:
                self._object(objection)
                field.setFocus()
                return
        changed = self.changed_fields()
        if not changed:
            self.accept()
        elif self._check is None:
            self._finish(changed)
        else:
            self.save_button.setEnabled(False)
            self._check(changed, lambda objection: self._checked(changed, objection), self)

    def changed_fields(self) -> dict[str, Any]:  # Any: each field has its type
        """Return the fields that are others than the paper's, by their names there."""
        given = self._given()
        before = {name: getattr(self._paper, name) for name in given if name != "ids"}
        before["ids"] = other_ids(self._paper)
        return {name: value for name, value in given.items() if value != before[name]}

    # --- building -------------------------------------------------------------------------

    def _make_fields(self, paper: Paper) -> None:
        self.title = QLineEdit(paper.title)
        self.authors = _several_lines("\n".join(paper.authors), 84)
        self.year = QLineEdit(str(paper.year or ""))
        self.venue = QLineEdit(paper.venue)
        self.doi = QLineEdit(paper.doi)
        self.arxiv = QLineEdit(paper.arxiv)
        self.url = QLineEdit(paper.url)
        self.citation_key = QLineEdit(paper.citation_key)
        self.keywords = QLineEdit(", ".join(paper.keywords))
        self.abstract = _several_lines(paper.abstract)
        self.ids = _several_lines("\n".join(other_ids(paper)), 64)
        self.extra = _several_lines(_extra_lines(paper.extra), 64)
        for line in (self.title, self.venue, self.url, self.keywords):
            line.setCursorPosition(0)

    def _form(self) -> QGridLayout:
        form = QGridLayout()
        form.setHorizontalSpacing(8)
        form.setVerticalSpacing(8)
        form.setColumnStretch(1, 3)
        form.setColumnStretch(3, 2)
        whole: tuple[tuple[int, str, QWidget], ...] = (
            (0, self.tr("&Title"), self.title),
            (1, self.tr("A&uthors,\none per line"), self.authors),
            (5, self.tr("&Keywords,\nwith commas"), self.keywords),
            (6, self.tr("A&bstract"), self.abstract),
        )
        for row, text, field in whole:
            form.addWidget(_label(text, field), row, 0)
            form.addWidget(field, row, 1, 1, 3)
        halves = (
            (2, (self.tr("&Venue"), self.venue), (self.tr("&Year"), self.year)),
            (3, (self.tr("&DOI"), self.doi), (self.tr("a&rXiv"), self.arxiv)),
            (4, (self.tr("&Link"), self.url), (self.tr("&Citation key"), self.citation_key)),
            (
                7,
                (self.tr("&Other fields,\n“name: value”"), self.extra),
                (self.tr("Other &ids,\none per line"), self.ids),
            ),
        )
        for row, *pairs in halves:
            for column, (name, half) in zip((0, 2), pairs, strict=True):
                form.addWidget(_label(name, half), row, column)
                form.addWidget(half, row, column + 1)
        form.setRowStretch(6, 1)
        return form

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.save_button = QPushButton(self.tr("Save details"))
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.AcceptRole)
        set_look(self.save_button, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.save)
        buttons.rejected.connect(self.reject)
        return buttons

    # --- what was typed -------------------------------------------------------------------

    def _objections(self) -> list[tuple[QWidget, str]]:
        """Return each field that has a form, with what is wrong with it ("" if nothing)."""
        year = self.year.text().strip()
        good_year = not year or (year.isdecimal() and len(year) == 4)
        return [
            (self.title, "" if self.title.text().strip() else self.tr("A paper needs a title.")),
            (
                self.year,
                ""
                if good_year
                else self.tr("A year has four digits; leave it empty if it is unknown."),
            ),
            _formed(self.doi, _DOI, self.tr("A DOI begins with “10.”, as in 10.1000/182.")),
            _formed(self.arxiv, _ARXIV, self.tr("An arXiv id looks like 2103.00020.")),
            _formed(self.url, _ADDRESS, self.tr("A link begins with http:// or https://.")),
            self._keyed(),
            (self.extra, self._extra_objection()),
        ]

    def _keyed(self) -> tuple[QWidget, str]:
        bad = self.tr("A citation key has no blanks, commas, braces or quotation marks.")
        if not self.citation_key.text().strip():
            return self.citation_key, self.tr("A paper needs a citation key.")
        return _formed(self.citation_key, _KEY, bad)

    def _extra_objection(self) -> str:
        odd = [line for line in _lines(self.extra) if not line.partition(":")[0].strip()]
        odd += [line for line in _lines(self.extra) if ":" not in line]
        text = self.tr("Other fields are lines such as “volume: 12”; “{0}” is not.")
        return text.format(odd[0]) if odd else ""

    def _given(self) -> dict[str, Any]:  # Any: each field has its type
        year = self.year.text().strip()
        words = self.keywords.text().split(",")
        return {
            "title": " ".join(self.title.text().split()),
            "authors": tuple(_lines(self.authors)),
            "year": int(year) if year else None,
            "venue": self.venue.text().strip(),
            "doi": self.doi.text().strip(),
            "arxiv": self.arxiv.text().strip(),
            "url": self.url.text().strip(),
            "citation_key": self.citation_key.text().strip(),
            "keywords": tuple(word.strip() for word in words if word.strip()),
            "abstract": self.abstract.toPlainText().strip(),
            "ids": tuple(_lines(self.ids)),
            "extra": self._extra(),
        }

    def _extra(self) -> dict[str, Any]:  # Any: JSON values
        """Return the other fields; what is no plain text stays as it was."""
        before = self._paper.extra
        kept = {name: value for name, value in before.items() if not _is_line(name, value)}
        typed = (line.partition(":") for line in _lines(self.extra))
        found = {name.strip(): value.strip() for name, _, value in typed}
        in_order = {name: found[name] for name in before if name in found}
        return kept | in_order | found

    # --- saving ---------------------------------------------------------------------------

    def _checked(self, changed: dict[str, Any], objection: str) -> None:
        if not self.isVisible():  # given up meanwhile
            return
        self.save_button.setEnabled(True)
        if objection:
            self._object(objection)
        else:
            self._finish(changed)

    def _object(self, objection: str) -> None:
        self.problem.setText(objection)
        self.problem.setAccessibleName(objection)
        self.problem.show()

    def _finish(self, changed: dict[str, Any]) -> None:
        self.edited.emit(changed)
        self.accept()


def _formed(field: QLineEdit, form: re.Pattern[str], objection: str) -> tuple[QWidget, str]:
    text = field.text().strip()
    return field, "" if not text or form.fullmatch(text) else objection


def _extra_lines(extra: Mapping[str, Any]) -> str:  # Any: JSON values
    return "\n".join(f"{name}: {v}".rstrip() for name, v in extra.items() if _is_line(name, v))


def _is_line(name: str, value: object) -> bool:
    """Whether a field can be edited as a line "name: value"."""
    tidy = isinstance(value, str) and " ".join(value.split()) == value
    return tidy and ":" not in name and " ".join(name.split()) == name != ""


def _lines(field: QPlainTextEdit) -> list[str]:
    return [" ".join(line.split()) for line in field.toPlainText().splitlines() if line.strip()]


def _label(text: str, field: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(field)
    if isinstance(field, QPlainTextEdit):
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(0, 6, 0, 0)
    field.setAccessibleName(text.replace("&", "").replace("\n", " "))
    return label


def _several_lines(text: str, height: int = 0) -> QPlainTextEdit:
    field = QPlainTextEdit(text)
    field.setTabChangesFocus(True)
    if height:
        field.setFixedHeight(height)
    return field
