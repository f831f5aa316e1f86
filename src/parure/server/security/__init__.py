"""Identifies each request's sender and limits what it may ask for.

Read `middleware.py` first: every request passes it. `identity.py` knows people and programs by their tokens,
`devices.py` tracks the devices that share a person, and `viewer.py` hands all that to routes. `rates.py` and
`connections.py` limit how much anybody may ask for; `network_access.py` knows the names and addresses of the
server, and lets others on the network in.
"""
