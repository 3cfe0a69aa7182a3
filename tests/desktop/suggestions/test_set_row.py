"""The row of papers to cite together."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from core.base.records import Paper, PaperNumber, PaperSet, Reason
from desktop.suggestions.set_row import SetRow


def paper(number: int) -> Paper:
    name = f"t:{number}"
    return Paper(
        number=PaperNumber(number),
        id=name,
        ids=(name,),
        title=f"Title {number}",
        authors=(f"Given Family{number}",),
        year=2000 + number,
    )


ONE, TWO, THREE = paper(1), paper(2), paper(3)
REASON = Reason("cocitation", "cited together in 2 of your papers: Title 7; Title 8", ONE.number)


def test_a_set_that_stands_beside_a_cited_paper_names_it(qtbot: QtBot) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    row.show_sets([PaperSet((ONE,), (REASON,), (THREE,)), PaperSet((ONE, TWO), (REASON,))])
    assert row._title.text() == "Beside Family3 2003"
    assert row._title.toolTip() == "Title 3"
    assert row.picked() == [ONE]
    row._next.click()
    assert row._title.text() == "Cite together"
    assert row._title.toolTip() == ""
    assert row.picked() == [ONE, TWO]


def test_one_paper_alone_is_no_set(qtbot: QtBot) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    row.show_sets([PaperSet((ONE,), (REASON,))])
    assert row.isHidden()


def test_a_paper_of_the_reference_list_goes_by_its_label_there(qtbot: QtBot) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    row.show_sets([PaperSet((ONE, TWO), (REASON,), (THREE,))], {THREE.number: "12"})
    assert row._title.text() == "Beside [12]"
    assert row._why.accessibleName().startswith("Usually cited with [12]: ")


def test_what_is_left_out_stays_so_when_a_better_answer_to_the_same_question_comes(
    qtbot: QtBot,
) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    first, second = PaperSet((TWO, THREE), (REASON,)), PaperSet((ONE, TWO), (REASON,))
    row.show_sets([first, second])
    row._next.click()
    row._chips[0].click()
    assert row.picked() == [TWO]
    better = PaperSet((ONE, TWO), (Reason("cocitation", "cited together", ONE.number),))
    row.show_sets([better, first])
    assert row.picked() == [TWO]
    assert not row._chips[0].isChecked()
    row._chips[0].click()
    assert row.picked() == [ONE, TWO]


def test_another_question_begins_with_nothing_left_out(qtbot: QtBot) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    row.show_sets([PaperSet((ONE, TWO), (REASON,))])
    row._chips[0].click()
    row.show_sets(())
    row.show_sets([PaperSet((ONE, TWO), (REASON,))])
    assert row.picked() == [ONE, TWO]


def test_where_there_is_little_room_the_author_is_cut_and_not_the_year(qtbot: QtBot) -> None:
    row = SetRow()
    qtbot.addWidget(row)
    long = replace(TWO, authors=("Ann Bosworth-Ravensbourne-Featherington",))
    row.show_sets([PaperSet((ONE, long), (REASON,))])
    row.resize(260, 100)
    row.show()
    chip = row._chips[1]
    assert chip.text().startswith("Bosw")
    assert chip.text().endswith("… 2002")
    border_and_padding = 2 * (1 + 12)
    assert chip.fontMetrics().horizontalAdvance(chip.text()) <= chip.width() - border_and_padding
