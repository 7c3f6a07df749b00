"""Facts about `dwarfsim.grammar`: what each text means, and what is refused in which words."""

import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import settings as limits
from hypothesis import strategies as st

from dwarfsim import grammar
from dwarfsim.errors import BadInput
from dwarfsim.game import Game, Knob, Parameter, Strategy
from dwarfsim.grammar import Seat, format_value, number, resolve, span, tables, whole

TOY = Game(
    "toy",
    "Toy",
    "A game of nothing.",
    "dwarfsim.games.toy",
    (
        Parameter("level", int, 1, "", 1, 7),
        Parameter("score", int, 0, "", -5, 5),
        Parameter("chance", float, 0.5, "", 0, 1),
        Parameter("may_pass", bool, False, ""),
        Parameter("mode", str, "solo", "", choices=("solo", "duel")),
        Parameter("path", str, "01234", ""),
        Parameter("dwarf_cards", tuple, (1, 1, 2, 3), "", 1, 9),
    ),
    (),
    lambda values: 1,
    "random",
)
SILENT = Strategy("silent", knobs={"share": Knob(0.5, low=0, high=1), "rounds": 3})
RANDOM = Strategy("random")

relaxed = limits(deadline=None)  # a busy machine is no fault
floats = st.floats(allow_nan=False, allow_infinity=False)
decimals = st.decimals(-1000, 1000, places=3) | st.decimals(-10, 10, places=12)
steps = st.decimals("0.001", 10, places=3)


def refused(call, *parts):
    """The message of the refusal, a single line that holds all these parts."""
    with pytest.raises(BadInput) as caught:
        call()
    message = str(caught.value)
    assert [part for part in parts if part not in message] == [], message
    assert "\n" not in message
    assert not message.endswith(".")
    return message


def numeric(text):
    try:
        return number(text)
    except ValueError:
        raise BadInput(f"x={text}: must be a number") from None


def test_import_is_light():
    heavy = "{'numpy', 'pandas', 'click', 'pydantic', 'numba'}"
    code = f"import sys, dwarfsim.grammar; print({heavy} & {{*sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


# ------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1e6", 10**6),
        ("1E+6", 10**6),
        ("2.5e3", 2500),
        ("-1", -1),
        ("+1", 1),
        ("007", 7),
        ("3.0", 3),
        ("10e-1", 1),
        ("-0", 0),
        ("1e30", 10**30),
        ("1e0000000000000000000000000002", 100),
        ("9007199254740993", 2**53 + 1),
        ("1" * 60, int("1" * 60)),
    ],
)
def test_whole(text, value):
    assert whole(text) == value
    assert type(whole(text)) is int


NO_NUMBERS = "x nan inf -inf sNaN Infinity 1,5 1__0 _1 1_ 1. . e5 1e 0x10 1/2 --1 1e1_0 1e4000"
NO_NUMBERS = [*NO_NUMBERS.split(), "", " ", "1 ", " 1", "1\n", "\u0661", "\u00b2"]
HUGE = ["1e400000", "1e999999999999999999999", "1e" + "9" * 5000, "9" * 50_000]


@pytest.mark.parametrize(
    "text",
    [*NO_NUMBERS, *HUGE, "1.5", "1e-1", "2.5e0", "1e300", "1e-999", "1" * 50 + ".5"],
)
def test_whole_refuses(text):
    with pytest.raises(ValueError, match="is no "):
        whole(text)


@relaxed
@given(st.integers(-(10**40), 10**40))
def test_whole_reads_every_integer(value):
    assert whole(str(value)) == whole(f"{value:_}") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.1", 0.1), (".5", 0.5), ("1_000.5", 1000.5), ("-1e-3", -0.001), ("1e-999", 0), ("7", 7)],
)
def test_number(text, value):
    assert number(text) == value
    assert type(number(text)) is float


def test_number_has_one_zero():
    assert str(number("-0")) == str(number("-1e-999")) == "0.0"


