"""The classes of messages: those that may wait for each other never share a virtual channel.

A request makes its receiver send a response, and may have to wait until it can; so responses must get
through whatever requests wait. What is sent one way, or on behalf of a request to a third tile, has a class
of its own in between. All messages of the last two sink at their receivers.

====================  =========================================================
class                 messages
====================  =========================================================
``REQUEST``           reads and writes of memory, on their way to a controller
``RESPONSE``          blocks and acknowledgements, on their way back
``FORWARD``           values (gathers and scatters), and those of the barrier
====================  =========================================================
"""

from __future__ import annotations

from enum import IntEnum


class MessageClass(IntEnum):
    """The virtual network of a message."""

    REQUEST = 0
    RESPONSE = 1
    FORWARD = 2
