from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.commands.cli import main
from core.library.library import Library
from tests.core.conftest import RECORDS

Said = Callable[..., Any]


@pytest.fixture
def library_folder(tmp_path: Path) -> Path:
    """A library made by the import command from paper records."""
    lines = [
        {
            "id": record.id,
            "title": record.title,
            "abstract": record.abstract,
            "authors": list(record.authors),
            "year": record.year,
            "venue": record.venue,
            "doi": "",
            "url": "",
            "keywords": list(record.keywords),
        }
        for record in RECORDS
    ]
    source = tmp_path / "papers.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    folder = tmp_path / "library"
    assert main(["import", "--library", str(folder), str(source)]) == 0
    return folder


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Run a command that prints JSON and return the value, sure that there is nothing else."""

    def run(*arguments: object) -> object:
        capsys.readouterr()
        assert main([str(argument) for argument in arguments]) == 0
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    source = tmp_path / "mixed.jsonl"
    source.write_text('{"id":"a","title":"One"}\n{broken\n{"id":"a","title":"One","year":1999}\n')
    return source


@pytest.mark.parametrize("verbose", [False, True])
def test_an_import_prints_counts_and_what_was_merged_or_refused(
    mixed: Path, verbose: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["import", "--library", str(mixed.parent / "lib"), *["--verbose"] * verbose]
    assert main([*asked, str(mixed)]) == 3
    told = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in told if str(mixed) in line]
    assert sorted(listed) == ["added", "merged", "refused"] if verbose else ["merged", "refused"]
    assert any("line 2" in line for line in told)
    assert any(line.startswith("1 added, 1 merged, 0 unchanged, 1 refused") for line in told)


def test_an_import_tells_every_record_as_json(
    mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = str(mixed.parent / "lib")
    assert main(["import", "--library", library, "--json", str(mixed)]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["added"], told["merged"], told["unchanged"]) == (1, 1, 0)
    (refused,) = told["refused"]
    assert (refused["place"], bool(refused["reason"]), bool(refused["remedy"])) == ("line 2", 1, 1)
    assert sorted(each["status"] for each in told["records"]) == ["added", "merged", "refused"]
    added = next(each for each in told["records"] if each["status"] == "added")
    assert (added["id"], added["title"], added["place"]) == ("a", "One", "line 1")


@pytest.mark.parametrize("options", [[], ["--verbose"], ["--json"]], ids=" ".join)
def test_an_import_goes_on_when_nobody_reads_its_list(tmp_path: Path, options: list[str]) -> None:
    source, folder = tmp_path / "many.jsonl", tmp_path / "library"
    lines = [json.dumps({"id": f"x:{n}", "title": f"Paper number {n}"}) for n in range(3_000)]
    source.write_text("\n".join(lines), encoding="utf-8")
    code = "import sys; from core.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [
        sys.executable,
        "-c",
        code,
        "import",
        "--library",
        str(folder),
        *options,
        str(source),
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    told = child.stderr.read()
    assert (child.wait(), told) == (0, b"")
    child.stderr.close()
    with Library.open(folder, write=False) as library:
        assert library.papers.count() == len(lines)


def test_a_recommendation_has_the_fixed_form(library_folder: Path, said: Said) -> None:
    text = "Contrastive learning needs hard negatives."
    found = said("recommend", "--library", library_folder, "--text", text, "--json")
    assert set(found) == {
        "title",
        "sentence",
        "convincing",
        "suggestions",
        "new",
        "sets",
        "seconds",
    }
    assert found["sentence"] == {"index": 0, "text": text}
    best = found["suggestions"][0]
    assert set(best) == {
        "rank",
        "id",
        "key",
        "other_keys",
        "title",
        "authors",
        "year",
        "venue",
        "score",
        "confidence",
        "cited",
        "reasons",
    }
    assert (best["rank"], best["id"], best["cited"]) == (1, "t:hard", "no")
    assert best["authors"] == ["Ada Byron", "Grace Hopper"]
    assert {reason["paper_id"] for reason in best["reasons"]} == {"t:hard"}


def test_vectors_are_built_by_index_and_used_from_then_on(
    library_folder: Path, tiny_model: Path, said: Said
) -> None:
    assert main(["index", "--library", str(library_folder), "--model", str(tiny_model)]) == 0
    with Library.open(library_folder, write=False) as library:
        assert library.papers.count() == 4
    found = said("similar", "--library", library_folder, "t:hard", "--model", tiny_model, "--json")
    assert found["ids"] == ["t:hard"]
    assert found["neighbours"][0]["id"] == "t:graph"
    assert set(found["neighbours"][0]["by"]) == {"meaning", "words", "citations"}
    assert found["neighbours"][0]["by"]["meaning"] > 0


def test_an_evaluation_prints_the_fixed_summary_and_writes_the_run(
    library_folder: Path, tmp_path: Path, said: Said
) -> None:
    query = {"id": "q", "sentence": "Hard negatives.", "relevant": ["t:hard"], "self": None}
    (tmp_path / "queries.jsonl").write_text(json.dumps(query) + "\n")
    run = tmp_path / "run.jsonl"
    result = said(
        *("evaluate", "--library", library_folder, "--queries", tmp_path / "queries.jsonl"),
        *("--stage", "words", "--run", run, "--json"),
    )
    metrics = {"recall@10", "map@10", "mrr", "ndcg@10", "recall@100", "recall@1000", "f1@20"}
    extra = {"queries", "seconds_p50", "seconds_p95", "new", "new_only", "again", "several"}
    assert set(result) == metrics | extra
    assert result["recall@10"] == result["mrr"] == 1.0
    (line,) = [json.loads(text) for text in run.read_text().splitlines()]
    assert line["ranking"][0]["id"] == "t:hard"
    assert len(line["ranking"]) == 4
    scores = [entry["score"] for entry in line["ranking"]]
    assert scores == sorted(scores, reverse=True)


def test_reading_works_beside_a_process_that_writes_and_writing_names_it(
    library_folder: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    code = (
        "import sys; from pathlib import Path; from core.library.library import Library\n"
        "library = Library.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(library_folder)]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "open\n"
        text = "hard negatives"
        found = said("recommend", "--library", library_folder, "--text", text, "--json")
        assert found["suggestions"]
        source = library_folder.parent / "papers.jsonl"
        assert main(["import", "--library", str(library_folder), str(source)]) == 1
        assert str(holder.pid) in capsys.readouterr().err
    finally:
        holder.communicate()


def test_a_library_is_verified(library_folder: Path, said: Said) -> None:
    report = said("verify", "--library", library_folder, "--json")
    assert (report["sound"], report["problems"], report["counts"]["papers"]) == (True, [], 4)


def test_models_are_listed_added_used_and_given_back(
    tiny_model: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "add", str(tiny_model)]) == 0
    assert main(["models", "use", "tiny"]) == 0
    listed = said("models", "list", "--json")
    assert {model["name"] for model in listed if model["in_use"]} == {"tiny"}
    assert {"cocite-small", "minilm"} <= {model["name"] for model in listed}
    assert main(["models", "use", "minilm", "--for", "similar"]) == 0
    minilm = next(each for each in said("models", "list", "--json") if each["name"] == "minilm")
    assert (minilm["in_use"], minilm["used_for"]) == (True, ["similar"])
    assert main(["models", "leave", "similar"]) == 0
    assert main(["models", "back"]) == 0
    assert "cocite-small" in capsys.readouterr().out
    assert main(["models", "back", "--reranker"]) == 2
    assert "No other reranker" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        pytest.param(["fly"], 2, "fly", id="an unknown command"),
        pytest.param(["recommend", "--library", "{lib}"], 2, "no text", id="nothing asked"),
        pytest.param(["similar", "--library", "{lib}", "t:none"], 1, "t:none", id="unknown paper"),
        pytest.param(["verify", "--library", "{no}"], 1, "no library", id="no library"),
        pytest.param(["parse", "{no}.pdf"], 2, "cannot be", id="no manuscript"),
        pytest.param(
            ["parse", "{no}.pdf", "--library", "{lib}"], 2, "cannot be", id="none for a library"
        ),
        pytest.param(
            ["recommend", "--library", "{lib}", "{no}.pdf"], 2, "cannot be", id="none to ask for"
        ),
        pytest.param(
            ["recommend", "--library", "{lib}", "--text", "x", "--model", "none"],
            2,
            "none",
            id="unknown model",
        ),
        pytest.param(
            ["evaluate", "--library", "{lib}", "--queries", "{no}"], 2, "query set", id="no queries"
        ),
        pytest.param(["models", "add", "{no}"], 1, "folder", id="no model folder"),
    ],
)
def test_bad_use_gets_one_sentence_on_stderr_and_its_exit_code(
    library_folder: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    word: str,
) -> None:
    capsys.readouterr()
    places = {"lib": str(library_folder), "no": str(library_folder.parent / "nowhere")}
    assert main([argument.format(**places) for argument in arguments]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert word.lower() in printed.err.lower()
    assert "Traceback" not in printed.err


def test_a_bug_goes_to_the_log_and_not_to_the_person(
    library_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("core.services.similar.Similar.to", broken)
    assert main(["similar", "--library", str(library_folder), "t:hard"]) == 1
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err + printed.out
    assert "cocite.log" in printed.err
    assert "ZeroDivisionError" in caplog.text
