"""What kind of folder a library would lie in: some places lose databases."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from PySide6.QtCore import QStorageInfo

_CLOUD = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "my drive",
    "mobile documents",
    "icloud",
    "nextcloud",
    "owncloud",
    "pcloud",
    "box sync",
    "seafile",
    "syncthing",
    "mega",
    "sciebo",
)
_NETWORK = frozenset(
    (
        *("9p", "afpfs", "cifs", "davfs", "fuse.davfs", "fuse.rclone", "fuse.sshfs", "ncpfs"),
        *("nfs", "nfs4", "smb2", "smb3", "smbfs", "webdav"),
    )
)


def suggested_folder() -> Path:
    """Return where a first library may lie."""
    return Path(platformdirs.user_documents_dir()) / "Cocite library"


def warning_about(folder: Path) -> str:
    """Return why a library should not lie in ``folder``, "" if nothing speaks against it.

    Asks the file system, which may take long for a network folder that is gone: call it on a
    worker thread.
    """
    names = [part.lower() for part in folder.parts]
    for cloud in _CLOUD:
        if any(name == cloud or name.startswith((f"{cloud} ", f"{cloud}-")) for name in names):
            return (
                "This folder seems to be synchronised with a cloud service, which can damage a "
                "library that is open. Choose a folder on this computer, and keep backups there."
            )
    existing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    kind = bytes(QStorageInfo(str(existing)).fileSystemType().data()).decode("ascii", "replace")
    if kind.lower() in _NETWORK or str(folder).startswith(("\\\\", "//")):
        return (
            "This folder lies on another computer. A library on a network is slow and can be "
            "damaged when the connection drops. Choose a folder on this computer."
        )
    return ""
