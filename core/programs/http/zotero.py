"""The addresses at which Zotero and its plug-ins are asked: JSON-RPC, zotxt, and the Connector.

They are asked without the token, for those that ask know none; each of the two has a switch of its
own, and both are off at first. No web page may ask (see docs/decisions): plug-ins send what no
browser sends, and the Connector comes from its own extension with a header that no page may send.
"""

from __future__ import annotations

import json
import logging
import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.base.errors import EngineError
from core.base.logs import log_file
from core.programs.connector import API_VERSION, ZOTERO_VERSION, Reply, read_failure
from core.programs.http.cayw import is_of_a_browser

if TYPE_CHECKING:
    from core.programs.connector import Connector
    from core.programs.zotero_plugins import ZoteroPlugins

logger = logging.getLogger(__name__)

PORT = 23119
"""The port of Zotero, at which plug-ins and the Connector look."""

CONNECTOR = "/connector/"
JSON_RPC = "/better-bibtex/json-rpc"
_OF_COLLECTION = ("/better-bibtex/export/collection", "/better-bibtex/collection")
EXPORTS = (
    *("/better-bibtex/export", "/better-bibtex/export/library", "/better-bibtex/library"),
    *_OF_COLLECTION,
)
ZOTXT = "/zotxt/"
_EXTENSION = re.compile(
    r"chrome-extension://(?:ekhagklcjbdpajgpjgmbionohlpdbjgc|nmhdhpibnnopknkmonacoephklnflpho)"
    r"|(?:moz-extension|safari-web-extension)://[0-9A-Fa-f-]{36}"
)
"""Origins of the Connector: its ids at the stores of Chrome and Edge; others draw one each time."""

_CONNECTOR_HEADER = b"x-zotero-connector-api-version"


@dataclass(frozen=True, slots=True)
class ZoteroAccess:
    """What may be asked in place of Zotero; ``None`` is switched off."""

    plugins: ZoteroPlugins | None = None
    connector: Connector | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything may be asked."""
        return self.plugins is not None or self.connector is not None


def is_of_connector(path: str, headers: list[tuple[bytes, bytes]]) -> bool:
    """Say whether a request comes from the extension of the Connector, which no page can claim."""
    origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
    return (
        path.startswith(CONNECTOR)
        and any(name == _CONNECTOR_HEADER for name, _ in headers)
        and all(_EXTENSION.fullmatch(origin) for origin in origins)
    )


def zotero_routes(access: ZoteroAccess) -> list[Route]:
    """Return the addresses that are switched on."""
    routes = []
    if access.plugins is not None:
        endpoint = _PluginEndpoint(access.plugins)
        routes += [
            Route(JSON_RPC, endpoint.answer_rpc, methods=["GET", "POST"]),
            *(Route(path, endpoint.export, methods=["GET"]) for path in EXPORTS),
            Route(ZOTXT + "{question}", endpoint.answer_zotxt, methods=["GET"]),
        ]
    if access.connector is not None:
        endpoint_of_browser = _ConnectorEndpoint(access.connector)
        path = CONNECTOR + "{method:path}"
        routes.append(Route(path, endpoint_of_browser.answer, methods=["GET", "POST"]))
    return routes


class _PluginEndpoint:
    """Answers plug-ins for Zotero."""

    def __init__(self, plugins: ZoteroPlugins) -> None:
        self._plugins = plugins
        self._limiter: anyio.CapacityLimiter | None = None

    async def answer_rpc(self, request: Request) -> Response:
        """Answer the JSON-RPC, sent as a body or behind the question mark."""
        text = (await request.body()).decode("utf-8", "replace")
        if request.method == "GET":
            text = urllib.parse.unquote(request.url.query).removesuffix("=")
        return await self._run(request, lambda: _json(self._plugins.answer_rpc(text)))

    async def export(self, request: Request) -> Response:
        """Answer with a library or a collection as a file."""
        path = urllib.parse.unquote(request.url.query.partition("&")[0]).removesuffix("=")
        if request.url.path in _OF_COLLECTION:
            path = f"collection/{path.strip('/')}"
        return await self._run(request, lambda: _text(self._plugins.export_library(path)))

    async def answer_zotxt(self, request: Request) -> Response:
        """Answer a question of zotxt."""
        question, options = request.path_params["question"], dict(request.query_params)

        def answer() -> Response:
            value = self._plugins.answer_zotxt(question, options)
            if value is None:
                return _text("Not found", 404)
            return _text(value) if isinstance(value, str) else _json(value)

        return await self._run(request, answer)

    async def _run(self, request: Request, answer: Callable[[], Response]) -> Response:
        if is_of_a_browser(request):
            return _text("A web page asked, and Cocite answers plug-ins alone.", 403)
        self._limiter = self._limiter or anyio.CapacityLimiter(2)
        try:
            return await anyio.to_thread.run_sync(answer, limiter=self._limiter)
        except EngineError as error:
            return _text(f"{error} {error.remedy}".strip(), 400)
        except Exception:
            # The boundary: a bug goes to the log.
            logger.exception("A plug-in for Zotero could not be answered")
            return _text(f"An error occurred in Cocite. Details are in {log_file()}.", 500)


class _ConnectorEndpoint:
    """Answers the Connector, one request at a time: each may change the library."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._limiter: anyio.CapacityLimiter | None = None

    async def answer(self, request: Request) -> Response:
        """Answer a request of the extension."""
        scope_headers = request.scope["headers"]
        if not is_of_connector(request.url.path, scope_headers):
            return _reply(Reply(403, text="Cocite answers the Zotero Connector alone."))
        method, options = request.path_params["method"], dict(request.query_params)
        body = await request.body()
        data = _read_json(request, body)
        self._limiter = self._limiter or anyio.CapacityLimiter(1)

        def answer() -> Reply:
            return self._connector.answer(method, data, options, body)

        try:
            return _reply(await anyio.to_thread.run_sync(answer, limiter=self._limiter))
        except EngineError as error:
            return _reply(read_failure(error))
        except Exception:
            # The boundary: a bug goes to the log.
            logger.exception("The Connector could not be answered")
            message = f"An error occurred in Cocite. Details are in {log_file()}."
            return _reply(Reply(500, text=message))


def _read_json(request: Request, body: bytes) -> object:
    """Return the JSON of a request: its body, or the header that comes with a file."""
    is_json = request.headers.get("content-type", "").startswith("application/json")
    text = body if is_json else request.headers.get("x-metadata", "{}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {}


def _reply(reply: Reply) -> Response:
    headers = {
        "X-Zotero-Version": ZOTERO_VERSION,
        "X-Zotero-Connector-API-Version": API_VERSION,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    if reply.text:
        return Response(reply.text, reply.status, headers, "text/plain; charset=utf-8")
    if reply.value is None:
        return Response(b"", reply.status, headers)
    content = json.dumps(reply.value, ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, reply.status, headers, "application/json")


def _json(value: object) -> Response:
    content = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, 200, _GUARDED, "application/json")


def _text(text: str, status: int = 200) -> Response:
    return Response(text.encode("utf-8", "replace"), status, _GUARDED, "text/plain; charset=utf-8")


_GUARDED = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
