"""Manuscripts of known content in five formats, made from a seed.

A plan is a tree: headings, sentences with the works they cite, and what holds others (lists,
quotations, files that are included) or is no running text (code, tables, comments). Each sentence
has a word of its own; each format writes the plan in its own ways, drawn at random.
"""

from __future__ import annotations

import base64
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import docx

from tests.core.manuscript.word_files import add, code, mark, run
from tests.core.manuscript.word_files import field as word_field

_TITLES = ("harbour", "heron", "reed", "tide")
_SYLLABLES = ("na", "ro", "li", "te", "mu", "so", "vi", "pe")
_ODD = ("5 % of", "A & B", "#3 and", "$4 or", "a_b in", "x~y for", "[one] of", "(two of")
_SILENT = "ziqum zaqim zoqem"
"""Words that stand only in what is no running text."""


@dataclass
class Part:
    """A node of the plan. ``kind`` is heading, text, list, quote, file, code, table or comment."""

    kind: str
    text: str = ""
    keys: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def sentences(self) -> Iterator[Part]:
        if self.kind == "text":
            yield self
        for part in self.parts:
            yield from part.sentences()


KEYS = ("oak2010", "elm2012", "ash2014", "fir2016")


def title_of(key: str) -> str:
    return f"On the {key[:3]} of the quiet sea"


def planned(seed: int) -> Part:
    chance = random.Random(seed)
    count = iter(range(1, 1000))

    def own_word() -> str:
        number = next(count)
        return "w" + "".join("bcdfghjklm"[int(digit)] + "a" for digit in f"{number:03d}")

    def sentence() -> Part:
        words = ["".join(chance.choices(_SYLLABLES, k=3)) for _ in range(9)]
        odd = f" {chance.choice(_ODD)}" if chance.random() < 0.4 else ""
        keys = chance.sample(KEYS, chance.choice((0, 0, 1, 1, 2)))
        before, behind = " ".join(words[:5]), " ".join(words[5:])
        text = f"The {before} of {own_word()} lie{odd} near {behind}"
        return Part("text", text, keys)

    def parts(depth: int) -> list[Part]:
        made: list[Part] = []
        for _ in range(chance.randint(2, 4)):
            kind = chance.choice(
                ("text", "text", "list", "quote", "file", "code", "table", "comment")
            )
            if kind in ("list", "quote", "file") and depth < 3:
                made.append(Part(kind, own_word(), parts=parts(depth + 1)))
            elif kind in ("code", "table", "comment"):
                made.append(Part(kind, _SILENT))
            made.append(sentence())
        return made

    whole = Part("whole")
    for number in range(chance.randint(2, 4)):
        whole.parts += [Part("heading", f"Chapter {_TITLES[number]} begins"), *parts(0)]
    return whole


# --- LaTeX, Markdown, Typst: text with includes ---------------------------------------------------