@pytest.mark.parametrize("text", [*NO_NUMBERS, *HUGE, "1e309", "-1e309"])
def test_number_refuses(text):
    with pytest.raises(ValueError, match="is no "):
        number(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5.0, "5"),
        (5, "5"),
        (0.1, "0.1"),
        (1e22, "1e22"),
        (1e-7, "1e-07"),
        (-2.5, "-2.5"),
        (10**20, "1" + 20 * "0"),
        (np.float64(0.3), "0.3"),
        (np.int64(2**62), str(2**62)),
    ],
)
def test_format_value(value, text):
    assert format_value(value) == text


@relaxed
@given(floats)
def test_format_value_reads_back(value):
    assert number(format_value(value)) == value
    assert len(format_value(value)) <= len(repr(value))


@relaxed
@given(st.integers(-(10**40), 10**40))
def test_format_value_reads_back_integers(value):
    assert whole(format_value(value)) == value


def test_games():
    assert grammar.games("1e6") == grammar.games("1_000_000") == 10**6
    assert grammar.games("1") == 1
    assert grammar.games("1e15") == 10**15


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("0", "the nearest is 1"),
        ("-5", "the nearest is 1"),
        ("1e30", "the nearest is 1_000_000_000_000_000"),
        ("1000000000000001", "the nearest is 1_000_000_000_000_000"),
        ("1.5", "must be a whole number from 1 to 1_000_000_000_000_000"),
        ("1e400000", "must be a whole number"),
        ("", "as in 1000000, 1_000_000 or 1e6"),
        ("many", "as in 1000000, 1_000_000 or 1e6"),
    ],
)
def test_games_refuses(text, right):
    refused(lambda: grammar.games(text), f"--games {text}: ", right)


def test_seed():
    assert grammar.seed("0") == 0
    assert grammar.seed("18446744073709551615") == 2**64 - 1


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("-1", "the nearest is 0"),
        ("18446744073709551616", "the nearest is 18_446_744_073_709_551_615"),
        ("0.5", "must be a whole number from 0 to"),
        ("x", "must be a whole number from 0 to"),
    ],
)
def test_seed_refuses(text, right):
    refused(lambda: grammar.seed(text), f"--seed {text}: ", right)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.2%", (0.002, True)),
        ("0.001", (0.001, False)),
        ("0.7%", (0.007, True)),  # 0.7 / 100 is another float
        ("1e-1%", (0.001, True)),
        ("100%", (1.0, True)),
        ("5", (5.0, False)),
    ],
)
def test_precision(text, value):
    assert grammar.precision(text) == value


@relaxed
@given(st.decimals("0.000001", 100, places=6))
def test_precision_is_the_decimal(value):
    assert grammar.precision(f"{value}%") == (float(value / 100), True)
    assert grammar.precision(str(value)) == (float(value), False)


@pytest.mark.parametrize(
    "text",
    ["0", "0%", "-1", "-0.1%", "", "%", "nan", "inf", "1e999", "1e-999", "1e-323%", "1%%", "0.2 %"],
)
def test_precision_refuses(text):
    refused(lambda: grammar.precision(text), f"--precision {text}: ", "as in 0.001 or 0.2%")


# -------------------------------------------------------------------------------------- ranges


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4", [4]),
        ("3..3", [3]),
        ("1..7", [1, 2, 3, 4, 5, 6, 7]),
        ("-1..1", [-1, 0, 1]),
        ("-3..-1", [-3, -2, -1]),
        ("0.1..0.5:0.1", [0.1, 0.2, 0.3, 0.4, 0.5]),
        ("1..6:2", [1, 3, 5]),
        ("1..3:5", [1]),
        ("7,1..3,5", [7, 1, 2, 3, 5]),
        ("1e3..3e3:1e3", [1000, 2000, 3000]),
        ("1_000..1_002", [1000, 1001, 1002]),
        ("0..0.5:.25", [0, 0.25, 0.5]),
        ("1e299..1e299", [1e299]),
    ],
)
def test_span(text, values):
    assert span(text, numeric) == values


