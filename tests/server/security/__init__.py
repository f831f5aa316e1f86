"""Who asks, from where and how often."""
