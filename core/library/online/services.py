"""What each service is asked, and at which address: a DOI, an arXiv id or a title."""

from __future__ import annotations

from urllib.parse import quote

from core.base.errors import UsageError
from core.base.identity import doi_key, normal_arxiv, split_into_words
from core.base.lookups import Asked, AskedKind, OnlineService
from core.base.records import PaperRecord
from core.formats.fields import clean, doi_in_url, extract_arxiv, extract_doi

ADDRESSES: dict[OnlineService, str] = {
    "crossref": "https://api.crossref.org",
    "openalex": "https://api.openalex.org",
    "arxiv": "https://export.arxiv.org",
}
_PATHS: dict[tuple[OnlineService, AskedKind], str] = {
    ("crossref", "doi"): "/works/{}",
    ("crossref", "title"): "/works?query.bibliographic={}&rows=3",
    ("openalex", "doi"): "/works/doi:{}",
    ("openalex", "arxiv"): "/works/doi:10.48550/arxiv.{}",
    ("openalex", "title"): "/works?search={}&per-page=3",
    ("arxiv", "arxiv"): "/api/query?id_list={}&max_results=1",
    ("arxiv", "title"): "/api/query?search_query={}&max_results=3",
}
_LEAST_WORDS, _MOST_CHARS = 3, 300


def parse_request(text: str) -> Asked:
    """Return what a person typed as a DOI, an arXiv id, or else a title.

    Raises:
        UsageError: it is none of them.
    """
    text = clean(text)
    doi = extract_doi(text) or doi_in_url(text)
    if doi or extract_arxiv(text):
        id_requests = asked_of_record(PaperRecord(title="", doi=doi, arxiv=extract_arxiv(text)))
        if id_requests:
            return id_requests[0]
    if len(split_into_words(text)) < _LEAST_WORDS or len(text) > _MOST_CHARS:
        raise UsageError(
            "“{text}” is not a DOI, an arXiv id or the title of a paper.",
            text=text[:80],
            remedy="Type a DOI such as 10.1000/182, an arXiv id such as 2101.00001, or a title.",
        )
    return Asked("title", text)


def asked_of_record(record: PaperRecord) -> list[Asked]:
    """Return what may be asked about a paper: what names it, and its title if nothing does."""
    key, arxiv = doi_key(record.doi), normal_arxiv(record.arxiv)
    arxiv = arxiv or key.partition("arxiv:")[2]
    id_requests = [Asked("doi", key.removeprefix("doi:"))] if key.startswith("doi:") else []
    id_requests += [Asked("arxiv", arxiv)] if arxiv else []
    telling = len(split_into_words(record.title)) >= _LEAST_WORDS
    return id_requests or ([Asked("title", clean(record.title)[:_MOST_CHARS])] if telling else [])


def address(service: OnlineService, request: Asked) -> str:
    """Return where a service answers to this; "" where it cannot know."""
    path = _PATHS.get((service, request.kind))
    value = request.value
    if (service, request.kind) == ("arxiv", "title"):
        value = f'ti:"{" ".join(split_into_words(value))}"'
    return ADDRESSES[service] + path.format(quote(value, safe="")) if path else ""
