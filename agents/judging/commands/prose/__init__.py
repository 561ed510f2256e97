"""What a program says, held against a description in prose."""
