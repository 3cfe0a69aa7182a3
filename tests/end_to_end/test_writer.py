"""Cocite in LibreOffice Writer: the built extension, a real soffice, a real service.

Needs ``soffice`` and a Python that has UNO (Debian: libreoffice-writer, python3-uno,
libreoffice-script-provider-python); without them these tests are skipped.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from core.base.records import Manuscript
from core.manuscript.odt.comments import write_comments
from core.manuscript.odt.document import parse as read_odt
from core.manuscript.text.remarks import Remark
from core.manuscript.word.document import parse as read_docx
from tests import wording
from tests.core.manuscript.word_files import field as word_field
from tests.core.programs.serving import Served, fill, served

ROOT = Path(__file__).resolve().parents[2]
DRIVER = Path(__file__).with_name("writer_driver.py")
_PATIENCE_S = 120
SOIL = "Acidity is high in most moorland soils. It is cold."
LEARNING = "Contrastive objectives have been used widely in prior work on representation learning."
GAP = "Several studies have shown that hard negatives improve contrastive learning."


def _python_with_uno() -> str:
    for name in ("/usr/bin/python3", "/usr/lib/libreoffice/program/python"):
        if Path(name).exists():
            found = subprocess.run([name, "-c", "import uno"], capture_output=True, check=False)
            if found.returncode == 0:
                return name
    return ""


pytestmark = [
    pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed"),
    pytest.mark.skipif(not _python_with_uno(), reason="no Python has UNO (python3-uno)"),
]


class Office:
    """LibreOffice with the extension, driven from a process of its own."""

    def __init__(self, driver: subprocess.Popen[str], service: Served, folder: Path) -> None:
        self._driver, self.service, self.folder = driver, service, folder

    def do(self, step: str, **values: object) -> Any:  # noqa: ANN401 - JSON
        """Return what a step of the driver gives."""
        assert self._driver.stdin is not None
        assert self._driver.stdout is not None
        late = threading.Timer(_PATIENCE_S, self._driver.kill)
        late.start()
        try:
            print(json.dumps([step, values]), file=self._driver.stdin, flush=True)
            found = json.loads(self._driver.stdout.readline() or '{"error": "too late"}')
        finally:
            late.cancel()
        assert "error" not in found, found["error"]
        return found["result"]

    def cocite(self, command: str, **values: object) -> Any:  # noqa: ANN401 - JSON
        """Return the answer to a command of the extension."""
        found = self.do("cocite", command=command, **values)
        assert "error" not in found, found
        return found["answer"]

    def refused(self, command: str, **values: object) -> str:
        """Return the sentence and the remedy with which a command is refused."""
        found = self.do("cocite", command=command, **values)
        return f"{found['error']} {found['remedy']}"

    def write(self, *paragraphs: str) -> None:
        """Begin a document."""
        self.do("open")
        self.do("type", paragraphs=list(paragraphs))


@contextmanager
def _started(folder: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    pipe = f"cocite{uuid.uuid4().hex}"
    options = ["--headless", "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp"]
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    output = (folder / "soffice.txt").open("a")
    with output:
        office = subprocess.Popen(
            ["soffice", profile, *options], env=environment, stdout=output, stderr=output
        )
        driver = subprocess.Popen(
            [_python_with_uno(), "-B", str(DRIVER), pipe],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield driver
        finally:
            driver.communicate(timeout=_PATIENCE_S)
            office.wait(_PATIENCE_S)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("writer")
    fill(folder / "library")
    spec = importlib.util.spec_from_file_location("build", ROOT / "editors/libreoffice/build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    package = build.build(folder / "cocite.oxt")
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    environment.pop("PYTHONPATH", None)  # of this Python, not of LibreOffice's
    folders = [one for one in os.get_exec_path() if one != str(Path(sys.executable).parent)]
    environment["PATH"] = os.pathsep.join(folders)  # LibreOffice looks for its Python there
    with served(folder / "library", folder) as service:
        with _started(folder, environment) as driver:
            installing = Office(driver, service, folder)
            assert installing.do("add_extension", path=str(package)) == "org.cocite.writer"
            installing.do("end")
        with _started(folder, environment) as driver:
            running = Office(driver, service, folder)
            yield running
            running.do("end")


def markers(manuscript: Manuscript) -> list[tuple[str, list[str]]]:
    return [
        (one.text, [manuscript.references[at].title for at in one.references])
        for sentence in manuscript.sentences
        for one in sentence.markers
    ]


def test_from_a_suggestion_to_a_saved_document_that_cocite_reads(office: Office) -> None:
    office.write("Introduction", LEARNING + " We begin.", SOIL)
    office.do("click", words="representation learning")

    found = office.cocite("suggest")
    assert found["sentence"]["text"] == LEARNING
    suggested = [each["id"] for each in found["suggestions"][:2]]
    assert set(suggested) == {"t:hard", "t:keyed"}
    office.cocite("insert", papers=sorted(suggested))
    office.do("click", words="moorland soils")
    office.cocite("insert", papers=["t:soil"], pages="4")
    before = office.do("text")
    assert "representation learning (Byron 2021; Byron and Hopper 2020). We begin." in before
    assert "moorland soils (Tharp 1999, p. 4). It" in before

    office.do("click_end")
    office.cocite("bibliography", style="numbered")
    text = office.do("text")
    assert "representation learning [1, 2]. We" in text
    assert "soils [3, p. 4]. It is cold.\n[1] A. Byron and G. Hopper, “Mining" in text
    assert office.do("italics") == ["Journal of Tests", "Soil Notes"]

    wanted = [
        (
            "[1, 2]",
            [
                "Mining hard negatives for contrastive learning",
                "Contrastive learning with citation graphs",
            ],
        ),
        ("[3, p. 4]", ["Acidity of moorland soils"]),
    ]
    odt, word = office.folder / "saved.odt", office.folder / "saved.docx"
    office.do("save", path=str(odt))
    assert office.cocite("word", url=word.as_uri()) == 2
    for manuscript in (read_odt(odt), read_docx(word)):
        assert markers(manuscript) == wanted
        assert [entry.label for entry in manuscript.references] == ["1", "2", "3"]
        assert manuscript.sentences[-1].text == "It is cold."
    office.do("open", path=str(odt))
    assert office.cocite("refresh") == 2
    assert office.do("text") == text

    assert office.refused("bibliography", style="/nowhere.csl").startswith(
        "The citation style “/nowhere.csl” cannot be read."
    )
    office.do("open", path=str(word))
    assert "Save it as .odt" in office.refused("insert", papers=["t:soil"])


def test_each_command_is_undone_in_one_step(office: Office) -> None:
    office.write(LEARNING)
    office.do("click", words="representation learning")
    office.cocite("insert", papers=["t:hard"])
    office.do("click_end")
    office.cocite("bibliography", style="numbered")
    assert "[1] A. Byron" in office.do("text")

    assert office.do("undo")[0] == "Cite papers"
    assert office.do("text") == f"{LEARNING[:-1]} (Byron and Hopper 2020)."
    office.do("undo")
    assert office.do("text") == LEARNING
    assert office.do("marks") == []


def test_a_cursor_inside_a_word_does_not_divide_it(office: Office) -> None:
    office.write(LEARNING)
    office.do("click", words="representation lear")
    office.cocite("insert", papers=["t:hard"])
    assert office.do("text") == f"{LEARNING[:-1]} (Byron and Hopper 2020)."


def test_moved_text_is_numbered_anew_and_a_citation_takes_more_papers(office: Office) -> None:
    office.write(SOIL, LEARNING)
    office.do("click", words="moorland soils")
    office.cocite("insert", papers=["t:soil"])
    office.do("click", words="representation learning")
    office.cocite("insert", papers=["t:hard"])
    office.cocite("bibliography", style="numbered")
    office.do("click", words="[2")
    office.cocite("insert", papers=["t:keyed", "t:hard"])
    assert "representation learning [2, 3]." in office.do("text")
    assert len(office.do("marks")) == 2

    office.do("move_first_paragraph_to_the_end")
    office.cocite("refresh")
    text = office.do("text")
    assert "representation learning [1, 2]." in text
    assert "moorland soils [3]." in text
    assert "[3] M. Tharp" in text


def test_a_citation_edited_by_hand_stays_until_it_is_replaced(office: Office) -> None:
    office.write(LEARNING, SOIL)
    office.do("click", words="representation learning")
    office.cocite("insert", papers=["t:hard"])
    office.do("type_behind", words="Hopper", text=" and others")
    edited = "(Byron and Hopper and others 2020)"
    office.do("click", words="moorland soils")
    office.cocite("insert", papers=["t:soil"])
    office.cocite("refresh")
    office.cocite("bibliography", style="apa")
    assert edited in office.do("text")
    assert office.cocite("edited") == [edited]

    office.do("click", words="(Byron")
    assert "edited by hand" in office.refused("insert", papers=["t:keyed"])
    assert edited in office.do("text")
    office.cocite("refresh", replace_edited=True)
    assert "(Byron & Hopper, 2020)" in office.do("text")
    assert office.cocite("edited") == []


def test_each_paper_of_a_group_has_its_pages(office: Office) -> None:
    office.write(LEARNING)
    office.do("click", words="representation learning")
    assert "pages are given for 1" in office.refused(
        "insert", papers=["t:hard", "t:keyed"], pages="4"
    )
    office.cocite("insert", papers=["t:hard", "t:keyed"], pages="4; 9–10")
    shown = office.do("text")
    assert "(Byron 2021, pp. 9–10; Byron and Hopper 2020, p. 4)" in shown
    assert office.do("undo_titles")[0] == "Cite papers"


def test_a_macro_gets_every_failure_as_an_answer(office: Office) -> None:
    office.write(LEARNING)
    assert "does not know" in office.refused("nothing")
    assert "does not know" in office.refused("insert", words=["t:hard"])


def test_a_citation_of_zotero_counts_and_stays_in_the_list(office: Office) -> None:
    office.write(LEARNING, SOIL)
    item = {
        "id": 5,
        "uris": ["http://zotero.org/users/local/ab/items/CDEF"],
        "itemData": {"id": 5, "type": "book", "title": "Fens", "author": [{"family": "Elm"}]},
    }
    office.do("cite_as_zotero", words="representation learning", shown="(Elm)", item=item)
    office.do("click", words="moorland soils")
    office.cocite("insert", papers=["t:soil"])
    office.do("click_end")
    office.cocite("bibliography", style="numbered")

    text = office.do("text")
    assert "representation learning [1]." in text
    assert "moorland soils [2]." in text
    assert "[1] Elm, “Fens,” n.d." in text
    named = office.do("marks")
    assert any('"http://zotero.org/users/local/ab/items/CDEF"' in name for name in named)
    assert all(name.startswith("ZOTERO_ITEM CSL_CITATION {") for name in named)


def test_citations_in_notes_and_tables_are_numbered_where_they_hang(office: Office) -> None:
    office.write(LEARNING, SOIL)
    office.do("add_table", words="cold", cell="Noether has graphs")
    assert "Noether" in office.cocite("suggest")["sentence"]["text"]
    office.cocite("insert", papers=["t:graph"])
    office.cocite("bibliography", style="numbered")
    assert office.do("here") == "Noether has graphs [1]"
    office.do("add_note", words="moorland soils", note="See the note")
    office.cocite("insert", papers=["t:soil"])
    assert office.do("here") == "See the note [1]"
    office.do("click", words="representation learning")
    office.cocite("insert", papers=["t:hard"])

    assert office.do("marked") == ["[1]", "[2]", "[3]"]
    text = office.do("text")
    assert "representation learning [1]." in text
    assert text.index("[1] A. Byron") < text.index("[2] M. Tharp") < text.index("[3] E. Noether")


def test_the_next_sentence_that_needs_a_citation_is_selected(office: Office) -> None:
    office.write("Introduction", LEARNING, f"We begin. {GAP} It is *late* [sic].")
    office.do("click", words="representation learning")
    office.cocite("insert", papers=["t:hard"])

    assert office.cocite("next")
    assert office.do("selected") == GAP
    office.cocite("insert", papers=["t:keyed"])
    assert "improve contrastive learning (Byron 2021). It is *late* [sic]." in office.do("text")
    assert office.cocite("next") == ""


ENDNOTE = (
    "ADDIN EN.CITE <EndNote><Cite><Author>Oak</Author><Year>2019</Year><RecNum>7</RecNum><record>"
    "<titles><title>Peat and its carbon</title></titles><contributors><authors><author>Oak, Ann"
    "</author></authors></contributors><dates><year>2019</year></dates></record></Cite></EndNote>"
)


def _csl(title: str) -> str:
    item = {"id": title, "type": "book", "title": title}
    return json.dumps({"citationItems": [{"id": title, "itemData": item}]})


def test_fields_of_word_that_libreoffice_saved_again_are_read(office: Office) -> None:
    cited = {
        "Peat and its carbon": ENDNOTE,
        "Moss": f"ADDIN ZOTERO_ITEM CSL_CITATION {_csl('Moss')}",
        "Fens": f"ADDIN CSL_CITATION {_csl('Fens')}",
    }
    document = docx.Document()
    for number, code in enumerate(cited.values(), start=1):
        paragraph = document.add_paragraph("Bogs store carbon ")
        written = word_field(code, f"({number})")
        for element in parse_xml(f"<w:p {nsdecls('w')}>{written}</w:p>"):
            paragraph._p.append(element)
        paragraph.add_run(".")
    original = office.folder / "word.docx"
    document.save(str(original))

    office.do("open", path=str(original))
    again = {".odt": read_odt, ".docx": read_docx}
    for suffix, read in again.items():
        path = office.folder / f"again{suffix}"
        office.do("save", path=str(path))
        assert markers(read(path)) == [
            (f"({number})", [title]) for number, title in enumerate(cited, start=1)
        ]


def test_what_goes_wrong_is_said_with_a_remedy_and_changes_nothing(office: Office) -> None:
    office.write(LEARNING)
    office.do("click", words="representation learning")
    assert wording.stem("core.programs.answering:_resolve_ids") in office.refused(
        "insert", papers=["t:none"]
    )
    assert "Insert a citation first." in office.refused("bibliography", style="numbered")

    office.do("bookmark", name="ZOTERO_BREF_aB3dE6gH9jK2")
    assert "Switch to reference marks" in office.refused("insert", papers=["t:soil"])

    file = office.service.address_file
    told = file.read_text(encoding="utf-8")
    try:
        file.write_text(told.replace(office.service.token, "wrong"), encoding="utf-8")
        assert "does not accept the token" in office.refused("suggest")
        file.unlink()
        assert wording.fill("core.base.settings:serve_programs Let") in office.refused("suggest")
    finally:
        file.write_text(told, encoding="utf-8")
    assert office.do("text") == LEARNING
    assert office.cocite("search", query="peat")["found"] == 2


def test_in_a_german_office_the_extension_speaks_german(office: Office) -> None:
    assert "Next sentence that needs one" in office.do("menu", locale="en-US")
    assert "Nächster Satz, der eines braucht" in office.do("menu", locale="de")
    office.write(LEARNING)
    english = office.refused("bibliography", style="numbered")
    assert english == "The document cites nothing yet. Insert a citation first."
    office.do("speak", locale="de")
    try:
        said = office.refused("bibliography", style="numbered")
        assert said == "Das Dokument zitiert noch nichts. Fügen Sie zuerst ein Zitat ein."
        office.do("click", words="representation learning")
        office.cocite("insert", papers=["t:hard"])
        assert office.do("undo_titles")[0] == "Arbeiten zitieren"
    finally:
        office.do("speak", locale="en-US")
    assert office.refused("insert", papers=[]).startswith("No paper is chosen.")


def test_writer_shows_the_comments_of_a_marked_copy(office: Office, tmp_path: Path) -> None:
    office.write("Introduction", f"{SOIL} {GAP} We go on.", LEARNING)
    path, marked = tmp_path / "draft.odt", tmp_path / "marked.odt"
    office.do("save", path=str(path))
    remarks = [
        Remark(GAP, (), ("Needs a citation (80%)", "Byron 2021: Mining")),
        Remark(LEARNING, (), ("Needs a citation (70%)",)),
    ]
    assert write_comments(path, marked, remarks) == []
    office.do("open", path=str(marked))
    assert office.do("comments") == [
        ["Cocite", "Needs a citation (70%)", LEARNING],
        ["Cocite", "Needs a citation (80%)\nByron 2021: Mining", GAP],
    ]
    assert f"{SOIL} {GAP} We go on." in office.do("text")