class TextWriter:
    """Writes a plan as text. A format says how each kind is written, in the ways that it has."""

    suffix = ""
    escapes = ""
    code: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    lists: tuple[tuple[str, str, str], ...] = ()
    quotes: tuple[tuple[str, str], ...] = ()
    includes: tuple[str, ...] = ()

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed + 1)

    def escaped(self, text: str) -> str:
        return "".join(f"\\{char}" if char in self.escapes else char for char in text)

    def cite(self, keys: list[str]) -> str:
        raise NotImplementedError

    def heading(self, title: str) -> str:
        raise NotImplementedError

    def sentence(self, part: Part) -> str:
        cited = f" {self.cite(part.keys)}" if part.keys else ""
        return f"{self.escaped(part.text)}{cited}."

    def block(self, part: Part) -> str:
        simple: dict[str, Callable[[], str]] = {
            "text": lambda: self.sentence(part),
            "heading": lambda: self.heading(part.text),
            "code": lambda: self.chance.choice(self.code).replace("SILENT", part.text),
            "table": lambda: self.chance.choice(self.tables).replace("SILENT", part.text),
            "comment": lambda: self.chance.choice(self.comments).replace("SILENT", part.text),
            "list": lambda: self.listed(part),
            "quote": lambda: self.quoted(part),
            "file": lambda: self.included(part),
        }
        return simple[part.kind]()

    def blocks(self, parts: list[Part]) -> str:
        return "\n\n".join(self.block(part) for part in parts)

    def listed(self, part: Part) -> str:
        begin, item, end = self.chance.choice(self.lists)
        return begin + "\n".join(item + self.block(one) for one in part.parts) + end

    def quoted(self, part: Part) -> str:
        begin, end = self.chance.choice(self.quotes)
        return begin + self.blocks(part.parts) + end

    def included(self, part: Part) -> str:
        (self.folder / "parts").mkdir(exist_ok=True)
        inside = self.blocks(part.parts)
        (self.folder / "parts" / f"{part.text}{self.suffix}").write_text(inside, encoding="utf-8")
        return self.chance.choice(self.includes).replace("NAME", part.text)

    def write(self, plan: Part) -> Path:
        entries = (f"@article{{{key}, author={{{key[:3].title()}, Jane}},"
                   f" title={{{title_of(key)}}},"
                   f" journal={{Quiet}}, year={key[3:]}}}\n" for key in KEYS)  # fmt: skip
        (self.folder / "sea.bib").write_text("".join(entries), encoding="utf-8")
        path = self.folder / f"sea{self.suffix}"
        path.write_text(self.document(plan), encoding="utf-8")
        return path

    def document(self, plan: Part) -> str:
        raise NotImplementedError


class LatexWriter(TextWriter):
    suffix = ".tex"
    escapes = "%&#$_~"
    code = (
        "\\begin{verbatim}\n% SILENT { $ \\begin{x}\n\\end{verbatim}",
        '\\begin{lstlisting}[language=C]\nSILENT("%d}");\n\\end{lstlisting}',
        "\\begin{program}\n{{ SILENT %\n\\end{program}",
    )
    tables = (
        "\\begin{table}\\caption{SILENT \\href{https://example.org/a%20b}{c}}\\verb|%|\\end{table}",
        "\\begin{longtable}{ll}\nSILENT & \\url{https://example.org/%7Ex} \\\\\n\\end{longtable}",
        "\\begin{figure*}\n\\caption[SILENT]{SILENT}\n\n\\end{figure*}",
    )
    comments = (
        "% SILENT {", "\\iffalse SILENT \\ifx a b \\fi \\fi",
        "\\begin{comment}\nSILENT }\n\\end{comment}",
        "% SILENT\n% \\begin{table}",
    )  # fmt: skip
    lists = (
        ("\\begin{itemize}\n", "\\item ", "\n\\end{itemize}"),
        ("\\begin{enumerate}[a)]\n", "\\item % SILENT\n", "\n\\end{enumerate}"),
        ("\\begin{description}\n", "\\item[] ", "\n\\end{description}"),
    )
    quotes = (
        ("\\begin{quote}\n", "\n\\end{quote}"),
        ("\\begin{theorem}\\label{a}\n", "\n\\end{theorem}"),
        ("\\begin{minipage}[t]{0.5\\textwidth}\n", "\n\\end{minipage}"),
        ("{\\small\n\n", "\n\n}"),
        ("\\begin{multicols}{2}\n", "\n\\end{multicols}"),
    )
    includes = (
        "\\input{parts/NAME}", "\\input{parts/NAME.tex}", "\\include{parts/NAME}",
        "\\input parts/NAME \n",
        "\\import{parts/}{NAME}", "\\subimport*{parts}{NAME.tex}", "\\subfile{parts/NAME}",
        "\\chapterfile{NAME}", "\\IfFileExists{parts/NAME}{\\input{parts/NAME}}{}",
    )  # fmt: skip

    def escaped(self, text: str) -> str:
        return super().escaped(text).replace("\\~", "\\textasciitilde{}")

    def cite(self, keys: list[str]) -> str:
        command = self.chance.choice(("cite", "citep", "citep[see][p.~3]", "citet"))
        return f"\\{command}{{{', '.join(keys)}}}"

    def heading(self, title: str) -> str:
        return f"\\section{{{title}}} % SILENT"

    def document(self, plan: Part) -> str:
        return (
            "\\documentclass{article}\n\\usepackage{natbib}\\lstnewenvironment{program}{}{}\n"
            "\\newcommand{\\chapterfile}[1]{\\input{parts/#1}}\n\\begin{document}\n"
            f"{self.blocks(plan.parts)}\n\\bibliography{{sea}}\n\\end{{document}}\n"
        )


