"""Requests with our patience: httpx gives up after five seconds, and a busy machine may take longer."""

from functools import partial

import httpx

from kit.waiting import PATIENCE

__all__ = ["Client", "delete", "get", "post", "put", "request"]

Client = partial(httpx.Client, timeout=PATIENCE)
delete = partial(httpx.delete, timeout=PATIENCE)
get = partial(httpx.get, timeout=PATIENCE)
post = partial(httpx.post, timeout=PATIENCE)
put = partial(httpx.put, timeout=PATIENCE)
request = partial(httpx.request, timeout=PATIENCE)
