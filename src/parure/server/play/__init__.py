"""The tables in use.

Read `service.py`, which is what players do, then `sessions.py`, which loads tables and appends their events,
and `session.py`, one of them with its watchers. `driver.py` moves the bots, `live.py` sends every change to
open pages, `lifecycle.py` is what goes on by itself; `cluster.py` lets several processes share the tables.
"""
