"""Where tables are kept: `protocol.py` says what a store offers, `sqlite.py` and `postgres.py` offer it."""
