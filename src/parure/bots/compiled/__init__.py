"""What bots compute, compiled the core's way: records and numbers, no allocation, no Python objects.

Nothing here looks at more than a stripped state: a bot plays out deals that it imagines from one.
"""
