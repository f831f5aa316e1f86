"""“Your turn” with the tab closed: notifications that a browser shows by Web Push (RFC 8030).

`subscriptions.py` stores who wants to be told, on which devices and at which hours; `service.py` finds out
whom to tell of which turn; `web_push.py` encrypts, signs and sends one message.
"""
