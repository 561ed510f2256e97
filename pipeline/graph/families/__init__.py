"""The graph in which models write a family of instances, and developers review each of its parts."""
