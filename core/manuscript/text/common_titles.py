"""Titles that many papers give their sections, above all that of the reference list."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.base.records import SectionKind
from core.manuscript.text.scripts import HANGUL, SPACELESS

# --- captions: how they begin in the languages that Cocite reads ------------------------

_NAMES = (
    r"Abbildung|Abb\.|Tabelle|Tab\.|Tableau|Figura|Fig\.|Tabla|Tabela|Quadro|Tabella|Gráfico|Cuadro"
    r"|Рисунок|Рис\.|Таблица|Табл\.|Листинг"
)
_CAPTION_NUMBER = r"[A-ZА-Я]?\.?\d{1,3}(?:[.\-–]\d{1,3})?"
_EAST_ASIAN = (
    rf"(?:图|圖|図|表|算法|アルゴリズム|그림|표)\s?{_CAPTION_NUMBER}(?P<wide>\s*[.:：．]|\s+|\Z)"
)
OTHER_CAPTION = re.compile(
    rf"(?:(?:{_NAMES}|{_NAMES.upper()})\s*{_CAPTION_NUMBER}(?P<sign>\s*[.:|—–]|\s*\Z)?|{_EAST_ASIAN})"
    r"(?P<rest>.*)"
)
"""A caption in another language than English: what stands behind the number, and the rest."""
_ENGLISH = re.compile(
    r"(?:(?:Supplement(?:ary|al)|Extended Data) )?(?:Figure|Fig\.|Table)[\s\u200e\u200f]+"
    r"[A-Z]?\.?\d+(?:[.\-–]\d+)*+[\s\u200e\u200f]*[.:|]"
)


def is_caption(text: str) -> bool:
    """Say whether a paragraph is a caption: named, numbered, with a sign behind the number."""
    other = OTHER_CAPTION.match(text)
    return bool(_ENGLISH.match(text) or (other and (other["sign"] is not None or other["wide"])))


# --- title words ------------------------------------------------------------------------
#
# What sections are called in other languages than English, by the kind of the section.
#
# German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese, Korean. All are
# regular expressions in small letters.

REFERENCES = (
    r"literatur(?:verzeichnis|angaben|liste)?|quellen(?:verzeichnis|angaben)?"
    r"|literatur- und quellenverzeichnis|quellen- und literaturverzeichnis|zitierte literatur"
    r"|références(?: bibliographiques| citées)?|bibliographie|ouvrages cités"
    r"|referencias(?: bibliográficas| citadas)?|bibliografía|literatura(?: citada)?|obras citadas"
    r"|referências(?: bibliográficas)?|bibliografia|obras citadas|riferimenti(?: bibliografici)?"
    r"|literatuur(?:lijst)?|geraadpleegde literatuur"
    r"|(?:список\s)?(?:использованн(?:ой|ых)\s|цитируемой\s)?(?:литератур[аы]|источников)"
    r"(?: и (?:литературы|источников))?|библиографи(?:я|ческий список)|литература и источники"
    r"|(?:主要)?参考文献|參考文獻|(?:主要)?参考资料|引用文献|引用・参考文献|参考・引用文献"
    r"|参照文献|文献"
    r"|(?:주요\s?)?참고\s?문헌|인용\s?문헌|참고\s?자료"
    r"|kaynak(?:ça|lar)|yararlanılan kaynaklar|(?:seznam|soupis) (?:použité )?literatury"
    r"|použitá literatura(?: a (?:zdroje|prameny))?|(?:použité )?zdroje"
    r"|zoznam (?:použitej )?literatúry"
    r"|literatúra|(?:spis|wykaz) literatury|piśmiennictwo|literatura i (?:izvori|viri)"
    r"|viri(?: in literatura)?|popis literature|referenser|litteratur(?:förteckning|lista|liste)?"
    r"|källor|källförteckning|kilder|referanser|referencer|heimildir|heimildaskrá|lähteet"
    r"|lähdeluettelo|kirjallisuus|irodalom(?:jegyzék)?|hivatkozások|felhasznált irodalom"
    r"|referințe(?: bibliografice)?|bibliografie|referències|daftar pustaka|tài liệu tham khảo"
    r"|(?:список )?(?:використан(?:ої|их) )?(?:літератур[аи]|джерел)|βιβλιογραφία|allikad"
    r"|kasutatud kirjandus|literatūra(?: un avoti)?|المراجع|منابع"
)
"""The heading of a reference list, whole."""

ABSTRACT = (
    r"zusammenfassung|kurzfassung|kurzzusammenfassung|résumé|resumen|riassunto|sommario|resumo"
    r"|samenvatting|аннотация|реферат|резюме|(?:中文)?摘\s?要|内容提要|概\s?要|要\s?旨|抄録"
    r"|論文要旨"
    r"|초\s?록|요\s?약|국문\s?초록|국문\s?요약|논문\s?요약"
    r"|özet|öz|abstrakt|souhrn|anotace|súhrn|streszczenie|sammanfattning|sammendrag|resumé|tiivistelmä"
    r"|kivonat|összefoglal(?:ó|ás)|rezumat|sažetak|povzetek|resum|abstrak|útdráttur|анотація|περίληψη"
)
"""The heading of an abstract, whole."""

KEYWORDS = (
    r"schlüssel(?:wörter|begriffe)|schlagwörter|schlagworte|stichwörter|mots[- ]clés|mots[- ]clefs"
    r"|palabras clave|palavras[- ]chave|parole chiave|trefwoorden|ключевые слова|关\s?键\s?[词字]"
    r"|關鍵[詞字]|主题词|キーワード|索引語|키워드|주제어|핵심어|중심어"
    r"|anahtar (?:kelimeler|sözcükler)|słowa kluczowe|klíčová slova|kľúčové slová"
    r"|ključne (?:besede|riječi)"
    r"|nyckelord|nøkkelord|emneord|nøgleord|avainsanat|kulcsszavak|cuvinte[- ]cheie|paraules clau"
    r"|kata kunci|từ khóa|ключові слова|λέξεις[- ]κλειδιά|lykilorð|märksõnad"
)
"""What stands before the keywords."""

KINDS: Mapping[SectionKind, str] = {
    "appendix": (
        r"^(?:anhang|anhänge|annexes?|anexos?|apéndices?|apêndices?|appendice|allegat[oi]|bijlagen?"
        r"|приложени[ея]|附\s?录|附\s?錄|付録|補遺|부\s?록)"
    ),
    "acknowledgements": (
        r"danksagung|\bdank\Z|förderhinweis|remerciements|agradecimientos|agradecimentos"
        r"|ringraziamenti|dankwoord|благодарност|финансирование|конфликт интересов|致\s?谢|致\s?謝"
        r"|谢\s?辞|謝\s?辞|감사의\s?글|사\s?사\Z"
    ),
    "abstract": rf"^(?:{ABSTRACT})\Z",
    "related": (
        r"stand der (?:forschung|technik)|verwandte arbeiten|forschungsstand|état de l[’']art"
        r"|travaux (?:connexes|antérieurs|apparentés)|estado del arte|trabajos relacionados"
        r"|antecedentes|estado da arte|trabalhos relacionados|revisão (?:da|de) literatura"
        r"|stato dell[’']arte|обзор (?:литературы|существующих)|связанные работы"
        r"|相关工作|研究现状|文献综述|研究背景|関連研究|先行研究|従来研究|관련\s?연구"
        r"|선행\s?연구|이론적\s?배경"
    ),
    "introduction": (
        r"einleitung|einführung|^motivation\Z|^introducción|^introdução|^introduzione|^inleiding"
        r"|введение|引\s?言|绪\s?论|緒\s?論|前\s?言|导\s?论|はじめに|序\s?論|緒\s?言|まえがき"
        r"|序\s?章"
        r"|서\s?론|머리말|들어가며"
    ),
    "conclusion": (
        r"zusammenfassung und ausblick|schluss(?:folgerung|betrachtung|bemerkung)?|^fazit|^ausblick"
        r"|conclusión|conclusiones|^conclusão|conclusões|considerações finais|trabalhos futuros"
        r"|trabajos futuros|travaux futurs|perspectives\Z|^conclusioni|^conclusie"
        r"|заключение|выводы|结\s?论|结\s?语|总结|展望|結\s?論|おわりに|むすび|まとめ|今後の課題"
        r"|결\s?론|맺음말|마치며|향후\s?(?:과제|연구)"
    ),
    "discussion": (
        r"diskussion|^discusión|^discussão|^discussione|^discussie|обсуждение|^ограничения|讨\s?论"
        r"|討\s?論|考\s?察|고\s?찰|논\s?의\Z"
    ),
    "results": (
        r"ergebnisse|auswertung|résultats|resultados|risultati|resultaten|результат|эксперимент"
        r"|实验|结果|結果|評価|実験|실\s?험|결\s?과|성능\s?평가"
    ),
    "data": (
        r"^daten\Z|datensatz|données|^datos|^dados|исходные данные|数据集?\Z|データ\Z|자료\Z"
        r"|데이터\Z"
    ),
    "method": (
        r"methodik|methoden|verfahren|versuchsaufbau|modell|umsetzung|grundlagen|théorie|méthode"
        r"|modèle|approche|metodolog|método|modelo|metodi|materiali e|метод|модел|алгоритм"
        r"|постановка задачи|方\s?法|算\s?法|模\s?型|理论|手\s?法|提案|アルゴリズム|モデル|準\s?備"
        r"|방\s?법|알고리즘|모\s?델|설\s?계"
    ),
}
"""What the title of a section of each kind has in it; kinds in the order of ``section_kinds``."""


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
    rf"{_NUMBER}[\[［【〔]?(?:{REFERENCES})[\]］】〕]?[.:：]?", re.IGNORECASE
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
    rf"|서\s?론|결\s?론|감사의\s?글|부\s?록|{ABSTRACT}",
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
