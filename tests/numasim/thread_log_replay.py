"""A replay of the logs of threads: an independent reading of what their operations mean."""

from collections import Counter

import numpy as np

from numasim.threads.operations import BARRIER, END, LOCK, SIGNAL, UNLOCK, WAIT

AWAITS = -1


def replay(operations, participants, order=None, waits=()):
    """Run all logs to their ends, one operation at a time; return the synchronisation in its order.

    ``order`` draws the next thread of those that can continue; without it, the first continues. ``waits`` are
    the waits for stores of a trace. Other accesses are left out.
    """
    awaits = {}
    for thread, operation, other, number in np.asarray(waits).tolist():
        awaits.setdefault((thread, operation), []).append((AWAITS, other, number))
    logs, places = [], []
    for thread, log in enumerate(operations):
        logs.append([])
        places.append([0])
        fields = zip(log["kind"].tolist(), log["address"].tolist(), log["folded"].tolist(), strict=True)
        for k, each in enumerate(fields):
            logs[-1] += awaits.get((thread, k), [])
            logs[-1] += [each] * (each[0] >= LOCK)
            places[-1].append(len(logs[-1]))
    next_of = [0] * len(logs)
    holder, signals, arrived, done = {}, Counter(), {}, []

    def can_continue(thread):
        if next_of[thread] == len(logs[thread]):
            return False
        kind, number, value = logs[thread][next_of[thread]]
        if kind == AWAITS:
            return next_of[number] >= places[number][value]
        if kind == LOCK:
            return number not in holder
        if kind == WAIT:
            return signals[number] >= value
        return not (kind == BARRIER and thread in arrived.get(number, ()))

    while True:
        able = [thread for thread in range(len(logs)) if can_continue(thread)]
        if not able:
            break
        thread = able[0] if order is None else order(able)
        kind, number, _ = logs[thread][next_of[thread]]
        if kind == AWAITS:
            next_of[thread] += 1
            continue
        done.append((thread, kind, number))
        if kind == BARRIER:
            group = arrived.setdefault(number, set())
            group.add(thread)
            if len(group) == participants[number]:
                for each in arrived.pop(number):
                    next_of[each] += 1
            continue
        next_of[thread] += 1
        if kind == LOCK:
            holder[number] = thread
        elif kind == UNLOCK:
            assert holder.pop(number) == thread, "a thread releases what it does not hold"
        elif kind == SIGNAL:
            signals[number] += 1
        elif kind == END:
            assert next_of[thread] == len(logs[thread]), "a log goes on after its end"
    assert next_of == [len(log) for log in logs], "a log cannot be replayed to its end"
    assert not holder, "a lock is never released"
    return done
