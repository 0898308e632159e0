"""The `neuroevo` command in a process of its own, as a user runs it."""

import subprocess
import sys

COMMAND = [sys.executable, "-c", "from neuroevo.cli import main; main()"]


def neuroevo(*arguments, cwd=None):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=cwd,
    )


def check_one_line_error(done, message):
    """Bad input: exit code 2, one line on stderr that names the culprit, nothing on stdout."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
