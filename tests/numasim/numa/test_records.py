"""Tables of records: their layout, and their fields in kernels and in Python."""

from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

from numasim.numa.compiled.records import Layout
from partitioners.kernels.uncounted import kept_kernel


class Account:
    number: int
    spent: Annotated[NDArray[np.int64], 3]
    debit: int
    credit: int


class Total:
    number: int


ACCOUNT = Layout(Account, np.int64, bytes=64, names={"credit": "debit"})
TOTAL = Layout(Total, np.int64, bytes=8)


@kept_kernel
def spend(accounts, total, k: int, amount: int) -> None:
    account = accounts[k]
    account.spent[account.number] += amount
    account.credit -= 1
    total.number += amount


def test_fields_follow_one_another_in_rows_of_the_stated_size():
    assert ACCOUNT.dtype.itemsize == 64
    assert {name: ACCOUNT.dtype.fields[name][1] for name in ACCOUNT.dtype.names} == {
        "number": 0,
        "spent": 8,
        "debit": 32,
        "credit": 32,
    }


def test_fields_that_do_not_fit_into_the_size_are_refused():
    with pytest.raises(ValueError, match="itemsize"):
        Layout(Account, np.int64, bytes=32)


def test_kernels_and_python_name_fields_alike():
    accounts, total = ACCOUNT.rows(2, number=[1, 2], debit=-1), TOTAL.row(number=10)
    for _ in range(2):
        spend(accounts, total, 1, 5)
    assert total.number == 20
    assert accounts["spent"].tolist() == [[0, 0, 0], [0, 0, 10]]
    assert (accounts[1].debit, accounts[1].credit, accounts["credit"].tolist()) == (-3, -3, [-1, -3])
