"""People and bots by rating, a page for each, and what whoever runs the server may do about names."""
