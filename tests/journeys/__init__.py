"""The game as people see it: in a real Chromium, on a real server."""
