"""Where tables are kept: rows, damage, migrations, SQLite and PostgreSQL."""
