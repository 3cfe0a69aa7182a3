"""Titles that many papers give their sections, above all that of the reference list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from core.base.records import SectionKind
from core.manuscript.text.scripts import HANGUL, SPACELESS

# --- captions: how they begin in the languages that Cocite reads ------------------------

_NAMES = (
    r"Abbildung|Abb\.|Tabelle|Tab\.|Tableau|Figura|Fig\.|Tabla|Tabela|Quadro|Tabella|Gráfico|Cuadro"
    r"|Рисунок|Рис\.|Таблица|Табл\.|Листинг|Şekil|Tablo|Çizelge|Grafi[ck]|Rysunek|Rys\.|Tablica"
    r"|Obrázek|Obrázok|Obr\.|Tabulka|Tabuľka|Gambar|Tabel|Figuur|Figur|Tabell|Kuva|Taulukko|Slika"
    r"|Hình|Bảng|Фигура|Фиг\.|Таблиця|Σχήμα|Εικόνα|Πίνακας"
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
# German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese, Korean, the most
# common ones also in further languages. All are regular expressions in small letters.

REFERENCES = (
    r"(?:verwendete |zitierte )?literatur(?:verzeichnis|angaben|liste|nachweise?)?"
    r"|(?:literatur-|quellen-)|quellen(?:verzeichnis|angaben)?|bibliogra(?:ph|f)ie|referenzen"
    r"|références(?: bibliographiques| citées)?|ouvrages (?:cités|consultés)|sources"
    r"|referencias(?: bibliográficas| citadas| documentales)?|bibliografía|literatura(?: citada)?"
    r"|obras citadas|fuentes(?: consultadas| bibliográficas)?"
    r"|referências(?: bibliográficas)?|bibliografia|fontes|riferimenti(?: bibliografici)?|fonti"
    r"|literatuur(?:lijst)?|geraadpleegde (?:literatuur|bronnen)|referenties"
    r"|bronnen(?:lijst)?|bronvermelding"
    r"|(?:(?:библиографический\s)?список\s|перечень\s)?(?:использованн(?:ой|ых|ая)\s|цитируемой\s"
    r"|цитированной\s)?"
    r"(?:литератур[аы]|источник(?:ов|и))"
    r"|библиографи(?:я|ческий список|ческие ссылки)"
    r"|список (?:сокращённых )?библиографических ссылок"
    r"|(?:主要)?[参參][考照][文资資书書][献獻料目](?:一覧|列表|リスト)?|(?:引用文[献獻]|引用・参考文献|参考・引用文献|文献)(?:一覧|リスト)?"
    r"|(?:주요\s?)?참고\s?문헌(?:\s?목록)?|인용\s?문헌|참고\s?자료"
    r"|kaynak(?:ça|lar)(?: (?:dizini|listesi))?|yararlanılan kaynaklar|bibliyografya"
    r"|(?:(?:seznam|soupis) )?(?:použit(?:é|ých) |citovan(?:é"
    r"|ých) )?(?:informačních )?(?:literatury|zdrojů|pramenů)"
    r"|(?:použitá |citovaná )?literatura|(?:použité |informační )?(?:zdroje|prameny)"
    r"|(?:zoznam )?(?:použitej |použitých |bibliografických )?(?:literatúry|zdrojov|odkazov)"
    r"|literatúra"
    r"|(?:spis|wykaz) (?:literatury|źródeł)|piśmiennictwo|źródła|literatura cytowana"
    r"|odkazy|referencie"
    r"|viri|seznam virov|izvori|popis (?:literature|izvora)|literature|bibliografija|литература"
    r"|refer[ea]nser|litteratur(?:förteckning|lista|liste|förteckning)?|referens(?:lista"
    r"|förteckning)"
    r"|källor|käll(?:förteckning|lista)|käll-|kilde(?:r|liste)|referanse(?:r|liste)|referencer"
    r"|heimildir|heimildaskrá|lähteet|lähdeluettelo|kirjallisuus(?:luettelo)?|(?:lähde)?viitteet"
    r"|irodalom(?:jegyzék)?|hivatkozások|felhasznált irodalom|források|forrásjegyzék"
    r"|irodalmi hivatkozások|referințe(?: bibliografice)?|referències(?: bibliogràfiques)?"
    r"|daftar (?:pustaka|referensi|acuan|rujukan)|referensi|rujukan"
    r"|(?:danh mục )?tài liệu tham khảo"
    r"|(?:(?:список|перелік)\s)?(?:використан(?:ої|их|а)\s|цитованої\s)?(?:літератур[аи]"
    r"|джерел(?: посилання|а)?|посилань)"
    r"|бібліографі(?:я|чний список)|използвана литература"
    r"|βιβλιογραφία|(?:βιβλιογραφικές )?αναφορές|πηγές"
    r"|allikad|(?:kasutatud|viidatud) (?:kirjandus|allikad)|literatūra(?: un avoti)?"
    r"|izmantotā literatūra"
    r"|literatūros sąrašas|(?:قائمة )?(?:المصادر و)?المراجع|(?:فهرست )?منابع|مراجع|ביבליוגרפיה"
    r"|רשימת מקורות"
)
"""What the heading of a reference list has in it, without what some add; see ``_ADDED``."""

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
    r"|palabras[- ]clave|palavras[- ]chave|descri(?:tores|ptores|ptors)|unitermos"
    r"|parole chiave|trefwoorden|ключевые слова|关\s?键\s?[词字]"
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
        r"|приложени[ея]|附\s?录|附\s?錄|付録|補遺|부\s?록|załącznik|dodat(?:ek|ki)\b|příloh|príloh|prilo[gz]"
        r"|ek(?:ler)?\Z|додат(?:ок|ки)|παράρτημα|lampiran|függelék|anexa|anexe|liit(?:e|teet)\b"
        r"|bilag(?:a|or|e)?\b)"
    ),
    "acknowledgements": (
        r"danksagung|\bdank\Z|förderhinweis|remerciements|agradecimientos|agradecimentos"
        r"|ringraziamenti|dankwoord|благодарност|финансирование|конфликт интересов|致\s?谢|致\s?謝"
        r"|谢\s?辞|謝\s?辞|감사의\s?글|사\s?사\Z|podziękowania|poděkování|poďakovanie|zahval[ae]|teşekkür"
        r"|подяк|ευχαριστίες|ucapan terima kasih|köszönetnyilvánítás|mulțumiri|kiitokset"
    ),
    "abstract": rf"^(?:{ABSTRACT})\Z",
    "related": (
        r"stand der (?:forschung|technik)|verwandte arbeiten|forschungsstand|état de l[’']art"
        r"|travaux (?:connexes|antérieurs|apparentés)|estado del arte|trabajos relacionados"
        r"|antecedentes|estado da arte|trabalhos relacionados|revisão (?:da|de) literatura"
        r"|stato dell[’']arte|обзор (?:литературы|существующих)|связанные работы"
        r"|相关工作|研究现状|文献综述|研究背景|関連研究|先行研究|従来研究|관련\s?연구"
        r"|선행\s?연구|이론적\s?배경|przegląd literatury|stan wiedzy|rešerše|súčasný stav"
        r"|pregled (?:literature|područja)|ilgili çalışmalar|literatür taraması|огляд літератури"
        r"|βιβλιογραφική επισκόπηση"
        r"|tinjauan pustaka|kajian pustaka|irodalmi áttekintés|kirjallisuuskatsaus"
        r"|tidigare forskning"
    ),
    "introduction": (
        r"einleitung|einführung|^motivation\Z|^introducción|^introdução|^introduzione|^inleiding"
        r"|введение|引\s?言|绪\s?论|緒\s?論|前\s?言|导\s?论|はじめに|序\s?論|緒\s?言|まえがき"
        r"|序\s?章"
        r"|서\s?론|머리말|들어가며|^wstęp|^wprowadzenie|^úvod|^uvod|^giriş|^вступ|^εισαγωγή|^pendahuluan"
        r"|^bevezet(?:és|ő)|^introducere|^johdanto|^inledning|^innledning|^indledning|^mở đầu"
    ),
    "conclusion": (
        r"zusammenfassung und ausblick|schluss(?:folgerung|betrachtung|bemerkung)?|^fazit|^ausblick"
        r"|conclusión|conclusiones|^conclusão|conclusões|considerações finais|trabalhos futuros"
        r"|trabajos futuros|travaux futurs|perspectives\Z|^conclusioni|^conclusie"
        r"|заключение|выводы|结\s?论|结\s?语|总结|展望|結\s?論|おわりに|むすび|まとめ|今後の課題"
        r"|결\s?론|맺음말|마치며|향후\s?(?:과제|연구)|^podsumowanie|^wnioski|^zakończenie|^závěr|^záver"
        r"|^zaključ(?:ak|ek)|^sonuç|висновк|συμπεράσματα|επίλογος|kesimpulan|^összegzés"
        r"|^összefoglalás"
        r"|^concluzii|johtopäätökset|^yhteenveto|^slutsats|^konklu[sz]|^kết luận"
    ),
    "discussion": (
        r"diskussion|^discusión|^discussão|^discussione|^discussie|обсуждение|^ограничения|讨\s?论"
        r"|討\s?論|考\s?察|고\s?찰|논\s?의\Z|^dyskusja|^diskus[ei]|^raspr(?:ava|avo)|^razprava|^tartışma"
        r"|обговорення|συζήτηση|pembahasan|^pohdinta"
    ),
    "results": (
        r"ergebnisse|auswertung|résultats|resultados|risultati|resultaten|результат|эксперимент"
        r"|实验|结果|結果|評価|実験|실\s?험|결\s?과|성능\s?평가|wyniki|výsledky|rezultat|bulgular"
        r"|αποτελέσματα|^hasil|eredmények|tulokset|resultat"
    ),
    "data": (
        r"^daten\Z|datensatz|données|^datos|^dados|исходные данные|数据集?\Z|データ\Z|자료\Z"
        r"|데이터\Z"
    ),
    "method": (
        r"methodik|methoden|verfahren|versuchsaufbau|modell|umsetzung|grundlagen|théorie|méthode"
        r"|modèle|approche|metodolog|método|modelo|metodi|materiali e|метод|модел|алгоритм"
        r"|постановка задачи|方\s?法|算\s?法|模\s?型|理论|手\s?法|提案|アルゴリズム|モデル|準\s?備"
        r"|방\s?법|알고리즘|모\s?델|설\s?계|metody|metodyka|metodika|metode\b|yöntem|μέθοδο|módszer|menetelm"
        r"|\bmetod\b"
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


def _fold(text: str) -> str:
    """Return a text without accents, which many leave out of capitals: "ΒΙΒΛΙΟΓΡΑΦΙΑ"."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(char for char in letters if not _is_accent(char)))