def test_span_gives_the_texts_that_one_would_write():
    assert span("0..1:0.50,1e3..2e3:1e3,007", str) == ["0", "0.5", "1", "1000", "2000", "007"]


def test_span_at_the_limit():
    assert span("1..100000", whole) == list(range(1, 100_001))
    assert len(span("0..0.99999:0.00001", numeric)) == 100_000


@pytest.mark.parametrize(
    "text", ["01234+43210", "a..b", "1..", "..", "1..2..3", "1...7", "1..7:2:3"]
)
def test_span_leaves_other_texts_alone(text):
    assert span(text, str) == [text]


@relaxed
@given(decimals, steps, st.integers(1, 200), st.fractions(0, 1))
@example(Decimal("0.1"), Decimal("0.1"), 9, 0)
def test_span_of_a_range_is_free_of_drift(low, step, count, beyond):
    beyond = (step * beyond.numerator / beyond.denominator) if beyond < 1 else 0
    last = low + (count - 1) * step
    texts = [str(low + k * step) for k in range(count)]
    assert span(f"{low}..{last}:{step}", numeric) == [float(text) for text in texts]
    assert span(f"{low}..{last + beyond}:{step}", numeric) == [float(text) for text in texts]
    assert span(",".join(texts), numeric) == [float(text) for text in texts]


@relaxed
@given(st.integers(-(10**30), 10**30), st.integers(1, 10**20), st.integers(1, 100))
def test_span_of_integers_is_a_range(low, step, count):
    expected = list(range(low, low + count * step, step))
    assert span(f"{low}..{expected[-1]}:{step}", whole) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("7..1", ["'7..1'", "write 1..7"]),
        ("2,7..1", ["'7..1'", "write 1..7"]),
        ("7..1:2", ["'7..1:2'", "write 1..7:2"]),
        ("1..7:0", ["'1..7:0'", "step above 0", "write 1..7"]),
        ("1..7:-2", ["'1..7:-2'", "step above 0", "write 1..7:2"]),
        ("7..1:-1", ["'7..1:-1'", "write 1..7:1"]),
        ("1..100001", ["'1..100001'", "more than 100000", "write 1..100001:10"]),
        ("0..1:1e-9", ["'0..1:1e-9'", "more than 100000", "write 0..1:0.0001"]),
        ("0..1:1e-999", ["more than 100000 values", "write 0..1:0.0001"]),
        ("0..99999,200000", ["'0..99999,200000'", "more than 100000"]),
        ("1,1", ["'1,1'", "1 twice"]),
        ("1,1.0", ["'1,1.0'", "1.0 twice"]),
        ("0,-0", ["'0,-0'", "-0 twice"]),
        ("1..3,2", ["'1..3,2'", "2 twice"]),
        ("2,1..3", ["'2,1..3'", "2 twice"]),
        ("1,,2", ["'1,,2'", "lacks a value", "write 1,2"]),
        ("1,", ["'1,'", "write 1"]),
        ("", ["''", "lacks a value", "as in 1 or 1..7"]),
        (",", ["','", "lacks a value", "as in 1 or 1..7"]),
        ("1..x", ["x=1..x", "a range is written as in 1..7 or 0.1..0.5:0.1"]),
        ("1..7:", ["x=1..7:", "a range is written as"]),
        ("..", ["x=..", "a range is written as"]),
        ("1,x", ["x=x: must be a number"]),
    ],
)
def test_span_refuses(text, parts):
    refused(lambda: span(text, numeric), *parts)


@limits(relaxed, max_examples=20)
@given(st.decimals(1, 9, places=3), st.integers(1, 12), st.integers(1, 9))
def test_the_step_proposed_for_a_long_range_is_accepted(step, power, high):
    text = f"0..{high}e{power}:{step}e-3"
    assume(Decimal(high).scaleb(power) / step.scaleb(-3) >= 100_000)
    right = refused(lambda: span(text, str)).rpartition("write ")[2]
    assert 1_000 < len(span(right, str)) <= 100_000


# --------------------------------------------------------------------------------------- --set


