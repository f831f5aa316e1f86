"""Who asks and how: every request and every answer."""
