"""The windows of the extension: papers to cite, styles, and what went wrong."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import unohelper
from com.sun.star.awt import XActionListener, XCallback, XItemListener
from com.sun.star.awt.MessageBoxType import ERRORBOX, INFOBOX, QUERYBOX

from cocite_writer.commands import STYLES, pages_of_each
from cocite_writer.document import Uno
from cocite_writer.service import Trouble
from cocite_writer.wording import told

_OK, _CANCEL = 1, 2  # com.sun.star.awt.PushButtonType
_YES, _NO = 2, 3  # com.sun.star.awt.MessageBoxResults
_YES_NO_CANCEL, _NO_FIRST = 4, 0x30000  # com.sun.star.awt.MessageBoxButtons
_SHOWN = 8
_POSITION = 3  # com.sun.star.awt.PosSize: X and Y
_MARKS = {"here": "cited here", "elsewhere": "cited elsewhere"}

if TYPE_CHECKING:  # cannot be evaluated in Python 3.8
    Answer = Callable[[], "dict[str, Any]"]  # Any: JSON values


def show_message(ctx: Uno, frame: Uno, text: str, *, failed: bool = False) -> None:
    """Show a sentence."""
    toolkit = _made(ctx, "com.sun.star.awt.Toolkit")
    kind = ERRORBOX if failed else INFOBOX
    toolkit.createMessageBox(frame.getContainerWindow(), kind, 1, "Cocite", text).execute()


def ask_about_edited(ctx: Uno, frame: Uno, edited: list[str]) -> bool | None:
    """Ask whether citations that were edited by hand are replaced; ``None`` to do nothing."""
    toolkit = _made(ctx, "com.sun.star.awt.Toolkit")
    shown = "\n".join(edited[:_SHOWN]) + ("\n…" if len(edited) > _SHOWN else "")
    text = told("These citations were edited by hand. Replace the edited text?") + f"\n\n{shown}"
    box = toolkit.createMessageBox(
        frame.getContainerWindow(), QUERYBOX, _YES_NO_CANCEL | _NO_FIRST, "Cocite", text
    )
    return {_YES: True, _NO: False}.get(box.execute())


def _made(ctx: Uno, name: str) -> Uno:
    return ctx.ServiceManager.createInstanceWithContext(name, ctx)


class _Dialog:
    """A window that is built control by control; sizes are those of LibreOffice's dialogs."""

    def __init__(self, ctx: Uno, frame: Uno, title: str, width: int, height: int) -> None:
        self.ctx = ctx
        self._model = _made(ctx, "com.sun.star.awt.UnoControlDialogModel")
        for name, value in (("Title", title), ("Width", width), ("Height", height)):
            self._model.setPropertyValue(name, value)
        self._model.Sizeable = False
        self.window = _made(ctx, "com.sun.star.awt.UnoControlDialog")
        self.window.setModel(self._model)
        self._parent = frame.getContainerWindow()

    def add(self, kind: str, name: str, box: tuple[int, int, int, int], **values: object) -> Uno:
        """Add a control at (x, y, width, height), and return it."""
        model = self._model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        places = ("PositionX", "PositionY", "Width", "Height")
        for key, value in (*zip(places, box), *values.items(), ("TabIndex", len(self._names()))):
            model.setPropertyValue(key, value)
        self._model.insertByName(name, model)
        return self.window.getControl(name)

    def _names(self) -> tuple[str, ...]:
        return tuple(self._model.getElementNames())

    def run(self) -> bool:
        """Show the window until it is closed; return whether that was by its first button."""
        toolkit = _made(self.ctx, "com.sun.star.awt.Toolkit")
        self.window.createPeer(toolkit, self._parent)
        outer, own = self._parent.getPosSize(), self.window.getPosSize()
        left, top = (outer.Width - own.Width) // 2, (outer.Height - own.Height) // 2
        self.window.setPosSize(max(left, 0), max(top, 0), 0, 0, _POSITION)
        try:
            return self.window.execute() == _OK and self._accept()
        finally:
            self.window.dispose()

    def _accept(self) -> bool:
        """Take what was entered, before the window is gone; return whether it is enough."""
        return True