def settings(*options, single=False):
    return grammar.settings(options, TOY, single)


def test_settings():
    assert settings() == {}
    assert settings("level=1..3", "may-pass=true,false", "mode=duel") == {
        "level": [1, 2, 3],
        "may_pass": [True, False],
        "mode": ["duel"],
    }
    assert settings("dwarf_cards=1+1+2+3,1+2+2+3,none") == {
        "dwarf_cards": [(1, 1, 2, 3), (1, 2, 2, 3), ()]
    }
    assert settings("path=01234+43210,a=b") == {"path": ["01234+43210", "a=b"]}
    assert settings("score=-1", single=True) == {"score": [-1]}
    assert settings("level=3..3", single=True) == {"level": [3]}
    assert settings("chance=0.1..0.3:0.1") == {"chance": [0.1, 0.2, 0.3]}


def test_settings_keep_their_order():
    assert list(settings("score=0", "level=2", "chance=1")) == ["score", "level", "chance"]


@pytest.mark.parametrize(
    ("option", "parts"),
    [
        ("level", ["must be NAME=VALUE, as in level=1"]),
        ("may-pass:true", ["must be NAME=VALUE, as in may_pass=false"]),
        ("level=", ["must be NAME=VALUE, as in level=1"]),
        ("=4", ["must be NAME=VALUE, as in level=1"]),
        ("", ["must be NAME=VALUE"]),
        ("=", ["must be NAME=VALUE"]),
        ("levle=4", ["toy: no parameter 'levle'", "did you mean 'level'?"]),
        ("level=7..1", ["'7..1' does not run upwards", "write 1..7"]),
        ("level=1,,2", ["'1,,2' lacks a value", "write 1,2"]),
        ("level=1,1", ["'1,1' holds 1 twice"]),
        ("may-pass=true,TRUE", ["'true,TRUE' holds TRUE twice"]),
        ("level=1..8", ["level=8: must be a whole number from 1 to 7; the nearest is 7"]),
        ("level=1..2:0.5", ["level=1.5: must be a whole number from 1 to 7"]),
        ("level=1...7", ["level=1...7: must be a whole number", "a range is written as in 1..7"]),
        ("level=1e400000", ["must be a whole number from 1 to 7"]),
        ("mode=duell", ["mode=duell: not a choice", "did you mean 'duel'?"]),
        ("chance=0,5", ["must be a number from 0 to 1; the nearest is 1"]),
        ("dwarf_cards=1++2", ["must be whole numbers joined by +"]),
    ],
)
@pytest.mark.parametrize("single", [True, False])
def test_settings_refuses(option, parts, single):
    refused(lambda: settings(option, single=single), f"--set {option}: ", *parts)


def test_settings_says_a_thing_once():
    message = refused(lambda: settings("level=8"))
    assert message == "--set level=8: must be a whole number from 1 to 7; the nearest is 7"


@pytest.mark.parametrize("again", ["may_pass=false", "may-pass=true", "may_pass=true"])
def test_settings_refuses_a_name_twice(again):
    parts = [f"--set {again}: ", "may_pass is set twice"]
    refused(lambda: settings("may_pass=true", "level=3", again), *parts)


def test_settings_refuses_what_sweep_would_expand():
    parts = ["--set level=1..7: ", "7 values for level", "'dwarfsim sweep' takes them all"]
    refused(lambda: settings("score=1", "level=1..7", single=True), *parts)


def test_settings_of_a_game_without_parameters():
    bare = Game("bare", "Bare", "", "", (), (), lambda values: 1, "random")
    refused(lambda: grammar.settings(["x"], bare, True), "--set x: must be NAME=VALUE")
    refused(lambda: grammar.settings(["x=1"], bare, True), "no parameter 'x'; there are none")


# ------------------------------------------------------------------------------------- --seats


def one(option):
    """The only table of an option."""
    (table,) = tables([option], single=True)
    return table


def seat(strategy, **knobs):
    return Seat(strategy, tuple((name.removeprefix("bare"), v) for name, v in knobs.items()))


