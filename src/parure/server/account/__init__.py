"""Your account: the devices that share your seats, and your data, to download or to delete.

`routes.py` has the pages and the API, `service.py` deletes a person's data.
"""
