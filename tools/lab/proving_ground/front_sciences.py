"""Designs of first pages as journals of chemistry, physics and engineering have them, made up."""

from __future__ import annotations

from tools.lab.proving_ground.front_sheets import (
    HALF_LEFT,
    HALF_RIGHT,
    LEFT,
    RIGHT,
    Article,
    Sheet,
    add_design,
    flow_above,
    join_pages,
    list_keywords,
    list_names,
    list_places,
)
from tools.lab.proving_ground.front_texts import PLACES


@add_design
def _rsc_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    sheet.put(24, f"<b>{article.venue}</b>", size=16, x=HALF_LEFT, sans=True)
    sheet.put(70, "EDGE ARTICLE", size=13, sans=True)
    side, main = (LEFT - 10, LEFT + 110), (LEFT + 130, RIGHT)
    sheet.put(
        120,
        f"Cite this: <i>{article.short}</i>, {article.year}, <b>{article.volume}</b>, "
        f"{article.pages[0]}<br><br>Received 4th May {article.year - 1}<br>Accepted 3rd March "
        f"{article.year}<br><br>DOI: {article.doi}<br><br>rsc.example/tides",
        size=7.5,
        x=side,
        sans=True,
    )
    article.pages = (article.pages[0], "")
    y = sheet.put(120, f"<b>{article.title}</b>", size=16, x=main)
    y = sheet.put(y + 8, list_names(article, "letter"), size=10, x=main)
    y = sheet.put(y + 14, article.abstract, size=9, x=main, sans=True)
    sheet.put(
        750,
        f"<i>{list_places(article, 'letter')} E-mail: office@northgate.example</i>",
        size=7,
        x=HALF_LEFT,
    )
    sheet.foot = f"# | {article.short}, {article.year}, {article.volume}, {article.pages[0]}"
    flow_above(sheet, article, y + 20)


@add_design
def _acs_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year")
    sheet.put(24, f"<b>{article.venue.upper()}</b>", size=12, sans=True)
    sheet.put(46, "pubs.tides.example/JSP", size=7.5, sans=True)
    sheet.put(46, "Article", size=9, align="right", sans=True)
    y = sheet.put(70, f"<b>{article.title}</b>", size=17, sans=True)
    y = sheet.put(y + 6, list_names(article, "sign oxford"), size=11)
    y = sheet.put(
        y + 14,
        f"Cite This: <i>{article.short}</i> {article.year}, {article.volume}, "
        f"{article.pages[0]}−{article.pages[1]}"
        "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Read Online",
        size=9,
        sans=True,
    )
    sheet.put(
        y + 6,
        "ACCESS&nbsp;&nbsp;&nbsp;Metrics &amp; More&nbsp;&nbsp;&nbsp;Article "
        "Recommendations&nbsp;&nbsp;&nbsp;Supporting Information",
        size=7.5,
        sans=True,
    )
    y = sheet.put(y + 28, f"<b>ABSTRACT:</b> {article.abstract}", size=10)
    sheet.put(
        770,
        f"<b>Received:</b> May 4, {article.year - 1}<br><b>Published:</b> March 3, {article.year}",
        size=8,
        x=HALF_LEFT,
    )
    sheet.put(
        805,
        f"© {article.year} Tidal Chemical Society&nbsp;&nbsp;&nbsp;{article.pages[0]}"
        f"&nbsp;&nbsp;&nbsp;https://doi.org/{article.doi}<br>{article.short} {article.year}, "
        f"{article.volume}, {article.pages[0]}−{article.pages[1]}",
        size=7,
        align="center",
    )
    article.print_fields("doi")
    sheet.head = f"{article.venue}&nbsp;&nbsp;&nbsp;pubs.tides.example/JSP&nbsp;&nbsp;&nbsp;Article"
    flow_above(sheet, article, y + 20)


@add_design
def _ieee_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue page year doi")
    article.headings = tuple(text.upper() for text in article.headings)
    sheet.put(
        28,
        f"{article.venue.upper()}, VOL. {article.volume}, NO. {article.issue}, MARCH "
        f"{article.year}",
        size=7,
        x=(LEFT, RIGHT - 60),
    )
    sheet.put(28, article.pages[0], size=7, align="right")
    article.pages = (article.pages[0], "")
    y = sheet.put(56, article.title, size=22, align="center")
    names = [
        f"{name}, <i>{'Senior Member' if at else 'Member'}, IEEE</i>" if at < 2 else name
        for at, name in enumerate(article.people.names)
    ]
    joined = ", ".join(names[:-1]) + ", and " + names[-1] if len(names) > 1 else names[0]
    y = sheet.put(y + 10, joined, size=11, align="center")
    left = sheet.put(y + 24, f"<b><i>Abstract</i>—{article.abstract}</b>", size=9, x=HALF_LEFT)
    left = sheet.put(
        left + 6, f"<b><i>Index Terms</i>—{list_keywords(', ')}.</b>", size=9, x=HALF_LEFT
    )
    sheet.put(
        690,
        f"Manuscript received May 4, {article.year - 1}; revised February 2, "
        f"{article.year}; accepted March 3, {article.year}. <i>(Corresponding author: "
        f"{article.people.names[0]}.)</i><br>The authors are with the {PLACES[0]} (e-mail: "
        f"office@northgate.example).<br>Digital Object Identifier {article.doi}",
        size=7.5,
        x=HALF_LEFT,
    )
    sheet.head = (
        f"{article.venue.upper()}, VOL. {article.volume}, NO. {article.issue}, MARCH {article.year}"
    )
    sheet.next_page()
    sheet.flow(article, 60, columns=2, head_look="{}")


