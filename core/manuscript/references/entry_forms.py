"""Forms of entries in which the labeller takes names, kinds of works or journals for titles.

Some styles print such forms for every entry of a list: names closed by a colon or a dash, physics
and chemistry without titles, and a word for the kind of the work behind its title.
"""

from __future__ import annotations

import re

from core.manuscript.references.author_names import says_body
from core.manuscript.references.title_ends import SHORTENED

_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_PARTICLES = r"(?:(?:[Vv]an|[Vv]on|[Dd]e[lrn]?|[Dd]i|[Dd]a|[Ll]a|[Ll]e)\s){0,2}"
_GIVEN = (
    rf"(?:{_UPPER}[\w’'-]+(?:\s{_UPPER}(?:[\w’'-]+|\.))?|(?:{_UPPER}\.[\s-]?)*{_UPPER}\.)"
    r"(?:\s(?:van|von|de[lrn]?|VAN|VON|DE)(?:\s(?:der|den|la|DER|DEN))?)?"
)
_PERSON = rf"{_PARTICLES}{_UPPER}[\w’'-]+(?:\s{_UPPER}[\w’'-]+)?,\s{_GIVEN}"
_SINGLE = rf"{_PARTICLES}{_UPPER}[\w’'-]+,\s{_GIVEN}"
_NAMES_CLOSED = re.compile(
    rf"(?P<names>(?:{_PERSON}(?:(?:\s?;\s|\s?/\s?){_PERSON}|\s(?:and|und|et|y|e)\s{_SINGLE})+|{_SINGLE})"
    r"(?:\s?[;,]?\s(?:et al\.?|u\.\s?a\.|\[et al\.\]))?(?:\s\((?:Hrsg|Hg|eds?|dir|org)\.?\))?)"
    r"(?:\s\(?(?P<year>(?:19|20)\d\d)[a-k]?\)?)?(?::|\s[–-])\s(?=\S)"
)
_NAMES_AHEAD = re.compile(
    rf"(?P<names>{_PERSON}(?:/\s?{_PERSON})+|{_PERSON}(?:,\s{_PERSON})*,\sand\s{_PERSON}),\s(?=\S)"
)
"""Names that nothing but a comma closes, told by what stands between them."""
_INITIALS = rf"(?:{_UPPER}\.[\s-]?){{1,3}}"
_SHORT_PERSON = rf"{_INITIALS}{_PARTICLES}{_UPPER}[\w’'-]+"
_SHORT_NAMES = (
    rf"{_SHORT_PERSON}(?:,?\s(?:and|&)\s{_SHORT_PERSON}|,\s{_SHORT_PERSON})*(?:,?\set al\.)?"
)
_FULL_PERSON = rf"{_UPPER}[\w’'-]+\s(?:{_UPPER}\.\s)?{_PARTICLES}{_UPPER}[\w’'-]+"
_FULL_NAMES = rf"{_FULL_PERSON}(?:(?:,?\sand\s|,\s){_FULL_PERSON})*"
_FIGURES = r"(?:[A-Z]?\d+(?:\s?[–-]\s?[A-Z]?\d+)?|[eE]\d+)"
_JOURNAL = rf"(?P<venue>{_UPPER}[\w.&’'()-]*(?:[ :]\s?[\w.&’'()-]+){{0,8}}?)"
_UNTITLED = (
    re.compile(
        rf"(?P<names>{_SHORT_NAMES}),?\s{_JOURNAL},?\s(?P<year>(?:19|20)\d\d),\s(?:\d{{1,4}}(?:\s?\(\d+\))?,\s)?"
        rf"{_FIGURES}(?:\s?\(\d+\))?\.?"
    ),
    re.compile(
        rf"(?P<names>{_SHORT_NAMES}),\s{_JOURNAL},?\s\d{{1,4}}(?:\s?\(\d+\))?,\s{_FIGURES}\s"
        r"\((?P<year>(?:19|20)\d\d)\)\.?"
    ),
    re.compile(
        rf"(?P<names>{_SHORT_NAMES}),?\sin\s(?P<venue>{_UPPER}[^():]{{3,120}}?)(?:,\s[Ee]dited\sby\s[^():]*)?"
        r"(?:\s\(Eds?\.:[^()]*\))?(?:,\s(?:[^\d]*,\s)?|\s\((?:[^()\d]*,\s)?)(?P<year>(?:19|20)\d\d)\)?"
        r"(?:,?\s(?:pp?\.|vol).*)?\.?"
    ),
    re.compile(
        rf"(?P<names>{_SHORT_NAMES}),\s(?:Ph\.?\s?D\.?|Doctoral|Master[’']s)\s(?:[Tt]hesis|[Dd]issertation),"
        r"\s(?P<venue>[^\d]{3,80}?),\s(?P<year>(?:19|20)\d\d)\.?"
    ),
)
_FAMILY = rf"{_PARTICLES}[A-ZÀ-Þ][\w’'-]+(?:\s[A-ZÀ-Þ][\w’'-]+)?"
_WITHOUT_TITLE = re.compile(
    rf"(?P<names>(?:{_FAMILY},\s(?:[A-ZÀ-Þ]\.[\s-]?)+(?:;\s?|and\s|&\s)?)+)"
    r"(?P<venue>[A-Z][\w.,&: -]{2,60}?),?\s(?P<year>(?:19|20)\d\d),\s(?:\d{1,4}(?:\s?\(\d+\))?,\s)?"
    r"(?:[A-Z]?\d+(?:\s?[–-]\s?[A-Z]?\d+)?|e?\d+)\.?"
)
_LAST_J = re.compile(r"[A-Z]\.\sJ\.\Z")
_ADJECTIVE = re.compile(r"[A-Z][a-z]+\.\s")
_THESIS = (
    r"(?:[^\W\d_]+\s)?(?:Ph\.?\s?D\.?|[Dd]octoral|[Mm]aster(?:[’']?s)?|M\.?\s?(?:Sc|A)\.?|[Bb]achelor(?:[’']?s)?"
    r"|[Dd]iploma)\s(?:[Tt]hesis|[Dd]issertation)|[Tt]hèse de doctorat|[Tt]ese de doutorado"
    r"|[Tt]esis doctoral|[Dd]issertação de mestrado|[Dd]iss\."
)
_REPORT = (
    r"(?:[Tt]ech(?:nical|\.)\s)?(?:[Rr]eport|[Rr]ep\.)"
    r"(?:\s(?:[Nn][ro]\.?\s?)?[A-Z]{0,4}[-/]?\d[\w/-]*)?"
)
_MEDIUM = (
    r"WWW Document|Web ?page|Электронный ресурс|Em linha|En ligne|[Ee]n línea|[Oo]nline|Internet"
    r"|Elektronische Ressource"
    r"|Data ?set|Computer software|logiciel|[Ss]oftware|programa de computador"
)
_ARXIV = r"(?:arXiv:\s?)?\d{4}\.\d{4,5}(?:v\d+)?"
_PUBLISHER = (
    rf"(?:{_UPPER}[\w.&’'-]*\s(?:of\s|de\s)?){{1,4}}"
    r"(?:House|Press|Verlag|Publish(?:ers?|ing)|Books|Éditions?)"
)
_BODY = (
    rf"(?:{_UPPER}[\w.&’'-]*\s(?:(?:of|for|on|de|für)\s(?:the\s)?)?){{0,4}}"
    r"(?:Institut[eo]?|Society|Office|Association|Agency|Ministry|Department|Council|Commission|Organi[sz]ation"
    r"|Authority|Administration|Foundation|Cent(?:er|re)|Bureau|Universit(?:y|é|ät)"
    rf"|Universidade?)(?:\s(?:(?:of|for|on|de)\s(?:the\s)?)?{_UPPER}[\w’'-]+){{0,5}}"
)
_TOWN = rf"{_UPPER}[\w’'-]+(?:\s{_UPPER}[\w’'-]+)?"
_CAPITALISED = (
    rf"(?:The\s)?{_UPPER}[\w’'-]+(?:\s(?:(?:of|and|in|for|on|et|und|de|der)\s)*(?:(?:the|an?)\s)?"
    rf"{_UPPER}[\w’'-]+)+"
)
_PAPER = (
    rf"(?:The\s)?(?:{_UPPER}[\w’'-]+\s){{1,3}}(?:Times|Courier|Post|Herald|Tribune|Chronicle|News"
    r"|Gazette|Guardian|Zeitung)"
)
_ENDINGS = (
    re.compile(rf",\s(?:{_TOWN},\s{_PUBLISHER}|{_PUBLISHER}:\s{_TOWN})\Z"),
    re.compile(r"\s(?:/\s)?под\s(?:(?:общ|науч)\.\s)?ред\b.*\Z"),
    re.compile(r"(?<=[^\W\d_][.?!])\s(?:A|Dans|E[mn]|U|W)\s?:\s.*\Z"),
    re.compile(rf"[.,]\s{_PUBLISHER}(?:,.*)?\Z"),
    re.compile(rf"[.;]\s(?:{_TOWN}:\s)?(?:{_PUBLISHER}|{_BODY})(?::\s{_TOWN})?\Z"),
    re.compile(rf"(?:,(?:\s\d+,)?\s(?=\S+\s){_BODY}(?:,\s{_TOWN})?|\s\({_BODY}\))\Z"),
    re.compile(
        r"\.\s(?:Doktorarbeit|Masterarbeit|Diplomarbeit|Bachelorarbeit|Habilitationsschrift"
        r"|(?:Tese|Dissertação|Monografia|Mémoire|Thèse|Tesis|Tesi)(?=\s?[.,;:([]|\Z|\s(?:d[eio]\s|d[’'])"
        r"(?!l[ae’'])|\s(?:doct|dout|maestr|magistr|mestr|présent|apresent|pour\s)))\b.*\Z"
    ),
    re.compile(
        rf"\.\s(?:(?:Tradu(?:ção|cción|ction|zione|it|cido|zido)|Tradotto|Übersetzt|Vertaald|Translated|Trad\.|Übers\.)\s"
        rf"(?:[Dd][eai]|by|von|par|por|door)\s|Trad\.\s){_UPPER}.*\Z"
    ),
    re.compile(r"\.\s(?:Pages|Seiten|pp?\.|S\.)\s[A-Z]?\d.*\Z"),
    re.compile(r"\.\s(?:No publisher|\[?s\.\s?n\.\]?)\Z"),
    re.compile(
        r"\.\s(?:and published on|et publié le|veröffentlicht am)\s[\d. -]+\Z|,\sveröffentlicht\Z"
    ),
    re.compile(r"\s:?\s?(?:пат|дис|автореф|учеб|моногр)\.?\Z"),
    re.compile(r",\s\d{1,2}\Z"),
    re.compile(r"(?:\.\s?|\s)//.*\Z"),
    re.compile(r",\s(?:Tech|Rep|Ph|Vol|[Nn]o|pp)\Z"),
    re.compile(r"\.\sInventors?:\s.*\Z"),
    re.compile(r"\s\[[^\W\d_]+(?:\s[a-z]+){0,3}\]\Z"),
    re.compile(r"(?:[.,:;]|\sAvailable online:)?\s(?:<|URL:?\s)?https?://.*\Z"),
    re.compile(r"(?:[,.:]?\s[Ii]n|[,.]\s[Dd]ans\s?|,\s[IiVvWw]):\s.*\Z"),
    re.compile(r"\s\([^()]*\bVol\.\s\d+\)\Z"),
    re.compile(rf"[.?!]\sin\s{_UPPER}.*\Z"),
    re.compile(rf":\s(?:{_TOWN}:\s{_PUBLISHER}|(?!The\s|Free\s|Rare\s){_PUBLISHER})(?:,\s.*)?\Z"),
    re.compile(rf":\s{_CAPITALISED},\s(?:v|p|vol|no)\Z"),
    re.compile(r":\s(?:accessed|last access|at)\b[^\d/]{0,20}(?:\d|https?:|www\.).*\Z"),
    re.compile(
        r"\s[Ii]n\s(?=(?:(?:\w+\s)?(?:Workshop|Conference|Symposium|Congress|Handbook|Encyclopa?edia)"
        r"\s(?:on|of|for)|Proceedings|Proc\.)\s).*\Z"
    ),
    re.compile(r"\s\([^()]*\Z"),
    re.compile(rf"\s\({_PUBLISHER}\)\Z"),
    re.compile(r"[.,:;]?\sAvailable(?:\sonline)?:?\Z"),
    re.compile(rf"(?<=[a-z])[.,]\s{_PAPER}(?:\s\d{{1,3}})?\Z"),
    re.compile(rf"\s/\s{_SHORT_PERSON}.*\Z"),
    re.compile(r"\s\((?:19|20)\d\d\)\Z"),
    re.compile(r"[,.]?\s\(?\d{1,2}(?:st|nd|rd|th|\.)?\s?(?:edn?|edition|Aufl)\.?\)?\Z"),
    re.compile(r",?\s[Ii]n\Z"),
    re.compile(r"(?<=[^\W\d_]{4})[.,;]\s\d{1,2}\Z"),
    re.compile(r"(?:[.,]\s(?:[Vv]ersion|[Vv]\.)\s\d[\d.]*)(?:,.*)?\Z"),
    re.compile(rf"[.,:]?\s*[(\[](?:{_THESIS}|{_REPORT}|{_MEDIUM}|{_ARXIV})[)\]]?\Z"),
    re.compile(rf"(?:[.,:])\s(?:{_THESIS}|{_ARXIV})\Z"),
    re.compile(r"(?<=[a-z])\s?(?:PhD|Ph\.D\.|Master[’']s)\s[Tt]hesis\Z"),
    re.compile(
        r"[.,;]\s(?:Recuperado|Retrieved|Abgerufen|Disponib(?:le|ile)|Disponível|Consult(?:é|ado|ato)"
        r"|Accessed|Zugriff|Verfügbar|Tillgänglig|Hentet|Hämtad|Geraadpleegd|Dostępne)\b.*\Z"
    ),
    re.compile(
        r"[.,:]?\s*[(\[](?:No|Nr|Vol|[Vv]olumen?|Bde?|Band|[Tt]om[eo]|№|[Nn]úm|vol|no|C|Cilt|T|Т|t|т|sv|díl|köt|cz)\.?"
        r"\s?[\w/-]*\d[\w/-]*[)\]]?\Z"
    ),
    re.compile(r"[.,:]?\s\[(?:S\.\s?[lL]\.?|s\.\s?[ln]\.?)[^\]]*\]?(?:\s?:.*)?\Z"),
    re.compile(r"[.,:]\s(?:[Vv]olume|[Vv]ol\.|Bd\.|Band|tome)\s\d{1,3}\Z"),
    re.compile(r",\s(?:pages|pp\.|S\.|p\.)\s\d+(?:\s?[–-]\s?\d+)?\Z"),
    re.compile(r"[.:]?\sTechnical report\s(?:N[ro]\.?\s)?\d+\Z"),
    re.compile(r"(?<=[a-z]{3})\s\(\d{2,3}\)\Z"),
    re.compile(r":\s(?:卷\s?\d+|[A-Z]{2}\s\d(?:[\s\d]*\d)?|\d{1,5})\Z"),
)
_YEAR_BEHIND = re.compile(
    r"(?:(?<=[a-z]{3})(?<!\bfrom)(?<!\binto)(?<!since)(?<!until)(?<!\band)[\s.]\s?|(?<=\s\d{4})\s)"
    r"(?P<year>(?:19|20)\d\d)\Z"
)
_BRACKETED_YEAR = re.compile(
    r"\((?!accessed|last|visited|retrieved|viewed|consult|zuletzt|Zugriff|besucht|дата)(?:[^()]{1,60}\s)?(?P<year>(?:19|20)\d\d)\)"
)
_SMALL_WORD = re.compile(r"(?<!\w)[a-z]{2,}(?!\w)")
_LEAST_WORDS, _LONG_TITLE = 3, 5
_NO_TITLE = re.compile(
    r"(?:J|Ann|Proc|Trans|Bull|Rev|Arch)\.|(?:The\s)?(?:Journal|Annals|Proceedings|Transactions"
    r"|Bulletin|Review|Archives?|Revue|Zeitschrift|Universi\w+|Doctoral|Master[’']s|PhD|Ph\.D|Th[eè]s[ie]s|Institute?"
    r"|Department|Ministry)\b"
)
_NAMED_AHEAD = re.compile(
    r"(?:[.)]\s|\d[,:.]\s)(?P<name>[a-z][\w+#-]{1,30}|[^\W\d_][\w+#-]*[A-Z][\w+#-]*):\s\Z"
)
"""The name of a program, told by its letters: "scikit-learn: ", "NumPy: "."""
_LETTER_AHEAD = re.compile(r"(?<=,\s)(?P<letter>[a-k])(?P<year>(?:19|20)\d\d)(?=\.?\Z|[.,]\s)")
_ALIAS = re.compile(
    rf"(?:(?:van|von|de[lrn]?|di|da|la|le)\s){{0,2}}(?P<name>{_UPPER}[\w’'-]+)[^\d.:]{{0,100}}?"
    rf"\s(?P<year>(?:19|20)\d\d)(?P<letter>[a-k]?)\s?[,:]\s(?={_UPPER}|[a-z]{{2,3}}\s{_UPPER})"
)
_SHORT_TITLE = re.compile(
    r"(?P<names>[^\[\]().:]{2,60},\s[^\[\]():]{1,300}?)\s[\[(](?!(?:eds?|hrsg|hg|dir|org)\b)(?-i:[^\W_a-z])"
    r"[^\[\]()]{3,150}[,;]\s(?P<year>(?:1[5-9]|20)\d\d[a-k]?)[\])]\s?:\s",
    re.IGNORECASE,
)
_INITIALS_OR_PARTICLES = re.compile(rf"\A(?:{_UPPER}\.[\s-]?|[a-z]{{2,3}}\s)*")
_YEARS_BEHIND = re.compile(
    r",?\s(?:1[5-9]|20)\d\d\s?(?:to|and|bis|à|[–-])\s?(?:1[5-9]|20)\d\d(?!\d)"
)
_OWN_YEARS = re.compile(
    r"(?:1[5-9]|20)\d\d\s?(?:to|and|bis|à|[–-])\s?(?:1[5-9]|20)\d\d(?:\s(?P<year>(?:19|20)\d\d))?\Z"
)
_YEAR_AFTER = re.compile(r"\.?\s\(?(?P<year>(?:19|20)\d\d)\b")
_QUOTED_BEFORE_YEAR = re.compile(r",\s‘(?P<title>[^‘’“”]{8,200})’\s[(\[](?:19|20)\d\d[)\]]\s")
_CLOSING_QUOTES = {
    "‘": re.compile(
        r"’(?=\s?[,.;(\[<]|\s*\Z)|(?<![?!])’(?=\s[A-Z\d])|(?<=[a-z]{3})’(?=[A-Z][a-z])"
    ),
    "'": re.compile(r"(?<=[.,?!])'(?=\s)"),
}
_ONLY_TITLE_BEHIND = re.compile(
    r"(?:[,.]\s|\s)\(?(?:19|20)\d\d[a-z]?\)?[.:,]?\s"
    r"(?P<title>[^\W\d_a-z](?:[^\W\d]|[\s’'-])+(?:,[^.,?!\d]+)?)"
    r"(?:,\s\d{1,5},\s[^\d.?!]+)?[.?!]?\Z"
)
_BOOK = re.compile(
    rf"(?:{_SHORT_NAMES}|{_SINGLE}|{_FULL_NAMES}),\s(?P<title>{_UPPER}[^.,?!;\d]{{4,120}}),\s{_PUBLISHER},\s[^\d,]{{2,40}},?\s"
    r"\(?(?:19|20)\d\d\)?(?:,\spp?\.\s[\d–-]+)?\.?"
)
_TITLE_AND_JOURNAL = re.compile(
    rf"{_SHORT_NAMES},\s(?P<title>{_UPPER}[^.?!;]{{12,200}})[.?!]\s{_JOURNAL},?\s\d{{1,4}}(?:\s?\(\d+\))?,\s"
    rf"{_FIGURES}\s\((?:19|20)\d\d\)\.?"
)
_PLAIN_PERSON = rf"{_PARTICLES}{_UPPER}[\w’'-]+(?:\s{_UPPER}{{1,3}}){{1,3}}"
_DATED_WITHOUT_STOPS = re.compile(
    rf"(?P<author>{_PLAIN_PERSON}(?:(?:,\s|\sand\s){_PLAIN_PERSON})*(?:\set al\.?)?)\s"
    r"(?P<date>(?:19|20)\d\d)\s(?P<rest>[^.?!;]+(?:\b(?:[A-Z]\w*|ed|eds|pp|no|vol)\.[^?!;]*)?)\.?"
)
"""As physicists list with titles: "Oak A and Elm B 2010 Walks in reeds Shore Letters 7 33–41"."""
_PLACE_BEHIND = re.compile(
    r"(?<!\sto)(?<!\sand)\s(?:[A-Z]?\d+(?:\s\(?[\w–-]+\)?)?|vol\s\d.*|eds?\s.*|pp\s.*|\([^()]*\)(?:\spp\s.*)?|\d+\s\([^()]*\).*)\Z"
)
_LINKS = frozenset(("of", "the", "and", "in", "for", "on", "a", "an", "de", "et", "und", "der"))
_LAST_NAMED = re.compile(rf":\s(?P<venue>{_CAPITALISED}|{_UPPER}\w+)\Z")
_VOLUME_BEHIND = re.compile(r",\s(?:v|p|vol)\.\s\d")
"""As geologists list: "Walks in reeds: Shore Letters, v. 7, p. 33–41."."""
_SECOND_NAME = re.compile(rf"(?:\.|(?<=[?!]))\s{_CAPITALISED}\Z")
"""Behind a title in small letters, the name of what it stands in: "Walks in reeds. Shore News"."""
_NUMBER_AHEAD = re.compile(
    rf"(?:(?!(?:1[5-9]|20)\d\d\b)\d{{1,5}}\s?:\s(?={_UPPER})|(?:Schutzrecht|Patent(?:schrift)?|Brevet)\s[^,:.]*\d[,:]\s)"
)
_ONLY_NUMBER = re.compile(
    r"(?:(?:Brevet|Patent|Patente|Schutzrecht)\s?)?(?:n\S{1,2}\s)?[A-Z]{2}[\s\d]*\Z"
)
_ONLY_NAME = re.compile(
    rf"(?:[(\[][^()\[\]]{{1,3}}[)\]]\s*)?(?:{_UPPER}\.\s?)+{_UPPER}[\w’'-]+|[a-z]"
)
_REPORTED = re.compile(r"\b(?:[Rr]eport|[Rr]apport|[Bb]ericht|[Rr]ep\.)")
_ONLY_TITLE_AHEAD = re.compile(
    rf"(?:{_UPPER}[\w’'-]+,?\s(?:{_UPPER}\.\s?)+(?:(?:[;,]|\s&)\s)?)+\s?"
    r"(?P<title>[^\W\d_a-z][^.?!;]{12,200}[^.?!;\s\d])[.?!]?\s"
    r"(?:\(?(?:19|20)\d\d\)?\.?\Z|Preprint at\b)"
)


