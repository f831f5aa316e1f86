"""Reviews of finished games: judged in the background, kept, and shown move by move."""
