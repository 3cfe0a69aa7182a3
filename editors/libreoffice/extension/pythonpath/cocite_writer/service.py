"""Asks the service of Cocite that runs on this computer.

``cocite serve``, or the window, writes a file with its address and a token that is new at each
start. Python of LibreOffice may be as old as 3.8.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cocite_writer.wording import told

_TIMEOUT_S = 60.0
_START_IT = (
    "Open Cocite and switch on Settings ▸ Privacy ▸ Let other programs on this computer ask, "
    "or start “cocite serve”."
)


class Trouble(Exception):
    """What went wrong in a sentence, and what to do about it, in the language of the office."""

    def __init__(self, sentence: str, remedy: str, **values: object) -> None:
        super().__init__(sentence)
        self.sentence, self.remedy = told(sentence, **values), told(remedy)

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}"


def address_files() -> list[Path]:
    """Return the files of services, the one that started last first."""
    found = {file for folder in _folders() if folder.is_dir() for file in folder.glob("*.json")}
    return sorted(found, key=_started, reverse=True)


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        data = [Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")]
    elif sys.platform == "darwin":
        data = [home / "Library" / "Application Support"]
    else:  # a LibreOffice in a sandbox has an XDG_DATA_HOME of its own
        data = [Path(os.environ.get("XDG_DATA_HOME") or "/nowhere"), home / ".local" / "share"]
    return [folder / "cocite" / "services" for folder in data]


def _started(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def ask(question: str, values: dict[str, Any]) -> dict[str, Any]:  # Any: JSON values
    """Return the answer to a question.

    Raises:
        Trouble: no service answers, or it cannot answer this.
    """
    for file in address_files():
        try:
            address = json.loads(file.read_text(encoding="utf-8"))
            url, token = str(address["url"]), str(address["token"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
        sent = _send(url, token, question, values)
        if sent is not None:
            return _answer(*sent)
    raise Trouble("Cocite does not answer.", _START_IT)


def _send(url: str, token: str, question: str, values: dict[str, Any]) -> tuple[int, bytes] | None:
    """Return status and body of the answer, ``None`` if nothing listens there any more."""
    # Not through urllib: a proxy of the environment must not see it.
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=_TIMEOUT_S)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        connection.request("POST", f"/{question}", json.dumps(values).encode(), headers)
        response = connection.getresponse()
        return response.status, response.read()
    except ConnectionRefusedError:
        return None
    except TimeoutError as error:
        raise Trouble(
            "Cocite has not answered for {seconds:.0f} seconds.",
            "Try again later.",
            seconds=_TIMEOUT_S,
        ) from error
    except (OSError, http.client.HTTPException) as error:
        raise Trouble("Cocite stopped while it was asked.", _START_IT) from error
    finally:
        connection.close()


def _answer(status: int, body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Trouble("What answers is not Cocite.", _START_IT)
    if status == 401:
        raise Trouble(
            "Cocite does not accept the token in its file.",
            "Switch its service off and on again, or start “cocite serve” again.",
        )
    if status != 200:
        raise Trouble(str(found.get("error", "Cocite cannot do that.")), str(found.get("remedy")))
    return found
