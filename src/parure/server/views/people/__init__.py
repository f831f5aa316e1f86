"""What is told of people and bots: the list by rating, and a page for each person."""
