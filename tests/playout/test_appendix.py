"""The appendix' program: the printed deal, a transcription as oracle, and each quirk at work."""

from fractions import Fraction

import pytest
from appendix_program import hand_winner
from deals import random_hands

from neuroevo.cards import parse_card, parse_hand
from neuroevo.errors import BadInput
from neuroevo.playout import MENDABLE, QUIRKS, THESIS_HANDS, TRUMPS, parse_hands, playout
from neuroevo.playout.appendix import COIN_WORDS, VALUES, play_out
from neuroevo.playout.chances import _Deal, _mended_bits

SUIT_NUMBERS = {"H": 1, "S": 2, "D": 3, "C": 4}

APPENDIX_CARDS = """
1 4  1 2  6 2  6 4  1 1
2 4  2 2  3 4  1 3  2 3
3 2  4 4  2 1  3 1  3 3
4 2  5 2  5 4  4 3  4 1
"""  # "Set up Players Hands": value and suit of each slot, a player a line


def numbered(hands):
    return [[(VALUES[card.rank], SUIT_NUMBERS[card.suit]) for card in hand] for hand in hands]


def test_the_thesis_deal_is_the_one_in_the_program_slot_by_slot():
    rows = [list(map(int, line.split())) for line in APPENDIX_CARDS.split("\n")[1:5]]
    slots = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
    assert numbered(parse_hands(THESIS_HANDS)) == slots


def test_the_exact_chances_of_the_thesis_deal():
    result = playout(strategy="appendix", method="exact")
    fractions = {suit: chance.fraction for suit, chance in result.trumps.items()}
    assert fractions == {
        "H": 1,
        "S": Fraction(45, 64),
        "D": Fraction(247, 256),
        "C": Fraction(259, 512),
    }
    assert result.overall.fraction == Fraction(1625, 2048)


def coins_of(word):
    """The program's random numbers for a word of coins."""

    def rnd(left, name):
        coins = word >> 2 * (5 - left)
        return 1 if coins & {"TrumpOrNot": 1, "HighOrLow": 2}[name] else 2

    return rnd


def test_it_plays_as_the_transcribed_program_does():
    deals = [parse_hands(THESIS_HANDS), *(random_hands(seed) for seed in range(40))]
    winners = set()
    for index, hands in enumerate(deals):
        for step, trump in enumerate(TRUMPS):
            for dealer in range(1, 5):
                for word in range(step * 31 + dealer, COIN_WORDS, 499 if index else 97):
                    tricks = play_out(hands, trump, dealer, word)
                    ours = sum(trick.winner in (1, 3) for trick in tricks)
                    winner = hand_winner(
                        numbered(hands), SUIT_NUMBERS[trump], dealer, coins_of(word)
                    )
                    assert (1 if ours >= 3 else 2) == winner, (hands, trump, dealer, word)
                    winners.add(winner)
    assert winners == {1, 2}


@pytest.mark.parametrize("mended", [(), *((name,) for name in MENDABLE), MENDABLE], ids=str)
def test_plain_and_compiled_play_out_alike_with_any_quirk_mended(mended):
    for seed in range(12):
        hands = random_hands(seed) if seed else parse_hands(THESIS_HANDS)
        for number, trump in enumerate(TRUMPS):
            deal = _Deal(hands, trump, "appendix", _mended_bits(mended))
            dealer = 1 + (seed + number) % 4
            tricks = deal.tricks_by_coins[dealer - 1]
            for word in range(seed, COIN_WORDS, 41):
                plain = play_out(hands, trump, dealer, word, mended)
                assert sum(trick.winner in (1, 3) for trick in plain) == tricks[word]


def test_a_first_follower_with_the_right_bower_alone_plays_nothing_and_loses_his_last_card():
    hands = parse_hands("9C TC QC KC AC | JH 9S TS QS AS | 9D TD QD KD AD | 9H TH QH KH AH")
    first, *later = play_out(hands, "H", dealer=4, coins=0)
    assert first.cards[1] is None
    laid_later = {trick.cards[(2 - trick.leader) % 4] for trick in later}
    assert parse_card("AS") not in laid_later  # in his last slot
    (mended, *_) = play_out(hands, "H", dealer=4, coins=0, mended=["lost-card"])
    assert mended.cards[1] == parse_card("9S")