@pytest.mark.parametrize(
    ("option", "table"),
    [
        ("random", [seat("random")]),
        ("random,careful", [seat("random"), seat("careful")]),
        ("throws:5,throws:3,throws:3", [seat("throws", bare=v) for v in (5.0, 3.0, 3.0)]),
        ("x:a=1:b=-2.5", [seat("x", a=1.0, b=-2.5)]),
        ("x:b=1:7", [seat("x", b=1.0, bare=7.0)]),
        ("x:1e-3:b=1_000", [seat("x", bare=0.001, b=1000.0)]),
        ("x:a=3..3", [seat("x", a=3.0)]),
        ("NA,None,nan", [seat("NA"), seat("None"), seat("nan")]),
        ("my.py::name:knob=3", [seat("my.py::name", knob=3.0)]),
        ("my.py::name,b/c.py::other:1", [seat("my.py::name"), seat("b/c.py::other", bare=1.0)]),
        ("a [1]/(b) {c}/d e.py::None", [seat("a [1]/(b) {c}/d e.py::None")]),
        ("k=v.py::f:k=1", [seat("k=v.py::f", k=1.0)]),
        ("it's.py::f,x", [seat("it's.py::f"), seat("x")]),
        ("C:\\my\\a.py::f:2", [seat("C:\\my\\a.py::f", bare=2.0)]),
        ("a::b.py::f", [seat("a::b.py::f")]),
        ("'my,dir/a:b.py'::name:knob=3", [seat("my,dir/a:b.py::name", knob=3.0)]),
        ("x,\"my,dir/a:b.py\"::f,'c,d.py'::g:1..1", [
            seat("x"), seat("my,dir/a:b.py::f"), seat("c,d.py::g", bare=1.0)
        ]),
        ("'a::b,c.py'::f", [seat("a::b,c.py::f")]),
        ("\"it's, well.py\"::f", [seat("it's, well.py::f")]),
        ("'it's, well.py'::f", [seat("it's, well.py::f")]),
        ("'plain.py'::f", [seat("plain.py::f")]),
        ("[x] y/z", [seat("[x] y/z")]),
    ],
)  # fmt: skip
def test_tables(option, table):
    assert one(option) == tuple(table)
    assert one(",".join(seat.text for seat in table)) == tuple(table)


def test_no_seats():
    assert tables([], single=True) == []


@pytest.mark.parametrize(
    ("option", "texts"),
    [
        ("throws:1..3", ["throws:1", "throws:2", "throws:3"]),
        ("silent:0.1..0.5:0.1", [f"silent:0.{k}" for k in range(1, 6)]),
        ("x:k=1..9:4:p=0.5", ["x:k=1:p=0.5", "x:k=5:p=0.5", "x:k=9:p=0.5"]),
        ("x:k=1..2:5", ["x:k=1"]),
        ("x:k=1..3:1:7", ["x:k=1:7", "x:k=2:7", "x:k=3:7"]),
        ("x:-1..1:p=2", ["x:-1:p=2", "x:0:p=2", "x:1:p=2"]),
        ("x:a=1..2:b=3..4", ["x:a=1:b=3", "x:a=1:b=4", "x:a=2:b=3", "x:a=2:b=4"]),
        ("x:1..2,y:3..4", ["x:1,y:3", "x:1,y:4", "x:2,y:3", "x:2,y:4"]),
        ("'a,b.py'::f:1..2,y", ["'a,b.py'::f:1,y", "'a,b.py'::f:2,y"]),
    ],
)
def test_tables_of_ranges(option, texts):
    found = [",".join(seat.text for seat in table) for table in tables([option], single=False)]
    assert found == texts


def test_tables_of_many_options():
    found = tables(["rush", "careful:1..2", "rush,rush"], single=False)
    assert [len(table) for table in found] == [1, 1, 1, 2]
    assert found[2] == (Seat("careful", (("", 2.0),)),)


