"""What the pages of all features share: the base template, static files, `<parure-table>`, error pages.

Read `rendering.py` first: a page is a template and values. `static_files.py` finds and serves style sheets
and scripts, `vocabulary.py` makes the words that scripts say, `faces.py` the pictures of cards and tokens.
`error_answers.py` turns what is wrong with a request into a page or JSON, and `routes.py` answers what every
page may ask for besides itself.
"""
