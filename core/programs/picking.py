"""Citations picked by a person for an editor that asks, in the window of the open library.

Editors ask in the way of Better BibTeX for Zotero (“cite as you write”): one request without a key
that waits until papers were chosen. Only what the person chose is answered.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.base.errors import EngineError
from core.base.library_records import PickedCitation
from core.programs.picked_formats import CitationWriter

READY = "ready"
_TICK_S = 0.2


class PickerError(EngineError):
    """No picker can be opened now."""


@dataclass(slots=True)
class Pick:
    """A request that waits until ``choose`` or ``leave`` is called, from any thread.

    The window shows it, and closes what it shows when ``gone`` is called: the editor waits no more.
    """

    to_clipboard: bool = False
    minimize: bool = False
    on_gone: Callable[[], None] = lambda: None
    citations: tuple[PickedCitation, ...] = ()
    _decided: threading.Event = field(default_factory=threading.Event)

    def choose(self, citations: Sequence[PickedCitation]) -> None:
        """Answer with these citations."""
        self.citations = tuple(citations)
        self._decided.set()

    def leave(self) -> None:
        """Answer with nothing."""
        self._decided.set()

    @property
    def is_decided(self) -> bool:
        """Whether nothing waits for an answer any more."""
        return self._decided.is_set()

    def wait(self, is_gone: Callable[[], bool]) -> None:
        """Wait for the decision, as long as somebody waits for it."""
        while not self._decided.wait(_TICK_S):
            if is_gone():
                self._decided.set()
                self.on_gone()


class Picking:
    """Opens the window's picker, one at a time, and says what was picked as an editor wants it.

    Calls block and may come from any thread.
    """

    def __init__(self, writer: CitationWriter) -> None:
        self._writer = writer
        self._show: Callable[[Pick], None] | None = None
        self._copy: Callable[[str], None] = lambda _: None
        self._has_window = False
        self._open: Pick | None = None
        self._lock = threading.Lock()

    def offer(self, show: Callable[[Pick], None], copy: Callable[[str], None]) -> None:
        """Open pickers from now on with ``show``, and let ``copy`` fill the clipboard."""
        self._show, self._copy, self._has_window = show, copy, True

    def refuse(self) -> None:
        """Open no picker any more: a window has the library, but the person did not allow it."""
        self._show, self._has_window = None, True
        self.close()

    def close(self) -> None:
        """Let go of the editor that waits, if one does."""
        pick = self._open
        if pick is not None:
            pick.leave()
            pick.on_gone()

    def answer(self, options: Mapping[str, str], is_gone: Callable[[], bool]) -> str:
        """Return what an editor inserts; "" if the person chose nothing.

        Raises:
            UsageError: the format is not known.
            PickerError: there is no window, it may not, or a picker is open already.
        """
        self._require_window()
        if options.get("probe"):
            return READY
        write = self._writer.get_writer(options)
        pick = Pick(bool(options.get("clipboard")), bool(options.get("minimize")))
        show = self._take(pick)
        try:
            show(pick)
            pick.wait(is_gone)
        finally:
            with self._lock:
                self._open = None
        text = write(pick.citations) if pick.citations else ""
        if text and pick.to_clipboard:
            self._copy(text)
        return text

    def _require_window(self) -> Callable[[Pick], None]:
        show = self._show
        if not self._has_window:
            raise PickerError(
                "This library is not open in Cocite, so no citation can be picked.",
                remedy="Open the library in Cocite and try again.",
            )
        if show is None:
            raise PickerError(
                "Editors are not allowed to open the citation picker.",
                remedy="Turn it on in Cocite: Settings, Privacy, Picker for editors.",
            )
        return show

    def _take(self, pick: Pick) -> Callable[[Pick], None]:
        show = self._require_window()
        with self._lock:
            if self._open is not None:
                raise PickerError(
                    "The citation picker is already open for another editor.",
                    remedy="Choose a citation there or close it, then try again.",
                )
            self._open = pick
        return show
