"""Command lines as bash reads them: words, what they run, with what."""
