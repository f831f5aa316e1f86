"""Who asks, from where and how often.

Read `middleware.py` first: every request passes it. `identity.py` knows people and programs by their tokens,
`devices.py` the devices that share a person, and `viewer.py` hands all that to routes. `rates.py` and
`connections.py` limit how much anybody may ask for; `network_access.py` has the names and addresses of the
server, and lets others on the network in.
"""