_TITLE = r"(?P<title>[^\W\d_a-z][^.?!;“”\d]{8,200}?)"
_YEAR = r"(?:19|20)\d\d[a-z]?"
_COUNTED_TITLES = (
    re.compile(  # "A. Oak and B. Elm, Small walks in the reeds, 7 (2001)."
        rf"{_SHORT_NAMES},\s{_TITLE}(?:[,;]?\s\d{{1,4}})?,?\s\(?{_YEAR}\)?\.?\Z"
    ),
    re.compile(  # "Oak, A. & Elm, B. Small walks in the reeds 7 (2001)."
        rf"{_PERSON}(?:(?:;|,?\s&|,?\sand)\s{_PERSON})*\s{_TITLE}[.,;]?\s\d{{1,4}}[.,;]?\s\(?{_YEAR}\)?\.?\Z"
    ),
)
"""A title with perhaps the number of a report behind it, and no journal."""
_OTHER_NAME = re.compile(
    r"\b(?:Journal|Annals|Annual|Letters?|Reviews?|Proceedings|Transactions|Bulletin|Archives?|Acta"
    r"|Zeitschrift|Magazine|Gazette|Times|Courier|Post|Herald|Tribune|Chronicle|News|Guardian"
    r"|Zeitung|Science|Nature|University|Institute|[Tt]hesis|[Dd]issertation)\b"
)
"""What has small words, too, but is no title."""
_NEWSPAPER = re.compile(rf"{_PAPER}\s?,\s\d{{1,3}}(?:\s\((?:19|20)\d\d\))?\.?\Z")
_REST = re.compile(r"\s[^.?!,;:()\d]{3,80}(?=[.?!,;:(])")
_UNFINISHED = re.compile(r"(?<![,.])\s(?:and|of|[Tt]he|in|for|with|from|on|to|[Aa]n?)\Z")
_DATED_TITLE = re.compile(
    rf"[^\d“”]{{3,300}}?(?:\.\s{_YEAR}\.|\s\({_YEAR}\)\.|,\s\({_YEAR}\),|,\s{_YEAR}\.)\s"
    r"(?P<title>[^\W_a-z]\S*\s[^.?!;“”]{8,250}[?!]?)(?<!\s[A-Z])(?:[.,]|(?<=[?!]))\s(?!\d{1,3}\b)"
)
"""What stands between the year behind the names and the next stop, and is no journal."""
_BEHIND_BODY = re.compile(
    r"(?P<author>(?:[^\W\d_]+\s){0,6}(?:Ministry|Office|Institute|University|Department|Agency|Council"
    r"|Commission|Committee|Bureau|Organi[sz]ation|Association|Society|Board|Authority|Bank|Academy)"
    rf"(?:\s(?:of|for|on|{_UPPER}[^\W\d_]+)){{0,6}})\.\s(?P<title>{_UPPER}[^.?!;\d]{{8,200}})[.,;]\s"
)
"""The organisation that an entry begins with, and the sentence behind it."""
_IN_QUOTES = re.compile(r"“(?P<title>[^“”]{8,250}?)[.,]?”")
_INSIDE_BOOK = re.compile(
    rf"(?P<title>{_UPPER}[^.?!;]*?),\s(?P<venue>{_UPPER}[^.,;()]{{3,100}})"
    r"\s\([^()]{3,80},\s(?:eds?|Hrsg|Hg|dir)\.\)"
)
"""A chapter with its book, told by the editors in brackets behind it."""
_UNTITLED_PART = re.compile(
    r"in:?\s[^\W\d_a-z]|In\s(?:[^.;]{0,60}\s)?(?:Handbook|Encyclop\w+|Proceedings|Workshop)\b"
    r"|In\s[^.;]{3,120}[,;]\s[^;]{3,80},\sEds?\.|[A-Z]{2}\s\d(?:[\s,./]?\d){4,}"
)
"""Behind the names: the book of a chapter whose title is not printed, or a patent's number."""
_ONLY_JOURNAL = re.compile(
    rf"(?:{_CAPITALISED}|{_UPPER}\w+),\s(?:\(\d{{1,4}}\)|(?:19|20)\d\d,\s\d{{1,4}}(?:\s?\(\d+\))?)[,:]\s{_FIGURES}"
)
"""Behind the names nothing but a journal, counted: "Shore Letters, (7), 33–41"."""
_ONLY_ACCESS = re.compile(
    r"(?:Available|Consultable|Dispon\w+|Verfügbar|Abrufbar|Retrieved|Recuperado|Online|En ligne)"
    r"(?:\s(?:at|from|online|under|unter|sur|en|em|de|a|su))?\s?:?"
)
_TOWN_BEHIND = re.compile(rf",\s{_TOWN}\Z")
_PUBLISHED_BEHIND = re.compile(rf",\s{_PUBLISHER},\s\(?(?:19|20)\d\d")
_NO_TITLES = (_ONLY_NUMBER, _ONLY_NAME, _ONLY_ACCESS, re.compile(r"In\s?:\s.*"))
_COUNTED_BEHIND = re.compile(
    r"[.,;]?(?:\s\([^\W\d]+\))?\s(?:\(?\d|(?:[Vv]ol|[Nn]o|[Bb]d)\b|[^;\d]{3,60},\s(?:[Ee]ds?|Hrsg|Hg)\.)"
)
"""What counts or dates a journal, or the editors of a book."""
_UNTITLED_PARTS = (_UNTITLED_PART, _NEWSPAPER, _ONLY_JOURNAL)
_JOURNAL_BEHIND = re.compile(
    rf"(?<=\?)\s(?P<venue>{_UPPER}[\w’'-]+(?:\s(?:of|the|and|in|for|{_UPPER}[\w’'-]+)){{0,6}})\Z"
)


