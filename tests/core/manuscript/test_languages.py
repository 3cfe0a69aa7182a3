"""Sentences, headings, entries and markers in other languages than English."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.base.records import Manuscript, Reference, Section, Sentence
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.markers import ReferenceIndex, find_markers
from core.manuscript.text.common_titles import is_caption, is_known_title, is_references_title
from core.manuscript.text.composed import Composer
from core.manuscript.text.hyphens import Joiner
from core.manuscript.text.languages import main_language
from core.manuscript.text.scripts import closed_up, unsupported_script
from core.manuscript.text.section_kinds import section_kinds
from core.manuscript.text.sentences import split_quickly, split_sentences
from core.recommend.audit import could_not_check


@pytest.mark.parametrize(
    "sentences",
    [
        [
            "筛子很精确[1]。",
            "它们也很重：沙子，石头，黏土。[2]",
            "他说：“留下。”",
            "我们走了（见图1。）。",
            "重3．5倍！",
        ],
        [
            "これは例である．",
            "次の文も同じだ。",
            "「はい。」と答えた。",
            "図1．2に示す[3]．",
            "以上．",
        ],
        ["이 방법은 좋다.", "결과는 3.5배였다[2].", "예를 들어, 김 등(2010)은 다르다."],
        [
            "Метод описан в работе (см. рис. 1.2).",
            "Дубов и др. показали, что т. е. это верно.",
            "В 2019 г. Кленов А. В. взвесил песок, глину и т. д.",
            "Работа (см. табл. 3) длилась до 2020 г.",
            "Она важна.",
        ],
        [
            "Wie z. B. in Abb. 3 gezeigt, gilt das u. a. für Sand, d. h. es ist wahr.",
            "Am 3. Mai war das so.",
            "Im 19. Jahrhundert bzw. in den Jahren danach usw.",
            "Die Siebe sind exakt.",
            "„Das ist gut.“",
            "Danach kam er.",
        ],
        [
            "Voir p. ex. la fig. 3 et le chap. 2.",
            "C'est vrai, cf. Chêne (2010).",
            "Il a dit : « C'est bon. »",
            "Étude suivante.",
        ],
        [
            "Véase p. ej. la fig. 3 de EE. UU. y la pág. 12.",
            "¿Qué es esto?",
            "Según el Dr. Roble (2010), no.",
            "Entonces sí.",
        ],
        [
            "Veja p. ex. a fig. 3 e o cap. 2.",
            "O séc. XIX foi assim.",
            "É verdade que o Prof. Carvalho não concorda.",
        ],
        ["This is the state of the art.", "He wore a cap.", "Is it not?", "It is."],
    ],
)
def test_sentences_end_where_their_language_ends_them(sentences: list[str]) -> None:
    gap = "" if sentences[0][-1] in "。．" else " "

    assert split_sentences(gap.join(sentences)) == sentences


def test_a_window_splits_other_scripts_without_nltk() -> None:
    assert split_quickly("Он взвесил песок. Глина мокрая.") == [
        "Он взвесил песок.",
        "Глина мокрая.",
    ]
    assert split_quickly("沙子很重。黏土很轻。") == ["沙子很重。", "黏土很轻。"]


@pytest.mark.parametrize(
    "title",
    [
        "参考文献",
        "参 考 文 献",
        "［参考文献］",
        "引用文献",
        "참고문헌",
        "5장 참고 문헌",
        "Список литературы",
        "СПИСОК ИСПОЛЬЗОВАННЫХ ИСТОЧНИКОВ",
        "Literatur",
        "6 Literaturverzeichnis",
        "Bibliographie",
        "Références bibliographiques",
        "Referencias",
        "5. Bibliografía",
        "Referências bibliográficas",
    ],
)
def test_the_heading_of_a_list_is_known_in_other_languages(title: str) -> None:
    assert is_references_title(title)


@pytest.mark.parametrize("title", ["摘 要", "はじめに", "서론", "Введение", "Einleitung", "Résumé"])
def test_headings_that_all_papers_have_are_known_in_other_languages(title: str) -> None:
    assert is_known_title(title)
    assert not is_references_title(title)


def test_sections_have_their_kinds_in_other_languages() -> None:
    titles = {
        "摘要": "abstract",
        "绪论": "introduction",
        "関連研究": "related",
        "Материалы и методы": "method",
        "Ergebnisse": "results",
        "고찰": "discussion",
        "Conclusões": "conclusion",
        "Danksagung": "acknowledgements",
        "参考文献": "other",
    }
    sections = section_kinds([Section("", title, 1) for title in titles])

    assert {section.title: section.kind for section in sections} == titles


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("图1: 筛子", True),
        ("図 2．筛", True),
        ("Рис. 3 — Сита", True),
        ("Abbildung 4: Siebe", True),
        ("表示される結果", False),
        ("Таблица показывает", False),
        ("图1给出了结果", False),
    ],
)
def test_captions_are_told_from_text(text: str, expected: bool) -> None:
    assert is_caption(text) is expected


@pytest.mark.parametrize(
    ("entry", "authors", "title", "year"),
    [
        (
            "Дубов, И. И. Сита и песок [Текст] / И. И. Дубов, П. П. Кленов [и др.] // Глина. 2010",
            ("И. И. Дубов", "П. П. Кленов"),
            "Сита и песок",
            2010,
        ),
        (
            "Дубов И. И., Кленов П. П. Сита и песок // Вестник глины. 2012. № 3. С. 5–9.",
            ("И. И. Дубов", "П. П. Кленов"),
            "Сита и песок",
            2012,
        ),
        (
            "Кленов П. П. Книга о глине / П. П. Кленов. — М. : Наука, 2001. — 300 с.",
            ("П. П. Кленов",),
            "Книга о глине",
            2001,
        ),
        (
            "林木, 石山, 沙河. 基于筛子的方法[J]. 沙土学报, 2010, 33(5): 1-10.",
            ("林木", "石山", "沙河"),
            "基于筛子的方法",
            2010,
        ),
        ("林木，石山．筛子导论［M］．北京：沙土出版社，2008．", ("林木", "石山"), "筛子导论", 2008),
        (
            "Oak J, Elm W. Sieves and sand[C]//Proceedings of Clay. 2015: 1-5.",
            ("J Oak", "W Elm"),
            "Sieves and sand",
            2015,
        ),
        (
            "森太郎, 林花子: “砂の照合”, 粘土学会論文誌, Vol. 50, No. 3, pp. 1-10 (2009).",
            ("森太郎", "林花子"),
            "砂の照合",
            2009,
        ),
        (
            "김모래, 이점토 (2018). 모래 체의 분석. 점토학회지, 22(1), 35-47.",
            ("김모래", "이점토"),
            "모래 체의 분석",
            2018,
        ),
    ],
)
def test_entries_in_national_forms_are_taken_apart(
    entry: str, authors: tuple[str, ...], title: str, year: int
) -> None:
    fields = parse_entry(entry)

    assert (fields.authors, fields.title, fields.year) == (authors, title, year)


@pytest.mark.parametrize(
    ("text", "marker", "reference"),
    [
        ("研究表明林木等（2010）提出了新方法。", "林木等（2010）", 0),
        ("已有方法（林木等，2010）很好。", "（林木等，2010）", 0),
        ("これは森ら（2009）が示した．", "森ら（2009）", 1),
        ("김모래 등(2018)은 제안했다.", "김모래 등(2018)", 2),
        ("Это показано ранее (Дубов и др., 2011).", "(Дубов и др., 2011)", 3),
        ("Das zeigt der Sand (Eiche u. a., 2012) gut.", "(Eiche u. a., 2012)", 4),
    ],
)
def test_names_and_years_cite_in_other_languages(text: str, marker: str, reference: int) -> None:
    entries = [
        "林木, 石山, 沙河. 基于筛子的方法[J]. 沙土学报, 2010, 33(5): 1-10.",
        "森太郎, 林花子: “砂の照合”, 粘土学会論文誌, Vol. 50, 2009.",
        "김모래, 이점토, 박자갈 (2018). 모래 체의 분석. 점토학회지, 22(1).",
        "Дубов, И. И. Сита [Текст] / И. И. Дубов, П. П. Кленов, С. С. Елов // Глина. — 2011.",
        "Eiche, H., Ulme, A. & Weide, K. (2012): Sand im Wald. In: Wald 5, S. 1–10.",
    ]

    assert [(each.text, each.references) for each in find_markers(text, _index(entries, ""))] == [
        (marker, (reference,))
    ]


def test_wide_brackets_cite() -> None:
    entries = [f"林木. 沙子{at}[J]. 沙土学报, 2010." for at in range(4)]
    found = find_markers("筛子［１］和【2，3】以及 A[4] 很重。", _index(entries, "1"))

    assert [each.references for each in found][:2] == [(0,), (1, 2)]


def test_lines_of_scripts_without_spaces_are_joined_without_one() -> None:
    joiner = Joiner(["병원 이송 시스템", "모래 체"])

    assert joiner.between("这是一", "个句子") == (0, "")
    assert joiner.between("in a", "sentence") == (0, " ")
    assert joiner.between("병원 이", "송 시스템") == (0, "")
    assert joiner.between("병원", "모래 체") == (0, " ")


def test_a_composer_closes_up_scripts_without_spaces() -> None:
    composer = Composer()
    composer.write("筛子很\n 精确")
    composer.cite("[1]", (0,))
    composer.write("。")
    composer.end_paragraph()

    assert composer.blocks[0].text == "筛子很精确[1]。"
    assert closed_up("a b 筛 子") == "a b 筛子"


def test_scripts_that_are_not_supported_are_named() -> None:
    assert unsupported_script(["Sieves are exact.", "Сита точны.", "筛子很精确。"]) == ""
    assert unsupported_script(["الغرابيل دقيقة جدا"]) == "Arabic"
    assert unsupported_script(["ตะแกรงมีความแม่นยำ", "sieves"]) == "Thai"


def test_the_audit_names_a_script_that_is_not_supported() -> None:
    told = [
        list(could_not_check(_manuscript(text))) for text in ("الغرابيل دقيقة.", "筛子很精确。")
    ]

    assert [[each.kind for each in found] for found in told] == [["could not check"], []]
    assert "Arabic" in str(told[0][0].text)


def _manuscript(text: str) -> Manuscript:
    sentence = Sentence(index=0, section=None, page=0, text=text, rects=(), markers=())
    return Manuscript(title="", sentences=(sentence,))


def _index(entries: list[str], label: str) -> ReferenceIndex:
    references = []
    for at, text in enumerate(entries):
        fields = parse_entry(text)
        references.append(
            Reference(
                index=at,
                label=str(at + 1) if label else "",
                text=text,
                authors=fields.authors,
                title=fields.title,
                year=fields.year,
                venue=fields.venue,
                doi="",
                arxiv="",
            )
        )
    return ReferenceIndex.of(references)


TRAPS = {
    "de": """
        Die Werte stehen in Tab. 2 bzw. in Abb. 4.
        Wir folgen Birke u. a. (2012), vgl. Kap. 3.
        Das Sieb wog ca. 3,5 kg.
        Nach Esche et al. [3] ist das falsch.
        Der Sand u. Ä. wurde gewogen.
        Dies gilt i. Allg. nur für nassen Sand [4, S. 12 ff.].
        Am 12. Februar 2019 begann der Versuch.
        Der 2. Versuch dauerte länger.
        Wir danken Prof. Dr. Linde.
        Siehe hierzu auch Abschn. 2.1 f. sowie Anh. B 2.
        Die Siebe usw. wurden gereinigt.
        Es gilt o. B. d. A. das Folgende.
        Laut DIN EN 1234 Nr. 5 ist das zulässig.
        Die Methode (s. o.) versagt hier.
        Das ist alles.
    """,
    "fr": """
        Les valeurs sont données au tabl. 2, p. 14.
        Selon Chêne et al. [3], c'est faux.
        Le sable (cf. chap. 2) pèse env. 3,5 kg.
        M. Orme et Mme Frêne l'ont montré.
        Qu'est-ce que le sable ?
        C'est un grain !
        Le tamis n° 4 est fin.
        Les grains, les pierres, etc. ont été pesés.
        Voir l'art. 5 et l'éq. 3.
        D'après J. Chêne (2010), le résultat est juste.
        Nous avons lavé le sable ; puis nous l'avons pesé.
        On note « fin » le sable de moins de 2 mm.
        Il pèse 3 kg, c.-à-d. peu.
        Le XIXe s. fut humide.
        C'est tout.
    """,
    "es": """
        Los valores están en la tabla 2 (véase la fig. 4).
        Según Roble et al. [3], es falso.
        La arena pesa aprox. 3,5 kg.
        El Dr. Olmo y la Dra. Haya lo mostraron.
        ¿Qué es la arena?
        ¡Es un grano!
        El tamiz núm. 4 es fino.
        Los granos, las piedras, etc. se pesaron.
        Véase el art. 5 y la ec. 3.
        J. Roble (2010) lo confirma.
        En el s. XIX fue seco.
        Ocurrió en el año 300 a. C. en Roma.
        Se usa p. ej. arena fina.
        La Sra. Haya midió el peso, cf. cap. 3.
        Eso es todo.
    """,
    "pt": """
        Os valores estão na tab. 2 (cf. fig. 4).
        Segundo Carvalho et al. [3], é falso.
        A areia pesa aprox. 3,5 kg.
        O Dr. Olmo e a Dra. Faia mostraram isso.
        O que é a areia?
        É um grão!
        A peneira n. 4 é fina.
        Os grãos, as pedras, etc. foram pesados.
        Veja o art. 5 e a eq. 3.
        J. Carvalho (2010) confirma.
        No séc. XIX foi seco.
        Usa-se p. ex. areia fina.
        A Profa. Faia mediu o peso, cf. cap. 3.
        A p. 12 mostra o resultado.
        Isso é tudo.
    """,
    "ru": """
        Значения приведены в табл. 2 (см. рис. 1.).
        Дубов и др. [3] показали это.
        Песок весит прибл. 3,5 кг.
        Проф. Клёнов и доц. Осин это подтвердили.
        Что такое песок?
        Это зерно!
        См. п. 3 и гл. 2.
        В XIX в. было сухо.
        В 2010 г. опыт повторили.
        Использовались песок, глина, камни и т. п.
        Далее сита промыли.
        По А. В. Клёнову, это верно, т. к. песок сухой.
        Длина равна 5 см.
        Метод описан на с. 12–15, ср. также ур. (3).
        Это всё.
    """,
    "zh": """
        如图1所示，筛子很精确。
        根据橡树等[3]，这是错误的。
        他问：“什么是沙子？”
        沙子重3.5千克！
        “很好。”他说。
        见表2（第3.1节）。
        方法如下：先称重；再清洗。
        结果见文献[4,5]。
        参见《沙子手册》第2版。
        该值为p<0.05。
        我们使用Python 3.11实现。
        沙、石、土等均已称重。
        随后清洗筛子。
        此外，e.g.黏土也适用。
        就这些。
    """,
    "ja": """
        図1に示すように，筛は正確である．
        樫ら[3]によれば，これは誤りである。
        「砂とは何か？」と彼は尋ねた。
        砂は3.5kgであった！
        表2（3.1節）を参照されたい。
        「よい。」
        方法は次のとおりである：まず量る。
        結果は文献[4,5]にある．
        『砂の手引き』第2版を見よ。
        値はp<0.05である。
        Python 3.11を用いた。
        砂，石，土などを量った．
        その後，筛を洗った。
        例えばe.g.粘土にも使える。
        以上である。
    """,
    "ko": """
        그림 1에서 보듯이 체는 정확하다.
        참나무 등[3]에 따르면 이것은 틀렸다.
        모래란 무엇인가?
        모래의 무게는 3.5 kg이다!
        표 2(3.1절)를 참조하라.
        “좋다.”라고 그가 말했다.
        방법은 다음과 같다: 먼저 무게를 잰다.
        결과는 문헌 [4, 5]에 있다.
        『모래 안내서』 제2판을 보라.
        값은 p < 0.05이다.
        Python 3.11을 사용했다.
        모래, 돌, 흙 등을 쟀다.
        그 후 체를 씻었다.
        예컨대 e.g. 점토에도 쓴다.
        이상이다.
    """,
}


@pytest.mark.parametrize("language", TRAPS)
@pytest.mark.parametrize("split", [split_quickly, split_sentences])
def test_stops_that_end_no_sentence(language: str, split: Callable[[str], list[str]]) -> None:
    lines = [line.strip() for line in TRAPS[language].strip().splitlines()]
    between = "" if language in ("zh", "ja") else " "

    assert split(between.join(lines)) == lines


@pytest.mark.parametrize("language", TRAPS)
def test_the_language_of_a_manuscript_is_told(language: str) -> None:
    lines = [line.strip() for line in TRAPS[language].strip().splitlines()]

    assert main_language(lines) == language
    assert main_language([*lines, *(["We weigh the sand in the sieves of clay."] * 20)]) == "en"


def test_of_little_text_or_a_mixture_no_language_is_told() -> None:
    assert main_language([]) == main_language(["Das ist der Sand in den Sieben."]) == ""
    assert main_language(["x = 3.", "y = 5."] * 10) == ""
