"""Expressions: against Python on random ones, and the text of every mistake."""

import contextlib
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numasim.schema.expressions import ExpressionError, amount, parse, unknown_name

NAMES = {"a": 3.0, "b.c": -2.5, "d_e": 7.0}


def written(leaf, operators):
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(operators), inner).map(" ".join),
            inner.map(lambda text: f"({text})"),
            inner.map(lambda text: f"-{text}"),
            inner.map(lambda text: f"abs({text})"),
            st.tuples(inner, inner, inner).map(lambda texts: f"max({', '.join(texts)})"),
        ),
        max_leaves=12,
    )


numbers = written(st.sampled_from([*NAMES, "2", "0.5", "1e2", ".25"]), ["+", "-", "*"])
comparisons = st.tuples(numbers, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), numbers).map(" ".join)
conditions = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join),
        inner.map(lambda text: f"not ({text})"),
    ),
    max_leaves=4,
)


slow = settings(suppress_health_check=[HealthCheck.too_slow])


@slow
@given(st.one_of(numbers, conditions))
def test_python_agrees(text):
    python = text.replace("b.c", "b_c")
    want = eval(python, {"abs": abs, "max": max, "a": 3.0, "b_c": -2.5, "d_e": 7.0})
    assert parse(text)(NAMES) == pytest.approx(want)


@slow
@given(conditions)
def test_arrays_give_the_values_of_their_rows(text):
    expression = parse(text)
    columns = {name: np.array([value, 1.5, -value]) for name, value in NAMES.items()}
    rows = [expression({name: column[k] for name, column in columns.items()}) for k in range(3)]
    found = np.broadcast_to(expression(columns), 3)
    assert found.tolist() == [bool(row) for row in rows]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -1", 0.5),
        ("2 - 3 - 4", -5),
        ("8 / 2 / 2", 2),
        ("1 < 2 < 3", True),
        ("3 > 2 > 2", False),
        ("not 1 < 2 or 2 < 3", True),
        ("4 MiB", 4 * 2**20),
        ("2 * 1.5 KB", 3000),
        ("8 GB/s", 8e9),
        ("8 GB /2 s", 4e9),
        ("50 ns", 50e-9),
        ("2.4 GHz", 2.4e9),
        ("3 nJ", 3000),
        ("40 cycles", 40),
        ("sqrt(16) + log2(8)", 7),
        ("min(4, 2, 3)", 2),
        ("'metis' == \"metis\"", True),
        ("true and not false", True),
    ],
)
def test_values(text, value):
    assert parse(text)({}) == pytest.approx(value)


def test_what_has_no_value_is_no_number():
    assert math.isinf(parse("1 / 0")({}))
    assert math.isnan(parse("sqrt(-1)")({}))
    assert math.isnan(parse("(0 - 8) ** 0.5")({}))
    assert parse("x > 1")({"x": np.array([math.nan, 2.0])}).tolist() == [False, True]


def test_words_are_compared():
    methods = np.array(["metis", "spac"], dtype=object)
    assert parse("m == 'spac' and n > 1")({"m": methods, "n": np.array([2, 2])}).tolist() == [False, True]
    with pytest.raises(ExpressionError) as raised:
        parse("m * n")({"m": "metis", "n": 2})
    assert str(raised.value) == ("'m * n' calculates with m, not a number; compare words by == and !=")


def test_names_and_their_columns():
    expression = parse("machine.l1.size + cycles * machine.l1.size")
    assert expression.names == ("machine.l1.size", "cycles")
    assert dict(expression.columns) == {"machine.l1.size": 1, "cycles": 19}
    error = unknown_name(expression, "cycles", ["cycle"], "column")
    assert str(error).endswith(", column 19: there is no column 'cycles'; did you mean 'cycle'?")
    short = parse("2 * l1.size")
    error = unknown_name(short, "l1.size", ["machine.l1.size", "machine.l2.size"], "field")
    assert str(error).endswith(", column 5: there is no field 'l1.size'; did you mean 'machine.l1.size'?")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'', column 1: expected a number, a name or '(', but the expression ends"),
        ("a +", "'a +', column 4: expected a number, a name or '(', but the expression ends"),
        ("a b", "'a b', column 3: expected an operator, got 'b'"),
        ("(a", "'(a', column 3: expected ')', but the expression ends"),
        ("a = 2", "'a = 2', column 3: '=' is not part of an expression; compare by =="),
        ("a ^ 2", "'a ^ 2', column 3: '^' is not part of an expression; a power is **"),
        ("a[0]", "'a[0]', column 2: '[' is not part of an expression"),
        ("2 Kib", "'2 Kib', column 3: 'Kib' is no unit; did you mean 'KiB'?"),
        ("2 x", "'2 x', column 3: 'x' is no unit; write an operator between a number and a name"),
        (
            "open('x')",
            "\"open('x')\", column 1: there is no function 'open'; functions: abs, sqrt, exp, log, log2, "
            "log10, min, max",
        ),
        ("min(1)", "'min(1)', column 1: min takes 2 arguments or more, got 1"),
        ("abs(1, 2)", "'abs(1, 2)', column 1: abs takes one argument, got 2"),
        ("abs(1", "'abs(1', column 6: expected ',' or ')', but the expression ends"),
        ("* a", "'* a', column 1: expected a number, a name or '(', got '*'"),
        ("a and", "'a and', column 6: expected a number, a name or '(', but the expression ends"),
    ],
)
def test_mistakes_are_pointed_at_by_column(text, said):
    with pytest.raises(ExpressionError) as raised:
        parse(text)
    assert str(raised.value) == said


@slow
@given(st.text(alphabet="ab.01 +-*/()<>=!,'\"^[]{}:\n\té", max_size=12))
def test_any_text_is_an_expression_or_a_mistake(text):
    with contextlib.suppress(ExpressionError):  # any other error fails
        parse(text)


def test_amounts_of_fields():
    assert [amount(each) for each in ("64 KiB", "120 cycles", "2 GHz", "metis", 3)] == [
        65536,
        120,
        2e9,
        "metis",
        3,
    ]
    assert math.isnan(amount(None))
    assert amount("x KiB") == "x KiB"
