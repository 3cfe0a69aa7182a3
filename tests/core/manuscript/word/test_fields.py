"""What citation programs write into Word documents: fields, bookmarks, properties, lists."""

from __future__ import annotations

import base64
import html
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.oxml.ns import nsdecls

from core.base.records import Manuscript
from core.manuscript.word.document import parse
from tests.core.manuscript.tex import markers as unformatted_citations_markers
from tests.core.manuscript.word_files import (
    ELM,
    OAK,
    add,
    code,
    field,
    mark,
    markers,
    run,
    saved,
    started,
    texts,
    zotero,
)

LISTED = ("Oak, A. (2001). Walks and weather. Reeds, 1, 2–9.",
          "Elm, B. (2002). The working shore. Reeds, 2, 3–9.",
          "Yew, C. (2003). Ropes of the marsh. Reeds, 3, 1–8.")  # fmt: skip


def cited(
    tmp_path: Path, *parts: str, after: Callable[[Document], None] | None = None
) -> Manuscript:
    document = started()
    document.add_heading("Introduction", 1)
    add(document, run("Birds sing "), *parts, run(". Reeds do not."))
    if after is not None:
        after(document)
    return parse(saved(document, tmp_path))


def mendeley_control(shown: str, item: object) -> str:
    data = json.dumps({"citationItems": [{"id": "a", "itemData": item}]}).encode()
    tag = "MENDELEY_CITATION_v3_" + base64.b64encode(data).decode()
    return (
        f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr>'
        f"<w:sdtContent>{run(shown)}</w:sdtContent></w:sdt>"
    )


ENDNOTE = (
    "<EndNote><Cite><Author>Oak</Author><Year>2019</Year><RecNum>12</RecNum>"
    "<record><contributors><authors><author>Oak, Tim</author><author>Alder, Sue</author></authors>"
    "</contributors><titles><title>Recorders at the Edge of the Water</title>"
    "<secondary-title>Journal of Quiet Places</secondary-title></titles>"
    "<dates><year>2019</year></dates>"
    "<electronic-resource-num>10.1000/Quiet.7</electronic-resource-num></record></Cite></EndNote>"
)


def endnote_in_data() -> str:
    data = f"<w:fldData>{base64.b64encode(ENDNOTE.encode()).decode()}</w:fldData>"
    inner = mark("begin", data) + code(" ADDIN EN.CITE.DATA ") + mark("end")
    return (
        mark("begin") + code(" ADDIN EN.CITE ") + inner + mark("separate")
        + run("(Oak, 2019)") + mark("end")
    )  # fmt: skip


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(zotero("(Oak, 2019)", OAK), id="zotero"),
        pytest.param(
            field(
                "ADDIN CSL_CITATION " + json.dumps({"citationItems": [{"id": 1, "itemData": OAK}]}),
                "(Oak, 2019)",
            ),
            id="mendeley",
        ),
        pytest.param(mendeley_control("(Oak, 2019)", OAK), id="mendeley cite"),
        pytest.param(field(f" ADDIN EN.CITE {ENDNOTE}", "(Oak, 2019)"), id="endnote"),
        pytest.param(endnote_in_data(), id="endnote, data apart"),
    ],
)
def test_a_citation_program_says_what_is_cited(tmp_path: Path, written: str) -> None:
    read = cited(tmp_path, written)
    assert texts(read) == ["Birds sing (Oak, 2019).", "Reeds do not."]
    assert markers(read) == [("(Oak, 2019)", (0,), ())]
    (entry,) = read.references
    assert entry.title == "Recorders at the Edge of the Water"
    assert entry.authors == ("Tim Oak", "Sue Alder")
    assert (entry.year, entry.venue, entry.doi) == (
        2019,
        "Journal of Quiet Places",
        "10.1000/quiet.7",
    )
    assert "Tim Oak and Sue Alder (2019)" in entry.text


