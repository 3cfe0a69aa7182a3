"""Folders that lose databases are known by name, by what lies in them, and by their disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from core.library.safety import folder_risks


class Partition(NamedTuple):
    mountpoint: str
    fstype: str


def mounted(*partitions: Partition) -> Callable[..., list[Partition]]:
    return lambda **_: list(partitions)


def test_a_folder_on_this_computer_is_safe(tmp_path: Path) -> None:
    assert folder_risks.assess_risk(tmp_path / "papers" / "library") == "none"
    assert folder_risks.warning_about(tmp_path) == ""


@pytest.mark.parametrize(
    "name",
    [
        *("Dropbox", "OneDrive", "OneDrive - University of Graz", "Dropbox (Personal)"),
        *("GoogleDrive-ann@mail.org", "Mobile Documents", "Box", "iCloud Drive", "MEGA"),
    ],
)
def test_folders_named_as_a_cloud_are_known(tmp_path: Path, name: str) -> None:
    assert folder_risks.assess_risk(tmp_path / name / "papers") == "cloud"
    assert "cloud service" in folder_risks.warning_about(tmp_path / name)


@pytest.mark.parametrize("name", ["boxes", "Box of papers", "omega", "dropboxes", "my drives"])
def test_names_that_only_look_alike_are_safe(tmp_path: Path, name: str) -> None:
    assert folder_risks.assess_risk(tmp_path / name) == "none"


@pytest.mark.parametrize("mark", [".stfolder", ".dropbox.cache", ".sync_journal.db"])
def test_what_a_service_leaves_gives_its_folder_away(tmp_path: Path, mark: str) -> None:
    (tmp_path / mark).mkdir()
    assert folder_risks.assess_risk(tmp_path / "deep" / "library") == "cloud"


def test_a_link_into_a_cloud_is_followed(tmp_path: Path) -> None:
    (tmp_path / "Dropbox" / "papers").mkdir(parents=True)
    (tmp_path / "papers").symlink_to(tmp_path / "Dropbox" / "papers")
    assert folder_risks.assess_risk(tmp_path / "papers" / "library") == "cloud"


def test_the_nearest_mount_says_what_kind_of_disk_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    disks = mounted(
        Partition("/", "ext4"), Partition(str(shared), "NFS4"), Partition(f"{shared}/ssd", "xfs")
    )
    monkeypatch.setattr(folder_risks.psutil, "disk_partitions", disks)
    assert folder_risks.assess_risk(shared / "library") == "network"
    assert "another computer" in folder_risks.warning_about(shared / "library")
    assert folder_risks.assess_risk(shared / "ssd" / "library") == "none"
    assert folder_risks.assess_risk(tmp_path / "shared papers") == "none"
