"""The files an entry names: JabRef, Zotero, Mendeley and BibDesk each write them their own way."""

from __future__ import annotations

import base64
import binascii
import plistlib
import re

from core.formats.fields import distinct

_LIST_ITEM = re.compile(r"(?:\\.|[^;\\])+", re.S)
_PART = re.compile(r"((?:\\.|[^:\\])*)(?::|$)", re.S)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\w+://")
_MENDELEY_BACKSLASH = re.compile(r"\$\\backslash\$")  # Mendeley writes "C:" as "C$\backslash$:"
_ESCAPE = re.compile(r"\\([:;\\{}_&%#$])")


def paths_in(field: str) -> tuple[str, ...]:
    """Return the paths in a ``file`` field: "path; path" or "description:path:type;…"."""
    field = _MENDELEY_BACKSLASH.sub(r"\\", field)
    return distinct([_path(item[0].strip()) for item in _LIST_ITEM.finditer(field)])


def _path(item: str) -> str:
    if _DRIVE.match(item):
        return item
    parts = [_ESCAPE.sub(r"\1", part) for part in _PART.findall(item)]
    if parts and not parts[-1]:
        parts.pop()  # what the pattern finds behind the end
    if len(parts) >= 4 and len(parts[1]) == 1 and parts[2][:1] in "\\/":
        return f"{parts[1]}:{parts[2]}"  # description:C:\path:type with its colon not escaped
    if len(parts) >= 3:
        return parts[1].strip()
    return max(parts, key=len, default="").strip()


def bibdesk_path(field: str) -> str:
    """Return the path in a ``bdsk-file-1`` field, a property list in base64, else ""."""
    try:
        held = plistlib.loads(base64.b64decode("".join(field.split()), validate=True))
    except (binascii.Error, plistlib.InvalidFileException, ValueError, OverflowError):
        return ""
    except (IndexError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        return ""  # what a damaged list makes the reader stumble over
    path = held.get("relativePath") if isinstance(held, dict) else None
    return path if isinstance(path, str) else ""
