"""How fast the map is: ``python -m tools.lab.benchmarks.map_speed [LIBRARY]``.

Pans over 100,000 invented papers offscreen and prints frames per second, by the clock and by the
processor's time, of our canvas and of pyqtgraph's scatter plot. With a library, a copy of whose
vectors is laid out, prints how long the layout takes and what of it is spent where.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

PAPERS = 100_000
FRAMES = 40
SIZE = (1280, 720)


@click.command(help=__doc__)
@click.argument("library", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--papers", default=20_000, help="Papers of the library that are laid out.")
@click.option("--plot/--no-plot", default=True, help="Measure pyqtgraph too.")
def main(library: Path | None, *, papers: int, plot: bool) -> None:
    """Measure and print."""
    if library is not None:
        _measure_layout(library, papers)
        return
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    draws = np.random.default_rng(0)
    middles = draws.uniform(-0.9, 0.9, (40, 2))
    at = middles[draws.integers(0, 40, PAPERS)] + 0.06 * draws.normal(size=(PAPERS, 2))
    _measure_canvas(at.astype(np.float32), middles.astype(np.float32))
    if plot:
        _measure_pyqtgraph(at.astype(np.float32))


def _measure_canvas(positions: NDArray[np.float32], middles: NDArray[np.float32]) -> None:
    from PySide6.QtWidgets import QApplication

    from core.library_map.drawing import nearest_centre
    from core.library_map.paper_map import PaperMap, StoredMap
    from desktop.map.canvas import MapCanvas
    from desktop.map.painted import by_group
    from desktop.ui.theme import theme

    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme().install(application, "light")
    numbers = np.arange(1, PAPERS + 1)
    groups = nearest_centre(positions, middles)
    names = tuple(f"group {place}" for place in range(len(middles)))
    stored = StoredMap(numbers, positions, groups, middles, names, PAPERS)
    started = time.perf_counter()
    shown = PaperMap(stored, numbers, np.full(PAPERS, 2000, np.int16), numbers)
    print(f"search tree over {PAPERS:,} papers: {time.perf_counter() - started:.2f} s")
    canvas = MapCanvas()
    canvas.resize(*SIZE)
    canvas.show()
    canvas.show_map(shown, by_group(shown).papers)

    def pan(step: int) -> None:
        canvas.camera = canvas.camera.panned(3, 2 if step % 2 else -2)
        canvas.grab()

    def zoom(step: int) -> None:
        canvas.zoom(1.1 if step < FRAMES // 2 else 1 / 1.1)
        canvas.grab()

    _print("our canvas, pan, all in view", pan)
    _print("our canvas, zoom", zoom)
    canvas.zoom(4)
    _print("our canvas, pan, four times closer", pan)
    started = time.perf_counter()
    for x, y in np.random.default_rng(1).uniform(-1, 1, (1_000, 2)).tolist():
        shown.nearest(x, y, 0.02)
    print(f"{'picking':38} {1000 * (time.perf_counter() - started):6.1f} µs")
    canvas.close()


def _measure_pyqtgraph(positions: NDArray[np.float32]) -> None:
    import pyqtgraph as pg

    view = pg.PlotWidget()
    view.resize(*SIZE)
    scatter = pg.ScatterPlotItem(
        x=positions[:, 0], y=positions[:, 1], size=3, pen=None, brush="b", pxMode=True
    )
    view.addItem(scatter)
    view.show()

    def pan(step: int) -> None:
        view.getViewBox().translateBy(x=0.003, y=0.002 if step % 2 else -0.002)
        view.grab()

    _print("pyqtgraph's scatter plot, pan", pan)
    view.close()


def _print(name: str, step: Callable[[int], None]) -> None:
    step(0)
    walls = []
    spent = time.process_time()
    for number in range(FRAMES):
        started = time.perf_counter()
        step(number)
        walls.append(time.perf_counter() - started)
    spent = (time.process_time() - spent) / FRAMES
    p50, p95 = np.percentile(walls, [50, 95])
    print(
        f"{name:38} p50 {1000 * p50:6.1f} ms  p95 {1000 * p95:6.1f} ms  {1 / p50:6.1f} fps; "
        f"processor {1000 * spent:5.1f} ms"
    )


def _measure_layout(library: Path, papers: int) -> None:
    from core.library.library import Library
    from core.library_map import drawing, layout
    from core.models.shelf import default_model

    model = default_model().manifest.fingerprint
    with Library.open(library, write=False) as opened:
        numbers = opened.embeddings.numbers(model)[:papers].tolist()
        rows = opened.embeddings.get(model, numbers)
        titles = [paper.title for paper in opened.papers.get_many(numbers)]
    started, last = time.process_time(), ""

    def report(_done: int, _total: int, note: str) -> None:
        nonlocal last
        if note != last:
            last = note
            print(f"{time.process_time() - started:6.1f} s  {note}")

    positions = layout.lay_out(rows, report)
    print(f"{time.process_time() - started:6.1f} s  {len(rows):,} papers laid out")
    centres = drawing.find_clusters(positions)
    belongs = drawing.nearest_centre(positions, centres)
    names = drawing.name_clusters(titles, belongs, len(centres))
    print(f"{time.process_time() - started:6.1f} s  {len(centres)} groups, such as {names[:3]}")


if __name__ == "__main__":
    main()
