"""Designs of first pages as preprints, manuscripts and repositories have them, made up."""

from __future__ import annotations

from tools.lab.proving_ground.front_sheets import (
    HEIGHT,
    LEFT,
    LICENCE,
    RIGHT,
    Article,
    Sheet,
    add_design,
    cite_authors,
    join_pages,
    list_keywords,
    list_names,
    list_places,
    with_part_names,
    write_parts,
)
from tools.lab.proving_ground.front_texts import PLACES


@add_design
def _preprint_with_notice(sheet: Sheet, article: Article) -> None:
    article.print_fields("year doi")
    article.doi = f"10.1101/{article.year}.04.05.21{article.number}"
    sheet.head = ""
    sheet.put(
        14,
        f"tideRxiv preprint doi: https://doi.org/{article.doi}; this version posted April "
        f"5, {article.year}. The copyright holder for this preprint (which was not certified "
        "by peer review) is the author/funder. It is made available under a CC-BY 4.0 "
        "International license.",
        size=6.5,
        sans=True,
        align="center",
    )
    y = sheet.put(70, f"<b>{article.title}</b>", size=15, align="center")
    y = sheet.put(y + 14, list_names(article, last=", "), size=11)
    y = sheet.put(y + 8, list_places(article), size=10)
    y = sheet.put(y + 8, "*Corresponding author: office@northgate.example", size=10)
    y = sheet.put(y + 14, "<b>Abstract</b>", size=12)
    y = sheet.put(y + 2, article.abstract, size=11)
    y = sheet.put(y + 6, f"<b>Keywords</b>: {list_keywords(', ')}", size=10)
    sheet.next_page()
    sheet.flow(article, 60)


@add_design
def _double_spaced(sheet: Sheet, article: Article) -> None:
    sheet.spacing, sheet.numbered_lines, sheet.size = 1.9, True, 11.5
    y = sheet.put(70, f"<b>{article.title}</b>", size=14)
    y = sheet.put(y + 10, list_names(article, "sup degrees", last=", "), size=11.5)
    y = sheet.put(y + 10, list_places(article), size=11.5)
    y = sheet.put(
        y + 10,
        "Corresponding author: Office, office@northgate.example<br>Running head: "
        "Cooling of pools<br>Word count: 3,105",
        size=11.5,
    )
    sheet.number_lines(70)
    sheet.next_page()
    y = sheet.put(60, "<b>Abstract</b>", size=11.5)
    y = sheet.put(y + 2, article.abstract, size=11.5)
    y = sheet.put(y + 2, f"Keywords: {list_keywords(', ')}", size=11.5)
    sheet.number_lines(60)
    sheet.next_page()
    sheet.flow(article, 60)


