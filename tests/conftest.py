"""The command line as tests call it, in this process."""

import pytest

from .ran import Ran


@pytest.fixture
def run(capfd, monkeypatch):
    """Call the command line in this process, as for a pipe of 80 columns."""
    from dwarfsim.cli import main

    monkeypatch.setenv("COLUMNS", "80")

    def call(*args) -> Ran:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return Ran(ended.value.code, out, err)

    return call


@pytest.fixture
def refused(run, tmp_path, monkeypatch):
    """Call the command line, see it refuse the input and write nothing; the sentence."""

    def call(*args, says=()) -> str:
        before = sorted(tmp_path.rglob("*"))
        ran = run(*args)
        assert (ran.code, ran.out) == (2, ""), ran
        assert sorted(tmp_path.rglob("*")) == before
        assert ran.err.startswith("dwarfsim: ") and ran.err.count("\n") == 1, ran.err
        assert "Traceback" not in ran.err and not ran.err.endswith(".\n"), ran.err
        sentence = ran.err.removeprefix("dwarfsim: ").strip()
        assert [part for part in says if part not in sentence] == [], sentence
        return sentence

    monkeypatch.chdir(tmp_path)
    return call