def test_words_own_citations_lead_to_the_sources_in_the_file(tmp_path: Path) -> None:
    sources = (
        '<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">'
        "<b:Source><b:Tag>Oak19</b:Tag><b:Title>Recorders at the Edge</b:Title>"
        "<b:Year>2019</b:Year>"
        "<b:Author><b:Author><b:NameList><b:Person><b:Last>Oak</b:Last><b:First>Tim</b:First>"
        "</b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>"
    )
    document = started()
    document.add_heading("Introduction", 1)
    add(
        document,
        run("Birds sing"),
        field(r" CITATION Oak19 \p 12 \l 1033 \m Gone20 ", " (Oak, 12)"),
    )
    path = saved(document, tmp_path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("customXml/item7.xml", sources)
    with_relation(path, "customXml/item7.xml")
    read = parse(path)
    assert markers(read) == [("(Oak, 12)", (0,), ("Gone20",))]
    assert [(r.title, r.authors, r.year) for r in read.references] == [
        ("Recorders at the Edge", ("Tim Oak",), 2019)
    ]


def with_properties(path: Path, **properties: str) -> None:
    """Give a saved file properties of its own, as LibreOffice writes them."""
    told = "".join(
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="{number}" name="{name}">'
        f"<vt:lpwstr>{html.escape(text)}</vt:lpwstr></property>"
        for number, (name, text) in enumerate(properties.items(), start=2)
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006"
    kind = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    target = ' Target="docProps/custom.xml"'
    related = f'<Relationship Id="rId99" Type="{office}/relationships/custom-properties"{target}/>'
    changed = {
        "[Content_Types].xml": (
            "</Types>", f'<Override PartName="/docProps/custom.xml" ContentType="{kind}"/></Types>'
        ),
        "_rels/.rels": (
            "</Relationships>",
            f"{related}</Relationships>",
        ),
    }  # fmt: skip
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w") as new:
        for name, data in parts.items():
            was, now = changed.get(name, ("", ""))
            new.writestr(name, data.decode().replace(was, now) if was else data)
        new.writestr(
            "docProps/custom.xml",
            f'<Properties xmlns="{office}/custom-properties" xmlns:vt="{office}/docPropsVTypes">'
            f"{told}</Properties>",
        )


@pytest.mark.parametrize(
    ("bookmark", "code"),
    [
        ("ZOTERO_BREF_aB3", "ZOTERO_ITEM CSL_CITATION "),
        ("Mendeley_Bookmark_aB3", "ADDIN CSL_CITATION "),
    ],
)
def test_bookmarks_of_libreoffice_cite_what_the_properties_say(
    tmp_path: Path, bookmark: str, code: str
) -> None:
    code += json.dumps({"citationItems": [{"id": 7, "itemData": OAK}]})
    document = started()
    add(
        document,
        run("Microphones are left out "),
        f'<w:bookmarkStart w:id="4" w:name="{bookmark}"/>',
        run("[1]"),
        '<w:bookmarkEnd w:id="4"/>',
        run(". They hear."),
    )
    add(document, '<w:bookmarkStart w:id="5" w:name="ZOTERO_BREF_z"/>', run("[1] T. Oak."))
    add(document, run("[2] I. Elm."))
    add(document, run("[3] S. Alder."), '<w:bookmarkEnd w:id="5"/>')
    path = saved(document, tmp_path)
    pieces = {f"{bookmark}_1": code[:50], f"{bookmark}_2": code[50:]}
    with_properties(path, ZOTERO_BREF_z_1="ZOTERO_BIBL {} CSL_BIBLIOGRAPHY", **pieces)
    manuscript = parse(path)

    assert texts(manuscript)[-2:] == ["Microphones are left out [1].", "They hear."]
    assert markers(manuscript) == [("[1]", (0,), ())]
    assert [one.title for one in manuscript.references] == [OAK["title"]]


def with_relation(path: Path, part: str, *, kind: str = "customXml") -> None:
    """Enter a part of the archive where the document names what belongs to it."""
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relation = f'<Relationship Id="rId99" Type="{kinds}/{kind}" Target="../{part}"/>'
    relation += "</Relationships>"
    name = "word/_rels/document.xml.rels"
    held[name] = held[name].replace(b"</Relationships>", relation.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in held.items():
            archive.writestr(each, data)


def test_a_generated_list_gives_text_labels_and_order(tmp_path: Path) -> None:
    def bibliography(document: Document) -> None:
        document.add_heading("References", 1)
        first = mark("begin") + code("ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY") + mark("separate")
        add(document, first, run("[1] Elm, I. An Hour of Silence. 2021."))
        add(document, run("[2] Oak, T. Recorders at the Edge of the Water. 2019."))
        add(document, mark("end"))

    read = cited(
        tmp_path, zotero("[2]", OAK), run(" and "), zotero("[1, 2]", ELM, OAK), after=bibliography
    )
    assert markers(read) == [("[2]", (1,), ()), ("[1, 2]", (0, 1), ())]
    assert [(r.label, r.title) for r in read.references] == [
        ("1", "An Hour of Silence"),
        ("2", "Recorders at the Edge of the Water"),
    ]
    assert read.references[1].text == "Oak, T. Recorders at the Edge of the Water. 2019."
    assert len(read.sentences) == 2
    assert [s.title for s in read.sections] == ["Introduction"]


def test_what_a_note_cites_its_sentence_cites(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    add(document, run("Birds sing."), note, run(" Reeds do not."))
    path = saved(document, tmp_path)
    inside = f"<w:p>{run('See ')}{zotero('Tim Oak, Recorders, 7', OAK)}{run('.')}</w:p>"
    notes = f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2">{inside}</w:footnote></w:footnotes>'
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/footnotes.xml", notes)
    with_relation(path, "word/footnotes.xml", kind="footnotes")
    read = parse(path)
    assert texts(read) == ["Birds sing (Oak and Alder, 2019).", "Reeds do not."]
    assert markers(read) == [("(Oak and Alder, 2019)", (0,), ())]
    assert [entry.title for entry in read.references] == ["Recorders at the Edge of the Water"]


def test_notes_that_somebody_typed_beside_fields_cite_too(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    for number, sentence in enumerate(("Birds sing", "Reeds do not", "Mills turn", "Wheels rest")):
        add(document, run(f"{sentence}."), f'<w:r><w:footnoteReference w:id="{number}"/></w:r>')
    path = saved(document, tmp_path)
    insides = (
        zotero("Tim Oak, Recorders, 7", OAK),
        run("Ann Reed, The Wheel in Winter (Ely: Marsh Press, 1998), 12."),
        run("Oak, Recorders at the Edge of the Water, 9."),
        run("Ibid., 10."),
    )
    footnotes = "".join(
        f'<w:footnote w:id="{number}"><w:p>{inside}</w:p></w:footnote>'
        for number, inside in enumerate(insides)
    )
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "word/footnotes.xml", f"<w:footnotes {nsdecls('w')}>{footnotes}</w:footnotes>"
        )
    with_relation(path, "word/footnotes.xml", kind="footnotes")
    read = parse(path)
    assert [entry.title for entry in read.references] == [
        "Recorders at the Edge of the Water",
        "The Wheel in Winter",
    ]
    assert [places for _, places, _ in markers(read)] == [(0,), (1,), (0,), (0,)]


def test_a_broken_field_costs_only_its_citation(tmp_path: Path) -> None:
    read = cited(
        tmp_path,
        field("ADDIN ZOTERO_ITEM CSL_CITATION {not json", "(Elm)"),
        run(" and "),
        zotero("(Oak, 2019)", OAK),
    )
    assert texts(read)[0] == "Birds sing (Elm) and (Oak, 2019)."
    assert [(text, places) for text, places, _ in markers(read)] == [
        ("(Elm)", ()),
        ("(Oak, 2019)", (0,)),
    ]


def test_entities_of_endnote_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("The treasure is under the pier.")
    hostile = f'<!DOCTYPE EndNote [<!ENTITY s SYSTEM "{secret.as_uri()}">]>' + ENDNOTE.replace(
        "Recorders at", "&s;"
    )
    read = cited(tmp_path, field(f" ADDIN EN.CITE {hostile}", "(Oak, 2019)"))
    assert "treasure" not in repr(read)


def test_fields_that_are_never_closed_lose_no_text_before_them(tmp_path: Path) -> None:
    read = cited(tmp_path, zotero("(Oak, 2019)", OAK), mark("begin") * 300)
    assert texts(read)[0].startswith("Birds sing (Oak, 2019)")


def test_what_was_typed_by_hand_stands_beside_what_fields_cite(tmp_path: Path) -> None:
    def bibliography(document: Document) -> None:
        document.add_heading("References", 1)
        first = mark("begin") + code("ADDIN CSL_BIBLIOGRAPHY") + mark("separate")
        add(document, first, run("Elm I (2021) Silence for an hour. Quiet Press, Ashford"))
        add(document, run("Lind A, Roe B (2015) Reeds in the wind. Journal of Clay 3:1–9"))
        add(document, run("Oak T, Alder S (2019) Recorders at the Edge of the Water."))
        add(document, mark("end"))

    read = cited(
        tmp_path,
        zotero("(Oak and Alder 2019; Elm 2021)", OAK, ELM),
        run(" and wait (Lind and Roe 2015). They stop (Reed 2001)"),
        after=bibliography,
    )
    assert markers(read) == [
        ("(Oak and Alder 2019; Elm 2021)", (2, 0), ()),
        ("(Lind and Roe 2015)", (1,), ()),
    ]
    assert [entry.authors[0].split()[-1] for entry in read.references] == ["Elm", "Lind", "Oak"]
    assert read.references[0].text == "Elm I (2021) Silence for an hour. Quiet Press, Ashford"


def written(folder: Path, text: str, *, listed: bool = True) -> Path:
    document = docx.Document()
    document.add_heading("Introduction", 1)
    document.add_paragraph(text)
    if listed:
        document.add_heading("References", 1)
        for entry in LISTED:
            document.add_paragraph(entry)
    document.save(str(folder / "marsh.docx"))
    return folder / "marsh.docx"


@pytest.mark.parametrize(
    ("citation", "titles"),
    [
        ("{Oak, 2001 #12}", ["Walks and weather"]),
        ("{Oak, 2001, #12}", ["Walks and weather"]),
        ("{Oak, 2001 #12@3;Elm, 2002 #13}", ["Walks and weather", "The working shore"]),
        ("{ | Oak, 2001 | p. 3 | |zu:123:ABC}", ["Walks and weather"]),
        ("{See | Elm, (2002) | | for more |zu:123:ABC}", ["The working shore"]),
        ("{ | Yew, Ropes of the marsh, 2003 | | |zg:12:XYZ}", ["Ropes of the marsh"]),
    ],
)
def test_it_leads_to_its_entry(tmp_path: Path, citation: str, titles: list[str]) -> None:
    manuscript = parse(written(tmp_path, f"Birds sing {citation} in the reeds."))
    assert unformatted_citations_markers(manuscript) == [(citation, titles, ())]


def test_without_a_list_it_is_a_citation_all_the_same(tmp_path: Path) -> None:
    text = "Birds sing { | Oak, 2001 | | |zu:123:ABC} in the reeds."
    ((_, titles, unresolved),) = unformatted_citations_markers(
        parse(written(tmp_path, text, listed=False))
    )
    assert (titles, unresolved) == ([], ("Oak, 2001 #zu:123:ABC",))


@pytest.mark.parametrize(
    ("citation", "keys"),
    [
        ("{Oak:2001ab}", ("Oak:2001ab",)),
        ("{Oak:2001ab, Elm:2002cd}", ("Oak:2001ab", "Elm:2002cd")),
        ("{{57 Oak,Ann 2001;;58 Elm,Bea 2002}}", ("57 Oak,Ann 2001", "58 Elm,Bea 2002")),
        ("{{57 Oak,Ann 2001 /pg12;}}", ("57 Oak,Ann 2001 /pg12",)),
    ],
)
def test_citations_that_papers_or_refworks_did_not_format_are_unresolved(
    tmp_path: Path, citation: str, keys: tuple[str, ...]
) -> None:
    text = f"Birds sing {citation} in the reeds."
    ((shown, _, unresolved),) = unformatted_citations_markers(parse(written(tmp_path, text)))
    assert (shown, unresolved) == (citation, keys)


@pytest.mark.parametrize(
    "text", ["{Note: 2001}", "{a | b | c}", "{#12}", "{x | y | z | u | v w}", "{{12 words}}"]
)
def test_other_braces_cite_nothing(tmp_path: Path, text: str) -> None:
    assert (
        unformatted_citations_markers(parse(written(tmp_path, f"Birds sing {text} in the reeds.")))
        == []
    )


def test_typed_notes_leave_a_typed_list_as_it_is(tmp_path: Path) -> None:
    entries = ("Oak, A. 2001. Walks on sand. Reed Letters 4, 9–12.",
               "van der Elm, B. 2003. Ropes on sand. Reed Letters 6, 1–3.",
               "Institute of Sand 2004. Tides by night.")  # fmt: skip
    document = started()
    document.add_heading("Introduction", 1)
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    add(document, run("Birds sing by day and by night."), note)
    document.add_heading("References", 1)
    for entry in entries:
        document.add_paragraph(entry)
    path = saved(document, tmp_path)
    inside = f"<w:p>{run('Vgl. Oak 2001, S. 10.')}</w:p>"
    notes = f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2">{inside}</w:footnote></w:footnotes>'
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/footnotes.xml", notes)
    with_relation(path, "word/footnotes.xml", kind="footnotes")
    manuscript = parse(path)
    assert [entry.title for entry in manuscript.references] == [
        "Walks on sand", "Ropes on sand", "Tides by night"
    ]  # fmt: skip
    cited = [at for one in manuscript.sentences for mark in one.markers for at in mark.references]
    assert cited == [0]
