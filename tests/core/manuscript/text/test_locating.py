"""Where sentences stand in the text that they were read from."""

from __future__ import annotations

from core.manuscript.text.locating import located


def texts(source: str, sentences: list[str]) -> list[str | None]:
    return [span and source[slice(*span)] for span in located(source, sentences)]


def test_markup_inside_and_between_sentences_is_passed_over() -> None:
    source = (
        "\\section{One} Peat \\emph{is} acid, as many have said \\cite[p.~3]{roe2001}. "
        "It holds \\textbf{much} water.\n\nIt holds water in winter too! End"
    )
    sentences = [
        "Peat is acid, as many have said [1].",
        "It holds much water.",
        "It holds water in winter too!",
        "End",
    ]
    assert texts(source, sentences) == [
        "Peat \\emph{is} acid, as many have said \\cite[p.~3]{roe2001}.",
        "It holds \\textbf{much} water.",
        "It holds water in winter too!",
        "End",
    ]


def test_a_sentence_that_occurs_twice_is_found_twice() -> None:
    source = "We begin here. We begin here."
    assert located(source, ["We begin here."] * 2) == [(0, 14), (15, 29)]


def test_what_stands_nowhere_has_no_place() -> None:
    assert located("Peat is acid.", ["Something else entirely.", "", "…"]) == [None, None, None]
    assert located("", ["Peat is acid."]) == [None]


def test_a_sentence_out_of_its_order_is_found() -> None:
    source = "The last stands first here. The first stands last here."
    assert texts(source, ["The first stands last here.", "The last stands first here."]) == [
        "The first stands last here.",
        "The last stands first here.",
    ]


def test_letters_that_fold_to_two_do_not_shift_what_follows() -> None:
    source = "Straße und Maß sind groß. Danach kommt noch etwas."
    assert texts(source, ["Danach kommt noch etwas."]) == ["Danach kommt noch etwas."]


def test_a_row_of_brackets_without_a_stop_is_passed_in_one_go() -> None:
    row = "(a) [b] {c} " * 20  # each bracket could be read in two ways: 2**60 in all
    source = f"Peat is acid and wet {row}\n\nMoors are old.\n"
    assert texts(source, ["Peat is acid and wet", "Moors are old."]) == [
        "Peat is acid and wet",
        "Moors are old.",
    ]
    open_bracket = "Peat is acid (as we know and have always known. Moors are old."
    assert texts(open_bracket, ["Peat is acid"]) == [
        "Peat is acid (as we know and have always known."
    ]
