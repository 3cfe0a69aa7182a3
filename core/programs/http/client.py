"""Asks the service of another process of this computer, such as that of the window."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.errors import EngineError, UnknownPaperError, UsageError
from core.programs.http.service import Address, read_address
from core.programs.json_forms import Json

_TIMEOUT_S = 60.0
_KINDS: dict[int, type[EngineError]] = {400: UsageError, 404: UnknownPaperError}


class ServiceGoneError(UsageError):
    """No service answers there any more."""


class RemotePrograms:
    """Asks as ``Programs`` answers, through a service. Calls block; any thread may ask."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def ask(self, question: str, values: Mapping[str, Any]) -> Json:
        """Answer a question; what fails there fails here in the same words."""
        status, content = self._sent(question, values)
        found: Json = json.loads(content)
        if status != http.HTTPStatus.OK:
            kind = _KINDS.get(status, EngineError)
            raise kind(found.get("error", ""), remedy=found.get("remedy", ""))
        return found

    def _sent(self, question: str, values: Mapping[str, Any]) -> tuple[int, bytes]:
        host = urllib.parse.urlsplit(self._address.url).netloc
        # Not through urllib: a proxy of the environment must not see it.
        connection = http.client.HTTPConnection(host, timeout=_TIMEOUT_S)
        method, path, body = _request(question, values)
        headers = {
            "Authorization": f"Bearer {self._address.token}",
            "Content-Type": "application/json",
        }
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise ServiceGoneError(
                "The service of Cocite does not answer any more.",
                remedy="Start this program again; it finds the service, or does without one.",
            ) from error
        finally:
            connection.close()


def connected(library: Path) -> RemotePrograms | None:
    """Return the service of a library if one answers now."""
    address = read_address(library)
    if address is None:
        return None
    remote = RemotePrograms(address)
    try:
        remote.ask("search", {"query": "cocite", "limit": 1})
    except EngineError:
        return None
    return remote


def _request(question: str, values: Mapping[str, Any]) -> tuple[str, str, bytes]:
    if question != "paper":
        return "POST", f"/{question}", json.dumps(values).encode()
    asked = {name: value for name, value in values.items() if name != "id"}
    paper = urllib.parse.quote(str(values.get("id", "")), safe="/:")
    return "GET", f"/papers/{paper}?{urllib.parse.urlencode(asked)}", b""
