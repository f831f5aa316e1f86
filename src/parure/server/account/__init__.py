"""What is yours: the devices that have your seats, and all that is kept of you, to download or to delete.

`routes.py` has the pages and the API, `service.py` forgets somebody.
"""
