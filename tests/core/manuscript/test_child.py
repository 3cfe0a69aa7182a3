"""The child that reads manuscripts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil

from core.manuscript.pdf.assemble import parse
from core.manuscript.reader import GuardedReader
from core.manuscript.text.serial import to_json


def test_the_child_reads_as_the_parser_does(reader: GuardedReader, two_column_file: Path) -> None:
    found, expected = (
        to_json(reader.read_manuscript(two_column_file)),
        to_json(parse(two_column_file)),
    )
    del found["seconds"], expected["seconds"]
    assert found == expected


OWNER = """
import os, psutil, sys
from core.manuscript.reader import GuardedReader
reader = GuardedReader()
reader.start()
print(psutil.Process().children()[0].pid, flush=True)
sys.stdin.readline()
os._exit(9)
"""


def test_the_child_ends_when_its_owner_dies() -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert owner.stdin is not None
    assert owner.stdout is not None
    child = psutil.Process(int(owner.stdout.readline()))
    owner.communicate("die\n")
    assert owner.returncode == 9
    psutil.wait_procs([child], timeout=30)
    assert not child.is_running()
