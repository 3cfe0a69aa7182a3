"""The address under which editors ask for citations that a person picks, as Better BibTeX has it.

It is asked without the token: the editors that know it send none. So nothing is answered that a
person has not chosen, and no page of a browser may even ask (see docs/decisions).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

from core.base.errors import EngineError, UsageError
from core.base.logs import log_file
from core.programs.picking import READY, PickerError

logger = logging.getLogger(__name__)

ADDRESS = "/better-bibtex/cayw"
_LOOK_S = 0.5
_OF_PAGES = ("origin", "referer")
"""Headers that pages of browsers send and editors do not."""

Answer = Callable[[Mapping[str, str], Callable[[], bool]], str]


class PickerEndpoint:
    """Answers editors as ``Picking.answer`` does; the text is what they insert.

    Plug-ins ask first whether anything is there: with ``is_ready`` it is, though no picker is.
    """

    def __init__(self, answer: Answer, *, is_ready: bool = False) -> None:
        self._answer = answer
        self._is_ready = is_ready

    async def answer(self, request: Request) -> Response:
        """Wait for the person, or until the editor goes."""
        if is_of_a_browser(request):
            return _make_text_response(
                "A web page asked, and Cocite opens its picker for editors alone.", 403
            )
        options = dict(request.query_params)
        if self._is_ready and options.get("probe"):
            return _make_text_response(READY, 200)
        is_gone = False
        responses: list[Response] = []

        async def watch() -> None:
            nonlocal is_gone
            while not await request.is_disconnected():
                await anyio.sleep(_LOOK_S)
            is_gone = True

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            responses.append(await self._answered(options, lambda: is_gone))
            tasks.cancel_scope.cancel()
        return responses[0]

    async def _answered(self, options: Mapping[str, str], is_gone: Callable[[], bool]) -> Response:
        try:
            limiter = anyio.CapacityLimiter(1)  # a picker waits long, and must hold nobody up
            text = await anyio.to_thread.run_sync(self._answer, options, is_gone, limiter=limiter)
        except EngineError as error:
            kinds = {UsageError: 400, PickerError: 503}
            return _make_text_response(
                f"{error} {error.remedy}".strip(), kinds.get(type(error), 409)
            )
        except Exception:
            # The boundary: a bug goes to the log, and not into a manuscript.
            logger.exception("A picker for an editor failed")
            return _make_text_response(
                f"An error occurred in Cocite. Details are in {log_file()}.", 500
            )
        return _make_text_response(text, 200)


def is_of_a_browser(request: Request) -> bool:
    """Say whether a request comes from a browser, which editors do not pretend to be.

    Editors built on Node or Electron send some of a browser's headers too. No page can say that it
    is no site ("none"), as they do; a person in a browser's address bar can, but navigates.
    """
    headers = request.headers
    return (
        any(name in headers for name in _OF_PAGES)
        or headers.get("sec-fetch-site", "none") != "none"
        or headers.get("sec-fetch-mode") == "navigate"
        or headers.get("user-agent", "").lower().startswith("mozilla/")
    )


def _make_text_response(text: str, status: int) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(text.encode("utf-8", "replace"), status, headers, "text/plain; charset=utf-8")
