"""The words of the game, each thing once: pieces, decisions, moves, clauses of the rules.

The terminal, the log, hints, pages and pictures take them from here, in the current language. This folder has
neither rules nor markup: callers fill in names, gems and cards in the form their reader sees, as letters,
words or pictures. `piece_words` comes first, then `move_words` and `decisions`; `games` has the words for a
game as a whole, and `clauses` the rules.
"""
