"""What is told of tournaments: their list, the form for another one, and a page for each."""
