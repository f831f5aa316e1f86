"""What is shown before a game: the lobby, lists of tables, the room."""
