"""The appendix of Wright (2001), "Sub MonteCarlo()", statement by statement and with its names.

Arrays count from 1 and `Cards(player, slot, 1 or 2)` is a value or a suit, as there. Only the
random numbers are given from outside, and the four trump suits are passes of their own. This is
the oracle of `neuroevo.playout.appendix`, and deliberately nothing but a transcription.
"""


def hand_winner(hands, Trump, Dealer, rnd):
    """hands: four lists of five (value, suit); rnd(trick, name): 1 or 2, for Int(2 * Rnd) + 1."""
    Cards = [[["", "", ""] for _ in range(8)] for _ in range(5)]
    for player in range(1, 5):
        for slot in range(1, 6):
            Cards[player][slot][1], Cards[player][slot][2] = hands[player - 1][slot - 1]

    # 'Changes Values of Trump Bowers from 3 to 8 and 7 for right and left respectively
    other = {1: 3, 2: 4, 3: 1, 4: 2}[Trump]
    for i in range(1, 5):
        for j in range(1, 6):
            if Cards[i][j][2] == Trump and Cards[i][j][1] == 3:
                Cards[i][j][1] = 8
            if Cards[i][j][2] == other and Cards[i][j][1] == 3:
                Cards[i][j][1] = 7
                Cards[i][j][2] = Trump

    Leader = 1 if Dealer == 4 else Dealer + 1
    TrickWinner = {}
    TempFollowerPlayValue = TempFollowerPlaySuit = 0

    for Trick in range(5, 0, -1):
        # 'Leader plays trump or not
        NumTrump = 0
        for i in range(1, Trick + 1):
            if Cards[Leader][i][2] == Trump:
                NumTrump = NumTrump + 1
        TrumpOrNot = rnd(Trick, "TrumpOrNot")
        if ((NumTrump > 0) and (TrumpOrNot == 1)) or NumTrump == Trick:
            TempLeaderValue = 0
            TempLeaderSuit = 0
            if NumTrump > 0:
                for i in range(1, Trick + 1):
                    if Cards[Leader][i][2] == Trump and Cards[Leader][i][1] > TempLeaderValue:
                        TempLeaderValue = Cards[Leader][i][1]
                        TempLeaderSuit = Cards[Leader][i][2]
        else:
            for i in range(1, Trick + 1):
                if Cards[Leader][i][2] != Trump:
                    TempLeaderValue = Cards[Leader][i][1]
                    TempLeaderSuit = Cards[Leader][i][2]
                    break
            HighOrLow = rnd(Trick, "HighOrLow")
            if HighOrLow == 1:
                for i in range(1, Trick + 1):
                    if Cards[Leader][i][1] < TempLeaderValue and Cards[Leader][i][2] != Trump:
                        TempLeaderValue = Cards[Leader][i][1]
                        TempLeaderSuit = Cards[Leader][i][2]
            else:
                for i in range(1, Trick + 1):
                    if Cards[Leader][i][1] > TempLeaderValue and Cards[Leader][i][2] != Trump:
                        TempLeaderValue = Cards[Leader][i][1]
                        TempLeaderSuit = Cards[Leader][i][2]

        # 'Followers
        Follower = 1 if Leader == 4 else Leader + 1
        NumFollowSuit = 0
        for i in range(1, Trick + 1):
            if Cards[Follower][i][2] == TempLeaderSuit:
                NumFollowSuit = NumFollowSuit + 1
        if NumFollowSuit > 0:
            for i in range(1, Trick + 1):
                if Cards[Follower][i][2] == TempLeaderSuit:
                    TempFollowerValue = Cards[Follower][i][1]
            TempFollowerBigValue = TempFollowerValue
            TempFollowerSmallValue = TempFollowerValue
            for j in range(1, Trick + 1):
                if Cards[Follower][j][2] == TempLeaderSuit:
                    if Cards[Follower][j][1] >= TempFollowerBigValue:
                        TempFollowerBigValue = Cards[Follower][j][1]
                        TempFollowerBigSuit = Cards[Follower][j][2]
                    if Cards[Follower][j][1] <= TempFollowerSmallValue:
                        TempFollowerSmallValue = Cards[Follower][j][1]
                        TempFollowerSmallSuit = Cards[Follower][j][2]
            if TempFollowerBigValue > TempLeaderValue:
                TempFollowerPlayValue = TempFollowerBigValue
                TempFollowerPlaySuit = TempFollowerBigSuit
            else:
                TempFollowerPlayValue = TempFollowerSmallValue
                TempFollowerPlaySuit = TempFollowerSmallSuit
        else:
            NumTrumpF = 0
            for i in range(1, Trick + 1):
                if Cards[Follower][i][2] == Trump:
                    NumTrumpF = NumTrumpF + 1
            if NumTrumpF > 0:
                for i in range(1, Trick + 1):
                    if Cards[Follower][i][2] == Trump:
                        TempFollowerValue = Cards[Follower][i][1]
                TempFollowerBigValue = TempFollowerValue
                TempFollowerSmallValue = TempFollowerValue
                for j in range(1, Trick + 1):
                    if Cards[Follower][j][2] == Trump:
                        if Cards[Follower][j][1] >= TempFollowerBigValue:
                            TempFollowerBigValue = Cards[Follower][j][1]
                            TempFollowerBigSuit = Cards[Follower][j][2]
                        if Cards[Follower][j][1] <= TempFollowerSmallValue:
                            TempFollowerSmallValue = Cards[Follower][j][1]
                            TempFollowerSmallSuit = Cards[Follower][j][2]
                # 'Play the smallest trump as long as it isn't the right bower
                if TempFollowerSmallValue != 8:
                    TempFollowerPlayValue = TempFollowerSmallValue
                    TempFollowerPlaySuit = TempFollowerSmallSuit
            else:
                TempFollowerPlayValue = Cards[Follower][1][1]
                TempFollowerPlaySuit = Cards[Follower][1][2]
                for i in range(1, Trick + 1):
                    if Cards[Follower][i][1] <= TempFollowerPlayValue:
                        TempFollowerPlayValue = Cards[Follower][i][1]
                        TempFollowerPlaySuit = Cards[Follower][i][2]

        # 'Follower2 and 'Follower3: the same text twice but for the values compared with
        Follower2 = 1 if Follower == 4 else Follower + 1
        TempFollower2PlayValue, TempFollower2PlaySuit = later_follower(
            Cards,
            Follower2,
            Trick,
            Trump,
            TempLeaderSuit,
            [TempLeaderValue, TempFollowerPlayValue],
            TempFollowerPlayValue,
            TempFollowerPlaySuit,
        )
        Follower3 = 1 if Follower2 == 4 else Follower2 + 1
        TempFollower3PlayValue, TempFollower3PlaySuit = later_follower(
            Cards,
            Follower3,
            Trick,
            Trump,
            TempLeaderSuit,
            [TempLeaderValue, TempFollowerPlayValue, TempFollower2PlayValue],
            TempFollowerPlayValue,
            TempFollowerPlaySuit,
        )

        # 'Removes Played cards
        for i in range(1, Trick + 1):
            for player, value, suit in (
                (Leader, TempLeaderValue, TempLeaderSuit),
                (Follower, TempFollowerPlayValue, TempFollowerPlaySuit),
                (Follower2, TempFollower2PlayValue, TempFollower2PlaySuit),
                (Follower3, TempFollower3PlayValue, TempFollower3PlaySuit),
            ):
                if Cards[player][i][1] == value and Cards[player][i][2] == suit:
                    for j in range(i, Trick + 1):
                        Cards[player][j][1] = Cards[player][j + 1][1]
                        Cards[player][j][2] = Cards[player][j + 1][2]
                    Cards[player][Trick][1] = ""
                    Cards[player][Trick][2] = ""

        if TempFollowerPlaySuit == Trump:
            TempFollowerPlaySuit = 6
        elif TempFollowerPlaySuit == TempLeaderSuit:
            TempFollowerPlaySuit = 5
        if TempFollower2PlaySuit == Trump:
            TempFollower2PlaySuit = 6
        elif TempFollower2PlaySuit == TempLeaderSuit:
            TempFollower2PlaySuit = 5
        if TempFollower3PlaySuit == Trump:
            TempFollower3PlaySuit = 6
        elif TempFollower3PlaySuit == TempLeaderSuit:
            TempFollower3PlaySuit = 5
        TempLeaderSuit = 6 if TempLeaderSuit == Trump else 5

        LeaderMan = 10 * TempLeaderSuit + TempLeaderValue
        FollowerMan = 10 * TempFollowerPlaySuit + TempFollowerPlayValue
        Follower2Man = 10 * TempFollower2PlaySuit + TempFollower2PlayValue
        Follower3Man = 10 * TempFollower3PlaySuit + TempFollower3PlayValue
        if LeaderMan > FollowerMan and LeaderMan > Follower2Man and LeaderMan > Follower3Man:
            TrickWinner[Trick] = Leader
        if FollowerMan > LeaderMan and FollowerMan > Follower2Man and FollowerMan > Follower3Man:
            TrickWinner[Trick] = Follower
        if Follower2Man > LeaderMan and Follower2Man > FollowerMan and Follower2Man > Follower3Man:
            TrickWinner[Trick] = Follower2
        if Follower3Man > LeaderMan and Follower3Man > Follower2Man and Follower3Man > FollowerMan:
            TrickWinner[Trick] = Follower3
        Leader = TrickWinner[Trick]
        TempFollowerPlaySuit = 0
        TempFollowerPlayValue = 0

    TeamOneThreeWin = sum(winner in (1, 3) for winner in TrickWinner.values())
    TeamTwoFourWin = sum(winner in (2, 4) for winner in TrickWinner.values())
    return 1 if TeamOneThreeWin > TeamTwoFourWin else 2


