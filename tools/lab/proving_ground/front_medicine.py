"""Designs of first pages as journals of medicine have them, all made up."""

from __future__ import annotations

from tools.lab.proving_ground.front_sheets import (
    HALF_LEFT,
    HALF_RIGHT,
    LEFT,
    LICENCE,
    RIGHT,
    Article,
    Sheet,
    add_design,
    cite_authors,
    flow_above,
    join_pages,
    list_keywords,
    list_names,
    list_places,
    with_part_names,
    write_parts,
)
from tools.lab.proving_ground.front_texts import OTHER_ABSTRACT, PLACES


@add_design
def _authors_in_left_column(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    with_part_names(article)
    sheet.put(26, f"{article.venue}", size=9, sans=True)
    sheet.put(
        26,
        "<b>Dovetide</b><br>open access to scientific and medical research",
        size=8,
        align="right",
        sans=True,
    )
    sheet.put(52, "Open Access Full Text Article", size=8, sans=True)
    sheet.put(52, "ORIGINAL RESEARCH", size=9, align="right", sans=True)
    y = sheet.put(80, f"<b>{article.title}</b>", size=18, sans=True)
    y = sheet.put(
        y + 8,
        f"This article was published in the following Dovetide journal:<br>{article.venue}",
        size=7.5,
        sans=True,
    )
    top = y + 14
    left = sheet.put(
        top, f"<b>{list_names(article, 'sup lines')}</b>", size=9, x=(LEFT, LEFT + 150), sans=True
    )
    sheet.put(left + 6, list_places(article), size=8, x=(LEFT, LEFT + 150), sans=True)
    y = sheet.put(top, write_parts(rows=True), size=9, x=(LEFT + 170, RIGHT), sans=True)
    y = sheet.put(
        y + 3, f"<b>Keywords:</b> {list_keywords(', ')}", size=9, x=(LEFT + 170, RIGHT), sans=True
    )
    sheet.put(740, "Correspondence: office@northgate.example", size=7.5, x=(LEFT, LEFT + 150))
    sheet.put(
        800,
        f"© {article.year} {article.first} et al. This work is published by Dovetide "
        "Press Limited.",
        size=7,
    )
    sheet.flow(article, y + 14, x=LEFT + 170, head_look="<b>{}</b>")


@add_design
def _jmir_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue number year doi")
    with_part_names(article)
    sheet.put(28, f"{article.venue.upper()}", size=8, x=HALF_LEFT)
    sheet.put(28, f"{article.first} et al", size=8, align="right")
    sheet.put(56, "Original Paper", size=11)
    y = sheet.put(76, f"<b>{article.title}</b>", size=17)
    y = sheet.put(
        y + 10,
        list_names(article, "sup degrees", last="; ").replace("</sup>, ", "</sup>; "),
        size=10,
    )
    y = sheet.put(y + 6, list_places(article), size=8.5)
    y = sheet.put(
        y + 8,
        f"<b>Corresponding Author:</b><br>{article.people.names[0]}<br>"
        f"{PLACES[0]}<br>Phone: 1 555 555 5555<br>Email: office@northgate.example",
        size=8,
    )
    y = sheet.put(y + 12, "<b>Abstract</b>", size=13)
    y = sheet.put(y + 4, write_parts(rows=True), size=9.5)
    y = sheet.put(
        y + 6,
        f"<b><i>({article.short} {article.year};{article.volume}({article.issue}):"
        f"e{article.number})</i></b> doi:{article.doi}",
        size=9,
    )
    y = sheet.put(y + 8, f"<b>KEYWORDS</b><br>{list_keywords()}", size=9)
    sheet.put(
        800,
        f"https://www.tides.example/{article.year}/{article.issue}/e{article.number}/",
        size=7,
        x=HALF_LEFT,
    )
    sheet.put(
        800,
        f"{article.short} {article.year} | vol. {article.volume} | iss. {article.issue} "
        f"| e{article.number} | p. 1",
        size=7,
        x=HALF_RIGHT,
    )
    article.number = f"e{article.number}"
    sheet.next_page()
    sheet.flow(article, 60)


@add_design
def _hindawi_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue number year doi")
    sheet.put(
        28,
        f"Quay House<br>{article.venue}<br>Volume {article.year}, Article ID "
        f"{article.number}, 9 pages<br>https://doi.org/{article.doi}",
        size=8,
    )
    y = sheet.put(84, "<b><i>Research Article</i></b>", size=11)
    y = sheet.put(y + 2, f"<b>{article.title}</b>", size=16)
    y = sheet.put(y + 12, f"<b>{list_names(article, 'orcid', last=', and ')}</b>", size=11)
    y = sheet.put(y + 6, f"<i>{list_places(article)}</i>", size=8.5)
    y = sheet.put(
        y + 6,
        f"Correspondence should be addressed to {article.people.names[0]}; "
        "office@northgate.example",
        size=8.5,
    )
    y = sheet.put(
        y + 6,
        f"Received 4 May {article.year - 1}; Accepted 3 March {article.year}; "
        f"Published 5 April {article.year}",
        size=8.5,
    )
    y = sheet.put(y + 4, "Academic Editor: Roy Innes", size=8.5)
    y = sheet.put(
        y + 6, f"Copyright © {article.year} {article.people.names[0]} et al. {LICENCE}", size=8.5
    )
    y = sheet.put(y + 8, article.abstract, size=9)
    sheet.head = f"#&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;{article.venue}"
    sheet.flow(article, y + 14, columns=2, numbers=True)


@add_design
def _sage_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    sheet.put(30, "<i>Original Article</i>", size=10)
    sheet.put(
        30,
        f"{article.venue}<br>Volume {article.volume}: {join_pages(article)}<br>© The "
        f"Author(s) {article.year}<br>Article reuse guidelines:<br>sagetides.example/"
        f"journals-permissions<br>DOI: {article.doi}<br>journals.sagetides.example/home/jsp",
        size=7,
        x=(400, RIGHT),
        sans=True,
    )
    y = sheet.put(60, f"<b>{article.title}</b>", size=19, x=(LEFT, 390))
    y = sheet.put(max(y, 100) + 16, f"<b>{list_names(article)}</b>", size=11, x=(LEFT, 390))
    y = sheet.put(y + 16, "<b>Abstract</b>", size=10)
    y = sheet.put(y + 1, article.abstract, size=9.5)
    y = sheet.put(y + 8, f"<b>Keywords</b><br>{list_keywords(', ')}", size=9)
    y = sheet.put(
        y + 6, f"Date received: 4 May {article.year - 1}; accepted: 3 March {article.year}", size=8
    )
    sheet.put(
        710,
        list_places(article) + "<br><b>Corresponding author:</b><br>"
        f"{article.people.names[0]}, {PLACES[0]}.<br>Email: office@northgate.example",
        size=8,
        x=HALF_RIGHT,
    )
    sheet.head = f"#&nbsp;&nbsp;&nbsp;{article.venue} {article.volume}({article.issue})"
    article.print_fields("issue")
    flow_above(sheet, article, y + 16)


@add_design
def _taylor_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue page year doi")
    sheet.put(
        28,
        f"{article.venue.upper()}<br>{article.year}, VOL. {article.volume}, NO. "
        f"{article.issue}, {join_pages(article)}<br>https://doi.org/{article.doi}",
        size=8,
        sans=True,
    )
    y = sheet.put(84, f"<b>{article.title}</b>", size=14, sans=True)
    y = sheet.put(y + 10, list_names(article, "letter"), size=10.5)
    y = sheet.put(y + 4, list_places(article, "letter", "; "), size=8.5)
    top = y + 16
    y = sheet.put(top, "<b>ABSTRACT</b>", size=8, x=(LEFT, LEFT + 330), sans=True)
    y = sheet.put(y + 1, article.abstract, size=9, x=(LEFT, LEFT + 330))
    sheet.put(
        top,
        f"<b>ARTICLE HISTORY</b><br>Received 4 May {article.year - 1}<br>Accepted 3 "
        f"March {article.year}<br><br><b>KEYWORDS</b><br>{list_keywords()}",
        size=8,
        x=(LEFT + 350, RIGHT),
        sans=True,
    )
    sheet.put(
        770,
        f"<b>CONTACT</b> {article.people.names[0]} office@northgate.example {PLACES[0]}"
        f"<br>© {article.year} The Author(s). Published by Quay House UK Limited.",
        size=7.5,
    )
    sheet.head = f"#&nbsp;&nbsp;&nbsp;&nbsp;{article.first.upper()} ET AL."
    sheet.flow(article, y + 24, head_look="<b>{}</b>")


@add_design
def _key_points_box(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue number year doi")
    with_part_names(article)
    sheet.put(26, "<b>Original Investigation</b> | Public Health", size=9, sans=True)
    y = sheet.put(48, f"<b>{article.title}</b>", size=18, sans=True)
    y = sheet.put(
        y + 8, list_names(article, "degrees", last="; ").replace(", ", "; ", 0), size=9.5, sans=True
    )
    main, side = (LEFT, LEFT + 320), (LEFT + 340, RIGHT)
    top = y + 16
    y = sheet.put(top, "<b>Abstract</b>", size=12, x=main, sans=True)
    for name, text in (part.split("</b>", 1) for part in write_parts(rows=True).split("<br>")):
        y = sheet.put(
            y + 5,
            f"{name.replace(':', '').upper().replace('<B>', '<b>')}</b> {text}",
            size=9,
            x=main,
            sans=True,
        )
    y = sheet.put(
        y + 6,
        f"<i>{article.short}</i> {article.year};{article.volume}({article.issue}):"
        f"e{article.number}. doi:{article.doi}",
        size=8,
        x=main,
        sans=True,
    )
    article.number = f"e{article.number}"
    sheet.put(
        top,
        "<b>Key Points</b><br><b>Question</b> How long do pools stay warm at night?"
        "<br><b>Findings</b> In this cohort of forty pools the median delay was three hours."
        "<br><b>Meaning</b> Pools may be refuges for snails.<br><br>Author affiliations and "
        "article information are listed at the end of this article.",
        size=8,
        x=side,
        sans=True,
    )
    sheet.put(
        790,
        "<b>Open Access.</b> This is an open access article distributed under the terms "
        "of the CC-BY License.",
        size=7,
        sans=True,
    )
    sheet.put(
        808,
        f"{article.venue}. {article.year};{article.volume}({article.issue}):"
        f"{article.number}. doi:{article.doi}&nbsp;&nbsp; April 5, {article.year} 1/12",
        size=7,
        sans=True,
    )
    sheet.next_page()
    sheet.flow(article, 60, columns=1)


@add_design
def _indian_journal(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue year")
    sheet.put(
        26,
        f"<b>{article.venue}</b> | Volume {article.volume} | Issue {article.issue} | "
        f"March {article.year}",
        size=8,
        align="center",
    )
    y = sheet.put(54, "<b>Original Research Article</b>", size=10, align="center")
    y = sheet.put(y + 8, f"<b>{article.title}</b>", size=15, align="center")
    y = sheet.put(y + 8, f"<b>{list_names(article, 'sup', last=', ')}</b>", size=11, align="center")
    y = sheet.put(y + 6, list_places(article), size=9, align="center")
    y = sheet.put(
        y + 4,
        "<b>*Corresponding author:</b> Dr. Office, Email: office@northgate.example",
        size=9,
        align="center",
    )
    y = sheet.put(y + 10, "<b>ABSTRACT</b>", size=10.5, align="center")
    y = sheet.put(y + 3, article.abstract, size=10)
    y = sheet.put(y + 4, f"<b>Key words:</b> {list_keywords(', ')}.", size=10)
    article.headings = tuple(text.upper() for text in article.headings)
    sheet.flow(article, y + 12, columns=2)


@add_design
def _how_to_cite_box(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    with_part_names(article)
    sheet.put(26, "Original Article", size=10, align="right", sans=True)
    y = sheet.put(60, f"<b>{article.title}</b>", size=18, sans=True)
    y = sheet.put(y + 10, f"<b>{list_names(article)}</b>", size=10.5)
    y = sheet.put(y + 4, list_places(article, joint=", "), size=8)
    y = sheet.put(y + 14, "<b>Abstract</b>", size=12)
    y = sheet.put(y + 2, write_parts(), size=9.5)
    y = sheet.put(y + 5, f"<b>Keywords:</b> {list_keywords(', ')}", size=9)
    sheet.put(
        640,
        "<b>Address for correspondence:</b> Dr. Office,<br>Wendel, Uttar Marsh, India."
        "<br>E-mail: office@northgate.example",
        size=8,
        x=HALF_LEFT,
    )
    sheet.put(
        690,
        f"Access this article online<br>Website: www.tides.example<br>DOI: {article.doi}",
        size=8,
        x=HALF_LEFT,
    )
    sheet.put(
        690,
        f"<b>How to cite this article:</b> {cite_authors(article)}. {article.title}. "
        f"{article.short} {article.year};{article.volume}:{join_pages(article)}.",
        size=8,
        x=HALF_RIGHT,
    )
    sheet.put(
        800, f"© {article.year} {article.venue} | Published by Quay House - Medtide", size=7.5
    )
    sheet.next_page()
    sheet.flow(article, 60, columns=2)


@add_design
def _scielo_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    sheet.put(
        26,
        f"{article.short} {article.year};{article.volume}:{join_pages(article)}"
        f"&nbsp;&nbsp;&nbsp;&nbsp;Original Article<br>http://dx.doi.org/{article.doi}",
        size=8,
    )
    y = sheet.put(66, f"<b>{article.title}</b>", size=15, align="center")
    y = sheet.put(
        y + 4, "<i>Resfriamento lento de poças entre duas marés</i>", size=11, align="center"
    )
    y = sheet.put(y + 12, list_names(article, "sup lines"), size=10, align="right")
    y = sheet.put(y + 10, "<b>ABSTRACT</b>", size=9.5)
    y = sheet.put(y + 1, article.abstract, size=9)
    y = sheet.put(y + 2, f"<b>Keywords:</b> {list_keywords('. ')}.", size=9)
    y = sheet.put(y + 8, "<b>RESUMO</b>", size=9.5)
    y = sheet.put(y + 1, OTHER_ABSTRACT, size=9)
    y = sheet.put(y + 2, "<b>Palavras-chave:</b> poças de maré. resfriamento. marés.", size=9)
    y = sheet.put(y + 8, list_places(article), size=7.5)
    sheet.flow(article, y + 14, columns=2)


@add_design
def _other_language_first(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    y = sheet.put(60, f"<b>{article.title}</b>", size=15)
    y = sheet.put(y + 10, f"{list_names(article, 'sign')}", size=11)
    y = sheet.put(y + 12, f"<b>Resumo:</b> {OTHER_ABSTRACT}", size=9.5)
    y = sheet.put(y + 2, "<b>Palavras-chave:</b> poças de maré; resfriamento; marés.", size=9.5)
    y = sheet.put(y + 8, f"<b>Abstract:</b> {article.abstract}", size=9.5)
    y = sheet.put(y + 2, f"<b>Keywords:</b> {list_keywords()}.", size=9.5)
    sheet.put(
        780,
        list_places(article, "sign") + f"<br>Recebido em 04/05/{article.year - 1}. "
        f"Aprovado em 03/03/{article.year}.",
        size=7.5,
    )
    sheet.flow(article, y + 14, numbers=True)
