"""Every failure the engine expects, and nothing else.

    EngineError
    ├── UsageError             the call cannot be carried out as asked (exit code 2)
    │   └── NoSentenceError        no sentence stands where one was asked about
    ├── FormatError            a file is not what it claims to be, or cannot be read as that
    ├── PdfError
    │   ├── PdfUnreadableError     damaged, empty, or no PDF at all
    │   │   └── PdfCrashError          ends the process that reads it
    │   ├── PdfEncryptedError      needs a password
    │   ├── PdfWithoutTextError    opens, but holds only images
    │   │   └── PdfScanError           of text, which can be recognised
    │   └── PdfLimitError          took more time, memory or pages than a paper may
    ├── LibraryError
    │   ├── LibraryMissingError    no library in that folder
    │   ├── LibraryBusyError       another process writes it
    │   ├── LibraryReadOnlyError   the folder or the opening forbids writing
    │   ├── LibraryNewerError      written by a later version of Cocite
    │   ├── LibraryCorruptError    SQLite cannot read the database
    │   └── DiskFullError          no space left where the library lies
    ├── UnknownPaperError      no paper answers to that id
    ├── ModelError             a model folder is incomplete, damaged or of another dimension
    ├── TrainingError          a training run cannot begin, or cannot go on
    └── LookUpError            a service could not be asked, or its answer is of no use

``str(error)`` is one sentence for the user, ``error.remedy`` says what to do about it. Both are
messages: templates, filled with the values that the error is given (``core.base.messages``). An
exception outside this tree that leaves the engine is a bug: nobody catches it before the
crash dialog.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from core.base.messages import message, packed, unpacked


class EngineError(Exception):
    """Base of every expected failure; ``str(error)`` is one sentence for the user.

    ``said`` is that sentence as a message; it and the remedy are filled with the same values:
    ``UsageError("There is no file “{file}”.", file=path, remedy="Check the name.")``.
    """

    default_remedy = ""

    def __init__(self, text: str, /, *, remedy: str | None = None, **values: object) -> None:
        self.message: str = message(text, **values)
        super().__init__(self.message)
        self.remedy: str = message(self.default_remedy if remedy is None else remedy, **values)

    def packed(self) -> dict[str, Any]:  # Any: JSON
        """Return what is said and the remedy in a form that JSON carries."""
        return {"message": packed(self.message), "remedy": packed(self.remedy)}

    @classmethod
    def unpacked(cls, packed_error: Mapping[str, Any]) -> Self:  # Any: JSON
        """Return the error that another process packed."""
        return cls(unpacked(packed_error["message"]), remedy=unpacked(packed_error["remedy"]))


class UsageError(EngineError):
    """The call cannot be carried out as asked; the caller must ask differently."""


class NoSentenceError(UsageError):
    """A place in a document was asked about at or before which no sentence stands."""


class FormatError(EngineError):
    """A file cannot be read as the format it claims to be."""

    default_remedy = "Export the file again, or correct it in a text editor."


class PdfError(EngineError):
    """A PDF yields no text."""


class PdfUnreadableError(PdfError):
    """The file is damaged, empty, or no PDF at all."""

    default_remedy = "Open the file in a PDF viewer and save it again."


class PdfCrashError(PdfUnreadableError):
    """The file ends the process that reads it."""


class PdfEncryptedError(PdfError):
    """The file needs a password."""

    default_remedy = "Save a copy without a password and use that."


class PdfWithoutTextError(PdfError):
    """The file opens but holds only images."""

    default_remedy = "Save or export the file again, with its text."


class PdfScanError(PdfWithoutTextError):
    """The file holds pictures of text, and what recognises text is installed."""


class PdfLimitError(PdfError):
    """Reading took more time, memory or pages than a paper may."""

    default_remedy = "Save only the pages of the paper in a PDF of their own."


class LibraryError(EngineError):
    """The library folder cannot be used as asked."""


class LibraryMissingError(LibraryError):
    """There is no library in that folder."""

    default_remedy = "Choose another folder, or import something into this one to create a library."


class LibraryBusyError(LibraryError):
    """Another process writes the library."""

    default_remedy = "Close the other program, or wait until it is done."


class LibraryReadOnlyError(LibraryError):
    """The folder, or the way it was opened, forbids writing."""

    default_remedy = "Copy the library to a folder where you have permission to write."


class LibraryNewerError(LibraryError):
    """A later version of Cocite wrote the library."""

    default_remedy = "Install the newer version of Cocite. The library was not changed."


class LibraryCorruptError(LibraryError):
    """SQLite cannot read the database."""

    default_remedy = (
        "Restore a backup or a copy of the library (cocite restore). The damaged file was not"
        " changed."
    )


class DiskFullError(LibraryError):
    """No space is left where the library lies."""

    default_remedy = "Free some space and try again. Everything saved before is safe."


class UnknownPaperError(EngineError):
    """No paper of the library answers to that id."""

    default_remedy = "Look the id up in the library; it is shown with each paper."


class ModelError(EngineError):
    """A model folder is incomplete, damaged or of another dimension."""

    default_remedy = "Install the model again, or use another one (cocite models list)."


class TrainingError(EngineError):
    """A training run cannot begin, or cannot go on."""


class LookUpError(EngineError):
    """A service could not be asked, or its answer is of no use."""

    default_remedy = "Try again later."
