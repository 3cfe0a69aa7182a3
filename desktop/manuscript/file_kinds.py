"""The kinds of manuscripts that a file dialog offers."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

OPENABLE = QT_TRANSLATE_NOOP("ManuscriptPage", "Manuscripts (*.pdf *.tex *.docx);;All files (*)")
