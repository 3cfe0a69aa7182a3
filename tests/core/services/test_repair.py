"""Indexes that were deleted, cut short, or are another library's: made again, and they answer so.

Words come first and need nothing but the database; vectors are copied from it, not encoded again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from core.base.records import CitingContext, Manuscript, PaperNumber, Sentence
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.indexes.vectors import ContextVectors, VectorIndex, paper_rows
from core.library.library import Library
from core.library.safety.restoring import INDEXES
from core.models.manifest import Manifest
from core.recommend.bare import bare
from core.services.repair import repair
from tests.rich_library import fill, records

MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)


def embed(library: Library) -> None:
    noise = np.random.default_rng(7)

    def rows(count: int) -> np.ndarray:
        found = noise.normal(size=(count, 16))
        return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float16)

    papers = library.papers.numbers()
    library.embeddings.put(MANIFEST.fingerprint, papers, rows(len(papers)))
    contexts = library.database.column("SELECT number FROM contexts")
    library.context_embeddings.put(MANIFEST.query_fingerprint, contexts, rows(len(contexts)))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        fill(opened)
        embed(opened)
        yield opened


def cut_short(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            path.write_bytes(content[: len(content) // 2])


def deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def half_deleted(folder: Path) -> None:
    next(path for path in sorted(folder.rglob("*")) if path.is_file()).unlink()


def garbage(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"once an index" * 100)


def test_all_indexes_are_made_again_and_answer_as_before(library: Library) -> None:
    repair(library, [MANIFEST])
    found = {each.index: each for each in repair(library, [MANIFEST])}
    assert list(found) == list(INDEXES)
    assert found["words"].entries == library.papers.count()
    assert found["contexts"].entries == library.contexts.count()
    assert found["vectors"].entries == library.papers.count()
    assert found["context_vectors"].entries == library.contexts.count()
    for name in INDEXES:  # the passages are those of notes
        assert found[name].alike == 1.0, name


@pytest.mark.parametrize("harm", [deleted, cut_short, half_deleted, garbage])
@pytest.mark.parametrize("name", ["words", "contexts", "vectors", "context_vectors"])
def test_a_harmed_index_is_replaced_by_itself_when_it_is_opened(
    library: Library, harm: Callable[[Path], None], name: str
) -> None:
    """Not by repair: opening and following alone is enough, with the same answers."""
    repair(library, [MANIFEST], only=[name])
    copy = library.folder.with_name("before")
    shutil.copytree(library.folder / name, copy)
    harm(library.folder / name)
    if name == "vectors":
        index = VectorIndex(library.folder / name, library.identity, MANIFEST)
        index.follow(library.papers, library.embeddings)
        index.save()
    elif name == "context_vectors":
        other = ContextVectors(library.folder / name, library.identity, MANIFEST)
        other.follow(library.contexts, library.context_embeddings)
        other.save()
    (mended,) = repair(library, [MANIFEST], only=[name])
    shutil.rmtree(library.folder / name)
    shutil.copytree(copy, library.folder / name)
    (as_before,) = repair(library, [MANIFEST], only=[name])
    assert mended.entries == as_before.entries
    assert mended.alike in (1.0, None)
    assert as_before.alike == 1.0


def with_texts(library: Library) -> None:
    """Give every paper a full text, and sentences that cite the next paper."""
    numbers = library.papers.numbers()
    for number, cited in zip(numbers, [*numbers[1:], numbers[0]], strict=True):
        sentences = tuple(
            Sentence(n, None, 0, f"Passage {n} on paper {number} and peat.", (), paragraph=n)
            for n in range(5)
        )
        sha256 = f"{number + 1_000:064}"
        library.papers.attach_file(number, Path(f"/elsewhere/{number}.pdf"), sha256)
        manuscript = Manuscript(title="T", sentences=sentences)
        library.fulltexts.store(sha256, manuscript, {}, settled=True)
        said = [CitingContext(text=f"Paper {number} says {n} [1].", cited=(cited,)) for n in (1, 2)]
        library.citations.add_contexts(number, said)


def other_library(library: Library) -> Library:
    """Make a library that holds as much, and something else."""
    other = Library.open(library.folder.with_name("other"), create=True)
    list(other.papers.add(records(30, start=500), source="other"))
    with_texts(other)
    return other


def top_ten(library: Library) -> dict[str, list[list[object]]]:
    """Open both indexes of texts as they lie, bring them in step, and ask them."""
    passages = PassageIndex(library.folder / "passages", library.identity)
    passages.follow(library.fulltexts)
    contexts = ContextIndex(library.folder / "contexts", library.identity, bare)
    contexts.follow(library.contexts)
    asked = [f"passage {number} peat says paper" for number in range(1, 60, 3)]
    return {
        "passages": [list(passages.search(text, limit=10)) for text in asked],
        "contexts": [list(contexts.search(contexts.terms(text), limit=10)) for text in asked],
    }


@pytest.mark.parametrize("harm", [deleted, cut_short, half_deleted, garbage, "swapped"])
def test_passages_and_citing_sentences_answer_as_before(
    library: Library, harm: Callable[[Path], None] | str
) -> None:
    with_texts(library)
    before = top_ten(library)
    assert all(len(found) == 10 for answers in before.values() for found in answers)
    if isinstance(harm, str):
        with other_library(library) as other:
            top_ten(other)
    for name in ("passages", "contexts"):
        if isinstance(harm, str):
            shutil.rmtree(library.folder / name)
            shutil.copytree(library.folder.with_name("other") / name, library.folder / name)
        else:
            harm(library.folder / name)
    after = top_ten(library)
    assert [set(map(str, found)) for found in after["passages"]] == [
        set(map(str, found)) for found in before["passages"]
    ]
    assert [dict(found).keys() for found in after["contexts"]] == [  # type: ignore[call-overload]
        dict(found).keys()
        for found in before["contexts"]  # type: ignore[call-overload]
    ]


# --- vectors in Milvus ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def milvus_lite(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The one file that all libraries of this module keep their vectors in."""
    return str(tmp_path_factory.mktemp("milvus") / "vectors.db")


