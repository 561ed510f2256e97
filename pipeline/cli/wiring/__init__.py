"""Where concrete classes meet: the only room that knows which judge, gate, server, user and author there are."""
