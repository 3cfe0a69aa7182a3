"""Names of methods, models and data sets in sentences and titles: "BERT", "word2vec", "GPT-3".

A name is compared by its key. The key of a name that nothing else is written like (a digit among
letters, a capital inside a long word) leaves out letter case; every other key keeps it, so that
"Adam" is not "adam" and "CLIP" is not "clip". Hyphens and the "s" of a plural never count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress

from core.base.identity import split_into_words
from core.library.indexes.folding import index_terms

_TOKEN = re.compile(r"[^\W_]+(?:(?:[-‐‑+]|(?<=\d)\.(?=\d))[^\W_]+)*\+*")
_HYPHENS = "-‐‑"
_PART = re.compile(r"[^\W_]+")
_PLURAL = re.compile(r"(?<=[A-Z0-9])s$")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s|x|k|m|b|d|ms|px|GB|MB|K|M|B)?")
_VERSION = re.compile(r"[-‐‑. v]*\d[\d.]*[a-zA-Z]?$")
_OPENS = re.compile(r"(?:^|[.!?:]\s+|[“\"(•]\s*)$")
_HEAD = re.compile(r"\s*([^:–—]{2,60}?)\s*(?::|\s[–—-]\s)\s*\S")
_MAY_HEAD = re.compile(r"[:–—]|\s-\s")
_BRACKETED = re.compile(r"[(\[]([^()\[\]]{2,20})[)\]]")
_VERBS = r"(?:introduc|propos|present|develop|describ|releas|construct|creat)(?:e|es|ed|ing|s|bed)?"
_CALLS = r"(?:called|named|termed|dubbed|coined|coin|call|name|term)"
_QUOTE = r"[“\"'‘`]?"
_WORDS_BEFORE = 4
_SAYS_NEW = re.compile(rf"\b(?:{_VERBS}|{_CALLS}(?: \w+){{0,2}}) {_QUOTE}\Z")
_SAYS_NEW_OF = re.compile(rf"\b{_VERBS}(?: [\w-]+){{1,2}} {_QUOTE}\Z")
"""With words between, which mean the name only if something ``_AFTER`` it ends what they say."""
_AFTER = re.compile(r"\s*[,;:.(]| is\b| that\b| which\b| to\b")
_IS_A = re.compile(r"(?: \([^)]*\))?, (?:an?|the first) ")
_PLURAL_ENDS = re.compile(r"s?\b")
_NAME_ENDS = re.compile(r"(?:s|['’]s)?(?![^\W_])")
_QUOTES = re.compile(r"(?:[“„‘‚»]|[«‹]\s?|(?<!\w)[\"'])$")
"""What opens a quote, close to its words: not what stands behind "the authors'"."""
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_GOES_ON = re.compile(r" [^\W\d_a-z]")
"""What is written with capitals too, behind words with capitals: "Big Data Analytics"."""
_ROBUST = 6
"""A name with a capital inside is unmistakable in any letter case from this length on."""
_MOST_HEAD_WORDS = 3
_REMEMBERED = 32_768
"""Titles kept taken apart (about 2 kB each): those of a manuscript's questions, many times over."""


@dataclass(frozen=True, slots=True)
class MethodName:
    """A name as it stands in a text, and where it stands."""

    key: str
    name_text: str
    start: int
    end: int

    @property
    def unversioned(self) -> str:
        """The key without a number at its end, "" if nothing remains: of "ResNet-50", "ResNet"."""
        bare = _VERSION.sub("", self.name_text)
        return make_key(bare) if 2 <= len(bare) < len(self.name_text) else ""


@dataclass(frozen=True, slots=True)
class TitleParts:
    """What a title offers to be named by; nothing here depends on a sentence.

    ``words`` are plain, ``telling`` says which of them are no stop words; ``own`` are the names the
    title gives its paper ("BERT: ...", "... (LSTM)").
    """

    words: tuple[str, ...]
    telling: tuple[bool, ...]
    telling_words: frozenset[str]
    terms: frozenset[str]
    own: tuple[MethodName, ...]
    own_keys: frozenset[str]
    head: str

    @property
    def initials(self) -> str:
        """The first letters of all its words."""
        return "".join([word[0] for word in self.words])

    @property
    def main_initials(self) -> str:
        """The first letters of the words that are no stop words."""
        return "".join([word[0] for word in compress(self.words, self.telling)])


def make_key(name_text: str) -> str:
    """Return the key of a name."""
    bare = _PLURAL.sub("", name_text)
    joined = "".join(_PART.findall(bare)) + "+" * (len(bare) - len(bare.rstrip("+")))
    inner = any(letter.isupper() for letter in joined[1:]) and not joined.isupper()
    digits = any(map(str.isdigit, joined)) and any(map(str.isalpha, joined))
    if (inner and len(joined) >= _ROBUST) or (digits and len(joined) >= 4):
        return f"~{joined.lower()}"
    return joined


