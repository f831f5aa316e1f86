"""Shared parts of all pages: the base template, static files, `<parure-table>`, error pages.

Read `rendering.py` first: a page is a template and values. `static_files.py` finds and serves style sheets
and scripts, `vocabulary.py` makes the words that scripts use, `faces.py` the pictures of cards and tokens.
`error_answers.py` turns errors into a page or JSON, and `routes.py` serves what every page may request
besides itself.
"""
