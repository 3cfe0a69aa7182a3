"""A million vectors in lists, against all of them.

``python -m tools.lab.benchmarks.vector_scale LIB [--milvus http://HOST:PORT]``

With ``--milvus`` the rows are also put into a collection of that server and asked for there, with
the clock of the wall, since the work is another process's. Without LIB the rows are made up: points
around 2,000 centres, of which some are asked.

The rows are those of the library's papers, each taken many times and moved by a share of the
difference between two others, so that the noise has the covariance of real rows. The questions are
citing sentences of the library, as they were encoded. One thread; both arms hold the same rows.
How near the tenth best is, with real rows and with these, is printed beside: nearer ones are easier
to find.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import Any, TypeVar

import click
import faiss
import numpy as np
import psutil
from numpy.typing import NDArray

from core.library.indexes.milvus import MilvusPapers, MilvusSettings, forget
from core.library.indexes.vector_lists import Found, ListMaker, Lists
from core.library.indexes.vectors import Scale, _exact
from core.library.library import Library
from core.library.store.embeddings import EmbeddingStore
from core.models.manifest import Manifest

BATCH = 20_000
TOP, DEEP = 10, 300
NOTHING: NDArray[np.int64] = np.zeros(0, np.int64)
Rows = NDArray[np.float16]
Result = TypeVar("Result")


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path), required=False)
@click.option("--rows", "total", default=1_000_000)
@click.option("--questions", "asked", default=100)
@click.option("--noise", default=0.2, help="The share of the difference.")
@click.option("--eight-bit", is_flag=True, help="Also hold the lists in 8-bit codes.")
@click.option("--milvus", "uri", default="", help="Address of a server.")
@click.option("--index", "kinds", multiple=True, default=("IVF_SQ8", "HNSW"), help="Of Milvus.")
def main(
    folder: Path | None,
    *,
    total: int,
    asked: int,
    noise: float,
    eight_bit: bool,
    uri: str,
    kinds: tuple[str, ...],
) -> None:
    """Make the rows, build both arms, ask, print."""
    faiss.omp_set_num_threads(1)
    real, questions = _read(folder, asked) if folder else _make_up(asked)
    dimension = real.shape[1]
    _print_nearness(real, questions)
    rows = np.empty((total, dimension), np.float16)
    for start, batch in _multiplied(real, total, noise):
        rows[start : start + len(batch)] = batch
    truth = _ask_all(rows, questions)
    lists = _sorted_rows(rows)
    for share in (0.02, 0.05, 0.075, Scale().probed, 0.15):
        _judge(f"lists, {share:.1%} read", questions, truth, _reader(lists, share))
    if eight_bit:
        packed = _timed("8-bit: build", lambda: _eight_bit(lists, rows))
        options = faiss.SearchParametersIVF(nprobe=int(packed.nlist * Scale().probed))
        _judge("8-bit", questions, truth, lambda q: packed.search(q, DEEP, params=options))
    lists.path.unlink()
    for kind in kinds if uri else ():
        _ask_milvus(MilvusSettings(uri=uri, index=kind), rows, questions, truth)


def _make_up(questions: int) -> tuple[Rows, NDArray[np.float32]]:
    """Return 20,000 points around 2,000 centres, and others around them that ask."""
    draw = np.random.default_rng(5)
    centres = draw.normal(size=(2_000, 384))

    def around(count: int) -> NDArray[np.float32]:
        points = centres[draw.integers(len(centres), size=count)]
        points = points + draw.normal(size=points.shape)
        unit: NDArray[np.float32] = points / np.linalg.norm(points, axis=1, keepdims=True)
        return unit.astype(np.float32)

    return around(20_000).astype(np.float16), around(questions)


def _ask_milvus(
    settings: MilvusSettings, rows: Rows, questions: NDArray[np.float32], truth: NDArray[np.int64]
) -> None:
    manifest = Manifest(
        name="scale", weights_sha256="0" * 64, pooling="mean", max_tokens=8, dimension=rows.shape[1]
    )
    collection = MilvusPapers(settings, "scale", manifest)
    try:
        _timed(f"{settings.index}: fill", lambda: _fill(collection, rows))
        collection.search(questions[:3], limit=DEEP)
        times, answers = [], []
        for question in questions:
            started = time.perf_counter()
            answers.append(collection.search(question[None], limit=DEEP)[0])
            times.append(1000 * (time.perf_counter() - started))
        p50, p95 = np.percentile(times, [50, 95])
        print(f"{settings.index:24} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms of the wall")
        _print_recall([np.array([number for number, _ in hits]) for hits in answers], truth)
    finally:
        forget(settings, "scale", manifest, "papers")


def _fill(collection: MilvusPapers, rows: Rows) -> None:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        collection._add(np.arange(start, start + len(batch)), batch)
    collection.save()
    client = collection._client
    while client.describe_index(collection._name, "row")["indexed_rows"] < len(rows):
        time.sleep(1)  # the rows that it calls pending may be indexed already
    client.load_collection(collection._name)


def _ask_all(rows: Rows, questions: NDArray[np.float32]) -> NDArray[np.int64]:
    exact = _timed("exact: build", lambda: _held_exactly(rows))
    scores, numbers = _asked("exact", questions, lambda q: exact.search(q, DEEP))
    print(f"tenth best of {len(rows)}: {scores[:, TOP - 1].mean():.3f}")
    return numbers


def _sorted_rows(rows: Rows) -> Lists:
    path = _written(ListMaker(rows.shape[1], len(rows)), rows)
    print(f"on the disk: {path.stat().st_size / 2**20:.0f} MB")
    return _timed("lists: open", lambda: Lists(path))


def _written(maker: ListMaker, rows: Rows) -> Path:
    sample = np.random.default_rng(1).choice(len(rows), min(maker.sample, len(rows)), replace=False)
    _timed(f"lists: fit on {len(sample)}", lambda: maker.fit(rows[np.sort(sample)]))
    _timed("lists: sort", lambda: _add_all(maker, rows))
    return _timed("lists: write", lambda: maker.write_lists(Path(gettempdir()))).path


def _read(folder: Path, asked: int) -> tuple[Rows, NDArray[np.float32]]:
    with Library.open(folder, write=False) as library:
        real = _all_of(library, library.embeddings, "embeddings")
        sentences = _all_of(library, library.context_embeddings, "context_embeddings")
    sentences = sentences[np.linalg.norm(sentences.astype(np.float32), axis=1) > 0.5]
    chosen = np.random.default_rng(2).choice(len(sentences), asked, replace=False)
    print(f"{len(real)} real rows of {real.shape[1]}, {asked} of {len(sentences)} sentences ask")
    return real, sentences[chosen].astype(np.float32)


def _all_of(library: Library, store: EmbeddingStore[Any], table: str) -> Rows:
    """Return the rows of the encoder that made most."""
    model = library.database.value(
        f"""SELECT fingerprint FROM encoders e ORDER BY
            (SELECT COUNT(*) FROM {table} WHERE encoder = e.number) DESC LIMIT 1"""
    )
    return np.concatenate([batch for _, batch in store.stream(str(model))])


def _print_nearness(real: Rows, questions: NDArray[np.float32]) -> None:
    """Print how near the tenth best is by number of rows, and what follows for a million."""
    order = np.random.default_rng(3).permutation(len(real))
    cosines = questions @ real[order].astype(np.float32).T
    sizes = [len(real) // part for part in (8, 4, 2, 1)]
    tenth = [float(np.sort(cosines[:, :n], axis=1)[:, -TOP].mean()) for n in sizes]
    slope, start = np.polyfit(np.log(sizes), tenth, 1)
    found = ", ".join(f"{t:.3f} of {n}" for n, t in zip(sizes, tenth, strict=True))
    print(f"tenth best: {found}; expected of a million: {start + slope * np.log(1e6):.3f}")


def _multiplied(real: Rows, total: int, noise: float) -> Iterator[tuple[int, Rows]]:
    draw = np.random.default_rng(4)
    for start in range(0, total, BATCH):
        size = min(BATCH, total - start)
        own = np.arange(start, start + size) % len(real)
        one, other = draw.integers(len(real), size=(2, size))
        moved = real[own] + np.float16(noise) * (real[one] - real[other])
        moved = moved.astype(np.float32)
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        yield start, moved.astype(np.float16)


def _held_exactly(rows: Rows) -> faiss.IndexIDMap2:
    index = _exact(rows.shape[1])
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH].astype(np.float32)
        index.add_with_ids(batch, np.arange(start, start + len(batch)))
    return index


def _add_all(maker: ListMaker, rows: Rows) -> None:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        maker.add(np.arange(start, start + len(batch)), batch)


def _eight_bit(lists: Lists, rows: Rows) -> faiss.IndexIVFScalarQuantizer:
    """Hold the same lists in codes of a byte a number."""
    kind, metric = faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
    old = lists._index
    index = faiss.IndexIVFScalarQuantizer(
        old.quantizer, rows.shape[1], old.nlist, kind, metric, False
    )
    index.train(rows[:: len(rows) // 50_000].astype(np.float32))
    place = np.searchsorted(lists._starts, lists._order, side="right") - 1
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH].astype(np.float32)
        numbers = np.arange(start, start + len(batch))
        at = np.ascontiguousarray(place[numbers])
        pointers = [faiss.swig_ptr(each) for each in (batch, numbers, at)]
        index.add_core(len(batch), *pointers)
    return index


def _reader(lists: Lists, share: float) -> Callable[[Any], Found]:
    return lambda questions: lists.search(questions, DEEP, share, None, NOTHING)


def _asked(name: str, questions: NDArray[np.float32], ask: Callable[[Any], Found]) -> Found:
    ask(questions[:3])  # what is mapped is read from the disk once
    times, found = [], []
    for question in questions:
        started = time.thread_time()
        found.append(ask(question[None]))
        times.append(1000 * (time.thread_time() - started))
    p50, p95 = np.percentile(times, [50, 95])
    print(f"{name:24} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms of processor time")
    scores, numbers = (np.concatenate(part) for part in zip(*found, strict=True))
    return scores, numbers


def _judge(
    name: str, questions: NDArray[np.float32], truth: NDArray[np.int64], ask: Callable[[Any], Found]
) -> None:
    _, numbers = _asked(name, questions, ask)
    _print_recall(numbers, truth)


def _print_recall(numbers: Sequence[NDArray[np.int64]], truth: NDArray[np.int64]) -> None:
    for depth in (TOP, 100, DEEP):
        pairs = zip(numbers, truth[:, :depth], strict=True)
        recall = np.mean([len(np.intersect1d(got[:depth], best)) / depth for got, best in pairs])
        print(f"  recall@{depth} {recall:.4f}", end="")
    print()


def _timed(name: str, work: Callable[[], Result]) -> Result:
    before, started, cpu = _held(), time.perf_counter(), time.process_time()
    result = work()
    seconds, used = time.perf_counter() - started, time.process_time() - cpu
    print(f"{name:24} {used:6.1f} s of processor, {seconds:6.1f} s, {_held() - before:+5.0f} MB")
    return result


def _held() -> float:
    return float(psutil.Process().memory_full_info().uss) / 2**20


if __name__ == "__main__":
    main()
