"""The tables in use.

`sessions.py` loads tables and appends their events, `service.py` is what players do, `driver.py` moves the
bots, `live.py` sends every change to open pages, and `cluster.py` lets several processes share the tables.
"""
