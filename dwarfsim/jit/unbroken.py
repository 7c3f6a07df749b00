"""
Ctrl-C while something is compiled.

LLVM calls back into Python: an exception amid such a call is printed and dropped, and what it was
about fails later with a puzzling message. So Ctrl-C waits until the next kernel begins or ends.
"""

import contextlib
import os
import signal
import threading

_depth = 0
_pressed = False


def _press(number, frame):
    global _pressed
    if _pressed:  # the second one does not wait
        os.write(2, b"\nstopped\n")
        os._exit(130)
    _pressed = True


@contextlib.contextmanager
def unbroken():
    """
    Within it Ctrl-C is noted; KeyboardInterrupt comes when it begins or ends, or one inside it.

    It does nothing outside the main thread, and where Ctrl-C raises nothing anyhow.
    """
    global _depth, _pressed
    main = threading.current_thread() is threading.main_thread()
    if not main or not (_depth or signal.getsignal(signal.SIGINT) is signal.default_int_handler):
        yield
        return
    if _pressed:
        raise KeyboardInterrupt
    if not _depth:
        signal.signal(signal.SIGINT, _press)
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            pressed, _pressed = _pressed, False
            if pressed:
                raise KeyboardInterrupt
