"""The `neuroevo` command in a process of its own, as a user runs it."""

import subprocess
import sys

from neuroevo.cli.notices import COMPILING

COMMAND = [sys.executable, "-c", "from neuroevo.cli import main; main()"]


def without_notice(stderr):
    """What a command said on stderr, but for the line that it compiles, as it may at first."""
    if isinstance(stderr, bytes):
        return stderr.replace(f"{COMPILING}\n".encode(), b"", 1)
    return stderr.replace(f"{COMPILING}\n", "", 1)


def neuroevo(*arguments, cwd=None):
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=cwd,
    )
    done.stderr = without_notice(done.stderr)
    return done


def check_one_line_error(done, message):
    """Bad input: exit code 2, one line on stderr that names the culprit, nothing on stdout."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
