"""The rules for Clubs: the example round, its end, and the rules' own examples."""

from neuroevo.games import CLUBS
from neuroevo.games.referee import game_winners
from neuroevo.reproduce import reproduce


def test_the_example_round_of_clubs():
    example, scores, _ = reproduce("clubs")
    verdicts = {(cell.row, cell.column): cell.verdict for cell in example.cells}
    wrong = {key for key, verdict in verdicts.items() if verdict != "reproduced"}
    assert wrong == {("row 7", "leader"), ("row 11", "plays")}
    assert {cell.verdict for cell in scores.cells} == {"reproduced"}


def test_the_game_of_the_example_ends_with_a_shared_win():
    (text,) = reproduce("clubs", "text")
    by_row = {cell.row: cell for cell in text.cells}
    assert {cell.verdict for cell in text.cells} == {"reproduced"}
    assert by_row["winners"].reproduced == "A and B"
    assert by_row["winners"].section == "Example Round"
    assert game_winners(CLUBS, [3, 0, 8, 5]) == (1,)
