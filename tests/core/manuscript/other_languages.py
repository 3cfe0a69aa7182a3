"""Entries and manuscripts in other languages than English."""

from __future__ import annotations

from core.base.records import Reference
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.markers import ReferenceIndex


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
    "pl": """
        Wyniki podano w tab. 2 oraz na rys. 4.
        Jest to np. piasek, tzn. drobny żwir, który waży ok. 3,5 kg.
        Według Dęba i in. (2012) jest to błędne.
        W 2019 r. łódź była jeszcze na wodzie.
        Żwir, piasek itp. nie są tu ważne.
        Zob. też rozdz. 3 oraz s. 14.
        Dziękujemy prof. Ł. Dębowi za sita.
        To jest wszystko.
    """,
    "cs": """
        Hodnoty jsou v tab. 2 a na obr. 4.
        Je to např. písek, tj. drobný štěrk, který by vážil přes 3,5 kg.
        Podle Dubového a kol. (2012) je to jinak.
        Štěrk, písek apod. se tu neváží.
        Viz také kap. 3 a čl. 5, které jsou na s. 14.
        V 19. století se sít nepoužívalo.
        Za síta děkujeme prof. Č. Dubovému.
        To je vše.
    """,
    "tr": """
        Değerler şek. 4 ile verilmiştir ve bu bir tablo değildir.
        Bkz. bölüm 3 ve s. 14.
        Meşe vd. (2012) bu değeri daha küçük olarak verir.
        Kum, çakıl vb. maddeler bu çalışma için tartılmıştır.
        Elekler için Prof. Dr. Ş. Meşe ve Ö. Kayın çok yardım etti.
        Örn. kil de bu elek ile elenir.
        Bu kadar.
    """,
    "uk": """
        Значення наведено в табл. 2 та на рис. 4.
        Див. також розд. 3, с. 14.
        Дуб та ін. (2012) вважають інакше.
        У 2019 р. їх ще не зважили.
        Пісок, глину тощо зважено.
        Дякуємо проф. І. Дубу за сита.
        Це все.
    """,
    "el": """
        Οι τιμές είναι στον πίν. 2 και στη σελ. 4.
        Βλ. επίσης το κεφ. 3.
        Ο Δρυς κ.ά. (2012) το έδειξαν.
        Η άμμος κ.λπ. ζυγίστηκαν.
        Ευχαριστούμε τον κ. Γ. Δρυ για τα κόσκινα.
        Αυτά είναι όλα.
    """,
    "hu": """
        Az értékek a 2. táblázatban és a 4. ábrán vannak.
        Ez pl. homok, ill. kavics, amely nem volt nehéz.
        Tölgy és mtsai. (2012) szerint ez nem igaz.
        A homok, az agyag stb. már megvolt.
        Lásd még a 3. fejezetet, vö. az 5. oldallal is.
        Köszönjük dr. Á. Tölgynek, hogy van egy szita.
        Ez minden.
    """,
    "id": """
        Nilai ini dapat dilihat pada tbl. 2 dan gbr. 4.
        Ini adalah pasir, mis. pasir halus yang tidak berat.
        Menurut Jati dkk. (2012) hal ini tidak benar.
        Pasir, kerikil, dll. juga ditimbang dalam penelitian ini.
        Lihat juga hlm. 14 dari buku tersebut.
        Terima kasih untuk Prof. Dr. S. Jati dan yang lain.
        Itu saja.
    """,
    "sv": """
        Värdena finns i tab. 2 och på s. 14.
        Det är t.ex. sand, dvs. en lera som är fin.
        Enligt Ek m.fl. (2012) är det inte så.
        Sand, grus osv. har vägts för det.
        Jfr kap. 3 och eller det som står på sid. 5.
        Vi tackar prof. Å. Ek för att det finns sållar.
        Det var allt.
    """,
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
