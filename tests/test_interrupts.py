"""A Ctrl-C takes effect even where Python drops the exception."""

from __future__ import annotations

import signal

import pytest

from gbatool import interrupts
from gbatool.core import open_emulator
from tests.cartridges import cartridge


class Dropping:
    """An object whose finaliser gets a Ctrl-C, where Python prints and drops exceptions."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_dropped_interrupt_is_raised_before_the_next_frame() -> None:
    emulator = open_emulator(cartridge("base").load())
    with interrupts.listening():
        dropping = Dropping()
        del dropping
        frame = emulator.frame
        with pytest.raises(KeyboardInterrupt):
            emulator.run(5)
        assert emulator.frame == frame


def test_nothing_is_pending_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts.listening(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    interrupts.check()
    assert signal.getsignal(signal.SIGINT) is before
