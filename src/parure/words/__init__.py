"""The words of the game, each thing once: pieces, decisions, moves, clauses of the rules.

The terminal, the log, hints, pages and pictures take them from here, in the language in use. There is no rule
in this folder and no markup: who tells something fills in the names, the gems and the cards as its reader
can see them, as letters, words or pictures. `piece_words` comes first, then `move_words` and `decisions`;
`games` has what is said of a game as a whole, and `clauses` the rules.
"""