class PaperDialog(_Dialog):
    """Papers that a search found or that are suggested; the person chooses some to cite."""

    def __init__(self, ctx: Uno, frame: Uno, title: str) -> None:
        super().__init__(ctx, frame, title, 330, 216)
        self.add("FixedText", "asked", (6, 8, 40, 10), Label=told("~Search"))
        self._query = self.add("Edit", "query", (48, 6, 216, 12))
        search = self.add(
            "Button", "search", (268, 5, 56, 14), Label=told("Search"), DefaultButton=True
        )
        self._list = self.add("ListBox", "papers", (6, 24, 318, 96), MultiSelection=True)
        self._why = self.add(
            "Edit", "why", (6, 124, 318, 64), MultiLine=True, ReadOnly=True, VScroll=True
        )
        self.add("FixedText", "where", (6, 199, 40, 10), Label=told("~Pages"))
        self._pages = self.add(
            "Edit", "pages", (48, 197, 120, 12),
            HelpText=told("Of several papers in the order of the list, with ; between them"),
        )  # fmt: skip
        self._cite = self.add(
            "Button",
            "cite",
            (206, 196, 56, 14),
            Label=told("~Cite"),
            Enabled=False,
        )
        self.add("Button", "close", (268, 196, 56, 14), Label=told("Close"), PushButtonType=_CANCEL)
        search.addActionListener(_Pressed(self._search))
        self._list.addItemListener(_Chosen(self._selected))
        for control in (self._cite, self._list):  # the list: two clicks
            control.addActionListener(_Pressed(self._finish))
        self._shown: list[dict[str, Any]] = []
        self._asked = 0
        self._find: Callable[[str], dict[str, Any]] = lambda _: {}

    def choose(
        self, first: Answer | None, find: Callable[[str], dict[str, Any]]
    ) -> tuple[list[str], str]:
        """Show papers; return the ids of those chosen, and the pages.

        ``first`` is asked at once, ``find`` for what the person types; both off this thread.
        """
        self._find = find
        if first is not None:
            self._start(first, told("Asking Cocite…"))
        cited = self.run()
        self._asked += 1  # what still comes is late
        return self._result if cited else ([], "")

    def _accept(self) -> bool:
        self._result = self._entered()
        return bool(self._result[0])

    def _entered(self) -> tuple[list[str], str]:
        chosen = [self._shown[at]["id"] for at in self._list.getSelectedItemsPos()]
        return chosen, self._pages.getText().strip()

    def _search(self) -> None:
        query = self._query.getText().strip()
        if query:
            self._start(lambda: self._find(query), told("Searching…"))

    def _start(self, answer: Answer, meanwhile: str) -> None:
        self._asked += 1
        number = self._asked
        self._why.setText(meanwhile)

        def work() -> None:
            try:
                found: dict[str, Any] | Trouble = answer()
            except Trouble as trouble:
                found = trouble
            callback = _made(self.ctx, "com.sun.star.awt.AsyncCallback")
            callback.addCallback(_Late(lambda: self._arrived(number, found)), None)

        threading.Thread(target=work, daemon=True).start()

    def _arrived(self, number: int, found: dict[str, Any] | Trouble) -> None:
        if number != self._asked:
            return
        if isinstance(found, Trouble):
            self._fill([], str(found))
        elif "suggestions" in found:
            sentence = found["sentence"]["text"]
            if found["convincing"]:
                said = told("For: {sentence}", sentence=sentence)
            else:
                said = told("Nothing convincing. For: {sentence}", sentence=sentence)
            self._fill(found["suggestions"], said)
        else:
            papers = found.get("papers", [])
            better = found.get("did_you_mean")
            said = told("{count} found.", count=found["found"])
            if not papers:
                said = told("Nothing found.")
                if better:
                    said = told("Nothing found. Did you mean “{better}”?", better=better)
            self._fill(papers, said)

    def _fill(self, papers: list[dict[str, Any]], said: str) -> None:
        self._shown = papers
        self._list.removeItems(0, self._list.getItemCount())
        self._list.addItems(tuple(map(line_of, papers)), 0)
        self._why.setText(said)
        self._cite.setEnable(False)

    def _selected(self) -> None:
        chosen = [self._shown[at] for at in self._list.getSelectedItemsPos()]
        self._why.setText("\n\n".join(map(about, chosen)))
        self._cite.setEnable(bool(chosen))

    def _finish(self) -> None:
        """Close the window, unless the pages do not fit the papers."""
        try:
            pages_of_each(*self._entered())
        except Trouble as trouble:
            self._why.setText(str(trouble))
            self._pages.setFocus()
            return
        self.window.endDialog(_OK)


