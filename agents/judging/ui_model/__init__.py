"""The judge of web pages by a model: it sees a page in words, says what to do, and shows what it claims."""