knob_names = st.from_regex(r"[a-z_][a-z0-9_]*", fullmatch=True)
names = st.text(st.characters(exclude_characters=",:='\"", codec="utf-8"), min_size=1)
paths = st.text(min_size=1).filter(lambda path: not ("'::" in path and '"::' in path))
knobs = st.dictionaries(knob_names | st.just(""), floats, max_size=4).map(lambda d: (*d.items(),))
seats = st.builds(Seat, names | st.builds("{}::{}".format, paths, names), knobs)


@relaxed
@given(st.lists(seats, min_size=1, max_size=4))
@example([Seat("'::f"), Seat("x")])
@example([Seat("a,'::f")])
def test_text_of_seats_reads_back(table):
    assert one(",".join(seat.text for seat in table)) == tuple(table)


@relaxed
@given(decimals, steps, st.integers(1, 50))
def test_knob_ranges_are_free_of_drift(low, step, count):
    found = tables([f"x:{low}..{low + (count - 1) * step}:{step}:p=1"], single=False)
    values = [dict(seat.knobs)[""] for (seat,) in found]
    assert values == [float(str(low + k * step)) for k in range(count)]


@pytest.mark.parametrize(
    ("option", "parts"),
    [
        ("random,,careful", ["a seat is empty", "write random,careful"]),
        ("random,", ["a seat is empty", "write random"]),
        ("", ["a seat is empty", "a strategy's name"]),
        (",", ["a seat is empty", "a strategy's name"]),
        (":5", ["':5' names no strategy", "write name:knob=value"]),
        ("x,:k=5", ["':k=5' names no strategy"]),
        ("my.py::", ["'my.py::' names no strategy", "my.py::name"]),
        ("my.py:::k=3", ["names no strategy"]),
        ("::f", ["'::f' names no strategy"]),
        ("'a,b.py'::", ["names no strategy"]),
        ("'a,b.py", ['"\'a" has no closing quote', "write 'my,file.py'::name"]),
        ("''::f", ["has no closing quote"]),
        ("'careful'", ["has no closing quote before '::'"]),
        ("x:", ["'' in 'x:' gives no number", "write 0.5, or a range as 0.1..0.5:0.1"]),
        ("x:k=", ["'k=' in 'x:k=' gives no number", "write k=0.5, or a range as k=0.1..0.5:0.1"]),
        ("x:k=y", ["'k=y' in 'x:k=y' gives no number", "write k=0.5"]),
        ("x:k=nan", ["gives no number"]),
        ("x:k=inf", ["gives no number"]),
        ("x:k=1e999", ["gives no number"]),
        ("x:k=1..y", ["gives no number", "a range as k=0.1..0.5:0.1"]),
        ("x:k=1..2..3", ["gives no number"]),
        ("x:k=1=2", ["'k=1=2' in 'x:k=1=2' gives no number"]),
        ("x:k=1::p=2", ["names no strategy"]),
        ("x:k", ["'k' in 'x:k' gives no number"]),
        ("x=3", ["'x=3' names no strategy", "write name:knob=value"]),
        ("x:1...7", ["'1...7' in 'x:1...7' gives no number"]),
        ("x:=3", ["'=3' in 'x:=3' names no knob", "write knob=3"]),
        ("x:1:2", ["'2' in 'x:1:2' is a second bare value", "write it as knob=2"]),
        ("x:1..3:1:2", ["'2' in 'x:1..3:1:2' is a second bare value", "write it as knob=2"]),
        ("x:1..3:4..5", ["'4..5' in 'x:1..3:4..5' is a second bare value"]),
        ("x:k=1:k=2", ["'k=2' in 'x:k=1:k=2' gives k again", "write it once"]),
        ("x:9..1", ["'9..1' does not run upwards", "write 1..9"]),
        ("x:k=1..9:-2", ["'1..9:-2'", "step above 0", "write 1..9:2"]),
        ("x:k=1..9:0", ["'1..9:0'", "write 1..9"]),
        ("x:1..1e6", ["'1..1e6' holds more than 100000 values", "write 1..1e6:10"]),
        ("x:1..1000,y:1..1000", ["more than 100000 tables"]),
        ("x:1..1000:k=1..1000", ["more than 100000 tables"]),
    ],
)
@pytest.mark.parametrize("single", [True, False])
def test_tables_refuses(option, parts, single):
    refused(lambda: tables([option], single), f"--seats {option}: ", *parts)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["rush", "careful", "rush"], "rush"),
        (["x:5", "x:5.0"], "x:5"),
        (["x:1..3", "x:2"], "x:2"),
        (["x:a=1:b=2", "x:b=2:a=1"], "x:b=2:a=1"),
        (["my.py::f,y", "'my.py'::f,y"], "my.py::f,y"),
    ],
)
def test_tables_refuses_a_table_twice(options, text):
    parts = [f"--seats {options[-1]}: ", f"the table {text} is there twice"]
    refused(lambda: tables(options, single=False), *parts)


