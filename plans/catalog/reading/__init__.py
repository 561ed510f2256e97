"""How the English of seeds and notes is read, whatever a catalog may hold."""
