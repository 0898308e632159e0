"""The `neuroevo` command: one module a subcommand, imported only when it is used."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from importlib import import_module

import click

import neuroevo
from neuroevo.cli.notices import show_warnings_in_a_line, watch_compiling
from neuroevo.errors import BadInput, choose_from

COMMANDS = {
    "evolve": "Evolve networks that play, as an experiment file says.",
    "train-bidder": "Teach a champion to bid, from rounds that it plays.",
    "resume": "Go on with a run that was stopped or killed.",
    "runs": "List the runs: how far they got, and their best.",
    "study": "Many small evolutions at equal cost, to learn what mattered.",
    "evaluate": "What players take per round on fresh deals, tricks or points.",
    "league": "Every player against every other: a cross table, and ratings.",
    "significance": "Is a number of tricks skill or luck? All tests side by side.",
    "report": "Judge a run in one HTML file that can be sent to anybody.",
    "compare": "Champions and settings of several runs side by side.",
    "reproduce": "Print published tables beside our own, with verdicts.",
    "simulate": "Play many rounds of a game and count tricks, points and wins.",
    "check": "Does something of your own keep the contract? A verdict a line.",
    "playout": "The chance of each team to win a given deal, simulated or exact.",
    "shuffle": "Shuffle a pack, and measure how well that mixes it.",
    "odds": "The chance to win with a poker hand: five cards, draw or Texas Hold'em.",
    "blackjack": "What each action is worth at blackjack, and the basic strategy.",
    "games": "List the games and the built-in players, or print a game as a file.",
}
"""Each is the function of that name in the module of that name, with _ for -."""
LOADING = frozenset(
    (
        "evolve",
        "train-bidder",
        "resume",
        "runs",
        "study",
        "evaluate",
        "league",
        "report",
        "compare",
        "simulate",
        "check",
    )
)
"""Commands that load champions, runs or experiments, which may need code of the user's: they take
`--with`."""


ALLOWED = "allowed_files"


def with_option() -> click.Option:
    """`--with my_features.py`: code that what is loaded may use."""

    def allow_all(
        _context: click.Context, _option: click.Parameter, files: tuple[str, ...]
    ) -> None:
        from neuroevo.extensions import allow

        for file in files:
            allow(file)

    return click.Option(
        ["--with", ALLOWED],
        multiple=True,
        metavar="FILE",
        expose_value=False,
        is_eager=True,  # before any argument is loaded
        callback=allow_all,
        help="A Python file of yours that a champion or a run may use; once for each file.",
    )


class LazyGroup(click.Group):
    """A group that imports a subcommand when it is called, and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return one."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"neuroevo.cli.{name}"), name)
        if cmd_name in LOADING and not any(one.name == ALLOWED for one in command.params):
            command.params.append(with_option())
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, or which one was meant."""
        if args[0] not in COMMANDS:
            raise BadInput(f"there is no command {args[0]!r}{choose_from(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(neuroevo.__version__, prog_name="neuroevo")
def cli() -> None:
    """Evolve, simulate and judge card players: is it skill or luck?"""


def main() -> None:
    """Run the command; bad input is one line on stderr and exit code 2."""
    prepare_streams()
    listen_to_signals()
    watch_compiling()
    show_warnings_in_a_line()
    code: object = 0
    try:
        code = cli.main(standalone_mode=False, prog_name="neuroevo")
        sys.stdout.flush()
    except BadInput as error:
        fail(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:
        fail(error.format_message())
    except Terminated as stopped:
        click.echo("neuroevo: stopped", err=True)
        sys.exit(128 + stopped.signal)
    except (click.Abort, KeyboardInterrupt):
        click.echo("neuroevo: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:  # nobody reads any more, as with `| head`
        discard_output()
        sys.exit(1)
    except MemoryError:
        fail("there is not enough memory for this: ask for less at once")
    except OSError as error:
        discard_output()
        what = f"{error.filename}: " if error.filename else ""
        fail(f"{what}{error.strerror or error}")
    sys.exit(code if isinstance(code, int) else 0)


def fail(message: str) -> None:
    """One readable line, and exit code 2."""
    line = " ".join(message.split())
    click.echo("neuroevo: " + (line if len(line) <= 2000 else line[:2000] + "…"), err=True)
    sys.exit(2)


class Terminated(BaseException):
    """Somebody sent SIGTERM or SIGHUP: unwind as after Ctrl-C, so that nothing is left behind."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


def listen_to_signals() -> None:
    """Let SIGTERM and SIGHUP end the command as Ctrl-C does; ignored ones stay ignored."""

    def stop(number: int, _frame: object) -> None:
        raise Terminated(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, stop)


def prepare_streams() -> None:
    """Make sure that printing can't fail for want of a character, or of an open output."""
    while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass  # a closed one of the three would be taken by the next file that is opened
    os.close(spare)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def discard_output() -> None:
    """What could not be printed is not tried again when Python ends."""
    with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
