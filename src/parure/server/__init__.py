"""The server of the browser game: tables stored on disk, people and bots around them, pages and an API.

Read `app.py` first: it creates the services, connects them, and lists the routes. `serve.py` runs the server
in one process and `supervisor.py` in several; `commands.py` is the command line of both, and `maintenance.py`
its database commands. Each feature is a folder; `tables/` and `play/` are the core.
"""
