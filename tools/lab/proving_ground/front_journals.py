"""Designs of first pages as journals of many fields have them, all made up."""

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
from tools.lab.proving_ground.front_texts import PLACES


@add_design
def _masthead_with_lines(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue page year doi")
    y = sheet.put(
        30,
        f"{article.venue}, {article.volume}({article.issue}), {article.year}, "
        f"{join_pages(article)}<br>doi: {article.doi}<br>Original Article",
        size=8,
    )
    y = sheet.put(y + 20, f"<b>{article.title}</b>", size=16)
    y = sheet.put(y + 8, f"<b>{list_names(article)}</b>", size=11)
    y = sheet.put(y + 4, list_places(article), size=8)
    y = sheet.put(y + 2, "*Corresponding author. E-mail: office@northgate.example", size=8)
    y = sheet.put(y + 10, "<b>Abstract</b>", size=11)
    y = sheet.put(y + 2, article.abstract)
    y = sheet.put(y + 4, f"<b>Keywords:</b> {list_keywords()}", size=9)
    sheet.head = f"{article.first} et al.&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;#"
    sheet.flow(article, y + 12, columns=2)


@add_design
def _copernicus_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    y = sheet.put(
        28,
        f"{article.short}, {article.volume}, {join_pages(article)}, {article.year}<br>"
        f"https://doi.org/{article.doi}<br>© Author(s) {article.year}. This work is "
        "distributed under<br>the Creative Commons Attribution 4.0 License.",
        size=8,
    )
    y = sheet.put(y + 40, f"<b>{article.title}</b>", size=17)
    y = sheet.put(y + 10, f"<b>{list_names(article, last=', and ')}</b>", size=10)
    y = sheet.put(y + 4, list_places(article), size=9)
    y = sheet.put(y + 6, "<b>Correspondence:</b> Office (office@northgate.example)", size=9)
    y = sheet.put(
        y + 6,
        f"Received: 4 May {article.year - 1} – Discussion started: 2 June "
        f"{article.year - 1}<br>Revised: 1 March {article.year} – Accepted: 3 March "
        f"{article.year} – Published: 5 April {article.year}",
        size=9,
    )
    y = sheet.put(y + 10, f"<b>Abstract.</b> {article.abstract}")
    sheet.head = f"#&nbsp;&nbsp;&nbsp;&nbsp;{article.first} et al.: Cooling of pools"
    sheet.foot = f"{article.short}, {article.volume}, {join_pages(article)}, {article.year}"
    sheet.flow(article, y + 14, columns=2, numbers=True)


@add_design
def _boxed_structured(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    with_part_names(article)
    sheet.put(
        28,
        f"{article.first} <i>et al. {article.venue}</i>&nbsp; ({article.year}) "
        f"{article.volume}:{article.number}<br>https://doi.org/{article.doi}",
        size=8,
        x=HALF_LEFT,
    )
    sheet.put(30, f"<b>{article.venue}</b>", size=12, x=HALF_RIGHT, align="right")
    sheet.put(60, "<b>RESEARCH</b>", size=10, x=HALF_LEFT, sans=True)
    sheet.put(60, "<b>Open Access</b>", size=10, x=HALF_RIGHT, align="right", sans=True)
    y = sheet.put(84, f"<b>{article.title}</b>", size=19, sans=True)
    y = sheet.put(y + 6, list_names(article), size=11)
    y = sheet.put(y + 14, "<b>Abstract</b>", size=11)
    y = sheet.put(y + 2, write_parts(rows=True), size=9.5)
    y = sheet.put(y + 3, f"<b>Keywords:</b> {list_keywords(', ')}", size=9.5)
    sheet.put(
        700,
        "*Correspondence: office@northgate.example<br>" + list_places(article),
        size=7.5,
        x=HALF_LEFT,
    )
    sheet.put(770, "© The Author(s). " + LICENCE, size=7)
    sheet.head = f"{article.first} et al. {article.venue} ({article.year}) {article.volume}"
    flow_above(sheet, article, y + 12)


@add_design
def _springer_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    sheet.put(
        30,
        f"{article.venue} ({article.year}) {article.volume}:{join_pages(article)}<br>"
        f"https://doi.org/{article.doi}",
        size=8,
    )
    y = sheet.put(64, "ORIGINAL PAPER", size=9, sans=True)
    y = sheet.put(y + 12, f"<b>{article.title}</b>", size=15, sans=True)
    y = sheet.put(y + 10, f"<b>{list_names(article, 'sup middot')}</b>", size=10, sans=True)
    y = sheet.put(
        y + 14,
        f"Received: 4 May {article.year - 1} / Accepted: 3 March {article.year} "
        f"/ Published online: 5 April {article.year}<br>© The Author(s) {article.year}",
        size=8,
        sans=True,
    )
    y = sheet.put(y + 10, "<b>Abstract</b>", size=10, sans=True)
    y = sheet.put(y + 1, article.abstract, size=9.5)
    y = sheet.put(y + 6, f"<b>Keywords</b>&nbsp; {list_keywords(' · ')}", size=9)
    sheet.put(720, "office@northgate.example<br>" + list_places(article), size=8, x=HALF_LEFT)
    sheet.head = (
        f"#&nbsp;&nbsp;{article.venue} ({article.year}) {article.volume}:{join_pages(article)}"
    )
    flow_above(sheet, article, y + 14)


@add_design
def _mdpi_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    sheet.put(30, f"<i><b>{article.venue}</b></i>", size=16)
    y = sheet.put(70, "<i>Article</i>")
    y = sheet.put(y + 3, f"<b>{article.title}</b>", size=18)
    y = sheet.put(y + 8, f"<b>{list_names(article)}</b>")
    left = (LEFT + 110, RIGHT)
    sheet.put(
        y + 30,
        f"<b>Citation:</b> {cite_authors(article)}. {article.title}. <i>{article.short}</i> "
        f"<b>{article.year}</b>, <i>{article.volume}</i>, {article.number}. "
        f"https://doi.org/{article.doi}<br><br>Academic Editor: Janet Hobbs<br><br>"
        f"Received: 4 May {article.year}<br>Accepted: 3 June {article.year}<br>Published: 5 "
        f"July {article.year}<br><br><b>Copyright:</b> © {article.year} by the authors. " + LICENCE,
        size=7,
        x=(LEFT, LEFT + 98),
    )
    y = sheet.put(y + 8, list_places(article), size=8.5, x=left)
    y = sheet.put(
        y + 2, "* Correspondence: office@northgate.example; Tel.: +55-555-5555", size=8.5, x=left
    )
    y = sheet.put(y + 8, f"<b>Abstract:</b> {article.abstract}", x=left)
    y = sheet.put(y + 6, f"<b>Keywords:</b> {list_keywords()}", x=left)
    sheet.put(
        805,
        f"<i>{article.short}</i> <b>{article.year}</b>, <i>{article.volume}</i>, "
        f"{article.number}. https://doi.org/{article.doi}",
        size=8,
    )
    sheet.head = f"<i>{article.short}</i> {article.year}, {article.volume}, {article.number}"
    sheet.flow(article, y + 16, x=LEFT + 110, numbers=True)


@add_design
def _left_sidebar(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue number year doi")
    side, main = (LEFT - 14, LEFT + 130), (LEFT + 145, RIGHT)
    sheet.put(28, f"<b>{article.venue.upper()}</b>", size=10, sans=True)
    y = sheet.put(66, "RESEARCH ARTICLE", size=9, x=main, sans=True)
    y = sheet.put(y + 6, f"<b>{article.title}</b>", size=17, x=main, sans=True)
    y = sheet.put(y + 8, f"<b>{list_names(article, last=', ')}</b>", size=10, x=main, sans=True)
    y = sheet.put(y + 6, list_places(article, joint=", "), size=8.5, x=main)
    y = sheet.put(y + 4, "* office@northgate.example", size=8.5, x=main)
    y = sheet.put(y + 14, "<b>Abstract</b>", size=14, x=main, sans=True)
    y = sheet.put(y + 3, article.abstract, size=9.5, x=main)
    sheet.put(
        180,
        f"<b>OPEN ACCESS</b><br><br><b>Citation:</b> {cite_authors(article)} ({article.year}) "
        f"{article.title}. {article.venue} {article.volume}({article.issue}): "
        f"e{article.number}. https://doi.org/{article.doi}<br><br><b>Editor:</b> Roy Innes, "
        f"University of Bellmouth, UNITED STATES<br><br><b>Received:</b> May 4, "
        f"{article.year - 1}<br><b>Accepted:</b> March 3, {article.year}<br><b>Published:</b>"
        f" April 5, {article.year}<br><br><b>Copyright:</b> © {article.year} {article.first} "
        f"et al. {LICENCE}<br><br><b>Funding:</b> The authors received no specific funding "
        "for this work.<br><br><b>Competing interests:</b> None.",
        size=7,
        x=side,
        sans=True,
    )
    article.number = f"e{article.number}"
    sheet.put(
        805,
        f"{article.venue} | https://doi.org/{article.doi} April 5, {article.year} 1 / 12",
        size=7.5,
    )
    sheet.foot = f"{article.venue} | https://doi.org/{article.doi} April 5, {article.year} #"
    sheet.flow(article, y + 16, x=LEFT + 145)


@add_design
def _right_sidebar_edited_by(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    side, main = (LEFT - 10, LEFT + 120), (LEFT + 135, RIGHT)
    sheet.put(
        30,
        f"ORIGINAL RESEARCH<br>published: 05 April {article.year}<br>doi: {article.doi}",
        size=7,
        align="right",
        sans=True,
    )
    y = sheet.put(110, f"<b>{article.title}</b>", size=18, x=main, sans=True)
    y = sheet.put(y + 10, f"<i>{list_names(article)}</i>", size=10.5, x=main)
    y = sheet.put(y + 6, f"<i>{list_places(article, joint=', ')}</i>", size=8, x=main)
    y = sheet.put(y + 14, article.abstract, size=10, x=main)
    y = sheet.put(y + 6, f"<b>Keywords: {list_keywords(', ')}</b>", size=9, x=main)
    sheet.put(
        300,
        "<b><i>Edited by:</i></b><br>Roy Innes,<br>University of Bellmouth, Norland"
        "<br><br><b><i>Reviewed by:</i></b><br>Janet Hobbs,<br>Wendel College, Norland<br>"
        "Imre Hart,<br>Quay University, Hungary<br><br><b><i>*Correspondence:</i></b><br>"
        f"{article.people.names[0]}<br>office@northgate.example<br><br>"
        f"<b>Received:</b> 04 May {article.year - 1}<br><b>Accepted:</b> 03 March "
        f"{article.year}<br><b>Published:</b> 05 April {article.year}<br><br>"
        f"<b><i>Citation:</i></b><br>{cite_authors(article)} ({article.year}) {article.title}. "
        f"{article.short} {article.volume}:{article.number}.<br>doi: {article.doi}",
        size=7.5,
        x=side,
        sans=True,
    )
    sheet.put(
        805,
        f"{article.venue} | www.tides.example &nbsp; 1 &nbsp; April {article.year} | "
        f"Volume {article.volume} | Article {article.number}",
        size=7,
        sans=True,
    )
    sheet.foot = (
        f"{article.venue} | www.tides.example # April {article.year} | Volume "
        f"{article.volume} | Article {article.number}"
    )
    sheet.flow(article, y + 14, x=LEFT + 135, head_look="<b>{}</b>")


@add_design
def _two_boxes(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    sheet.put(
        28,
        f"{article.venue} {article.volume} ({article.year}) {article.number}",
        size=8,
        align="center",
    )
    sheet.put(
        46,
        f"Contents lists available at ScienceTides<br><br><span style='font-size:15pt'>"
        f"{article.venue}</span><br><br>journal homepage: www.tides.example/locate/jsp",
        size=8.5,
        align="center",
    )
    y = sheet.put(126, article.title, size=15)
    y = sheet.put(y + 8, list_names(article, "letter", last=", "), size=11.5)
    y = sheet.put(y + 6, f"<i>{list_places(article, 'letter')}</i>", size=7.5)
    info, main = (LEFT, LEFT + 140), (LEFT + 160, RIGHT)
    sheet.put(y + 16, "A R T I C L E &nbsp; I N F O", size=9, x=info)
    sheet.put(
        y + 36,
        f"<i>Article history:</i><br>Received 4 May {article.year - 1}<br>Received in"
        f" revised form 2 June {article.year}<br>Accepted 3 June {article.year}<br>Available "
        f"online 5 June {article.year}<br><br><i>Keywords:</i><br>{list_keywords('<br>')}",
        size=7.5,
        x=info,
    )
    sheet.put(y + 16, "A B S T R A C T", size=9, x=main)
    y = sheet.put(y + 36, article.abstract, size=9, x=main)
    sheet.put(
        y + 10,
        f"© {article.year} The Authors. Published by Quay House Ltd.",
        size=7.5,
        x=main,
        align="right",
    )
    sheet.put(
        770,
        "* Corresponding author.<br><i>E-mail address:</i> office@northgate.example"
        f"<br>https://doi.org/{article.doi}<br>0555-5555/© {article.year} The Authors.",
        size=7,
    )
    sheet.head = (
        f"{article.people.names[0]} et al.&nbsp;&nbsp; {article.venue} {article.volume} "
        f"({article.year}) {article.number}"
    )
    sheet.flow(article, y + 50, columns=2, numbers=True)


@add_design
def _wiley_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year doi")
    y = sheet.put(
        28,
        f"Received: 4 May {article.year - 1} &nbsp;|&nbsp; Revised: 2 February "
        f"{article.year} &nbsp;|&nbsp; Accepted: 3 March {article.year}<br>DOI: "
        f"{article.doi}",
        size=7.5,
        sans=True,
    )
    y = sheet.put(y + 16, "<b>ORIGINAL ARTICLE</b>", size=9, sans=True)
    y = sheet.put(y + 20, f"<b>{article.title}</b>", size=19)
    y = sheet.put(
        y + 12,
        f"<b>{list_names(article, 'sup', last=' | ').replace(', ', ' | ')}</b>",
        size=11,
        sans=True,
    )
    sheet.put(
        y + 14,
        list_places(article) + "<br><br><b>Correspondence</b><br>"
        f"{article.people.names[0]}, {PLACES[0]}.<br>Email: office@northgate.example"
        "<br><br><b>Funding information</b><br>Norland Research Council, Grant 55",
        size=7.5,
        x=(LEFT, LEFT + 140),
        sans=True,
    )
    main = (LEFT + 155, RIGHT)
    y = sheet.put(y + 14, "<b>Abstract</b>", size=10, x=main, sans=True)
    y = sheet.put(y + 2, article.abstract, size=9.5, x=main, sans=True)
    y = sheet.put(y + 8, "<b>KEYWORDS</b><br>" + list_keywords(", "), size=8.5, x=main, sans=True)
    sheet.put(
        800,
        f"<i>{article.short}</i> {article.year};{article.volume}:{join_pages(article)}."
        "&nbsp;&nbsp; wileyonlinetides.example/journal/jsp",
        size=7.5,
        sans=True,
    )
    sheet.head = f"# &nbsp; | &nbsp; {article.first.upper()} ET AL."
    sheet.flow(article, y + 60, columns=2, numbers=True)


@add_design
def _to_cite_beside(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    with_part_names(article)
    sheet.put(
        28,
        "Open access&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Research",
        size=9,
        sans=True,
    )
    sheet.put(24, f"<b>{article.venue}</b>", size=16, x=(LEFT + 250, RIGHT), sans=True)
    main, side = (LEFT + 130, RIGHT), (LEFT - 8, LEFT + 118)
    y = sheet.put(64, f"<b>{article.title}</b>", size=17, x=main, sans=True)
    y = sheet.put(y + 10, list_names(article, "sup", last=", "), size=10, x=main, sans=True)
    sheet.put(
        y + 24,
        f"<b>To cite:</b> {cite_authors(article)}. {article.title}. <i>{article.venue}</i> "
        f"{article.year};{article.volume}:e{article.number}. doi:{article.doi}<br><br>"
        "▶ Prepublication history for this paper is available online.<br><br>"
        f"Received 4 May {article.year - 1}<br>Accepted 3 March {article.year}<br><br>"
        + list_places(article)
        + "<br><br><b>Correspondence to</b><br>Dr "
        f"{article.people.names[0]}; office@northgate.example",
        size=7.5,
        x=side,
        sans=True,
    )
    article.number = f"e{article.number}"
    width = (RIGHT - LEFT - 130 - 14) / 2
    one, two = (LEFT + 130, LEFT + 130 + width), (LEFT + 144 + width, RIGHT)
    top = y + 24
    y = sheet.put(top, "<b>ABSTRACT</b>", size=9.5, x=one, sans=True)
    y = sheet.put(
        y + 1, write_parts(rows=True).replace(":</b>", "</b>"), size=8.5, x=one, sans=True
    )
    z = sheet.put(top, "<b>Strengths and limitations of this study</b>", size=9, x=two, sans=True)
    z = sheet.put(
        z + 3,
        "► This is the first study of forty pools.<br>► Two summers were measured, "
        "which is more than usual.<br>► Some loggers were lost in a storm and replaced.",
        size=8.5,
        x=two,
        sans=True,
    )
    sheet.put(
        805,
        f"{article.first} et al. {article.venue} {article.year};{article.volume}:"
        f"{article.number}. doi:{article.doi}&nbsp;&nbsp; 1",
        size=7.5,
        sans=True,
    )
    sheet.foot = (
        f"# {article.first} et al. {article.venue} {article.year};{article.volume}:"
        f"{article.number}. doi:{article.doi}"
    )
    sheet.next_page()
    sheet.flow(article, 60, columns=2, head_look="<b>{}</b>")
