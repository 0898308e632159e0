"""Code that users bring is found by file and name, runs only where they named it, and travels."""

import pickle
import subprocess
import sys
import textwrap

import pytest

from neuroevo import extensions
from neuroevo.errors import BadInput
from neuroevo.extensions import allow, is_own, load_allowed, load_own, load_packaged, split_own


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extensions, "_ALLOWED", {})
    return tmp_path


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(textwrap.dedent(text))


def test_a_name_in_a_file_is_told_from_other_names():
    assert is_own("mine.py:patient")
    assert is_own("some/where/mine.py:patient:keep=3")
    assert not is_own("greedy")
    assert not is_own("mc-extra:shuffles=20")
    assert not is_own("runs/demo:bids=counting")
    assert split_own("a/b.py:c:d=1:e=2") == ("a/b.py", "c", "d=1:e=2")


def test_a_file_runs_once_for_each_content():
    write("once.py", "COUNT = [0]\nCOUNT[0] += 1\nOTHER = COUNT\n")
    first = load_own("once.py:COUNT")
    assert load_own("once.py:OTHER").value is first.value
    assert first.value == [1]
    write("once.py", "COUNT = ['new']\n")
    second = load_own("once.py:COUNT")
    assert second.value == ["new"]
    assert second.digest != first.digest
    assert second != first


def test_the_digest_covers_the_helpers_that_a_file_imports():
    write("helped.py", "from my_helper import number\ndef value():\n    return number()\n")
    write("my_helper.py", "import my_inner\ndef number():\n    return my_inner.N\n")
    write("my_inner.py", "N = 1\n")
    write("beside.py", "N = 1\n")
    one = load_own("helped.py:value")
    assert one.value() == 1
    write("beside.py", "N = 2\n")
    assert load_own("helped.py:value").digest == one.digest
    write("my_inner.py", "N = 2\n")
    two = load_own("helped.py:value")
    assert two.digest != one.digest
    assert two.value() == 2


def test_two_files_with_helpers_of_one_name_never_meet(here):
    for folder, number in (("one", 1), ("two", 2)):
        (here / folder).mkdir()
        write(f"{folder}/same.py", f"N = {number}\n")
        write(f"{folder}/mine.py", "import same\ndef value():\n    return same.N\n")
    assert load_own("one/mine.py:value").value() == 1
    assert load_own("two/mine.py:value").value() == 2
    assert load_own("one/mine.py:value").value() == 1
    assert "same" not in sys.modules


def test_a_helper_of_a_known_name_hides_that_module_from_nobody_else(here):
    write("mine.py", "import json\ndef value():\n    return json.N\n")
    write("json.py", "N = 5\n")
    import json

    assert load_own("mine.py:value").value() == 5
    assert sys.modules["json"] is json
    assert json.loads("1") == 1


def test_helpers_that_import_each_other_come_to_an_end(here):
    write("mine.py", "import ping\ndef value():\n    return ping.N\n")
    write("ping.py", "import pong\nN = 3\n")
    write("pong.py", "import ping\n")
    assert load_own("mine.py:value").value() == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def value(:\n    pass\n", "mine.py:1: invalid Python"),
        ("import neuroevo\n\n\n1 / 0\n", "mine.py:4: ZeroDivisionError: division by zero"),
        ("import nobody_has_this\n", "mine.py:1: ModuleNotFoundError: No module named 'nobody"),
        ("def valeu():\n    pass\n", "mine.py has no player 'value': did you mean 'valeu'?"),
        ("def other():\n    pass\n", "mine.py has no player 'value': it has other"),
        ("", "mine.py has no player 'value': it has nothing"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line_with_its_place(text, told):
    write("mine.py", text)
    with pytest.raises(BadInput) as error:
        load_own("mine.py:value")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named_with_the_one_that_was_meant():
    write("mine.py", "")
    with pytest.raises(BadInput, match=r"there is no file mien\.py: did you mean 'mine\.py'"):
        load_own("mien.py:value")


def test_names_with_an_underscore_are_not_offered():
    write("mine.py", "_value = 1\n")
    with pytest.raises(BadInput, match="has no player '_value'"):
        load_own("mine.py:_value")


def test_what_is_loaded_runs_only_what_was_allowed(here):
    write("mine.py", "open('it_ran', 'w').close()\nVALUE = 3\n")
    with pytest.raises(BadInput, match=r"x\.npz needs the feature mine\.py:VALUE: add --with mine"):
        load_allowed("mine.py:VALUE", "feature", "x.npz")
    assert not (here / "it_ran").exists()
    allow("mine.py")
    assert load_allowed("elsewhere/mine.py:VALUE", "feature", "x.npz").value == 3


@pytest.mark.parametrize("name", ["nobody.py", "mine.txt", "folder"])
def test_only_a_python_file_can_be_allowed(here, name):
    (here / "mine.txt").write_text("x")
    (here / "folder").mkdir()
    with pytest.raises(BadInput, match=f"--with {name}"):
        allow(name)


def test_what_a_user_brings_travels_to_a_process_that_has_never_seen_its_file(here):
    write("mine.py", "from my_help import number\ndef value():\n    return 7 + number()\n")
    write("my_help.py", "def number():\n    return 1\n")
    packed = pickle.dumps(load_own("mine.py:value"))
    (here / "packed").write_bytes(packed)
    (here / "mine.py").unlink()
    (here / "my_help.py").unlink()
    code = (
        "import pickle; own = pickle.load(open('packed', 'rb')); print(own.value()); "
        "print(pickle.loads(open('packed', 'rb').read()).value is own.value)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["8", "True"]


def test_a_package_that_fails_is_named_in_one_line(monkeypatch):
    entry = extensions.EntryPoint("broken", "nobody_has_this:thing", "neuroevo.players")
    monkeypatch.setattr(extensions, "packaged", lambda _group: {"broken": entry})
    with pytest.raises(BadInput, match=r"broken of a package \(nobody_has_this:thing\): ModuleNot"):
        load_packaged("neuroevo.players", "broken")
