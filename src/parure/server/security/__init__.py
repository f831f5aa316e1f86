"""Who asks, from where and how often: `middleware.py` checks every request before any route sees it."""
