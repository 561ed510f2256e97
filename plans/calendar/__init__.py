"""BA-Calendar: a meeting for everybody, by who is free when and by rules (BenchAgents, arXiv 2410.22584, 4.1)."""
