"""Before a game: the first page, making a table, taking seats, invitations, the deal of the day."""
