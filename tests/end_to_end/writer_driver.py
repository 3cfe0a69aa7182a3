"""Drives a real LibreOffice over UNO; run by the Python that has UNO, not by that of the tests.

``python writer_driver.py PIPE`` reads steps from standard input, a JSON list of [name, values] a
line, and prints what each gives, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import uno
import unohelper
from com.sun.star.beans import NamedValue, PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment

_FILTERS = {".odt": "writer8", ".docx": "MS Word 2007 XML"}


class _Approving(unohelper.Base, XInteractionHandler):
    """Says yes to the question whether the extension may be installed."""

    def handle(self, request: Any) -> None:
        approve = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for each in request.getContinuations():
            if each.queryInterface(approve) is not None:
                each.select()


class _Environment(unohelper.Base, XCommandEnvironment):
    def getInteractionHandler(self) -> Any:
        return _Approving()

    def getProgressHandler(self) -> None:
        return None


def connected(pipe: str) -> Any:
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(600):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.1)
    raise SystemExit("LibreOffice does not answer")


class Driver:
    """One document at a time."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.desktop = self.made("com.sun.star.frame.Desktop")
        self.document: Any = None

    def made(self, name: str) -> Any:
        return self.ctx.ServiceManager.createInstanceWithContext(name, self.ctx)

    # --- LibreOffice ------------------------------------------------------------------------------

    def add_extension(self, path: str) -> str:
        manager = self.ctx.getValueByName("/singletons/com.sun.star.deployment.ExtensionManager")
        url = uno.systemPathToFileUrl(path)
        added = manager.addExtension(url, (), "user", None, _Environment())
        return added.getIdentifier().Value

    def open(self, path: str = "") -> None:
        if self.document is not None:
            self.document.close(True)
        url = uno.systemPathToFileUrl(path) if path else "private:factory/swriter"
        self.document = self.desktop.loadComponentFromURL(url, "_blank", 0, ())

    def type(self, paragraphs: list[str]) -> None:
        text = self.document.Text
        for number, each in enumerate(paragraphs):
            if number:
                text.insertControlCharacter(text.End, 0, False)
            text.insertString(text.End, each, False)

    def click(self, words: str, *, behind: bool = True) -> None:
        found = self.document.createSearchDescriptor()
        found.SearchString = words
        place = self.document.findFirst(found)
        where = place.End if behind else place.Start
        self.document.CurrentController.ViewCursor.gotoRange(where, False)

    def cite_as_zotero(self, words: str, shown: str, item: dict[str, Any]) -> None:
        """Put in what Zotero's own plug-in writes."""
        self.click(words)
        cursor = self.document.Text.createTextCursorByRange(
            self.document.CurrentController.ViewCursor
        )
        self.document.Text.insertString(cursor, " ", False)
        cursor.collapseToEnd()
        told = {
            "citationID": "Ab1",
            "properties": {"formattedCitation": shown, "plainCitation": shown, "noteIndex": 0},
            "citationItems": [item],
        }
        mark = self.document.createInstance("com.sun.star.text.ReferenceMark")
        mark.Name = f"ZOTERO_ITEM CSL_CITATION {json.dumps(told)} RNDa1b2c3d4e5"
        self.document.Text.insertString(cursor, shown, True)
        self.document.Text.insertTextContent(cursor, mark, True)

    def bookmark(self, name: str) -> None:
        mark = self.document.createInstance("com.sun.star.text.Bookmark")
        mark.Name = name
        cursor = self.document.CurrentController.ViewCursor
        self.document.Text.insertTextContent(cursor.Start, mark, False)

    def add_note(self, words: str, note: str) -> None:
        """Put a footnote behind some words, and the cursor at its end."""
        self.click(words)
        made = self.document.createInstance("com.sun.star.text.Footnote")
        cursor = self.document.CurrentController.ViewCursor
        self.document.Text.insertTextContent(cursor.Start, made, False)
        made.insertString(made.End, note, False)
        cursor.gotoRange(made.End, False)

    def add_table(self, words: str, cell: str) -> None:
        """Put a table behind the paragraph of some words, and the cursor into its only cell."""
        self.click(words)
        view = self.document.CurrentController.ViewCursor
        place = self.document.Text.createTextCursorByRange(view.Start)
        place.gotoEndOfParagraph(False)
        table = self.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(1, 1)
        self.document.Text.insertTextContent(place, table, False)
        table.getCellByName("A1").setString(cell)
        view.gotoRange(table.getCellByName("A1").End, False)

    def marked(self) -> list[str]:
        """Return the texts of all citations, sorted."""
        marks = self.document.getReferenceMarks()
        return sorted(marks.getByIndex(at).Anchor.String for at in range(marks.Count))

    def here(self) -> str:
        """Return all of the text around the cursor: of the body, a note or a cell."""
        return self.document.CurrentController.ViewCursor.Text.String

    def click_end(self) -> None:
        self.document.CurrentController.ViewCursor.gotoEnd(False)

    def save(self, path: str) -> None:
        kind = PropertyValue("FilterName", 0, _FILTERS[Path(path).suffix], 0)
        self.document.storeToURL(uno.systemPathToFileUrl(path), (kind,))

    def undo(self) -> list[str]:
        self.document.UndoManager.undo()
        return list(self.document.UndoManager.getAllUndoActionTitles())

    def undo_titles(self) -> list[str]:
        return list(self.document.UndoManager.getAllUndoActionTitles())

    def text(self) -> str:
        return self.document.Text.getString()

    def selected(self) -> str:
        return self.document.CurrentController.ViewCursor.getString()

    def marks(self) -> list[str]:
        return list(self.document.getReferenceMarks().getElementNames())

    def italics(self) -> list[str]:
        found = []
        for paragraph in _each(self.document.Text):
            for portion in _each(paragraph):
                found += [portion.getString()] * (portion.CharPosture.value == "ITALIC")
        return found

    def type_behind(self, words: str, text: str) -> None:
        """Type something behind some words, also inside a citation."""
        found = self.document.createSearchDescriptor()
        found.SearchString = words
        place = self.document.findFirst(found)
        cursor = place.getText().createTextCursorByRange(place.getEnd())
        place.getText().insertString(cursor, text, False)

    def delete(self, words: str) -> None:
        found = self.document.createSearchDescriptor()
        found.SearchString = words
        self.document.findFirst(found).setString("")

    def move_first_paragraph_to_the_end(self) -> None:
        controller = self.document.CurrentController
        text = self.document.Text
        cursor = text.createTextCursor()
        cursor.gotoEndOfParagraph(True)
        cursor.goRight(1, True)
        controller.select(cursor)
        content = controller.getTransferable()
        cursor.setString("")
        controller.ViewCursor.gotoEnd(False)
        text.insertControlCharacter(text.End, 0, False)
        controller.ViewCursor.gotoEnd(False)
        controller.insertTransferable(content)

    # --- the extension ----------------------------------------------------------------------------

    def cocite(self, command: str, **values: Any) -> Any:
        job = self.made("org.cocite.Writer")
        given = (
            NamedValue("command", command),
            NamedValue("values", json.dumps(values)),
            NamedValue("document", self.document),
        )
        return json.loads(job.execute(given))

    def comments(self) -> list[list[str]]:
        """Return author, text and covered text of each comment."""
        fields = self.document.getTextFields()
        found = [each for each in _each(fields) if hasattr(each, "Author")]
        told = ([each.Author, each.Content, each.Anchor.String] for each in found)
        return sorted(told, key=lambda each: each[2])

    def speak(self, locale: str) -> None:
        """Let the office be in this language, as far as extensions can tell."""
        access = self._configured("ConfigurationUpdateAccess", "/org.openoffice.Setup/L10N")
        access.setPropertyValue("ooLocale", locale)
        access.commitChanges()

    def menu(self, locale: str) -> list[str]:
        """Return the entries of the extension's menu as they are in a language."""
        path = "/org.openoffice.Office.Addons/AddonUI/OfficeMenuBar/org.cocite.writer/Submenu"
        entries = self._configured("ConfigurationAccess", path, Locale=locale)
        titles = (entries.getByName(each).getByName("Title") for each in entries.ElementNames)
        return [title for title in titles if title]

    def _configured(self, kind: str, path: str, **values: str) -> Any:
        provider = self.made("com.sun.star.configuration.ConfigurationProvider")
        given = {"nodepath": path, **values}
        return provider.createInstanceWithArguments(
            f"com.sun.star.configuration.{kind}",
            tuple(PropertyValue(name, 0, value, 0) for name, value in given.items()),
        )

    def end(self) -> None:
        if self.document is not None:
            self.document.close(True)
        self.desktop.terminate()


def _each(container: Any) -> Any:
    elements = container.createEnumeration()
    while elements.hasMoreElements():
        yield elements.nextElement()


def main() -> None:
    driver = Driver(connected(sys.argv[1]))
    for line in sys.stdin:
        name, values = json.loads(line)
        try:
            found = {"result": getattr(driver, name)(**values)}
        except Exception as error:  # the tests show it
            found = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