class StyleDialog(_Dialog):
    """The citation styles, and a file of one's own."""

    _OWN = "A .csl file…"

    def __init__(self, ctx: Uno, frame: Uno) -> None:
        super().__init__(ctx, frame, told("Bibliography in style"), 180, 104)
        self._list = self.add("ListBox", "styles", (6, 6, 168, 72))
        self.add(
            "Button",
            "make",
            (56, 84, 56, 14),
            Label=told("OK"),
            PushButtonType=_OK,
            DefaultButton=True,
        )
        self.add("Button", "close", (118, 84, 56, 14), Label=told("Cancel"), PushButtonType=_CANCEL)
        self._list.addItems(tuple(map(told, (*STYLES.values(), self._OWN))), 0)

    def choose(self, now: str) -> str:
        """Return the style chosen, "" if none was."""
        names = list(STYLES)
        self._list.selectItemPos(names.index(now) if now in STYLES else 0, True)
        if not self.run():
            return ""
        if self._chosen < len(names):
            return names[self._chosen]
        return pick_file(self.ctx, save=False)

    def _accept(self) -> bool:
        self._chosen = int(self._list.getSelectedItemPos())
        return self._chosen >= 0


def pick_file(ctx: Uno, *, save: bool, name: str = "") -> str:
    """Return the path of a file that the person chooses, "" if none was; a URL for saving."""
    import uno

    picker = _made(ctx, "com.sun.star.ui.dialogs.FilePicker")
    picker.initialize((10 if save else 0,))  # FILESAVE_AUTOEXTENSION, FILEOPEN_SIMPLE
    word, style = told("Word document (.docx)"), told("Citation style (.csl)")
    pattern = (word, "*.docx") if save else (style, "*.csl")
    picker.appendFilter(*pattern)
    picker.setCurrentFilter(pattern[0])
    if name:
        picker.setDefaultName(name)
    if picker.execute() != 1:
        return ""
    url = str(picker.getSelectedFiles()[0])
    return url if save else str(uno.fileUrlToSystemPath(url))


def line_of(paper: dict[str, Any]) -> str:
    """Return a paper as a line of the list."""
    people = [name.rpartition(" ")[2] for name in paper["authors"]]
    who = people[0] if people else "—"
    if len(people) > 1:
        pair = len(people) == 2
        who = told("{first} and {second}", first=who, second=people[1]) if pair else f"{who} et al."
    marks = [told(_MARKS[paper["cited"]])] if paper.get("cited") in _MARKS else []
    if "confidence" in paper:
        marks.insert(0, f"{paper['confidence']:.0%}")
    behind = f"   ({', '.join(marks)})" if marks else ""
    return f"{who} {paper['year'] or told('n.d.')}. {paper['title']}{behind}"


def about(paper: dict[str, Any]) -> str:
    """Return what is told of a paper below the list: what it is, and why it is suggested."""
    people = ", ".join(paper["authors"][:8]) + (" et al." if len(paper["authors"]) > 8 else "")
    where = ", ".join(str(each) for each in (paper["venue"], paper["year"]) if each)
    reasons = [f"– {reason['text']}" for reason in paper.get("reasons", ())]
    return "\n".join(each for each in (paper["title"], people, where, *reasons) if each)


class _Late(unohelper.Base, XCallback):
    """Calls back on the thread of the windows."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call

    def notify(self, _data: object) -> None:
        self._call()


class _Pressed(unohelper.Base, XActionListener):
    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call

    def actionPerformed(self, _event: object) -> None:
        self._call()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""


class _Chosen(unohelper.Base, XItemListener):
    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call

    def itemStateChanged(self, _event: object) -> None:
        self._call()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""
