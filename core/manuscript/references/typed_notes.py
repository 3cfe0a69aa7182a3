"""Notes that somebody typed: the works they cite in full, in short, and by "ibid." or "supra".

Chicago, OSCOLA and Bluebook cite in full once ("Ann Oak, Walks (Ely: Reed Press, 1998), 12."), then
in short ("Oak, Walks, 14", "Oak (n 1) 14", "Oak, supra note 1, at 14", "ibid."). A note that reads
like none of these cites nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from core.base.identity import split_into_words, title_key
from core.base.records import PaperRecord
from core.manuscript.references.author_names import is_organisation, split_names
from core.manuscript.references.entry_fields import (
    find_arxiv,
    find_doi,
    find_url,
    has_repeated_authors,
    parse_entry,
)
from core.manuscript.text.common_titles import is_references_title

_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_NAME = (
    rf"{_UPPER}[\w.’'‐-]*(?:\s+{_UPPER}[\w.’'‐-]*){{0,3}}"
    rf"(?:\s+(?:van|von|de[lrn]?|di|da|du|la|le|den|der)){{0,2}}\s+{_UPPER}[\w’'‐-]+"
)
_LISTED = rf"{_NAME}(?:(?:,\s+{_NAME}){{0,4}},?\s+(?:and|&|und|et|y)\s+{_NAME})?(?:,?\s+et al\.?)?"
_EDITED = r"(?:,?\s*\(?(?:eds?|hrsg|editors?)\.?\)?)?"
_YEAR = r"(?:1[5-9]\d{2}|20\d{2})"
_LEAD = re.compile(
    r"\s*(?:\d{1,3}[.)]?\s+)?"
    r"(?:(?:but\s+)?see(?:,?\s+(?:also|generally|especially|e\.g\.,?|for example,?))*"
    r"|cf\.?|compare|accord|contra|e\.g\.,?|vgl\.?|siehe(?: auch)?|s\.|voir(?: aussi)?|also|and"
    r"|with|quoted in|cited in|for [^.;]{3,90}?,? see(?: also)?)\s+(?=\S)",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    rf"(?P<authors>{_LISTED}){_EDITED},?\s*[“\"‘„«'](?P<title>[^“”\"„«»]{{3,300}}?)[,.]?[”\"’“»'](?=[,.;)\s(])"
    r"(?P<rest>[,.?!]?\s.*)\Z",
    re.S,
)
_BOOK = re.compile(
    rf"(?P<authors>{_LISTED}){_EDITED},\s+(?P<title>{_UPPER}[^()“”\"]{{3,250}}?)"
    rf"(?:,\s+(?:\d+\w*\s+ed|vol|trans|ed)[^()]{{0,60}})?"
    rf"\s*\((?P<imprint>[^()]{{0,100}}?\b(?P<year>{_YEAR}))\)",
    re.S,
)
_UNBRACKETED = re.compile(
    rf"(?P<authors>{_LISTED}){_EDITED},\s+(?P<title>{_UPPER}[^“”\"„«»();]{{5,250}}?),\s+"
    rf"(?:\d+\w*\.?\s+\w+\.?,\s+)?{_UPPER}[^,;:()\d]{{2,40}}(?:[,:]\s+{_UPPER}[^,;:()\d]{{2,40}}){{0,2}}?,?\s+"
    rf"(?P<year>{_YEAR})(?=,\s+(?:S|pp?|t|vol|Bd|ff?|cap|chap)\.|\.?\s*\Z)",
    re.S,
)
"""As in German, French and Italian notes: "Ann Oak, Wege, Berlin 1998, S. 12"."""
_WORD = rf"{_UPPER}[\w’'‐-]+"
_PERSON = rf"(?:{_NAME}|{_WORD},\s+{_UPPER}[\w.’'‐-]*(?:\s{_UPPER}[\w.’'‐-]*)?)"
_PEOPLE = rf"{_PERSON}(?:(?:\s?[/;]\s?|\s+(?:und|and|et)\s+){_PERSON}){{0,3}}"
_PLACE = rf"{_UPPER}[^,;:()\d]{{2,40}}(?:[/,:]\s*{_UPPER}[^,;:()\d]{{2,40}}){{0,2}}?"
_NATIONAL = (
    re.compile(
        rf"(?P<authors>{_PEOPLE}){_EDITED}[:,]\s+(?P<title>{_UPPER}[^“”\"„«»();]{{5,250}}?),\s+[Ii]n:\s+"
        rf"(?P<venue>{_UPPER}[^\d();]{{2,120}}?),?\s[^()]{{0,20}}?\(?(?P<year>{_YEAR})\b",
        re.S,
    ),
    *(
        re.compile(
            rf"(?P<authors>{_PEOPLE}){_EDITED}:\s+(?P<title>{_UPPER}[^“”\"„«»();]{{5,250}}?){stop}\s+"
            rf"(?:\d+\w*\.?\s+\w+\.?,\s+)?{_PLACE},?\s+(?P<year>{_YEAR})(?=[,.]|\s*\Z)",
            re.S,
        )
        for stop in (",", r"\.")
    ),
    re.compile(
        rf"(?P<authors>{_WORD}(?:/{_WORD}){{0,3}}),\s+(?P<title>{_UPPER}[^,;()“”]{{3,120}}),\s+"
        rf"\d+\.\s?Aufl(?:age|\.),?\s+(?:{_PLACE},?\s+)?(?P<year>{_YEAR})\b"
    ),
    re.compile(
        rf"(?P<authors>{_LISTED}),\s+(?P<title>{_UPPER}[^,;()“”\"]{{5,200}}),\s+(?P<year>{_YEAR})\b"
        r"(?=[^;]*https?://)"
    ),
)
"""As Germans cite, historians with a colon and lawyers with an edition; last what is online."""
_DATED_ENTRY = re.compile(
    rf"{_WORD},\s+(?:{_UPPER}\.[\s-]?)+[^()]{{0,120}}\({_YEAR}[a-z]?\)[.,:]?\s"
)
_PAGE_BEHIND_TITLE = re.compile(r"(?:\s+|,\s+)\d{1,4}(?:[–-]\d{1,4})?\Z")
_DATED = re.compile(
    rf"(?P<names>[^\d“”\"‘]{{0,90}}?)[\s,]*[(\[]?(?P<year>{_YEAR})(?P<letter>[a-k])?[)\]]?"
    r"(?:(?:[,:]\s*|\s+)(?:(?:S\.|pp?\.|at|chap\.|ch\.|Kap\.|Rn\.|Rz\.|fol\.)\s*)?[\divxlc]+"
    r"(?:\s?[–-]\s?\d+)?(?:\s*ff?\b\.?)?)*\.?"
)
"""As German theses cite in notes: "Oak/Elm (2019), S. 12 f."."""
_NAMED = re.compile(r"\b(?!(?:op|cit|loc|art|supra|above|see|note|n|at)\b)[^\W\d_]+", re.IGNORECASE)
_IN_BOOK = re.compile(rf",\sin\s(?={_UPPER}).*\Z")
_CASE_AGAIN = re.compile(
    rf"(?P<name>{_UPPER}[\w.&’' -]{{2,60}}?),\s+(?:\d+\s+{_UPPER}[\w. ]{{1,20}}\s+at\s+\d|\[\d)"
)
_VOLUME_FIRST = re.compile(
    rf"(?P<authors>{_LISTED}),\s+(?P<title>(?:{_UPPER}|\d)[^“”\"]{{8,250}}?),\s+\d{{1,4}}\s+"
    rf"(?P<venue>{_UPPER}[\w.&’' ]{{2,60}}?)"
    rf"\s+e?\d{{1,5}}[^()]{{0,30}}\((?:\w+\.?\s+)?(?P<year>{_YEAR})\)",
    re.S,
)
_CASE = re.compile(
    rf"(?P<title>{_UPPER}[\w.,&’' -]{{1,80}}?\sv\.?\s{_UPPER}[\w.&’' -]{{1,80}}?),?\s+"
    rf"(?:\[(?P<square>{_YEAR})\]|\((?P<round>{_YEAR})\)"
    rf"|\d+\s{_UPPER}[\w. ]{{1,20}}\s\d+[^()]{{0,30}}\((?:[^()]{{1,30}}\s)?(?P<last>{_YEAR})\))"
)
_VENUE = re.compile(
    rf"[,.?!]?\s*(?:in:?\s+|\((?P<before>{_YEAR})\)\s+(?:\d+\s*(?:\(\d+\))?\s+)?"
    rf"|\[(?P<square>{_YEAR})\]\s+)?"
    rf"(?P<venue>{_UPPER}[^\d(),;]{{2,120}}?)(?=[,\s]+(?:\d|vol|no\b|\()|\s*\()"
)
_PRINTED_YEAR = re.compile(
    rf"[(\[](?:[^()\[\]]{{0,60}}[\s,:])?(?P<year>{_YEAR})[)\]]|,\s(?P<bare>{_YEAR})\b"
)
_CITED = (
    r"(?:(?:[Oo]p|[Oo]b|[Aa]rt|[Ll]oc)\.?\s*cit|cit\.|[Aa]\.?\s?a\.?\s?[Oo]\b|dz\.\s?cyt|[Уу]каз\.\s?соч|obra\scitada"
    r"|[lo]\.\s?c\.|[Aa]\.\s?g\.\s?e\b)"
)
"""Behind an author's name: the work of that author that was cited before."""
_SAME = re.compile(
    r"\s*(?:(?:同上|同前|ib|ib[ií]d|ib[ií]dem|ivi|[ií]d|[ií]dem|eadem|ebd|ebda|ebenda|loc\.?\s*cit|a\.?\s?a\.?\s?o)(?!\w)"
    r"|(?:tamże|tamtéž|там же|uo|aynı yer|a\.\s?g\.\s?e|op\.?\s*cit)"
    r"(?=[.,:;\s]*(?:\Z|\d|(?:s|p|pp|с)\.)))",
    re.IGNORECASE,
)
_SAME_AUTHOR = re.compile(
    r"\s*(?:id|idem|eadem|ders|derselbe|dies|dieselbe)\b\.?\s*[:,]\s+(?=\S)", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"(?:\(n\.?\s*|\bsupra,?\s+(?:at\s+)?(?:note|n\.?|fn\.?)\s*|\b(?:above|see)\s+n(?:ote)?\.?\s*"
    r"|同(?=\d)|\bAnm\.?\s*|\bFn\.?\s*|\bnote\s+)(?P<number>\d{1,3})",
    re.IGNORECASE,
)
_SHORT = re.compile(
    rf"(?P<families>{_UPPER}[\w’'‐-]+"
    rf"(?:(?:,?\s+(?:and|&|und|et)\s+|,\s+|/\s?){_UPPER}[\w’'‐-]+){{0,2}}?"
    r"(?:\s+(?:et al\.?|and others|u\.\s?a\.))?)"
    r"(?:,\s*(?:[“\"‘'](?P<quoted>[^“”\"]{2,120}?)[,.]?[”\"’'](?=[,.;)\s])"
    rf"|(?P<title>(?!\s*(?:supra|above|{_CITED}|(?:at|pp?\.?|S\.)\s*\d))"
    r"\s*[^\W\d_][^,;()“”\"]{2,120}?)))?"
    rf"(?:,\s*(?:supra|{_CITED}|above)[^;]*|\s*\(n\.?\s*\d+\)[^;]*"
    r"|[,.]?\s*(?:at\s+|pp?\.?\s*|S\.\s*)?[\divxlc]{1,6}(?:\s*[–-]\s*\d{1,5})?(?:\s*ff?)?)\.?\s*\Z",
    re.S,
)
_GIVEN_AHEAD = re.compile(rf"\A(?:{_UPPER}[\w.’'-]*\s){{1,3}}(?={_UPPER}[\w’'‐-]+,\s*{_CITED})")
_BETWEEN = re.compile(
    r";\s+|(?<=[.!?”\"])\s+(?=(?:See|Cf\.|Compare|But see|Vgl\.|Siehe|Voir)\s)"
    r"|(?<=\d\.)\s+(?=[A-Z][a-z]+\s)"
    rf"|(?<=\d\)),?\s+(?:and|und|sowie|et|y|e)\s+(?={_UPPER})"
)
_OF_ITSELF = re.compile(
    r"\b(?:how to cite|to cite this|cite this (?:article|paper)|please cite|citation:)",
    re.IGNORECASE,
)
"""What the foot of a first page says of the paper itself."""
_VOLUME_AHEAD = re.compile(rf"\A\d{{1,3}}\s+(?={_UPPER})")
_IN_QUOTES = re.compile(r"[“\"‘„«']([^“”\"„«»]{3,300}?)[,.]?[”\"’“»'](?=[,.;)\s(]|\Z)")
_QUOTED_ALONE = re.compile(
    rf"[“\"‘„«](?P<title>[^“”\"„«»]{{8,300}}?)[,.]?[”\"’“»']\s+"
    rf"(?:\((?P<year>{_YEAR})\)\s+\d+\s+(?P<venue>{_UPPER}[^\d(),;<]{{2,120}}?)\s+\d)"
)
"""As OSCOLA cites an article whose authors the sentence names."""
_KIND_IN_BRACKETS = re.compile(r"\[(?:[JMCDRPNSAZ]|EB|DB|DS|CP)(?:/OL)?\](?=[.,\s/])")
_PLACE_IN_WORK = re.compile(
    r"\b(?:pp?\.|S\.|Sp\.|f?f\.|fol\.|vol\.|Bd\.|t\.|no\.|n[°º]|Nr\.|eds?\.|hrsg\.|dir\.)\s?\d"
    r"|\((?:[^()]{2,60}:\s)?[^()]{2,60},\s(?:1[5-9]|20)\d\d\)"
)
_REFERS_BACK = re.compile(
    r"\W*(?:(?:see|cf\.?|vgl\.?|siehe|voir|véase|cfr\.?)\s)?"
    rf"(?:{_SAME.pattern}|[^\d,;.]{{2,40}},?\s(?-i:{_CITED}))",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\A\s*(?:\[\d{1,3}\]|\d{1,3}\.)\s+")
_DATED_AGAIN = re.compile(
    rf"(?P<names>{_UPPER}[^()\d]{{1,80}}?),?\s\(?(?P<year>(?:1[6-9]|20)\d\d)(?P<letter>[a-z])?\)?[,:.]"
    r"\s+(?P<title>[^\W_].{3,200})"
)
_OF_INDEX = re.compile(r"[^\d,.:]{3,60}(?:,?\s\d{1,3}(?:f{1,2}\.?)?)+")
"""A line of a subject index behind the list: "wave tank 12, 31f., 40"."""
_AND_WORDS = frozenset(("and", "und", "et", "y", "e"))
_MOST_CHARACTERS = 4_000
_SHORT_TITLE, _LONG_TITLE = 6, 16  # letters
_LONGEST_CITATION = 240  # letters beside the title; more is text, which may name a subject too
_SHORTEST_ENTRY, _LONGEST_ENTRY, _MOST_ENTRIES = 20, 1_500, 1_000


@dataclass(slots=True)
class NoteWorks:
    """The works that notes cite: each once, in the order of their first citation."""

    records: list[PaperRecord] = field(default_factory=list)
    """The works; those of a bibliography may stand here before the first note is read."""
    cited: list[list[int]] = field(default_factory=list)
    """For each note, which works it cites."""
    cited_by_number: dict[int, list[int]] = field(default_factory=dict)

    def add_note(self, text: str, number: int | None = None, before: str = "") -> None:
        """Read the next note; its ``number`` is its position where none is given.

        ``before`` is the end of the text before it, which may name the authors.
        """
        works: list[int] = []
        pieces = [] if _OF_ITSELF.search(text) else _BETWEEN.split(text[:_MOST_CHARACTERS])
        for piece in (_without_lead(one.strip()) for one in pieces):
            work = self._find(piece, works)
            if work is None and before:
                work = self._find_by_preceding_names(piece, before)
            if work is not None and work not in works:
                works.append(work)
        self.cited.append(works)
        self.cited_by_number[number or len(self.cited)] = works

    def add_records(self, records: Sequence[PaperRecord]) -> None:
        """Take the next note in, whose works are known."""
        self.cited.append([self._take(record) for record in records])
        self.cited_by_number[len(self.cited)] = self.cited[-1]

    def _find(self, piece: str, before: Sequence[int]) -> int | None:  # noqa: PLR0911 - a form each
        other = self._find_other_work(piece, before)
        if other is not None or _SAME.match(piece):
            return self._last(before) if other is None else other
        titled = self._find_by_title(piece)
        if titled is not None:
            return titled
        dated = _DATED.fullmatch(piece)
        if dated and (dated_works := self._list_dated(dated, dated["names"])):
            return dated_works[0]
        if (again := _DATED_AGAIN.match(piece)) and (
            at := self._find_by_name_and_year(again)
        ) is not None:
            return at
        record = read_full_citation(piece)
        if record is not None:
            return self._take(record)
        at = self._find_short(piece)
        return self._find_by_journal(piece) if at is None else at

    def _list_dated(self, dated: re.Match[str], names: str) -> list[int]:
        """Return the only work of the names and the year of "Oak and Elm (2019), S. 12", or none.

        Of several with letters behind the year, the list has them in the order of the letters.
        """
        words = set(split_into_words(names))
        works = [
            at
            for at, record in enumerate(self.records)
            if record.year == int(dated["year"]) and self._is_named(at, words)
        ]
        if dated["letter"]:
            place = ord(dated["letter"]) - ord("a")
            return works[place : place + 1] if len(works) > 1 else works
        return works if len(works) == 1 else []

    def _find_by_name_and_year(self, again: re.Match[str]) -> int | None:
        """Return the work of "Oak (2019), Walks, S. 12": names, year and words of its title."""
        words = set(split_into_words(again["title"]))
        works = self._list_dated(again, again["names"])
        is_titled = bool(works) and words & set(split_into_words(self.records[works[0]].title))
        return works[0] if is_titled else None

    def _is_named(self, index: int, words: set[str]) -> bool:
        author = next(iter(self.records[index].authors), "")
        family = author if is_organisation(author) else author[author.rfind(" ") + 1 :]
        own = set(split_into_words(family))
        return bool(own) and own <= words

    def _find_by_preceding_names(self, piece: str, before: str) -> int | None:
        """Return the work of "(n 3)" or "(2011)" whose author the text names before the note."""
        dated, numbered = _DATED.fullmatch(piece), _NUMBERED.search(piece)
        if dated and not split_into_words(dated["names"]):
            works = self._list_dated(dated, before)
        elif numbered and not _NAMED.search(piece[: numbered.start()]):
            words = set(split_into_words(before))
            noted = self._works_of_note(int(numbered["number"])) or []
            works = [at for at in noted if self._is_named(at, words)]
        else:
            return None
        return works[0] if len(works) == 1 else None

    def _find_other_work(self, piece: str, before: Sequence[int]) -> int | None:
        """Return the work that "Idem, Walks (Ely, 2001)" names, whose author is the one before."""
        same = _SAME_AUTHOR.match(piece)
        last = self._last(before) if same else None
        authors = self.records[last].authors if last is not None else ()
        if same is None or not authors:
            return None
        piece = f"{authors[0]}, {piece[same.end() :]}"
        titled = self._find_by_title(piece)
        record = None if titled is not None else read_full_citation(piece)
        return titled if record is None else self._take(record)

    def _find_by_journal(self, piece: str) -> int | None:
        """Return the work of the list whose journal and year a piece names, and its author."""
        key, words = title_key(piece), set(split_into_words(piece))
        if len(key) > _LONGEST_CITATION:
            return None
        matches = [
            at
            for at, record in enumerate(self.records)
            if len(_title_keys(record.venue)[0]) >= _SHORT_TITLE
            and _title_keys(record.venue)[0] in key
            and str(record.year) in words
        ]
        if len(matches) > 1:
            matches = [
                at
                for at in matches
                if self.records[at].authors
                and set(split_into_words(self.records[at].authors[0].split()[-1])) <= words
            ]
        return matches[0] if len(matches) == 1 else None

    def _find_by_title(self, piece: str) -> int | None:
        """Return the work whose title a piece holds; a short title needs the author's name."""
        key, words = title_key(piece), set(split_into_words(piece))
        quoted_keys = {title_key(match[1]) for match in _IN_QUOTES.finditer(piece)}
        best: tuple[int, int] | None = None
        for at, record in enumerate(self.records):
            own, main = _title_keys(record.title)
            if own not in key and main not in key:
                continue
            families = [name.split()[-1] for name in record.authors[:1] if name.split()]
            is_named = bool(families) and set(split_into_words(families[0])) <= words
            is_sure = is_named or own in quoted_keys
            least = _SHORT_TITLE if is_sure else _LONG_TITLE
            length = max((len(title) for title in (own, main) if title and title in key), default=0)
            is_citation = own in quoted_keys or len(key) - length <= _LONGEST_CITATION
            is_better = best is None or length + is_named > best[0]
            if length >= least and is_citation and is_better:
                best = length + is_named, at
        return best[1] if best else None

    def _last(self, before: Sequence[int]) -> int | None:
        """Return the work cited last; none if the note before cites several, or none."""
        if before:
            return before[-1]
        last = self.cited[-1] if self.cited else []
        return last[0] if len(last) == 1 else None

    def _take(self, record: PaperRecord) -> int:
        for index, earlier in enumerate(self.records):
            if _is_same_work(earlier, record):
                return index
        self.records.append(record)
        return len(self.records) - 1

    def _find_short(self, piece: str) -> int | None:
        piece = _GIVEN_AHEAD.sub("", _VOLUME_AHEAD.sub("", piece), count=1)
        match = _SHORT.match(piece)
        numbered = _NUMBERED.search(piece)
        note = self._works_of_note(int(numbered["number"])) if numbered else None
        if match is None:
            case = _CASE_AGAIN.match(piece)
            cases = self._titled(set(split_into_words(case["name"]))) if case else []
            only = note or cases
            is_told = len(only) == 1 and (
                not numbered or self._names_author(only[0], piece, numbered)
            )
            return only[0] if is_told else None
        family = re.split(r",?\s+(?:and|&|und|et|u\.)\s+|,\s+|/", match["families"])[0]
        candidates = note or range(len(self.records))
        of_author = [at for at in candidates if self._has_author(at, family)]
        if note and not of_author:  # the number of another note: notes were added since
            own = [at for at in range(len(self.records)) if self._has_author(at, family)]
            of_author = own if len(own) == 1 else []
        words = set(split_into_words(match["quoted"] or match["title"] or "")) - _AND_WORDS
        words = set() if self._names_others(words, of_author) else words
        titled = [at for at in of_author if words <= set(split_into_words(self.records[at].title))]
        chosen = titled if words else of_author
        if not chosen and words and not note:  # a case, or a work without an author
            chosen = self._titled(words | set(split_into_words(match["families"])))
        return chosen[-1] if len(chosen) == 1 or (chosen and words) else None

    def _names_others(self, words: set[str], works: Sequence[int]) -> bool:
        """Say whether words are the names of further authors: "Oak, Elm and Ash (n 1)"."""
        names = {word for at in works for name in self.records[at].authors[1:]
                 for word in split_into_words(name)}  # fmt: skip
        return bool(words) and words <= names

    def _names_author(self, index: int, piece: str, numbered: re.Match[str]) -> bool:
        """Say whether the words before "supra note 3", if any, name the author of a work."""
        words = [word for word in split_into_words(piece[: numbered.start()]) if word.isalpha()]
        authors = self.records[index].authors
        family = split_into_words(authors[0])[-1:] if authors else []
        return not words or not authors or set(family) <= set(words)

    def _works_of_note(self, number: int) -> list[int] | None:
        return self.cited_by_number.get(number)

    def _has_author(self, index: int, family: str) -> bool:
        record = self.records[index]
        name = record.authors[0] if record.authors else record.title.partition(" ")[0]
        return [family.casefold()] == name.casefold().split()[-1:]

    def _titled(self, words: set[str]) -> list[int]:
        return [
            at
            for at, record in enumerate(self.records)
            if not record.authors and words <= set(split_into_words(record.title))
        ]


def seems_to_cite(text: str) -> bool:
    """Tell whether a note has what citations have: a year with a place in a work, or a short form.

    What a note says of the paper itself is none.
    """
    if _OF_ITSELF.search(text):
        return False
    dated = re.search(rf"\b{_YEAR}\b", text) and (
        _PLACE_IN_WORK.search(text) or _IN_QUOTES.search(text)
    )
    return bool(dated or _REFERS_BACK.match(text))


def _is_same_work(one: PaperRecord, other: PaperRecord) -> bool:
    """Say whether title and first author's family name agree; a subtitle may be left out."""
    families = [record.authors[0].split()[-1:] if record.authors else [] for record in (one, other)]
    if families[0] != families[1]:
        return False
    (first, first_main), (second, second_main) = map(_title_keys, (one.title, other.title))
    if first == second:
        return True
    is_same_title = first_main == second or second_main == first
    return one.year == other.year and bool(first and second) and is_same_title


@lru_cache(maxsize=10_000)  # each note is compared with every work before
def _title_keys(title: str) -> tuple[str, str]:
    """Return a title for comparing, whole and without its subtitle."""
    return title_key(title), title_key(re.split(r"[:.?!–—]\s", title)[0])


def read_listed_works(paragraphs: Sequence[str]) -> list[PaperRecord]:
    """Return the works below the last title of a list of references, none without a title."""
    titles = [at for at, text in enumerate(paragraphs) if is_references_title(text)]
    entries = paragraphs[titles[-1] + 1 :] if titles else []
    records: list[PaperRecord] = []
    for entry in entries[:_MOST_ENTRIES]:
        text = _LABEL.sub("", " ".join(entry.split()))
        if _SHORTEST_ENTRY <= len(text) <= _LONGEST_ENTRY and not _OF_INDEX.fullmatch(text):
            fields = parse_entry(text)
            if records and has_repeated_authors(text):
                fields = replace(fields, authors=records[-1].authors)
            title = fields.title or text[:200]
            records.append(
                PaperRecord(
                    title=title, authors=fields.authors, year=fields.year, venue=fields.venue
                )
            )
    return records


def read_full_citation(text: str) -> PaperRecord | None:  # noqa: PLR0911 - a form each
    """Return the work that a text cites in full, ``None`` if it does not."""
    if case := _CASE.match(text):
        year = int(case["square"] or case["round"] or case["last"])
        return PaperRecord(title=case["title"].strip(" ,"), year=year)
    if _KIND_IN_BRACKETS.search(text) or _DATED_ENTRY.match(text):
        return _read_entry(text)
    quoted, untitled = _QUOTED.match(text), _QUOTED_ALONE.match(text)
    if quoted:
        return _read_quoted(text, quoted)
    if untitled:
        return _record(text, "", untitled["title"], int(untitled["year"]), untitled["venue"])
    return _read_unquoted(text)


def _read_unquoted(text: str) -> PaperRecord | None:
    forms = (_VOLUME_FIRST, *_NATIONAL[:1], _BOOK, _UNBRACKETED, *_NATIONAL[1:])
    match = next((one for form in forms if (one := form.match(text))), None)
    if match is None:
        return None
    groups = match.groupdict()
    title = match["title"]
    if ":" not in (groups.get("imprint") or ":"):  # Bluebook: the page, then "(2d ed. 2007)"
        title = _IN_BOOK.sub("", _PAGE_BEHIND_TITLE.sub("", title))
    venue = (groups.get("venue") or "").strip()
    return _record(text, match["authors"], title, int(match["year"]), venue)


def _read_entry(text: str) -> PaperRecord | None:
    """Return the work of an entry as GB/T 7714 of China or APA writes it, in a note."""
    fields = parse_entry(text)
    if not fields.title or not fields.authors:
        return None
    return PaperRecord(
        title=fields.title, authors=fields.authors, year=fields.year, venue=fields.venue,
        doi=fields.doi, arxiv=fields.arxiv, url=fields.url,
    )  # fmt: skip


def _read_quoted(text: str, match: re.Match[str]) -> PaperRecord | None:
    place = _VENUE.match(match["rest"])
    printed = _PRINTED_YEAR.search(match["rest"])
    stated = (place["before"] or place["square"]) if place else None
    stated = stated or (printed["year"] or printed["bare"] if printed else None)
    if stated is None and not find_doi(text) and not find_url(text):
        return None
    venue = place["venue"].strip(" ,") if place else ""
    year = int(stated) if stated else None
    return _record(text, match["authors"], match["title"], year, venue)


def _record(text: str, authors: str, title: str, year: int | None, venue: str) -> PaperRecord:
    if authors.isupper():
        authors = authors.title()
    return PaperRecord(
        title=" ".join(title.split()).strip(" ,."),
        authors=split_names(authors).names,
        year=year,
        venue=venue,
        doi=find_doi(text),
        arxiv=find_arxiv(text),
        url=find_url(text),
    )


def _without_lead(piece: str) -> str:
    while (lead := _LEAD.match(piece)) and lead.end() < len(piece):
        piece = piece[lead.end() :]
    return piece


def number_works(
    texts_by_note: Sequence[tuple[str, str]],
    listed: Sequence[PaperRecord] = (),
    before: Mapping[str, str] = MappingProxyType({}),
    records_by_note: Mapping[str, Sequence[PaperRecord]] = MappingProxyType({}),
) -> Iterator[tuple[str, int, PaperRecord]]:
    """Yield note, number of the work and work for each citation of notes (name and text).

    ``before`` has the end of the text before a note, by its name, ``records_by_note`` what notes
    cite that need not be read.
    """
    works = NoteWorks(list(listed))
    for name, text in texts_by_note:
        if name in records_by_note:
            works.add_records(records_by_note[name])
        else:
            works.add_note(" ".join(text.split()), before=before.get(name, ""))
    for (name, _), cited in zip(texts_by_note, works.cited, strict=True):
        for index in cited:
            yield name, index, works.records[index]
