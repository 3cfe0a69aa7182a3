"""How a text names the authors of a paper: people by family name, organisations in full. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# --- Chinese, Japanese and Korean names: the family name comes first, without a space ---------


_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_KANA = "\u3041-\u3096\u30a1-\u30ff"
_HANGUL = "\uac00-\ud7a3"
_NAME = re.compile(rf"[{_HAN}{_KANA}{_HANGUL}]+(?:[\s·・]*[{_HAN}{_KANA}{_HANGUL}]+)*")
_KATAKANA = re.compile(r"[\u30a1-\u30ff\s]+")
_LONGEST_WHOLE = 3  # letters of a name whose family name has one
_JAPANESE = 4  # letters of a name whose family name mostly has two

_COMPOUND = frozenset(
    (
        "欧阳",
        "歐陽",
        "司马",
        "司馬",
        "诸葛",
        "諸葛",
        "上官",
        "夏侯",
        "东方",
        "東方",
        "皇甫",
        "尉迟",
        "尉遲",
        "公孙",
        "公孫",
        "慕容",
        "司徒",
        "端木",
        "令狐",
        "宇文",
        "长孙",
        "長孫",
        "鲜于",
        "鮮于",
        "独孤",
        "獨孤",
        "南宫",
        "南宮",
        "东郭",
        "東郭",
        "百里",
        "呼延",
        "남궁",
        "황보",
        "제갈",
        "선우",
        "독고",
        "사공",
    )
)
_SINGLE = frozenset(
    "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭肖程曹袁邓鄧"
    "许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛"
    "邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文庞龐樊兰蘭殷施陶洪翟安颜顏倪严嚴牛温溫芦"
    "季俞章鲁魯葛伍韦韋申尤毕畢聂聶丛焦向柳邢路岳齐齊沿梅莫庄莊辛管祝左涂谷祁时時舒耿牟卜路詹关關苗凌费費纪紀靳盛"
    "童欧歐甄项項曲成游阳陽裴席卫衛查屈鲍鮑位覃霍翁隋植甘景薄单單包司柏宁寧柯阮桂闵"
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추"
    "도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용예경봉사부가복태목형두감음빈동온호범좌팽승간견당화창"
)


def is_cjk_name(text: str) -> bool:
    """Tell whether all of a name is written in Chinese, Japanese or Korean letters."""
    return not text.isascii() and bool(_NAME.fullmatch(text))


def join_cjk_name(family: str, given_name: str) -> str:
    """Return a name as it is written: 李伟; one that is a transcription keeps its parts apart."""
    is_transcribed = _KATAKANA.fullmatch(family) and _KATAKANA.fullmatch(given_name)
    return f"{family} {given_name}" if is_transcribed else f"{family}{given_name}"


def divide_cjk_name(text: str) -> tuple[str, str]:
    """Return family and given name of two words; without a space all is the family name.

    Which word is the family name is told by the common ones; the first is, where both could be.
    """
    first, *other_words = text.split()
    if len(other_words) != 1:
        return text, ""
    second = other_words[0]
    return (second, first) if _is_family(second) and not _is_family(first) else (first, second)


def cjk_family_name(text: str) -> str:
    """Return what is likely the family name of a name, for comparing only."""
    family, given_name = divide_cjk_name(text)
    if given_name or len(text) < 2:
        return family
    if text[:2] in _COMPOUND and len(text) > 2:
        return text[:2]
    if text[0] in _SINGLE and len(text) <= _LONGEST_WHOLE:
        return text[0]
    return text[:2] if len(text) == _JAPANESE else text


def _is_family(word: str) -> bool:
    return word in _COMPOUND or (len(word) == 1 and word in _SINGLE)


# --- the name by which an author is cited -----------------------------------------------------


FAMILY_NAMES = "family_names"
"""Where ``extra`` says which part of a name is the family name, if a guess would miss it."""

_KINDS = frozenset(
    (
        *("agency", "association", "authority", "bureau", "collaboration", "commission"),
        *("committee", "consortium", "council", "department", "federation", "foundation"),
        *("group", "initiative", "institute", "institution", "ministry", "network"),
        *("organisation", "organization", "programme", "society", "team", "university"),
        *("gesellschaft", "institut", "ministerium", "verband", "université", "universität"),
    )
)
_OF = frozenset(("of", "for", "on", "de", "des", "du", "für"))
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)


def cited_name(author: str, extra: Mapping[str, Any]) -> str:  # Any: JSON values
    """Return the family name of an author, or the name of an organisation."""
    stated = _read_family_name(author, extra)
    if stated or is_organisation(author, extra):
        return stated or author
    before, comma, after = author.partition(",")
    if comma and not _SUFFIX.fullmatch(after.strip()):
        return before.strip()
    words = before.split()
    while len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        words.pop()
    particle = next((at for at, word in enumerate(words[1:-1], 1) if word[0].islower()), -1)
    return " ".join(words[particle:])


def is_organisation(author: str, extra: Mapping[str, Any]) -> bool:  # Any: JSON values
    """Whether an author is no person: its source says so, or the words of its name do.

    "Kim Group" is one, and so is "Ministry of Health".
    """
    words = author.casefold().split()
    stated = _read_family_name(author, extra)
    if len(words) < 2 or stated:
        return len(words) > 1 and stated == author
    return words[-1] in _KINDS or (words[0] in _KINDS and words[1] in _OF)


def _read_family_name(author: str, extra: Mapping[str, Any]) -> str:  # Any: JSON values
    family_names = extra.get(FAMILY_NAMES)
    stated = family_names.get(author) if isinstance(family_names, dict) else None
    return stated if isinstance(stated, str) else ""
