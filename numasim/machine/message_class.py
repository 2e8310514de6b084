"""The classes of messages. Messages that may wait for each other never share a virtual channel.

The receiver of a request sends a response, and the request waits until it can. So waiting requests must
never block responses. One-way messages, and messages sent to a third tile on behalf of a request, have
their own class. Receivers always accept responses and forwarded messages.

====================  =========================================================
class                 messages
====================  =========================================================
``REQUEST``           memory reads and writes on their way to a controller
``RESPONSE``          blocks and acknowledgements on their way back
``FORWARD``           values (gathers and scatters) and barrier messages
====================  =========================================================
"""

from __future__ import annotations

from enum import IntEnum


class MessageClass(IntEnum):
    """The virtual network of a message."""

    REQUEST = 0
    RESPONSE = 1
    FORWARD = 2