class MarkdownWriter(TextWriter):
    suffix = ".md"
    escapes = "$_~[]#"
    code = (
        "```r\nSILENT <!-- $\n```", "~~~\n```\nSILENT\n~~~",
        "  ```{r, echo=FALSE}\n  SILENT\n  ```",
        "````\n```\nSILENT\n````",
    )  # fmt: skip
    tables = (
        "| SILENT | b |\n|---|---|\n| SILENT | d |", "![SILENT](a%20b.png){width=50%}",
        "<table>\n<tr><td>SILENT</td></tr>\n</table>",
        "\\begin{tabular}{l}\nSILENT % x\n\\end{tabular}",
    )  # fmt: skip
    comments = ("<!-- SILENT -->", "<!--\n\n# SILENT\n\n-->")
    lists = (("", "- ", ""), ("", "1. ", ""), ("", "* ", ""))
    quotes = (
        ("::: {.note}\n\n", "\n\n:::"), ("<div class='a'>\n\n", "\n\n</div>"),
        ("\\begin{center}\n\n", "\n\n\\end{center}"), ("<details>\n", "\n</details>"),
    )  # fmt: skip
    includes = (
        "{{< include parts/NAME.md >}}", '```{r child="parts/NAME.md"}\n```',
        "!include parts/NAME.md",
        "```{include} parts/NAME.md\n```", "![[parts/NAME]]", "```include\nparts/NAME.md\n```",
    )  # fmt: skip

    def cite(self, keys: list[str]) -> str:
        return "[" + "; ".join(f"@{key}" for key in keys) + "]"

    def heading(self, title: str) -> str:
        return f"# {title} {{#sec-a}}"

    def listed(self, part: Part) -> str:
        """Write a list of sentences; what is no sentence stands behind it."""
        _, item, _ = self.chance.choice(self.lists)
        items = "\n".join(item + self.block(one) for one in part.parts if one.kind == "text")
        rest = [one for one in part.parts if one.kind != "text"]
        return f"{items}\n\n{self.blocks(rest)}"

    def document(self, plan: Part) -> str:
        return f"---\ntitle: Sea\nbibliography: sea.bib\n---\n\n{self.blocks(plan.parts)}\n"


class TypstWriter(TextWriter):
    suffix = ".typ"
    depth = 0
    escapes = "$_~#[]"
    code = (
        "```c\nSILENT { [ // \"\n```", "````\n```\nSILENT\n````",
        "#let x = { [SILENT]; (1, \"]\") }",
        "#set text(size: 9pt)", '#show raw: it => { set text(fill: red); it }',
        "#counter(page).update(1)",
        '#state("x", 0).update(v => v + 1)', "#v(1em)", "#context counter(page).display()",
    )  # fmt: skip
    tables = (
        "#figure(caption: [SILENT], image(\"a.png\"))", "#table(columns: 2, [SILENT], [b ) c])",
        "#figure(\n  table(columns: 1, [SILENT]),\n  caption: [SILENT $[0, 1)$],\n) <fig>",
    )  # fmt: skip
    comments = ("// SILENT [", "/* SILENT /* [ */ ( */", '// SILENT\n// #include "x.typ"')
    lists = (("", "- ", ""), ("", "+ ", ""))
    quotes = (
        ("#block(inset: 1em)[\n", "\n]"), ("#align(center, [\n", "\n])"), ("#[\n", "\n]"),
        ("#quote(block: true, attribution: [a])[\n", "\n]"),
        ("#{\n  set par(leading: 1em)\n  [\n", "\n]}"),
        ("#if 1 > 0 [\n", "\n] else { }"), ("#columns(2)[\n", "\n]"),
    )  # fmt: skip
    includes = (
        '#include "parts/NAME.typ"', '#include("parts/NAME.typ")', '#{ include "parts/NAME.typ" }',
        '#block[#include "/parts/NAME.typ"]',
        '#for x in ("NAME",) { include "parts/" + x + ".typ" }',
    )  # fmt: skip

    def cite(self, keys: list[str]) -> str:
        form = self.chance.choice(("@KEY", "#cite(<KEY>)", "@KEY[p. 3]"))
        return " ".join(form.replace("KEY", key) for key in keys)

    def included(self, part: Part) -> str:
        """Include a file; its name is seen from the file that does."""
        self.depth += 1
        shown = super().included(part)
        self.depth -= 1
        return (
            shown.replace("/parts/", "\0")
            .replace("parts/", "" if self.depth else "parts/")
            .replace("\0", "/parts/")
        )

    def heading(self, title: str) -> str:
        return f"= {title} <a>"

    listed = MarkdownWriter.listed

    def document(self, plan: Part) -> str:
        text = self.blocks(plan.parts)
        return f'#set document(title: "Sea")\n\n{text}\n\n#bibliography("sea.bib")\n'


