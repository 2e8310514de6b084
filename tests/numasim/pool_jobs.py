"""Jobs for the tests of the process pool: workers import them by name."""

import os
import time


def square(number):
    return number * number


def die_on_three(number):
    if number == 3:
        os._exit(1)
    return number * number


def process_of(number):
    time.sleep(0.05)  # so that every process gets some
    return os.getpid()


def slow_square(number):
    time.sleep(0.2)
    return number * number


def hold_the_interpreter(number):
    sum(range(10**11))  # one long step of the interpreter: no other thread of the process runs meanwhile
    return number


def report_twice(number, report):
    report(f"{number} begins")
    report(f"{number} ends")
    return number * number
