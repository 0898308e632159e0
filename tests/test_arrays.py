"""Arrays in files are looked at before they are unpacked."""

import hashlib
import io
import json
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from neuroevo.arrays import BadArrays, open_arrays, write_arrays


def test_what_was_written_is_read(tmp_path):
    path = tmp_path / "x.npz"
    about = np.frombuffer(json.dumps({"a": 1}).encode(), dtype=np.uint8)
    write_arrays(path, {"weights": np.arange(6, dtype=np.float32).reshape(2, 3), "about": about})
    with open_arrays(path) as found:
        assert found.headers["weights"].shape == (2, 3)
        assert found.read("weights", np.float32, (None, 3)).tolist() == [[0, 1, 2], [3, 4, 5]]
        assert found.read_json("about", 100) == {"a": 1}


@pytest.mark.parametrize(
    ("kind", "shape", "message"),
    [
        (np.float64, (2, 3), "holds float32 where float64 belongs"),
        (np.float32, (2, 4), "is 2 x 3 where 2 x 4 belongs"),
        (np.float32, (6,), "is 2 x 3 where 6 belongs"),
    ],
)
def test_kind_and_shape_are_those_that_are_expected(tmp_path, kind, shape, message):
    write_arrays(tmp_path / "x.npz", {"weights": np.zeros((2, 3), np.float32)})
    with pytest.raises(BadArrays, match=message), open_arrays(tmp_path / "x.npz") as found:
        found.read("weights", kind, shape)


def test_a_small_file_that_unpacks_to_gigabytes_is_refused_before(tmp_path):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        header = {"descr": "<f4", "fortran_order": False, "shape": (1 << 28,)}
        with archive.open("weights.npy", "w", force_zip64=True) as member:
            np.lib.format.write_array_header_1_0(member, header)
            for _ in range(1 << 8):
                member.write(bytes(1 << 22))
    assert path.stat().st_size < 2 << 20
    tracemalloc.start()
    with pytest.raises(BadArrays, match="would unpack to 1,073,7"), open_arrays(path):
        pass
    assert tracemalloc.get_traced_memory()[1] < 10 << 20
    tracemalloc.stop()


def test_a_header_that_promises_more_than_is_there_is_refused(tmp_path):
    path = tmp_path / "x.npz"
    header = str({"descr": "<f4", "fortran_order": False, "shape": (10**12,)}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "weights.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
        )
    with pytest.raises(BadArrays, match="not as long as its header says"), open_arrays(path):
        pass


def test_objects_bare_arrays_and_encrypted_parts_are_refused(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, weights=np.array([{}], dtype=object))
    with pytest.raises(BadArrays, match="holds objects"), open_arrays(path):
        pass
    bare = io.BytesIO()
    np.save(bare, np.zeros(3))
    path.write_bytes(bare.getvalue())
    with pytest.raises(BadArrays, match="not a zip file"), open_arrays(path):
        pass
    np.savez(path, weights=np.zeros(3))
    content = bytearray(path.read_bytes())
    content[content.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(BadArrays, match="weights is encrypted"), open_arrays(path):
        pass


def test_a_file_has_the_same_bytes_with_every_version_of_python(tmp_path):
    about = np.frombuffer(b"{}", dtype=np.uint8)
    write_arrays(tmp_path / "x.npz", {"weights": np.arange(3, dtype=np.float32), "about": about})
    found = (tmp_path / "x.npz").read_bytes()
    assert hashlib.sha256(found).hexdigest()[:16] == "b555761cbfb26a7c"
    for member in zipfile.ZipFile(tmp_path / "x.npz").infolist():
        assert member.date_time == (1980, 1, 1, 0, 0, 0)
        assert (member.create_system, member.create_version, member.extra) == (3, 20, b"")
