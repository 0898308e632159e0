"""Files: only regular ones are replaced, links stay links, and nothing half-written is left."""

import os
import subprocess
import sys

import pytest

from neuroevo.errors import BadInput
from neuroevo.files import (
    check_writable,
    folder_for,
    make_folder,
    parse_json,
    read_text,
    read_toml,
    replace_file,
)


def test_a_device_a_pipe_and_a_folder_are_refused_and_stay(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "to-device").symlink_to("/dev/null")
    for name, kind in (("pipe", "a pipe"), ("folder", "a directory"), ("to-device", "a device")):
        with pytest.raises(BadInput, match=f"{name}: it is {kind}, not a file"):
            replace_file(tmp_path / name, "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe", "to-device"]
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "to-device").is_char_device()


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "file", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    replace_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    (tmp_path / "dangling").symlink_to(tmp_path / "elsewhere" / "other")
    replace_file(tmp_path / "dangling", "there")
    assert (tmp_path / "elsewhere" / "other").read_text() == "there"
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(BadInput, match="a link that leads to itself"):
        replace_file(tmp_path / "loop", "x")


def test_a_file_keeps_its_mode(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    replace_file(path, "new")
    assert path.stat().st_mode & 0o777 == 0o600


def test_names_of_255_bytes_are_written_and_longer_ones_refused(tmp_path):
    replace_file(tmp_path / ("b" * 255), "x")
    assert [len(path.name) for path in tmp_path.iterdir()] == [255]
    with pytest.raises(BadInput, match="at most 255 bytes"):
        replace_file(tmp_path / ("ü" * 128), "x")
    with pytest.raises(BadInput, match="can't make the directory"):
        make_folder(tmp_path / ("b" * 256) / "inside")


def test_what_a_killed_process_left_half_written_is_cleared_and_nothing_else(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = tmp_path / f".log.csv.{dead.pid}-3.part"
    ours = tmp_path / f".log.csv.{os.getpid()}-999.part"
    another = tmp_path / f".other.csv.{dead.pid}-3.part"
    for path in (left, ours, another):
        path.write_text("half")
    replace_file(tmp_path / "log.csv", "whole")
    assert not left.exists()
    assert ours.exists()
    assert another.exists()


def test_folders_that_a_failure_leaves_empty_go_again(tmp_path):
    with pytest.raises(ZeroDivisionError), folder_for(tmp_path / "a" / "b" / "c"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    with pytest.raises(ZeroDivisionError), folder_for(tmp_path / "mine" / "b"):
        raise ZeroDivisionError
    assert (tmp_path / "mine").is_dir()


def test_a_missing_folder_is_named_before_anything_is_written(tmp_path):
    with pytest.raises(BadInput, match="there is no directory"):
        check_writable(tmp_path / "nowhere" / "file")
    assert list(tmp_path.iterdir()) == []


def test_deep_nesting_is_an_error_like_any_other(tmp_path):
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_json("[" * 100_000)
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(BadInput, match="is not valid TOML"):
        read_toml(path)
    path.write_bytes(b"\xff")
    with pytest.raises(BadInput, match="not UTF-8"):
        read_text(path)
