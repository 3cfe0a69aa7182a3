"""Folders in which a library is at risk: those that a cloud service or a network syncs.

A service that synchronises a database while it is open copies half of a change; a network drive
may lie about locks and about what is on the disk (https://www.sqlite.org/howtocorrupt.html).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import psutil

Risk = Literal["none", "cloud", "network"]

_CLOUDS = (
    "dropbox",
    "onedrive",
    "google drive",
    "googledrive",
    "my drive",
    "mobile documents",
    "cloudstorage",
    "icloud",
    "icloud drive",
    "iclouddrive",
    "nextcloud",
    "owncloud",
    "pcloud",
    "pclouddrive",
    "box",
    "box sync",
    "seafile",
    "syncthing",
    "mega",
    "megasync",
    "sciebo",
    "tresorit",
    "yandex.disk",
)
_MARKS = (
    ".dropbox",
    ".dropbox.cache",
    ".stfolder",
    ".owncloudsync.log",
    ".nextcloudsync.log",
    ".sync_journal.db",
    ".seafile-data",
    ".tmp.driveupload",
    ".megaignore",
)
"""Files and folders that services keep at the top of what they synchronise."""
_NETWORKS = frozenset(
    {
        *("9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "davfs2", "glusterfs", "gpfs"),
        *("lustre", "ncpfs", "nfs", "nfs3", "nfs4", "smb2", "smb3", "smbfs", "vboxsf", "webdav"),
        *("fuse.davfs", "fuse.gcsfuse", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
        *("fuse.sshfs", "fuse.google-drive-ocamlfuse", "fuse.onedriver", "osxfuse", "macfuse"),
    }
)
_SENTENCES: dict[Risk, str] = {
    "none": "",
    "cloud": "This folder seems to be synchronised with a cloud service, which can damage a library"
    " that is open. Choose a folder on this computer, and keep backups there.",
    "network": "This folder lies on another computer. A library on a network is slow and can be"
    " damaged when the connection drops. Choose a folder on this computer.",
}


def warning_about(path: Path) -> str:
    """Return why a library should not lie in ``path``, "" if nothing speaks against it."""
    return _SENTENCES[assess_risk(path)]


def assess_risk(path: Path) -> Risk:
    """Return what a library in ``path``, there or not yet, would suffer from.

    Looks at names of folders, at what services leave in theirs, and at the kind of the file
    system. That may take long for a network that is gone: call it on a worker thread.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() follows links only after that
    for location in {path, path.resolve()}:
        if any(_is_cloud(part) for part in location.parts[1:]) or _has_marks(location):
            return "cloud"
        if str(location).startswith(("\\\\", "//")) or file_system(location) in _NETWORKS:
            return "network"
    return "none"


def file_system(path: Path) -> str:
    """Return the kind of the file system that ``path`` lies on, in lower case; "" if unknown."""
    system_name, length = "", -1
    for partition in psutil.disk_partitions(all=True):
        mount = Path(partition.mountpoint)
        if path.is_relative_to(mount) and len(mount.parts) >= length:
            system_name, length = str(partition.fstype).lower(), len(mount.parts)
    return system_name


def _is_cloud(name: str) -> bool:
    """Whether a folder is named as services name theirs: alone, or with an account behind it."""
    name = name.lower()
    return any(
        name == cloud or (cloud != "box" and name.startswith((f"{cloud} ", f"{cloud}-")))
        for cloud in _CLOUDS
    )


def _has_marks(path: Path) -> bool:
    for folder in (path, *path.parents):
        try:
            if any((folder / mark).exists() for mark in _MARKS if folder != Path.home()):
                return True
        except OSError:  # a folder that may not be looked into
            continue
    return False
