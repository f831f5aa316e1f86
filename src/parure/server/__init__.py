"""The game in the browser: tables kept on disk, people and bots around them, pages and an API.

Read `app.py` first: it makes the services, introduces those that have to hear of each other, and lists the
routes. `serve.py` runs it in one process and `supervisor.py` in several; `commands.py` is the command line
of both, and `maintenance.py` what it does with databases. Each feature is a folder; `tables/` and `play/`
are the heart of all.
"""
