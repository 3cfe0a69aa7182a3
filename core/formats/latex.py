"""LaTeX in bibliographies to plain text and back.

Reading goes in three steps because the general parser (pylatexenc) is slow and bibliographies
are mostly plain: accents by a pattern with a cache, then, if no command is left, a few
replacements, and only then the parser. Text that is no LaTeX ("50% of", "R&D", "$5") survives.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from functools import cache, lru_cache

from pylatexenc.latex2text import (  # type: ignore[import-untyped]
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from pylatexenc.latexwalker import LatexWalkerError  # type: ignore[import-untyped]

from core.formats.fields import clean, set_script, without_tags

MAX_PARSED_CHARS = 50_000  # the parser takes 5 s per million characters

logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # it comments on broken input

_LATEX = re.compile(r"[\\{}$~]|--|``|''|[!?]`")
_ACCENT = re.compile(
    r"""(?<!\\)
    (?: \{ \\ (?: ['"`^~=.] | [uvHtcdbkr](?![A-Za-z]) ) \s* (?: \{ \\?[A-Za-z] \} | \\?[A-Za-z] ) \}
      | \\ ['"`^~=.] \s*
            (?: \{ \\?[A-Za-z] \} | \\[ij](?: (?![A-Za-z])\s? | (?=[a-z]) ) | [A-Za-z] )
      | \\ [uvHtcdbkr] (?: \s* \{ \\?[A-Za-z] \} | \s+ [A-Za-z](?![A-Za-z]) )
      | \{ \\ (?: ss|o|O|l|L|aa|AA|ae|AE|oe|OE|i|j|dh|DH|th|TH|dj|DJ|ng|NG|textendash|textemdash
            |textquoteright|textquoteleft) (?: \s* \{\} )? \s* \}
      | \\ (?: ss|o|O|l|L|aa|AA|ae|AE|oe|OE|dh|DH|th|TH|dj|DJ)
            (?: \{\} | \s+ (?=[a-z]) | (?![A-Za-z]) )
    )""",
    re.X,
)
_COMBINING = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303"} | {
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "d": "\u0323",
    "h": "\u0309",
}
_SECOND_ACCENT = re.compile(
    r"""\{?\\(['"`^~=.]|[uvHdh](?![A-Za-z]))\s*(?:\{([^\W\d_a-zA-Z])\}|([^\W\d_a-zA-Z]))\}?"""
)
_IN_MATH_OR_TEXT = re.compile(
    r"\\ifmmode(?![A-Za-z]).*?\\else(?![A-Za-z])\s?(.*?)\s?\\fi(?![A-Za-z])\s?(?:\{\})?", re.S
)
_LAST_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
_SCRIPT_COMMAND = re.compile(r"\\text(sub|super)script\s*\{([^{}]*)\}")
_MATH_SCRIPT = re.compile(r"(?<!\\)([_^])(?:\{([0-9+\-−=()ni]{1,6})\}|([0-9+]|[ni](?![A-Za-z])))")
_DEGREE = re.compile(r"\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![A-Za-z]))")
_ANGLE = re.compile(r"\$[<>]\$|\{?\\text(?:less|greater)(?![A-Za-z])\s?(?:\{\})?\}?")
_ENTITY = re.compile(r"\{?\\?&\}?(?=(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8}\d?);)", re.I)
_ESCAPED = re.compile(r"\\([&%#_$])")
_LIGATURES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("!`", "¡"), ("?`", "¿"))
_ANY_COMMAND = re.compile(r"\\[A-Za-z]+\*?\s?|\\(.)|[{}$]", re.S)
_SURELY_MATH = re.compile(r"[\\^_{]")
_PLAIN_SPECIAL = re.compile(r"(?<!\\)[%&]")
_GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_NOT_SHOWN = re.compile(
    rf"\\(?:href|foreignlanguage|selectlanguage|textcolor|color|texorpdfstring)\s*{_GROUP}"
)
"""Commands that the parser does not know, with what they do not set as text."""
_MATH_COMMAND = re.compile(rf"\\ensuremath\s*({_GROUP})")
_DOLLAR = re.compile(r"(?<!\\)\$")

_GREEK_LETTERS = (
    *("ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA", "THETA", "IOTA", "KAPPA"),
    *("LAMDA", "MU", "NU", "XI", "OMICRON", "PI", "RHO", "SIGMA", "TAU", "UPSILON", "PHI", "CHI"),
    *("PSI", "OMEGA"),
)
_MACROS = {
    "textlambda": "λ",
    "textLambda": "Λ",
    "textmugreek": "μ",
    "url": "%s",
    **dict.fromkeys(("cite", "label", "ref", "hspace", "vspace", "phantom"), ""),
    **{name: name for name in ("LaTeX", "TeX", "BibTeX", "LaTeXe", "XeTeX", "LuaTeX", "ConTeXt")},
    "slash": "/",
    "hyp": "-",
    "babelhyphen": "-",
    "nobreakdash": "",
    "S": "§",
    "P": "¶",
    "copyright": "©",
    "pounds": "£",
    "euro": "€",
    **dict.fromkeys(("circ", "degree"), "°"),
    "flqq": "«",
    "frqq": "»",
    "flq": "‹",
    "frq": "›",
    "glqq": "„",
    "grqq": "“",
    "glq": "‚",
    "grq": "‘",
    "micro": "μ",
    "metre": "m",
    "meter": "m",
    "kilo": "k",
    "milli": "m",
    "nano": "n",
    "gram": "g",
    "second": "s",
    "percent": "%%",
    "celsius": "°C",
    "kelvin": "K",
    "textasciicircum": "^",
    "textasciigrave": "`",
    "textquotesingle": "'",
    "textbar": "|",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textless": "<",
    "textgreater": ">",
} | {
    f"text{name}": unicodedata.lookup(f"GREEK {size} LETTER {letter}")
    for letter in _GREEK_LETTERS
    for size, name in (("SMALL", letter.lower()), ("CAPITAL", letter.capitalize()))
}


@cache
def _converter() -> LatexNodes2Text:
    context = get_default_latex_context_db()
    macros = [MacroTextSpec(name, simplify_repl=text) for name, text in _MACROS.items()]
    context.add_context_category("cocite", prepend=True, macros=macros)
    context.set_unknown_macro_spec(MacroTextSpec("", discard=False))  # as \\texttt, \\mbox
    return LatexNodes2Text(latex_context=context, math_mode="text")


_LETTER_BEFORE_ACCENT = re.compile(r"\\(?:i|j|o|O|l|L|ss|ae|AE|oe|OE)(?=\\['`^\"~=.]|\{[^}])")
"""A letter that is a command would take the accent or group behind it: ``K\\i{}l\\i{\\c c}``."""


_ESCAPED_TWICE = re.compile(r"\{\\\\(?=[\"'`^~=.](?:[A-Za-z]|\{[A-Za-z]\})\})")
"""The beginning of an accented letter whose backslash a program escaped: ``{\\\\"u}``."""
_ACCENT_ALONE = re.compile(
    r"""(?<!\\)
    (?: \{\\(['"`^~=.]|[uvHckr]) \s* (?:\{\s*\})? \}
      | \\(['"`^~=.]|[uvHckr]) \s* \{\s*\}
    )""",
    re.X,
)
_SIGNS_OF_ACCENTS = dict(
    zip(
        "'\"`^~=.uvHckr",
        ["'", "¨", "`", r"\textasciicircum{}", r"\textasciitilde{}", *"¯˙˘ˇ˝¸˛˚"],
        strict=True,
    )
)
"""What TeX shows of an accent over nothing: a fault of the file, but nothing of it is lost."""
_CLOSED_UP = re.compile(r"\\(c[cC]|v[cCsSzZ]|u[gG])(?![A-Za-z{])\s?")
"""An accent of a letter without the space between: no command of LaTeX has these names."""
_DOTLESS_IN_MATH = re.compile(r"(\\[ij])math(?![A-Za-z])")


def decode_accents(text: str) -> str:
    """Return ``text`` with its accented letters, the rest of its LaTeX as it stands.

    Of "ifmmode … else … fi", as APS writes it, there is what stands for text.
    """
    if "\\" not in text:
        return text
    if "\\ifmmode" in text:
        text = _IN_MATH_OR_TEXT.sub(lambda match: _close_command(match[1]), text)
    text = _ESCAPED_TWICE.sub(r"{\\", text.replace("\\-", ""))
    text = _DOTLESS_IN_MATH.sub(r"\1", text)
    text = _LETTER_BEFORE_ACCENT.sub(r"\g<0>{}", text)
    text = _CLOSED_UP.sub(lambda match: rf"\{match[1][0]}{{{match[1][1]}}}", text)
    text = _ACCENT.sub(lambda match: _accent(match[0]), text)
    text = _ACCENT_ALONE.sub(lambda match: _SIGNS_OF_ACCENTS[match[1] or match[2]], text)
    return _SECOND_ACCENT.sub(_set_second_accent, text) if "\\" in text else text


def _close_command(text: str) -> str:
    """Return what stands before letters, of which a command at its end would take the first."""
    return f"{text}{{}}" if _LAST_COMMAND.search(text) else text


def _set_second_accent(match: re.Match[str]) -> str:
    """Return a letter that has an accent already with another one, as Vietnamese has them."""
    letter = unicodedata.normalize("NFC", f"{match[2] or match[3]}{_COMBINING[match[1]]}")
    return letter if len(letter) == 1 else match[0]


def decode(text: str) -> str:
    """Return ``text`` as plain Unicode on one line. Never fails: what is no LaTeX stays."""
    if "<" in text or "&" in text or "textless" in text:
        text = _strip_markup(text)
    if _LATEX.search(text):
        if "\\" in text:
            text = _SCRIPT_COMMAND.sub(_set_script_command, decode_accents(text))
            if "\\" in text and "$" not in text:
                text = text if _needs_parser(text) else _ESCAPED.sub(r"\1", text)
        text = _parsed(_DEGREE.sub("°", text)) if "\\" in text or "$" in text else _plain(text)
    return clean(text)


def _strip_markup(text: str) -> str:
    """Return ``text`` without HTML and MathML, which publishers leave in the fields of BibTeX.

    Their signs may be escaped as LaTeX has it.
    """
    text = _ANGLE.sub(lambda match: "<" if "<" in match[0] or "less" in match[0] else ">", text)
    text = _ENTITY.sub("&", text)
    return without_tags(text)


def _set_script_command(match: re.Match[str]) -> str:
    return set_script(match[2], low=match[1] == "sub")


def _set_scripts(formula: str) -> str:
    return _MATH_SCRIPT.sub(_set_math_script, formula)


def _set_math_script(match: re.Match[str]) -> str:
    """Return a script of a formula in the letters that Unicode has, else the formula as it is."""
    text = match[2] if match[2] is not None else match[3]
    script = set_script(text, low=match[1] == "_")
    return match[0] if script == text else script


def _needs_parser(text: str) -> bool:
    """Return whether a command is left beside the escaped signs."""
    return "\\" in _ESCAPED.sub("", text)


@lru_cache(maxsize=4096)
def _accent(command: str) -> str:
    return str(_converter().latex_to_text(command)).strip()


def _plain(text: str) -> str:
    """Return text without commands as TeX would set it: dashes, quotes, ties, braces gone."""
    for ligature, sign in _LIGATURES:
        text = text.replace(ligature, sign)
    return text.replace("~", " ").replace("{", "").replace("}", "")


def _parsed(text: str) -> str:
    if len(text) > MAX_PARSED_CHARS:
        return _stripped(text)
    try:
        text = _MATH_COMMAND.sub(lambda match: _set_scripts(match[1]), text)
        plain_signs = _escape_plain_signs(_NOT_SHOWN.sub("", text))
        return str(_converter().latex_to_text(plain_signs))
    except (LatexWalkerError, RecursionError, ValueError, TypeError, AttributeError, LookupError):
        return _stripped(text)  # its tolerant mode still fails on some broken input


def _escape_plain_signs(text: str) -> str:
    """Escape what only looks like LaTeX: % and & outside tables, $ that no formula closes."""
    first, *other_pieces = _DOLLAR.split(text)
    pieces, opened = [first], False
    for index, piece in enumerate(other_pieces):
        if opened:
            opened = False
            pieces += ["$", piece]
        else:
            opened = index + 1 < len(other_pieces) and _is_formula(piece, other_pieces[index + 1])
            inside = _set_scripts(piece) if opened else piece
            pieces += ["$" if opened else "\\$", inside]
    return _PLAIN_SPECIAL.sub(lambda sign: "\\" + sign[0], "".join(pieces))


def _is_formula(inside: str, behind: str) -> bool:
    """Return whether a piece between two dollar signs is a formula and not between two prices."""
    if _SURELY_MATH.search(inside):
        return True
    if not inside or inside[0].isspace() or inside[-1].isspace():
        return False
    return not (inside[0].isdigit() and behind[:1].isdigit())


def _stripped(text: str) -> str:
    """Return ``text`` with its commands and braces cut out, without understanding them."""
    return _plain(_ANY_COMMAND.sub(lambda match: match[1] or "", text))


_ENCODED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",  # "\{" would unbalance the entry for BibTeX, which only counts
        "}": r"\textbraceright{}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
    }
)
_KEPT_APART = re.compile(
    r"-(?=-)|'(?=')|`(?=`)|[!?](?=`)|<(?=[/A-Za-z])|\\&(?=(?:\\#\w{1,6}|[A-Za-z]{2,8}\d?);)"
)


def encode(text: str) -> str:
    """Return ``text`` so that LaTeX sets it as it stands and ``decode`` gives it back.

    Letters stay Unicode: every TeX of the last years reads UTF-8.
    """
    return _KEPT_APART.sub(lambda sign: sign[0] + "{}", text.translate(_ENCODED))


def encode_letters(text: str) -> str:
    """Return LaTeX with its letters beyond ASCII as commands; those that have none stay."""
    return "".join(map(_encode_letter, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=4096)
def _encode_letter(letter: str) -> str:
    if letter.isascii():
        return letter
    from pylatexenc.latexencode import UnicodeToLatexEncoder  # type: ignore[import-untyped]

    encoder = UnicodeToLatexEncoder(
        replacement_latex_protection="braces-all",
        unknown_char_policy="keep",
        unknown_char_warning=False,
    )
    command = str(encoder.unicode_to_latex(letter))
    return command if decode(command) == letter else letter
