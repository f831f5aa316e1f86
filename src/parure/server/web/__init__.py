"""What all pages share: templates, static files, pieces as pictures, words for scripts, error pages."""
