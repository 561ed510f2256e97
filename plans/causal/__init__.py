"""BA-Causal (BenchAgents, arXiv 2410.22584): which picture comes next, when things fall, bounce and collide."""
