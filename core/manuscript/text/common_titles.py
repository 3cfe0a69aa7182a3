"""Titles that many papers give their sections, above all that of the reference list."""

from __future__ import annotations

import re

from core.manuscript.text import title_words
from core.manuscript.text.scripts import HANGUL, SPACELESS

_KNOWN = re.compile(
    r"(?:abstract|summary|main text|introduction|background|related works?|previous work"
    r"|preliminaries"
    r"|methods?|methodology|materials? and methods?|experiments?|experimental (?:setup|results)"
    r"|results(?: and discussions?)?|evaluation|discussion|conclusions?(?: and future work)?"
    r"|concluding remarks|future work|limitations|ethics statement|broader impact"
    r"|acknowledge?ments?|funding|references(?: and notes)?|references? list|bibliography"
    r"|literature(?: cited)?|works cited|appendix|appendices"
    r"|supplement(?:ary|al) (?:materials?|information)"
    r"|statement of need|authors?['’]?s? contributions?|data availability|keywords|abbreviations"
    r"|(?:competing|conflicts? of|declaration of (?:competing )?) ?interests?"
    r"(?: statement)?|authors['’] information"
    r"|availability of data and materials?|consent for publication|ethic(?:s|al) approval)[.:]?",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"(?:(?:\d{1,2}(?:\.\d{1,2})?|[A-Z](?:\.\d{1,2})?|[IVX]{1,5})\.?\s+)?"
    r"(?:list of |(?:supplement\w*|additional|appendix|online|further|methods?|cited|primary) )?"
    r"(?:references(?: and notes)?|references? list|bibliography|literature(?: cited)?|works cited"
    r"|references cited)"
    r"(?: (?:for|to|of|in) (?:the )?(?:\w+ ){0,3}\w+)?[.:]?",
    re.IGNORECASE,
)


_NUMBER = (
    r"(?:(?:\d{1,2}|[ivx]{1,5})[.)]?\s+|第?[一二三四五六七八九十\d]{1,3}[章、.]\s*"
    r"|제?\s?\d{1,2}\s?장\s*)?"
)
_OTHER_REFERENCES = re.compile(
    rf"{_NUMBER}[\[［【〔]?(?:{title_words.REFERENCES})[\]］】〕]?[.:：]?", re.IGNORECASE
)
_OTHER_KNOWN = re.compile(
    r"einleitung|einführung|fazit|(?:zusammenfassung und )?ausblick|schlussfolgerung(?:en)?"
    r"|danksagung|diskussion|ergebnisse|anhang|introducción|introdução|introduzione|remerciements"
    r"|conclusion(?:es|i)?|conclusión|conclusão|conclusões|considerações finais|resultados"
    r"|discusión"
    r"|discussão|agradecimientos|agradecimentos|anexos?|annexes?|méthodes?|résultats|métodos?"
    r"|введение|заключение|выводы|благодарности|приложени[ея]|обзор литературы|обсуждение"
    r"|результаты"
    r"|引\s?言|绪\s?论|緒\s?論|前\s?言|结\s?论|结\s?语|总结与展望|致\s?谢|致\s?謝|附\s?录"
    r"|はじめに|おわりに|まとめ|序\s?論|緒\s?言|結\s?論|謝\s?辞|付\s?録|考\s?察|関連研究|評価"
    rf"|서\s?론|결\s?론|감사의\s?글|부\s?록|{title_words.ABSTRACT}",
    re.IGNORECASE,
)
_SPACED_OUT = re.compile(rf"(?:[{SPACELESS}{HANGUL}]\s+)+[{SPACELESS}{HANGUL}]")

_CUT_WORD = re.compile(r"\b[A-Z](?= [A-Z]{3,}\b)")
"""The first letter of a word in small capitals that the text parts from the rest."""


def is_references_title(text: str) -> bool:
    """Say whether the text is the heading of a reference list."""
    title = unspaced(text)
    return bool(_REFERENCES.fullmatch(title) or _OTHER_REFERENCES.fullmatch(title))


def is_known_title(text: str) -> bool:
    """Say whether the text is one of the headings that many papers have."""
    title = unspaced(text)
    return bool(_KNOWN.fullmatch(title) or _OTHER_KNOWN.fullmatch(title.rstrip(".:：")))


def unspaced(text: str) -> str:
    """Return letter-spaced words closed up ("R E F E R E N C E S"), others as they are."""
    if _SPACED_OUT.fullmatch(text.strip()):
        return re.sub(r"\s", "", text)
    if re.fullmatch(r"(?:\S ){3,}\S", text.strip()):
        return text.replace(" ", "")
    text = text.strip()
    if all(match[0] == "A" and match.start() > 0 for match in _CUT_WORD.finditer(text)):
        return text  # an article: "WAVES IN A FLUID"
    return re.sub(r"\b([A-Z]) (?=[A-Z]{3,}\b)", r"\1", text)