# --- Word and Writer ------------------------------------------------------------------------------


def item_of(key: str) -> dict[str, object]:
    return {"id": key, "type": "article-journal", "title": title_of(key),
            "author": [{"family": key[:3].title(), "given": "Jane"}],
            "issued": {"date-parts": [[key[3:]]]}}  # fmt: skip


def shown_of(keys: list[str]) -> str:
    return "(" + "; ".join(f"{key[:3].title()}, {key[3:]}" for key in keys) + ")"


def csl_of(keys: list[str]) -> str:
    items = [{"id": key, "uris": [f"u/{key}"], "itemData": item_of(key)} for key in keys]
    return json.dumps({"citationItems": items})


def endnote_of(keys: list[str]) -> str:
    cites = (
        f"<Cite><Author>{key[:3].title()}</Author><Year>{key[3:]}</Year><RecNum>{key[3:]}</RecNum>"
        f"<record><contributors><authors><author>{key[:3].title()}, Jane</author></authors>"
        f"</contributors><titles><title>{title_of(key)}</title></titles><dates><year>{key[3:]}</year>"
        "</dates></record></Cite>"
        for key in keys
    )
    return f"<EndNote>{''.join(cites)}</EndNote>"


class WordWriter:
    suffix = ".docx"

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed + 2)
        self.document = docx.Document()
        self.program = self.chance.choice(("zotero", "mendeley", "endnote", "control"))

    def cite(self, keys: list[str]) -> str:
        shown = shown_of(keys)
        if self.program == "control":
            data = base64.b64encode(csl_of(keys).encode()).decode()
            return (f'<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_{data}"/></w:sdtPr>'
                    f"<w:sdtContent>{run(shown)}</w:sdtContent></w:sdt>")  # fmt: skip
        instruction = {
            "zotero": f"ADDIN ZOTERO_ITEM CSL_CITATION {csl_of(keys)}",
            "mendeley": f"ADDIN CSL_CITATION {csl_of(keys)}",
            "endnote": f"ADDIN EN.CITE {endnote_of(keys)}",
        }[self.program]
        return word_field(instruction, shown)

    def sentence(self, part: Part) -> str:
        text = escape(part.text)
        half = len(part.text.split(" ")[0])
        ways = (
            run(text),
            run(text[:half]) + run(text[half:]),
            f'<w:ins w:id="1" w:author="a">{run(text)}</w:ins>',
            f"<w:smartTag>{run(text)}</w:smartTag>",
            f"<w:sdt><w:sdtContent>{run(text)}</w:sdtContent></w:sdt>",
            run(text) + '<w:del w:id="2"><w:r><w:delText>zaqim</w:delText></w:r></w:del>',
            f'<w:hyperlink w:anchor="x">{run(text)}</w:hyperlink>',
        )
        cited = run(" ") + self.cite(part.keys) if part.keys else ""
        return self.chance.choice(ways) + cited + run(".")

    def parts(self, parts: list[Part], style: str = "") -> None:
        for part in parts:
            if part.kind == "heading":
                self.document.add_heading(part.text, 1)
            elif part.kind == "text":
                add(self.document, self.sentence(part), style=style)
            elif part.kind == "table":
                self.document.add_table(1, 1).rows[0].cells[0].text = part.text
            elif part.kind == "code":
                silent = code(f"INCLUDETEXT {part.text}")
                add(self.document, mark("begin"), silent, mark("separate"), mark("end"))
            elif part.kind == "comment":
                hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>zoqem</w:t></w:r>"
                add(self.document, hidden)
            else:
                self.parts(part.parts, {"list": "List Bullet", "quote": "Quote"}.get(part.kind, ""))

    def write(self, plan: Part) -> Path:
        self.document.add_paragraph("The sea", "Title")
        self.parts(plan.parts)
        self.document.add_heading("References", 1)
        path = self.folder / "sea.docx"
        self.document.save(str(path))
        return path


