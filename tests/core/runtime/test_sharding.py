"""Parts of a library that several processes encode: the same rows, resumable, killed at will."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import CitingContext, PaperNumber
from core.commands.filling import index
from core.library.library import Library
from core.models.manifest import Manifest
from core.runtime import sharding
from core.runtime.indexes import Column
from core.runtime.sharding import FOLDER, Shard
from tests import wording
from tests.core.runtime.test_indexes import Sums
from tests.rich_library import records
from tests.tiny_encoder import make_tiny_encoder

PAPERS = 30
MANIFEST = Manifest(
    name="sums", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as library:
        list(library.papers.add(records(PAPERS), source="test"))
        contexts = [
            CitingContext(
                text=f"Peat {n} is acid [1].", cited=(PaperNumber(1),), markers=((15, 18),)
            )
            for n in range(7)
        ]
        library.citations.add_contexts(PaperNumber(2), contexts)
    return folder


@pytest.fixture
def whole(folder: Path) -> Iterator[dict[int, NDArray[np.float16]]]:
    """What one process makes of the papers."""
    with Library.open(folder, write=False) as library:
        numbers = library.papers.numbers()
        papers = library.papers.get_many(numbers)
        rows = Sums().encode_papers([(paper.title, paper.abstract) for paper in papers])
        yield dict(zip(numbers, rows, strict=True))


def encode(folder: Path, rank: int, count: int = 3, encoder: Sums | None = None) -> Sums:
    encoder = encoder or Sums()
    with Library.open(folder, write=False) as library:
        column = Column(library, MANIFEST)
        column.encode_shard(encoder, Shard(rank, count), SilentJob())
    return encoder


def complete(folder: Path) -> tuple[Sums, dict[int, NDArray[np.float16]]]:
    """Let a writer go on; return what it encoded itself and all rows."""
    encoder = Sums()
    with Library.open(folder) as library:
        Column(library, MANIFEST).complete(encoder, SilentJob())
        numbers = library.embeddings.numbers(MANIFEST.fingerprint).tolist()
        rows = library.embeddings.get(MANIFEST.fingerprint, numbers)
        return encoder, dict(zip(numbers, rows, strict=True))


def assert_same(
    rows: dict[int, NDArray[np.float16]], expected: dict[int, NDArray[np.float16]]
) -> None:
    assert rows.keys() == expected.keys()
    for number, row in rows.items():
        np.testing.assert_array_equal(row, expected[number])


def test_shards_make_the_rows_of_one_process(
    folder: Path, whole: dict[int, NDArray[np.float16]]
) -> None:
    for rank in range(3):
        encode(folder, rank)
    encoder, rows = complete(folder)
    assert encoder.asked == []
    assert_same(rows, whole)
    with Library.open(folder, write=False) as library:
        assert library.context_embeddings.count(MANIFEST.query_fingerprint) == 7
    assert not list((folder / FOLDER).glob("*/*.npz"))


def test_a_shard_that_never_ran_is_encoded_by_the_writer(
    folder: Path, whole: dict[int, NDArray[np.float16]]
) -> None:
    encode(folder, 1)
    encoder, rows = complete(folder)
    assert len(encoder.asked) == PAPERS * 2 // 3 + 7 - 3
    assert_same(rows, whole)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_killed_shard_repeats_what_its_last_file_lacks(
    folder: Path, whole: dict[int, NDArray[np.float16]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharding, "ROWS_OF_A_FILE", 4)
    monkeypatch.setattr("core.runtime.indexes._ENCODED_AT_ONCE", 2)

    class Killed(Sums):
        def encode_papers(self, papers: list[tuple[str, str]]) -> NDArray[np.float16]:  # type: ignore[override]
            if len(self.asked) >= 6:
                os._exit(9)
            return super().encode_papers(papers)

    process = os.fork()
    if not process:
        try:
            encode(folder, 0, 2, Killed())
        finally:  # whatever happens, the copy of these tests ends here
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
    assert len(list((folder / FOLDER).glob("*/*.npz"))) == 1
    assert len(encode(folder, 0, 2).asked) == PAPERS // 2 - 4 + 3
    encode(folder, 1, 2)
    encoder, rows = complete(folder)
    assert encoder.asked == []
    assert_same(rows, whole)


def test_a_stopped_shard_keeps_what_it_has(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.runtime.indexes._ENCODED_AT_ONCE", 2)

    class Stopping(SilentJob):
        checks = 0

        def check(self) -> None:
            self.checks += 1
            if self.checks == 4:
                raise JobCancelled

    with Library.open(folder, write=False) as library, pytest.raises(JobCancelled):
        Column(library, MANIFEST).encode_shard(Sums(), Shard(0, 2), Stopping())
    assert len(encode(folder, 0, 2).asked) == PAPERS // 2 - 6 + 3


def test_a_paper_that_changed_meanwhile_is_encoded_again(folder: Path) -> None:
    for rank in range(3):
        encode(folder, rank)
    with Library.open(folder) as library:
        library.papers.update(PaperNumber(5), title="Acidity of dunes")
        library.papers.trash([PaperNumber(6)])
    encoder, rows = complete(folder)
    assert encoder.asked == ["Acidity of dunes"]
    assert len(rows) == PAPERS - 1


def test_rows_of_a_library_that_was_restored_from_before_are_left_out(folder: Path) -> None:
    with Library.open(folder) as library:
        title = library.papers.get(PaperNumber(5)).title
        library.papers.update(PaperNumber(5), title="Acidity of dunes")
    for rank in range(3):
        encode(folder, rank)
    with Library.open(folder) as library, library.database.transaction():
        library.database.execute(
            "UPDATE papers SET title = ?, revision = 5 WHERE number = 5", title
        )
        library.database.execute(
            "UPDATE contexts SET text = 'Bogs 2 is damp [1].' WHERE number = 3"
        )
        library.database.execute("UPDATE meta SET value = ? WHERE name = 'revision'", PAPERS)
    assert complete(folder)[0].asked == [title, "Bogs 2 is damp."]


@pytest.mark.parametrize("kept_share", [0.0, 0.01, 0.5, 0.95])
def test_a_damaged_file_is_encoded_again(folder: Path, kept_share: float) -> None:
    for rank in range(3):
        encode(folder, rank)
    path = next(iter((folder / FOLDER).glob("*-papers/*-0-of-3.npz")))
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept_share)])
    assert len(encode(folder, 0).asked) == PAPERS // 3
    path.write_bytes(content[: int(len(content) * kept_share)])
    encoder, rows = complete(folder)
    assert len(encoder.asked) == PAPERS // 3
    assert len(rows) == PAPERS


def test_a_process_reads_the_numbers_of_the_files_and_no_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode(folder, 0)
    members: list[str] = []
    read = NpzFile.__getitem__

    def read_member(arrays: NpzFile, name: str) -> object:
        members.append(name)
        return read(arrays, name)

    monkeypatch.setattr(NpzFile, "__getitem__", read_member)
    encode(folder, 1)
    assert set(members) == {"numbers"}


def test_rows_that_the_library_refuses_keep_their_file(folder: Path) -> None:
    encode(folder, 0)
    model, row = MANIFEST.fingerprint, np.zeros((1, 3), np.float16)
    with Library.open(folder) as library:
        library.embeddings.put(model, [PaperNumber(1)], row)
        with pytest.raises(ValueError, match="have 3 numbers"):
            sharding.collect_rows(library, library.embeddings, model)
    assert list((folder / FOLDER).glob("*-papers/*.npz"))


def test_a_file_that_is_written_while_others_are_taken_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode(folder, 0)
    load = sharding._load_rows

    def load_while_another_runs(path: Path) -> object:
        encode(folder, 1)
        return load(path)

    monkeypatch.setattr(sharding, "_load_rows", load_while_another_runs)
    with Library.open(folder) as library:
        model = MANIFEST.fingerprint
        assert sharding.collect_rows(library, library.embeddings, model) == PAPERS // 3
    assert [path.name for path in (folder / FOLDER).glob("*-papers/*.npz")] == ["1-1-of-3.npz"]


@pytest.mark.parametrize(("rank", "count"), [(2, 2), (-1, 2), (0, 0)])
def test_a_shard_that_cannot_be_is_refused(rank: int, count: int) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        Shard(rank, count)


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--shards", "2"], {}, wording.stem("core.commands.filling:_chosen_shard encode")),
        (["--shards", "2"], {"RANK": "0", "WORLD_SIZE": "3"}, "3 processes for 2 shards"),
        (
            ["--shards", "2"],
            {"RANK": "0"},
            wording.stem("core.commands.filling:_chosen_shard encode"),
        ),
        (
            ["--shards", "2"],
            {"WORLD_SIZE": "2"},
            wording.stem("core.commands.filling:_chosen_shard encode"),
        ),
        (
            ["--shards", "2"],
            {"RANK": "x", "WORLD_SIZE": "2"},
            wording.fill("core.commands.filling:_chosen_shard", rank="x"),
        ),
        (["--shards", "2"], {"RANK": "2", "WORLD_SIZE": "2"}, "Shard 2 does not exist"),
        (["--shard", "0"], {"RANK": "0", "WORLD_SIZE": "2"}, "--shard needs --shards"),
        (["--ray", "--shard", "1"], {}, "--shard needs --shards"),
        (["--ray", "--shards", "2", "--shard", "1"], {}, "--shard needs --shards"),
        (
            ["--shards", "2", "--shard", "2"],
            {},
            wording.fill("core.runtime.sharding:__post_init__", rank=2, count=2),
        ),
    ],
)
def test_shards_are_asked_for_in_full(
    folder: Path,
    arguments: list[str],
    environment: dict[str, str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    refused = CliRunner().invoke(index, ["--library", str(folder), *arguments])
    assert isinstance(refused.exception, UsageError)
    assert words in str(refused.exception)


def test_an_absent_ray_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    refused = CliRunner().invoke(index, ["--library", str(folder), "--ray"])
    assert isinstance(refused.exception, UsageError)
    assert "cocite[ray]" in refused.exception.remedy


@pytest.fixture(scope="module")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("models") / "tiny")


def rows_by_id(folder: Path) -> dict[int, NDArray[np.float16]]:
    with Library.open(folder, write=False) as library:
        (model,) = library.database.column(
            "SELECT fingerprint FROM encoders ORDER BY number LIMIT 1"
        )
        numbers = library.embeddings.numbers(model).tolist()
        return dict(zip(numbers, library.embeddings.get(model, numbers), strict=True))


def run(*command: str) -> None:
    subprocess.run(command, check=True, timeout=300, capture_output=True)


CALL = ("-m", "desktop", "index")


def test_processes_told_as_torchrun_tells_them_take_a_shard_each(
    folder: Path, tiny_base: Path
) -> None:
    call = [sys.executable, *CALL, "--library", str(folder), "--model", str(tiny_base)]
    processes = [
        subprocess.Popen([*call, "--shards", "2"], env={**os.environ, "RANK": r, "WORLD_SIZE": "2"})
        for r in ("0", "1")
    ]
    assert [process.wait(300) for process in processes] == [0, 0]
    assert len(list((folder / FOLDER).glob("*-papers/*.npz"))) == 2
    run(sys.executable, *CALL, "--library", str(folder), "--model", str(tiny_base))
    sharded = rows_by_id(folder)
    with Library.open(folder) as library:
        library.embeddings.drop(library.database.value("SELECT fingerprint FROM encoders LIMIT 1"))
    run(sys.executable, *CALL, "--library", str(folder), "--model", str(tiny_base))
    for number, row in rows_by_id(folder).items():
        np.testing.assert_allclose(sharded[number], row, atol=2e-3)


def test_ray_starts_a_task_a_shard(folder: Path, tiny_base: Path) -> None:
    pytest.importorskip("ray")
    # Ray looks its own machine up by address, which the guard would refuse.
    paths = os.environ["PYTHONPATH"].split(os.pathsep)
    unguarded = os.pathsep.join(path for path in paths if Path(path).name != "guard")
    call = [sys.executable, *CALL, "--library", str(folder), "--model", str(tiny_base)]
    subprocess.run(
        [*call, "--ray", "--shards", "2"],
        check=True,
        timeout=300,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": unguarded, "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert len(rows_by_id(folder)) == PAPERS