@pytest.mark.parametrize(
    ("options", "count"), [(["rush", "careful"], 2), (["x:1..5,y"], 5), (["x", "y:1..2"], 3)]
)
def test_tables_refuses_what_sweep_would_expand(options, count):
    given_text = " ".join(f"--seats {option}" for option in options)
    parts = [f"{given_text}: {count} tables", "'dwarfsim sweep' takes them all"]
    refused(lambda: tables(options, single=True), *parts)


pieces = st.sampled_from([*",:='+-._ x1590", "..", "::", "level", "path", "1..3", ":0.5", '"'])
options = st.lists(pieces, max_size=12).map("".join)


@relaxed
@given(st.lists(options, max_size=3), st.booleans())
def test_any_text_is_read_or_refused_by_name(given_options, single):
    for read in (tables, lambda options, single: grammar.settings(options, TOY, single)):
        try:
            read(given_options, single)
        except BadInput as error:
            message = str(error)
        else:
            continue
        assert any(f" {option}" in message for option in given_options)


def test_seat_is_a_value():
    assert {Seat("x", (("k", 1.0),)), Seat("x", (("k", 1.0),))} == {Seat("x", (("k", 1.0),))}
    with pytest.raises(AttributeError):
        Seat("x").strategy = "y"


@pytest.mark.parametrize(
    ("option", "knobs"),
    [
        ("silent", {"share": 0.5, "rounds": 3}),
        ("silent:0.2", {"share": 0.2, "rounds": 3}),
        ("silent:rounds=5", {"share": 0.5, "rounds": 5}),
        ("silent:rounds=5:1", {"share": 1, "rounds": 5}),
    ],
)
def test_resolve(option, knobs):
    found = resolve(one(option)[0], SILENT)
    assert found == knobs
    assert list(found) == list(SILENT.knobs)


def test_resolve_without_knobs():
    assert resolve(Seat("random"), RANDOM) == {}


@pytest.mark.parametrize(
    ("option", "strategy", "parts"),
    [
        ("silent:0.2:share=0.3", SILENT, ["knob 'share' is given twice", "as share=VALUE"]),
        ("silent:share=0.2:0.3", SILENT, ["knob 'share' is given twice"]),
        ("silent:shaer=1", SILENT, ["no knob 'shaer'", "did you mean 'share'?"]),
        ("silent:1.5", SILENT, ["share=1.5: must be from 0 to 1; the nearest is 1"]),
        ("random:3", RANDOM, ["random has no knobs", "write random"]),
        ("random:k=3", RANDOM, ["random has no knobs", "write random"]),
        ("'a,b.py'::f:3", Strategy("f"), ["f has no knobs; write 'a,b.py'::f"]),
    ],
)
def test_resolve_refuses(option, strategy, parts):
    refused(lambda: resolve(one(option)[0], strategy), f"{option}: ", *parts)


def test_resolve_refuses_a_seat_made_with_a_knob_twice():
    twice = Seat("silent", (("share", 0.1), ("share", 0.2)))
    refused(lambda: resolve(twice, SILENT), "silent:share=0.1:share=0.2: ", "is given twice")
