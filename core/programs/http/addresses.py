"""Where libraries are served: a file for each, which only its owner may read, with the token."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from core.base.files import writing


@dataclass(frozen=True, slots=True)
class Address:
    """Where a library is served, with what a program must send along."""

    url: str
    token: str
    library: str
    process: int


def address_file(library: Path) -> Path:
    """Return the file that says where a library is served. Only its owner may read it."""
    digest = hashlib.blake2b(str(library.resolve()).encode("utf-8", "surrogatepass"), digest_size=8)
    data = Path(platformdirs.user_data_dir("cocite", appauthor=False))
    return data / "services" / f"{digest.hexdigest()}.json"


def read_address(library: Path) -> Address | None:
    """Return what the file of a library says; ``None`` if there is none, or it says nothing."""
    try:
        return Address(**json.loads(address_file(library).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_address(path: Path, address: Address) -> None:
    """Write the file of a service so that nobody else can read it at any moment."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        new.unlink(missing_ok=True)
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(address), file)
        new.replace(path)
