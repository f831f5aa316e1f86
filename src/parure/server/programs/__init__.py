"""Programs that play by themselves, and what they need: the stream, the API page, health checks."""