LEAD_HIGH, LEAD_LOW = 0, 2


@pytest.mark.parametrize(
    ("quirk", "hands", "coins", "played", "mended"),
    [
        (  # the third follower's nine of trumps lies under the second's king
            "first-trump-only",
            "JD 9S QS QC JC | TC AS QH TS TH | KH 9D QD KC AH | TD AD 9H KD 9C",
            LEAD_HIGH,
            "QS AS KH 9H",
            "QS AS KH 9C",
        ),
        (  # the king can't beat the first follower's nine of trumps
            "value-alone",
            "9S JD QS AD TD | TH QD 9C KD 9H | KH TS KC JH KS | JC TC AC AH AS",
            LEAD_LOW,
            "9S 9H KS AS",
            "9S 9H TS AS",
        ),
        (  # the right bower is not spent on the king of trumps
            "biggest-trump",
            "QS JC AC TD KC | JS AS KS JD KH | QD 9D 9H JH AD | 9S 9C QH TS TC",
            LEAD_HIGH,
            "AC KH JH 9C",
            "AC KH 9H 9C",
        ),
        (  # nothing beats the ten of trumps, and a ten of clubs is less worth than a trump
            "low-trumps",
            "QD AD 9D AS KD | KC TS AC TH 9S | JC 9C AH TD QH | TC QC 9H KS JS",
            LEAD_HIGH,
            "AD TH TD 9H",
            "AD TH TD TC",
        ),
    ],
)
def test_each_quirk_shows_in_a_trick_of_its_own(quirk, hands, coins, played, mended):
    dealt = parse_hands(hands)
    assert play_out(dealt, "H", 4, coins)[0].cards == parse_hand(played)
    assert play_out(dealt, "H", 4, coins, [quirk])[0].cards == parse_hand(mended)


def test_ties_fall_to_the_leaders_first_slot_and_to_the_followers_last():
    hands = parse_hands("9C 9D AH KH QH | 9S TS QS KS AS | TD TC TH QD KD | JH JD JC QC KC")
    assert play_out(hands, "H", 4, LEAD_LOW)[0].cards[:3] == parse_hand("9C 9S TC")
    swapped = parse_hands("9D 9C AH KH QH | 9S TS QS KS AS | TD TC TH QD KD | JH JD JC QC KC")
    assert play_out(swapped, "H", 4, LEAD_LOW)[0].cards[0] == parse_card("9D")
    void = parse_hands("AC TC 9H KH QH | 9S 9D QS KS AS | TD TS TH QD KD | JH JD JC QC KC")
    assert play_out(void, "H", 4, LEAD_HIGH)[0].cards[1] == parse_card("9D")


def test_mending_the_lost_card_makes_diamonds_certain():
    """The bug costs team one 9/256 with diamonds, and nothing else."""
    before, after = playout(), playout(mended=["lost-card"])
    assert after.trumps["D"].fraction == 1
    assert before.trumps["D"].fraction == Fraction(247, 256)
    for suit in "HSC":
        assert after.trumps[suit] == before.trumps[suit]


def test_the_order_within_a_hand_matters_only_through_ties():
    """The same cards as the text lists them: clubs fall to 37/128."""
    text = "9C AC 9S AS 9H | TC JC 9D TD TS | TH JH JS JD QC | QH QS KS QD KC"
    assert playout(text).trumps["C"].fraction == Fraction(37, 128)
    for strategy in ("described", "random", "greedy", "double-dummy"):
        assert playout(text, strategy).trumps == playout(strategy=strategy).trumps


def test_every_quirk_is_named_and_says_what_it_does():
    assert len(QUIRKS) == 6
    assert all(len(quirk.what) > 40 for quirk in QUIRKS.values())
    with pytest.raises(BadInput, match="there is no quirk 'ties' to mend: choose from lost-card"):
        playout(mended=["ties"])
