"""From what a viewer may see to the words and pictures of the pages."""