@pytest.fixture
def far_library(library: Library, milvus_lite: str) -> Library:
    """A library that keeps its vectors in Milvus."""
    (library.folder / "milvus.toml").write_text(f'uri = "{milvus_lite}"\nindex = "FLAT"\n')
    return library


def test_vectors_in_milvus_are_made_again_there(far_library: Library) -> None:
    names = ["vectors", "context_vectors"]
    first = repair(far_library, [MANIFEST], only=names)
    assert [each.entries for each in first] == [
        far_library.papers.count(),
        far_library.contexts.count(),
    ]
    assert [each.alike for each in first] == [None, None]
    assert not any((far_library.folder / name).exists() for name in names)
    again = repair(far_library, [MANIFEST], only=names)
    assert [each.entries for each in again] == [each.entries for each in first]
    assert [each.alike for each in again] == [1.0, 1.0]


def test_rows_that_are_wrong_in_milvus_are_told_by_repair(far_library: Library) -> None:
    repair(far_library, [MANIFEST], only=["vectors"])
    with closing(paper_rows(far_library.folder, far_library.identity, MANIFEST)) as rows:
        numbers = rows._numbers()
        wrong = np.roll(far_library.embeddings.get(MANIFEST.fingerprint, numbers.tolist()), 1, 0)
        rows._add(numbers, wrong)
        rows.save()
    (mended,) = repair(far_library, [MANIFEST], only=["vectors"])
    assert mended.alike is not None
    assert mended.alike < 0.9
    (again,) = repair(far_library, [MANIFEST], only=["vectors"])
    assert again.alike == 1.0


@pytest.mark.parametrize("name", ["words", "contexts", "vectors", "context_vectors"])
def test_the_index_of_another_library_is_not_taken_for_ones_own(
    library: Library, tmp_path: Path, name: str
) -> None:
    with Library.open(tmp_path / "other", create=True) as other:
        list(other.papers.add(records(30, start=500), source="other"))
        embed(other)
        repair(other, [MANIFEST], only=[name])
    if (tmp_path / "other" / name).exists():
        shutil.copytree(tmp_path / "other" / name, library.folder / name)
    (mended,) = repair(library, [MANIFEST], only=[name])
    (again,) = repair(library, [MANIFEST], only=[name])
    assert mended.entries == again.entries
    assert again.alike == 1.0


def test_a_snapshot_of_vectors_with_a_wrong_state_is_read_anew(library: Library) -> None:
    repair(library, [MANIFEST], only=["vectors"])
    (state,) = (library.folder / "vectors").rglob("state.json")
    told = json.loads(state.read_text())
    state.write_text(json.dumps({**told, "rows": told["rows"] - 1}))
    index = VectorIndex(library.folder / "vectors", library.identity, MANIFEST)
    assert index.count() == 0
    assert index.follow(library.papers, library.embeddings) == library.papers.count()
    rows = library.embeddings.get(MANIFEST.fingerprint, [PaperNumber(1)])
    assert index.search(rows.astype(np.float32), limit=1)[0][0][0] == 1