@add_design
def _letter_bold_summary(sheet: Sheet, article: Article) -> None:
    article.print_fields("year doi")
    sheet.put(26, "<b>LETTERS</b>", size=14, sans=True)
    sheet.put(
        48,
        f"PUBLISHED ONLINE: 5 APRIL {article.year} | DOI: {article.doi.upper()}",
        size=7,
        sans=True,
    )
    y = sheet.put(84, f"<b>{article.title}</b>", size=21)
    y = sheet.put(y + 8, f"<b>{list_names(article)}</b>", size=10, sans=True)
    y = sheet.put(y + 16, f"<b>{article.abstract}</b>", size=9.5)
    sheet.put(
        755,
        list_places(article, joint=", ") + ". *e-mail: office@northgate.example",
        size=7,
        sans=True,
    )
    sheet.put(
        805,
        f"{article.venue.upper()} | VOL {article.volume} | APRIL {article.year} | "
        "www.tides.example",
        size=7,
        sans=True,
    )
    article.print_fields("venue volume")
    sheet.foot = f"{article.venue.upper()} | VOL {article.volume} | APRIL {article.year} #"
    flow_above(sheet, article, y + 14)


@add_design
def _open_bold_reports(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    sheet.put(26, "www.tides.example/reports", size=8, x=HALF_LEFT, sans=True)
    sheet.put(50, f"<b>{article.venue}</b>", size=18, align="right", sans=True)
    sheet.put(92, "<b>OPEN</b>", size=14, x=(LEFT, LEFT + 70), sans=True)
    main = (LEFT + 90, RIGHT)
    y = sheet.put(92, f"<b>{article.title}</b>", size=22, x=main, sans=True)
    y = sheet.put(y + 6, f"<b>{list_names(article, 'orcid', last=' &amp; ')}</b>", size=11, x=main)
    y = sheet.put(y + 14, f"<b>{article.abstract}</b>", size=10, x=main, sans=True)
    sheet.put(
        y + 16,
        f"Received: 4 May {article.year - 1}<br>Accepted: 3 March {article.year}<br>"
        f"Published: xx xx xxxx",
        size=7,
        x=(LEFT - 10, LEFT + 80),
        sans=True,
    )
    sheet.put(
        765,
        list_places(article, joint=". ") + ". Correspondence and requests for materials "
        "should be addressed to the first author (email: office@northgate.example)",
        size=7,
    )
    sheet.put(
        805,
        f"<b>{article.venue}</b> | ({article.year}) {article.volume}:{article.number} "
        f"| https://doi.org/{article.doi}",
        size=7,
        sans=True,
    )
    sheet.foot = (
        f"<b>{article.venue}</b> | ({article.year}) {article.volume}:{article.number} | "
        f"https://doi.org/{article.doi} #"
    )
    sheet.flow(article, y + 16, x=LEFT + 90)


@add_design
def _pnas_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("doi year")
    y = sheet.put(40, f"<b>{article.title}</b>", size=20, sans=True)
    y = sheet.put(
        y + 6, f"<b>{list_names(article, 'letter', last=', and ')}</b>", size=10, sans=True
    )
    y = sheet.put(y + 4, list_places(article, "letter", "; "), size=7.5)
    y = sheet.put(
        y + 6,
        f"Edited by Roy Innes, University of Bellmouth, and approved March 3, "
        f"{article.year} (received for review May 4, {article.year - 1})",
        size=7.5,
    )
    left = sheet.put(y + 12, f"<b>{article.abstract}</b>", size=9, x=HALF_LEFT)
    left = sheet.put(left + 6, list_keywords(" | "), size=8, x=HALF_LEFT)
    sheet.put(
        y + 12,
        "<b>Significance</b><br>Pools on the shore are small, but many. How long they "
        "stay warm at night decides about the life in them. Our formula tells it for each pool "
        "from its depth and its weed, and needs no long record.",
        size=9,
        x=HALF_RIGHT,
    )
    sheet.put(
        800,
        f"www.tides.example/cgi/doi/{article.doi}&nbsp;&nbsp;&nbsp;{article.short} | "
        f"April 5, {article.year} | vol. {article.volume} | no. {article.issue} | "
        f"{join_pages(article)}",
        size=7,
        sans=True,
    )
    article.print_fields("venue volume issue page")
    sheet.next_page()
    sheet.flow(article, 60, columns=2)


@add_design
def _acm_like(sheet: Sheet, article: Article) -> None:
    y = sheet.put(56, f"<b>{article.title}</b>", size=18, align="center", sans=True)
    width = (RIGHT - LEFT) / 3
    top = bottom = y + 16
    for at, name in enumerate(article.people.names):
        if at and at % 3 == 0:
            top = bottom + 8
        x = (LEFT + at % 3 * width, LEFT + at % 3 * width + width - 6)
        html = (
            f"<span style='font-size:12pt'>{name}</span><br>University of Northgate<br>"
            f"Northgate, Norland<br>a{at}@northgate.example"
        )
        bottom = max(bottom, sheet.put(top, html, size=9, x=x, align="center"))
    left = sheet.put(bottom + 16, "<b>ABSTRACT</b>", size=11, x=HALF_LEFT)
    left = sheet.put(left + 2, article.abstract, size=9, x=HALF_LEFT)
    left = sheet.put(left + 8, "<b>KEYWORDS</b>", size=11, x=HALF_LEFT)
    left = sheet.put(left + 2, list_keywords(", "), size=9, x=HALF_LEFT)
    sheet.put(
        max(left + 30, 700),
        "Permission to make digital or hard copies of all or part of "
        "this work for personal use is granted without fee.<br>"
        f"<i>TIDES ’{article.year % 100}, March 3–5, {article.year}, Northgate, Norland</i>"
        f"<br>© {article.year} Copyright held by the owner/author(s).<br>"
        f"https://doi.org/{article.doi}",
        size=7,
        x=HALF_LEFT,
    )
    article.print_fields("year doi")
    sheet.next_page()
    sheet.flow(article, 60, columns=2, numbers=True)


@add_design
def _cover_to_cite(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    y = sheet.put(40, "PAPER • OPEN ACCESS", size=10, sans=True)
    y = sheet.put(y + 20, article.title, size=18, sans=True)
    names = article.people.names
    first = f"{names[0][0]} {names[0].split()[-1]}"
    sheet.put(
        y + 20,
        f"To cite this article: {first} <i>et al</i> {article.year} <i>"
        f"{article.short}</i> <b>{article.volume}</b> {article.number}",
        size=10,
        sans=True,
    )
    sheet.put(y + 70, "View the <u>article online</u> for updates and enhancements.", sans=True)
    sheet.put(
        y + 130,
        "<b>You may also like</b><br>- Warm harbours and what lives there<br>Helen "
        "Grove and Imre Hart<br><br>- Buoys that measure at night<br>Kirsten Juhl",
        size=9,
        sans=True,
    )
    sheet.put(
        780,
        "This content was downloaded from IP address 192.0.2.55 on 05/04/2023 at 10:12",
        size=8,
        sans=True,
    )
    sheet.next_page()
    y = sheet.put(50, f"{article.venue}", size=9)
    sheet.put(
        64,
        f"{article.short} <b>{article.volume}</b> ({article.year}) {article.number} (12pp)"
        f"&nbsp;&nbsp;&nbsp;&nbsp;https://doi.org/{article.doi}",
        size=8,
    )
    y = sheet.put(100, f"<b>{article.title}</b>", size=17, sans=True)
    y = sheet.put(y + 10, f"<b>{list_names(article)}</b>", size=11, sans=True)
    y = sheet.put(y + 6, list_places(article), size=9)
    y = sheet.put(y + 6, "E-mail: office@northgate.example", size=9)
    y = sheet.put(
        y + 8,
        f"Received 4 May {article.year - 1}, revised 2 February {article.year}<br>"
        f"Accepted for publication 3 March {article.year}<br>Published 5 April "
        f"{article.year}",
        size=8.5,
    )
    y = sheet.put(y + 10, "<b>Abstract</b>", size=9.5, sans=True)
    y = sheet.put(y + 1, article.abstract, size=9.5)
    y = sheet.put(y + 6, f"Keywords: {list_keywords(', ')}", size=9)
    sheet.flow(article, y + 16, columns=2, numbers=True)


@add_design
def _revtex_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    sheet.put(
        28,
        f"{article.venue.upper()} <b>{article.volume}</b>, {article.number} ({article.year})",
        size=9,
        align="center",
    )
    y = sheet.put(60, f"<b>{article.title}</b>", size=12, align="center")
    y = sheet.put(y + 10, list_names(article, "sup", last=", and "), size=10, align="center")
    y = sheet.put(y + 4, f"<i>{list_places(article)}</i>", size=9, align="center")
    y = sheet.put(
        y + 3,
        f"(Received 4 May {article.year - 1}; published 5 April {article.year})",
        size=9,
        align="center",
    )
    y = sheet.put(y + 8, article.abstract, size=9, x=(LEFT + 50, RIGHT - 50))
    y = sheet.put(y + 6, f"DOI: {article.doi}", size=9, x=(LEFT + 50, RIGHT - 50))
    sheet.head = (
        f"{article.first.upper()} <i>et al.</i>&nbsp;&nbsp;{article.venue.upper()} "
        f"<b>{article.volume}</b>, {article.number} ({article.year})"
    )
    sheet.flow(article, y + 16, columns=2, head_look="<b>{}</b>")
