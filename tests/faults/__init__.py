"""What can befall a device while people play on it, and what becomes of their games.

`python -m tests.faults` lets each fault strike at random instants of whole games. It counts what is lost and
what is believed wrongly afterwards, and how long healing takes.
"""
