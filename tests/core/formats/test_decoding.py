"""Files that do not say what encoding they are in, of which there may be only a few names."""

from __future__ import annotations

import pytest

from core.formats.decoding import decode

POLISH = "Łukasz Kaczyński, Żaneta Świątek, Jędrzej Wójcik, Michał Źrebiec"
CZECH = "Dvořák, Antonín and Čapek, Karel and Říha, Štěpán and Růžička, Jiří"
GERMAN = "Müller, Jürgen and Gödel, Kurt and Strauß, Käthe"


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859_2"])
@pytest.mark.parametrize(
    "text",
    [
        POLISH,
        CZECH,
        "Łukasz",
        "Dvořák",
        "Kovačević, Željko and Đurić, Šime",
        "Ľubomír Šťastný and Mária Ďuricová",
        f"{POLISH} – {GERMAN} on {CZECH}",
    ],
)
def test_names_of_central_europe_are_read(encoding: str, text: str) -> None:
    text = text.replace("–", "-") if encoding == "iso8859_2" else text
    for before in ("", "@article{a, title = {Plain}, year = 1999}\n" * 50):
        source = f"{before}@article{{b, author = {{{text}}}}}\n"
        assert decode(source.encode(encoding)) == source


@pytest.mark.parametrize(
    "text",
    [
        GERMAN,
        "René Lévêque, François Côté, naïve Bayes à la carte – « très »",
        "Núñez, Peña and José María Ibáñez: ¿Qué es esto?",
        "Søren Kierkegaard, Åse Ødegård and Mårten Sjöström",
        "João Gonçalves, Antônio Conceição, Simões",
        "Þórarinn Eldjárn, Guðrún Ævarsdóttir",
        "Über 5 cm³ und 3 m², © Verlag™ – 20 °C ± 2 µm",
        "Erdõs",  # with a tilde, as was written where there was no ő
    ],
)
def test_names_of_western_europe_stay_what_they_were(text: str) -> None:
    source = f"@article{{a, author = {{{text}}}}}\n"
    assert decode(source.encode("cp1252")) == source


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1254", "Gündoğdu, Çağlar and Şahin, Yılmaz and Gökçe Işık"),
        ("cp1257", "Žemaitė, Šarūnas Jasikevičius, Kęstutis Ąžuolas, Ūla Įkalnytė"),
        ("cp1251", "Пётр Чайковский, Иван Иванов"),
        ("cp1251", "Лев Толстой"),
        ("gb18030", "王小明 李四 论文 关于引用推荐的研究"),
        ("shift_jis", "引用文献の推薦に関する研究、山田太郎、すずきはなこ"),
        ("iso2022_jp", "引用文献の推薦に関する研究、山田太郎、すずきはなこ"),
    ],
)
def test_names_of_other_languages_are_read(encoding: str, text: str) -> None:
    source = f"@article{{a, title = {{{text}}}}}\n"
    assert decode(source.encode(encoding)) == source


def test_lines_in_two_encodings_are_each_read() -> None:
    source = f"author = {{{CZECH}}}\n"
    assert decode(source.encode("cp1250") + source.encode()) == source * 2


def test_bytes_that_are_no_words_are_read_all_the_same() -> None:
    assert decode(b"\xff\x81\x9d") == "ÿ\ufffd\ufffd"
    assert decode(b"a \xb3 b") == "a ³ b"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "Война и мир, Лев Николаевич Толстой"),
        ("gb18030", "深度学习在自然语言处理中的应用研究"),
        ("shift_jis", "深層学習による自然言語処理の研究とその応用について"),
        ("cp1253", "Ελληνική γλώσσα και λογοτεχνία της εποχής"),
        ("cp1252", "Müller, Jürgen und Gödel, Kurt: Über Sätze – né à São Paulo"),
    ],
)
def test_the_encoding_of_a_file_is_found_out(encoding: str, text: str) -> None:
    source = f"@book{{a,\n  title = {{{text}}},\n}}\n"
    assert decode(source.encode(encoding)) == source
    mixed = source.encode(encoding) + "% ñ in UTF-8\n".encode()
    assert decode(mixed) == source + "% ñ in UTF-8\n"


def test_the_encoding_that_xml_declares_counts() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-2"?><a>Dvořák</a>'
    assert decode(text.encode("iso-8859-2")) == text
