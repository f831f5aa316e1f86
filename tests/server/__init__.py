"""The browser game without its pages: tables, storage, API, safety."""
