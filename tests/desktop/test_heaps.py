from __future__ import annotations

import platform
import subprocess
import sys

import pytest

_COUNTED = """
import ctypes, threading
from desktop.__main__ import share_heaps
{share}
libc = ctypes.CDLL(None)
together = threading.Barrier(12)
def allocate():
    together.wait()
    for _ in range(200):
        libc.malloc(2_000)
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(12)]
[each.start() for each in threads], [each.join() for each in threads]
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


def heaps(share: str) -> int:
    told = [sys.executable, "-c", _COUNTED.format(share=share)]
    return subprocess.run(told, capture_output=True, check=True).stdout.count(b"<heap nr")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="glibc alone has several heaps")
def test_the_threads_of_the_window_share_two_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    assert heaps("") > 2
    assert heaps("share_heaps()") <= 2