def later_follower(
    Cards,
    Player,
    Trick,
    Trump,
    TempLeaderSuit,
    ValuesBefore,
    TempFollowerPlayValue,
    TempFollowerPlaySuit,
):
    NumFollow = 0
    for i in range(1, Trick + 1):
        if Cards[Player][i][2] == TempLeaderSuit:
            NumFollow = NumFollow + 1
    if NumFollow > 0:
        BigValue, BigSuit, SmallValue, SmallSuit = big_and_small(
            Cards, Player, Trick, TempLeaderSuit
        )
        # 'Play the largest if beats leader and Follower [and Follower2], else play smallest
        if all(BigValue > Value for Value in ValuesBefore):
            return BigValue, BigSuit
        return SmallValue, SmallSuit
    NumTrump = 0
    for i in range(1, Trick + 1):
        if Cards[Player][i][2] == Trump:
            NumTrump = NumTrump + 1
    if NumTrump > 0:
        BigValue, BigSuit, SmallValue, SmallSuit = big_and_small(Cards, Player, Trick, Trump)
        if SmallValue != 8:
            if SmallSuit != TempFollowerPlaySuit:
                return SmallValue, SmallSuit
            if SmallValue > TempFollowerPlayValue:
                return SmallValue, SmallSuit
            if BigValue > TempFollowerPlayValue:
                return BigValue, BigSuit
    PlayValue = Cards[Player][1][1]
    PlaySuit = Cards[Player][1][2]
    for i in range(1, Trick + 1):
        if Cards[Player][i][1] <= PlayValue:
            PlayValue = Cards[Player][i][1]
            PlaySuit = Cards[Player][i][2]
    return PlayValue, PlaySuit


def big_and_small(Cards, Player, Trick, Suit):
    for i in range(1, Trick + 1):
        if Cards[Player][i][2] == Suit:
            Value = Cards[Player][i][1]
    BigValue = SmallValue = Value
    for j in range(1, Trick + 1):
        if Cards[Player][j][2] == Suit:
            if Cards[Player][j][1] >= BigValue:
                BigValue, BigSuit = Cards[Player][j][1], Cards[Player][j][2]
            if Cards[Player][j][1] <= SmallValue:
                SmallValue, SmallSuit = Cards[Player][j][1], Cards[Player][j][2]
    return BigValue, BigSuit, SmallValue, SmallSuit
