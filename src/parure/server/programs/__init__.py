"""Programs that play by themselves, and what programs of any kind ask for.

`routes.py` has their tokens, the stream and the health checks,
`api_docs.py` the schema of the API and its page.
"""
