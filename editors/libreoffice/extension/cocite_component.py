"""What LibreOffice calls: the entries of the menu, and the same for macros, without windows."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import unohelper
from cocite_writer import service
from cocite_writer.commands import Writer
from cocite_writer.dialogs import (
    PaperDialog,
    StyleDialog,
    ask_about_edited,
    pick_file,
    show_message,
)
from cocite_writer.document import Document, Uno
from cocite_writer.service import Trouble
from cocite_writer.wording import speak, told
from com.sun.star.beans import PropertyValue
from com.sun.star.task import XJob, XJobExecutor

_NAME = "org.cocite.Writer"


class CociteWriter(unohelper.Base, XJobExecutor, XJob):
    """The commands of Cocite in Writer."""

    def __init__(self, ctx: Uno, *_arguments: object) -> None:
        self._ctx = ctx
        self._desktop = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", ctx
        )

    def trigger(self, command: str) -> None:
        """Do what an entry of the menu says."""
        speak(_locale(self._ctx))
        frame = self._desktop.getCurrentFrame()
        menu = {
            "suggest": self._suggest, "insert": self._insert, "next": self._next,
            "bibliography": self._bibliography, "refresh": self._refresh, "word": self._word,
        }  # fmt: skip
        try:
            menu[command](Writer(Document(self._desktop.getCurrentComponent())), frame)
        except Trouble as trouble:
            show_message(self._ctx, frame, str(trouble), failed=True)
        except Exception as error:  # the outermost boundary: LibreOffice would show nothing
            reason = f"{type(error).__name__}: {error}"
            said = told("Cocite made a mistake ({reason}). Undo what it changed.", reason=reason)
            show_message(self._ctx, frame, said, failed=True)

    def execute(self, arguments: tuple[Uno, ...]) -> str:
        """Do the same for a macro, without windows; values and the answer are JSON.

        The names are ``command``, ``values`` and, if it is not the document in front, ``document``.
        """
        speak(_locale(self._ctx))
        given = {each.Name: each.Value for each in arguments}
        model = given.get("document") or self._desktop.getCurrentComponent()
        try:
            ask = self._bound(Writer(Document(model)), given)
            return json.dumps({"answer": ask()})
        except Trouble as trouble:
            return json.dumps({"error": trouble.sentence, "remedy": trouble.remedy})
        except Exception as error:  # the outermost boundary: a macro gets an answer
            reason = f"{type(error).__name__}: {error}"
            sentence = told("Cocite made a mistake ({reason}). Undo what it changed.",
                            reason=reason)  # fmt: skip
            return json.dumps({"error": sentence, "remedy": ""})

    def _bound(self, writer: Writer, given: dict[str, Any]) -> Callable[[], Any]:
        """Return the command that a macro asks for, with its values.

        Raises:
            Trouble: there is no such command, or it takes no such values.
        """
        try:
            command = self._commands(writer)[given["command"]]
            values = json.loads(given.get("values") or "{}")
            bound = inspect.signature(command).bind(**values)
        except (KeyError, TypeError, ValueError) as error:
            raise Trouble(
                "The macro asked for something that Cocite does not know: {reason}.",
                "See the names in the README.",
                reason=f"{type(error).__name__}: {error}",
            ) from error
        return partial(command, *bound.args, **bound.kwargs)

    def _commands(self, writer: Writer) -> dict[str, Callable[..., Any]]:  # Any: JSON values
        return {
            "suggest": writer.suggestions, "search": writer.search, "insert": writer.insert,
            "next": writer.next_gap, "bibliography": writer.bibliography,
            "refresh": writer.refresh, "edited": writer.edited,
            "word": lambda url: writer.copy_for_word(url, self._desktop),
        }  # fmt: skip

    # --- the menu -------------------------------------------------------------------------------

    def _suggest(self, writer: Writer, frame: Uno) -> None:
        question = writer.question()  # here: the thread that asks must not touch the document
        dialog = PaperDialog(self._ctx, frame, told("Suggestions for this sentence"))
        papers, pages = dialog.choose(lambda: service.ask("recommend", question), writer.search)
        if papers:
            writer.insert(papers, pages)

    def _insert(self, writer: Writer, frame: Uno) -> None:
        dialog = PaperDialog(self._ctx, frame, told("Insert citation"))
        papers, pages = dialog.choose(None, writer.search)
        if papers:
            writer.insert(papers, pages)

    def _next(self, writer: Writer, frame: Uno) -> None:
        if not writer.next_gap():
            show_message(self._ctx, frame, writer.no_gap)

    def _bibliography(self, writer: Writer, frame: Uno) -> None:
        style = StyleDialog(self._ctx, frame).choose(writer.document.style)
        if style and self._asked_about_edited(writer, frame):
            writer.bibliography(style)

    def _refresh(self, writer: Writer, frame: Uno) -> None:
        if self._asked_about_edited(writer, frame):
            writer.refresh(replace_edited=writer.replaces_edited)

    def _asked_about_edited(self, writer: Writer, frame: Uno) -> bool:
        """Ask whether edited citations are replaced; return whether to go on."""
        edited = writer.edited()
        if not edited:
            return True
        answer = ask_about_edited(self._ctx, frame, edited)
        writer.replaces_edited = bool(answer)
        return answer is not None

    def _word(self, writer: Writer, frame: Uno) -> None:
        name = writer.document.model.getTitle().rpartition(".")[0] or told("document")
        url = pick_file(self._ctx, save=True, name=f"{name}.docx")
        if url:
            fields = writer.copy_for_word(url, self._desktop)
            if fields == 1:
                said = told("Saved with one citation as a Word field.")
            else:
                said = told("Saved with {count} citations as Word fields.", count=fields)
            show_message(self._ctx, frame, said)


def _locale(ctx: Uno) -> str:
    """Return the locale of the office's menus and windows, such as ``de`` or ``en-US``."""
    provider = ctx.ServiceManager.createInstanceWithContext(
        "com.sun.star.configuration.ConfigurationProvider", ctx
    )
    where = PropertyValue("nodepath", 0, "/org.openoffice.Setup/L10N", 0)
    access = provider.createInstanceWithArguments(
        "com.sun.star.configuration.ConfigurationAccess", (where,)
    )
    return str(access.getByName("ooLocale") or "")


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(CociteWriter, _NAME, (_NAME,))
