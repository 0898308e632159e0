"""What was computed once is there the next time, or one clear line says why not."""

import json

import pytest

from neuroevo.errors import BadInput
from neuroevo.store import Store


def test_a_store_keeps_what_was_computed(tmp_path):
    calls = []

    def work():
        calls.append(1)
        return {"mean": 1.5}

    path = tmp_path / "new" / "parts.json"
    assert Store.open(path).keep("key", work) == {"mean": 1.5}
    assert Store.open(path).keep("key", work) == {"mean": 1.5}
    assert len(calls) == 1
    assert json.loads(path.read_text()) == {"key": {"mean": 1.5}}


def test_work_that_fails_leaves_what_was_there(tmp_path):
    path = tmp_path / "parts.json"
    store = Store.open(path)
    store.keep("one", lambda: 1)
    with pytest.raises(ZeroDivisionError):
        store.keep("two", lambda: 1 / 0)
    assert Store.open(path).found == {"one": 1}


@pytest.mark.parametrize("text", ["{half", "[1, 2]", "3", "", "\x00"])
def test_a_damaged_store_is_named(tmp_path, text):
    path = tmp_path / "parts.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"parts.json is damaged: delete it"):
        Store.open(path)
    assert path.read_text() == text


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(BadInput, match=r"can't make the directory .*taken"):
        Store.open(tmp_path / "taken" / "parts.json").keep("key", lambda: 1)
