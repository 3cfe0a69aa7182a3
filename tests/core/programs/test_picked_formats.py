"""Citations in the formats of Better BibTeX, with locators, prefixes, suffixes and no author."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.library_records import PickedCitation
from core.base.records import PaperNumber
from core.base.settings import Settings, default_path, save
from core.models.shelf import Shelf
from core.programs.picked_formats import (
    LOCATORS,
    CitationWriter,
    item_key,
    paper_of_item,
    require_style,
)
from core.workspace import Workspace
from tests.core.programs.serving import fill


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("formats")
    fill(folder / "library")
    opened = Workspace(folder / "library", Shelf(folder / "models"), write=False)
    yield opened
    opened.close()


@pytest.fixture
def writer(workspace: Workspace) -> CitationWriter:
    return CitationWriter(workspace.papers, workspace.zotero_plugins.to_items)


@pytest.fixture
def hard(workspace: Workspace) -> PaperNumber:
    return workspace.library.papers.resolve_many(["t:hard"])["t:hard"]


@pytest.fixture
def soil(workspace: Workspace) -> PaperNumber:
    return workspace.library.papers.resolve_many(["t:soil"])["t:soil"]


HARD, SOIL = "byron2020mining", "tharp1999acidity"
WITH_PAGE = {
    "latex": rf"\cite[see][5\_a, and on]{{{HARD}}}\cite{{{SOIL}}}",
    "citep": rf"\citep[see][5\_a, and on]{{{HARD}}}\citep{{{SOIL}}}",
    "biblatex": rf"\autocites[see][5\_a, and on]{{{HARD}}}{{{SOIL}}}",
    "pandoc": f"see @{HARD}, p. 5_a and on; @{SOIL}",
    "org": f"[cite:see @{HARD} p. 5_a and on;@{SOIL}]",
    "typst": f'see #cite(<{HARD}>, supplement: "p. 5_a, and on") #cite(<{SOIL}>)',
    "mmd": f"[see, p. 5_a, and on][#{HARD}][#{SOIL}][]",
    "asciidoctor-bibtex": f"cite:[{HARD}(5_a), {SOIL}]",
    "jekyll": f"{{% cite {HARD} %}}{{% cite {SOIL} %}}",
    "citationLinks": f"cites: {HARD}\ncites: {SOIL}",
}


@pytest.mark.parametrize("name", WITH_PAGE)
def test_what_stands_around_a_paper_is_written(
    writer: CitationWriter, hard: PaperNumber, soil: PaperNumber, name: str
) -> None:
    cited = [
        PickedCitation(hard, prefix="see", locator="5_a", suffix="and on"),
        PickedCitation(soil),
    ]
    assert writer.get_writer({"format": name})(cited) == WITH_PAGE[name]


WITHOUT_AUTHOR = {
    "latex": rf"\citeyear{{{HARD}}}",
    "biblatex": rf"\autocite*{{{HARD}}}",
    "pandoc": f"-@{HARD}",
    "org": f"[cite/na:@{HARD}]",
    "typst": f'#cite(<{HARD}>, form: "year")',
    "formatted-citation": "(2020)",
}


@pytest.mark.parametrize("name", WITHOUT_AUTHOR)
def test_the_author_is_left_out(writer: CitationWriter, hard: PaperNumber, name: str) -> None:
    cited = [PickedCitation(hard, suppress_author=True)]
    assert writer.get_writer({"format": name})(cited) == WITHOUT_AUTHOR[name]


def test_other_locators_have_their_abbreviations(writer: CitationWriter, hard: PaperNumber) -> None:
    pandoc = writer.get_writer({"format": "pandoc", "brackets": "1"})
    for label, short in LOCATORS.items():
        assert pandoc([PickedCitation(hard, locator="2", label=label)]) == f"[@{HARD}, {short} 2]"
    assert pandoc([PickedCitation(hard, locator="3 and 4", label="chapter")]) == (
        f"[@{HARD}, {{ch. 3 and 4}}]"
    )
    latex = writer.get_writer({"format": "biblatex", "command": "footcite"})
    assert (
        latex([PickedCitation(hard, locator="2", label="chapter")])
        == rf"\footcite[ch. 2]{{{HARD}}}"
    )
    assert latex([PickedCitation(hard, prefix="[see]")]) == rf"\footcite[{{[see]}}][]{{{HARD}}}"


def test_scannable_citations_name_the_item(writer: CitationWriter, hard: PaperNumber) -> None:
    scannable = writer.get_writer({"format": "scannable-cite"})
    assert scannable([PickedCitation(hard, prefix="see", locator="5", suppress_author=True)]) == (
        f"{{ see | -Byron and Hopper, 2020 | p. 5 | | zu:0:{item_key(hard)} }}"
    )


def test_formatted_citations_follow_the_style_of_zotero(
    writer: CitationWriter, hard: PaperNumber, soil: PaperNumber
) -> None:
    cited = [PickedCitation(hard, prefix="see", locator="5"), PickedCitation(soil)]
    options = {"format": "formatted-citation", "style": "http://www.zotero.org/styles/apa"}
    assert writer.get_writer(options)(cited) == "(see Byron & Hopper, 2020, p. 5; Tharp, 1999)"
    html = writer.get_writer(options | {"contentType": "html"})(cited)
    assert html == "(see Byron &amp; Hopper, 2020, p. 5; Tharp, 1999)"
    numbered = writer.get_writer({"format": "formatted-bibliography", "style": "ieee"})(cited)
    assert numbered.startswith("[1] A. Byron")
    with pytest.raises(UsageError, match="no citation style"):
        require_style("../../etc/passwd")


def test_without_a_style_that_of_the_settings_is_used(
    writer: CitationWriter, hard: PaperNumber
) -> None:
    save(Settings(csl_style="ieee"), default_path())
    formatted = writer.get_writer({"format": "formatted-citation"})
    assert formatted([PickedCitation(hard)]) == "[1]"


def test_json_has_the_items_of_zotero(writer: CitationWriter, hard: PaperNumber) -> None:
    cited = [PickedCitation(hard, locator="7", suppress_author=True)]
    (one,) = json.loads(writer.get_writer({"format": "json"})(cited))
    assert (one["citationKey"], one["locator"], one["label"]) == (HARD, "7", "page")
    assert one["suppressAuthor"] is True
    assert one["item"]["creators"][0] == {
        "creatorType": "author",
        "firstName": "Ada",
        "lastName": "Byron",
    }
    (bare,) = json.loads(writer.get_writer({"format": "pick"})(cited))
    assert "item" not in bare


def test_translators_are_named_as_zotero_names_them(
    writer: CitationWriter, hard: PaperNumber
) -> None:
    for translator in ("Better BibLaTeX", "biblatex", "f895aa0d-f28e-47fe-b247-2ea77c6ed583"):
        assert "journaltitle" in writer.translate([hard], translator)
    (item,) = json.loads(writer.translate([hard], "Better CSL JSON"))
    assert item["citation-key"] == HARD
    with pytest.raises(UsageError, match="translator"):
        writer.translate([hard], "Citation graph")


def test_keys_of_items_lead_back_to_their_papers() -> None:
    for number in (1, 32, 33, 1_000_000, 33**8 - 1):
        key = item_key(PaperNumber(number))
        assert len(key) == 8
        assert paper_of_item(key) == number
    assert paper_of_item("ABC") is None
    assert paper_of_item("abcdefgh") is None


def test_keys_are_those_of_the_documents_bibliography(
    writer: CitationWriter, hard: PaperNumber, tmp_path: Path
) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{mine, title={Mining hard negatives for contrastive learning}, author={Byron}}",
        encoding="utf-8",
    )
    document = tmp_path / "a.tex"
    document.write_text(r"\bibliography{a}", encoding="utf-8")
    options = {"format": "biblatex", "file": str(document)}
    assert writer.get_writer(options)([PickedCitation(hard, locator="5")]) == r"\autocite[5]{mine}"
