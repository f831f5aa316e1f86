"""Draws the table: as text in a terminal, and as an SVG picture.

In the order of reading: `palette` has the colours, `draw` the shapes that everything is made of, `gems`
and `portraits` the drawings, `cards` and `goals` whole faces, `seats` what lies before a seat, and `svg` the
table. `signs` and `text` are the same in letters. Nothing here knows a rule.
"""
