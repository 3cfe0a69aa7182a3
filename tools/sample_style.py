"""Fonts, measures and paragraph styles of the sample manuscript."""

from __future__ import annotations

from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.rl_codecs import RL_Codecs

from tools.justified import Style

PAGE_WIDTH, PAGE_HEIGHT = A4
SIDE, TOP, BOTTOM, GUTTER = 54.0, 60.0, 62.0, 18.0
COLUMN = (PAGE_WIDTH - 2 * SIDE - GUTTER) / 2
TITLE_HEIGHT = 104.0
GREY = Color(0.35, 0.35, 0.35)

# WinAnsi leaves these codes free; Times has the glyphs.
EXTRA_GLYPHS = {
    0x81: ("fi", "\ufb01"),
    0x8D: ("fl", "\ufb02"),
    0x8F: ("Lslash", "Ł"),
    0x90: ("lslash", "ł"),
}
ENCODING = "SampleEncoding"
FACES = {  # in the order of registerFontFamily: normal, bold, italic, both
    "Serif": "Times-Roman",
    "Serif-Bold": "Times-Bold",
    "Serif-Italic": "Times-Italic",
    "Serif-BoldItalic": "Times-BoldItalic",
}


def register_fonts() -> None:
    """Make the Times faces known under an encoding that has ligatures and Polish letters."""
    encoding = pdfmetrics.Encoding(ENCODING, "WinAnsiEncoding")
    # Latin-1 and the rest of WinAnsi as Python's codec has them, then the extra glyphs.
    to_unicode = {
        code: bytes([code]).decode("cp1252")
        for code in range(32, 256)
        if code not in EXTRA_GLYPHS and code != 0x9D
    }
    for code, (glyph, letter) in EXTRA_GLYPHS.items():
        encoding[code] = glyph
        to_unicode[code] = letter
    pdfmetrics.registerEncoding(encoding)
    RL_Codecs.add_dynamic_codec(
        ENCODING,
        {ord(letter): code for code, letter in to_unicode.items()},
        {code: ord(letter) for code, letter in to_unicode.items()},
    )
    for name, face in FACES.items():
        pdfmetrics.registerFont(pdfmetrics.Font(name, face, ENCODING))
    pdfmetrics.registerFontFamily("Serif", *FACES)


JUSTIFIED = {
    "first": Style("Serif", 9.8, 11.7),
    "paragraph": Style("Serif", 9.8, 11.7, first_indent=10),
    "abstract": Style("Serif", 9, 10.8, left_indent=12, right=12),
    "caption": Style("Serif", 8.6, 10.2, before=4),
    "reference": Style("Serif", 8.5, 9.9, left_indent=18, after=2),
}
CENTRED = {"alignment": TA_CENTER}
RAGGED = {
    "title": ParagraphStyle("title", fontName="Serif-Bold", fontSize=17, leading=21, **CENTRED),
    "by": ParagraphStyle(
        "by", fontName="Serif", fontSize=12, leading=15, spaceBefore=10, **CENTRED
    ),
    "from": ParagraphStyle("from", fontName="Serif-Italic", fontSize=10, leading=13, **CENTRED),
    "heading": ParagraphStyle(
        "heading", fontName="Serif-Bold", fontSize=12, leading=14, spaceBefore=9, spaceAfter=4
    ),
    "subheading": ParagraphStyle(
        "subheading",
        fontName="Serif-Bold",
        fontSize=10.4,
        leading=12.5,
        spaceBefore=7,
        spaceAfter=3,
    ),
    "abstract heading": ParagraphStyle(
        "abstract heading", fontName="Serif-Bold", fontSize=11, leading=13, spaceAfter=4, **CENTRED
    ),
    "cell": ParagraphStyle("cell", fontName="Serif", fontSize=8.4, leading=9.8),
}
