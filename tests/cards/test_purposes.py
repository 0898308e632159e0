"""The register of what random numbers are drawn for."""

import re
from pathlib import Path

import pytest

import neuroevo
from neuroevo.cards import Purpose, generator_for, run_key

PACKAGE = Path(neuroevo.__file__).parent


def test_keys_differ_by_seed_purpose_and_parts():
    parts = [(), (0,), (1,), (0, 0), (0, 1)]
    keys = {
        run_key(seed, purpose, *more) for seed in range(50) for purpose in Purpose for more in parts
    }
    assert len(keys) == 50 * len(Purpose) * len(parts)


def test_no_two_purposes_share_a_number():
    named = re.findall(r"^    [A-Z_]+ = (\d+)$", source("cards/purposes.py"), re.MULTILINE)
    assert len(named) == len(Purpose) == len(set(named))


def test_every_seed_is_spawned_through_the_register():
    for path in PACKAGE.rglob("*.py"):
        if path.name != "purposes.py":
            text = path.read_text(encoding="utf-8")
            assert "SeedSequence(" not in text, path
            assert "default_rng(" not in text, path
            for purpose in re.findall(r"(?:run_key|generator_for)\([\w.]+, ([\w.]+)", text):
                assert re.fullmatch(r"Purpose\.[A-Z_]+|purpose", purpose), (path, purpose)


def test_every_purpose_is_used():
    text = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    for purpose in Purpose:
        assert f"Purpose.{purpose.name}" in text, purpose


def test_a_bare_number_is_no_purpose():
    with pytest.raises(ValueError, match="999"):
        run_key(1, 999)
    assert generator_for(1, Purpose.DEALS).random() != generator_for(1, Purpose.GROUPS).random()


def source(name):
    return (PACKAGE / name).read_text(encoding="utf-8")