class WriterWriter:
    suffix = ".odt"

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed + 3)
        self.count = 0

    def cite(self, keys: list[str]) -> str:
        self.count += 1
        name = escape(f"ZOTERO_ITEM CSL_CITATION {csl_of(keys)} RND{self.count}")
        start = f'<text:reference-mark-start text:name="{name}"/>'
        return f'{start}{shown_of(keys)}<text:reference-mark-end text:name="{name}"/>'

    def sentence(self, part: Part) -> str:
        text = escape(part.text)
        half = len(part.text.split(" ")[0])
        ways = (
            text,
            f"{text[:half]}<text:s/>{text[half + 1 :]}",
            f"<text:span>{text}</text:span>",
            f'<text:a xmlns:xlink="x" xlink:href="y">{text}</text:a>',
            f"<text:bookmark-start text:name='b'/>{text}<text:bookmark-end text:name='b'/>",
            f"{text}<office:annotation><text:p>zaqim</text:p></office:annotation>",
            f"<text:span>{text[:half]}<text:span>{text[half:]}</text:span></text:span>",
        )
        cited = f" {self.cite(part.keys)}" if part.keys else ""
        return f"{self.chance.choice(ways)}{cited}."

    def block(self, part: Part) -> str:
        table = "<table:table><table:table-row><table:table-cell><text:p>{}</text:p>"
        table += "</table:table-cell></table:table-row></table:table>"
        simple = {
            "heading": '<text:h text:outline-level="1">{}</text:h>',
            "text": "<text:p>{}</text:p>",
            **dict.fromkeys(("code", "table", "comment"), table),
        }.get(part.kind)
        if simple:
            return simple.format(self.sentence(part) if part.kind == "text" else part.text)
        inside = "".join(self.block(one) for one in part.parts)
        if part.kind == "list":
            items = "".join(
                f"<text:list-item>{self.block(one)}</text:list-item>" for one in part.parts
            )
            return f"<text:list>{items}</text:list>"
        return f'<text:section text:name="s">{inside}</text:section>'

    def write(self, plan: Part) -> Path:
        names = {"office": "office", "text": "text", "table": "table", "draw": "drawing"}
        spaces = " ".join(
            f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
            for name, space in names.items()
        )
        body = "".join(self.block(part) for part in plan.parts)
        path = self.folder / "sea.odt"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
            inner = ("font-face-decls", "styles", "automatic-styles", "master-styles")
            styles = "".join(f"<office:{name}/>" for name in inner)
            archive.writestr(
                "styles.xml", f"<office:document-styles {spaces}>{styles}</office:document-styles>"
            )
            archive.writestr(
                "content.xml",
                f'<office:document-content {spaces} office:version="1.2"><office:body><office:text>'
                f"<text:p>The sea</text:p>{body}</office:text></office:body>"
                "</office:document-content>",
            )
        return path


WRITERS = (LatexWriter, MarkdownWriter, TypstWriter, WordWriter, WriterWriter)