_GROUP_FIRST = re.compile(
    r"(?P<group>(?:The\s?)?(?:[^\W\d_a-z][\w&+-]*\s){1,5}(?:Collaborations?|Consortium|(?:Working|Study)\sGroup"
    r"|Investigators))(?=[.,;]\s|:\s[^\W_a-zß-öø-ÿ]|\s\()"
)
_TITLE_IN_NAMES = re.compile(
    rf"(?P<author>(?:{_FAMILY},\s(?:{_UPPER}\.[\s-]?)++(?:;\s|(?:&|and|e|y|und)\s)?)+)(?<=\.\s)"
    r"(?P<title>(?:[^\W_a-z][\w’-]{2,}|\d+\s[\w’ -]+))"
)
_COUNTED_TITLE = re.compile(
    rf"(?P<title>.{{12,}}?\w{{2,}})(?:\.\s(?P<venue>{_UPPER}[^.?!]{{3,90}})|[,?!]\s(?P<name>{_CAPITALISED}|{_UPPER}\w+))\Z"
)


def put_group_first(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields with the group that an entry begins with as its first author."""
    match = _GROUP_FIRST.match(text)
    author = parts.get("author", "")
    people = f"{author}; {parts.get('editor', '')}"
    if match is None or match["group"] in people:
        return parts
    own = "" if match["group"].startswith(author) else f", {author}"
    title = parts.get("title", "").removeprefix(match["group"]).lstrip(" .,:;")
    rest = {name: value for name, value in parts.items() if name not in ("author", "title")}
    return {"author": match["group"] + own, **rest, **({"title": title} if title else {})}


def repair_title(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields of an entry, the title without names before it and kinds behind it."""
    parts = _find_title(parts, text)
    title = parts.get("title", "")
    whole = _cut_chapter(text, title) or _cut_whole(text, title) or _cut_without_stops(text)
    if whole or not title:
        return parts | whole
    if any(form.fullmatch(title) for form in _NO_TITLES):
        return {name: value for name, value in parts.items() if name != "title"}
    quoted = _QUOTED_BEFORE_YEAR.search(text)
    if quoted and title not in quoted["title"]:
        parts, title = parts | {"author": text[: quoted.start()]}, quoted["title"]
    closed = _find_closed_names(text)
    at = text.find(title)
    if closed and 0 <= at < closed[1] < at + len(title):
        parts = parts | closed[0]
        title = text[closed[1] : at + len(title)]
    parts, title = _part_years(parts, title, text)
    title = _end_quoted(title, text)
    journal = _VOLUME_BEHIND.match(text, text.find(title) + len(title)) and _LAST_NAMED.search(
        title
    )
    if journal and len(_SMALL_WORD.findall(title)) >= _LEAST_WORDS:
        parts, title = parts | {"venue": journal["venue"]}, title[: journal.start()]
    title = _strip_number(strip_ending(_strip_town(title, text)), text)
    title = title if parts.get("venue") else _strip_venue(title, text)
    return _part_venue(parts | {"title": title}, text)


def _part_years(parts: dict[str, str], title: str, text: str) -> tuple[dict[str, str], str]:
    """Return fields and the whole title, with years that it counts as its own: "2020 to 2021"."""
    complete = _complete_title(title, text)
    dated = _YEAR_AFTER.match(text, text.find(complete) + len(complete))
    own_years = _OWN_YEARS.search(complete)
    if own_years and own_years["year"]:  # the year of the work has run into the title
        return parts | {"date": own_years["year"]}, complete[: own_years.start("year")].rstrip()
    if own_years and dated and parts.get("date", own_years[0]).strip("(). ")[:4] in own_years[0]:
        parts = parts | {"date": dated["year"]}  # those in the title were taken for that
    elif complete != title and not dated:
        parts = {name: value for name, value in parts.items() if value not in complete}
    return parts, complete


def _strip_town(title: str, text: str) -> str:
    """Return a title without the town that stands before the publisher behind it."""
    town = _TOWN_BEHIND.search(title)
    is_before = town and _PUBLISHED_BEHIND.match(text, text.find(title) + len(title))
    return title[: town.start()] if town and is_before else title


def _find_title(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields of an entry with a title that was left out or taken for a journal."""
    behind = None if parts.get("author") else _BEHIND_BODY.match(text)
    if behind and behind["author"] == parts.get("title"):
        return parts | behind.groupdict() | {"venue": ""}
    if not parts.get("title") and (run_in := _TITLE_IN_NAMES.fullmatch(parts.get("author", ""))):
        return {**run_in.groupdict(), **parts, **run_in.groupdict()}
    title = "" if parts.get("title") else _find_lost_title(text)
    publisher = parts.get("publisher", "?")
    if not title or title.startswith(publisher) or publisher.startswith(title):
        return parts
    venue = parts.get("venue", "")
    own = venue.removeprefix(title).strip(" .,") if venue.startswith(title) else venue
    return parts | {"title": title, "venue": own}


def _cut_chapter(text: str, title: str) -> dict[str, str]:
    """Return title and book of a chapter whose editors stand in brackets behind the book."""
    chapter = _INSIDE_BOOK.search(text, max(text.find(title), 0)) if title else None
    is_own = chapter is not None and title.startswith(chapter["title"])
    return chapter.groupdict() if chapter and is_own else {}


def _part_venue(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields of an entry, what the title has of a journal or book given to that."""
    title, venue = parts["title"], parts.get("venue", "")
    journal = _JOURNAL_BEHIND.search(title)
    at = max(text.find(title), 0)
    is_counted = not venue and _COUNTED_BEHIND.match(text, at + len(title))
    if journal and (is_counted or venue == journal["venue"]):
        return parts | journal.groupdict() | {"title": title[: journal.start()]}
    is_article = not venue and {"volume", "pages"} <= parts.keys()
    run_on = _COUNTED_TITLE.match(title) if is_article else None
    is_cut = run_on and run_on["venue"] and SHORTENED.search(run_on["title"])
    if run_on and not is_cut and len(_SMALL_WORD.findall(run_on["title"])) >= _LEAST_WORDS - 1:
        name = run_on["venue"] or (_COUNTED_BEHIND.match(text, at + len(title)) and run_on["name"])
        return parts | ({"title": run_on["title"], "venue": name} if name else {})
    if not venue and any(form.match(text, at) for form in _UNTITLED_PARTS):
        return parts | {"title": "", "venue": title}
    return parts


def _cut_without_stops(text: str) -> dict[str, str]:
    """Return the fields of an entry whose title ends where names in capitals begin, else none."""
    match = _DATED_WITHOUT_STOPS.fullmatch(text)
    if match is None:
        return {}
    place = _PLACE_BEHIND.search(match["rest"])
    words = match["rest"][: place.start() if place else None].split()
    start = len(words)
    while start and (words[start - 1][0].isupper() or words[start - 1] in _LINKS):
        start -= 1
    while start < len(words) and words[start] in _LINKS - {"the"}:
        start += 1
    title, venue = " ".join(words[:start]), " ".join(words[start:])
    is_plain = re.fullmatch(r"[^\d.]+\s\d{4}\s(?:to|and|[–-])\s\d{4}", match["rest"])
    if is_plain:
        title, venue = match["rest"], ""
    if (
        "." in title
        or not ((place and venue) or is_plain)
        or (start and words[start - 1] in _LINKS)
        or len(_SMALL_WORD.findall(title)) < _LEAST_WORDS - 1
    ):
        return {}
    fields = {"author": match["author"], "date": match["date"], "title": strip_ending(title)}
    return fields | ({"venue": venue} if venue else {})


def _strip_number(title: str, text: str) -> str:
    """Return a title without the number of a report or a patent before it."""
    number = _NUMBER_AHEAD.match(title)
    is_number = number and (
        not title[0].isdigit()
        or _REPORTED.search(text)
        or re.search(r"\b(?:19|20)\d\d[a-z]?\.\s\Z", text[: max(0, text.find(title))])
    )
    return title[number.end() :] if number and is_number else title


def _complete_title(title: str, text: str) -> str:
    """Return a title with the name before its colon, and the years of what it counts behind it."""
    at = text.find(title) if title else -1
    if at < 0:
        return title
    if _UNFINISHED.search(title) and (rest := _REST.match(text, at + len(title))):
        title += rest[0]
    head = _NAMED_AHEAD.search(text, 0, at)
    span = _YEARS_BEHIND.match(text, at + len(title))
    return text[head.start("name") if head else at : span.end() if span else at + len(title)]


def _find_lost_title(text: str) -> str:
    """Return the only sentence behind names and year, or before a year at the end."""
    for form in (_ONLY_TITLE_BEHIND, _ONLY_TITLE_AHEAD, *_COUNTED_TITLES):
        match = form.search(text) if form is _ONLY_TITLE_BEHIND else form.match(text)
        if match is None or _NO_TITLE.match(match["title"]):
            continue
        is_counted = form in _COUNTED_TITLES and not _OTHER_NAME.search(match["title"])
        small, words = len(_SMALL_WORD.findall(match["title"])), len(match["title"].split())
        if small >= _LEAST_WORDS - is_counted or (small and words >= _LONG_TITLE):
            return match["title"]
    match = _DATED_TITLE.match(text) or _IN_QUOTES.search(text)
    return match["title"].strip() if match and not _NO_TITLE.match(match["title"]) else ""


def _cut_whole(text: str, title: str) -> dict[str, str]:
    """Return names and title of a book "A. Oak, Walks, Reed Press, Bellmouth, 1988.", else none.

    Those of "A. Oak, Walks in the reeds. Shore Letters 9, 4 (1988)." only if no title was found.
    """
    match = _BOOK.fullmatch(text) or (None if title else _TITLE_AND_JOURNAL.fullmatch(text))
    if match is None:
        return {}
    parts = match.groupdict()
    if "venue" in parts and len(_SMALL_WORD.findall(parts["title"])) < _LEAST_WORDS:
        return {}
    return parts | {"author": text[: match.start("title")].rstrip(" ,")}


def _end_quoted(title: str, text: str) -> str:
    """Return a title that stands in single quotes up to their end."""
    at = text.find(title) if title else -1
    opening = text[at - 1] if at > 0 else ""
    if opening not in _CLOSING_QUOTES or text[at - 2 : at - 1] in ("“", '"'):
        return title
    closing = _CLOSING_QUOTES[opening].search(text, at)
    return text[at : closing.start()].rstrip(" ,.") if closing else title


def drop_alias(text: str) -> str:
    """Return an entry without the names and year before it: "Oak/Elm 2010b: A. Oak/B. Elm, Walks".

    They are known by the first of them, whose name follows again; year and letter are kept. Nor
    has it a short title before its year, as in "Oak, Ann [Walks; 2010]: Walks in the reeds".
    """
    short = _SHORT_TITLE.match(text)
    if short is not None:
        return f"{short['names']} ({short['year']}): {text[short.end() :]}"
    alias = _ALIAS.match(text)
    rest = text[alias.end() :] if alias else ""
    name = _INITIALS_OR_PARTICLES.sub("", rest, count=1).casefold()
    if alias is None or not name.startswith(alias["name"].casefold()):
        return text
    year = alias["year"]
    printed = re.compile(rf"(?<![\w./-]){year}(?![\w/-])")
    dated = f"{year}{alias['letter']}"
    return printed.sub(dated, rest, count=1) if printed.search(rest) else f"{rest} ({dated})"


def put_year_first(text: str) -> str:
    """Return a text with the letter behind its year that a style prints before it: "b2019"."""
    return _LETTER_AHEAD.sub(r"\g<year>\g<letter>", text)


def find_year_behind(title: str, text: str) -> str:
    """Return the year in brackets that stands behind the title of an entry, "" if none does."""
    at = text.find(title) if title else -1
    match = _BRACKETED_YEAR.search(text, at + len(title)) if at >= 0 else None
    return match["year"] if match else ""


def _find_closed_names(text: str) -> tuple[dict[str, str], int] | None:
    """Return the names that a colon or a dash closes, with the year, and where the title begins.

    "Oak, Ann ; Elm, Bea: Walks" and "OAK, Ann - Walks" print all authors with family name first.
    """
    match = _NAMES_CLOSED.match(text) or _NAMES_AHEAD.match(text)
    if match is None:
        return None
    dated = {"date": match["year"]} if match.groupdict().get("year") else {}
    return {"author": match["names"], **dated}, match.end()


_GROUP = re.compile(r"(?<=\bet al\.)\s\([^()]{3,60}\)(?=,)")
"""For whom those before it write: "Oak et al. (Reed Group), Phys. Rev."."""


def cut_untitled(text: str) -> dict[str, str]:
    """Return the fields of an entry that has a journal, but no title; none of any other."""
    text = _GROUP.sub("", text)
    return _cut_without_title(text) or _cut_short_form(text)


_NAMELESS_TITLE = (
    rf"(?P<title>(?:{_UPPER}|\d+\s)[^.?!;\[\]]{{8,200}}[^.?!;\[\]\s][?!]?)"
    r"(?:\s\[[^\[\]]{3,30}\])?(?:\.|(?<=[?!]))\s"
)
_NAMELESS = (
    re.compile(
        rf"{_NAMELESS_TITLE}(?P<venue>{_UPPER}[^.;\d]{{3,90}})[.;]\s(?P<date>{_YEAR})"
        r"(?:\s[A-Z][a-z]{2}(?:\s\d\d?)?)?\s?;\s?\d.*"
    ),
    re.compile(
        rf"{_NAMELESS_TITLE}(?:{_TOWN}:\s)?(?P<publisher>{_UPPER}[^.;:\d]{{3,90}});\s(?P<date>{_YEAR})\.(?:\s.*)?"
    ),
)
"""A title where the names should be, told by what stands behind it: "Shore Letters. 2010;7:33"."""
_LISTED_NAME = re.compile(
    rf"(?<!\w){_UPPER}{{1,3}}(?:,|\Z)|(?<!\w){_UPPER}\.|\bet al\b"
    rf"|{_UPPER}[\w’'-]+\s{_UPPER}{{1,3}}(?!\w)"
)
_LEAST_NAMELESS = 4


def cut_nameless(text: str) -> dict[str, str]:
    """Return the fields of "Walks in the reeds. Shore Letters. 2010;7:33-41.", or none."""
    match = next(filter(None, (form.fullmatch(text) for form in _NAMELESS)), None)
    title = match["title"] if match else ""
    is_title = len(title.split()) >= _LEAST_NAMELESS and _SMALL_WORD.search(
        title.replace(" and ", " ")
    )
    if match is None or not is_title or _LISTED_NAME.search(title) or says_body(title):
        return {}
    return match.groupdict()


_FULL_NAME = r"[A-Z][^\W\d_]+(?: [A-Z]\.)*(?: [A-Z][^\W\d_]+){1,2}"
_JOINED = re.compile(
    rf"(?P<author>{_FULL_NAME}(?: and {_FULL_NAME}){{2,}})\. (?P<title>[^.?!]+[?!]?)\.? "
    r"(?P<venue>[^.,]+), (?P<date>\d{4})\."
)


def cut_joined_names(text: str) -> dict[str, str]:
    """Return the fields of "Ann Roe and Wei Li and Bo Elm. Walks. Journal, 2010.", or none."""
    match = _JOINED.fullmatch(text)
    return match.groupdict() if match else {}


def _cut_without_title(text: str) -> dict[str, str]:
    """Return the fields of "Moss, I.; Lind, P. J. Am. Chem. Soc. 1998, 120, 345–346.", or none.

    The "J." belongs to the journal where an abbreviation follows it that is no name of one.
    """
    match = _WITHOUT_TITLE.fullmatch(text)
    if match is None:
        return {}
    names, venue = match["names"].strip(" ,;"), match["venue"].strip(" ,")
    if _ends_before_venue(venue):
        return {}
    if _LAST_J.search(names) and _ADJECTIVE.match(venue):
        names, venue = names[:-2].strip(), f"J. {venue}"
    return {"author": names, "venue": venue, "date": match["year"]}


def _cut_short_form(text: str) -> dict[str, str]:
    """Return the fields of an entry with given names as initials in front, and no title.

    "A. Oak and B. Elm, Phys. Rev. 12, 345 (1998)." and "A. Oak, Chem. Soc. Rev., 1998, 12, 345."
    """
    for form in _UNTITLED:
        match = form.fullmatch(text)
        if match is not None and not _ends_before_venue(match["venue"]):
            return {
                "author": match["names"],
                "venue": match["venue"].strip(" ,"),
                "date": match["year"],
            }
    return {}


def strip_ending(title: str) -> str:
    """Return a title without the kind, number or place that a style prints behind it."""
    for ending in (*_ENDINGS, *_ENDINGS):  # "[software] [online]"
        match = ending.search(title)
        if match is not None and match.start() > 2:
            title = title[: match.start()].rstrip(" .,:;")
    return title


def _strip_venue(title: str, text: str) -> str:
    """Return a title without what it stands in, a name in capitals that is counted or dated."""
    second = _SECOND_NAME.search(title)
    end = text.find(second[0]) + len(second[0]) if second else 0
    is_name = (
        second
        and _COUNTED_BEHIND.match(text, end)
        and len(_SMALL_WORD.findall(title, 0, second.start())) >= _LEAST_WORDS
    )
    return title[: second.start()] if second and is_name else title


def part_year_from_title(title: str) -> tuple[str, str]:
    """Return a title and the year that stands behind it, "" if there is none.

    For entries that print no other year: "Hourly tides 2021".
    """
    match = _YEAR_BEHIND.search(title)
    if match is None or len(title[: match.start()].split()) < 3:
        return title, ""
    return title[: match.start()].rstrip(" .,"), match["year"]


def _ends_before_venue(venue: str) -> bool:
    """Say whether a supposed journal is a title with its journal: "Tides of May. Shore Letters".

    Journals are shortened word by word ("J. Am. Chem. Soc."); a title has several words to a stop.
    """
    *ahead, last = re.split(r"\.\s", venue)
    long = any(len(piece.split()) > 2 for piece in ahead)
    spelled = (
        len(ahead) > 0 and len(ahead[0].split()) > 1 and re.search(r"\s(?:of|the|and)\s", last)
    )
    return bool(long or spelled)