def make_keys(word: str) -> Iterator[str]:
    """Yield every key under which a word of a sentence may be some paper's name."""
    key = make_key(word)
    yield key
    if not key.startswith("~"):
        yield f"~{key.lower()}"


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word of a text with where it stands, and the parts of those with hyphens."""
    for match in _TOKEN.finditer(text):
        yield match[0], match.start(), match.end()
        if not match[0].isalnum():
            for part in _PART.finditer(match[0]):
                start = match.start() + part.start()
                yield part[0], start, start + len(part[0])


def find_names(text: str) -> list[MethodName]:
    """Return the names in a running text, each key once.

    A word that only begins with a capital is one unless it opens a sentence.
    """
    names_by_key: dict[str, MethodName] = {}
    for word, start, end in tokens(text):
        if _is_marked(word) or (_is_capitalised(word) and not _OPENS.search(text[:start])):
            key = make_key(word)
            names_by_key.setdefault(key, MethodName(key, _PLURAL.sub("", word), start, end))
    return list(names_by_key.values())


def find_name(name_text: str, text: str, start: int = 0) -> int:
    """Return where a text has a name as a word of its own, -1 if nowhere; a plural counts."""
    at = text.find(name_text, start)
    while at >= 0:
        alone = at == 0 or not text[at - 1].isalnum()
        if alone and _NAME_ENDS.match(text, at + len(name_text)):
            return at
        at = text.find(name_text, at + 1)
    return -1


def is_part_of_name(name: MethodName, text: str) -> bool:
    """Tell whether a name is cut out of a longer one: "MAP" of "RE-MAP", but not of "MAP-2"."""
    before = re.search(rf"[^\W_]+[{_HYPHENS}]\Z", text[: name.start])
    after = re.match(rf"[{_HYPHENS}][^\W_]*[^\W\d_]{{2}}", text[name.end :])
    return before is not None or after is not None


def is_written_as_title(sentence: str, start: int, end: int) -> bool:
    """Tell whether words stand in quotes, or with the capitals of a title in a sentence."""
    if _QUOTES.search(sentence[:start]):
        return True
    words = _LONG_WORD.findall(sentence, start, end)
    with_capitals = len(words) > 1 and all(word[0].isupper() for word in words)
    return start > 0 and with_capitals and not _GOES_ON.match(sentence, end)


def find_introduction(name_text: str, abstract: str) -> int:
    """Return where an abstract presents what has this name as its own invention, -1 if nowhere.

    It says so by "we propose X", "called X", or "X, a ...".
    """
    at = abstract.find(name_text)
    while at >= 0:
        if _introduces(abstract, at, at + len(name_text)):
            return at
        at = abstract.find(name_text, at + 1)
    return -1


def _introduces(abstract: str, start: int, end: int) -> bool:
    """Tell whether what stands around a name says that it is new."""
    after = _PLURAL_ENDS.match(abstract, end)
    if after is None:
        return False
    if not (start and abstract[start - 1].isalnum()) and _IS_A.match(abstract, after.end()):
        return True
    words = start
    for _ in range(_WORDS_BEFORE):
        words = max(abstract.rfind(" ", 0, words), 0)
    if _SAYS_NEW.search(abstract, words, start):
        return True
    ends = _AFTER.match(abstract, after.end()) is not None
    return ends and _SAYS_NEW_OF.search(abstract, words, start) is not None


@lru_cache(maxsize=_REMEMBERED)
def parse_title(text: str) -> TitleParts:
    """Take a title apart."""
    words = tuple(split_into_words(text))
    terms = [_make_terms(word) for word in words]
    telling = tuple(map(bool, terms))
    head = _HEAD.match(text) if _MAY_HEAD.search(text) else None
    own = _own_names(text, head)
    return TitleParts(
        words=words,
        telling=telling,
        telling_words=frozenset(compress(words, telling)),
        terms=frozenset(chain.from_iterable(terms) if text.isascii() else index_terms(text)),
        own=own,
        own_keys=frozenset(name.key for name in own),
        head=_head_phrase(head),
    )


def _own_names(text: str, head: re.Match[str] | None) -> tuple[MethodName, ...]:
    names_by_key: dict[str, MethodName] = {}
    if head and _TOKEN.fullmatch(head[1]) and _is_telling(head[1].lower()):
        names_by_key[make_key(head[1])] = MethodName(
            make_key(head[1]), head[1], head.start(1), head.end(1)
        )
    for match in _BRACKETED.finditer(text) if "(" in text or "[" in text else ():
        for name in _marked_names(match[1]):
            start = match.start(1) + name.start
            name_there = MethodName(name.key, name.name_text, start, start + len(name.name_text))
            names_by_key.setdefault(name.key, name_there)
    return tuple(names_by_key.values())


def _head_phrase(head: re.Match[str] | None) -> str:
    """Return the words before the colon, if they are two or three: "Mask R-CNN: ..."."""
    words = split_into_words(head[1]) if head else []
    return " ".join(words) if 2 <= len(words) <= _MOST_HEAD_WORDS else ""


def _marked_names(text: str) -> Iterator[MethodName]:
    for word, start, end in tokens(text):
        if _is_marked(word):
            yield MethodName(make_key(word), _PLURAL.sub("", word), start, end)


def _is_marked(word: str) -> bool:
    """Whether a word is written as only names are: capitals inside it, or digits among letters."""
    plain = word.isalpha() and word[1:].islower()  # nearly every word: needs no closer look
    bare = "" if plain else _PLURAL.sub("", word)
    if len(bare) < 2 or _ORDINAL.fullmatch(bare):
        return False
    if any(map(str.isdigit, bare)):
        return any(map(str.isalpha, bare))
    parts = _PART.findall(bare)
    if len(parts) > 1:  # "R-CNN" is a name, "Pre-Training" is none, nor is "BERT-based" a whole one
        within = any(any(map(str.isupper, part[1:])) for part in parts)
        return within and not any(part.islower() and len(part) > 2 for part in parts)
    return any(map(str.isupper, bare[1:])) or bare.endswith("+")


def _is_capitalised(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word[0].isupper() and _is_telling(word.lower())


@lru_cache(maxsize=_REMEMBERED)
def _make_terms(word: str) -> tuple[str, ...]:
    return tuple(index_terms(word))


def _is_telling(word: str) -> bool:
    return bool(_make_terms(word))
