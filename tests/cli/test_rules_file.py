"""Rule variants from a TOML file: ``--rules mine.toml``."""

import pytest


@pytest.fixture
def variant(tmp_path):
    """Write a rules file; its path."""

    def write(content: str | bytes, name: str = "mine.toml"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def played(run, game, *options):
    return run("simulate", game, "--games", 200, "--json", *options).json


def test_a_variant_is_the_same_as_set(run, variant):
    path = variant(
        'game = "magic-dwarf"\nlevel = 4\ndwarf_cards = [1, 3]\ndwarf_may_pass = false\n'
    )
    options = ("--set", "level=4", "--set", "dwarf_cards=1+3", "--set", "dwarf_may_pass=false")
    assert played(run, "magic-dwarf", "--rules", path) == played(run, "magic-dwarf", *options)


def test_set_comes_before_the_file(run, variant):
    path = variant('game = "magic-dwarf"\nlevel = 4\nstudents_needed = 2\n')
    rows = played(run, "magic-dwarf", "--rules", path, "--set", "level=2")
    assert rows[0]["set"] == {"level": 2, "students_needed": 2}


def test_a_sweep_over_a_variant(run, variant):
    path = variant('game = "magic_dwarf"\nstudents-needed = 2\nlevel = 4\n')
    options = ("--games", 50, "--rules", path, "--set", "level=1..3", "--json")
    levels = {row["set"]["level"] for row in run("sweep", "magic-dwarf", *options).json}
    needed = {row["set"]["students_needed"] for row in run("sweep", "magic-dwarf", *options).json}
    assert (levels, needed) == ({1, 2, 3}, {2})


def test_values_of_every_type(run, variant):
    path = variant(
        'game = "pig"\nshift = -1\nmood = 1\nkeeper = true\ncards = []\nweather = "foul"\n'
    )
    given = {"shift": -1, "mood": 1.0, "keeper": True, "cards": [], "weather": "foul"}
    assert played(run, "pig", "--rules", path)[0]["set"] == given


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfgame = 'magic-dwarf'\r\nlevel = 4\r\n"])
def test_files_as_other_systems_write_them(run, variant, content):
    assert played(run, "magic-dwarf", "--rules", variant(content))[0]["set"] == {"level": 4}


@pytest.mark.parametrize("name", ["NA", "None", "[b]a house rule.toml"])
def test_files_of_any_name(run, variant, name):
    path = variant('game = "magic-dwarf"\nlevel = 4\n', name)
    assert played(run, "magic-dwarf", "--rules", path)[0]["set"] == {"level": 4}


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ('game = "magic-dwarf"\nlevl = 4\n', ["no parameter 'levl'; did you mean 'level'?"]),
        ('game = "magic-dwarf"\nlevel = "4"\n', ["level = '4': must be a whole number"]),
        ('game = "magic-dwarf"\nlevel = 4.0\n', ["level = 4.0: must be a whole number"]),
        ('game = "magic-dwarf"\nlevel = true\n', ["level = True: must be a whole number"]),
        ('game = "magic-dwarf"\nlevel = [4]\n', ["level = [4]: must be a whole number"]),
        ('game = "magic-dwarf"\nlevel = 8\n', ["level=8", "1 to 7; the nearest is 7"]),
        ('game = "magic-dwarf"\n[level]\na = 1\n', ["must be a whole number"]),
        ('game = "magic-dwarf"\nmode = "dual"\n', ["did you mean 'duel'?"]),
        ('game = "magic-dwarf"\nmode = 1\n', ["mode = 1: must be a text"]),
        ('game = "magic-dwarf"\ndwarf_cards = "1+2"\n', ["must be an array of whole numbers"]),
        ('game = "magic-dwarf"\ndwarf_cards = [1, "2"]\n', ["must be whole numbers"]),
        ('game = "magic-dwarf"\ndwarf_may_pass = 1\n', ["must be true or false"]),
        ('game = "magic-dwarf"\ndwarf_may_pass = true\ndwarf-may-pass = true\n', ["set twice"]),
        ('game = "magic-dwarf"\nlevel = 1\nlevel = 2\n', ["not TOML", "line 3"]),
        ("level: 4\n", ["not TOML", "line 1"]),
        (b'game = "magic-dwarf"\npath = "\xff"\n', ["not UTF-8 (byte 29)"]),
        ("", ['lacks the game; write game = "magic-dwarf"']),
        ("level = 4\n", ['lacks the game; write game = "magic-dwarf"']),
        ('game = "pig"\n', ["is for the game 'pig', not 'magic-dwarf'"]),
        ('game = "magic-dwarff"\n', ["no game 'magic-dwarff'; did you mean 'magic-dwarf'?"]),
        ("game = 1\n", ["is for the game 1, not 'magic-dwarf'"]),
    ],
)
def test_files_that_are_refused(refused, variant, content, parts):
    path = variant(content)
    for command in ("simulate", "sweep"):
        said = refused(command, "magic-dwarf", "--rules", path)
        assert said.startswith(f"--rules {path}: ")
        assert [part for part in parts if part not in said] == [], said


def test_files_that_are_not_there(refused, tmp_path):
    (tmp_path / "folder.toml").mkdir()
    assert "No such file" in refused("simulate", "magic-dwarf", "--rules", "none.toml")
    assert "Is a directory" in refused("simulate", "magic-dwarf", "--rules", "folder.toml")
    assert "is empty" in refused("simulate", "magic-dwarf", "--rules", "")


def test_one_file_only(refused, variant):
    path = variant('game = "magic-dwarf"\n')
    said = refused("sweep", "magic-dwarf", "--rules", path, "--rules", path)
    assert said == "--rules is given 2 times; give it once"


def test_what_does_not_fit_together(refused, variant):
    path = variant('game = "magic-dwarf"\nstudent_cards = [4, 4]\n')
    assert "2 colours are named" in refused("simulate", "magic-dwarf", "--rules", path)


def test_a_text_of_several_members_may_be_an_array(run, variant):
    path = variant('game = "ten-dwarves"\ncharacters = ["guardian", "none", "none", "seer"]\n')
    assert played(run, "ten-dwarves", "--rules", path)[0]["set"] == {
        "characters": "guardian+none+none+seer"
    }
    path = variant('game = "ten-dwarves"\ncharacters = []\n')
    assert played(run, "ten-dwarves", "--rules", path)[0]["set"] == {"characters": "none"}