def _is_accent(char: str) -> bool:
    return "\u0300" <= char <= "\u036f"


_CHAPTER = (
    r"(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|rozdział|kapitola|poglavje"
    r"|poglavlje|глава"
    r"|раздел|розділ|κεφάλαιο|bölüm|fejezet|luku|bab|chương)\s+"
)
_NUMBER = (
    rf"(?:(?:{_CHAPTER})?(?:\d{{1,2}}(?:\.\d{{1,2}})?|[ivx]{{1,5}})[.):]?\s+"
    rf"|第?[一二三四五六七八九十\d]{{1,3}}[章、.]\s*"
    r"|제?\s?\d{1,2}\s?장\s*)?"
)
_QUALITY = (
    r"(?: (?:générale?|sélective|consultée?s?|utilisée?s?|de la th[èe]se|du mémoire"
    r"|consultad[ao]s?|utilizad[ao]s?"
    r"|general|básica|selecta|de la tesis|da (?:tese|dissertação)|citata|consultata|essenziale"
    r"|selectivă"
    r"|wykorzystana|použitá))?"
)
_JOINED = (
    r"(?:\s*(?:[-–—/,·&]|및|と|和|與)\s*"
    r"|\s+(?:und|and|et|y|e|i|a|ve|og|och|ja|és|și|şi|in|και|и|та|і|й|dan|en)\s+)"
)
_ADDED = (
    r"(?:(?:internet|online|web|elektron)?quellen|quellenverzeichnis|sitographie|webographie"
    r"|netographie|webgraf[íi]a"
    r"|sitografia|netografia|linkografia|zasoby internetowe|źródła internetowe|internetové zdroje"
    r"|електронних ресурсів|электронных ресурсов|notes|notas|note|poznámky|anmerkungen"
    r"|litteraturförteckning|literaturverzeichnis)"
)
"""What stands beside the list's name in its heading: "Bibliografia e sitografia"."""
_LISTS = rf"(?:{REFERENCES}){_QUALITY}"
_OTHER_REFERENCES = re.compile(
    _fold(
        rf"{_NUMBER}[\[［【〔]?(?!(?:sources|fuentes|fontes|fonti|prameny)[.:]?\Z)"
        rf"{_LISTS}(?:{_JOINED}(?:{_LISTS}|{_ADDED})){{0,2}}[\]］】〕]?[.:：]?"
    ),
    re.IGNORECASE,
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
    r"|wstęp|wprowadzenie|podsumowanie|wnioski|zakończenie|úvod|závěr|záver|uvod|zaključak"
    r"|zaključek"
    r"|giriş|sonuç(?:lar)?|teşekkür|вступ|висновки|εισαγωγή|συμπεράσματα|pendahuluan|kesimpulan"
    r"|tinjauan pustaka|bevezetés|összegzés|introducere|concluzii|johdanto|yhteenveto|inledning"
    rf"|slutsats(?:er)?|서\s?론|결\s?론|감사의\s?글|부\s?록|{ABSTRACT}",
    re.IGNORECASE,
)
_SPACED_OUT = re.compile(rf"(?:[{SPACELESS}{HANGUL}]\s+)+[{SPACELESS}{HANGUL}]")

_CUT_WORD = re.compile(r"\b[A-Z](?= [A-Z]{3,}\b)")
"""The first letter of a word in small capitals that the text parts from the rest."""
_LETTERED_TITLE = re.compile(r"[A-HJ-Z] [A-Z]{3,}\b.*\b[A-Z]{4,}\b.*")


def is_references_title(text: str) -> bool:
    """Say whether the text is the heading of a reference list."""
    title = unspaced(text)
    return bool(_REFERENCES.fullmatch(title) or _OTHER_REFERENCES.fullmatch(_fold(title)))


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
    cuts = list(_CUT_WORD.finditer(text))
    is_article = all(cut[0] == "A" and cut.start() > 0 for cut in cuts)  # "WAVES IN A FLUID"
    is_letter = len(cuts) == 1 and _LETTERED_TITLE.fullmatch(text)  # "B FURTHER WAVES"
    if is_article or is_letter:
        return text
    return re.sub(r"\b([A-Z]) (?=[A-Z]{3,}\b)", r"\1", text)
