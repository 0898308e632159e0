"""Features that a user brings: in his own file, and never run unless he named it."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from neuroevo import extensions
from neuroevo.errors import BadInput
from neuroevo.extensions import allow, load_own
from neuroevo.games import EUCHRE, SPADES, SUECA
from neuroevo.networks import Champion, load_champion, make_architecture, random_weights
from neuroevo.networks.features import FEATURES, choose_features, own_feature
from neuroevo.networks.kernels.scorer import check_compiles
from neuroevo.testing import compare_networks

TEXT = '''"""Features of one's own."""

from math import sqrt


def lonely_king(now, card):
    """A king without its ace, and without company."""
    return card.rank == 11 and alone(now.hand & card.its_suit)


def alone(cards):
    return len(cards) == 1


def late(now):
    """How late it is."""
    return sqrt(now.tricks_over / now.tricks)
'''


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extensions, "_ALLOWED", {})
    path = tmp_path / "my_features.py"
    path.write_text(TEXT)
    return path


def scorer(sheet, words):
    architecture = make_architecture("scorer", sheet, 4, (5,), features=words)
    weights = random_weights(architecture.weight_count, 4, np.random.default_rng(5))
    return [Champion(architecture, row) for row in weights]


def names(words):
    return [one.name for one in choose_features(words)]


def test_features_of_the_decision_come_first_and_ours_before_others(file):
    king, late = f"{file.name}:lonely_king", f"{file.name}:late"
    assert names([king, "boss", late, "leading"]) == ["leading", late, "boss", king]
    assert names([f"{file}:late"]) == [late]  # files know it without its folder
    assert names([king, king]) == [king]
    assert names(["own", king, "-own", "boss"]) == ["boss"]
    assert names([king, late, f"-{late}"]) == [king]
    assert len(names(["all", king])) == len(FEATURES) + 1
    found = choose_features([king])[0]
    assert found.about == "A king without its ace, and without company."


def test_kernel_and_referee_agree_on_a_network_with_users_features(file):
    words = ["chances", "leading", f"{file.name}:lonely_king", f"{file.name}:late"]
    for sheet in (SPADES, SUECA, EUCHRE):
        compare_networks(sheet, scorer(sheet, words), 60).check()


def test_two_features_of_one_name_are_told_apart(file, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / file.name).write_text("def late(now):\n    return 1\n")
    with pytest.raises(BadInput, match=r"two different features are called my_features\.py:late"):
        choose_features([f"{file.name}:late", f"other/{file.name}:late"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "def mine(card):\n    return 1\n\ndef mine(now, card, more):\n    return 1\n",
            "my_features.py:4: the feature mine takes (now) or (now, card), not (now, card, more)",
        ),
        ("mine = 3\n", "3 is no feature: write a function of (now) or (now, card)"),
        (
            "def mine(now, card):\n    return now._table.hands[0] & 1\n",
            "my_features.py:2: '_table' begins with an underscore: such names are not for players "
            "and features",
        ),
        (
            "def mine(now):\n    return help_me(now)\n\ndef help_me(now):\n"
            "    return getattr(now, 'hand')\n",
            "my_features.py:5: 'getattr' can't be used here",
        ),
        (
            "def mine(now, card):\n    if card.is_trump:\n        return 1.0\n",
            "my_features.py:2: mine may end without returning anything: every way through it needs "
            "a return",
        ),
        ("def mine(now):\n    now.hand\n", "my_features.py:2: mine may end without returning"),
        ("def mine(now):\n    return now.legal +\n", "my_features.py:2: invalid Python: "),
        ("def mine(now:\n", "my_features.py:1: invalid Python: "),
        ("def mnie(now):\n    return 1\n", "my_features.py has no feature 'mine': did you mean"),
    ],
)
def test_what_can_be_no_feature_is_told_when_it_is_named(file, text, told):
    file.write_text(text)
    with pytest.raises(BadInput) as error:
        choose_features([f"{file.name}:mine"])
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "return now.legal.chepest.points",
            "my_features.py:2: a CardSet has no 'chepest': did you mean 'cheapest'?",
        ),
        (
            "return now.trick_taken",
            "my_features.py:2: a Situation has no 'trick_taken': did you mean 'tricks_taken'?",
        ),
        ("return now.winning", "my_features.py:1: mine returns a CardSet, not a number"),
        ("return 'high'", "my_features.py:1: mine returns text, not a number"),
    ],
)
def test_what_does_not_compile_is_told_before_a_round_is_played(file, body, told):
    file.write_text(f"def mine(now, card):\n    {body}\n")
    architecture = make_architecture("scorer", SPADES, 4, features=["boss", f"{file.name}:mine"])
    with pytest.raises(BadInput) as error:
        architecture.choose_address()
    assert str(error.value) == told


def test_every_one_of_ours_passes_the_check_of_users_features():
    for one in FEATURES:
        check_compiles(one.function, one.of_card)


def test_a_champion_names_its_features_and_runs_no_code_by_itself(file, tmp_path):
    mark = tmp_path / "was_run"
    file.write_text(TEXT + f"\nopen({str(mark)!r}, 'w').close()\n")
    champion = scorer(SPADES, ["boss", f"{file}:lonely_king"])[0]
    champion.save("one.npz")
    mark.unlink()
    for name in [name for name in sys.modules if name.startswith("neuroevo_own")]:
        del sys.modules[name]
    with pytest.raises(BadInput) as error:
        load_champion("one.npz")
    assert str(error.value) == (
        "one.npz needs the feature my_features.py:lonely_king: add --with my_features.py"
    )
    assert not mark.exists()
    allow(file)
    loaded = load_champion("one.npz")
    assert mark.exists()
    assert loaded.architecture == champion.architecture
    assert "code" not in loaded.about
    compare_networks(SPADES, [loaded] * 4, 40).check()


def test_a_champion_tells_when_the_code_is_not_the_one_it_was_made_with(file):
    scorer(SPADES, ["boss", f"{file.name}:late"])[0].save("one.npz")
    file.write_text(TEXT.replace("sqrt(", "("))
    allow(file)
    with pytest.raises(BadInput) as error:
        load_champion("one.npz")
    assert str(error.value) == (
        "one.npz was made with another my_features.py: it needs my_features.py:late as it was then"
    )


def test_an_architecture_travels_to_another_process_with_its_features(file, tmp_path):
    architecture = make_architecture("scorer", SPADES, 4, features=["boss", f"{file.name}:late"])
    assert pickle.loads(pickle.dumps(architecture)) == architecture
    (tmp_path / "sent").write_bytes(pickle.dumps(architecture))
    file.unlink()  # as on another machine
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import pickle; a = pickle.load(open('sent', 'rb')); "
            "print([one.name for one in a.features], a.choose_address() > 0)",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(extensions.__file__).rsplit("/neuroevo/", 1)[0]},
    )
    assert told.stdout.strip() == "['my_features.py:late', 'boss'] True"


def test_a_package_offers_features_by_name(file, monkeypatch):
    class Offered:
        name, value, dist = "lonely", "my_features:lonely_king", None

        def load(self):
            return load_own(f"{file}:lonely_king").value

    def offered(group):
        return {"lonely": Offered()} if group == extensions.FEATURES else {}

    monkeypatch.setattr("neuroevo.networks.features.packaged", offered)
    monkeypatch.setattr(
        "neuroevo.networks.features.load_packaged", lambda group, name: offered(group)[name].load()
    )
    assert names(["boss", "lonely"]) == ["boss", "lonely"]
    assert choose_features(["lonely"])[0].digest
    with pytest.raises(BadInput, match="there is no feature 'lonly': did you mean 'lonely'"):
        choose_features(["lonly"])


def test_an_own_feature_equals_itself_only_with_the_same_code(file):
    one = own_feature(load_own(f"{file.name}:late"))
    again = own_feature(load_own(f"{file}:late"))
    assert one == again
    file.write_text(TEXT.replace("How late", "So late"))
    assert own_feature(load_own(f"{file.name}:late")) != one
