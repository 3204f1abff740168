"""Back and forward go over the places as they were left."""

from graphrag_desktop.ui.view_history import MOST, Place, ViewHistory

SOMEWHERE = (0.0, 0.0, 1.0, 1.0)


def test_that_back_and_forward_go_over_the_places_as_they_were_left() -> None:
    history = ViewHistory()
    history.visit(Place(0))
    history.leave(SOMEWHERE)
    history.visit(Place(0, community=3))
    history.leave(None)
    assert history.back() == Place(0, bounds=SOMEWHERE)
    assert history.forward() == Place(0, community=3)
    assert not history.has_future


def test_that_going_elsewhere_forgets_what_lay_ahead() -> None:
    history = ViewHistory()
    for number in (1, 2, 3):
        history.visit(Place(0, community=number))
    history.back()
    history.visit(Place(0, entity=9))
    assert [each.community or each.entity for each in history.places] == [1, 2, 9]
    assert not history.has_future


def test_that_the_same_place_is_visited_once() -> None:
    history = ViewHistory()
    history.visit(Place(1, community=4))
    history.leave(SOMEWHERE)
    history.visit(Place(1, community=4))
    assert len(history.places) == 1


def test_that_levels_passed_through_leave_only_the_last() -> None:
    history = ViewHistory()
    for level in (0, 1, 2, 3):
        history.visit(Place(level, community=4))
    assert [each.level for each in history.places] == [0, 3]


def test_that_there_is_no_way_back_from_the_first_place_and_none_on_from_the_last() -> None:
    history = ViewHistory()
    assert history.back() is None
    history.visit(Place())
    assert (history.back(), history.forward()) == (None, None)


def test_that_ten_thousand_places_stay_within_bounds() -> None:
    history = ViewHistory()
    for number in range(10_000):
        history.visit(Place(0, entity=number))
    assert len(history.places) == MOST
    assert history.places[-1].entity == 9_999
    history.forget()
    assert not history.has_past
