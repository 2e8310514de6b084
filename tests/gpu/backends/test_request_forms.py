"""Numbers of the forms of requests against a dictionary of their bytes."""

import numpy as np
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu.backends.host.trace import FORM
from gpu.backends.trace_generators.request_forms import RequestForms


@settings(max_examples=examples(30), deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1), spread=st.sampled_from([1, 2, 5, 2**16]), requests=st.integers(0, 6000)
)
def test_forms_are_numbered_in_the_order_of_their_first_requests(seed, spread, requests):
    rng = np.random.default_rng(seed)
    given_requests = np.zeros(requests, FORM)
    for name in FORM.names:
        most = min(spread, np.iinfo(FORM[name]).max)
        given_requests[name] = rng.integers(0, most, requests, endpoint=True)
    known = {}
    expected = [known.setdefault(each.tobytes(), len(known)) for each in given_requests]
    forms, parts = RequestForms(), np.array_split(given_requests, 3)
    numbers = np.concatenate([forms.numbers_of(part) for part in parts])
    assert numbers.tolist() == expected
    assert [each.tobytes() for each in forms.forms] == list(known)
