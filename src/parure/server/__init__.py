"""The game in the browser: tables kept on disk, people and bots around them, pages and an API."""
