import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import OptionError
from partitioners.text import units
from partitioners.text.units import Duration

SIZES = "B, KiB, MiB, GiB, TiB, KB, MB, GB, TB"
SIZE = "expected a size with its unit, such as '64 KiB'"
BARE = f"add a unit to the number: {SIZES}"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("16 B", 16),
        ("64 KiB", 65536),
        ("64 KB", 64000),
        ("4GiB", 4 * 2**30),
        (" 1.5  KiB ", 1536),
        ("2e3 MB", 2 * 10**9),
        ("+1 TiB", 2**40),
    ],
)
def test_sizes_are_bytes(text, size):
    assert units.parse_size(text) == size


def test_rates_and_frequencies_are_in_the_si_base():
    assert units.parse_rate("8 GB/s") == 8 * 10**9
    assert units.parse_rate("1 MiB/s") == 2**20
    assert units.parse_frequency("2.4 GHz") == 2.4e9
    assert units.parse_frequency("0.5 Hz") == 0.5


def test_times_are_seconds_or_cycles_and_exact():
    assert Duration.parse("50 ns") == Duration(Fraction(50, 10**9), False) == Duration.parse("0.05 us")
    assert Duration.parse("120 cycles") == Duration(Fraction(120), True)
    # In binary floating point 50e-9 x 2.4e9 is a little more than 120.
    assert Duration.parse("50 ns").cycles(2.4e9) == 120
    assert Duration.parse("50.1 ns").cycles(2.4e9) == 121
    assert Duration.parse("7 cycles").cycles(1.0) == 7


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (1, "1 B"),
        (1000, "1 KB"),
        (1024, "1 KiB"),
        (1536, "1.5 KiB"),
        (65536, "64 KiB"),
        (4 * 2**30, "4 GiB"),
        (10**12, "1 TB"),
        (123456789, "123456789 B"),
    ],
)
def test_sizes_are_written_shortly(size, text):
    assert units.format_size(size) == text


@settings(deadline=None)
@given(st.integers(1, units.MAX_AMOUNT))
def test_sizes_and_rates_come_back(amount):
    assert units.parse_size(units.format_size(amount)) == amount
    assert units.parse_rate(units.format_rate(amount)) == amount


@settings(deadline=None)
@given(st.floats(1e-20, 1e25))
def test_frequencies_come_back(frequency):
    assert units.parse_frequency(units.format_frequency(frequency)) == frequency


@settings(deadline=None)
@given(st.integers(1, 10**18), st.integers(0, 15), st.booleans())
def test_times_come_back(digits, places, clocked):
    time = Duration(Fraction(digits) if clocked else Fraction(digits, 10**places), clocked)
    assert Duration.parse(str(time)) == time


@settings(deadline=None)
@given(st.integers(1, 10**6), st.floats(1e3, 1e10))
def test_cycles_cover_the_time_and_no_more(nanoseconds, clock):
    time = Duration(Fraction(nanoseconds, 10**9), False)
    cycles = time.cycles(clock)
    assert (cycles - 1) < time.amount * units.exact(clock) <= cycles
    assert math.isclose(cycles, nanoseconds * clock / 1e9, abs_tol=1 + 1e-6 * cycles)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            16,
            f"{SIZE}, got 16; {BARE}",
        ),
        (
            "16",
            f"{SIZE}, got '16'; {BARE}",
        ),
        (
            1.5,
            f"{SIZE}, got 1.5; {BARE}",
        ),
        ("64 kib", "expected a size with its unit, such as '64 KiB', got '64 kib'; did you mean 'KiB'?"),
        ("64 kB", "expected a size with its unit, such as '64 KiB', got '64 kB'; did you mean 'KB'?"),
        ("8 GHz", f"expected a size with its unit, such as '64 KiB', got '8 GHz'; units: {SIZES}"),
        ("-5 B", "expected a size with its unit, such as '64 KiB', greater than 0, got '-5 B'"),
        ("0 KiB", "expected a size with its unit, such as '64 KiB', greater than 0, got '0 KiB'"),
        ("0.3 B", "'0.3 B' is not a whole number of bytes"),
        ("many", "expected a size with its unit, such as '64 KiB', got 'many'"),
        ("1e999 B", "expected a size with its unit, such as '64 KiB', got '1e999 B'"),
        ("", "expected a size with its unit, such as '64 KiB', got ''"),
        (True, "expected a size with its unit, such as '64 KiB', got true"),
        (None, "expected a size with its unit, such as '64 KiB', got null"),
        (["1 B"], "expected a size with its unit, such as '64 KiB', got ['1 B']"),
    ],
)
def test_what_is_no_size_is_refused(value, message):
    with pytest.raises(OptionError) as error:
        units.parse_size(value)
    assert str(error.value) == message


def test_other_quantities_name_their_own_units():
    with pytest.raises(OptionError) as error:
        units.parse_rate("8 GB")
    assert str(error.value) == (
        "expected a rate with its unit, such as '8 GB/s', got '8 GB'; "
        "units: B/s, KiB/s, MiB/s, GiB/s, TiB/s, KB/s, MB/s, GB/s, TB/s"
    )
    with pytest.raises(OptionError) as error:
        units.parse_frequency(2.4)
    assert str(error.value) == (
        "expected a frequency with its unit, such as '2.4 GHz', got 2.4; add a unit to the number: "
        "Hz, kHz, MHz, GHz"
    )
    with pytest.raises(OptionError) as error:
        Duration.parse("50 sec")
    assert str(error.value) == (
        "expected a time with its unit, such as '50 ns', got '50 sec'; units: cycles, ps, ns, us, ms, s"
    )
    with pytest.raises(OptionError) as error:
        Duration.parse("1.5 cycles")
    assert str(error.value) == "'1.5 cycles' is not a whole number of cycles"


def test_what_is_no_decimal_number_cannot_be_written():
    with pytest.raises(OptionError) as error:
        str(Duration(Fraction(1, 3), False))
    assert str(error.value).endswith("cannot be written as a decimal number")