@add_design
def _working_paper_cover(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    sheet.put(60, "NORTHGATE WORKING PAPER SERIES", size=12, align="center")
    y = sheet.put(180, article.title.upper(), size=13, align="center")
    y = sheet.put(y + 20, list_names(article, "lines"), size=12, align="center")
    sheet.put(
        y + 60,
        f"Working Paper {article.number}<br>http://www.northgate.example/papers/w{article.number}",
        size=11,
        align="center",
    )
    sheet.put(
        y + 130,
        f"INSTITUTE OF COASTAL ECONOMICS<br>1050 Harbour Avenue<br>Northgate<br>April "
        f"{article.year}",
        size=11,
        align="center",
    )
    sheet.put(
        720,
        "We thank the wardens of the shore for their help. The views expressed here are "
        "those of the authors.",
        size=9,
    )
    sheet.next_page()
    y = sheet.put(60, article.title, size=12)
    y = sheet.put(y + 4, list_names(article, "plain"), size=11)
    y = sheet.put(y + 4, f"Working Paper No. {article.number}, April {article.year}", size=11)
    y = sheet.put(y + 14, "ABSTRACT", size=12, align="center")
    y = sheet.put(y + 8, article.abstract, size=11)
    sheet.next_page()
    sheet.flow(article, 60, numbers=True)


@add_design
def _repository_cover(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue page year doi")
    sheet.put(40, "Northgate Research Online", size=18, sans=True)
    y = sheet.put(90, f"This is a repository copy of <i>{article.title}</i>.", size=11)
    y = sheet.put(
        y + 10,
        "White Tide Research Online URL for this paper:<br>"
        "https://eprints.tides.example/55555/<br><br>Version: Accepted Version",
        size=10,
    )
    y = sheet.put(
        y + 14,
        f"<b>Article:</b><br>{'; '.join(article.people.names[:3])} "
        f"({article.year}) {article.title}. {article.venue}, {article.volume} "
        f"({article.issue}). pp. {article.pages[0]}-{article.pages[1]}.<br>"
        f"https://doi.org/{article.doi}",
        size=10,
    )
    sheet.put(
        y + 60,
        "<b>Reuse</b><br>Items deposited here are protected by copyright, with all "
        "rights reserved unless indicated otherwise.<br><br><b>Takedown</b><br>If you "
        "consider content to be in breach of law, please notify us by emailing "
        "office@northgate.example.",
        size=10,
    )
    sheet.next_page()
    y = sheet.put(70, f"<b>{article.title}</b>", size=16, align="center")
    y = sheet.put(y + 12, list_names(article, "letter"), size=12, align="center")
    y = sheet.put(y + 6, list_places(article, "letter"), size=9, align="center")
    y = sheet.put(y + 16, "<b>Abstract</b>", size=11)
    y = sheet.put(y + 4, article.abstract, size=11)
    sheet.flow(article, y + 20, numbers=True)


@add_design
def _lncs_like(sheet: Sheet, article: Article) -> None:
    y = sheet.put(90, f"<b>{article.title}</b>", size=14, align="center")
    y = sheet.put(y + 14, list_names(article), size=10, align="center")
    y = sheet.put(y + 8, list_places(article), size=9, align="center")
    y = sheet.put(y + 18, f"<b>Abstract.</b> {article.abstract}", size=9, x=(LEFT + 40, RIGHT - 40))
    y = sheet.put(
        y + 8, f"<b>Keywords:</b> {list_keywords(' · ')}", size=9, x=(LEFT + 40, RIGHT - 40)
    )
    sheet.head = f"#&nbsp;&nbsp;&nbsp;&nbsp;{article.people.names[0][0]}. {article.first} et al."
    sheet.flow(article, y + 18, numbers=True)


@add_design
def _surnames_in_capitals(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    sheet.put(30, f"{article.venue}, {article.year}", size=9)
    y = sheet.put(70, f"{article.title.upper()}", size=13, align="center")
    y = sheet.put(y + 12, list_names(article, "caps"), size=10, align="center")
    y = sheet.put(y + 6, f"<i>{PLACES[0]}</i>", size=9, align="center")
    y = sheet.put(y + 14, "SUMMARY", size=9, align="center")
    y = sheet.put(y + 4, article.abstract, size=9)
    article.headings = tuple(text.upper() for text in article.headings)
    sheet.flow(article, y + 14, head_look="{}")


@add_design
def _letter_without_abstract(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year")
    article.abstract = ""
    sheet.put(
        28, f"{article.venue} {article.year}; {article.volume}: {join_pages(article)}", size=8
    )
    sheet.put(56, "Letter to the Editor", size=11, sans=True)
    y = sheet.put(84, f"<b>{article.title}</b>", size=16)
    y = sheet.put(y + 10, list_names(article), size=10)
    y = sheet.put(y + 4, list_places(article, joint="; "), size=8)
    sheet.flow(article, y + 20, columns=2)


@add_design
def _corrigendum(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    article.abstract = ""
    article.title = f"Corrigendum: {article.title}"
    sheet.put(
        30,
        f"CORRECTION<br>published: 05 April {article.year}<br>doi: {article.doi}",
        size=7.5,
        align="right",
        sans=True,
    )
    y = sheet.put(96, f"<b>{article.title}</b>", size=18, sans=True)
    y = sheet.put(y + 10, f"<i>{list_names(article)}</i>", size=10.5)
    y = sheet.put(y + 6, f"<i>{list_places(article, joint=', ')}</i>", size=8)
    sheet.put(
        805,
        f"{article.venue} | www.tides.example 1 April {article.year} | Volume "
        f"{article.volume} | Article {article.number}",
        size=7,
    )
    sheet.flow(article, y + 20, columns=1)


@add_design
def _graphical_abstract_page(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    y = sheet.put(50, "Graphical Abstract", size=14)
    y = sheet.put(y + 8, f"<b>{article.title}</b>", size=11)
    sheet.put(y + 6, list_names(article, "plain", last=", "), size=10)
    sheet.put(400, "warm pool &nbsp;&nbsp; cold sea", size=12, align="center")
    sheet.next_page()
    y = sheet.put(50, "Highlights", size=14)
    y = sheet.put(y + 8, f"<b>{article.title}</b>", size=11)
    y = sheet.put(y + 6, list_names(article, "plain", last=", "), size=10)
    sheet.put(
        y + 10,
        "• Forty pools were measured<br>• Depth delays cooling<br>• Weed is a blanket",
        size=10,
    )
    sheet.next_page()
    y = sheet.put(90, article.title, size=16, align="center")
    y = sheet.put(y + 10, list_names(article, "letter", last=", "), size=11, align="center")
    y = sheet.put(y + 4, f"<i>{list_places(article, 'letter')}</i>", size=8, align="center")
    y = sheet.put(y + 16, "<b>Abstract</b>", size=11)
    y = sheet.put(y + 3, article.abstract, size=10)
    y = sheet.put(y + 3, f"<i>Keywords:</i> {list_keywords(', ')}", size=9.5)
    sheet.put(
        800,
        f"<i>Preprint submitted to {article.venue}</i>&nbsp;&nbsp;April 5, {article.year}",
        size=8.5,
    )
    sheet.flow(article, y + 18, numbers=True)


@add_design
def _version_and_peer_review(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    with_part_names(article)
    sheet.put(
        26,
        f"<b>{article.venue}</b>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;{article.venue} "
        f"{article.year}, {article.volume}:{article.number} Last updated: 05 JUN "
        f"{article.year}",
        size=8,
        sans=True,
    )
    y = sheet.put(56, "RESEARCH ARTICLE", size=10, sans=True)
    y = sheet.put(y + 6, f"<b>{article.title}</b>", size=18, sans=True)
    y = sheet.put(y + 4, "[version 1; peer review: 2 approved]", size=9, sans=True)
    y = sheet.put(y + 8, list_names(article, "orcid", last=", "), size=11, sans=True)
    y = sheet.put(y + 4, list_places(article), size=8, sans=True)
    top = y + 12
    left = (LEFT, LEFT + 320)
    y = sheet.put(
        top,
        f"<b>v1</b>&nbsp; First published: 05 Apr {article.year}, "
        f"{article.volume}:{article.number}<br>https://doi.org/{article.doi}<br>Latest "
        f"published: 05 Apr {article.year}, {article.volume}:{article.number}",
        size=8,
        x=left,
        sans=True,
    )
    y = sheet.put(y + 10, "<b>Abstract</b>", size=11, x=left, sans=True)
    y = sheet.put(y + 2, write_parts(rows=True).replace(":</b>", "</b>"), size=9, x=left, sans=True)
    y = sheet.put(y + 6, f"<b>Keywords</b><br>{list_keywords(', ')}", size=9, x=left, sans=True)
    sheet.put(
        top,
        "<b>Open Peer Review</b><br>Approval Status ✓ ✓<br><br>1. <b>Roy Innes</b>, "
        "University of Bellmouth, Bellmouth, UK<br><br>2. <b>Janet Hobbs</b>, Wendel College, "
        "Wendel, USA<br><br>Any reports and responses or comments on the article can be found "
        "at the end of the article.",
        size=8,
        x=(LEFT + 340, RIGHT),
        sans=True,
    )
    sheet.put(HEIGHT - 30, "Page 1 of 12", size=7, align="right", sans=True)
    sheet.next_page()
    y = sheet.put(
        60,
        f"<b>Corresponding author:</b> {article.people.names[0]} "
        "(office@northgate.example)<br><b>Competing interests:</b> No competing interests "
        f"were disclosed.<br><b>How to cite this article:</b> {cite_authors(article)}. <b>"
        f"{article.title} [version 1; peer review: 2 approved]</b> {article.venue} "
        f"{article.year}, {article.volume}:{article.number} https://doi.org/{article.doi}",
        size=8,
        sans=True,
    )
    sheet.next_page()
    sheet.flow(article, 60, columns=2)


@add_design
def _peerj_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("year doi")
    main, side = (LEFT + 120, RIGHT), (LEFT - 10, LEFT + 105)
    y = sheet.put(100, f"<b>{article.title}</b>", size=20, x=main, sans=True)
    y = sheet.put(y + 10, list_names(article), size=10.5, x=main, sans=True)
    y = sheet.put(y + 6, list_places(article), size=8, x=main, sans=True)
    y = sheet.put(y + 14, "<b>ABSTRACT</b>", size=11, x=main, sans=True)
    y = sheet.put(y + 2, write_parts().replace(":</b>", ".</b>"), size=9.5, x=main)
    with_part_names(article)
    y = sheet.put(
        y + 10,
        f"<b>Subjects</b> Ecology, Marine Biology<br><b>Keywords</b> {list_keywords(', ')}",
        size=8.5,
        x=main,
        sans=True,
    )
    sheet.put(
        560,
        f"Submitted 4 May {article.year - 1}<br><i>Accepted</i> 3 March {article.year}"
        f"<br><i>Published</i> 5 April {article.year}<br><br>Corresponding author<br>"
        f"{article.people.names[0]},<br>office@northgate.example<br><br>Academic editor<br>Roy "
        "Innes<br><br>Additional Information and Declarations can be found on page 12<br><br>"
        f"DOI 10.55555/<br>{article.doi.split('/')[1]}<br><br>Copyright<br>{article.year} "
        f"{article.first} et al.<br><br>Distributed under<br>Creative Commons CC-BY 4.0",
        size=7.5,
        x=side,
        sans=True,
    )
    sheet.put(
        800,
        f"<b>How to cite this article</b> {cite_authors(article)}. {article.year}. "
        f"{article.title}. {article.venue} {article.volume}:e{article.number} "
        f"http://doi.org/{article.doi}",
        size=7.5,
        x=main,
    )
    article.print_fields("venue volume number")
    article.number = f"e{article.number}"
    sheet.flow(article, max(y + 16, 500), x=LEFT + 120)


@add_design
def _elife_like(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue year doi")
    sheet.put(28, "RESEARCH ARTICLE", size=9, sans=True)
    y = sheet.put(90, f"<b>{article.title}</b>", size=20, sans=True)
    y = sheet.put(y + 6, f"<b>{list_names(article)}</b>", size=11, sans=True)
    y = sheet.put(y + 4, list_places(article, joint="; "), size=8, sans=True)
    y = sheet.put(y + 16, f"<b>Abstract</b> {article.abstract}", size=10, x=(LEFT + 120, RIGHT))
    sheet.put(
        y - 60,
        "*For correspondence:<br>office@northgate.example<br><br>Competing interests: "
        f"The authors declare that no competing interests exist.<br><br>Received: 04 May "
        f"{article.year - 1}<br>Accepted: 03 March {article.year}<br>Published: 05 April "
        f"{article.year}<br><br>Reviewing editor: Roy Innes, University of Bellmouth<br><br>"
        f"Copyright {article.first} et al. {LICENCE}",
        size=7,
        x=(LEFT - 10, LEFT + 105),
        sans=True,
    )
    sheet.put(
        805,
        f"{article.first} et al. {article.venue} {article.year};{article.volume}:e"
        f"{article.number}. DOI: https://doi.org/{article.doi}&nbsp; 1 of 12",
        size=7,
    )
    article.print_fields("volume number")
    article.number = f"e{article.number}"
    sheet.foot = (
        f"{article.first} et al. {article.venue} {article.year};{article.volume}:"
        f"{article.number}. DOI: https://doi.org/{article.doi} #"
    )
    sheet.flow(article, y + 18, x=LEFT + 120)


@add_design
def _authors_below_with_commas(sheet: Sheet, article: Article) -> None:
    y = sheet.put(70, f"<b>{article.title}</b>", size=16)
    y = sheet.put(y + 10, list_names(article, "comma"), size=11)
    y = sheet.put(y + 8, PLACES[0], size=9)
    y = sheet.put(y + 14, f"<b>Abstract</b> {article.abstract}", size=10)
    sheet.flow(article, y + 18, numbers=True)


@add_design
def _family_in_capitals_first(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume issue year page")
    sheet.put(
        28,
        f"{article.venue}, Vol. {article.volume}, No. {article.issue}, pp. "
        f"{join_pages(article)}, {article.year}",
        size=8,
        align="center",
    )
    y = sheet.put(60, f"<b>{article.title}</b>", size=15, align="center")
    y = sheet.put(y + 10, list_names(article, "family sup", last=", "), size=11, align="center")
    y = sheet.put(y + 6, list_places(article), size=8.5, align="center")
    y = sheet.put(y + 12, f"<b>Abstract:</b> {article.abstract}", size=9)
    y = sheet.put(y + 4, f"<b>Key words:</b> {list_keywords()}", size=9)
    sheet.flow(article, y + 14, columns=2, numbers=True)


@add_design
def _authors_above_title(sheet: Sheet, article: Article) -> None:
    article.print_fields("year")
    sheet.put(30, f"<i>{article.venue}</i> {article.year}", size=9)
    y = sheet.put(60, list_names(article), size=11)
    y = sheet.put(y + 10, f"<b>{article.title}</b>", size=16)
    y = sheet.put(y + 8, list_places(article), size=8)
    y = sheet.put(y + 12, f"<i>Abstract.</i> {article.abstract}", size=9.5)
    sheet.flow(article, y + 16)


@add_design
def _footnoted_places(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume page year")
    sheet.put(
        28, f"{article.venue} {article.volume} ({article.year}): {join_pages(article)}", size=8
    )
    y = sheet.put(70, article.title, size=15, align="center")
    y = sheet.put(y + 12, list_names(article, "sign"), size=11, align="center")
    y = sheet.put(y + 14, article.abstract, size=9, x=(LEFT + 30, RIGHT - 30))
    y = sheet.put(y + 6, "(<i>JEL</i> C55, Q54)", size=9, x=(LEFT + 30, RIGHT - 30))
    sheet.put(
        745, list_places(article, "sign", " ") + " We thank the wardens of the shore.", size=7.5
    )
    sheet.flow(article, y + 16, head_look="<b>{}</b>", numbers=True)


@add_design
def _abstract_rows_with_heads(sheet: Sheet, article: Article) -> None:
    article.print_fields("venue volume number year doi")
    with_part_names(article)
    sheet.put(
        28,
        f"{article.venue} {article.volume} ({article.year}), {article.number}"
        f"&nbsp;&nbsp;&nbsp;doi:{article.doi}",
        size=8,
    )
    y = sheet.put(60, f"<b>{article.title}</b>", size=16, sans=True)
    y = sheet.put(y + 8, list_names(article, "degrees sup"), size=10)
    y = sheet.put(y + 4, list_places(article), size=8)
    y = sheet.put(y + 12, "<b>Abstract</b>", size=12, sans=True)
    y = sheet.put(y + 2, write_parts(heads=True), size=9.5)
    y = sheet.put(y + 6, f"<b>Keywords:</b> {list_keywords()}", size=9)
    sheet.flow(article, y + 16, columns=2)
